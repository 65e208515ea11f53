#include "poses.h"

#include "io/file.h"
#include "io/text.h"
#include <abut/error.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace abut::cli {

namespace {

constexpr std::size_t numbers_per_pose = 24;

std::string_view next_token(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t size = 0;
  while (size < rest.size() && !is_blank(rest[size])) ++size;
  const std::string_view token = rest.substr(0, size);
  rest.remove_prefix(size);
  return token;
}

/// One line of a poses file, with what its error messages open with.
struct PoseLine {
  const std::string& file;
  std::size_t number;  ///< counted from 1

  std::string where() const { return file + ": line " + std::to_string(number) + ": "; }

  double number_of(std::string_view token, std::size_t index) const {
    std::string_view digits = token;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
    double value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = read.ptr == digits.data() + digits.size();
    // from_chars leaves the value alone beyond the range of double; strtod gives what rounding asks for: 0 or infinite.
    if (whole && read.ec == std::errc::result_out_of_range) return std::strtod(std::string(digits).c_str(), nullptr);
    if (whole && read.ec == std::errc()) return value;
    const bool listed = token.find_first_of(",;") != std::string_view::npos;
    throw Error(where() + "value " + std::to_string(index + 1) + " is " + quoted(token) + ", which is not a number" +
                (listed ? "; separate numbers by blanks." : "."));
  }

  /// The line's numbers; false when there are none.
  bool read(std::string_view text, std::array<double, numbers_per_pose>& values) const {
    text = text.substr(0, text.find('#'));
    std::size_t count = 0;
    for (std::string_view token = next_token(text); !token.empty(); token = next_token(text), ++count)
      if (count < numbers_per_pose) values[count] = number_of(token, count);
    if (count == 0 || count == numbers_per_pose) return count > 0;
    throw Error(where() + "has " + counted(count, "value") + "; a pose has 24: A's 3x4 matrix row by row, then B's.");
  }
};

PlacementPair placed(const std::array<double, numbers_per_pose>& values, const PoseLine& line) {
  const std::span<const double, numbers_per_pose> all(values);
  PlacementPair pair{Placement::from_rows(all.first<12>()), Placement::from_rows(all.last<12>())};
  require_valid(pair.a, (line.where() + "the placement of A").c_str());
  require_valid(pair.b, (line.where() + "the placement of B").c_str());
  return pair;
}

}  // namespace

std::vector<PlacementPair> read_poses(const std::filesystem::path& file) {
  InputLines lines(file);
  std::vector<PlacementPair> poses;
  std::string text;
  std::array<double, numbers_per_pose> values{};
  for (PoseLine line{lines.name(), 1}; lines.next(text); ++line.number)
    if (line.read(line.number == 1 ? without_mark(text) : text, values)) poses.push_back(placed(values, line));
  if (poses.empty())
    throw Error(lines.name() + ": has no poses. Give one per line, 24 numbers: A's 3x4 matrix row by row, then B's.");
  return poses;
}

}  // namespace abut::cli
