#include "regions.h"

#include "io/text.h"
#include "number_lines.h"
#include <abut/error.h>

#include <array>
#include <string_view>

namespace abut::cli {

namespace {

struct Shape {
  std::string_view name;
  classic::Region (*thin)(const Vec3&, const Vec3&);
  classic::Region (*wide)(const Vec3&, const Vec3&, double);
};
constexpr Shape shapes[] = {
    {"plane", classic::plane, nullptr},     {"slab", nullptr, classic::slab},       {"line", classic::line, nullptr},
    {"ray", classic::ray, nullptr},         {"segment", classic::segment, nullptr}, {"beam", nullptr, classic::beam},
    {"fat-ray", nullptr, classic::fat_ray},
};

classic::Region region_from(const std::array<double, 6>& values, const RegionShape& shape, const std::string& where) {
  require_coordinates(values, where);
  return shape.through({values[0], values[1], values[2]}, {values[3], values[4], values[5]}, where);
}

}  // namespace

RegionShape::RegionShape(const std::string& name, std::optional<double> half_width) {
  std::string names;
  for (shape_ = 0; shape_ < std::size(shapes) && shapes[shape_].name != name; ++shape_)
    names += (names.empty() ? "" : ", ") + std::string(shapes[shape_].name);
  if (shape_ == std::size(shapes))
    throw Error("the shape is " + in_quotes(name) + "; it must be one of " + names + ".");
  if (half_width && shapes[shape_].thin)
    throw Error("a " + name + " has no width: leave out --half-width, or choose slab, beam or fat-ray.");
  if (!half_width && shapes[shape_].wide) throw Error("a " + name + " needs --half-width.");
  half_width_ = half_width.value_or(0);
}

classic::Region RegionShape::through(const Vec3& point, const Vec3& direction, const std::string& where) const {
  try {
    const Shape& shape = shapes[shape_];
    return shape.thin ? shape.thin(point, direction) : shape.wide(point, direction, half_width_);
  } catch (const Error& error) {
    throw Error(where + error.what());
  }
}

classic::Region region_at(const std::string& at, const std::string& along, const RegionShape& shape) {
  std::array<double, 6> values{};
  read_triple(at, "--at", std::span(values).first<3>());
  read_triple(along, "--along", std::span(values).last<3>());
  return region_from(values, shape, "--at and --along: ");
}

std::vector<classic::Region> read_regions(const std::filesystem::path& file, const RegionShape& shape) {
  std::vector<classic::Region> regions;
  std::array<double, 6> values{};
  read_rows(file, {"a region", "regions", "a point and a direction"}, values,
            [&](const NumberLine& line) { regions.push_back(region_from(values, shape, line.where())); });
  return regions;
}

}  // namespace abut::cli
