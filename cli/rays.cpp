#include "rays.h"

#include "number_lines.h"
#include <abut/error.h>

#include <array>

namespace abut::cli {

namespace {

/// Throws Error, which begins with `where`.
Ray ray_from(const std::array<double, 6>& values, const std::string& where) {
  require_coordinates(values, where);
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
  std::vector<Ray> rays;
  std::array<double, 6> values{};
  read_rows(file, {"a ray", "rays", "where it begins and where it ends"}, values,
            [&](const NumberLine& line) { rays.push_back(ray_from(values, line.where())); });
  return rays;
}

}  // namespace abut::cli
