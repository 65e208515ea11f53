#include "points.h"

#include "io/text.h"
#include "number_lines.h"
#include <abut/error.h>

#include <array>
#include <cctype>
#include <cmath>

namespace abut::cli {

namespace {

bool is_head(std::string_view text) {
  std::string names;
  for (const char c : text)
    if (!is_blank(c) && c != '"') names += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return names == "x,y,z";
}

Vec3 point_from(const std::array<double, 3>& values, const NumberLine& line) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (std::abs(values[axis]) <= largest_input) continue;
    throw Error(
        line.where() + "xyz"[axis] + " is " +
        (std::isfinite(values[axis]) ? "beyond 2^300, the largest coordinate that abut takes." : "not finite."));
  }
  return {values[0], values[1], values[2]};
}

}  // namespace

std::vector<Vec3> read_points(const std::filesystem::path& file) {
  std::vector<Vec3> points;
  std::array<double, 3> values{};
  read_rows(
      file, {"a point", "points", "x, y and z"}, values,
      [&](const NumberLine& line) { points.push_back(point_from(values, line)); }, is_head);
  return points;
}

}  // namespace abut::cli
