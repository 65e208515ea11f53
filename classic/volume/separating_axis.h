#pragma once

#include <array>
#include <cmath>
#include <limits>

namespace abut::classic {

// The separating axis test for two boxes (Gottschalk et al. 1996, section 5), written once for every form: the number
// type may count its operations, an extent may be known to be Zero (a rectangle) or Infinite (a slab or beam), and
// terms with such an extent vanish when the code is compiled.

/// An extent that is known to be zero.
struct Zero {};
/// An extent without end. Its term blocks an axis unless the axis is exactly perpendicular to it.
struct Infinite {};

template <class Number>
Zero operator*(Zero, const Number&) {
  return {};
}
template <class Number>
Number operator+(const Number& sum, Zero) {
  return sum;
}
template <class Number>
Number operator+(Zero, const Number& sum) {
  return sum;
}
inline Zero operator+(Zero, Zero) { return {}; }

template <class Number>
Number operator*(Infinite, const Number& cosine) {
  return cosine == Number(0) ? Number(0) : Number(std::numeric_limits<double>::infinity());
}
template <class Number>
Number operator+(Infinite, const Number&) {
  return Number(std::numeric_limits<double>::infinity());
}

/// Half extents of a box along its own axes; each may be a Number, Zero or Infinite.
template <class X, class Y = X, class Z = X>
struct HalfExtents {
  X first;
  Y second;
  Z third;

  template <int axis>
  const auto& along() const {
    if constexpr (axis == 0)
      return first;
    else if constexpr (axis == 1)
      return second;
    else
      return third;
  }
};

/// B seen from A: t is B's centre in A's axes, r(i, j) = A's axis i . B's axis j.
template <class Number>
struct BoxPair {
  std::array<Number, 3> t;
  std::array<std::array<Number, 3>, 3> r;
};

/// Axes as the SOLID paper numbers them: 1-3 faces of A, 4-6 faces of B, 7-15 edge of A x edge of B; 0: none separates.
inline constexpr int no_axis = 0;

namespace sat {

using std::abs;

template <int i, class Number, class A, class B, class Slack>
bool separates_on_face_of_a(const BoxPair<Number>& p, const BoxPair<Number>& q, const A& a, const B& b,
                            const Slack& s) {
  return abs(p.t[i]) > a.template along<i>() +
                           (b.template along<0>() * q.r[i][0] + b.template along<1>() * q.r[i][1] +
                            b.template along<2>() * q.r[i][2]) +
                           s;
}

template <int j, class Number, class A, class B, class Slack>
bool separates_on_face_of_b(const BoxPair<Number>& p, const BoxPair<Number>& q, const A& a, const B& b,
                            const Slack& s) {
  return abs(p.t[0] * p.r[0][j] + p.t[1] * p.r[1][j] + p.t[2] * p.r[2][j]) >
         b.template along<j>() +
             (a.template along<0>() * q.r[0][j] + a.template along<1>() * q.r[1][j] +
              a.template along<2>() * q.r[2][j]) +
             s;
}

// L = A's axis i x B's axis j. The projections of A's axis i and B's axis j vanish, so four terms remain.
template <int i, int j, class Number, class A, class B, class Slack>
bool separates_on_edges(const BoxPair<Number>& p, const BoxPair<Number>& q, const A& a, const B& b, const Slack& s) {
  constexpr int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  return abs(p.t[i2] * p.r[i1][j] - p.t[i1] * p.r[i2][j]) >
         a.template along<i1>() * q.r[i2][j] + a.template along<i2>() * q.r[i1][j] +
             (b.template along<j1>() * q.r[i][j2] + b.template along<j2>() * q.r[i][j1]) + s;
}

}  // namespace sat

/// The magnitudes of r, which every axis uses: compute them once.
template <class Number>
BoxPair<Number> magnitudes(const BoxPair<Number>& pair) {
  using std::abs;
  BoxPair<Number> result = pair;
  for (auto& row : result.r)
    for (Number& entry : row) entry = abs(entry);
  return result;
}

/// The first of the six face axes on which the boxes are farther apart than the slack, or no_axis. NaN never separates.
template <class Number, class A, class B, class Slack>
int separating_face(const BoxPair<Number>& p, const BoxPair<Number>& q, const A& a, const B& b, const Slack& slack) {
  if (sat::separates_on_face_of_a<0>(p, q, a, b, slack)) return 1;
  if (sat::separates_on_face_of_a<1>(p, q, a, b, slack)) return 2;
  if (sat::separates_on_face_of_a<2>(p, q, a, b, slack)) return 3;
  if (sat::separates_on_face_of_b<0>(p, q, a, b, slack)) return 4;
  if (sat::separates_on_face_of_b<1>(p, q, a, b, slack)) return 5;
  if (sat::separates_on_face_of_b<2>(p, q, a, b, slack)) return 6;
  return no_axis;
}

/// The first of the nine edge axes on which the boxes are farther apart than the slack, or no_axis.
template <class Number, class A, class B, class Slack>
int separating_edges(const BoxPair<Number>& p, const BoxPair<Number>& q, const A& a, const B& b, const Slack& slack) {
  if (sat::separates_on_edges<0, 0>(p, q, a, b, slack)) return 7;
  if (sat::separates_on_edges<0, 1>(p, q, a, b, slack)) return 8;
  if (sat::separates_on_edges<0, 2>(p, q, a, b, slack)) return 9;
  if (sat::separates_on_edges<1, 0>(p, q, a, b, slack)) return 10;
  if (sat::separates_on_edges<1, 1>(p, q, a, b, slack)) return 11;
  if (sat::separates_on_edges<1, 2>(p, q, a, b, slack)) return 12;
  if (sat::separates_on_edges<2, 0>(p, q, a, b, slack)) return 13;
  if (sat::separates_on_edges<2, 1>(p, q, a, b, slack)) return 14;
  if (sat::separates_on_edges<2, 2>(p, q, a, b, slack)) return 15;
  return no_axis;
}

/// All fifteen axes, with early exit: at most 180 operations for two boxes (Table 1 of the paper).
template <class Number, class A, class B, class Slack = Zero>
int separating_axis(const BoxPair<Number>& pair, const A& a, const B& b, const Slack& slack = {}) {
  const BoxPair<Number> sizes = magnitudes(pair);
  const int face = separating_face(pair, sizes, a, b, slack);
  return face != no_axis ? face : separating_edges(pair, sizes, a, b, slack);
}

}  // namespace abut::classic
