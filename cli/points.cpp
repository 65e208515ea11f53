#include "points.h"

#include "io/file.h"
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
  InputLines lines(file);
  std::vector<Vec3> points;
  std::string text;
  std::array<double, 3> values{};
  for (NumberLine line{lines.name(), 1}; lines.next(text); ++line.number) {
    const std::string_view content = line.number == 1 ? without_mark(text) : std::string_view(text);
    if (line.number == 1 && is_head(content)) continue;
    const std::size_t count = line.read(content, values, Between::commas_or_blanks);
    if (count == 0) continue;
    if (count != 3) throw Error(line.where() + "has " + counted(count, "value") + "; a point has 3: x, y and z.");
    points.push_back(point_from(values, line));
  }
  if (points.empty()) throw Error(lines.name() + ": has no points. Give one per line: x, y and z.");
  return points;
}

}  // namespace abut::cli
