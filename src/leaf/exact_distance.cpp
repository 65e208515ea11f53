#include "leaf/exact_distance.h"

#include <bit>
#include <cmath>
#include <memory>
#include <optional>

#include <boost/multiprecision/cpp_int.hpp>

namespace abut {

namespace {

// Most pairs need no memory beyond the numbers themselves.
using Integer =
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
                                      512, 0, boost::multiprecision::signed_magnitude, boost::multiprecision::unchecked,
                                      std::allocator<boost::multiprecision::limb_type>>,
                                  boost::multiprecision::et_off>;

int bits_of(const Integer& positive) { return static_cast<int>(msb(positive)) + 1; }

struct IntegerVector {
  Integer x, y, z;
  friend IntegerVector operator+(const IntegerVector& a, const IntegerVector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend IntegerVector operator-(const IntegerVector& a, const IntegerVector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend IntegerVector operator-(const IntegerVector& a) { return {-a.x, -a.y, -a.z}; }
  friend IntegerVector operator*(const IntegerVector& a, const Integer& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend Integer dot(const IntegerVector& a, const IntegerVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend IntegerVector cross(const IntegerVector& a, const IntegerVector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
};

// A double as an odd number times a power of two; 0 has none.
struct Parts {
  std::int64_t odd = 0;
  int exponent = 0;
  explicit Parts(double value) {
    if (value == 0) return;
    odd = static_cast<std::int64_t>(std::frexp(value, &exponent) * 0x1p53);
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(odd));
    odd >>= zeros;
    exponent += zeros - 53;
  }
};

// Calls term(axis, odd numbers' product, exponent) for everything that a corner's image is a sum of.
template <class Term>
void for_terms(const PlacedTriangle& t, int corner, const Term& term) {
  const Parts point[] = {Parts((*t.corners[corner])[0]), Parts((*t.corners[corner])[1]),
                         Parts((*t.corners[corner])[2])};
  for (int axis = 0; axis < 3; ++axis) {
    if (const Parts shift(t.at->shift[axis]); shift.odd != 0) term(axis, Integer(shift.odd), shift.exponent);
    for (int j = 0; j < 3; ++j)
      if (const Parts entry(t.at->linear(axis, j)); entry.odd != 0 && point[j].odd != 0)
        term(axis, Integer(entry.odd) * point[j].odd, entry.exponent + point[j].exponent);
  }
}

// Of the unit in which all corners are whole numbers.
int unit_exponent(const PlacedTriangle& a, const PlacedTriangle& b) {
  int least = std::numeric_limits<int>::max();
  for (const PlacedTriangle* t : {&a, &b})
    for (int i = 0; i < 3; ++i)
      for_terms(*t, i, [&](int, const Integer&, int exponent) { least = std::min(least, exponent); });
  return least;
}

IntegerVector image(const PlacedTriangle& t, int corner, int unit) {
  Integer sums[3];
  for_terms(t, corner, [&](int axis, const Integer& odd, int exponent) { sums[axis] += odd << (exponent - unit); });
  return {sums[0], sums[1], sums[2]};
}

struct IntegerTriangle {
  IntegerVector corners[3], sides[3], normal;
  Integer squares[3], normal_square;

  IntegerTriangle(const PlacedTriangle& t, int unit, const IntegerVector& origin) {
    for (int i = 0; i < 3; ++i) corners[i] = image(t, i, unit) - origin;
    for (int i = 0; i < 3; ++i) {
      sides[i] = corners[(i + 1) % 3] - corners[i];
      squares[i] = dot(sides[i], sides[i]);
    }
    normal = cross(sides[0], corners[2] - corners[0]);
    normal_square = dot(normal, normal);
  }
};

// numerator / denominator, not negative, rounded.
double ratio(const Integer& numerator, const Integer& denominator) {
  if (numerator.sign() <= 0) return 0;
  const int shift = 64 + bits_of(denominator) - bits_of(numerator);
  const Integer quotient =
      shift >= 0 ? Integer((numerator << shift) / denominator) : Integer(numerator / (denominator << -shift));
  return std::ldexp(static_cast<double>(quotient), -shift);
}

struct Neighbours {
  double below, above;
};

// The doubles next to 2^exponent sqrt(numerator / denominator), which is positive.
Neighbours root_of_ratio(const Integer& numerator, const Integer& denominator, int exponent) {
  // At least 64 bits of the root, or as many as it has above the smallest double.
  int shift = 65 - (bits_of(numerator) - bits_of(denominator)) / 2;
  const Integer above = shift >= 0 ? Integer(numerator << (2 * shift)) : numerator;
  const Integer below = shift >= 0 ? denominator : Integer(denominator << (-2 * shift));
  Integer quotient, rest, root_rest;
  divide_qr(above, below, quotient, rest);
  const Integer root = sqrt(quotient, root_rest);
  bool whole = rest.is_zero() && root_rest.is_zero();
  // A double has 53 bits and none below 2^-1074.
  const int dropped = std::max(bits_of(root) - 53, -1074 - (exponent - shift));
  const Integer kept = root >> dropped;
  whole = whole && (kept << dropped) == root;
  const auto digits = static_cast<double>(kept);
  const int power = exponent - shift + dropped;
  return {std::ldexp(digits, power), std::ldexp(whole ? digits : digits + 1, power)};
}

Weights side_weights(int i, const Integer& part, const Integer& whole) {
  Weights weights{};
  weights[i] = ratio(whole - part, whole);
  weights[(i + 1) % 3] = ratio(part, whole);
  return weights;
}

// Of two triangles that do not touch, some corner and corner, corner and side, two sides, or corner and face hold the
// closest points. They are known by the two planes across the line between them, which have the triangles on their far
// sides: no other feature needs to be compared with them.
class ExactSearch {
 public:
  ExactSearch(const PlacedTriangle& a, const PlacedTriangle& b)
      : unit_(unit_exponent(a, b)), origin_(image(a, 0, unit_)), a_(a, unit_, origin_), b_(b, unit_, origin_) {}

  ExactDistance run(const Weights& guess_a, const Weights& guess_b) {
    if (guess(guess_a, guess_b)) return result_;
    for (int i = 0; i < 3; ++i)
      if (corner_to_face(i, false) || corner_to_face(i, true)) return result_;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (sides(i, j) || corner_to_side(i, j, false) || corner_to_side(i, j, true) || corners(i, j)) return result_;
    return {0, 0, guess_a, guess_b};
  }

  Vec3 direction(const Weights& guess_a, const Weights& guess_b) {
    run(guess_a, guess_b);
    // 60 bits of the largest coordinate are within 2^-59 of it.
    int most = 0;
    for (const Integer* x : {&normal_.x, &normal_.y, &normal_.z})
      if (!x->is_zero()) most = std::max(most, bits_of(abs(*x)));
    const int dropped = std::max(0, most - 60);
    const auto rounded = [&](const Integer& x) { return static_cast<double>(Integer(abs(x) >> dropped)) * x.sign(); };
    const Vec3 v{rounded(normal_.x), rounded(normal_.y), rounded(normal_.z)};
    return most == 0 ? Vec3{} : v * (1 / length(v));
  }

  int compare(std::span<const double> lengths) {
    run({}, {});
    // Triangles that touch need not have a unit.
    int unit = numerator_.is_zero() ? std::numeric_limits<int>::max() : unit_;
    for (const double length : lengths)
      if (const Parts parts(length); parts.odd != 0) unit = std::min(unit, parts.exponent);
    Integer sum = 0;
    for (const double length : lengths)
      if (const Parts parts(length); parts.odd != 0) sum += Integer(parts.odd) << (parts.exponent - unit);
    if (numerator_.is_zero()) return -sum.sign();
    return Integer((numerator_ << 2 * (unit_ - unit)) - sum * sum * denominator_).sign();
  }

 private:
  // The features that the guess lies on.
  bool guess(const Weights& weights_a, const Weights& weights_b) {
    const auto count = [](const Weights& w) { return (w[0] != 0) + (w[1] != 0) + (w[2] != 0); };
    const auto corner = [](const Weights& w) { return w[0] != 0 ? 0 : w[1] != 0 ? 1 : 2; };
    const auto side = [](const Weights& w) { return w[2] == 0 ? 0 : w[0] == 0 ? 1 : 2; };
    const int of_a = count(weights_a), of_b = count(weights_b);
    if (of_a == 1 && of_b == 1) return corners(corner(weights_a), corner(weights_b));
    if (of_a == 1 && of_b == 2) return corner_to_side(corner(weights_a), side(weights_b), false);
    if (of_a == 2 && of_b == 1) return corner_to_side(corner(weights_b), side(weights_a), true);
    if (of_a == 2 && of_b == 2) return sides(side(weights_a), side(weights_b));
    if (of_a == 1 && of_b == 3) return corner_to_face(corner(weights_a), false);
    if (of_a == 3 && of_b == 1) return corner_to_face(corner(weights_b), true);
    return false;
  }

  // Is all of a behind the plane across `normal` through `of_a`, and all of b beyond that through `of_b`? Then it is
  // the direction from a to b.
  bool separates(const IntegerVector& normal, const IntegerVector& of_a, const IntegerVector& of_b) {
    for (const IntegerVector& corner : a_.corners)
      if (dot(normal, corner - of_a).sign() > 0) return false;
    for (const IntegerVector& corner : b_.corners)
      if (dot(normal, corner - of_b).sign() < 0) return false;
    normal_ = normal;
    return true;
  }
  void found(const Integer& numerator, const Integer& denominator, const Weights& of_a, const Weights& of_b) {
    const Neighbours root = root_of_ratio(numerator, denominator, unit_);
    numerator_ = numerator, denominator_ = denominator;
    result_ = {root.below, root.above, of_a, of_b};
  }

  bool corners(int i, int j) {
    const IntegerVector way = b_.corners[j] - a_.corners[i];
    const Integer square = dot(way, way);
    if (square.is_zero() || !separates(way, a_.corners[i], b_.corners[j])) return false;
    found(square, 1, at_corner(i), at_corner(j));
    return true;
  }

  // Of a and b, or of b and a when swapped.
  bool corner_to_side(int i, int j, bool swapped) {
    const IntegerTriangle &from = swapped ? b_ : a_, &to = swapped ? a_ : b_;
    const IntegerVector &corner = from.corners[i], &side = to.sides[j], way = to.corners[j] - corner;
    const Integer& square = to.squares[j];
    const Integer part = -dot(way, side);
    if (part.sign() <= 0 || part >= square) return false;
    const IntegerVector normal = way * square + side * part;
    const Integer numerator = dot(way, normal);
    if (numerator.sign() <= 0) return false;
    if (!(swapped ? separates(-normal, to.corners[j], corner) : separates(normal, corner, to.corners[j]))) return false;
    const Weights at_point = at_corner(i), on_it = side_weights(j, part, square);
    swapped ? found(numerator, square, on_it, at_point) : found(numerator, square, at_point, on_it);
    return true;
  }

  bool sides(int i, int j) {
    const IntegerVector &u = a_.sides[i], &v = b_.sides[j], way = b_.corners[j] - a_.corners[i], normal = cross(u, v);
    const Integer height = dot(way, normal);
    if (height.is_zero()) return false;
    const Integer whole = dot(normal, normal), s = dot(cross(way, v), normal);
    if (s.sign() < 0 || s > whole) return false;
    const Integer t = dot(cross(way, u), normal);
    if (t.sign() < 0 || t > whole) return false;
    if (!separates(height.sign() > 0 ? normal : -normal, a_.corners[i], b_.corners[j])) return false;
    found(height * height, whole, side_weights(i, s, whole), side_weights(j, t, whole));
    return true;
  }

  bool corner_to_face(int i, bool swapped) {
    const IntegerTriangle &from = swapped ? b_ : a_, &face = swapped ? a_ : b_;
    const IntegerVector &corner = from.corners[i], way = corner - face.corners[0];
    const Integer height = dot(way, face.normal);
    if (height.is_zero()) return false;
    const Integer first = -dot(cross(way, face.sides[2]), face.normal),
                  second = dot(cross(face.sides[0], way), face.normal);
    const Integer origin = face.normal_square - first - second;
    if (first.sign() < 0 || second.sign() < 0 || origin.sign() < 0) return false;
    const IntegerVector away = height.sign() > 0 ? face.normal : -face.normal;
    if (!(swapped ? separates(away, face.corners[0], corner) : separates(-away, corner, face.corners[0]))) return false;
    const Weights at_point = at_corner(i), on_it{ratio(origin, face.normal_square), ratio(first, face.normal_square),
                                                 ratio(second, face.normal_square)};
    const Integer numerator = height * height;
    swapped ? found(numerator, face.normal_square, on_it, at_point)
            : found(numerator, face.normal_square, at_point, on_it);
    return true;
  }

  int unit_;
  IntegerVector origin_;
  IntegerTriangle a_, b_;
  ExactDistance result_{};
  IntegerVector normal_;
  Integer numerator_ = 0, denominator_ = 1;  // of the distance's square, in units
};

}  // namespace

ExactDistance exact_distance(const PlacedTriangle& a, const PlacedTriangle& b, const Weights& guess_a,
                             const Weights& guess_b) {
  return ExactSearch(a, b).run(guess_a, guess_b);
}

Vec3 exact_direction(const PlacedTriangle& a, const PlacedTriangle& b, const Weights& guess_a, const Weights& guess_b) {
  return ExactSearch(a, b).direction(guess_a, guess_b);
}

int compare_distance(const PlacedTriangle& a, const PlacedTriangle& b, std::span<const double> lengths) {
  return ExactSearch(a, b).compare(lengths);
}

}  // namespace abut
