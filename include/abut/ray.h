#pragma once

#include <abut/function.h>
#include <abut/model.h>
#include <abut/query.h>

#include <optional>
#include <span>

namespace ABUT_API abut {

/// The points origin + t (direction + rest) of the world with t in [t_min, t_max], as exact real numbers.
struct Ray {
  /// Finite, up to 2^300; the direction has any length but 0.
  Vec3 origin, direction;
  /// From t_min on, to t_max; either may be infinite.
  double t_min = 0, t_max = std::numeric_limits<double>::infinity();
  /// What rounding took from the direction, at most 2^-53 of it in each coordinate; for rays between two points.
  Vec3 rest{};

  /// The segment between two points, both included: t runs from 0 to 1, and is exactly `to` at 1.
  static Ray between(const Vec3& from, const Vec3& to);
};

/// The side of a triangle that a ray comes to. The front is that from which the model's corners are seen to turn left,
/// and goes with the model, also where a placement mirrors it.
enum class Face {
  front,
  back,
  edge,  ///< the ray runs in the triangle's plane, or the triangle is a segment or a point
};
constexpr std::string_view name_of(Face face) {
  constexpr std::string_view names[] = {"front", "back", "edge"};
  return names[static_cast<int>(face)];
}

/// The first point of a closed triangle on a ray.
struct RayHit {
  /// The real t is no farther from t than t_error, which is at most 2^-32 (|t| + the longest side of the triangle's
  /// image over the direction's length). Both are infinite where t is beyond the range of doubles.
  double t = 0, t_error = 0;
  std::uint32_t triangle = 0;
  Face face = Face::edge;
  std::array<double, 3> weights{};  ///< barycentric coordinates of the point in its triangle, rounded; see point_on()
  Vec3 point;                       ///< in the world, rounded
  Vec3 normal;                      ///< of the triangle's image, of length 1, out of its front; 0 if it has none
};

enum class BackFaces {
  keep,
  cull,  ///< triangles that the ray comes to from behind are as if they were not there
};

struct RayOptions {
  BackFaces back_faces = BackFaces::keep;
  /// Asked about a triangle that the ray meets, once at most for each ray: false makes it as if it were not there.
  /// Empty: all are there. Batches ask it from all of their threads.
  Function<bool(std::uint32_t triangle)> consider{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads that share the rays of a batch (0: all cores).
  int threads = 1;
  /// Set it from another thread to end a batch: rays that were not sent by then meet nothing. Not owned.
  const std::atomic<bool>* stop = nullptr;
};

// Rays against a placed model, world <- model. Whether a ray meets a closed triangle is decided exactly on the exact
// image, so no ray slips through between two triangles, and so is the order of hits: by t, and where that is the same
// by triangle. Answers are the same for every instruction set and thread count, and with or without ModelOptions::rays.
// Batches answer in the order of their rays. Throws Error for an invalid placement, ray or option.

/// The first triangle that the ray comes to.
std::optional<RayHit> first_hit(const Model& model, const Placement& at, const Ray& ray,
                                const RayOptions& options = {});
std::vector<std::optional<RayHit>> first_hit(const Model& model, const Placement& at, std::span<const Ray> rays,
                                             const RayOptions& options = {});

/// Does the ray meet the model? Sooner known than the first hit.
bool any_hit(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options = {});
/// 1 or 0 for each ray.
std::vector<std::uint8_t> any_hit(const Model& model, const Placement& at, std::span<const Ray> rays,
                                  const RayOptions& options = {});

/// Every triangle that the ray meets, in order. A ray through a side meets both of its triangles.
std::vector<RayHit> all_hits(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options = {});
std::vector<std::vector<RayHit>> all_hits(const Model& model, const Placement& at, std::span<const Ray> rays,
                                          const RayOptions& options = {});

/// How often a ray crosses a model.
struct Crossings {
  std::uint64_t count = 0;
  std::int64_t balance = 0;  ///< crossings through the back, on the way out, less those through the front
  friend bool operator==(const Crossings&, const Crossings&) = default;
};

/// Crossings of the ray after a shift that is too small to be measured, and after which it meets no corner and no side
/// of any triangle: each passage through the surface counts once. Of a closed mesh the count is even for every segment
/// with both ends outside. Segments and points are not crossed. Culling and `consider` hold.
Crossings crossings(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options = {});
std::vector<Crossings> crossings(const Model& model, const Placement& at, std::span<const Ray> rays,
                                 const RayOptions& options = {});

}  // namespace abut
