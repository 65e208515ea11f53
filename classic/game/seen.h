#pragma once

#include "classic/volume/separating_axis.h"
#include <abut/classic_game.h>
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace abut::classic::game {

/// Throws Error when an option is out of range.
void require_valid(const Options& options);
void require_rigid(const Placement& at);

/// The level at which a query stops: nodes there, and leaves above it, count as the model.
int last_level(double accuracy, int depth);

/// b's frame in a's, for rigid placements: x_a = turn x_b + shift.
struct Relative {
  Matrix3 turn;
  Vec3 shift;

  Relative(const Placement& at_a, const Placement& at_b)
      : turn(transposed(at_a.linear) * at_b.linear), shift(transposed_times(at_a.linear, at_b.shift - at_a.shift)) {}
  Vec3 operator*(const Vec3& x) const { return turn * x + shift; }
};

/// Bounds by how much what is computed of two trees' volumes in a's frame may be off, in any direction.
//
// Rigid placements are orthonormal within 2^-40, so that transposes stand for inverses up to 2^-39 of what they are
// applied to; sums of products add a few 2^-53. All of it is less than 2^-36 of the sum of the sizes: of the farthest
// points of both models from their origins, and of the shift.
template <class Real>
double slack_of(const Tree<Real>& a, const Tree<Real>& b, const Vec3& shift) {
  const auto size = [](const Head& head) {
    return std::abs(head.centre[0]) + std::abs(head.centre[1]) + std::abs(head.centre[2]) + head.radius;
  };
  return 0x1p-36 * (size(a.head()) + size(b.head()) + std::abs(shift.x) + std::abs(shift.y) + std::abs(shift.z));
}

/// May the boxes touch? `grown` is added on every axis besides the slack.
//
// The axes of a node are orthonormal within the defect below, as stored: projections of a box are longer by no more
// than that times the sum of its half extents. An axis made of two edges is no longer than 1, and its sums have fewer
// than 8 terms.
template <class Real>
bool boxes_may_touch(const Node<Real>& a, const Node<Real>& b, const Relative& b_in_a, double slack) {
  constexpr double defect = sizeof(Real) == sizeof(float) ? 0x1p-20 : 0x1p-48;
  const Matrix3 axes_a = a.axes(), r = transposed(axes_a) * (b_in_a.turn * b.axes());
  const Vec3 t = transposed_times(axes_a, b_in_a * b.centre() - a.centre());
  const BoxPair<double> pair{{t.x, t.y, t.z},
                             {{{r(0, 0), r(0, 1), r(0, 2)}, {r(1, 0), r(1, 1), r(1, 2)}, {r(2, 0), r(2, 1), r(2, 2)}}}};
  const Vec3 ha = a.half_extents(), hb = b.half_extents();
  const double sizes = ha.x + ha.y + ha.z + hb.x + hb.y + hb.z + std::abs(t.x) + std::abs(t.y) + std::abs(t.z);
  return separating_axis(pair, HalfExtents<double>{ha.x, ha.y, ha.z}, HalfExtents<double>{hb.x, hb.y, hb.z},
                         2 * slack + 8 * defect * sizes) == no_axis;
}

/// May the spheres, of radii a and b, touch?
inline bool spheres_may_touch(const Vec3& between, double a, double b, double slack) {
  const double reach = (a + b + slack) * (1 + 0x1p-48);
  return !(dot(between, between) > reach * reach);
}

/// The first t in [0, 1] with |start + t way| <= radius, by the quadratic of the paper, rounded.
//
// By way of the point q of the line that is closest to 0: it is off by a few roundings of |start| + |way|, where the
// discriminant b^2 - a c would be off by those of their squares and lose small spheres that are far away.
inline std::optional<double> sphere_sweep(const Vec3& start, const Vec3& way, double radius) {
  const double square = dot(way, way);
  if (!(square > 0)) return length(start) <= radius ? std::optional(0.0) : std::nullopt;
  const double closest_at = -dot(start, way) / square;
  const Vec3 q = start + way * closest_at;
  const double room = radius * radius - dot(q, q);
  if (room < 0) return std::nullopt;
  const double half = std::sqrt(room / square), first = closest_at - half;
  if (closest_at + half < 0 || first > 1) return std::nullopt;
  return std::max(0.0, first);
}

/// A pair of nodes and their levels.
struct LevelPair {
  std::uint32_t a, b;
  std::int32_t level_a, level_b;
};
struct LevelNode {
  std::uint32_t node;
  std::int32_t level;
};

/// A stack that remembers how much it held.
template <class Item>
class CountedStack {
 public:
  explicit CountedStack(int depth) { items_.reserve(static_cast<std::size_t>(depth) + 2); }
  bool empty() const { return items_.empty(); }
  void push(const Item& item) {
    items_.push_back(item);
    deepest_ = std::max(deepest_, items_.size());
  }
  Item pop() {
    const Item item = items_.back();
    items_.pop_back();
    return item;
  }
  std::uint32_t deepest() const { return static_cast<std::uint32_t>(deepest_); }

 private:
  std::vector<Item> items_;
  std::size_t deepest_ = 0;
};

/// Which node of a pair is opened: the larger one, if it may be. Neither: both count as the models.
enum class Opened { a, b, neither };
template <class Real>
Opened opened(const Tree<Real>& a, const Tree<Real>& b, const LevelPair& pair, int last_a, int last_b) {
  const Node<Real>&node_a = a.nodes()[pair.a], &node_b = b.nodes()[pair.b];
  const bool can_a = !node_a.is_leaf() && pair.level_a < last_a, can_b = !node_b.is_leaf() && pair.level_b < last_b;
  if (!can_a && !can_b) return Opened::neither;
  return can_a && (!can_b || node_a.radius >= node_b.radius) ? Opened::a : Opened::b;
}
/// Pushes the pairs below, the left one on top.
template <class Real>
void push_below(const Tree<Real>& a, const Tree<Real>& b, const LevelPair& pair, Opened which,
                CountedStack<LevelPair>& stack) {
  if (which == Opened::a) {
    const std::uint32_t left = a.nodes()[pair.a].left;
    stack.push({left + 1, pair.b, pair.level_a + 1, pair.level_b});
    stack.push({left, pair.b, pair.level_a + 1, pair.level_b});
  } else {
    const std::uint32_t left = b.nodes()[pair.b].left;
    stack.push({pair.a, left + 1, pair.level_a, pair.level_b + 1});
    stack.push({pair.a, left, pair.level_a, pair.level_b + 1});
  }
}

}  // namespace abut::classic::game
