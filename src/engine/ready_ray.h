#pragma once

#include "engine/inner_ray.h"
#include <abut/query.h>

#include <cstdint>
#include <span>

namespace abut {

/// Along each axis: the ray is between two bounds of a box in the inner frame, taken larger, from first * inverse +
/// to_first on to last * inverse + to_last, where `first` is the bound that it comes to first: the lower one if
/// `inverse` is above 0.
struct AxisBounds {
  float inverse[3], to_first[3], to_last[3];
  std::uint32_t first[3], last[3];  ///< where these bounds begin in a RayNode
};

/// A ray and what its way through one placed model needs of it.
struct ReadyRay {
  ExactRay exact;
  RaySight sight;
  InnerRay inner;
  AxisBounds axes;
};

/// Where the model stands: as rays see it, and how they are carried into its inner frame. Not owned.
struct RayStage {
  const SeenModel& model;
  const RayFrame& frame;
  const Placement& at;
};

/// Of the ray its exact numbers and its sight's range are given.
void make_ready(ReadyRay& ray, const RayStage& stage);

/// The same for many, side by side; sights are the same to the bit.
void make_ready(std::span<ReadyRay* const> rays, const RayStage& stage, Simd simd);

}  // namespace abut
