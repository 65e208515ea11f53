#include <abut/error.h>
#include <abut/joint_curve.h>
#include <abut/placement.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace abut {

namespace {

std::vector<double> times_or_whole(std::span<const double> times, std::size_t count) {
  std::vector<double> all(times.begin(), times.end());
  if (all.empty())
    for (std::size_t i = 0; i < count; ++i) all.push_back(static_cast<double>(i));
  return all;
}

std::size_t count_of(std::size_t dof, std::span<const double> configurations) {
  if (dof == 0 || configurations.size() % dof != 0 || configurations.size() < 2 * dof)
    throw Error("a curve goes through two configurations or more, each of " + std::to_string(dof) + " numbers; " +
                std::to_string(configurations.size()) + " numbers were given.");
  return configurations.size() / dof;
}

void require_times(std::span<const double> times, std::size_t count) {
  if (times.size() != count)
    throw Error("a curve with " + std::to_string(count - 1) + (count == 2 ? " piece" : " pieces") + " has " +
                std::to_string(count) + " times, not " + std::to_string(times.size()) + ".");
  for (std::size_t i = 0; i < count; ++i)
    if (!(std::abs(times[i]) <= largest_input) || (i > 0 && !(times[i - 1] < times[i])))
      throw Error("the times of a curve must be numbers that ascend; number " + std::to_string(i) +
                  " (from 0) does not.");
}

/// The velocities at inner configurations with which accelerations do not jump; those at the ends are 0. For each inner
/// one, with h and k the times before and after it:
///   k v_(i-1) + 2 (h + k) v_i + h v_(i+1) = 3 (k (q_i - q_(i-1)) / h + h (q_(i+1) - q_i) / k).
/// The matrix is dominated by its diagonal: elimination from the first to the last needs no pivots.
std::vector<double> smooth_velocities(std::size_t dof, std::span<const double> q, std::span<const double> times) {
  const std::size_t count = times.size();
  std::vector<double> velocities(q.size()), factors(count);
  const auto row = [&](std::size_t i, std::size_t k) { return i * dof + k; };
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const double h = times[i] - times[i - 1], k = times[i + 1] - times[i];
    const double diagonal = 2 * (h + k) - k * factors[i - 1];
    factors[i] = h / diagonal;
    for (std::size_t n = 0; n < dof; ++n) {
      const double before = q[row(i, n)] - q[row(i - 1, n)], after = q[row(i + 1, n)] - q[row(i, n)];
      const double right = 3 * (k * before / h + h * after / k);
      velocities[row(i, n)] = (right - k * velocities[row(i - 1, n)]) / diagonal;
    }
  }
  for (std::size_t i = count - 1; i-- > 1;)
    for (std::size_t n = 0; n < dof; ++n) velocities[row(i, n)] -= factors[i] * velocities[row(i + 1, n)];
  return velocities;
}

}  // namespace

JointCurve::JointCurve(std::size_t dof, std::size_t degree, std::vector<double> points, std::vector<double> times)
    : dof_(dof), degree_(degree), points_(std::move(points)), times_(std::move(times)) {
  if (dof < 1) throw Error("a curve of configurations without numbers goes nowhere.");
  if (degree < 1 || degree > 7) throw Error("the degree of a curve must be from 1 to 7.");
  const std::size_t count = points_.size() / dof;
  if (points_.size() % dof != 0 || count < degree + 1 || (count - 1) % degree != 0)
    throw Error("a curve of degree " + std::to_string(degree) + " has " + std::to_string(degree) +
                " points for each piece and one more, each of " + std::to_string(dof) + " numbers; " +
                std::to_string(points_.size()) + " numbers were given.");
  for (const double number : points_)
    if (!(std::abs(number) <= largest_input)) throw Error("a point of a curve is not finite, or beyond 2^300.");
  const std::size_t pieces = (count - 1) / degree;
  times_ = times_or_whole(times_, pieces + 1);
  require_times(times_, pieces + 1);
}

JointCurve JointCurve::with_velocities(std::size_t dof, std::span<const double> configurations,
                                       std::span<const double> velocities, std::span<const double> times) {
  const std::size_t count = count_of(dof, configurations);
  if (velocities.size() != configurations.size())
    throw Error("there are " + std::to_string(configurations.size()) + " numbers of configurations and " +
                std::to_string(velocities.size()) + " of velocities.");
  std::vector<double> when = times_or_whole(times, count);
  require_times(when, count);
  std::vector<double> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double before = i == 0 ? 0 : when[i] - when[i - 1], after = i + 1 == count ? 0 : when[i + 1] - when[i];
    const auto add = [&](double by) {
      for (std::size_t n = 0; n < dof; ++n)
        points.push_back(configurations[i * dof + n] + by * velocities[i * dof + n]);
    };
    if (i > 0) add(-before / 3);
    add(0);
    if (i + 1 < count) add(after / 3);
  }
  return JointCurve(dof, 3, std::move(points), std::move(when));
}

JointCurve JointCurve::through(std::size_t dof, std::span<const double> configurations, std::span<const double> times) {
  const std::size_t count = count_of(dof, configurations);
  const std::vector<double> when = times_or_whole(times, count);
  require_times(when, count);
  return with_velocities(dof, configurations, smooth_velocities(dof, configurations, when), when);
}

std::span<const double> JointCurve::points(std::size_t piece) const {
  return std::span(points_).subspan(piece * degree_ * dof_, (degree_ + 1) * dof_);
}

// By de Casteljau's averages: rounding stays within a few units of the largest point.
std::vector<double> JointCurve::at(double time) const {
  if (!(time >= begin() && time <= end())) throw Error("the curve is not there at that time.");
  const auto after = std::upper_bound(times_.begin(), times_.end() - 1, time);
  const auto piece = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double share = (time - times_[piece]) / (times_[piece + 1] - times_[piece]);
  std::vector<double> work(points(piece).begin(), points(piece).end());
  for (std::size_t level = degree_; level > 0; --level)
    for (std::size_t i = 0; i < level * dof_; ++i) work[i] += share * (work[i + dof_] - work[i]);
  // The end is met exactly.
  if (time == end()) work.assign(points_.end() - static_cast<std::ptrdiff_t>(dof_), points_.end());
  work.resize(dof_);
  return work;
}

}  // namespace abut
