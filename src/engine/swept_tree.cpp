#include "engine/swept_tree.h"

#include "math/power_of_two.h"

#include <algorithm>
#include <limits>

namespace abut {

namespace {

constexpr float never = 2;

// Rounded coordinates are off by at most 2^-25 and what the difference and the scale in doubles lose, as is this sum.
constexpr float outward = 0x1p-23f;

// A time is the quotient of a float difference, off by 2^-24 of itself, and the sum of two such of equal sign: all in
// all less than 2^-21 of itself.
constexpr float earlier = 1 - 0x1p-20f, later = 1 + 0x1p-20f;

struct FloatPoint {
  float end[2][3];
};

std::vector<FloatPoint> in_floats(std::span<const Vec3> from, std::span<const Vec3> to, const SweptFrame& frame) {
  std::vector<FloatPoint> points(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      points[i].end[0][axis] = static_cast<float>((from[i][axis] - frame.centre[axis]) * frame.scale);
      points[i].end[1][axis] = static_cast<float>((to[i][axis] - frame.centre[axis]) * frame.scale);
    }
  return points;
}

SweptBox box_of(const FloatPoint& a, const FloatPoint& b, const FloatPoint& c) {
  SweptBox box;
  for (int end = 0; end < 2; ++end)
    for (int axis = 0; axis < 3; ++axis) {
      const float x = a.end[end][axis], y = b.end[end][axis], z = c.end[end][axis];
      box.side[SweptBox::low(end, axis)] = outward - std::min({x, y, z});
      box.side[SweptBox::high(end, axis)] = outward + std::max({x, y, z});
    }
  return box;
}

void grow(SweptBox& box, const SweptBox& by) {
  for (int k = 0; k < SweptBox::sides; ++k) box.side[k] = std::max(box.side[k], by.side[k]);
}

// An inverted box, which grows into any other and meets none.
constexpr SweptBox nothing = [] {
  SweptBox box{};
  box.side.fill(-std::numeric_limits<float>::infinity());
  return box;
}();

// One of two boxes must not be beyond the other: `at_0` and `at_1` are by how much it is not, at the ends of time.
void hold(float at_0, float at_1, SweptTimes& times) {
  const float crossing = at_0 / (at_0 - at_1);
  if (at_0 < 0) times.from = at_1 < 0 ? never : std::max(times.from, crossing * earlier);
  if (at_0 >= 0 && at_1 < 0) times.to = std::min(times.to, crossing * later);
}

}  // namespace

SweptFrame SweptFrame::around(std::span<const std::span<const Vec3>> all) {
  Bounds bounds;
  for (std::span<const Vec3> points : all) {
    const Bounds part = bounds_of(points);
    bounds = {min(bounds.low, part.low), max(bounds.high, part.high)};
  }
  if (!(bounds.low.x <= bounds.high.x)) return {};
  const Vec3 centre = bounds.low * 0.5 + bounds.high * 0.5;
  const double reach = largest(max(abs(bounds.low - centre), abs(bounds.high - centre)));
  return {centre, reach > 0 ? 1 / power_of_two_at_least(std::max(reach, 0x1p-1000)) : 1};
}

SweptTimes meeting_times(const SweptBox& a, const SweptBox& b) {
  SweptTimes times{0, 1};
  for (int axis = 0; axis < 3; ++axis) {
    const int low_0 = SweptBox::low(0, axis), low_1 = SweptBox::low(1, axis);
    const int high_0 = SweptBox::high(0, axis), high_1 = SweptBox::high(1, axis);
    hold(a.side[high_0] + b.side[low_0], a.side[high_1] + b.side[low_1], times);
    hold(b.side[high_0] + a.side[low_0], b.side[high_1] + a.side[low_1], times);
  }
  return times;
}

void meeting_times(const SweptBox& a, const SweptPacket& b, float from[SweptPacket::lanes]) {
  constexpr int lanes = SweptPacket::lanes;
  float to[lanes];
  for (int i = 0; i < lanes; ++i) from[i] = 0, to[i] = 1;
  for (int k = 0; k < 6; ++k) {
    const int end_0 = k < 3 ? SweptBox::low(0, k) : SweptBox::high(0, k - 3), end_1 = end_0 + 3;
    const int facing_0 = k < 3 ? SweptBox::high(0, k) : SweptBox::low(0, k - 3), facing_1 = facing_0 + 3;
    const float a0 = a.side[facing_0], a1 = a.side[facing_1];
    for (int i = 0; i < lanes; ++i) {
      // As hold() has it, without branches.
      const float at_0 = a0 + b.side[end_0][i], at_1 = a1 + b.side[end_1][i];
      const float crossing = at_0 / (at_0 - at_1);
      const float begins = at_1 < 0 ? never : crossing * earlier, ends = at_1 < 0 ? crossing * later : 1.0f;
      const float begin = at_0 < 0 ? begins : 0.0f, end = at_0 < 0 ? 1.0f : ends;
      from[i] = from[i] < begin ? begin : from[i];
      to[i] = end < to[i] ? end : to[i];
    }
  }
  for (int i = 0; i < lanes; ++i) from[i] = from[i] <= to[i] ? from[i] : never;
}

SweptTree::SweptTree(const WideTree& tree, std::span<const Triangle> triangles, std::span<const Vec3> from,
                     std::span<const Vec3> to, const SweptFrame& frame)
    : tree_(&tree), packets_(tree.nodes.size()) {
  const std::vector<FloatPoint> points = in_floats(from, to, frame);
  triangles_.reserve(tree.order.size());
  for (std::uint32_t id : tree.order) {
    const auto [i, j, k] = triangles[id];
    triangles_.push_back(box_of(points[i], points[j], points[k]));
  }
  // Children come after their parents.
  std::vector<SweptBox> whole(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    SweptBox all = nothing;
    for (int lane = 0; lane < SweptPacket::lanes; ++lane) {
      const WideChild child = tree.nodes[n].child[lane];
      SweptBox box = child.is_node() ? whole[child.node()] : nothing;
      if (child.is_leaf())
        for (std::uint32_t i = 0; i < child.count(); ++i) grow(box, triangles_[child.first() + i]);
      for (int k = 0; k < SweptBox::sides; ++k) packets_[n].side[k][lane] = box.side[k];
      grow(all, box);
    }
    whole[n] = all;
  }
}

}  // namespace abut
