// The search for the triangle of a wide tree closest to a point, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_CLOSEST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_CLOSEST_INL_H_
#undef ABUT_ENGINE_CLOSEST_INL_H_
#else
#define ABUT_ENGINE_CLOSEST_INL_H_
#endif

#include "engine/closest.h"
#include "engine/near_point-inl.h"
#include "engine/visit-inl.h"
#include "leaf/point_triangle.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// One search. Boxes are compared in the inner frame, or in the turned one if lengths are too unlike there, triangles
/// in the turned one.
template <class Kernels>
class WideClosest {
 public:
  WideClosest(const WideTree& tree, const InnerPoints& frames, const InnerPoint& point, const ClosestSearch& search,
              ClosestSink& sink)
      : tree_(tree), turned_(frames.turned_frame()), point_(point), search_(search), sink_(sink) {
    world_ = frames.least_unit();
    // The point's own error, and what rounding takes from the line between a far point and a centre: see gap_box.cpp.
    slack_ = 1.75 * point.error + 0x1p-47 * (largest(abs(point.inner)) + 2);
    if (is_unlike(frames)) {
      const double reach = reach_of(tree.nodes[0].boxes, 0), away = largest(abs(point.turned));
      turned_gaps_.emplace(frames.turned_side(), reach, away, point.turned_error);
      turned_point_.centre = point.turned;
      world_ = turned_.unit;
      slack_ = turned_gaps_->slack;
    }
    // Corners rounded to float are off by 3 * 2^-25 per coordinate, entries of the turn being at most 1; a sliver's
    // distance by half its width, at most 2^-25 of a length below 11; and rounding as above.
    rough_slack_ = 0x1p-20 + 1.75 * point.turned_error + 0x1p-47 * (largest(abs(point.turned)) + 2);
    const double stretch = turned_.is_inner ? 0x1p-38 : 0x1p-50;
    rough_low_ = 1 - stretch, rough_high_ = 1 + stretch;
    // Bits that depend on the instruction set, or are rougher, do not matter where the answer is exact.
    is_near_ = search.exact && largest(abs(point.turned)) <= farthest_for_quick_triangles;
    may_be_quick_ = search.exact && !turned_gaps_ && largest(abs(point.inner)) <= farthest_quick_point;
    set_limit(search.limit);
  }

  NearestVisited run() {
    if (search_.seed != ClosestSearch::no_seed) look_at(search_.seed);
    stack_.push({0, 0});
    while (go_on_ && !stack_.empty() && !watch_.is_over(visited_.volume_tests + visited_.triangle_tests)) {
      const Waiting next = stack_.pop();
      if (next.square > limit_square_)
        leave_out(next.square);
      else
        visit(next.node);
    }
    for (const Waiting& left : stack_) leave_out(left.square);
    visited_.complete = stack_.empty() && go_on_;
    measure_candidates();
    if (!search_.exact || !visited_.complete) visited_.lower = lower();
    return visited_;
  }

 private:
  struct Waiting {
    double square;
    std::uint32_t node;
  };
  /// A triangle that is at least so far away, in the world.
  struct Candidate {
    double low;
    std::uint32_t place;
  };
  static constexpr int most_candidates = 64;
  static constexpr double farthest_for_quick_triangles = 16, least_quick_limit = 0x1p-10;

  /// Does the inner frame lose so much of the distance that many triangles look alike? As in a search for the closest
  /// triangles of two trees.
  bool is_unlike(const InnerPoints& frames) const {
    if (turned_.is_inner) return false;
    const double lost = (frames.turned_side().unlike - 1) * std::max(0.25, largest(abs(point_.turned)));
    return lost * static_cast<double>(tree_.order.size()) > 24;
  }

  void set_limit(double limit) {
    limit_ = limit;
    // Without a bound of the world's lengths nothing is too far.
    const double inner = world_ > 0 ? limit / world_ + slack_ : std::numeric_limits<double>::infinity();
    limit_square_ = inner * inner * (1 + 0x1p-48);
    // Boxes that are closer than some times what floats are off look all alike in float.
    is_quick_ = may_be_quick_ && inner > least_quick_limit;
    if (is_quick_) quick_far_ = next_up(float_up(limit_square_));
  }

  /// What is no finite number says nothing.
  HWY_INLINE void leave_out(double square) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    least_square_ = square < least_square_ ? square : square < infinity ? least_square_ : 0;
  }
  double lower() const {
    if (std::isinf(least_square_)) return least_low_;
    const double boxes = std::max(0.0, std::sqrt(least_square_) * (1 - 0x1p-48) - slack_);
    return std::min(in_world(boxes, world_), least_low_);
  }
  /// Rounded down: among the subnormal numbers a product may be rounded up by half of the least one.
  static double in_world(double length, double unit) {
    return std::max(0.0, length * unit - std::numeric_limits<double>::denorm_min());
  }

  HWY_INLINE std::uint32_t near_lanes(const ObbPacket& boxes, double* squares) const {
    if (is_quick_) return Kernels::quick_near_lanes(point_.inner, boxes, quick_far_, squares);
    return turned_gaps_ ? Kernels::near_lanes_of_point(*turned_gaps_, turned_point_, boxes, limit_square_, squares)
                        : Kernels::near_lanes(point_.inner, boxes, limit_square_, squares);
  }

  HWY_INLINE void visit(std::uint32_t index) {
    const WideNode& node = tree_.nodes[index];
    double squares[ObbPacket::lanes];
    const std::uint32_t filled = PacketKernels::kinds(node).filled;
    const std::uint32_t near = near_lanes(node.boxes, squares);
    visited_.volume_tests += static_cast<std::uint64_t>(std::popcount(filled));
    if (!search_.exact)
      for (std::uint32_t rest = filled & ~near; rest != 0; rest &= rest - 1) leave_out(squares[std::countr_zero(rest)]);
    Waiting nodes[ObbPacket::lanes];
    int count = 0;
    for (std::uint32_t rest = filled & near; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (node.child[lane].is_leaf()) {
        if (!(squares[lane] > limit_square_))
          look_at(node.child[lane]);
        else
          leave_out(squares[lane]);
        continue;
      }
      prefetch(tree_.nodes[node.child[lane].node()]);
      int place = count++;
      for (; place > 0 && nodes[place - 1].square < squares[lane]; --place) nodes[place] = nodes[place - 1];
      nodes[place] = {squares[lane], node.child[lane].node()};
    }
    for (int i = 0; i < count; ++i) stack_.push(nodes[i]);
  }

  Vec3 corner(const float* c) const {
    const Vec3 inner{c[0], c[1], c[2]};
    return turned_.is_inner ? inner : turned_.turn * inner;
  }

  // Of a triangle whose height is at least 2^-5 of its sides, shares are off by 2^13 u of the point's distance over its
  // size, so the nearest point by less than 2^-35 of what the rough slack leaves, 2^-22.
  HWY_INLINE double distance_of(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const Vec3 ab = b - a, ac = c - a;
    const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac), larger = std::max(bb, cc);
    if (is_near_ && bb * cc - bc * bc > 0x1p-10 * larger * larger)
      return length(point_.turned - quickly_nearest_on_triangle(point_.turned, a, b, c));
    return distance_to_triangle(point_.turned, {a, b, c});
  }

  HWY_INLINE void look_at(WideChild leaf) {
    for (std::uint32_t place = leaf.first(); place < leaf.first() + leaf.count() && go_on_; ++place)
      if (place != search_.seed) look_at(place);
  }

  HWY_INLINE void look_at(std::uint32_t place) {
    const LeafTriangles of = tree_.leaf_triangles();
    const double rough =
        distance_of(corner(of.corner(place, 0)), corner(of.corner(place, 1)), corner(of.corner(place, 2)));
    ++visited_.triangle_tests;
    const Candidate candidate{in_world(std::max(0.0, rough - rough_slack_) * rough_low_, turned_.unit), place};
    if (candidate.low > limit_) {
      least_low_ = std::min(least_low_, candidate.low);
    } else if (search_.exact) {
      // Some triangle is this close: nothing farther away matters, and which one it is shows at the end.
      const double limit = sink_.limit_after((rough + rough_slack_) * rough_high_ * turned_.unit);
      if (limit < limit_) set_limit(limit);
      if (count_ == most_candidates) measure_candidates();
      candidates_[count_++] = candidate;
    } else {
      measure(candidate);
    }
  }

  void measure_candidates() {
    for (int i = 0; i < count_; ++i)
      if (go_on_ && !(candidates_[i].low > limit_))
        measure(candidates_[i]);
      else
        least_low_ = std::min(least_low_, candidates_[i].low);
    count_ = 0;
  }

  void measure(const Candidate& candidate) {
    const double limit = sink_.measure(candidate.place);
    go_on_ = !(limit < 0);
    if (limit < limit_) set_limit(limit);
  }

  const WideTree& tree_;
  const TurnedFrame& turned_;
  const InnerPoint& point_;
  const ClosestSearch& search_;
  ClosestSink& sink_;
  std::optional<WorldGapFrame> turned_gaps_;  // of boxes that are not compared in the inner frame
  WorldGapBox turned_point_;
  double world_, slack_, rough_slack_, rough_low_, rough_high_;
  double limit_ = 0, limit_square_ = 0;                            // in the world, and for boxes in their frame
  double least_square_ = std::numeric_limits<double>::infinity();  // of boxes left out
  double least_low_ = std::numeric_limits<double>::infinity();     // of triangles left out, in the world
  BoundedStack<Waiting, 256> stack_{static_cast<std::size_t>(tree_.depth + 1) * ObbPacket::lanes};
  Candidate candidates_[most_candidates];
  int count_ = 0;
  BudgetWatch watch_{search_.watch};
  bool go_on_ = true, is_near_ = false;
  bool may_be_quick_ = false, is_quick_ = false;  // can boxes be compared in float, and does it help within the limit?
  float quick_far_ = 0;
  NearestVisited visited_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
