#pragma once

#include "base/visited.h"
#include "engine/inner_ray.h"
#include "engine/ray_tree.h"
#include <abut/query.h>

namespace abut {

/// Takes the triangles that a ray may meet.
class RaySink {
 public:
  virtual ~RaySink() = default;
  /// A triangle's id, and its three corners in the model's frame where the tree has them, else null. What has a larger
  /// s than the number returned need no longer be looked at; one below -2 ends the visit.
  virtual float take(std::uint32_t triangle, const Vec3* corners) = 0;
};

/// Which part of a ray is asked about, and how.
struct RayVisit {
  float low = -2, high = 2;  ///< s
  Simd simd = Simd::best;
};

/// Visits the triangles that the ray may meet, boxes that it reaches first before the others. Rays are bounded.
Visited visit_ray(const WideTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink);
Visited visit_ray(const RayTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink);

/// Gives one ray after the other to visit_rays(), which has some of them under way at the same time.
class RayStream {
 public:
  static constexpr int slots = 8;

  virtual ~RayStream() = default;
  struct Job {
    const InnerRay* ray;  ///< bounded
    float low, high;      ///< s
    RaySink* sink;
  };
  /// The next ray, for a slot whose ray before is done; false when there are no more.
  virtual bool next(int slot, Job& job) = 0;
};

/// visit_ray() for many. What a ray needs is fetched from memory while others are looked at.
void visit_rays(const WideTree& tree, Simd simd, RayStream& stream);
void visit_rays(const RayTree& tree, Simd simd, RayStream& stream);

}  // namespace abut
