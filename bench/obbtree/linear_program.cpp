#include "box_overlap.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace abut::bench {

namespace {

/// Every variable is kept within this; what the experiments ask about is far smaller.
constexpr double bound = 0x1p20;
/// A point this far beyond a half-space still counts as inside: rounding.
constexpr double tolerance = 1e-9;

/// normal . x <= offset
template <int dimension>
struct HalfSpace {
  std::array<double, dimension> normal;
  double offset;
};

template <int dimension>
using Point = std::array<double, dimension>;

template <int dimension>
double product(const Point<dimension>& a, const Point<dimension>& b) {
  double sum = 0;
  for (int i = 0; i < dimension; ++i) sum += a[i] * b[i];
  return sum;
}

// Twelve half-spaces, and two bounds for each variable that is eliminated.
constexpr std::size_t most_constraints = 16;

/// The point of all half-spaces that is farthest along `objective`, or none when they have no point in common.
template <int dimension>
std::optional<Point<dimension>> maximise(std::span<const HalfSpace<dimension>> constraints,
                                         const Point<dimension>& objective);

template <>
std::optional<Point<1>> maximise<1>(std::span<const HalfSpace<1>> constraints, const Point<1>& objective) {
  double low = -bound, high = bound;
  for (const HalfSpace<1>& c : constraints) {
    const double n = c.normal[0];
    if (n > 0)
      high = std::min(high, c.offset / n);
    else if (n < 0)
      low = std::max(low, c.offset / n);
    else if (c.offset < -tolerance)
      return std::nullopt;
  }
  if (low > high + tolerance) return std::nullopt;
  return Point<1>{objective[0] >= 0 ? high : low};
}

/// The half-space cut with the plane in which variable `out` is given by the others.
template <int dimension>
HalfSpace<dimension - 1> without(const HalfSpace<dimension>& space, const HalfSpace<dimension>& plane, int out) {
  const double share = space.normal[out] / plane.normal[out];
  HalfSpace<dimension - 1> result;
  for (int i = 0, j = 0; i < dimension; ++i)
    if (i != out) result.normal[j++] = space.normal[i] - share * plane.normal[i];
  result.offset = space.offset - share * plane.offset;
  return result;
}

/// Where the optimum lies when it must lie on the last half-space's plane: a program with one variable less.
template <int dimension>
std::optional<Point<dimension>> maximise_on(const HalfSpace<dimension>& plane,
                                            std::span<const HalfSpace<dimension>> others,
                                            const Point<dimension>& objective) {
  int out = 0;
  for (int i = 1; i < dimension; ++i)
    if (std::abs(plane.normal[i]) > std::abs(plane.normal[out])) out = i;
  if (std::abs(plane.normal[out]) < 1e-14) return std::nullopt;  // 0 . x <= offset, and the offset is violated

  std::array<HalfSpace<dimension - 1>, most_constraints> cut;
  std::size_t count = 0;
  for (const HalfSpace<dimension>& other : others) cut[count++] = without(other, plane, out);
  for (double sign : {1.0, -1.0}) {
    HalfSpace<dimension> limit{{}, bound};
    limit.normal[out] = sign;
    cut[count++] = without(limit, plane, out);
  }
  const HalfSpace<dimension - 1> goal = without(HalfSpace<dimension>{objective, 0}, plane, out);
  const auto rest = maximise<dimension - 1>(std::span(cut).first(count), goal.normal);
  if (!rest) return std::nullopt;
  Point<dimension> x{};
  double sum = plane.offset;
  for (int i = 0, j = 0; i < dimension; ++i)
    if (i != out) x[i] = (*rest)[j++], sum -= plane.normal[i] * x[i];
  x[out] = sum / plane.normal[out];
  return x;
}

template <int dimension>
std::optional<Point<dimension>> maximise(std::span<const HalfSpace<dimension>> constraints,
                                         const Point<dimension>& objective) {
  Point<dimension> best;
  for (int i = 0; i < dimension; ++i) best[i] = objective[i] >= 0 ? bound : -bound;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (product<dimension>(constraints[i].normal, best) <= constraints[i].offset + tolerance) continue;
    const auto next = maximise_on<dimension>(constraints[i], constraints.first(i), objective);
    if (!next) return std::nullopt;
    best = *next;
  }
  return best;
}

}  // namespace

bool overlap_by_linear_program(const BoxView& a, const BoxView& b, Random& random) {
  std::array<HalfSpace<3>, 12> spaces;
  std::size_t count = 0;
  for (const BoxView* box : {&a, &b})
    for (int i = 0; i < 3; ++i) {
      const Vec3 axis = box->axes.column(i);
      const double middle = dot(axis, box->centre - a.centre);
      spaces[count++] = {{axis.x, axis.y, axis.z}, middle + box->half[i]};
      spaces[count++] = {{-axis.x, -axis.y, -axis.z}, box->half[i] - middle};
    }
  for (std::size_t i = spaces.size() - 1; i > 0; --i) std::swap(spaces[i], spaces[random.below(i + 1)]);
  return maximise<3>(spaces, {1, 0, 0}).has_value();
}

}  // namespace abut::bench
