#pragma once

#include "math/inner_point.h"
#include <abut/model.h>

namespace abut {

/// Finds triangles of a placed model that segments and rays of the world may meet: all that do, and others nearby.
class MetTriangles {
 public:
  /// Each coordinate of the points that are asked about may be off by `point_error`.
  MetTriangles(const Model& model, const Placement& at, double point_error);
  /// In the model's own frame, for points that are no more off than LinePoint::error().
  explicit MetTriangles(const Model& model);

  std::vector<std::uint32_t> by_segment(const Vec3& from, const Vec3& to) const;
  /// By a ray along the first axis.
  std::vector<std::uint32_t> by_ray(const Vec3& from) const;

 private:
  std::vector<std::uint32_t> gathered(const Vec3& start, const Vec3& half, double error) const;

  const Model& model_;
  InnerPoints frames_;
  double point_error_;
};

}  // namespace abut
