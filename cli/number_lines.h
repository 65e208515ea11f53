#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace abut::cli {

/// What stands between the numbers of a line.
enum class Between { blanks, commas_or_blanks };

/// One line of a file of numbers, with what its error messages open with.
struct NumberLine {
  const std::string& file;
  std::size_t number;  ///< counted from 1

  /// "poses.txt: line 7: "
  std::string where() const;
  /// Reads the line's numbers up to '#' and returns how many there are; those beyond `values` are only counted. Throws
  /// Error for anything that is not a number.
  std::size_t read(std::string_view text, std::span<double> values, Between between) const;
};

/// Reads the three numbers of an option, with commas or blanks between them. Throws Error for anything else.
void read_triple(const std::string& text, const std::string& option, std::span<double, 3> values);

}  // namespace abut::cli
