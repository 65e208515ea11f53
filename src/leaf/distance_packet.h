#pragma once

#include "leaf/triangle_packet.h"

namespace abut {

/// Bounds the distances of triangle pairs of two placed models from below in float arithmetic, many at a time. Made
/// once per query; any relative placement, rigid or affine.
struct DistanceFilter {
  static constexpr int batch = TriangleFilter::batch;

  DistanceFilter(const TriangleFilter::Corners& a, const TriangleFilter::Corners& b, const RelativePlacement& b_in_a)
      : pairs(a, b, b_in_a) {}

  TriangleFilter pairs;  ///< the models and the errors of what is computed from them; not usable: every bound is 0
};

/// Writes a lower bound of the distance of each of up to DistanceFilter::batch pairs, the triangles named by their
/// places among the corners, and returns a bit for each that is below the cutoff; a bound that is not is true, but need
/// not be the best and may differ between instruction sets. Everything else is the same bits on all of them. Lengths
/// are those of A's inner frame; times A's unit they are bounds in the world, too, when A's placement is rigid. 0 when
/// in doubt. For tests and measurements: queries have the filter compiled in.
std::uint32_t distances_below(Simd simd, const DistanceFilter& filter, std::span<const std::uint32_t> a,
                              std::span<const std::uint32_t> b, float cutoff, float* out);

}  // namespace abut
