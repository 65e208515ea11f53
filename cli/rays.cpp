#include "rays.h"

#include "io/file.h"
#include "io/text.h"
#include "number_lines.h"
#include <abut/error.h>

#include <array>
#include <cmath>

namespace abut::cli {

namespace {

/// Throws Error, which begins with `where`.
Ray ray_from(const std::array<double, 6>& values, const std::string& where) {
  for (const double value : values)
    if (!(std::abs(value) <= largest_input))
      throw Error(where + (std::isfinite(value) ? "a coordinate is beyond 2^300, the largest that abut takes."
                                                : "a coordinate is not finite."));
  const Ray ray = Ray::between({values[0], values[1], values[2]}, {values[3], values[4], values[5]});
  if (ray.direction == Vec3{}) throw Error(where + "the ray ends where it begins.");
  return ray;
}

}  // namespace

Ray ray_between(const std::string& from, const std::string& to) {
  std::array<double, 6> values{};
  read_triple(from, "--from", std::span(values).first<3>());
  read_triple(to, "--to", std::span(values).last<3>());
  return ray_from(values, "--from and --to: ");
}

std::vector<Ray> read_rays(const std::filesystem::path& file) {
  InputLines lines(file);
  std::vector<Ray> rays;
  std::string text;
  std::array<double, 6> values{};
  for (NumberLine line{lines.name(), 1}; lines.next(text); ++line.number) {
    const std::string_view content = line.number == 1 ? without_mark(text) : std::string_view(text);
    const std::size_t count = line.read(content, values, Between::commas_or_blanks);
    if (count == 0) continue;
    if (count != 6)
      throw Error(line.where() + "has " + counted(count, "value") +
                  "; a ray has 6: where it begins and where it ends.");
    rays.push_back(ray_from(values, line.where()));
  }
  if (rays.empty()) throw Error(lines.name() + ": has no rays. Give one per line: where it begins and where it ends.");
  return rays;
}

}  // namespace abut::cli
