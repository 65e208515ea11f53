#pragma once

#include "engine/ray_tree.h"
#include "engine/ready_ray.h"
#include <abut/query.h>

namespace abut {

/// Takes the triangles that a ray may meet.
class RaySink {
 public:
  virtual ~RaySink() = default;
  /// A triangle's id, and where the ray surely meets it, or null where that is not known: the sink finds out. What has
  /// a larger s than the number returned need no longer be looked at; one below -2 ends the visit.
  virtual float take(std::uint32_t triangle, const RayMeeting* meeting) = 0;

  double last_t = std::numeric_limits<double>::infinity();  ///< meetings beyond it need not be shown
};

/// A ray on its way through a tree, bounded.
struct RayJob {
  const ReadyRay* ray;
  float low, high;  ///< the part that is asked about, in s
  RaySink* sink;
};

/// Is a tree so large that most of it is in no cache?
inline bool is_large(const RayTree& tree) { return tree.bytes() > std::size_t{1} << 24; }

/// Visits the triangles that the ray may meet, boxes that it reaches first before the others.
void visit_ray(const WideTree& tree, Simd simd, const RayJob& job);
void visit_ray(const RayTree& tree, Simd simd, const RayJob& job);

/// Gives one ray after the other to visit_rays(), which has some of them under way at the same time.
class RayStream {
 public:
  static constexpr int slots = 16;

  virtual ~RayStream() = default;
  /// The next ray, for a slot whose ray before is done; false when there are no more.
  virtual bool next(int slot, RayJob& job) = 0;
};

/// visit_ray() for many. What a ray needs is fetched from memory while others are looked at.
void visit_rays(const WideTree& tree, Simd simd, RayStream& stream);
void visit_rays(const RayTree& tree, Simd simd, RayStream& stream);

}  // namespace abut
