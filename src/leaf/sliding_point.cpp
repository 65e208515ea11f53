#include "leaf/sliding_point.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double rounding = 0x1p-48, much_rounding = 0x1p-46;

/// A point x moves on x + s travel + s^2 bend, |s| <= 1: within the triangle of these three, which are the control
/// points of the curve. What is said of them, if it is linear, holds for all of it.
std::array<Vec3, 3> around_way_of(const Vec3& x, const SeenMotion& motion) {
  const Vec3 travel = motion.travel(x), bend = motion.bend(x);
  return {x - travel + bend, x - bend, x + travel + bend};
}

/// A triangle that is looked at from a point over it: heights above its plane, and how far inside of its sides.
class Ground {
 public:
  explicit Ground(const std::array<Vec3, 3>& q) : q_(q) {
    const Vec3 e = q[1] - q[0], f = q[2] - q[0];
    n_ = cross(e, f);
    const double size = length(n_);
    // A direction is off by so many roundings: many for a sliver.
    thin_ = size > 0x1p-400 ? length(e) * length(f) / size : INFINITY;
    n_ = n_ * (1 / size);
    for (int i = 0; i < 3; ++i) {
      const Vec3 inward = cross(n_, q[(i + 1) % 3] - q[i]);
      inward_[i] = inward * (1 / length(inward));
    }
  }

  bool is_usable() const { return thin_ < 0x1p12; }
  const Vec3& normal() const { return n_; }
  double height(const Vec3& x) const { return dot(n_, x - q_[0]); }
  double inside(int side, const Vec3& x) const { return dot(inward_[side], x - q_[side]); }
  /// How far off heights, and `some` times as much insides, are for a point that is so far away.
  double error(const Vec3& x, double some) const { return some * thin_ * (length(x - q_[0]) + length(q_[1] - q_[0])); }
  double thin() const { return thin_; }

 private:
  std::array<Vec3, 3> q_;
  Vec3 n_, inward_[3];
  double thin_;
};

/// The points of a triangle at which some linear functions are not negative, by their weights of its corners 1 and 2.
class Clipped {
 public:
  Clipped() { corner_ = {Point{0, 0}, Point{1, 0}, Point{0, 1}}, count_ = 3; }

  /// The function's values at the corners.
  void keep_where_positive(double at_0, double at_1, double at_2) {
    const auto value = [&](const Point& p) { return at_0 + p.w1 * (at_1 - at_0) + p.w2 * (at_2 - at_0); };
    std::array<Point, most> kept;
    int kept_count = 0;
    for (int i = 0; i < count_; ++i) {
      const Point &here = corner_[i], &next = corner_[(i + 1) % count_];
      const double at_here = value(here), at_next = value(next);
      if (at_here >= 0) kept[kept_count++] = here;
      if ((at_here >= 0) != (at_next >= 0)) {
        const double share = at_here / (at_here - at_next);
        kept[kept_count++] = {here.w1 + (next.w1 - here.w1) * share, here.w2 + (next.w2 - here.w2) * share};
      }
    }
    corner_ = kept, count_ = kept_count;
  }
  bool is_empty() const { return count_ == 0; }
  int size() const { return count_; }
  /// A point in the middle of it.
  Vec3 middle_in(const std::array<Vec3, 3>& triangle) const { return in(triangle, middle()); }
  /// Nearly one of its corners: a little inside.
  Vec3 corner_in(const std::array<Vec3, 3>& triangle, int i) const {
    constexpr double inward = 0x1p-34;
    const Point from = corner_[i], to = middle();
    return in(triangle, {from.w1 + (to.w1 - from.w1) * inward, from.w2 + (to.w2 - from.w2) * inward});
  }

 private:
  struct Point {
    double w1, w2;
  };

  Point middle() const {
    Point sum{0, 0};
    for (int i = 0; i < count_; ++i) sum = {sum.w1 + corner_[i].w1, sum.w2 + corner_[i].w2};
    return {sum.w1 / count_, sum.w2 / count_};
  }
  static Vec3 in(const std::array<Vec3, 3>& triangle, const Point& p) {
    const double w1 = std::clamp(p.w1, 0.0, 1.0), w2 = std::clamp(p.w2, 0.0, 1.0 - w1);
    return triangle[0] + ((triangle[1] - triangle[0]) * w1 + (triangle[2] - triangle[0]) * w2);
  }

  // Each function cuts off a corner and adds two.
  static constexpr int most = 3 + 15;
  std::array<Point, most> corner_;
  int count_;
};

/// Where a point is all the time.
struct Heights {
  bool over_ground;  ///< surely, by as much room as is asked for
  double low, high;  ///< bounds of its height, but for the rest of its motion
};

Heights heights_of(const Ground& ground, const std::array<Vec3, 3>& way, double room) {
  Heights heights{true, INFINITY, -INFINITY};
  for (const Vec3& x : way) {
    const double height = ground.height(x), error = ground.error(x, rounding);
    heights.low = std::min(heights.low, height - error), heights.high = std::max(heights.high, height + error);
    for (int side = 0; side < 3; ++side)
      heights.over_ground &= ground.inside(side, x) >= room + ground.error(x, much_rounding);
  }
  return heights;
}

/// Does a part of p go through the ground all the time? Some point of what is over it stays below, another above.
bool goes_through(const Clipped& over, const std::array<Vec3, 3>& p, const Ground& ground, const SeenMotion& motion,
                  double room, double unsure) {
  bool below = false, above = false;
  for (int i = 0; i < over.size(); ++i) {
    const Heights heights = heights_of(ground, around_way_of(over.corner_in(p, i), motion), room);
    below |= heights.over_ground && heights.high < -unsure;
    above |= heights.over_ground && heights.low > unsure;
  }
  return below && above;
}

}  // namespace

// A point of p that is over q, seen along q's normal n, at both ends of its straight way and at the control point of
// its bend, by as much as the rest of its motion, is over q all the time; its distance is then its height. If two
// points of p are over q, one of them below its plane and one above, the way between them goes through q. Which points?
// To be over q is linear in p's weights, as travel and bend are, and so is height: what is over q all the time is a
// polygon, one of its corners is lowest and one highest, and what is left of it within the limit has a middle. Weights
// are of no consequence for the proof, the points are, which are off by a few roundings.
bool a_point_stays_within(const SeenMotion& motion, const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& q,
                          double limit) {
  const Ground ground(q);
  if (!ground.is_usable()) return false;
  // A point is within 8 roundings of 2^-53 of p's size of one of p's.
  const double off = rounding * (length(p[1] - p[0]) + length(p[2] - p[0]));
  const double room = motion.rest * (1 + rounding) + off;
  const double unsure = motion.rest_along(ground.normal()) + rounding * ground.thin() * motion.rest + off;
  const std::array<Vec3, 3> ways[3] = {around_way_of(p[0], motion), around_way_of(p[1], motion),
                                       around_way_of(p[2], motion)};
  Clipped left;
  const auto keep_where = [&](const auto& value) {
    for (int k = 0; k < 3 && !left.is_empty(); ++k)
      left.keep_where_positive(value(ways[0][k]), value(ways[1][k]), value(ways[2][k]));
  };
  for (int side = 0; side < 3; ++side) keep_where([&](const Vec3& x) { return ground.inside(side, x) - room; });
  if (left.is_empty()) return false;
  if (goes_through(left, p, ground, motion, room, unsure)) return true;
  const double highest = limit * (1 - rounding) - unsure * (1 + rounding);
  if (!(highest > 0)) return false;
  keep_where([&](const Vec3& x) { return highest - ground.height(x); });
  keep_where([&](const Vec3& x) { return highest + ground.height(x); });
  if (left.is_empty()) return false;
  const Heights heights = heights_of(ground, around_way_of(left.middle_in(p), motion), room);
  return heights.over_ground && heights.low >= -highest && heights.high <= highest;
}

}  // namespace abut
