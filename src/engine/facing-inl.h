// What of two wide trees faces the other across a direction, compiled once per instruction set: include from sources
// that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_FACING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_FACING_INL_H_
#undef ABUT_ENGINE_FACING_INL_H_
#else
#define ABUT_ENGINE_FACING_INL_H_
#endif

#include "engine/box_kernels-inl.h"
#include "engine/facing.h"
#include "engine/visit-inl.h"
#include "leaf/triangle_packet-inl.h"
#include "math/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What a set of points spans in a FacingFrame, in every lane.
template <class N>
struct SpanLanes {
  N low[3], high[3];

  static HWY_INLINE SpanLanes nothing() {
    SpanLanes span;
    for (int k = 0; k < 3; ++k) {
      span.low[k] = N::all(std::numeric_limits<float>::infinity());
      span.high[k] = N::all(-std::numeric_limits<float>::infinity());
    }
    return span;
  }
  HWY_INLINE void add(const SpanLanes& other) {
    for (int k = 0; k < 3; ++k) low[k] = min(low[k], other.low[k]), high[k] = max(high[k], other.high[k]);
  }
  /// The same in the lanes of the mask, and nothing in others.
  HWY_INLINE SpanLanes only(const typename N::Mask& mask) const {
    SpanLanes span = nothing();
    for (int k = 0; k < 3; ++k)
      span.low[k] = select(mask, low[k], span.low[k]), span.high[k] = select(mask, high[k], span.high[k]);
    return span;
  }
};

/// The same of one set.
struct Span {
  float low[3], high[3];

  template <class N>
  static HWY_INLINE Span of(const SpanLanes<N>& lanes) {
    float least[8];
    N::store_least(lanes.low[0], lanes.low[1], lanes.low[2], -lanes.high[0], least);
    N::store_least(-lanes.high[1], -lanes.high[2], lanes.low[0], lanes.low[0], least + 4);
    return {{least[0], least[1], least[2]}, {-least[3], -least[4], -least[5]}};
  }
  /// The squared distance, if neither of them is smaller than it says.
  template <class N>
  HWY_INLINE N squared_gap(const SpanLanes<N>& from) const {
    N square = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const N gap = positive(larger(from.low[k] - N::all(high[k]), N::all(low[k]) - from.high[k]));
      square = mul_add(gap, gap, square);
    }
    return square;
  }
};

/// Where boxes are in a FacingFrame.
template <class N>
HWY_INLINE SpanLanes<N> span_of(const FacingFrame::Side& side, const ObbPacket& boxes, int lane) {
  using V = Vec3Of<N>;
  const V from = V::load_aligned(boxes.centre, lane) - V::all(side.origin);
  const V half = V::load_aligned(boxes.half, lane);
  const V axes[3] = {V::load_aligned(boxes.axes[0], lane), V::load_aligned(boxes.axes[1], lane),
                     V::load_aligned(boxes.axes[2], lane)};
  const N size = abs(from.x) + abs(from.y) + abs(from.z) + half.x + half.y + half.z;
  const N slack = mul_add(N::all(side.slack_per_size), size, N::all(side.slack));
  SpanLanes<N> span;
  for (int k = 0; k < 3; ++k) {
    const V along = V::all(side.functionals[k]);
    const N middle = dot(along, from) + N::all(side.offset[k]);
    const N reach =
        mul_add(half.z, abs(dot(along, axes[2])),
                mul_add(half.y, abs(dot(along, axes[1])), mul_add(half.x, abs(dot(along, axes[0])), slack)));
    span.low[k] = middle - reach;
    span.high[k] = middle + reach;
  }
  return span;
}

/// Where triangles are in a FacingFrame.
template <class N>
HWY_INLINE SpanLanes<N> span_of(const FacingFrame::Side& side, const LeafTriangles& of, const std::uint32_t* places) {
  using V = Vec3Of<N>;
  N numbers[9];
  load_corners(of, places, numbers);
  SpanLanes<N> span = SpanLanes<N>::nothing();
  N size = N::all(0);
  for (int corner = 0; corner < 3; ++corner) {
    const V from = V{numbers[3 * corner], numbers[3 * corner + 1], numbers[3 * corner + 2]} - V::all(side.origin);
    size = max(size, abs(from.x) + abs(from.y) + abs(from.z));
    for (int k = 0; k < 3; ++k) {
      const N at = dot(V::all(side.functionals[k]), from) + N::all(side.offset[k]);
      span.low[k] = min(span.low[k], at), span.high[k] = max(span.high[k], at);
    }
  }
  const N slack = mul_add(N::all(side.slack_per_size), size, N::all(side.slack));
  for (int k = 0; k < 3; ++k) span.low[k] = span.low[k] - slack, span.high[k] = span.high[k] + slack;
  return span;
}

/// Up to eight sets of points, side by side.
struct alignas(64) Spans {
  static constexpr int most = 8;
  float low[3][most], high[3][most];

  HWY_INLINE Span at(int i) const { return {{low[0][i], low[1][i], low[2][i]}, {high[0][i], high[1][i], high[2][i]}}; }
  template <class N>
  HWY_INLINE SpanLanes<N> lanes(int first) const {
    SpanLanes<N> found;
    for (int k = 0; k < 3; ++k) {
      found.low[k] = N::load_aligned(low[k] + first);
      found.high[k] = N::load_aligned(high[k] + first);
    }
    return found;
  }
  template <class N>
  HWY_INLINE void store(int first, const SpanLanes<N>& from) {
    for (int k = 0; k < 3; ++k) from.low[k].store(low[k] + first), from.high[k].store(high[k] + first);
  }
};

/// Goes down two trees, each by itself: what is farther than a limit from all that is left of the other is left out.
/// Where models bulge towards each other next to nothing of either is left, while a search among pairs of boxes goes
/// through every box of one that is near a box of the other.
template <class N>
class FacingParts {
 public:
  /// `patience`: how many nodes are opened at most.
  FacingParts(const ReachingTrees& trees, const FacingFrame& frame, double limit, int patience,
              std::uint64_t& volume_tests)
      : trees_(trees),
        frame_(frame),
        square_(float_up(limit * limit * (1 + 0x1p-16))),
        most_opened_(patience),
        volume_tests_(volume_tests) {}

  /// False when too much is left of one of them.
  bool find() {
    for (int side : {0, 1}) parts_[side].begin(frame_.sides[side], trees_.nodes[side][0]);
    while (parts_[0].has_nodes || parts_[1].has_nodes)
      for (int side : {0, 1})
        if (parts_[side].has_nodes) {
          if (!open(side)) return false;
          if (parts_[side].is_empty()) return true;
        }
    for (int side : {0, 1}) {
      if (!open(side)) return false;
      look_at_triangles(side);
    }
    for (int side : {0, 1, 0}) leave_out_triangles(side);
    return true;
  }

  /// take(a, b) of all pairs of triangles, by their places, that are left.
  template <class Take>
  HWY_INLINE void visit_pairs(const Take& take) {
    const Part &a = parts_[0], &b = parts_[1];
    for (int i = 0; i < a.triangle_count; ++i) {
      const Span span = a.packets[i / packet].at(i % packet);
      for (int j = 0; j < b.triangle_count; j += N::lanes) {
        const N squares = span.squared_gap(b.packets[j / packet].template lanes<N>(j % packet));
        const std::uint32_t some = first_lanes(b.triangle_count - j), near = near_lanes(squares, some);
        for (std::uint32_t rest = near; rest != 0; rest &= rest - 1)
          take(a.places[i], b.places[j + std::countr_zero(rest)]);
      }
    }
  }

  /// The least square of what was left out; only where operations are not fused.
  double least_left_out() const { return least_of(least_); }

 private:
  static constexpr int most_nodes = 64, most_triangles = 256, packet = Spans::most;
  static constexpr std::uint32_t all_lanes = (1u << N::lanes) - 1;

  /// The boxes of a node that were near the other side when the node was opened, and where they are.
  struct Opened {
    std::uint32_t near, leaves;  ///< lanes
    const WideChild* child;
    Spans spans;
  };
  /// What is left of a tree: boxes of nodes, and triangles of leaves that were looked at again.
  struct Part {
    Span span;                ///< of all of it
    SpanLanes<N> leaf_spans;  ///< of the triangles' leaves, in any lanes
    bool has_nodes = false;
    int count = 0, triangle_count = 0;
    int list = 0;  ///< of the two, the one that counts
    Opened opened[2][most_nodes];
    std::uint32_t places[most_triangles + packet];
    Spans packets[most_triangles / packet];  ///< of triangles

    HWY_INLINE void begin(const FacingFrame::Side& side, const WideNode& root) {
      const SpanLanes<N> spans = span_of<N>(side, root.boxes, 0).only(N::Mask::first(1));
      span = Span::of(spans);
      leaf_spans = SpanLanes<N>::nothing();
      has_nodes = root.child[0].is_node();
      Opened& first = opened[0][count++];
      first.near = 1, first.leaves = has_nodes ? 0 : 1, first.child = root.child;
      first.spans.store(0, spans);
    }
    HWY_INLINE bool is_empty() const { return count == 0 && triangle_count == 0; }
    /// False if there is no room for its triangles.
    HWY_INLINE bool add(WideChild leaf) {
      if (triangle_count + static_cast<int>(leaf.count()) > most_triangles) return false;
      for (std::uint32_t i = 0; i < leaf.count(); ++i) places[triangle_count++] = leaf.first() + i;
      return true;
    }
  };

  static HWY_INLINE std::uint32_t first_lanes(int count) { return count >= N::lanes ? all_lanes : (1u << count) - 1; }

  /// Those of some lanes that are within the limit.
  HWY_INLINE std::uint32_t near_lanes(const N& squares, std::uint32_t some) {
    const std::uint32_t near = some & ~(squares > N::all(square_)).bits();
    if constexpr (!N::fused)
      if (const std::uint32_t others = some & ~near; others != 0)
        least_ = min(least_, select(N::Mask::of_bits(others), squares, least_));
    return near;
  }

  /// Looks again at the boxes of one side, since less may be left of the other: puts those below nodes that are still
  /// near it in their place, and triangles in that of leaves.
  HWY_INLINE bool open(int side) {
    Part& part = parts_[side];
    const Opened* const from = part.opened[part.list];
    const int count = part.count;
    part.list = 1 - part.list;
    part.count = 0, part.has_nodes = false;
    SpanLanes<N> all = SpanLanes<N>::nothing();
    for (int i = 0; i < count; ++i)
      for (int lane = 0; lane < packet; lane += N::lanes) {
        const std::uint32_t some = from[i].near >> lane & all_lanes;
        if (some != 0 && !open(from[i], lane, some, side, all)) return false;
      }
    all.add(part.leaf_spans);
    part.span = Span::of(all);
    return true;
  }
  HWY_INLINE bool open(const Opened& from, int lane, std::uint32_t some, int side, SpanLanes<N>& all) {
    Part& part = parts_[side];
    const SpanLanes<N> spans = from.spans.template lanes<N>(lane);
    const std::uint32_t near = near_lanes(parts_[1 - side].span.squared_gap(spans), some),
                        leaves = near & from.leaves >> lane;
    if (leaves != 0) part.leaf_spans.add(spans.only(N::Mask::of_bits(leaves)));
    for (std::uint32_t rest = leaves; rest != 0; rest &= rest - 1)
      if (!part.add(from.child[lane + std::countr_zero(rest)])) return false;
    for (std::uint32_t rest = near & ~leaves; rest != 0; rest &= rest - 1) {
      if (part.count == most_nodes || ++opened_ > most_opened_) return false;
      open(trees_.nodes[side][from.child[lane + std::countr_zero(rest)].node()], side, all);
    }
    return true;
  }
  HWY_INLINE void open(const WideNode& node, int side, SpanLanes<N>& all) {
    Part& part = parts_[side];
    const LaneKinds kinds = PacketKernels::kinds(node);
    volume_tests_ += static_cast<std::uint64_t>(std::popcount(kinds.filled));
    Opened& to = part.opened[part.list][part.count];
    to.near = 0, to.leaves = kinds.leaves, to.child = node.child;
    for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
      const SpanLanes<N> spans = span_of<N>(frame_.sides[side], node.boxes, lane);
      const std::uint32_t near = near_lanes(parts_[1 - side].span.squared_gap(spans), kinds.filled >> lane & all_lanes);
      to.spans.store(lane, spans);
      to.near |= near << lane;
      all.add(spans.only(N::Mask::of_bits(near)));
    }
    part.has_nodes = part.has_nodes || (to.near & ~to.leaves) != 0;
    part.count += to.near != 0;
  }

  HWY_INLINE void look_at_triangles(int side) {
    Part& part = parts_[side];
    if (part.triangle_count == 0) return;
    std::fill_n(part.places + part.triangle_count, packet, part.places[0]);
    SpanLanes<N> all = SpanLanes<N>::nothing();
    const LeafTriangles of = trees_.tree[side]->leaf_triangles();
    for (int i = 0; i < part.triangle_count; i += N::lanes) {
      const SpanLanes<N> spans = span_of<N>(frame_.sides[side], of, part.places + i);
      part.packets[i / packet].store(i % packet, spans);
      all.add(spans);
    }
    part.span = Span::of(all);
  }

  HWY_INLINE void leave_out_triangles(int side) {
    Part& part = parts_[side];
    const Span other = parts_[1 - side].span;
    SpanLanes<N> left = SpanLanes<N>::nothing();
    const int count = part.triangle_count;
    part.triangle_count = 0;
    for (int i = 0; i < count; i += N::lanes) {
      const SpanLanes<N> spans = part.packets[i / packet].template lanes<N>(i % packet);
      const std::uint32_t near = near_lanes(other.squared_gap(spans), first_lanes(count - i));
      if (near == 0) continue;
      left.add(spans.only(N::Mask::of_bits(near)));
      for (std::uint32_t rest = near; rest != 0; rest &= rest - 1) {
        const int from = i + std::countr_zero(rest), to = part.triangle_count++;
        if (from == to) continue;
        part.places[to] = part.places[from];
        for (int k = 0; k < 3; ++k) {
          part.packets[to / packet].low[k][to % packet] = part.packets[from / packet].low[k][from % packet];
          part.packets[to / packet].high[k][to % packet] = part.packets[from / packet].high[k][from % packet];
        }
      }
    }
    part.span = Span::of(left);
  }

  const ReachingTrees& trees_;
  const FacingFrame& frame_;
  float square_;
  int opened_ = 0, most_opened_;
  N least_ = N::all(std::numeric_limits<float>::infinity());  // in any lanes
  Part parts_[2];
  std::uint64_t& volume_tests_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
