#include "io/text.h"

#include <abut/error.h>
#include <abut/vec3.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace abut {

namespace {

bool is_control(char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }

/// Is the number, which from_chars found out of range, too large rather than too small? Goes by the power of ten of its
/// first digit that is not 0.
bool is_too_large(std::string_view number) {
  const std::size_t exponent_at = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, exponent_at);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  const auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  std::int64_t exponent = 0;
  if (exponent_at < number.size()) {
    std::string_view written = number.substr(exponent_at + 1);
    if (written.starts_with('+')) written.remove_prefix(1);
    if (std::from_chars(written.data(), written.data() + written.size(), exponent).ec != std::errc())
      return !written.starts_with('-');
  }
  return exponent > -power;
}

}  // namespace

std::from_chars_result read_double(const char* begin, const char* end, double& value) {
  if (begin != end && *begin == '+' && begin + 1 != end && begin[1] != '-') ++begin;
  std::from_chars_result result = std::from_chars(begin, end, value);
  if (result.ec == std::errc::result_out_of_range) {
    const bool large = is_too_large({begin, static_cast<std::size_t>(result.ptr - begin)});
    value = std::copysign(large ? std::numeric_limits<double>::max() : 0.0, *begin == '-' ? -1.0 : 1.0);
    result.ec = std::errc();
  }
  return result;
}

std::optional<double> short_decimal(std::string_view text) {
  // Both are doubles without rounding, so that their quotient is rounded once, as it should be.
  static constexpr double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr std::size_t most_digits = 15;
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const std::size_t point = text.find('.'), after = point == text.npos ? 0 : text.size() - point - 1;
  const std::size_t digits = text.size() - (point == text.npos ? 0 : 1);
  // Digits on both sides of a point.
  if (digits == 0 || digits > most_digits || point == 0 || (point != text.npos && after == 0)) return std::nullopt;
  std::int64_t number = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    number = 10 * number + (text[i] - '0');
  }
  const double value = static_cast<double>(number) / powers[after];
  return is_negative ? -value : value;
}

std::string flaw_of(double coordinate, char axis) {
  if (std::abs(coordinate) <= largest_input) return "";
  if (std::isnan(coordinate))
    return std::string(1, axis) + " is not a number (NaN). Repair the model or export it again.";
  if (std::isinf(coordinate)) return std::string(1, axis) + " is infinite. Repair the model or export it again.";
  return std::string(1, axis) + " is beyond 2^300, the largest coordinate that abut takes. Scale the model down.";
}

std::string printable(std::string_view piece) {
  constexpr std::size_t longest = 40;
  std::string result;
  for (char c : piece.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
  return piece.size() > longest ? result + "..." : result;
}

std::string in_quotes(std::string_view piece) {
  std::string result(1, '\'');
  return result.append(printable(piece)).append(1, '\'');
}

std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void append_number(std::string& text, double value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_number(std::string& text, std::uint64_t value) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::string on_one_line(std::string_view name) {
  std::string line(name);
  std::replace_if(line.begin(), line.end(), is_control, ' ');
  while (!line.empty() && is_blank(line.back())) line.pop_back();
  const auto first = std::find_if_not(line.begin(), line.end(), is_blank);
  line.erase(line.begin(), first);
  return line;
}

bool looks_like_text(std::span<const std::byte> bytes) {
  constexpr std::size_t enough = 512;
  for (std::byte byte : bytes.first(std::min(bytes.size(), enough)))
    if (const char c = static_cast<char>(byte); is_control(c) && !is_blank(c) && c != '\n') return false;
  return true;
}

TextCursor::TextCursor(std::span<const std::byte> bytes, const std::string& file, Continuation continuation)
    : begin_(reinterpret_cast<const char*>(bytes.data())),
      end_(begin_ + bytes.size()),
      at_(begin_),
      file_(file),
      continuation_(continuation) {
  skip_mark();
}

void TextCursor::skip_mark() { at_ = without_mark({at_, static_cast<std::size_t>(end_ - at_)}).data(); }

bool TextCursor::continues(const char* backslash) const {
  if (continuation_ == Continuation::none) return false;
  const char* next = backslash + 1;
  if (next != end_ && *next == '\r') ++next;
  return next != end_ && *next == '\n';
}

bool TextCursor::skip_continuation() {
  if (!continues(at_)) return false;
  while (*at_ != '\n') ++at_;
  ++line_;
  return true;
}

void TextCursor::skip_line() {
  for (; !at_end(); ++at_) {
    if (*at_ == '\\')
      skip_continuation();
    else if (*at_ == '\n')
      return next_line();
  }
}

std::string TextCursor::rest_of_line() {
  std::string result;
  for (; !at_line_end(); ++at_) result += *at_ == '\\' && skip_continuation() ? ' ' : *at_;
  return on_one_line(result);
}

std::string_view TextCursor::peek() const {
  const char* stop = at_;
  while (!is_token_end(stop)) ++stop;
  return {at_, static_cast<std::size_t>(stop - at_)};
}

std::string_view TextCursor::token() {
  skip_blanks();
  const std::string_view result = peek();
  at_ += result.size();
  return result;
}

double TextCursor::coordinate(char axis, std::string_view of) {
  skip_blanks();
  if (at_line_end()) fail(std::string(of) + " ends before its " + axis + ".");
  double value = 0;
  const std::from_chars_result read = read_double(at_, end_, value);
  if (read.ec != std::errc() || !is_token_end(read.ptr))
    fail(std::string(1, axis) + " is " + in_quotes(peek()) + ", which is not a number.");
  if (!(std::abs(value) <= largest_input)) fail(flaw_of(value, axis));
  at_ = read.ptr;
  return value;
}

std::int64_t TextCursor::whole_number(std::string_view what) {
  skip_blanks();
  if (at_line_end()) fail(std::string(what) + " is missing.");
  const char* begin = at_;
  if (*begin == '+' && begin + 1 != end_ && begin[1] != '-') ++begin;
  std::int64_t value = 0;
  const std::from_chars_result read = std::from_chars(begin, end_, value);
  if (read.ec == std::errc::result_out_of_range)
    fail(std::string(what) + " is " + in_quotes(peek()) + ", which is beyond 64 bits.");
  if (read.ec != std::errc()) fail(std::string(what) + " is " + in_quotes(peek()) + ", which is not a whole number.");
  at_ = read.ptr;
  return value;
}

void TextCursor::fail_at(std::size_t line, const std::string& reason) const {
  throw Error(file_ + ": line " + std::to_string(line) + ": " + reason);
}

void TextCursor::fail_whole(const std::string& reason) const { throw Error(file_ + ": " + reason); }

}  // namespace abut
