#include "math/exact_orientation.h"

#include "math/exact_evaluation.h"

namespace abut {

namespace {

using exact_evaluation::difference, exact_evaluation::evaluated_exactly, exact_evaluation::minor_of,
    exact_evaluation::Row;

// The sign of the determinant when rounded entries are enough to be certain, otherwise 0. An estimate is off by at most
// 2 u of itself; with no entry above `most` each of six products changes by less than 6.001 u most^3 and goes through
// five roundings, together below 6 * 11.01 u most^3. Within the range below nothing over- or underflows that counts.
int certain_determinant_sign(const Row<Expansion>& u, const Row<Expansion>& v, const Row<Expansion>& w) {
  const auto rounded = [](const Row<Expansion>& row) {
    return Vec3{row[0].estimate(), row[1].estimate(), row[2].estimate()};
  };
  const Vec3 a = rounded(u), b = rounded(v), c = rounded(w);
  const double most = largest(max(abs(a), max(abs(b), abs(c))));
  if (!(most >= 0x1p-300 && most <= 0x1p300)) return 0;
  const double determinant = dot(cross(a, b), c), bound = 70 * unit_roundoff * (most * most * most);
  return (determinant > bound) - (determinant < -bound);
}
int certain_determinant_sign(const Row<BigNumber>&, const Row<BigNumber>&, const Row<BigNumber>&) { return 0; }

template <class Number>
int determinant_sign(const Row<Number>& u, const Row<Number>& v, const Row<Number>& w) {
  if (const int certain = certain_determinant_sign(u, v, w); certain != 0) return certain;
  return (w[0] * minor_of(u, v, 1, 2) + w[1] * minor_of(u, v, 2, 0) + w[2] * minor_of(u, v, 0, 1)).sign();
}

// The same model point at the same place, as neighbouring triangles of one model have them.
bool same(const PlacedPoint& p, const PlacedPoint& q) { return p.at == q.at && *p.point == *q.point; }

}  // namespace

int exact_orientation3d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, const PlacedPoint& d) {
  if (same(a, b) || same(a, c) || same(a, d) || same(b, c) || same(b, d) || same(c, d)) return 0;
  return evaluated_exactly(std::array{a, b, c, d}, []<class Number>(const std::array<PlacedPoint, 4>& p) {
    return determinant_sign(difference<Number>(p[1], p[0]), difference<Number>(p[2], p[0]),
                            difference<Number>(p[3], p[0]));
  });
}

int exact_orientation2d(const PlacedPoint& a, const PlacedPoint& b, const PlacedPoint& c, int dropped) {
  if (same(a, b) || same(a, c) || same(b, c)) return 0;
  const int i = (dropped + 1) % 3, j = (dropped + 2) % 3;
  return evaluated_exactly(std::array{a, b, c}, [i, j]<class Number>(const std::array<PlacedPoint, 3>& p) {
    return (difference<Number>(p[1], p[0], i) * difference<Number>(p[2], p[0], j) -
            difference<Number>(p[1], p[0], j) * difference<Number>(p[2], p[0], i))
        .sign();
  });
}

int exact_compare(const PlacedPoint& a, const PlacedPoint& b, int axis) {
  return evaluated_exactly(std::array{a, b}, [axis]<class Number>(const std::array<PlacedPoint, 2>& p) {
    return difference<Number>(p[0], p[1], axis).sign();
  });
}

bool exact_equal(const PlacedPoint& a, const PlacedPoint& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (exact_compare(a, b, axis) != 0) return false;
  return true;
}

int exact_determinant_sign(const Matrix3& m) {
  // The columns are the images of the unit points under the placement without a shift.
  static constexpr Vec3 origin{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  const Placement at{m, {}};
  return exact_orientation3d({&origin, &at}, {&x, &at}, {&y, &at}, {&z, &at});
}

}  // namespace abut
