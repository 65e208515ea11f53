#include "io/word_lines.h"

#include "io/text.h"
#include <abut/error.h>
#include <abut/vec3.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace abut {

namespace {

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_escape(std::string_view text, std::size_t i) {
  return text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
}

/// Where the quote stands that ends a quoted word; npos without one.
std::size_t closing_quote(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return i;
    if (is_escape(text, i)) ++i;
  }
  return text.npos;
}

}  // namespace

std::string Word::plain() const {
  if (!quoted) return std::string(text);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_escape(text, i)) ++i;
    result += text[i];
  }
  return result;
}

WordLines::WordLines(const std::filesystem::path& file) : name_(file.string()), content_(InputFile(file).read_all()) {
  const std::span<const std::byte> bytes = content_.bytes();
  rest_ = without_mark({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool WordLines::next() {
  while (!rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    if (line.find('\0') != line.npos) fail("there is a zero byte. Save the file as plain text (UTF-8).");
    split(line);
    if (!words_.empty()) return true;
  }
  return false;
}

void WordLines::split(std::string_view line) {
  words_.clear();
  for (;;) {
    line = without_blanks_around(line);
    if (line.empty() || line.front() == '#') return;
    const bool quoted = line.front() == '"';
    std::size_t end = 0;
    if (quoted) {
      line.remove_prefix(1);
      end = closing_quote(line);
      if (end == line.npos) fail("a quote is opened and not closed.");
    } else {
      while (end < line.size() && !is_blank(line[end])) ++end;
    }
    words_.push_back({line.substr(0, end), quoted});
    line.remove_prefix(end + (quoted ? 1 : 0));
  }
}

std::string WordLines::after_first_word() const {
  std::string result;
  for (std::size_t i = 1; i < words_.size(); ++i) result.append(i > 1 ? " " : "").append(words_[i].plain());
  return result;
}

double WordLines::number(const Word& word, const std::string& what) const {
  std::string_view digits = word.text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = !word.quoted && read.ptr == digits.data() + digits.size() && !digits.empty();
  if (!whole || read.ec == std::errc::invalid_argument)
    fail(what + " is " + in_quotes(word.text) + ", which is not a number.");
  if (read.ec != std::errc() || !(std::abs(value) <= largest_input))
    fail(what + " is " + in_quotes(word.text) + ", which is not a number from -2^300 to 2^300.");
  return value;
}

void WordLines::fail(const std::string& reason) const { throw Error(where() + reason); }

std::string WordLines::where() const { return name_ + ": line " + std::to_string(number_) + ": "; }

}  // namespace abut
