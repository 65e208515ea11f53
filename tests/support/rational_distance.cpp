#include "support/rational_distance.h"

#include "support/feature_distance.h"

#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/gmp.hpp>

namespace abut {

namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Whole = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Digits = boost::multiprecision::cpp_bin_float_100;
using Corners = oracle::Corners<Rational>;
using oracle::minus, oracle::normal_of, oracle::product, oracle::square;

// By way of an integer of 53 bits: numbers libraries differ in what they make of subnormal doubles.
Rational exactly(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const Rational result(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  exponent -= 53;
  const Rational power(Whole(Whole(1) << std::abs(exponent)));
  return exponent < 0 ? Rational(result / power) : Rational(result * power);
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

// Does a side go from one side of a face to the other through its inside? What touches otherwise has features in one
// place.
bool pierces(const Corners& sides, const Corners& face) {
  const oracle::Point<Rational> normal = normal_of(minus(face[1], face[0]), minus(face[2], face[0]));
  for (int i = 0; i < 3; ++i) {
    const oracle::Point<Rational>&p = sides[i], &q = sides[(i + 1) % 3];
    if (!(product(normal, minus(p, face[0])) * product(normal, minus(q, face[0])) < 0)) continue;
    int turns = 0;
    for (int k = 0; k < 3; ++k)
      turns += product(minus(q, p), normal_of(minus(face[k], p), minus(face[(k + 1) % 3], p))).sign();
    if (std::abs(turns) == 3) return true;
  }
  return false;
}

Rational squared_distance(const Corners& a, const Corners& b) {
  if (pierces(a, b) || pierces(b, a)) return 0;
  oracle::EveryNormal normals;
  return oracle::Features<Rational>(a, b, normals).squared_distance();
}

Digits root(const Rational& x) { return sqrt(Digits(Digits(Whole(numerator(x))) / Digits(Whole(denominator(x))))); }

Rational squared_longest_side(const Corners& corners) {
  Rational most = 0;
  for (int i = 0; i < 3; ++i) most = std::max(most, square(minus(corners[i], corners[(i + 1) % 3])));
  return most;
}

}  // namespace

struct RationalDistance::Numbers {
  std::vector<Corners> a, b;
  Rational unit = 1;  // lengths here over lengths in the world
  std::vector<Rational> squares;
  Rational least;

  Numbers(std::vector<Corners> of_a, std::vector<Corners> of_b) : a(std::move(of_a)), b(std::move(of_b)) {
    make_whole();
    for (const Corners& each_a : a)
      for (const Corners& each_b : b) squares.push_back(squared_distance(each_a, each_b));
    least = *std::min_element(squares.begin(), squares.end());
  }

  const Rational& pair(std::uint32_t i, std::uint32_t j) const { return squares[i * b.size() + j]; }
  int sign_of_difference(const Rational& square, double length) const {
    if (length < 0) return 1;
    if (std::isinf(length)) return -1;
    const Rational exact = exactly(length) * unit;
    return square.compare(exact * exact);
  }
  Digits in_world(const Rational& square) const { return root(square) / Digits(Whole(numerator(unit))); }

 private:
  // Whole numbers are quicker, and those seen from a corner of the scene are smaller.
  void make_whole() {
    const oracle::Point<Rational> origin = a.at(0)[0];
    Whole whole = 1;
    for (auto* images : {&a, &b})
      for (Corners& corners : *images)
        for (oracle::Point<Rational>& corner : corners) {
          corner = minus(corner, origin);
          for (const Rational& x : corner) whole = std::max(whole, Whole(denominator(x)));
        }
    unit = Rational(whole);
    for (auto* images : {&a, &b})
      for (Corners& corners : *images)
        for (oracle::Point<Rational>& corner : corners)
          for (Rational& x : corner) x *= unit;
  }
};

RationalDistance::RationalDistance(const PlacedMeshes& scene)
    : numbers_(std::make_unique<Numbers>(images(scene.a, scene.at_a), images(scene.b, scene.at_b))) {}
RationalDistance::RationalDistance(const Mesh& mesh, const Placement& at, const Vec3& point)
    : numbers_(std::make_unique<Numbers>(images(mesh, at), images(Mesh{{point}, {{0, 0, 0}}, {}}, {}))) {}
RationalDistance::~RationalDistance() = default;

int RationalDistance::compare(std::uint32_t a, std::uint32_t b, double length) const {
  return numbers_->sign_of_difference(numbers_->pair(a, b), length);
}
int RationalDistance::compare(double length) const { return numbers_->sign_of_difference(numbers_->least, length); }

std::vector<Contact> RationalDistance::pairs_within(double margin) const {
  std::vector<Contact> pairs;
  for (std::uint32_t i = 0; i < numbers_->a.size(); ++i)
    for (std::uint32_t j = 0; j < numbers_->b.size(); ++j)
      if (compare(i, j, margin) <= 0) pairs.push_back({i, j});
  return pairs;
}

std::vector<Contact> RationalDistance::closest_pairs() const {
  std::vector<Contact> pairs;
  for (std::uint32_t i = 0; i < numbers_->a.size(); ++i)
    for (std::uint32_t j = 0; j < numbers_->b.size(); ++j)
      if (numbers_->pair(i, j) == numbers_->least) pairs.push_back({i, j});
  return pairs;
}

double RationalDistance::promised_width(std::uint32_t a, std::uint32_t b) const {
  const Numbers& n = *numbers_;
  const Digits size =
      n.in_world(squared_longest_side(n.a[a])) + n.in_world(squared_longest_side(n.b[b])) + n.in_world(n.least);
  const auto width = static_cast<double>(Digits(size * 0x1p-47 + ldexp(Digits(1), -1065)));
  return std::nextafter(width, 2 * width);
}

double RationalDistance::rounded() const { return static_cast<double>(numbers_->in_world(numbers_->least)); }

bool is_within_error(double lower, double upper, double relative_error, double absolute_error) {
  const Rational low = exactly(lower), high = exactly(upper);
  return high <= low * (1 + exactly(relative_error)) || high <= low + exactly(absolute_error);
}

}  // namespace abut
