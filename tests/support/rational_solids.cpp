#include "support/rational_solids.h"

#include <cmath>
#include <limits>

namespace abut::oracle {

namespace {

/// A sum of both, each times a positive number, without the last unknown.
Inequality eliminated(const Inequality& positive, const Inequality& negative) {
  const Rational p = positive.coefficients.back(), n = -negative.coefficients.back();
  Inequality sum;
  for (std::size_t i = 0; i + 1 < positive.coefficients.size(); ++i)
    sum.coefficients.push_back(positive.coefficients[i] * n + negative.coefficients[i] * p);
  sum.constant = positive.constant * n + negative.constant * p;
  return sum;
}

/// Without the last unknown: what the others must satisfy so that there is a value for it.
std::vector<Inequality> without_last(const std::vector<Inequality>& system) {
  std::vector<Inequality> result, positive, negative;
  for (const Inequality& row : system) {
    const int sign = row.coefficients.back().sign();
    if (sign > 0) positive.push_back(row);
    if (sign < 0) negative.push_back(row);
    if (sign == 0) {
      result.push_back(row);
      result.back().coefficients.pop_back();
    }
  }
  for (const Inequality& p : positive)
    for (const Inequality& n : negative) result.push_back(eliminated(p, n));
  return result;
}

Rational value_at(const Inequality& side, const Point& x) {
  return side.coefficients[0] * x[0] + side.coefficients[1] * x[1] + side.coefficients[2] * x[2] + side.constant;
}

/// The point closest to `from` on all planes of `chosen`, by Gauss elimination of the multipliers' system; nothing when
/// the planes' normals are dependent.
std::optional<Point> foot(const std::vector<Inequality>& sides, const std::vector<int>& chosen, const Point& from) {
  const std::size_t n = chosen.size();
  std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      for (int k = 0; k < 3; ++k) rows[i][j] += sides[chosen[i]].coefficients[k] * sides[chosen[j]].coefficients[k];
    rows[i][n] = -value_at(sides[chosen[i]], from);
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    while (pivot < n && rows[pivot][c] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(rows[c], rows[pivot]);
    for (std::size_t r = 0; r < n; ++r)
      if (r != c && rows[r][c] != 0) {
        const Rational factor = rows[r][c] / rows[c][c];
        for (std::size_t j = c; j <= n; ++j) rows[r][j] -= factor * rows[c][j];
      }
  }
  Point result = from;
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) result[k] += rows[i][n] / rows[i][i] * sides[chosen[i]].coefficients[k];
  return result;
}

}  // namespace

Rational exactly(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const Rational result(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  exponent -= 53;
  using Whole = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
  const Rational power(Whole(Whole(1) << std::abs(exponent)));
  return exponent < 0 ? Rational(result / power) : Rational(result * power);
}
Point exactly(const Vec3& v) { return {exactly(v.x), exactly(v.y), exactly(v.z)}; }

bool is_feasible(std::vector<Inequality> system) {
  while (!system.empty() && !system.front().coefficients.empty()) system = without_last(system);
  for (const Inequality& row : system)
    if (row.constant < 0) return false;
  return true;
}

std::optional<Rational> least_first(std::vector<Inequality> system) {
  if (!is_feasible(system)) return std::nullopt;
  while (system.front().coefficients.size() > 1) system = without_last(system);
  std::optional<Rational> least;
  for (const Inequality& row : system)
    if (row.coefficients[0] > 0) {
      const Rational bound = -row.constant / row.coefficients[0];
      if (!least || *least < bound) least = bound;
    }
  return least;
}

std::vector<Inequality> sides_of(const small::Box& box) {
  // Rows of the inverse of the axes by cofactors; w_k = row_k . (x - centre).
  Point a[3];
  for (int k = 0; k < 3; ++k) a[k] = exactly(box.axes.column(k));
  const auto minor = [&](int i, int j, int p, int q) -> Rational { return a[i][p] * a[j][q] - a[i][q] * a[j][p]; };
  std::vector<Inequality> result;
  const Point centre = exactly(box.centre);
  Rational det = 0;
  for (int p = 0; p < 3; ++p) det += a[0][p] * minor(1, 2, (p + 1) % 3, (p + 2) % 3);
  for (int k = 0; k < 3; ++k) {
    Inequality low, high;
    Rational shift = 0;
    for (int p = 0; p < 3; ++p) {
      const Rational entry = minor((k + 1) % 3, (k + 2) % 3, (p + 1) % 3, (p + 2) % 3) / det;
      low.coefficients.push_back(entry);
      high.coefficients.push_back(-entry);
      shift += entry * centre[p];
    }
    low.constant = exactly(box.half[k]) - shift;
    high.constant = exactly(box.half[k]) + shift;
    result.push_back(low);
    result.push_back(high);
  }
  return result;
}

std::vector<Inequality> sides_of(const small::Frustum& frustum) {
  std::vector<Inequality> result;
  for (const small::HalfSpace& side : frustum.sides()) {
    const Point n = exactly(side.normal);
    result.push_back({{n[0], n[1], n[2]}, exactly(side.offset)});
  }
  return result;
}

bool holds(const std::vector<Inequality>& sides, const Point& point) {
  for (const Inequality& side : sides)
    if (value_at(side, point) < 0) return false;
  return true;
}

std::optional<Rational> squared_distance(const std::vector<Inequality>& sides, const Point& from) {
  std::optional<Rational> least;
  const auto try_set = [&](const std::vector<int>& chosen) {
    const std::optional<Point> x = foot(sides, chosen, from);
    if (!x || !holds(sides, *x)) return;
    Rational square = 0;
    for (int k = 0; k < 3; ++k) square += ((*x)[k] - from[k]) * ((*x)[k] - from[k]);
    if (!least || square < *least) least = square;
  };
  const int n = static_cast<int>(sides.size());
  try_set({});
  for (int i = 0; i < n; ++i) {
    try_set({i});
    for (int j = i + 1; j < n; ++j) {
      try_set({i, j});
      for (int k = j + 1; k < n; ++k) try_set({i, j, k});
    }
  }
  return least;
}

std::vector<Inequality> along_ray(const std::vector<Inequality>& sides, const Vec3& origin, const Vec3& direction,
                                  double t_min, double t_max) {
  std::vector<Inequality> result{{{1}, -exactly(t_min)}};
  if (t_max < std::numeric_limits<double>::infinity()) result.push_back({{-1}, exactly(t_max)});
  const Point o = exactly(origin), d = exactly(direction);
  for (const Inequality& side : sides) {
    Rational slope = 0;
    for (int k = 0; k < 3; ++k) slope += side.coefficients[k] * d[k];
    result.push_back({{slope}, value_at(side, o)});
  }
  return result;
}

}  // namespace abut::oracle
