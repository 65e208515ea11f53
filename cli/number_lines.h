#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
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

/// What messages call the rows of a file: "a ray", "rays", "where it begins and where it ends".
struct RowNames {
  const char *one, *many, *numbers;
};

/// Reads a file with one row of numbers per line, with commas or blanks between them: each row into `values`, then
/// calls `use`. '#' starts a comment, empty lines do not count, nor does a first line that `is_head` takes for a head.
/// The file may be a pipe; "-" is the standard input. Throws Error with file and line for a row that has more or fewer
/// numbers than `values`, and for a file without a row.
void read_rows(const std::filesystem::path& file, const RowNames& names, std::span<double> values,
               const std::function<void(const NumberLine&)>& use, bool (*is_head)(std::string_view) = nullptr);

/// Throws Error, which begins with `where`, unless all are finite and at most 2^300.
void require_coordinates(std::span<const double> values, const std::string& where);

/// Reads the three numbers of an option, with commas or blanks between them. Throws Error for anything else.
void read_triple(const std::string& text, const std::string& option, std::span<double, 3> values);

}  // namespace abut::cli
