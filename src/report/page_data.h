#pragma once

#include <abut/report.h>

#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace abut {

static_assert(std::endian::native == std::endian::little, "the page's arrays are little endian");

/// Numbers as base64 text, written in pieces.
class Base64 {
 public:
  explicit Base64(const TextSink& sink) : sink_(sink) {}
  Base64(const Base64&) = delete;
  Base64& operator=(const Base64&) = delete;

  template <class Number>
  void add(Number number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    bytes_.append(bytes, sizeof number);
    if (bytes_.size() >= piece) write();
  }
  void finish() { write(); }

 private:
  // A multiple of three, so that only the last piece is padded.
  static constexpr std::size_t piece = 3 << 14;

  void write() {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes_.size(); i += 3) {
      std::uint32_t bits = 0;
      const std::size_t count = std::min<std::size_t>(3, bytes_.size() - i);
      for (std::size_t j = 0; j < 3; ++j)
        bits = bits << 8 | (j < count ? static_cast<unsigned char>(bytes_[i + j]) : 0u);
      for (std::size_t j = 0; j < 4; ++j) text += j <= count ? digits[bits >> (18 - 6 * j) & 63] : '=';
    }
    bytes_.clear();
    sink_(text);
  }

  const TextSink& sink_;
  std::string bytes_;
};

/// Writes JSON such that HTML sees no tag, comment or end of script in it: JSON has '<' only inside of texts, where
/// \u003c means the same.
void write_inside_script(const TextSink& sink, std::string_view json);

/// Writes ',"name":"numbers as base64"': a further member of an object.
template <class Add>
void write_numbers(const TextSink& sink, std::string_view name, Add&& add) {
  sink(",\"" + std::string(name) + "\":\"");
  Base64 numbers(sink);
  add(numbers);
  numbers.finish();
  sink("\"");
}

/// JSON that the page finds by a name.
struct PageBlock {
  std::string_view id;
  Function<void(const TextSink&)> write;
};
/// The page with these blocks. Throws Error when abut was built without the page.
void write_page_with(std::span<const PageBlock> blocks, const TextSink& sink);

}  // namespace abut
