#pragma once

#include "engine/ray_visit.h"
#include "engine/ready_ray.h"
#include "leaf/ray_triangle.h"
#include "query/model_data.h"
#include <abut/ray.h>

namespace abut {

/// Throws Error for rays that no search takes.
void require_valid(const Ray& ray);

/// Sends rays against one placed model; holds what they have in common. Not to be shared between threads.
class RaySearch {
 public:
  /// Model, placement and options outlive the search and are valid.
  RaySearch(const Model& model, const Placement& at, const RayOptions& options);

  std::optional<RayHit> first(const Ray& ray);
  bool any(const Ray& ray);
  std::vector<RayHit> all(const Ray& ray);
  Crossings crossings(const Ray& ray);

  // The same for many rays, some of them under way at the same time; results[i] is that of rays[i].
  static void first(const Model& model, const Placement& at, const RayOptions& options, std::span<const Ray> rays,
                    std::span<std::optional<RayHit>> results);
  static void any(const Model& model, const Placement& at, const RayOptions& options, std::span<const Ray> rays,
                  std::span<std::uint8_t> results);

 private:
  class Sink;
  class Nearest;
  class Any;
  class All;
  class Crossed;
  template <class Sought, class Result>
  class Stream;

  /// Shows the sink every triangle that the ray may meet.
  void visit(const Ray& ray, Sink& sink);
  /// Sets test and sink up for a ray; false when nothing is left to visit: the ray passes the model by, or the sink has
  /// seen all triangles already.
  bool begin(const ReadyRay& ray, Sink& sink);
  void visit_all(Sink& sink);
  /// Is a triangle of this side one that the options keep? Asks `consider`.
  bool is_kept(std::uint32_t triangle, int side) const;
  RayStage stage() const { return {test_.model(), frame_, at_}; }
  Face face_of(int side) const;
  void tell(const Ray& ray, std::uint32_t triangle, const RayMeeting& meeting, RayHit& hit) const;

  const ModelData& model_;
  const Placement& at_;
  const RayOptions& options_;
  RayFrame frame_;
  bool is_mirrored_;
  RayTriangleTest test_;
  /// Room for the ray that is asked about alone, not set before that.
  union Alone {
    Alone() {}
    ReadyRay ray;
  } alone_;
};

}  // namespace abut
