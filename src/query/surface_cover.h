#pragma once

#include "query/placed_solid.h"

#include <optional>

namespace abut {

/// Looks at a surface along the normal of one of its triangles. If a patch of it covers what some points span, seen
/// that way, then everything they span is as close to the surface as to the patch, measured along the normal. Where a
/// face is made of many triangles this says far more than the distance from any one of them.
class SurfaceCover {
 public:
  /// The solid outlives it.
  explicit SurfaceCover(const PlacedSolid& solid);

  /// Looks for a patch that covers the corners' hull. `middle` is a point of the hull, `start` a triangle near it.
  /// False when none was found: it would be too large, too steep or folded. The rest is about the last patch that was
  /// found.
  bool find(std::span<const Vec3> corners, const Vec3& middle, std::uint32_t start);

  /// No point of the hull is farther than this from the surface.
  double farthest() const;

  /// For a triangle's corners: no point of the triangle is deeper than this inside the solid, and nothing when that
  /// cannot be said. The patch must be all of the surface that is near, so that a point on its inner side is inside,
  /// and one beyond it is outside.
  std::optional<double> deepest(const std::array<Vec3, 3>& corners, bool middle_is_inside) const;

  /// A plane along a side of the surface that cuts the hull, the one that cuts off most; after find(), whatever it
  /// says.
  struct Cut {
    Vec3 across;  ///< of length 1
    double offset = 0;
    double least = 0;  ///< how far the hull reaches beyond it, on the side where that is less; 0: there is none
  };
  const Cut& cut() const { return cut_; }

 private:
  struct Seen;

  bool find_start(const Vec3& middle, Seen& seen) const;
  bool see(std::uint32_t triangle, Seen& seen) const;
  bool is_within(const Seen& seen, int side, std::span<const Vec3> corners);
  bool add_neighbours(const Seen& seen, std::span<const Vec3> corners);
  struct Prism;
  bool is_alone_in(const Prism& prism, std::uint32_t node) const;

  const PlacedSolid& solid_;
  std::span<const std::array<std::uint32_t, 3>> across_;
  double slack_;
  Vec3 along_;
  std::vector<std::uint32_t> patch_;
  double low_ = 0, high_ = 0;  // how far along, at least and at most, the planes of the patch are at the corners
  Cut cut_;
  int layers_ = 0;            // of the patch over the middle
  double middle_height_ = 0;  // how far along the patch is there
};

}  // namespace abut
