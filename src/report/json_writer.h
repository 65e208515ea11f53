#pragma once

#include <abut/report.h>

#include <concepts>
#include <string>
#include <string_view>

namespace abut {

/// Writes JSON as it comes, without a blank, so that no more than a piece of it is ever in memory. Numbers read back as
/// the same doubles; those that are not finite become null.
class JsonWriter {
 public:
  explicit JsonWriter(TextSink sink) : sink_(std::move(sink)) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void open(char bracket);
  void close(char bracket);
  /// What follows belongs to the key.
  JsonWriter& key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(double number);
  void value(bool truth) { raw(truth ? "true" : "false"); }
  void value(std::integral auto number) { raw(std::to_string(number)); }
  void value(const Vec3& point);
  /// A list.
  template <class Range>
  void list(const Range& values) {
    open('[');
    for (const auto& each : values) value(each);
    close(']');
  }

  /// The line's end. Hands over what is left.
  void finish();

 private:
  void separate();
  void raw(std::string_view text);
  void hand_over_if_long();

  TextSink sink_;
  std::string text_;
  bool is_first_ = true;  ///< nothing precedes in this list or object, or a key does
};

}  // namespace abut
