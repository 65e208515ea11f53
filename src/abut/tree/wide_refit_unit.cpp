#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/tree/wide_refit_unit.h>

#include <bit>
#include <cstring>

#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/tree/wide_refit_unit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include <abut/volume/obb_packet_extent-inl.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

using namespace extent;

constexpr int lanes = ObbPacket::lanes;

/// Takes points to the inner frame and rounds them to float.
class Rounding {
 public:
  explicit HWY_INLINE Rounding(const FramedPoints& from)
      : centre_{from.centre.x, from.centre.y, from.centre.z, 0}, from_(from) {
    if (!from.points.empty()) end_[0] = from.points.back();
  }

#if HWY_MAX_BYTES >= 32
  /// Writes four floats, of which the last means nothing.
  HWY_INLINE void round(std::uint32_t point, float* to) const {
    const hn::CappedTag<double, 4> d;
    const hn::Rebind<float, decltype(d)> floats;
    // Four doubles are loaded: after the last point there may be nothing to read.
    const Vec3* at = point + 1 < from_.points.size() ? &from_.points[point] : end_;
    const auto inner = hn::Mul(hn::Sub(hn::LoadU(d, &at->x), hn::Load(d, centre_)), hn::Set(d, from_.to_inner));
    hn::StoreU(hn::DemoteTo(floats, inner), floats, to);
  }
#else
  HWY_INLINE void round(std::uint32_t point, float* to) const {
    const Vec3 inner = (from_.points[point] - from_.centre) * from_.to_inner;
    to[0] = static_cast<float>(inner.x);
    to[1] = static_cast<float>(inner.y);
    to[2] = static_cast<float>(inner.z);
    to[3] = 0;
  }
#endif

 private:
  alignas(32) double centre_[4];
  const FramedPoints& from_;
  Vec3 end_[2];
};

// A coordinate of a rounded corner is off by e < 2^-25 + 2^-53, so that a side's is by 2e + u m < u (1 + m) (1 + u),
// with u = 2^-24 and m the largest coordinate of the two sides. A component of their product a b - c d is then off by 4
// m u (1 + m) + 2 u^2 (1 + m)^2, and by 4u m^2 from its own rounding: with m <= 2 less than 21 u m + 19 u^2. If it is
// larger than 24 u m, then 2 m^2 is, too, hence m > 11 u, and the last term is less than 2 u m.
HWY_INLINE hn::Mask<D> surely_proper(const Points& e, const Points& f) {
  const D d;
  const auto larger = [](V a, V b) HWY_ATTR { return hn::Max(hn::Abs(a), hn::Abs(b)); };
  const V most = hn::Max(hn::Max(larger(e.x, e.y), larger(e.z, f.x)), larger(f.y, f.z));
  const V x = hn::Sub(hn::Mul(e.y, f.z), hn::Mul(e.z, f.y)), y = hn::Sub(hn::Mul(e.z, f.x), hn::Mul(e.x, f.z)),
          z = hn::Sub(hn::Mul(e.x, f.y), hn::Mul(e.y, f.x));
  return hn::Gt(hn::Max(larger(x, y), hn::Abs(z)), hn::Mul(most, hn::Set(d, 24 * 0x1p-24f)));
}

/// Points for each lane of a packet, in threes. A leaf's threes are its triangles.
struct LaneRuns {
  const float* from[lanes];
  std::uint32_t threes[lanes];
};

class UnitRefit {
 public:
  HWY_INLINE UnitRefit(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& unit,
                       RefitScratch& scratch)
      : tree_(tree), plan_(plan), unit_(unit), scratch_(scratch) {}

  /// Rounds the points of all leaves, node by node, and copies them to the triangles.
  void place_points(const FramedPoints& points) {
    const Rounding rounding(points);
    const std::uint32_t* next = plan_.points.data() + unit_.first_point;
    std::uint32_t threes = 0;
    for (std::uint32_t i = unit_.first; i < unit_.end; ++i) {
      threes_before_[i - unit_.first] = threes;
      prefetch(i + 4);
      const std::uint32_t count = plan_.point_counts[i];
      if (count == 0) continue;
      alignas(32) float table[3 * lanes * WideChild::largest_leaf + 2][4];
      float* to = scratch_.points.data() + 9 * std::size_t{threes};
      for (std::uint32_t j = 0; j < count; ++j) rounding.round(next[j], table[j]);
      next += count;
      threes += (count + 2) / 3;
      // Filled up with the first. Four floats are copied faster than three: the next point overwrites the fourth.
      std::memcpy(table[count], table[0], sizeof table[0]);
      std::memcpy(table[count + 1], table[0], sizeof table[0]);
      for (std::uint32_t j = 0; j < (count + 2) / 3 * 3; ++j) std::memcpy(to + 3 * j, table[j], sizeof table[j]);
      copy_corners(tree_.nodes[i], table);
    }
    threes_before_[unit_.end - unit_.first] = threes;
  }

  /// Measures and sets the boxes of all lanes.
  void bound_all() {
    std::uint32_t ends[WideRefitPlan::unit_size];  // of subtrees
    ends[0] = unit_.end - unit_.first;
    for (std::uint32_t i = unit_.first; i < unit_.end; ++i) {
      WideNode& node = tree_.nodes[i];
      LaneRuns runs;
      std::uint32_t all = 0, leaves = 0, end = ends[i - unit_.first];
      for (int lane = lanes - 1; lane >= 0; --lane) {
        const WideChild child = node.child[lane];
        if (child.is_node()) {
          const std::uint32_t below = child.node() - unit_.first;
          runs.from[lane] = scratch_.points.data() + 9 * std::size_t{threes_before_[below]};
          runs.threes[lane] = threes_before_[end] - threes_before_[below];
          ends[below] = end;
          end = below;
          all |= 1u << lane;
        } else {
          set_leaf(child, lane, runs, all, leaves);
        }
      }
      bound(runs, all, leaves, node);
    }
  }

  void bound_leaves() {
    WideNode& node = tree_.nodes[unit_.first];
    LaneRuns runs;
    std::uint32_t all = 0, leaves = 0;
    for (int lane = 0; lane < lanes; ++lane)
      set_leaf(node.child[lane].is_leaf() ? node.child[lane] : WideChild(), lane, runs, all, leaves);
    if (all != 0) bound(runs, all, leaves, node);
  }

 private:
  /// Nodes come from far away.
  HWY_INLINE void prefetch(std::uint32_t i) const {
    if (i >= tree_.nodes.size()) return;
    const char* node = reinterpret_cast<const char*>(&tree_.nodes[i]);
    for (std::size_t byte = 0; byte < sizeof(WideNode); byte += 64) hwy::Prefetch(node + byte);
  }

  // Lanes of no more points than this are measured side by side, the others one by one.
  static constexpr std::uint32_t few = 4;

  HWY_INLINE void copy_corners(const WideNode& node, const float (&table)[3 * lanes * WideChild::largest_leaf + 2][4]) {
    for (int lane = 0; lane < lanes; ++lane) {
      const WideChild child = node.child[lane];
      if (!child.is_leaf()) continue;
      const std::size_t first = child.first();
      const std::uint8_t* which = plan_.corners.data() + 3 * first;
      float* to = tree_.corners.data() + 9 * first;
      for (std::uint32_t t = 0; t < child.count(); ++t, which += 3, to += 9) {
        std::memcpy(to, table[which[0]], 4 * sizeof(float));
        std::memcpy(to + 3, table[which[1]], 4 * sizeof(float));
        // What comes next may be another thread's.
        std::memcpy(to + 6, table[which[2]], 3 * sizeof(float));
      }
    }
  }

  HWY_INLINE void set_leaf(WideChild child, int lane, LaneRuns& runs, std::uint32_t& all, std::uint32_t& leaves) const {
    runs.from[lane] = tree_.corners.data();
    runs.threes[lane] = 0;
    if (child.is_empty()) return;
    runs.from[lane] += 9 * std::size_t{child.first()};
    runs.threes[lane] = child.count();
    all |= 1u << lane;
    leaves |= 1u << lane;
  }

  HWY_INLINE void bound(const LaneRuns& runs, std::uint32_t all, std::uint32_t leaves, WideNode& node) {
    PacketExtents extents;
    std::uint32_t most = 0, most_in_leaf = 0, many = 0;
    for (int lane = 0; lane < lanes; ++lane) {
      if (runs.threes[lane] <= few)
        most = std::max(most, runs.threes[lane]);
      else
        many |= 1u << lane;
      if (leaves >> lane & 1) most_in_leaf = std::max(most_in_leaf, runs.threes[lane]);
    }
    if (most > 0)
      for (int i = 0; i < lanes; i += width) measure_few(runs, i, most, most_in_leaf, leaves, node, extents);
    for (; many != 0; many &= many - 1) {
      const int lane = std::countr_zero(many);
      extents.restart(lane, runs.from[lane]);
      grow_by_points(node.boxes, lane, runs.from[lane], 3 * std::size_t{runs.threes[lane]}, extents);
    }
    set_boxes(extents, all, node.boxes);
  }

  HWY_INLINE void measure_few(const LaneRuns& runs, int i, std::uint32_t most, std::uint32_t most_in_leaf,
                              std::uint32_t leaves, const WideNode& node, PacketExtents& extents) {
    const D d;
    V axes[3][3];
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) axes[k][c] = hn::LoadU(d, node.boxes.axes[k][c] + i);
    // After the last corner there may be nothing to read, before the first neither.
    const Points origin = points_at<0, 0>(runs.from + i);
    Reach reach;
    const Points e = points_at<3, 1>(runs.from + i) - origin, f = points_at<6, 1>(runs.from + i) - origin;
    reach.add(axes, e);
    reach.add(axes, f);
    if (most_in_leaf > 0) note_doubtful(surely_proper(e, f), i, 0, runs, leaves, node);
    for (std::uint32_t t = 1; t < most; ++t) {
      const float* from[width];
      for (int j = 0; j < width; ++j) from[j] = runs.from[i + j] + (t < runs.threes[i + j] ? 9 * t : 0);
      const Points a = points_at<0, 0>(from), b = points_at<3, 1>(from), c = points_at<6, 1>(from);
      reach.add(axes, a - origin);
      reach.add(axes, b - origin);
      reach.add(axes, c - origin);
      if (t < most_in_leaf) note_doubtful(surely_proper(b - a, c - a), i, t, runs, leaves, node);
    }
    for (int k = 0; k < 3; ++k) {
      hn::StoreU(reach.low[k], d, extents.low[k] + i);
      hn::StoreU(reach.high[k], d, extents.high[k] + i);
    }
    hn::StoreU(origin.x, d, extents.origin[0] + i);
    hn::StoreU(origin.y, d, extents.origin[1] + i);
    hn::StoreU(origin.z, d, extents.origin[2] + i);
  }

  HWY_INLINE void note_doubtful(hn::Mask<D> proper, int first, std::uint32_t t, const LaneRuns& runs,
                                std::uint32_t leaves, const WideNode& node) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(D(), proper, bytes);
    std::uint32_t doubtful = ~(std::uint32_t{bytes[0]} << first) & leaves & (((1u << width) - 1) << first);
    for (; doubtful != 0; doubtful &= doubtful - 1) {
      const int lane = std::countr_zero(doubtful);
      if (t < runs.threes[lane]) scratch_.doubtful.push_back(node.child[lane].first() + t);
    }
  }

  WideTree& tree_;
  const WideRefitPlan& plan_;
  const WideRefitPlan::Nodes& unit_;
  RefitScratch& scratch_;
  std::uint32_t threes_before_[WideRefitPlan::unit_size + 1];
};

void RefitUnit(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& unit, const FramedPoints& points,
               RefitScratch& scratch) {
  UnitRefit refit(tree, plan, unit, scratch);
  refit.place_points(points);
  refit.bound_all();
}

void RefitLeaves(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& node,
                 const FramedPoints& points, RefitScratch& scratch) {
  UnitRefit refit(tree, plan, node, scratch);
  refit.place_points(points);
  refit.bound_leaves();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(RefitUnit);
HWY_EXPORT(RefitLeaves);

void refit_unit(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& unit, const FramedPoints& points,
                RefitScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(RefitUnit)(tree, plan, unit, points, scratch);
}
void refit_leaves(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& node,
                  const FramedPoints& points, RefitScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(RefitLeaves)(tree, plan, node, points, scratch);
}

}  // namespace abut
#endif
