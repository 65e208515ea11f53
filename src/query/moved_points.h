#pragma once

#include "math/inner_frame.h"

namespace abut {

/// The frame of points that have moved. Throws Error when there are not `count` of them, or one is not finite or beyond
/// 2^300.
InnerFrame frame_of_moved(std::span<const Vec3> points, std::size_t count, int threads);

/// Copies points; to themselves is allowed.
void copy_points(std::span<const Vec3> from, std::span<Vec3> to, int threads);

}  // namespace abut
