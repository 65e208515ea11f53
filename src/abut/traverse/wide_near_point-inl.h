// The point of a wide tree's triangles that is closest to a given one, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_
#undef ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_
#else
#define ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_
#endif

#include <abut/leaf/distance_packet-inl.h>
#include <abut/leaf/point_triangle.h>
#include <abut/traverse/pairs.h>
#include <abut/traverse/wide_kernels-inl.h>
#include <abut/tree/wide_tree.h>
#include <abut/volume/gap_packet-inl.h>

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What a search for closest triangles asks of a packet of boxes, and of pairs of triangles. `near_lanes` gives squared
/// gaps, and which of them are not above the limit.
struct PlainGaps {
  static std::uint32_t near_lanes(const GapFrame& frame, const GapBox& closed, const ObbPacket& opened, double limit,
                                  double* squares) {
    squared_gaps_scalar(frame, closed, opened, squares);
    return not_above(limit, squares);
  }
  static std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) {
    squared_gaps_scalar(point, boxes, squares);
    return not_above(limit, squares);
  }
  static void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const Vec3 way = Vec3{boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]} - point;
      squares[lane] = dot(way, way);
    }
  }
  static std::uint32_t distances_below(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b, int count,
                                       float cutoff, float* out) {
    return HWY_NAMESPACE::distances_below<Unfused<Single>>(filter, a, b, count, cutoff, out);
  }
  static std::uint32_t not_above(double limit, const double* squares) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) lanes |= std::uint32_t{!(squares[lane] > limit)} << lane;
    return lanes;
  }
};

#if HWY_TARGET == HWY_SCALAR
template <bool fused>
using PacketGaps = PlainGaps;
#else
template <bool fused>
struct PacketGaps {
  static HWY_INLINE std::uint32_t near_lanes(const GapFrame& frame, const GapBox& closed, const ObbPacket& opened,
                                             double limit, double* squares) {
    if (frame.rigid) return HWY_NAMESPACE::near_lanes<fused>(closed, opened, limit, squares);
    return PlainGaps::near_lanes(frame, closed, opened, limit, squares);
  }
  static HWY_INLINE std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) {
    return HWY_NAMESPACE::near_lanes<fused>(point, boxes, limit, squares);
  }
  static HWY_INLINE void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
    HWY_NAMESPACE::squared_centre_distances(point, boxes, squares);
  }
  static HWY_NOINLINE std::uint32_t distances_below(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                                    int count, float cutoff, float* out) {
    return HWY_NAMESPACE::distances_below<Unfused<Packet>>(filter, a, b, count, cutoff, out);
  }
};
#endif

/// A triangle, by its place, and its point closest to a given one.
struct NearPoint {
  bool found = false;
  std::uint32_t place = 0;
  Vec3 point;
  double square = 0;  ///< of the distance
};

/// Searches the corners that are rounded to float: good for a start, not for an answer.
template <class Kernels>
class WideNearPoint {
 public:
  WideNearPoint(const WideTree& tree, std::uint64_t& volume_tests) : tree_(tree), volume_tests_(volume_tests) {}

  /// The closest one whose squared distance is below `limit`.
  NearPoint find(const Vec3& point, double limit) {
    NearPoint best;
    best.square = limit;
    BoundedStack<Waiting, 256> stack(static_cast<std::size_t>(tree_.depth + 1) * ObbPacket::lanes);
    stack.push({0, 0});
    while (!stack.empty()) {
      const Waiting next = stack.pop();
      if (next.square < best.square) visit(next.node, point, stack, best);
    }
    return best;
  }

 private:
  struct Waiting {
    double square;
    std::uint32_t node;
  };

  HWY_INLINE void visit(std::uint32_t index, const Vec3& point, BoundedStack<Waiting, 256>& stack, NearPoint& best) {
    const WideNode& node = tree_.nodes[index];
    double squares[ObbPacket::lanes];
    const std::uint32_t filled = PacketKernels::kinds(node).filled;
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(filled));
    Waiting near[ObbPacket::lanes];
    int count = 0;
    for (std::uint32_t rest = filled & Kernels::near_lanes(point, node.boxes, best.square, squares); rest != 0;
         rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (node.child[lane].is_leaf()) {
        try_leaf(node.child[lane], point, best);
        continue;
      }
      int place = count++;
      for (; place > 0 && near[place - 1].square < squares[lane]; --place) near[place] = near[place - 1];
      near[place] = {squares[lane], node.child[lane].node()};
    }
    for (int i = 0; i < count; ++i) stack.push(near[i]);
  }

  HWY_INLINE void try_leaf(WideChild leaf, const Vec3& point, NearPoint& best) {
    for (std::uint32_t place = leaf.first(); place < leaf.first() + leaf.count(); ++place) {
      const float* c = tree_.corners.data() + 9 * std::size_t{place};
      const Vec3 nearest =
          nearest_on_triangle(point, {Vec3{c[0], c[1], c[2]}, Vec3{c[3], c[4], c[5]}, Vec3{c[6], c[7], c[8]}});
      const double square = dot(nearest - point, nearest - point);
      if (square < best.square) best = {true, place, nearest, square};
    }
  }

  const WideTree& tree_;
  std::uint64_t& volume_tests_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
