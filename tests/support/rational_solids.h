#pragma once

#include <abut/small_tests.h>

#include <optional>
#include <vector>

#include <boost/multiprecision/gmp.hpp>

/// Solids in rational numbers, by textbook methods: Fourier-Motzkin elimination for what is linear, all sets of active
/// sides for closest points. Shares no code with the library.
namespace abut::oracle {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

/// coefficients . x + constant >= 0 for as many unknowns as there are coefficients.
struct Inequality {
  std::vector<Rational> coefficients;
  Rational constant;
};

/// Is there a solution?
bool is_feasible(std::vector<Inequality> system);
/// The least value of the first unknown among the solutions; the system must bound it from below. Nothing without a
/// solution.
std::optional<Rational> least_first(std::vector<Inequality> system);

using Point = std::array<Rational, 3>;
Rational exactly(double x);
Point exactly(const Vec3& v);
inline Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Rational dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The half spaces of a solid.
std::vector<Inequality> sides_of(const small::Box& box);
std::vector<Inequality> sides_of(const small::Frustum& frustum);

/// The squared distance of a point from the set; nothing when the set is empty.
std::optional<Rational> squared_distance(const std::vector<Inequality>& sides, const Point& from);
bool holds(const std::vector<Inequality>& sides, const Point& point);

/// The set origin + t direction, its unknown t alone.
std::vector<Inequality> along_ray(const std::vector<Inequality>& sides, const Vec3& origin, const Vec3& direction,
                                  double t_min, double t_max);

}  // namespace abut::oracle
