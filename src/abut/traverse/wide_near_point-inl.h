// The point of a wide tree's triangles that is closest to a given one, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_
#undef ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_
#else
#define ABUT_TRAVERSE_WIDE_NEAR_POINT_INL_H_
#endif

#include <abut/leaf/point_triangle.h>
#include <abut/traverse/pairs.h>
#include <abut/tree/wide_tree.h>
#include <abut/volume/gap_packet-inl.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What a search for closest triangles asks of a packet of boxes.
struct PlainGaps {
  static void squared_gaps(const GapFrame& frame, const GapBox& closed, const ObbPacket& opened, double* squares) {
    squared_gaps_scalar(frame, closed, opened, squares);
  }
  static void squared_gaps(const Vec3& point, const ObbPacket& boxes, double* squares) {
    squared_gaps_scalar(point, boxes, squares);
  }
  static void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const Vec3 way = Vec3{boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]} - point;
      squares[lane] = dot(way, way);
    }
  }
};

#if HWY_TARGET == HWY_SCALAR
using PacketGaps = PlainGaps;
#else
struct PacketGaps {
  static HWY_INLINE void squared_gaps(const GapFrame& frame, const GapBox& closed, const ObbPacket& opened,
                                      double* squares) {
    if (frame.rigid)
      HWY_NAMESPACE::squared_gaps(closed, opened, squares);
    else
      squared_gaps_scalar(frame, closed, opened, squares);
  }
  static HWY_INLINE void squared_gaps(const Vec3& point, const ObbPacket& boxes, double* squares) {
    HWY_NAMESPACE::squared_gaps(point, boxes, squares);
  }
  static HWY_INLINE void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
    HWY_NAMESPACE::squared_centre_distances(point, boxes, squares);
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
    Kernels::squared_gaps(point, node.boxes, squares);
    Waiting near[ObbPacket::lanes];
    int count = 0;
    for (int lane = 0; lane < ObbPacket::lanes && !node.child[lane].is_empty(); ++lane) {
      ++volume_tests_;
      if (!(squares[lane] < best.square)) continue;
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
