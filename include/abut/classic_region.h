#pragma once

#include <abut/classic.h>

#include <limits>

/// Boxes without thickness and without end, against models: planes, slabs, beams, rays, segments (Gottschalk et al.
/// 1996, section 5: degenerate boxes, and boxes with infinite extents).
namespace abut {
namespace ABUT_API classic {

/// The points x in the world with low[i] <= w_i <= high[i], where w_i = axes[i] . (x - centre) / axes[i]^2: how far x
/// is along an axis, in lengths of that axis. A box when the axes are perpendicular. An extent may be 0, for both ends
/// alike, or infinite, on one side or both. The axes need not have length 1.
struct Region {
  Vec3 centre{};
  std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  Vec3 low{}, high{};
};

// Those without thickness lie on the line or plane of the numbers given, exactly. The axes across a thick beam or ray
// are rounded: it is the region returned that queries decide about. Throw Error for a direction of no length, or one
// that is not finite.

Region plane(const Vec3& point, const Vec3& normal);
/// `half_width` to either side.
Region slab(const Vec3& point, const Vec3& normal, double half_width);
/// The points from + w direction with 0 <= w <= 1.
Region segment(const Vec3& from, const Vec3& direction);
/// With 0 <= w.
Region ray(const Vec3& from, const Vec3& direction);
/// With any w.
Region line(const Vec3& point, const Vec3& direction);
/// A square of the given half width, swept along a line without end, and along a ray.
Region beam(const Vec3& point, const Vec3& direction, double half_width);
Region fat_ray(const Vec3& from, const Vec3& direction, double half_width);

struct RegionOptions {
  /// Stop after so many triangles.
  std::uint64_t max_triangles = std::numeric_limits<std::uint64_t>::max();
};

struct RegionTriangles {
  std::vector<std::uint32_t> triangles;  ///< sorted
  Counters counters;
  bool complete = true;
};

/// The triangles of a placed model that share a point with the region; touching counts. Decided exactly, for every kind
/// of volume alike, also for degenerate triangles. Throws Error for a placement that is not valid and a region that is
/// not: an axis of no length, a number that is not one, ends in the wrong order.
RegionTriangles triangles_in(ModelRef model, const Placement& at, const Region& region,
                             const RegionOptions& options = {});
/// Is there one?
bool touches(ModelRef model, const Placement& at, const Region& region);

}  // namespace classic
}  // namespace abut
