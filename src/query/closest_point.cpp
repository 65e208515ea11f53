#include "query/model_point_search.h"
#include "query/point_batch.h"

namespace abut {

ClosestPoint closest_point(const Model& model, const Placement& at, const Vec3& point,
                           const ClosestPointOptions& options) {
  ModelPointSearch::require_valid(at, options);
  validate_points({&point, 1});
  return ModelPointSearch(model, at, options).find(point);
}

std::vector<ClosestPoint> closest_point(const Model& model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options) {
  ModelPointSearch::require_valid(at, options);
  validate_points(points);
  return for_points<ClosestPoint>(
      points, options.threads, [&] { return ModelPointSearch(model, at, options); },
      [](ModelPointSearch& search, const Vec3& point) { return search.find(point); });
}

}  // namespace abut
