#include "math/arc_tangent.h"

#include <algorithm>

namespace abut {

namespace {

// For t in [0, 1]. Halving the angle twice, tan(a/2) = t / (1 + sqrt(1 + t^2)), leaves t below tan(pi/16) < 0.199; what
// follows the last term of the series is below 0.199^25 / 25 < 2^-62.
double angle_of_slope(double t) {
  for (int i = 0; i < 2; ++i) t = t / (1 + std::sqrt(1 + t * t));
  const double square = t * t;
  double sum = 0;
  for (int n = 23; n >= 1; n -= 2) sum = 1.0 / n - square * sum;
  return 4 * (t * sum);
}

}  // namespace

double angle_of(double y, double x) {
  const double across = std::abs(x);
  if (y == 0 && x == 0) return 0;
  const double acute = y <= across ? angle_of_slope(y / across) : pi / 2 - angle_of_slope(across / y);
  return x >= 0 ? acute : pi - acute;
}

}  // namespace abut
