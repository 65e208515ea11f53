#pragma once

#include <abut/ray.h>

namespace ABUT_API abut {

/// What is moved along a ray: all points within `radius` of the ray's point, a ball, or of the segment from there to
/// there + axis, a capsule.
struct CastShape {
  double radius = 0;  ///< finite, 0 or more
  Vec3 axis{};        ///< finite, up to 2^300
};

/// When a moved shape first touches a model.
struct CastHit {
  /// Before `lower` the shape is clear of the model: proved for every t in [t_min, lower). At `upper` the model's
  /// distance from the shape's point or segment is at most radius (1 + 2^-40) and 2^-42 of the sizes at hand: the
  /// largest coordinate of the way near the model, the longest side of its triangles' images, radius and axis. Both are
  /// t_min when the shape touches at once.
  double lower = 0, upper = 0;
  std::uint32_t triangle = 0;  ///< one that is touched at `upper`, of those with the least `upper` the smallest
  Vec3 point;                  ///< of the triangle, in the world, where it is closest at `upper`; rounded
};

struct CastOptions {
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads that share the rays of a batch (0: all cores).
  int threads = 1;
  /// Set it from another thread to end a batch: rays that were not sent by then touch nothing. Not owned.
  const std::atomic<bool>* stop = nullptr;
};

/// The first t at which a ball or capsule that is moved along a ray comes within its radius of a placed model; none if
/// it stays clear until t_max, which is proved, too. The placement is world <- model; t_min is finite. The answer is
/// the same for every instruction set and thread count. Throws Error for an invalid placement, ray, shape or option.
std::optional<CastHit> cast(const Model& model, const Placement& at, const Ray& ray, const CastShape& shape,
                            const CastOptions& options = {});
/// Many rays; results in input order.
std::vector<std::optional<CastHit>> cast(const Model& model, const Placement& at, std::span<const Ray> rays,
                                         const CastShape& shape, const CastOptions& options = {});

}  // namespace abut
