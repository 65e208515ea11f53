// Structures of numbers read side by side, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_MATH_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_MATH_ROWS_INL_H_
#undef ABUT_MATH_ROWS_INL_H_
#else
#define ABUT_MATH_ROWS_INL_H_
#endif

#include "math/lanes-inl.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Numbers of rows that are read side by side, a row a lane: `Row` holds nothing but doubles, an even number of them.
template <class N, class Row>
class RowsOf {
 public:
  /// row(i) points to that of lane i.
  template <class RowAt>
  HWY_INLINE explicit RowsOf(const RowAt& row) {
    for (int k = 0; k < count; k += 2)
      N::load_two_columns([&](int i) HWY_ATTR { return reinterpret_cast<const double*>(row(i)) + k; }, column_[k],
                          column_[k + 1]);
  }
  /// By where they are in a row, in bytes.
  HWY_INLINE const N& number(std::size_t at) const { return column_[at / sizeof(double)]; }
  HWY_INLINE Vec3Of<N> vector(std::size_t at) const {
    const N* of = &number(at);
    return {of[0], of[1], of[2]};
  }

 private:
  static_assert(sizeof(Row) % (2 * sizeof(double)) == 0);
  static constexpr int count = sizeof(Row) / sizeof(double);
  N column_[count];
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
