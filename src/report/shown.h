#pragma once

#include <string>
#include <string_view>

// Names come from files that anybody may have made. In all three forms, bytes that are not UTF-8 become U+FFFD, one for
// each longest piece that could begin a character (as Unicode recommends and Python does).

namespace abut {

/// For people: what a terminal would obey, or what turns the direction of text, is written out, such as \x1b or \u202e.
std::string shown(std::string_view text);

/// A field of a CSV table: as shown(), but tabs and line breaks stay, in quotes as RFC 4180 has it; what a spreadsheet
/// would compute (=, +, -, @, a tab or a line break in front) gets a single quote in front.
std::string csv_field(std::string_view text);

/// A JSON string, with its quotes; what shown() writes out is escaped, so that it reads back as the same.
void append_json_string(std::string& json, std::string_view text);

/// A whole JSON text that is valid UTF-8, with the same characters escaped.
std::string escaped_json(std::string_view json);

}  // namespace abut
