#pragma once

#include "base/function_ref.h"
#include <abut/figure.h>

namespace abut {

/// How a point of the world that moves with a link moves as a configuration changes: speed(k, v) for the numbers k that
/// move it, with v the derivative of its position by k. A number comes once for each joint that follows it: the sum
/// counts. `links` are the placements of Figure::place().
void for_each_speed(const Figure& figure, std::span<const double> configuration, std::span<const Placement> links,
                    std::size_t link, const Vec3& point, FunctionRef<void(std::size_t, const Vec3&)> speed);

}  // namespace abut
