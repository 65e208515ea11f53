#pragma once

#include "math/inner_point.h"
#include <abut/model.h>

#include <optional>

namespace abut {

/// Finds the triangles of a model that stands where it is that a way may meet.
class StabbedTriangles {
 public:
  /// The model outlives it.
  explicit StabbedTriangles(const Model& model);

  /// Those that a segment from the point may meet or, without one, a ray along the first axis: perhaps too many, never
  /// too few. The point may be off by error().
  std::vector<std::uint32_t> met_by(const Vec3& from, const std::optional<Vec3>& way) const;

  /// What a point between corners of one triangle, computed in a few roundings, is off by at most per coordinate.
  double error() const { return error_; }

 private:
  const Model& model_;
  InnerPoints frames_;
  double error_;
};

}  // namespace abut
