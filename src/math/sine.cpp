#include "math/sine.h"

#include "math/quarter_turns.h"

#include <cmath>

namespace abut {

namespace {

// For |r| <= pi/4 + 2^-30. What follows the last terms of the series is below r^19 / 19! < 2^-63 for the sine, and
// r^18 / 18! < 2^-58 for the cosine. Rounding: the sums inside are at most a third of r^2 and off by 4u of that; the
// last product and sum add 1.5u of the sine, or u of the cosine. u = 2^-53: below 2.5u in all, of the sine itself.
double sine_of_small(double r) {
  const double s = r * r;
  double sum = 0;
  for (int n = 16; n >= 2; n -= 2) sum = (1 + sum) * (-s * (1.0 / (n * (n + 1))));
  return r + r * sum;
}
double cosine_of_small(double r) {
  const double s = r * r;
  double sum = 0;
  for (int n = 15; n >= 3; n -= 2) sum = (1 + sum) * (-s * (1.0 / (n * (n + 1))));
  return 1 - (s / 2) * (1 + sum);
}

}  // namespace

// The nearest whole number k of quarters is below 2^20, and k quarter_1 and k quarter_2 are exact. angle - k quarter_1
// is exact, too: below 1, and a multiple of 2^-53, unless k is 0. The two differences that follow round by 2^-54 at
// most each, so that the reduced angle is within 1.01u of the real one; with what the series lose that is below 4u.
SineCosine sine_and_cosine(double angle) {
  const double k = std::nearbyint(angle * quarters_per_angle);
  const double r = ((angle - k * quarter_1) - k * quarter_2) - k * quarter_3;
  const double s = sine_of_small(r), c = cosine_of_small(r);
  switch (static_cast<long>(k) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

}  // namespace abut
