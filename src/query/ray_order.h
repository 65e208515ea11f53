#pragma once

#include "engine/inner_ray.h"
#include "query/model_data.h"
#include <abut/ray.h>

namespace abut {

/// An order of rays in which neighbours are likely to come to the same places: by the corner that they go towards, then
/// by where they enter the box around the model's tree for rays. It decides nothing but the speed.
std::vector<std::uint32_t> rays_in_order(const ModelData& model, const Placement& at, const RayFrame& frame,
                                         std::span<const Ray> rays);

}  // namespace abut
