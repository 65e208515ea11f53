#include "support/rational_distance.h"

#include "support/feature_distance.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/gmp.hpp>

namespace abut {

namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
// Wide enough in its exponent for squares of what is placed.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>, boost::multiprecision::et_off>;
using Corners = oracle::Corners<Rational>;
using oracle::minus, oracle::normal_of, oracle::product, oracle::square;

// By way of an integer of 53 bits: numbers libraries differ in what they make of subnormal doubles.
Rational exactly(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  Rational result(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  exponent -= 53;
  const boost::multiprecision::mpz_int power = boost::multiprecision::mpz_int(1) << std::abs(exponent);
  return exponent < 0 ? Rational(result / Rational(power)) : Rational(result * Rational(power));
}

oracle::Point<Rational> exact_image(const Vec3& point, const Placement& at) {
  oracle::Point<Rational> result;
  for (int axis = 0; axis < 3; ++axis) {
    result[axis] = exactly(at.shift[axis]);
    for (int j = 0; j < 3; ++j) result[axis] += exactly(at.linear(axis, j)) * exactly(point[j]);
  }
  return result;
}

std::vector<Corners> images(const Mesh& mesh, const Placement& at) {
  std::vector<oracle::Point<Rational>> points;
  for (const Vec3& point : mesh.points) points.push_back(exact_image(point, at));
  std::vector<Corners> result;
  for (const Triangle& t : mesh.triangles) result.push_back({points[t[0]], points[t[1]], points[t[2]]});
  return result;
}

// Through the inside of both: whatever else two triangles have in common shows in their features.
bool pierces(const oracle::Point<Rational>& p, const oracle::Point<Rational>& q, const Corners& face) {
  const auto normal = normal_of(minus(face[1], face[0]), minus(face[2], face[0])), way = minus(q, p);
  const Rational from = product(normal, minus(p, face[0])), to = product(normal, minus(q, face[0]));
  if (!((from < 0 && to > 0) || (from > 0 && to < 0))) return false;
  bool left = false, right = false;
  for (int i = 0; i < 3; ++i) {
    const Rational turn = product(way, normal_of(minus(face[i], p), minus(face[(i + 1) % 3], p)));
    left = left || turn > 0, right = right || turn < 0;
  }
  return !(left && right);
}

Rational squared_distance(const Corners& a, const Corners& b) {
  for (int i = 0; i < 3; ++i)
    if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) return 0;
  oracle::EveryNormal normals;
  return oracle::Features<Rational>(a, b, normals).squared_distance();
}

int sign_of_difference(const Rational& square, double length) {
  if (length < 0) return 1;
  if (std::isinf(length)) return -1;
  const Rational exact = exactly(length), other = exact * exact;
  return square < other ? -1 : square > other ? 1 : 0;
}

Real root(const Rational& square) { return sqrt(Real(numerator(square)) / Real(denominator(square))); }

}  // namespace

struct RationalDistance::Numbers {
  std::vector<Corners> a, b;
  std::vector<Rational> squares;  // of the distances, b by b for each a
  Rational least, longest;        // squares

  void measure() {
    for (const Corners& of_a : a)
      for (const Corners& of_b : b) squares.push_back(squared_distance(of_a, of_b));
    least = *std::min_element(squares.begin(), squares.end());
    for (const auto* all : {&a, &b})
      for (const Corners& corners : *all)
        for (int i = 0; i < 3; ++i) longest = std::max(longest, square(minus(corners[i], corners[(i + 1) % 3])));
  }
};

RationalDistance::RationalDistance(const Scene& scene) : numbers_(std::make_unique<Numbers>()) {
  numbers_->a = images(scene.a, scene.at_a);
  numbers_->b = images(scene.b, scene.at_b);
  numbers_->measure();
}
RationalDistance::RationalDistance(const Mesh& mesh, const Placement& at, const Vec3& point)
    : numbers_(std::make_unique<Numbers>()) {
  numbers_->a = images(mesh, at);
  numbers_->b = images(Mesh{{point}, {{0, 0, 0}}, {}}, {});
  numbers_->measure();
}
RationalDistance::~RationalDistance() = default;

int RationalDistance::compare(std::uint32_t a, std::uint32_t b, double length) const {
  return sign_of_difference(numbers_->squares[a * numbers_->b.size() + b], length);
}
int RationalDistance::compare(double length) const { return sign_of_difference(numbers_->least, length); }

bool RationalDistance::is_narrow(double lower, double upper) const {
  const Real width = Real(upper) - Real(lower), size = root(numbers_->least) + root(numbers_->longest);
  return width <= ldexp(size, -46) + ldexp(Real(1), -1060);
}

double RationalDistance::rounded() const { return static_cast<double>(root(numbers_->least)); }

std::vector<Contact> RationalDistance::pairs_within(double margin) const {
  std::vector<Contact> pairs;
  for (std::uint32_t i = 0; i < numbers_->a.size(); ++i)
    for (std::uint32_t j = 0; j < numbers_->b.size(); ++j)
      if (compare(i, j, margin) <= 0) pairs.push_back({i, j});
  return pairs;
}

}  // namespace abut
