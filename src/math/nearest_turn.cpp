#include "math/nearest_turn.h"

#include <cmath>

namespace abut {

// With n = |q|^2, exact entries are (w^2 + x^2 - y^2 - z^2) / n and 2 (xy - zw) / n. Four squares are summed with
// errors of 4u of their sum at most, which is n, and so is n itself: below 16u = 2^-49 with the division.
Matrix3 rotation_of(const Quaternion& q) {
  const double w = q.w, x = q.v.x, y = q.v.y, z = q.v.z;
  const double ww = w * w, xx = x * x, yy = y * y, zz = z * z, over = 1 / (ww + xx + yy + zz);
  return Matrix3{{(ww + xx - yy - zz) * over, 2 * (x * y - z * w) * over, 2 * (x * z + y * w) * over,  //
                  2 * (x * y + z * w) * over, (ww - xx + yy - zz) * over, 2 * (y * z - x * w) * over,  //
                  2 * (x * z - y * w) * over, 2 * (y * z + x * w) * over, (ww - xx - yy + zz) * over}};
}

namespace {

// From the largest of the four squares, each 1/4 of 1 plus or minus the diagonal's entries.
Quaternion quaternion_of(const Matrix3& m) {
  const double a = m(0, 0), b = m(1, 1), c = m(2, 2);
  const double squares[4] = {1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c};
  int most = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[i] > squares[most]) most = i;
  const Vec3 odd{m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
  if (most == 0) return {squares[0], odd};
  const int i = most - 1, j = (i + 1) % 3, k = (i + 2) % 3;
  Quaternion q;
  q.w = odd[i];
  q.v[i] = squares[most];
  q.v[j] = m(i, j) + m(j, i);
  q.v[k] = m(i, k) + m(k, i);
  return q;
}

// One step towards the orthonormal matrix next to m: m (3 I - m'm) / 2. The defect falls to its square.
Matrix3 straightened(const Matrix3& m) {
  Matrix3 factor = transposed(m) * m * -0.5;
  for (int i = 0; i < 3; ++i) factor(i, i) += 1.5;
  return m * factor;
}

}  // namespace

// `rest`: entries of turn are off by 2^-49, and a product of three terms by 3u more of their sum.
NearestTurn nearest_turn(const Matrix3& m) {
  NearestTurn result;
  result.mirror = determinant(m) < 0 ? -1 : 1;
  result.quaternion = quaternion_of(straightened(straightened(m * result.mirror)));
  const Quaternion& q = result.quaternion;
  const double over = 1 / std::sqrt(q.w * q.w + dot(q.v, q.v));
  result.quaternion = {q.w * over, q.v * over};
  result.turn = rotation_of(result.quaternion) * result.mirror;
  result.rest = transposed(result.turn) * m;
  double square = 0;
  for (int i = 0; i < 9; ++i) {
    const double off = result.rest.entries[i] - (i % 4 == 0 ? 1 : 0);
    square += off * off;
  }
  result.defect = std::sqrt(square) * (1 + 0x1p-40) + 0x1p-46;
  return result;
}

}  // namespace abut
