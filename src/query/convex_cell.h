#pragma once

#include <abut/vec3.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace abut {

/// A convex polytope, or a flat convex polygon, that is cut by planes: its corners, and the planes around it. Corners
/// are rounded, so both parts of a cut together lack what lies within some units in the last place of the coordinates.
class ConvexCell {
 public:
  ConvexCell() = default;
  explicit ConvexCell(const Bounds& box);
  /// A flat one.
  explicit ConvexCell(const std::array<Vec3, 3>& triangle);
  /// The hull of some points, which is not to be cut.
  explicit ConvexCell(std::span<const Vec3> corners);

  std::span<const Vec3> corners() const { return corners_; }
  const Bounds& bounds() const { return bounds_; }
  /// The mean of the corners.
  Vec3 centre() const;
  /// How far the corners are from a point, at most.
  double radius(const Vec3& centre) const;
  /// The least and the greatest dot product with a corner.
  std::pair<double, double> extent(const Vec3& direction) const;

  /// The parts below and above the plane direction . x = offset; nothing when one of them would be empty, or when there
  /// are too many planes or corners.
  std::optional<std::pair<ConvexCell, ConvexCell>> cut(const Vec3& direction, double offset) const;

  /// Is there surely a gap wider than `slack` between the cell and the triangle?
  bool is_beside(const std::array<Vec3, 3>& triangle, double slack) const;
  /// The same for the box of all centre + sum t_k axes[k] with |t_k| <= 1.
  bool is_beside(const Vec3& centre, const std::array<Vec3, 3>& axes, double slack) const;

 private:
  static constexpr std::size_t most_planes = 64, most_corners = 96;
  struct Plane {
    Vec3 normal;  // a unit vector, out of the cell
    double offset = 0;
  };

  bool is_clipped_away(const std::array<Vec3, 3>& triangle, double slack) const;
  void add(const Vec3& corner, std::uint64_t planes);
  /// Does a plane cut an edge between these corners, or between others beside them? `above` says on which sides they
  /// are.
  bool is_edge(std::size_t i, std::size_t j, std::span<const double> above) const;
  /// Forgets planes that touch the cell in an edge, a corner or not at all.
  void tidy();

  std::vector<Vec3> corners_;
  std::vector<std::uint64_t> planes_of_;  // of each corner the planes that it is on, as bits
  std::vector<Plane> planes_;
  Bounds bounds_;
  int edge_planes_ = 2;   // that the ends of an edge have in common, at least
  int face_corners_ = 3;  // that are on a plane that matters, at least
};

}  // namespace abut
