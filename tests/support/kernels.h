#pragma once

#include "engine/closed_box.h"
#include "engine/facing.h"
#include "leaf/distance_packet.h"
#include <abut/query.h>

#include <span>

// Kernels that queries have compiled in, to be called by themselves on an instruction set.

namespace abut {

/// may_touch_scalar() and may_touch_or_by_scalar() of a box of a packet, closed here.
std::uint32_t may_touch(Simd simd, const ClosedFrame& frame, const ObbPacket& boxes, int lane, const ObbPacket& opened);
std::uint32_t may_touch_or_by(Simd simd, const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                              const ObbPacket& opened, float* gaps);

/// Squares whose roots are not above the distances of a box of a packet, closed here, from the opened ones, in the
/// opened frame's unit. For rigid placements without a margin, and frames whose slack is above 2^-60.
void quick_squares(Simd simd, bool fused, const ClosedFrame& frame, const ObbPacket& boxes, int lane,
                   const ObbPacket& opened, double* squares);

/// Squares whose roots are not above the distances of a box of A from boxes of B, as they face each other.
void facing_squares(Simd simd, const FacingFrame& frame, const ObbPacket& of_a, int lane, const ObbPacket& of_b,
                    float* squares);
/// The same of the first triangle of A and the first eight of B.
void facing_squares(Simd simd, const FacingFrame& frame, const LeafTriangles& of_a, const LeafTriangles& of_b,
                    float* squares);

/// Writes a lower bound of the distance of each of up to DistanceFilter::batch pairs, the triangles named by their
/// places among the corners, and returns a bit for each that is below the cutoff; a bound that is not is true, but need
/// not be the best and may differ between instruction sets. Everything else is the same bits on all of them. Lengths
/// are those of A's inner frame; times A's unit they are bounds in the world, too, when A's placement is rigid. 0 when
/// in doubt.
std::uint32_t distances_below(Simd simd, const DistanceFilter& filter, std::span<const std::uint32_t> a,
                              std::span<const std::uint32_t> b, float cutoff, float* out);
/// A length that is not below the distance of a pair; infinity when nothing is known. It may differ between instruction
/// sets.
float distance_above(Simd simd, const DistanceFilter& filter, std::uint32_t a, std::uint32_t b);

}  // namespace abut
