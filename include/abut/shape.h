#pragma once

#include <abut/placement.h>
#include <abut/solid.h>

#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// What a shape was made as.
enum class ShapeKind {
  nothing,
  surface,
  solid,
  box,
  sphere,
  capsule,
  rounded_box,
  half_space,
  cylinder,
  cone,
  hull,
  points,
  height_field,
  boxes,
};
inline constexpr std::array all_shape_kinds{
    ShapeKind::nothing, ShapeKind::surface,     ShapeKind::solid,        ShapeKind::box,      ShapeKind::sphere,
    ShapeKind::capsule, ShapeKind::rounded_box, ShapeKind::half_space,   ShapeKind::cylinder, ShapeKind::cone,
    ShapeKind::hull,    ShapeKind::points,      ShapeKind::height_field, ShapeKind::boxes};
constexpr std::string_view name_of(ShapeKind kind) {
  constexpr std::string_view names[] = {"nothing", "surface",     "solid",        "box",      "sphere",
                                        "capsule", "rounded-box", "half-space",   "cylinder", "cone",
                                        "hull",    "points",      "height-field", "boxes"};
  return names[static_cast<int>(kind)];
}

/// Heights over a grid in the plane z = 0, around the origin.
struct HeightField {
  std::size_t columns = 0, rows = 0;  ///< of corners, along x and along y; two or more
  std::array<double, 2> sizes{1, 1};  ///< full sizes along x and y
  /// Row by row from the least y, in a row from the least x. A cell is cut from its corner with the least x and y to
  /// the opposite one. Error when one is not above the floor.
  std::span<const double> heights;
  double floor = 0;  ///< the z down to which there is ground
};

/// What a body looks like, in its own frame: a mesh or a simple solid. A shape is a core and a radius: all points
/// within the radius of a point of the core. The core is a mesh, with all that it encloses if the shape is solid; that
/// of a sphere is a point, that of a capsule a segment. A value that never changes; cheap to copy, and shared by
/// threads. Lengths must be finite, not negative and at most 2^300; Error otherwise.
class Shape {
 public:
  /// Nothing. It touches nothing and is infinitely far from everything.
  Shape();
  /// The surface of a mesh alone: what it encloses is not part of it.
  Shape(Model surface);
  /// A mesh and all that it encloses.
  Shape(Solid solid);

  /// Full sizes along x, y and z, around the origin. A size of 0 makes it flat.
  static Shape box(const Vec3& sizes);
  /// Around the origin.
  static Shape sphere(double radius);
  /// All points within `radius` of the segment of this length along z, which has its middle in the origin. A cylinder
  /// of the same length with a half ball at each end.
  static Shape capsule(double radius, double length);
  /// All points within `radius` of a box of these full sizes: from end to end it measures sizes + 2 radius.
  static Shape rounded_box(const Vec3& sizes, double radius);
  /// All points with z <= 0.
  static Shape half_space();
  /// Along z, around the origin, as a prism around it: it contains the cylinder and strays from it by `stray` at most.
  /// Queries are about the prism and say what that means for the cylinder; stray() is the real excess. Error when it
  /// would take more than 4096 sides. Default: a thousandth of the radius, 72 sides.
  static Shape cylinder(double radius, double length);
  static Shape cylinder(double radius, double length, double stray);
  /// About z, from a base at z = -height / 2 to its apex at z = height / 2, as a pyramid around it, likewise.
  static Shape cone(double radius, double height);
  static Shape cone(double radius, double height, double stray);
  /// All points within `radius` of the convex hull of some points, which is exact. Takes time in proportion to the
  /// points times the hull's edges.
  static Shape hull(std::span<const Vec3> points, double radius = 0);
  /// All points within `radius` of one of some points: a point cloud.
  static Shape points(std::span<const Vec3> points, double radius);
  /// The ground under a surface of heights, down to its floor.
  static Shape height_field(const HeightField& field);
  /// The union of some boxes along the axes: voxels, or the leaves of an octree. They may touch and overlap. Error when
  /// one has no volume.
  static Shape boxes(std::span<const Bounds> boxes);
  /// A height field or boxes again, from what core() says of one: to read what was stored. Error for other kinds.
  static Shape with_core(ShapeKind kind, Model core);

  ShapeKind kind() const;
  /// The core as a mesh: triangles that are a point or a segment for balls and capsules, and none for a half-space.
  const Model& core() const;
  double radius() const;
  /// What it was made with, in the order of the maker's arguments: sizes, radius, length, and the stray asked for.
  /// Empty for meshes.
  std::span<const double> lengths() const;
  /// A shape that stands for a curved one contains it, and no point of it is farther from it than this. 0 for all
  /// others.
  double stray() const;
  /// Does the shape contain what its surface encloses? Not so nothing, and a surface.
  bool is_solid() const;
  /// Is a point that is not on the core's surface in the core because the surface encloses it? Null unless the core is
  /// a mesh with an inside.
  const Solid* solid_core() const;
  /// A box around the placed shape in the world, rounded outward; inverted for nothing, infinite for a half-space.
  /// Throws Error as touches() does.
  Bounds bounds_at(const Placement& at) const;

  // For the queries.
  struct ABUT_PRIVATE Data;
  const Data& data() const { return *data_; }

 private:
  explicit Shape(Data* data);
  detail::Shared<Data> data_;
};

/// Do the placed shapes share a point, or come within a margin of each other? Exact: the answer is that of the exact
/// images of the cores, the real sum of the radii and the margin. A shape wholly inside a solid one touches it. A
/// cylinder or cone touches what the mesh around it touches: never no wrongly, yes for gaps up to its stray. Two
/// half-spaces touch unless they are exactly antiparallel and apart. Placements are world <- shape, and a radius is a
/// length in the world. Throws Error for an invalid placement or margin, and when a shape with a radius is scaled or
/// sheared: max |R'R - I| above 2^-10.
bool touches(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b, double margin = 0);

struct ShapeTouchOptions {
  double margin = 0;  ///< as in touches()
  /// Number of threads that share the queries of a batch (0: all cores).
  int threads = 1;
};
/// Many placements at once: 1 where the shapes touch, 0 elsewhere, in input order.
std::vector<std::uint8_t> touches(const Shape& a, const Shape& b, std::span<const PlacementPair> placements,
                                  const ShapeTouchOptions& options = {});

struct ShapeDistanceOptions {
  /// Of shapes that overlap, both solid and closed, say how deep: the distance is then negative. Otherwise shapes that
  /// touch are 0 apart.
  bool depth = false;
  /// Nothing farther apart than this is measured: `lower` is then at least this, and `upper` may be infinite. Error
  /// when negative or not a number.
  double cut_off = std::numeric_limits<double>::infinity();
  /// Number of threads that share the queries of a batch (0: all cores). One query runs on one thread.
  int threads = 1;
};

/// The distance between two shapes: lower <= the distance of the exact images <= upper. Lengths are in the world.
struct ShapeDistance {
  /// A stray of a cylinder or cone is added to `upper`, so that the bracket holds the distance of the real one; without
  /// strays, `upper` is 0 or less if and only if the shapes touch. Both are infinite if one is nothing. A depth is the
  /// length of the shortest translation of B after which the interiors are disjoint, or, of shapes with radii whose
  /// cores are apart, how much closer the cores are than the sum of the radii.
  double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  /// Do the shapes touch, as touches() decides?
  bool touching = false;
  /// The closest points of both in the world, rounded. Where cores overlap, a point of A and where it is after the way
  /// along the normal.
  Vec3 point_a, point_b;
  /// A unit vector along which B leaves A: of shapes that are apart, the direction from point_a to point_b, accurate
  /// also where the points are too close to tell it. Of shapes that touch, the direction of the shortest way out that
  /// is known, or across the features that touch. 0 if nothing was measured.
  Vec3 normal;
  Counters counters;
};

/// How far apart two placed shapes are, or how deep in each other. Placements are world <- shape. Of shapes that are
/// apart, upper - lower is as small as that of distance() between models, but for the rounding of radii and strays; a
/// depth of convex shapes is within a millionth, other depths are as wide as penetration() leaves them. Throws Error as
/// touches() does, and for an invalid option.
ShapeDistance distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b,
                       const ShapeDistanceOptions& options = {});
/// Many placements at once; results in input order, the same for every thread count.
std::vector<ShapeDistance> distance(const Shape& a, const Shape& b, std::span<const PlacementPair> placements,
                                    const ShapeDistanceOptions& options = {});

}  // namespace abut
