#pragma once

#include <abut/query.h>

#include <cstdint>

namespace abut {

/// Three numbers for each of eight lanes, whether or not a register holds as many.
template <class T>
struct LaneInputs {
  alignas(64) T a[8], b[8], c[8];
};

/// Of each lane by its own numbers, unless said otherwise.
struct LaneMasks {
  std::uint32_t above, below, not_above, equal;
  std::uint32_t both, either;  ///< above and finite, above or below
  std::uint32_t from_bits[256], first[10];
  bool all_equal_themselves, all_above;
};

/// What every operation of math/lanes-inl.h gives, eight lanes a row.
template <class T>
struct LaneResults {
  T sum[8], difference[8], product[8], quotient[8], negative[8], absolute[8], rounded_down[8], root[8];
  T mul_add[8], mul_sub[8], neg_mul_add[8];
  T least[8], most[8], larger[8], selected[8], kept[8], positive[8];
  T all[8], counting[8], aligned[8];
  float root_bound[8];                  ///< of floats only
  double widened[8];                    ///< of doubles only: a, rounded to float before
  float rounded[8];                     ///< of doubles only
  T least_of_lanes, most_of_lanes;      ///< of the first `lanes` numbers a
  T dot[8], cross[3][8], turned[3][8];  ///< (a, b, c) with (b, c, a); (a + b, b + c, c + a) times a less (c, a, b)
  T selected_vector[3][8], kept_vector[3][8];  ///< where a > b: (a, b, c), else (b, c, a) or 0
  T interleaved[3][8], row_sum[8], row_difference[8], row_least[8], row_all[8];
  LaneMasks masks;
  int lanes;  ///< that a register holds
};

/// On an instruction set that is available; `scalar` is the twin of single numbers. 24 numbers follow `points`.
void lane_results(Simd simd, bool fused, const LaneInputs<float>& in, const float* points, LaneResults<float>& out);
void lane_results(Simd simd, bool fused, const LaneInputs<double>& in, const double* points, LaneResults<double>& out);

/// Of whole numbers: where a is not b, and where it is below.
struct LaneOrder {
  std::uint32_t unequal = 0, below = 0;
};
LaneOrder lane_order(Simd simd, const std::int32_t (&a)[8], const std::int32_t (&b)[8]);

/// Eight rows of four numbers as four columns of eight.
void lane_columns(Simd simd, const float* rows, float (&columns)[4][8]);

}  // namespace abut
