#include "math/arc_tangent.h"
#include "math/sine.h"
#include "robot/figure_data.h"
#include <abut/error.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace abut {

namespace {

using Quadruple = std::array<double, 4>;

double length_of(const Quadruple& q) { return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]); }
Quadruple blend(const Quadruple& a, double s, const Quadruple& b, double t) {
  return {s * a[0] + t * b[0], s * a[1] + t * b[1], s * a[2] + t * b[2], s * a[3] + t * b[3]};
}
Quadruple normalised(const double* q) {
  const Quadruple any{q[0], q[1], q[2], q[3]};
  return blend(any, 1 / length_of(any), any, 0);
}

/// The short way between unit quaternions, at an even pace.
Quadruple slerp(const Quadruple& from, Quadruple to, double time) {
  double cosine = 0;
  for (std::size_t i = 0; i < 4; ++i) cosine += from[i] * to[i];
  if (cosine < 0) to = blend(to, -1, to, 0);
  // Half the angle has |to - from| / 2 and |to + from| / 2 for its sine and cosine.
  const double angle = 2 * angle_of(length_of(blend(to, 1, from, -1)), length_of(blend(to, 1, from, 1)));
  if (angle == 0) return from;
  const double whole = sine_and_cosine(angle).sine;
  const Quadruple at =
      blend(from, sine_and_cosine(angle * (1 - time)).sine / whole, to, sine_and_cosine(angle * time).sine / whole);
  return normalised(at.data());
}

/// By how much an angle changes the short way, forwards for half a turn.
double short_way(double from, double to) {
  const double by = to - from;
  const double rest = by - 2 * pi * std::nearbyint(by / (2 * pi));
  return rest <= -pi ? rest + 2 * pi : rest;
}

double between_numbers(double from, double to, double time) {
  return std::clamp(from + time * (to - from), std::min(from, to), std::max(from, to));
}

}  // namespace

std::vector<double> Figure::between(std::span<const double> from, std::span<const double> to, double time) const {
  require_valid(from, "the configuration at the start");
  require_valid(to, "the configuration at the end");
  if (!(time >= 0 && time <= 1)) throw Error("the time of a configuration between two others must be in [0, 1].");
  std::vector<double> at(from.begin(), from.end());
  if (time == 0) return at;
  const std::vector<JointNumber>& numbers = data_->numbers;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (numbers[i].wraps)
      at[i] = from[i] + time * short_way(from[i], to[i]);
    else
      at[i] = time == 1 ? to[i] : between_numbers(from[i], to[i], time);
  }
  if (time == 1) return at;
  for (const JointMap& map : data_->maps)
    if (map.kind == JointKind::floating) {
      const std::size_t first = map.first_number + 3;
      const Quadruple q = slerp(normalised(&from[first]), normalised(&to[first]), time);
      std::copy(q.begin(), q.end(), at.begin() + static_cast<std::ptrdiff_t>(first));
    }
  return at;
}

}  // namespace abut
