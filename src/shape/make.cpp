#include "math/expansion.h"
#include "math/rounding.h"
#include "query/surface_kind.h"
#include "shape/core_mesh.h"
#include "shape/hull.h"
#include "shape/shape_data.h"
#include <abut/error.h>

#include <algorithm>
#include <memory>
#include <string>

namespace abut {

namespace {

using Data = Shape::Data;
using Made = std::unique_ptr<Data>;

double checked_length(double length, const char* what) {
  if (!(length >= 0 && length <= largest_input))
    throw Error(std::string(what) + " is " + std::to_string(length) +
                "; it must be finite, not negative, at most 2^300.");
  return length;
}

/// a - b, rounded up unless it is a double: what is flat stays so, and no subnormal numbers slow queries down.
double difference_up(double a, double b) {
  const ExactPair difference = two_difference(a, b);
  return difference.error > 0 ? next_up(difference.value) : difference.value;
}

/// With the core and what is known of every core; nothing if it is empty.
Made around_core(ShapeKind kind, Model core, double radius) {
  auto data = std::make_unique<Data>();
  data->core = std::move(core);
  const Mesh& mesh = data->core.mesh();
  if (mesh.triangles.empty()) return data;
  data->kind = kind;
  data->form = CoreForm::mesh;
  data->radius = radius;
  Bounds bounds;
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t point : triangle)
      bounds = {min(bounds.low, mesh.points[point]), max(bounds.high, mesh.points[point])};
  data->middle = 0.5 * bounds.low + 0.5 * bounds.high;
  for (int axis = 0; axis < 3; ++axis)
    data->reach[axis] = std::max(difference_up(bounds.high[axis], data->middle[axis]),
                                 difference_up(data->middle[axis], bounds.low[axis]));
  for (const std::uint32_t triangle : pieces_of(mesh)) data->pieces.push_back(mesh.corners(triangle)[0]);
  return data;
}

/// A core whose inside belongs to it.
Made solid_mesh(ShapeKind kind, Model core) {
  Made data = around_core(kind, std::move(core), 0);
  if (data->form == CoreForm::nothing) return data;
  data->solid.emplace(data->core);
  data->is_solid = true;
  return data;
}

// With more corners than this the tree is the better way to the farthest one.
constexpr std::size_t most_corners = 256;

/// Makes a core that is known to be convex the hull of its corners, if they are few.
void take_as_hull(Data& data) {
  const Mesh& mesh = data.core.mesh();
  if (mesh.points.size() > most_corners) return;
  data.form = CoreForm::hull;
  data.corners = mesh.points;
}

/// Few corners, all of them of triangles, and convex?
bool is_small_hull(const Solid& solid) {
  const Mesh& mesh = solid.model().mesh();
  if (mesh.points.size() > most_corners || !solid.closedness().is_closed()) return false;
  std::vector<bool> used(mesh.points.size());
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t point : triangle) used[point] = true;
  return std::find(used.begin(), used.end(), false) == used.end() && surface_kind_of(solid).is_convex;
}

/// A core that is the hull of its corners; `has_volume` when its mesh is closed.
Made convex(ShapeKind kind, Mesh mesh, double radius, bool has_volume) {
  Made data = around_core(kind, Model(std::move(mesh)), radius);
  if (data->form == CoreForm::nothing) return data;
  data->is_solid = true;
  if (has_volume) data->solid.emplace(data->core);
  take_as_hull(*data);
  return data;
}

Made box_data(ShapeKind kind, const Vec3& sizes, double radius) {
  for (int axis = 0; axis < 3; ++axis) checked_length(sizes[axis], "a size of the box");
  const Vec3 half = 0.5 * sizes;
  Made data = convex(kind, box_mesh(half), radius, std::min({half.x, half.y, half.z}) > 0);
  data->form = CoreForm::box;
  data->half = half;
  return data;
}

/// A point or a segment, as one triangle.
Made thin_data(ShapeKind kind, const Vec3& from, const Vec3& to, double radius) {
  Mesh mesh{{from}, {{0, 0, 0}}, {}};
  if (from != to) mesh = {{from, to}, {{0, 1, 1}}, {}};
  return convex(kind, std::move(mesh), radius, false);
}

Made around_curved(ShapeKind kind, Circumscribed around, bool has_volume) {
  Made data = convex(kind, std::move(around.mesh), 0, has_volume);
  data->stray = around.stray;
  return data;
}

/// To hand over to a Shape.
Data* with_lengths(Made data, std::initializer_list<double> lengths) {
  if (data->form != CoreForm::nothing) data->lengths = lengths;
  return data.release();
}

}  // namespace

Shape::Shape() : data_(new Data) {}
Shape::Shape(Model surface) : data_(around_core(ShapeKind::surface, std::move(surface), 0).release()) {}
Shape::Shape(Solid solid) {
  Made data = around_core(ShapeKind::solid, solid.model(), 0);
  data->is_solid = data->form != CoreForm::nothing;
  if (data->is_solid && is_small_hull(solid)) take_as_hull(*data);
  if (data->is_solid) data->solid = std::move(solid);
  data_ = detail::Shared<Data>(data.release());
}
Shape::Shape(Data* data) : data_(data) {}

Shape Shape::box(const Vec3& sizes) {
  return Shape(with_lengths(box_data(ShapeKind::box, sizes, 0), {sizes.x, sizes.y, sizes.z}));
}

Shape Shape::rounded_box(const Vec3& sizes, double radius) {
  checked_length(radius, "the radius of the rounded box");
  return Shape(with_lengths(box_data(ShapeKind::rounded_box, sizes, radius), {sizes.x, sizes.y, sizes.z, radius}));
}

Shape Shape::sphere(double radius) {
  checked_length(radius, "the radius of the sphere");
  return Shape(with_lengths(thin_data(ShapeKind::sphere, {}, {}, radius), {radius}));
}

Shape Shape::capsule(double radius, double length) {
  checked_length(radius, "the radius of the capsule");
  const Vec3 end{0, 0, 0.5 * checked_length(length, "the length of the capsule")};
  return Shape(with_lengths(thin_data(ShapeKind::capsule, -end, end, radius), {radius, length}));
}

Shape Shape::half_space() {
  Made data = std::make_unique<Data>();
  data->kind = ShapeKind::half_space;
  data->form = CoreForm::half_space;
  data->is_solid = true;
  return Shape(data.release());
}

Shape Shape::cylinder(double radius, double length) { return cylinder(radius, length, radius / 1000); }
Shape Shape::cylinder(double radius, double length, double stray) {
  checked_length(radius, "the radius of the cylinder");
  checked_length(length, "the length of the cylinder");
  checked_length(stray, "the stray of the cylinder");
  Made data = around_curved(ShapeKind::cylinder, cylinder_mesh(radius, length, stray), radius > 0 && length > 0);
  return Shape(with_lengths(std::move(data), {radius, length, stray}));
}

Shape Shape::cone(double radius, double height) { return cone(radius, height, radius / 1000); }
Shape Shape::cone(double radius, double height, double stray) {
  checked_length(radius, "the radius of the cone");
  checked_length(height, "the height of the cone");
  checked_length(stray, "the stray of the cone");
  Made data = around_curved(ShapeKind::cone, cone_mesh(radius, height, stray), radius > 0 && height > 0);
  return Shape(with_lengths(std::move(data), {radius, height, stray}));
}

Shape Shape::hull(std::span<const Vec3> points, double radius) {
  validate_points(points);
  checked_length(radius, "the radius of the hull");
  Mesh mesh = hull_mesh(points);
  const bool has_volume = mesh.triangles.size() > 1 && closedness_of(mesh).is_closed();
  return Shape(with_lengths(convex(ShapeKind::hull, std::move(mesh), radius, has_volume), {radius}));
}

Shape Shape::points(std::span<const Vec3> points, double radius) {
  validate_points(points);
  checked_length(radius, "the radius of the points");
  Mesh mesh{{points.begin(), points.end()}, {}, {}};
  for (std::uint32_t i = 0; i < points.size(); ++i) mesh.triangles.push_back({i, i, i});
  Made data = around_core(ShapeKind::points, Model(std::move(mesh)), radius);
  data->is_solid = data->form != CoreForm::nothing;
  return Shape(with_lengths(std::move(data), {radius}));
}

Shape Shape::height_field(const HeightField& field) {
  return Shape(solid_mesh(ShapeKind::height_field, Model(height_field_mesh(field))).release());
}

Shape Shape::boxes(std::span<const Bounds> boxes) {
  return Shape(solid_mesh(ShapeKind::boxes, Model(boxes_mesh(boxes))).release());
}

Shape Shape::with_core(ShapeKind kind, Model core) {
  if (kind != ShapeKind::height_field && kind != ShapeKind::boxes)
    throw Error("a " + std::string(name_of(kind)) + " is not made of its core: only height fields and boxes are.");
  return Shape(solid_mesh(kind, std::move(core)).release());
}

}  // namespace abut
