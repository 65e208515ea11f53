#pragma once

#include <abut/vec3.h>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace abut {

/// A convex polytope that is cut by planes: its corners, and the planes around it. Corners are rounded, so both parts
/// of a cut together lack what lies within some units in the last place of the coordinates.
class ConvexCell {
 public:
  ConvexCell() = default;
  explicit ConvexCell(const Bounds& box);

  std::span<const Vec3> corners() const { return corners_; }
  /// The mean of the corners.
  Vec3 centre() const;
  /// How far the corners are from a point, at most.
  double radius(const Vec3& centre) const;
  /// The least and the greatest dot product with a corner.
  std::pair<double, double> extent(const Vec3& direction) const;

  /// The parts below and above the plane direction . x = offset; nothing when one of them would be empty, or when there
  /// are too many planes or corners.
  std::optional<std::pair<ConvexCell, ConvexCell>> cut(const Vec3& direction, double offset) const;

  /// Is there surely a gap wider than `slack` between the cell and the triangle? One of the cell's planes, the
  /// triangle's own or one across an axis must be in it.
  bool is_beside(const std::array<Vec3, 3>& triangle, double slack) const;

 private:
  static constexpr std::size_t most_planes = 64, most_corners = 96;
  struct Plane {
    Vec3 normal;  // a unit vector, out of the cell
    double offset = 0;
  };

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
};

}  // namespace abut
