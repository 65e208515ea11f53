// The point of a wide tree's triangles that is closest to a given one, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_NEAR_POINT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_NEAR_POINT_INL_H_
#undef ABUT_ENGINE_NEAR_POINT_INL_H_
#else
#define ABUT_ENGINE_NEAR_POINT_INL_H_
#endif

#include "base/bounded_stack.h"
#include "engine/box_kernels-inl.h"
#include "engine/gaps-inl.h"
#include "engine/tree.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// A triangle, by its place, and its point closest to a given one.
struct NearPoint {
  bool found = false;
  std::uint32_t place = 0;
  Vec3 point;
  double square = 0;  ///< of the distance
};

/// The point of a triangle nearest to a given one, quickly: by the signs of its weights and of those on the sides. Any
/// point, or none, of a sliver.
inline Vec3 quickly_nearest_on_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, way = point - a;
  const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), b_way = dot(ab, way), c_way = dot(ac, way);
  // Seen from b and c.
  const double from_b_b = b_way - bb, from_b_c = c_way - bc, from_c_b = b_way - bc, from_c_c = c_way - cc;
  if (b_way <= 0 && c_way <= 0) return a;
  if (from_b_b >= 0 && from_b_c <= from_b_b) return b;
  if (from_c_c >= 0 && from_c_b <= from_c_c) return c;
  const double of_c = b_way * from_b_c - from_b_b * c_way, of_b = from_c_b * c_way - b_way * from_c_c;
  if (of_c <= 0 && b_way >= 0 && from_b_b <= 0) return a + ab * (b_way / bb);
  if (of_b <= 0 && c_way >= 0 && from_c_c <= 0) return a + ac * (c_way / cc);
  const double of_a = from_b_b * from_c_c - from_c_b * from_b_c, up = from_b_c - from_b_b, down = from_c_b - from_c_c;
  if (of_a <= 0 && up >= 0 && down >= 0) return b + (c - b) * (up / (up + down));
  const double over_all = 1 / (of_a + of_b + of_c);
  return a + ab * (of_b * over_all) + ac * (of_c * over_all);
}

/// Searches the corners that are rounded to float: good for a start, not for an answer. Points and distances are those
/// of the tree's inner frame, or of the world's if its place there is given.
template <class Kernels>
class WideNearPoint {
 public:
  /// What is not closer than the closest one by this part of its squared distance may be left out.
  WideNearPoint(const WideTree& tree, const WorldFrame::Side* world, double spared, std::uint64_t& volume_tests)
      : tree_(tree), part_(1 - spared), volume_tests_(volume_tests) {
    if (world) world_.emplace(*world, 1, 0, 0);
  }

  /// That of one triangle.
  NearPoint closest_of(std::uint32_t place, const Vec3& point) const {
    NearPoint best;
    best.place = place;
    best.square = std::numeric_limits<double>::infinity();
    try_leaf(WideChild::leaf(place, 1), point, best);
    return best;
  }
  /// The closest one whose squared distance is below `limit`.
  NearPoint find(const Vec3& point, double limit) {
    if (world_) world_point_.emplace().centre = point;
    is_quick_ = !world_ && largest(abs(point)) <= farthest_for_floats;
    NearPoint best;
    best.square = limit;
    BoundedStack<Waiting, 256> stack(static_cast<std::size_t>(tree_.depth + 1) * ObbPacket::lanes);
    stack.push({0, 0});
    while (!stack.empty()) {
      const Waiting next = stack.pop();
      if (!(next.square < best.square * part_)) continue;
      const WideChild child = tree_.nodes[next.box / ObbPacket::lanes].child[next.box % ObbPacket::lanes];
      if (child.is_leaf())
        try_leaf(child, point, best);
      else
        visit(child.node(), point, stack, best);
    }
    return best;
  }

 private:
  // Beyond and below, floats see boxes and points all alike.
  static constexpr double farthest_for_floats = 16, least_square_for_floats = 0x1p-20;

  struct Waiting {
    double square;
    std::uint32_t box;  ///< its node and lane
  };

  HWY_INLINE void visit(std::uint32_t index, const Vec3& point, BoundedStack<Waiting, 256>& stack, NearPoint& best) {
    const WideNode& node = tree_.nodes[index];
    double squares[ObbPacket::lanes];
    const std::uint32_t filled = PacketKernels::kinds(node).filled;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(filled));
    Waiting near[ObbPacket::lanes];
    int count = 0;
    const std::uint32_t within = near_lanes(point, node.boxes, best.square * part_, squares);
    for (std::uint32_t rest = filled & within; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      int place = count++;
      for (; place > 0 && near[place - 1].square < squares[lane]; --place) near[place] = near[place - 1];
      near[place] = {squares[lane], index * ObbPacket::lanes + static_cast<std::uint32_t>(lane)};
    }
    for (int i = 0; i < count; ++i) stack.push(near[i]);
  }

  HWY_INLINE std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) const {
    if (world_) return Kernels::near_lanes_of_point(*world_, *world_point_, boxes, limit, squares);
    if (is_quick_ && limit > least_square_for_floats)
      return Kernels::same_quick_near_lanes(point, boxes, static_cast<float>(limit), squares);
    return Kernels::near_lanes(point, boxes, limit, squares);
  }

  HWY_INLINE void try_leaf(WideChild leaf, const Vec3& point, NearPoint& best) const {
    const LeafTriangles of = tree_.leaf_triangles();
    for (std::uint32_t place = leaf.first(); place < leaf.first() + leaf.count(); ++place) {
      const Vec3 nearest = quickly_nearest_on_triangle(point, corner(of.corner(place, 0)), corner(of.corner(place, 1)),
                                                       corner(of.corner(place, 2)));
      const double square = dot(nearest - point, nearest - point);
      if (square < best.square) best = {true, place, nearest, square};
    }
  }

  HWY_INLINE Vec3 corner(const float* c) const {
    const Vec3 inner{c[0], c[1], c[2]};
    return world_ ? world_->opened.side.placed(inner) : inner;
  }

  const WideTree& tree_;
  double part_;
  std::optional<WorldGapFrame> world_;
  std::optional<WorldGapBox> world_point_;  // only there: to set it to 0 takes as long as to look at a triangle
  bool is_quick_ = false;
  std::uint64_t& volume_tests_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
