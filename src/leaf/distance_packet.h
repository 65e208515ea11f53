#pragma once

#include "leaf/triangle_packet.h"

namespace abut {

/// Bounds the distances of triangle pairs of two placed models from below in float arithmetic, many at a time. Made
/// once per query; any relative placement, rigid or affine.
struct DistanceFilter {
  static constexpr int batch = TriangleFilter::batch;

  DistanceFilter(const TriangleFilter::Corners& a, const TriangleFilter::Corners& b, const RelativePlacement& b_in_a)
      : pairs(a, b, b_in_a) {}

  bool is_usable() const { return pairs.usable; }

  TriangleFilter pairs;  ///< the models and the errors of what is computed from them; not usable: every bound is 0
};

}  // namespace abut
