#pragma once

#include <abut/error.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace abut {

/// Numbers and texts one after the other, as this machine has them in memory: for other ranks of the same run and for
/// its journal.
class ByteWriter {
 public:
  std::string bytes;

  template <class Value>
  void put(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_text(std::string_view text) {
    put(std::uint64_t{text.size()});
    bytes += text;
  }
  template <class Value>
  void put_all(std::span<const Value> values) {
    static_assert(std::is_trivially_copyable_v<Value>);
    put(std::uint64_t{values.size()});
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }
};

/// Reads what a ByteWriter wrote, in the same order. Throws Error when the bytes end too early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }

  template <class Value>
  Value get() {
    static_assert(std::is_trivially_copyable_v<Value>);
    Value value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view get_text() { return take(get<std::uint64_t>()); }
  /// Into a container that has resize() and data().
  template <class Values>
  void get_all(Values& values) {
    using Value = typename Values::value_type;
    static_assert(std::is_trivially_copyable_v<Value>);
    const auto count = get<std::uint64_t>();
    if (count > rest_.size() / sizeof(Value)) fail();
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(Value)).data(), count * sizeof(Value));
  }

 private:
  [[noreturn]] static void fail() { throw Error("a message or a record of a run on several ranks ends too early."); }
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) fail();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

/// The last so many bytes, where numbers stand behind a text that is not to be copied. Throws Error when there are
/// fewer.
inline std::string_view numbers_behind(std::string_view bytes, std::size_t size) {
  if (bytes.size() < size) throw Error("a message or a record of a run on several ranks ends too early.");
  return bytes.substr(bytes.size() - size);
}

}  // namespace abut
