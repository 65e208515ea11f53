#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace abut {

/// What is wrong with a coordinate that is not finite or beyond 2^300, and what to do; empty when nothing is.
std::string flaw_of(double coordinate, char axis);

/// A piece of a file as an error message may show it: cut to 40 bytes, unprintable bytes as '?'.
std::string printable(std::string_view piece);
/// The same in quotes.
std::string in_quotes(std::string_view piece);

/// "1 triangle", "2 triangles".
std::string counted(std::uint64_t count, const std::string& noun);

/// As std::from_chars, but takes a leading '+', and numbers out of range become 0 or the largest double.
std::from_chars_result read_double(const char* begin, const char* end, double& value);

/// A number of few digits, such as "-0.25" or "17": what std::from_chars gives, in a quarter of the time. None for all
/// others, and for what is no number.
std::optional<double> short_decimal(std::string_view text);

/// Appends the shortest decimal that reads back as the same double.
void append_number(std::string& text, double value);
void append_number(std::string& text, std::uint64_t value);

/// A part's name as one line of a text file can hold it: control characters become blanks, blanks around it go.
std::string on_one_line(std::string_view name);

/// Do the first bytes of a file hold no control characters but tabs and line breaks? Other bytes may be of any
/// encoding.
bool looks_like_text(std::span<const std::byte> bytes);

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// What editors put before a text to say that it is UTF-8; it belongs to no word.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
inline std::string_view without_mark(std::string_view text) {
  while (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

/// Walks through a text file and knows its line for error messages. Numbers do not depend on the locale.
class TextCursor {
 public:
  enum class Continuation { none, backslash };

  /// Begins behind a byte order mark. With Continuation::backslash a backslash at a line's end is a blank, and the line
  /// goes on.
  TextCursor(std::span<const std::byte> bytes, const std::string& file, Continuation continuation = Continuation::none);

  bool at_end() const { return at_ == end_; }
  bool at(char c) const { return !at_end() && *at_ == c; }
  bool at_line_end() const { return at_end() || *at_ == '\n'; }
  /// Bytes from the start of the file.
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  /// Counted from 1.
  std::size_t line() const { return line_; }

  /// Skips a byte order mark; files that were joined have one within.
  void skip_mark();
  /// Stops at the next token, the line's end or the file's.
  void skip_blanks() {
    while (!at_end() && (is_blank(*at_) || (*at_ == '\\' && skip_continuation()))) ++at_;
  }
  /// Stops at the next token on this line or a later one, or at the file's end.
  void skip_blanks_and_lines() {
    for (skip_blanks(); !at_end() && *at_ == '\n'; skip_blanks()) next_line();
  }
  /// Goes behind the end of this line, continued lines included.
  void skip_line();
  /// Everything up to the line's end without the blanks around it; stays before the line's end.
  std::string rest_of_line();
  /// The run of bytes up to the next blank or line end; empty at a line's end. Skips blanks first, moves behind it.
  std::string_view token();
  /// As token(), but stays before it.
  std::string_view peek() const;

  /// Reads a coordinate; fails when it is missing, no number, not finite or beyond 2^300. `of` is what it belongs to.
  double coordinate(char axis, std::string_view of);
  /// Reads a whole number and stops right behind it, wherever that is; fails when there is none or it needs more than
  /// 64 bits.
  std::int64_t whole_number(std::string_view what);

  /// Throws Error: "file: line 7: reason".
  [[noreturn]] void fail(const std::string& reason) const { fail_at(line_, reason); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& reason) const;
  /// Throws Error that opens with the file alone.
  [[noreturn]] void fail_whole(const std::string& reason) const;

 private:
  bool continues(const char* backslash) const;
  bool skip_continuation();
  bool is_token_end(const char* at) const {
    return at == end_ || is_blank(*at) || *at == '\n' || (*at == '\\' && continues(at));
  }
  void next_line() { ++at_, ++line_; }

  const char* begin_;
  const char* end_;
  const char* at_;
  std::size_t line_ = 1;
  const std::string& file_;
  Continuation continuation_;
};

}  // namespace abut
