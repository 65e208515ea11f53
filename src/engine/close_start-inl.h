// A close pair of triangles for a search to begin with, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_CLOSE_START_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_CLOSE_START_INL_H_
#undef ABUT_ENGINE_CLOSE_START_INL_H_
#else
#define ABUT_ENGINE_CLOSE_START_INL_H_
#endif

#include "engine/near_point-inl.h"
#include "engine/nearest.h"
#include "engine/visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Goes down both trees by the boxes' centres, then to and fro between the closest points.
template <class Kernels>
class CloseStart {
 public:
  /// `world`: what the units that distances from a tree are told in are in the scene's, which is `unit` in the world.
  CloseStart(const ReachingTrees& trees, const RelativePlacement& b_in_a, const NearestSearch& search,
             const double (&world)[2], double unit, std::uint64_t& volume_tests)
      : trees_(trees),
        b_in_a_(b_in_a),
        search_(search),
        world_(world),
        unit_(unit),
        part_(search.exact ? 0 : 1),
        volume_tests_(volume_tests) {}

  /// By places in the trees' leaf order.
  NodePair find() {
    descend();
    points_[0] = placed(0, middle_of(0, places_[0]));
    take(1, closest_of(1));
    go_to_and_fro();
    // What is measured later faces the other across these points.
    if (search_.exact)
      for (int side : {0, 1}) take(side, closest_of(side));
    return pair();
  }
  NodePair pair() const { return {places_[0], places_[1]}; }
  /// Goes on from a pair that was good enough, but not so close to the closest one that this could be proved: to this
  /// part of what an answer may be off, at most `most` of the distance, or to the end.
  NodePair find_closer(double part, double most) {
    part_ = part, most_ = most, is_settled_ = false;
    go_to_and_fro();
    return pair();
  }
  /// How far apart its points are, in the world.
  double distance() const { return std::sqrt(square_) * unit_; }
  /// Where the pair is closest, in the tree's frame, or the world's.
  const Vec3& point(int side) const { return points_[side]; }
  /// Is the pair likely close to the closest one? Not where the closest points still moved.
  bool is_settled() const { return is_settled_ || !is_quick(); }

 private:
  static constexpr std::uint32_t lanes = ObbPacket::lanes;

  void go_to_and_fro() {
    for (int round = 0, rounds = most_rounds(); round < rounds && !is_settled_; ++round) {
      const double before = square_;
      const bool moved = step(1 - round % 2);
      is_settled_ = round > 0 && (!moved || good_enough(square_, before));
      if (round == 3 && !is_settled_ && round + 1 < rounds) leap();
    }
  }
  /// From the point of the other tree to the closest one of `to`: false if that is no closer.
  bool step(int to) {
    const NearPoint found = near_points(to).find(carried(points_[1 - to], to), square_ / (world_[to] * world_[to]));
    if (found.found) take(to, found);
    return found.found;
  }
  /// Of the triangle so far.
  NearPoint closest_of(int side) {
    return near_points(side).closest_of(places_[side], carried(points_[1 - side], side));
  }
  void take(int side, const NearPoint& found) {
    square_ = found.square * (world_[side] * world_[side]), points_[side] = found.point, places_[side] = found.place;
  }
  WideNearPoint<Kernels> near_points(int side) {
    // A pair that is good enough need not begin with the closest points.
    return {*trees_.tree[side], world_side(side), std::min(0.3, 2 * tolerance()), volume_tests_};
  }
  /// By what part of its distance the pair may be farther apart than the closest one.
  double tolerance() const {
    if (part_ == 0) return 0;
    const double absolute = search_.absolute_tolerance / (unit_ * std::sqrt(square_));
    return std::min(most_, part_ * std::max(search_.relative_tolerance, absolute));
  }

  /// Where surfaces bulge towards each other, closest points creep towards the closest pair, the slower the closer the
  /// surfaces are. It is about halfway between where either reaches farthest towards the other.
  void leap() {
    const Vec3 a = points_[0], b = carried(points_[1], 0), way = b - a;
    const double square = dot(way, way);
    if (!(square > 0)) return;
    const Vec3 far = way * (4 * std::max(1.0, search_.frame ? 1 : b_in_a_.scale) / std::sqrt(square));
    constexpr double anywhere = std::numeric_limits<double>::infinity();
    const Vec3 middle = (near_centre(0, a + far) + carried(near_centre(1, carried(b - far, 1)), 0)) * 0.5;
    const Vec3 guess = middle - way * (dot(middle - (a + b) * 0.5, way) / square);
    const NearPoint on_a = near_points(0).find(guess, anywhere);
    if (!on_a.found) return;
    const NearPoint on_b = near_points(1).find(carried(on_a.point, 1), square_ / (world_[1] * world_[1]));
    if (!on_b.found) return;
    points_[0] = on_a.point, places_[0] = on_a.place;
    take(1, on_b);
  }

  /// A search of small trees finds the rest as soon.
  bool is_quick() const {
    constexpr std::size_t small = 4096;
    return part_ == 0 && std::max(trees_.tree[0]->order.size(), trees_.tree[1]->order.size()) <= small;
  }
  int most_rounds() const { return is_quick() ? 4 : 8; }

  /// Is another round not worth its while?
  bool good_enough(double square, double last) const {
    const double now = std::sqrt(square), before = std::sqrt(last);
    return now > (is_quick() ? 0.97 : 0.999) * before || now * (1 + tolerance()) > before;
  }

  void descend() {
    Vec3 centres[2];
    WideChild at[2];
    for (int side : {0, 1}) {
      const WideNode& root = trees_.nodes[side][0];
      centres[side] = placed(side, centre_of(root.boxes, 0));
      at[side] = root.child[0];
    }
    while (at[0].is_node() || at[1].is_node())
      for (int side : {0, 1}) {
        if (!at[side].is_node()) continue;
        const WideNode& node = trees_.nodes[side][at[side].node()];
        const std::uint32_t lane = nearest_centre(side, carried(centres[1 - side], side), node);
        centres[side] = placed(side, centre_of(node.boxes, static_cast<int>(lane)));
        at[side] = node.child[lane];
      }
    for (int side : {0, 1}) places_[side] = at[side].first();
  }

  /// The middle of the triangle that one comes to by the centres closest to a point.
  Vec3 near_centre(int side, const Vec3& point) const {
    WideChild at = trees_.nodes[side][0].child[0];
    while (at.is_node()) {
      const WideNode& node = trees_.nodes[side][at.node()];
      at = node.child[nearest_centre(side, point, node)];
    }
    return placed(side, middle_of(side, at.first()));
  }

  std::uint32_t nearest_centre(int side, const Vec3& point, const WideNode& node) const {
    double squares[lanes];
    if (search_.frame)
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const Vec3 way = placed(side, centre_of(node.boxes, static_cast<int>(lane))) - point;
        squares[lane] = dot(way, way);
      }
    else
      Kernels::squared_centre_distances(point, node.boxes, squares);
    std::uint32_t nearest = 0;
    for (std::uint32_t lane = 1; lane < lanes && !node.child[lane].is_empty(); ++lane)
      if (squares[lane] < squares[nearest]) nearest = lane;
    return nearest;
  }

  static Vec3 centre_of(const ObbPacket& boxes, int lane) {
    return {boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]};
  }
  Vec3 middle_of(int side, std::uint32_t place) const {
    const LeafTriangles of = trees_.tree[side]->leaf_triangles();
    return (of.corner_point(place, 0) + of.corner_point(place, 1) + of.corner_point(place, 2)) * (1.0 / 3);
  }
  const WorldFrame::Side* world_side(int side) const { return search_.frame ? &search_.frame->sides[side] : nullptr; }
  /// An inner point in the world's frame, if distances are bounded there.
  Vec3 placed(int side, const Vec3& inner) const { return search_.frame ? world_side(side)->placed(inner) : inner; }
  /// A point of the other tree's frame in that of `side`.
  Vec3 carried(const Vec3& point, int side) const {
    if (search_.frame) return point;
    if (side == 0) return b_in_a_.linear * (point * b_in_a_.scale) + b_in_a_.shift;
    return b_in_a_.back * (point - b_in_a_.shift) * (1 / b_in_a_.scale);
  }

  const ReachingTrees& trees_;
  const RelativePlacement& b_in_a_;
  const NearestSearch& search_;
  const double (&world_)[2];
  double unit_;
  double part_, most_ = std::numeric_limits<double>::infinity();  // as of find_closer
  std::uint64_t& volume_tests_;
  bool is_settled_ = false;
  std::uint32_t places_[2];
  Vec3 points_[2];  // each in its tree's frame, or the world's
  double square_ = std::numeric_limits<double>::infinity();
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
