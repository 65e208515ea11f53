#include "math/cube_cut.h"

#include <algorithm>
#include <array>

namespace abut {

CubeCut::CubeCut(const Vec3& vector) : direction_{1, 0, 0} {
  const double most = largest(abs(vector));
  if (!(most > 0 && most <= std::numeric_limits<double>::max())) return;
  for (int axis = 0; axis < 3; ++axis) {
    const double entry = vector[axis] / most;
    direction_[axis] = std::abs(entry) < 0x1p-7 ? 0 : entry;
  }
}

// The part of the unit cube with a . y < d, all a > 0, is what n of them leave of a simplex: (d^n - sum (d - a_i)+^n +
// sum (d - a_i - a_j)+^n - ...) / (n! a_1 .. a_n). With d <= 3 there are eight terms up to 27, each off by less than 16
// u of that, over at least 6 * 2^-14: together below 2^-29. A height off by a few u changes it by less than that.
double CubeCut::part_below(double height) const {
  std::array<double, 3> a{};
  int count = 0;
  double sum = 0;
  for (const double entry : {direction_.x, direction_.y, direction_.z})
    if (entry != 0) a[count++] = std::abs(entry), sum += std::abs(entry);
  const double d = 0.5 * (height + sum);
  if (!(d > 0)) return 0;
  if (d >= sum) return 1 - 0x1p-28;
  double total = 0, under = 1;
  for (int i = 0; i < count; ++i) under *= a[i] * (i + 1);
  for (int subset = 0; subset < 1 << count; ++subset) {
    double rest = d;
    int sign = 1;
    for (int i = 0; i < count; ++i)
      if (subset >> i & 1) rest -= a[i], sign = -sign;
    if (!(rest > 0)) continue;
    total += sign * (count == 3 ? rest * rest * rest : count == 2 ? rest * rest : rest);
  }
  return std::clamp(total / under - 0x1p-28, 0.0, 1.0);
}

Vec3 CubeCut::farthest(bool highest) const {
  Vec3 point;
  for (int axis = 0; axis < 3; ++axis) {
    const double entry = highest ? direction_[axis] : -direction_[axis];
    point[axis] = entry > 0 ? 1 : entry < 0 ? -1 : 0;
  }
  return point;
}

}  // namespace abut
