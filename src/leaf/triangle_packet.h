#pragma once

#include "leaf/leaf_triangles.h"
#include "math/inner_frame.h"
#include <abut/query.h>

#include <cstdint>
#include <span>

namespace abut {

/// What is known of the pairs of a batch, a bit each.
struct PairVerdicts {
  std::uint32_t touching = 0;   ///< surely in contact
  std::uint32_t undecided = 0;  ///< left to the exact test; neither bit: surely not in contact
};

/// Decides contact of most triangle pairs of two placed models in float arithmetic, many at a time, and says so when it
/// cannot. Made once per query.
struct TriangleFilter {
  static constexpr int batch = 16;

  /// A model's triangles. No corner is farther than `reach` from the frame's origin.
  struct Corners {
    LeafTriangles leaves;
    double reach = 0;
  };

  TriangleFilter(const Corners& a, const Corners& b, const RelativePlacement& b_in_a);

  LeafTriangles corners_a, corners_b;
  float linear[3][3], shift[3];  ///< A <- B, scale included
  /// A side of A (B) is off by no more than this plus, for B, a part per length; A's is 2^-24.
  float edge_error_a, edge_error_b, edge_error_b_per_size;
  float offset_error;  ///< the way from a corner of A to one of B is off by no more
  float margin;        ///< pairs are apart only by more than this, in A's inner frame
  bool usable;         ///< false: every pair is undecided
};

/// Up to TriangleFilter::batch pairs, the triangles named by their places. Simd::scalar is the
/// definition; other sets may leave a pair undecided that it decides, and the other way round. For tests and
/// measurements: queries have the filter compiled in.
PairVerdicts decide(Simd simd, const TriangleFilter& filter, std::span<const std::uint32_t> a,
                    std::span<const std::uint32_t> b);

}  // namespace abut
