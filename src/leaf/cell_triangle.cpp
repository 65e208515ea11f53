#include "leaf/cell_triangle.h"

#include "leaf/orientation_filter.h"

#include <algorithm>

namespace abut {

CellTriangle::CellTriangle(const Vec3& a, const Vec3& b, const Vec3& c, double error)
    : corners_{a, b, c}, sides_{b - a, c - b, a - c}, normal_(cross(sides_[0], sides_[1])), error_(error) {
  edge_ = std::max({largest(abs(sides_[0])), largest(abs(sides_[1])), largest(abs(sides_[2]))});
  normal_slack_ = orientation_filter::turn_bound(edge_, error_);
}

// S. Gottschalk's separating axes for a triangle and a box: the box's three, the triangle's normal, and the products of
// an axis with a side. Corners seen from the centre are off by error + u of themselves: a difference as in
// leaf/orientation_filter.h, 1, with the same bound. What a box reaches along an axis n is half . |n|.
bool CellTriangle::may_touch(const Vec3& centre, const Vec3& half) const {
  const Vec3 v[3] = {corners_[0] - centre, corners_[1] - centre, corners_[2] - centre};
  const Vec3 low = min(v[0], min(v[1], v[2])), high = max(v[0], max(v[1], v[2]));
  const double most = std::max(largest(abs(low)), largest(abs(high)));
  const double slack = 2 * (error_ + unit_roundoff * most);
  for (int i = 0; i < 3; ++i)
    if (low[i] > half[i] + slack || high[i] < -half[i] - slack) return false;
  const double size = half.x + half.y + half.z;
  const double reach = dot(half, abs(normal_)) + size * normal_slack_ * (1 + 0x1p-48);
  const double plane_slack = orientation_filter::determinant_bound(edge_, most, error_) + 0x1p-48 * reach;
  if (std::abs(dot(normal_, v[0])) > reach + plane_slack) return false;
  // A product of an axis and a side: a turn of a side and a corner, both within `farthest`. The side's own error makes
  // the box reach farther by at most size (2 error + u edge).
  const double farthest = std::max(edge_, most);
  const double turn_slack = orientation_filter::turn_bound(farthest, error_) +
                            (2 * error_ + 16 * unit_roundoff * edge_) * size * (1 + 0x1p-48);
  for (int j = 0; j < 3; ++j) {
    const Vec3 &side = sides_[j], &on = v[j], &off = v[j == 0 ? 2 : j - 1];
    for (int k = 0; k < 3; ++k) {
      const int x = k == 2 ? 0 : k + 1, y = k == 0 ? 2 : k - 1;
      const double of_side = side[x] * on[y] - side[y] * on[x], of_tip = side[x] * off[y] - side[y] * off[x];
      const double far = half[y] * std::abs(side[x]) + half[x] * std::abs(side[y]) + turn_slack;
      if (std::min(of_side, of_tip) > far || std::max(of_side, of_tip) < -far) return false;
    }
  }
  return true;
}

// With p a corner seen from the centre, N the normal and any number f: n . x = n . p + f N . (x - p) + t . (x - p),
// where t = n - f N. N . (x - p) is 0 but for what the computed normal is off, `normal_slack_` in each entry, times |x
// - p|, of which no coordinate exceeds `way`; and t . x is within half . |t|. Of each corner it is n . p itself, which
// bounds the whole triangle. All terms are sums of at most three products, of numbers that are off by error + u of
// themselves.
Bracket CellTriangle::reach_along(const Vec3& n, const Vec3& centre, const Vec3& half) const {
  double low = orientation_filter::infinity, high = -low, most = 0;
  for (const Vec3& corner : corners_) {
    const Vec3 p = corner - centre;
    const double along = dot(n, p);
    low = std::min(low, along), high = std::max(high, along);
    most = std::max(most, largest(abs(p)));
  }
  const double slack = 3 * error_ + 16 * unit_roundoff * most;
  Bracket reach{low - slack, high + slack};
  const double square = dot(normal_, normal_);
  if (!(square > 0x1p-600 && square < 0x1p600)) return reach;
  const double factor = dot(n, normal_) / square;
  const Vec3 p = corners_[0] - centre, aside = n - normal_ * factor;
  const double middle = dot(n, p) - dot(aside, p), way = largest(half) + most;
  const double off = dot(half, abs(aside)) + 3 * std::abs(factor) * normal_slack_ * way +
                     (6 * error_ + 64 * unit_roundoff * way) * (1 + largest(abs(aside)));
  if (middle - off > reach.lower) reach.lower = middle - off;
  if (middle + off < reach.upper) reach.upper = middle + off;
  return reach;
}

}  // namespace abut
