#include "number_lines.h"

#include "io/file.h"
#include "io/text.h"
#include <abut/error.h>
#include <abut/vec3.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace abut::cli {

namespace {

/// For each character: does it separate numbers?
using Separators = std::array<bool, 256>;
Separators separators_of(Between between) {
  Separators result{};
  for (std::size_t c = 0; c < result.size(); ++c)
    result[c] = is_blank(static_cast<char>(c)) || (between == Between::commas_or_blanks && c == ',');
  return result;
}

std::string_view next_token(std::string_view& rest, const Separators& separates) {
  const char *at = rest.data(), *const end = at + rest.size();
  const auto is_one = [&](const char* c) { return separates[static_cast<unsigned char>(*c)]; };
  while (at != end && is_one(at)) ++at;
  const char* const begin = at;
  while (at != end && !is_one(at)) ++at;
  rest = {at, static_cast<std::size_t>(end - at)};
  return {begin, static_cast<std::size_t>(at - begin)};
}

/// None when it is not a number.
std::optional<double> number_from(std::string_view token) {
  if (const std::optional<double> value = short_decimal(token)) return value;
  std::string_view digits = token;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ptr != digits.data() + digits.size()) return std::nullopt;
  // from_chars leaves the value alone beyond the range of double; strtod gives what rounding asks for: 0 or infinite.
  if (read.ec == std::errc::result_out_of_range) return std::strtod(std::string(digits).c_str(), nullptr);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string NumberLine::where() const { return file + ": line " + std::to_string(number) + ": "; }

std::size_t NumberLine::read(std::string_view text, std::span<double> values, Between between) const {
  static const Separators blanks = separators_of(Between::blanks), commas = separators_of(Between::commas_or_blanks);
  const Separators& separates = between == Between::blanks ? blanks : commas;
  text = text.substr(0, text.find('#'));
  std::size_t count = 0;
  for (std::string_view token = next_token(text, separates); !token.empty();
       token = next_token(text, separates), ++count) {
    if (count >= values.size()) continue;
    const std::optional<double> value = number_from(token);
    if (!value)
      throw Error(where() + "value " + std::to_string(count + 1) + " is " + in_quotes(token) +
                  ", which is not a number" +
                  (token.find_first_of(",;") == token.npos ? "."
                   : between == Between::blanks            ? "; separate numbers by blanks."
                                                           : "; separate numbers by commas or blanks."));
    values[count] = *value;
  }
  return count;
}

void read_rows(const std::filesystem::path& file, const RowNames& names, std::span<double> values,
               const std::function<void(const NumberLine&)>& use, bool (*is_head)(std::string_view)) {
  InputLines lines(file);
  std::string text;
  bool is_empty = true;
  for (NumberLine line{lines.name(), 1}; lines.next(text); ++line.number) {
    const std::string_view content = line.number == 1 ? without_mark(text) : std::string_view(text);
    if (line.number == 1 && is_head && is_head(content)) continue;
    const std::size_t count = line.read(content, values, Between::commas_or_blanks);
    if (count == 0) continue;
    if (count != values.size())
      throw Error(line.where() + "has " + counted(count, "value") + "; " + names.one + " has " +
                  std::to_string(values.size()) + ": " + names.numbers + ".");
    use(line);
    is_empty = false;
  }
  if (is_empty) throw Error(lines.name() + ": has no " + names.many + ". Give one per line: " + names.numbers + ".");
}

void require_coordinates(std::span<const double> values, const std::string& where) {
  for (const double value : values)
    if (!(std::abs(value) <= largest_input))
      throw Error(where + (std::isfinite(value) ? "a coordinate is beyond 2^300, the largest that abut takes."
                                                : "a coordinate is not finite."));
}

void read_triple(const std::string& text, const std::string& option, std::span<double, 3> values) {
  try {
    if (NumberLine{option, 1}.read(text, values, Between::commas_or_blanks) == 3) return;
  } catch (const Error&) {
    // Said below.
  }
  throw Error(option + " takes three numbers, as in " + option + " 0,1.5,-2; it is " + in_quotes(text) + ".");
}

}  // namespace abut::cli
