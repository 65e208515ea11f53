#pragma once

#include <abut/math/matrix3.h>
#include <abut/volume/obb_packet.h>

#include <span>

namespace abut {

/// Bounds |entry of (axes axes' - I)| of a box in a packet: the axes' rounding to float.
inline constexpr double packet_axes_defect = 0x1p-22;

/// Axes (columns) for a small box around the points, given coordinate by coordinate (x, y, z, x, ...).
Matrix3 refined_axes(const Matrix3& covariance, std::span<const float> points);

/// Stores the smallest box with these axes, rounded, around the points. It also bounds every real point whose
/// coordinates lie within inner_error of doubles that round to the floats given; |coordinates| <= 1.
void store_box(ObbPacket& boxes, int lane, const Matrix3& axes, std::span<const float> points);

}  // namespace abut
