#pragma once

#include "engine/inner_ray.h"
#include <abut/query.h>

#include <span>

namespace abut {

/// A ray and what its way through one placed model needs of it.
struct ReadyRay {
  ExactRay exact;
  RaySight sight;
  InnerRay inner;
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
