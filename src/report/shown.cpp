#include "report/shown.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace abut {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;
  bool is_valid = false;  ///< else the bytes are the longest that could begin a character, at least one
};

/// How a character goes on after its first byte (The Unicode Standard, table 3-7).
struct Continuation {
  std::size_t bytes = 0;
  unsigned char low = 0x80, high = 0xBF;  ///< of the second byte
};
Continuation continuation_of(unsigned char first) {
  if (first >= 0xC2 && first <= 0xDF) return {1};
  if (first == 0xE0) return {2, 0xA0, 0xBF};
  if (first == 0xED) return {2, 0x80, 0x9F};
  if (first >= 0xE1 && first <= 0xEF) return {2};
  if (first == 0xF0) return {3, 0x90, 0xBF};
  if (first >= 0xF1 && first <= 0xF3) return {3};
  if (first == 0xF4) return {3, 0x80, 0x8F};
  return {};
}

/// The text is not empty.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1, true};
  Continuation rest = continuation_of(byte(0));
  Character character{char32_t(byte(0) & (0x3F >> rest.bytes)), 1, rest.bytes > 0};
  for (std::size_t i = 1; i <= rest.bytes; ++i, ++character.bytes) {
    if (i == text.size() || byte(i) < rest.low || byte(i) > rest.high) return {0, i, false};
    character.code = character.code << 6 | (byte(i) & 0x3F);
    rest.low = 0x80, rest.high = 0xBF;
  }
  return character;
}

bool is_between(char32_t code, char32_t low, char32_t high) { return low <= code && code <= high; }

/// Controls (C0, DEL, C1), ends of lines and paragraphs, and what turns the direction of text.
bool must_be_written_out(char32_t code) {
  return code < 0x20 || is_between(code, 0x7F, 0x9F) || code == 0x061C || is_between(code, 0x200E, 0x200F) ||
         is_between(code, 0x2028, 0x202E) || is_between(code, 0x2066, 0x2069);
}

/// Calls visit(character, its bytes) for each, with U+FFFD for what is none.
template <class Visit>
void for_each_character(std::string_view text, Visit&& visit) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.is_valid)
      visit(character.code, text.substr(0, character.bytes));
    else
      visit(char32_t{0xFFFD}, replacement);
    text.remove_prefix(character.bytes);
  }
}

void append_written_out(std::string& result, char32_t code) {
  if (code < 0x80)
    fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned>(code));
  else
    fmt::format_to(std::back_inserter(result), "\\u{:04x}", static_cast<unsigned>(code));
}

/// Spreadsheets of some languages take the wide forms (U+FF1D and so on) for the same.
bool begins_a_formula(std::string_view text) {
  if (text.empty()) return false;
  const char32_t code = first_character(text).code;
  constexpr char32_t starts[] = {'=', '+', '-', '@', '\t', '\r', '\n', 0xFF1D, 0xFF0B, 0xFF0D, 0xFF20};
  return std::find(std::begin(starts), std::end(starts), code) != std::end(starts);
}

}  // namespace

std::string shown(std::string_view text) {
  std::string result;
  for_each_character(text, [&](char32_t code, std::string_view bytes) {
    if (must_be_written_out(code))
      append_written_out(result, code);
    else
      result += bytes;
  });
  return result;
}

std::string csv_field(std::string_view text) {
  std::string content = begins_a_formula(text) ? "'" : "";
  for_each_character(text, [&](char32_t code, std::string_view bytes) {
    if (code == '"')
      content += "\"\"";
    else if (must_be_written_out(code) && code != '\t' && code != '\n' && code != '\r')
      append_written_out(content, code);
    else
      content += bytes;
  });
  return content.find_first_of(",\"\n\r\t") == content.npos ? content : '"' + content + '"';
}

void append_json_string(std::string& json, std::string_view text) {
  json += '"';
  for_each_character(text, [&](char32_t code, std::string_view bytes) {
    constexpr std::string_view short_forms = "\"\"\\\\\bb\ff\nn\rr\tt";
    if (code < 0x80) {
      for (std::size_t i = 0; i < short_forms.size(); i += 2)
        if (bytes[0] == short_forms[i]) return void((json += '\\') += short_forms[i + 1]);
    }
    if (must_be_written_out(code))
      fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned>(code));
    else
      json += bytes;
  });
  json += '"';
}

std::string escaped_json(std::string_view json) {
  std::string result;
  for_each_character(json, [&](char32_t code, std::string_view bytes) {
    // Such characters below 0x20 are between values, or escaped already.
    if (code >= 0x20 && must_be_written_out(code))
      fmt::format_to(std::back_inserter(result), "\\u{:04x}", static_cast<unsigned>(code));
    else
      result += bytes;
  });
  return result;
}

}  // namespace abut
