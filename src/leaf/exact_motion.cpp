#include "leaf/exact_motion.h"

#include "math/unit_root.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

// Four points, each coordinate linear in time. Whether the features touch at some time is decided by the signs that
// polynomials in time have then: the volume of the four points (cubic), the turns of three of them seen along an axis
// (quadratic) and the order of two along an axis (linear). Between times at which one of these vanishes that is not
// always zero, no sign changes, so the features touch throughout or not at all. Contact is closed: it begins at 0 or at
// such a time. It needs a vanishing volume, so that the roots of the volume are all there is to look at, unless it is
// always zero. Then contact begins where the order of the points in their common plane changes: where three become
// collinear, which makes any turn of them vanish that is not always zero. Where all three turns of a triple are always
// zero, its points stay on a line and contact begins where two of them meet.

namespace abut {

namespace {

// Every coordinate as an integer multiple of one power of two.
struct Scaling {
  int exponent = 0;

  explicit Scaling(const MovingPoints& points) {
    std::optional<int> least;
    for (const MovingPoint& point : points)
      for (int axis = 0; axis < 3; ++axis)
        for (double x : {point.from[axis], point.to[axis]})
          if (x != 0) least = std::min(least.value_or(lowest_bit(x)), lowest_bit(x));
    exponent = least.value_or(0);
  }
  BigInteger operator()(double x) const {
    if (x == 0) return 0;
    int shift = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &shift), 53));
    shift -= 53 + exponent;
    return shift >= 0 ? shifted(mantissa, shift) : BigInteger(mantissa >> -shift);
  }

 private:
  static int lowest_bit(double x) {
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    return exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(mantissa));
  }
};

class ExactMotion {
 public:
  ExactMotion(MotionKind kind, const MovingPoints& points) : kind_(kind) {
    const Scaling scaled(points);
    for (int i = 0; i < 4; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        const BigInteger from = scaled(points[i].from[axis]);
        places_[i][axis] = {from, scaled(points[i].to[axis]) - from};
      }
  }

  MotionContact first_contact(double clear_until, double width);

 private:
  // The turn of three of the points, seen along an axis: a component of (b - a) x (c - a).
  const ShortPolynomial& turn(int left_out, int axis);
  const ShortPolynomial& volume();
  std::vector<UnitRoot> times_of_change();

  int turn_sign(int left_out, int axis, UnitRoot& when) { return when.sign_of(turn(left_out, axis)); }
  bool is_between(int i, int j, int k, UnitRoot& when);
  bool is_on_segment(int i, int j, int k, UnitRoot& when);
  bool vertex_is_on_face(UnitRoot& when);
  bool edges_touch(UnitRoot& when);
  bool touch(UnitRoot& when) { return kind_ == MotionKind::edge_edge ? edges_touch(when) : vertex_is_on_face(when); }

  MotionKind kind_;
  std::array<std::array<ShortPolynomial, 3>, 4> places_;
  std::array<std::array<std::optional<ShortPolynomial>, 3>, 4> turns_;
  std::optional<ShortPolynomial> volume_;
};

// The corners of the triple that leaves a point out, in an order that makes the four turns those of the faces of a
// tetrahedron, all seen from outside or all from inside: seen along an axis, their sum is zero.
constexpr std::array<std::array<int, 3>, 4> triples{{{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};

const ShortPolynomial& ExactMotion::turn(int left_out, int axis) {
  std::optional<ShortPolynomial>& known = turns_[left_out][axis];
  if (!known) {
    const auto [a, b, c] = triples[left_out];
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    known = (places_[b][u] - places_[a][u]) * (places_[c][v] - places_[a][v]) -
            (places_[b][v] - places_[a][v]) * (places_[c][u] - places_[a][u]);
  }
  return *known;
}

// (x1 - x0) . ((x2 - x0) x (x3 - x0)).
const ShortPolynomial& ExactMotion::volume() {
  if (!volume_) {
    volume_.emplace();
    for (int axis = 0; axis < 3; ++axis) volume_ = *volume_ + (places_[1][axis] - places_[0][axis]) * turn(1, axis);
  }
  return *volume_;
}

std::vector<UnitRoot> ExactMotion::times_of_change() {
  std::vector<UnitRoot> times;
  const auto add = [&](const ShortPolynomial& a) {
    if (a.is_zero()) return false;
    for (const UnitRoot& root : unit_roots(a)) times.push_back(root);
    return true;
  };
  if (add(volume())) return times;
  bool always_collinear = false;
  for (int left_out = 0; left_out < 4; ++left_out)
    always_collinear |= !(add(turn(left_out, 0)) || add(turn(left_out, 1)) || add(turn(left_out, 2)));
  if (!always_collinear) return times;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j)
      for (int axis = 0; axis < 3 && !add(places_[i][axis] - places_[j][axis]);) ++axis;
  return times;
}

// Is a point of a line between two others of it, or one of them?
bool ExactMotion::is_between(int i, int j, int k, UnitRoot& when) {
  for (int axis = 0; axis < 3; ++axis) {
    const int below = when.sign_of(places_[i][axis] - places_[j][axis]);
    if (below * when.sign_of(places_[i][axis] - places_[k][axis]) > 0) return false;
  }
  return true;
}

bool ExactMotion::is_on_segment(int i, int j, int k, UnitRoot& when) {
  const int left_out = 6 - i - j - k;
  return turn_sign(left_out, 0, when) == 0 && turn_sign(left_out, 1, when) == 0 && turn_sign(left_out, 2, when) == 0 &&
         is_between(i, j, k, when);
}

// Of coplanar points.
bool ExactMotion::vertex_is_on_face(UnitRoot& when) {
  for (int axis = 0; axis < 3; ++axis) {
    if (turn_sign(0, axis, when) == 0) continue;
    // Seen along an axis in which the face is no line, the vertex is on the same side of all edges, or on them.
    bool left = false, right = false;
    for (int edge = 1; edge < 4; ++edge) {
      const int side = turn_sign(edge, axis, when);
      left |= side > 0, right |= side < 0;
      if (left && right) return false;
    }
    return true;
  }
  return is_on_segment(0, 1, 2, when) || is_on_segment(0, 2, 3, when) || is_on_segment(0, 3, 1, when);
}

// Of coplanar points.
bool ExactMotion::edges_touch(UnitRoot& when) {
  for (int axis = 0; axis < 3; ++axis) {
    // Turns of a's ends with b, and of b's ends with a; the order of triples gives one of each two the other sign.
    const int a0 = turn_sign(1, axis, when), a1 = turn_sign(0, axis, when);
    const int b0 = turn_sign(3, axis, when), b1 = turn_sign(2, axis, when);
    if (a0 == 0 && a1 == 0 && b0 == 0 && b1 == 0) continue;
    // Each edge's line meets the other edge. Of a common line all four would be zero.
    return a0 * a1 >= 0 && b0 * b1 >= 0;
  }
  return is_between(0, 2, 3, when) || is_between(1, 2, 3, when) || is_between(2, 0, 1, when) ||
         is_between(3, 0, 1, when);
}

MotionContact ExactMotion::first_contact(double clear_until, double width) {
  // Contact at 0 is frequent and soon known.
  UnitRoot start = UnitRoot::at({0, 0});
  if (clear_until == 0 && start.sign_of(volume()) == 0 && touch(start)) return {true, {0, 0}};
  std::vector<UnitRoot> times = times_of_change();
  std::stable_sort(times.begin(), times.end(),
                   [](const UnitRoot& a, const UnitRoot& b) { return a.bracket().lower < b.bracket().lower; });
  MotionContact first;
  for (UnitRoot& when : times) {
    if (when.bracket().upper < clear_until || when.bracket().lower > first.time.upper || !touch(when)) continue;
    // The earliest of several times lies between the least lower and the least upper end.
    const Bracket time = when.bracket(width);
    first.time = {std::min(first.time.lower, time.lower), std::min(first.time.upper, time.upper)};
    first.found = true;
  }
  return first;
}

}  // namespace

MotionContact exact_first_contact(MotionKind kind, const MovingPoints& points, double clear_until, double width) {
  return ExactMotion(kind, points).first_contact(clear_until, width);
}

}  // namespace abut
