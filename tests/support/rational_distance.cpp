#include "support/rational_distance.h"

#include "support/feature_distance.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/gmp.hpp>

namespace abut {

namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Whole = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Digits = boost::multiprecision::cpp_bin_float_100;
using Corners = oracle::Corners<Rational>;
using oracle::minus, oracle::normal_of, oracle::product, oracle::square;

std::vector<Corners> images_of(const Mesh& mesh, const Placement& at) {
  std::vector<Corners> images;
  for (const Triangle& t : mesh.triangles)
    images.push_back({oracle::image<Rational>(mesh.points[t[0]], at), oracle::image<Rational>(mesh.points[t[1]], at),
                      oracle::image<Rational>(mesh.points[t[2]], at)});
  return images;
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

  const Rational& pair(std::uint32_t i, std::uint32_t j) const { return squares[i * b.size() + j]; }
  Rational squared(double length) const { return Rational(length) * Rational(length) * unit * unit; }
};

RationalDistance::RationalDistance(const Scene& scene) : numbers_(std::make_unique<Numbers>()) {
  Numbers& n = *numbers_;
  n.a = images_of(scene.a, scene.at_a), n.b = images_of(scene.b, scene.at_b);
  // Whole numbers are quicker, and those seen from a corner of the scene are smaller.
  const oracle::Point<Rational> origin = n.a.at(0)[0];
  Whole unit = 1;
  for (auto* images : {&n.a, &n.b})
    for (Corners& corners : *images)
      for (oracle::Point<Rational>& corner : corners) {
        corner = minus(corner, origin);
        for (const Rational& x : corner) unit = std::max(unit, Whole(denominator(x)));
      }
  n.unit = Rational(unit);
  for (auto* images : {&n.a, &n.b})
    for (Corners& corners : *images)
      for (oracle::Point<Rational>& corner : corners)
        for (Rational& x : corner) x *= n.unit;
  for (const Corners& of_a : n.a)
    for (const Corners& of_b : n.b) n.squares.push_back(squared_distance(of_a, of_b));
  n.least = *std::min_element(n.squares.begin(), n.squares.end());
}
RationalDistance::~RationalDistance() = default;

bool RationalDistance::touching() const { return numbers_->least == 0; }
bool RationalDistance::is_at_least(double length) const { return numbers_->least >= numbers_->squared(length); }
bool RationalDistance::is_at_most(double length) const { return numbers_->least <= numbers_->squared(length); }
bool RationalDistance::pair_is_at_least(std::uint32_t a, std::uint32_t b, double length) const {
  return numbers_->pair(a, b) >= numbers_->squared(length);
}
bool RationalDistance::pair_is_at_most(std::uint32_t a, std::uint32_t b, double length) const {
  return numbers_->pair(a, b) <= numbers_->squared(length);
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
  const Digits size = root(squared_longest_side(n.a[a])) + root(squared_longest_side(n.b[b])) + root(n.least);
  const Digits unit = Digits(Whole(numerator(n.unit)));
  const auto width = static_cast<double>(Digits(size / unit * 0x1p-47 + ldexp(Digits(1), -1065)));
  return std::nextafter(width, 2 * width);
}

double RationalDistance::distance() const {
  return static_cast<double>(Digits(root(numbers_->least) / Digits(Whole(numerator(numbers_->unit)))));
}

bool is_within_error(double lower, double upper, double relative_error, double absolute_error) {
  const Rational low(lower), high(upper);
  return high <= low * (1 + Rational(relative_error)) || high <= low + Rational(absolute_error);
}

}  // namespace abut
