#pragma once

#include "report/amounts.h"
#include <abut/collide.h>

#include <cstdio>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace abut::cli {

/// JSON objects keep the order in which their keys are written; numbers are printed so that they read back the same.
using Json = nlohmann::ordered_json;
inline Json to_json(const Vec3& v) { return Json::array({v.x, v.y, v.z}); }

/// Thrown when the reader of the standard output has gone: the program ends without a word.
struct OutputClosed {};

/// The standard output. Text is kept until `flush`, so that a command which fails has printed nothing.
class Output {
 public:
  std::string text;

  /// Throws OutputClosed when nobody reads any more, Error when the text cannot be written.
  void flush();
};

/// Prints "abut: " and the sentence, made safe for a terminal, to the standard error.
void say(std::string_view sentence);
/// From here on nothing is printed, neither to the standard output nor to the standard error: another rank speaks.
void keep_quiet();
/// What was said last although nothing was to be printed.
std::string last_said();
/// Prints to the standard error as it is. One that cannot be written to, or is closed, changes nothing else.
void write_error(std::string_view text);

/// One line of JSON. Bytes of names that are not UTF-8 are replaced, and what a terminal would obey is escaped.
std::string json_line(const Json& json);

/// How the statistics of some queries begin.
Json to_json(std::size_t queries, const Counters& counters);
/// The one object that --stats ends with.
void print_stats(const Json& stats);

// JSON as it is written number by number, where there are many.
void append_json_number(std::string& text, double value);
void append_json_point(std::string& text, const Vec3& point);

// For people.
/// "(1, 0.5, 0)", with six digits.
std::string as_point(const Vec3& point);
/// "0.25", or "between 0.98 and 1.02" with digits enough to tell the two apart.
std::string as_bracket(double lower, double upper);

/// "contacts":[[3,17],[4,17]]
void append_json_pairs(std::string& text, const Contacts& contacts);
/// {"pose":0,"contacts":[[3,17],[4,17]]} and a line's end.
void append_json_line(std::string& text, std::size_t pose, const Contacts& contacts);

}  // namespace abut::cli
