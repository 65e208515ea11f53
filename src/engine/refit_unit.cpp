#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/refit_unit.h"

#include <bit>
#include <cstring>
#include <utility>

#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/refit_unit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/obb_packet_extent-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

using namespace extent;

constexpr int lanes = ObbPacket::lanes;

void RoundPoints(const FramedPoints& from, std::size_t first, std::size_t end, float* to) {
#if HWY_MAX_BYTES >= 32
  using Four = Lanes<double, 4>;
  alignas(32) const double four[4] = {from.centre.x, from.centre.y, from.centre.z, 0};
  const auto centre = Four::load_aligned(four), to_inner = Four::all(from.to_inner);
  // Four numbers are loaded and stored, which the next point overwrites. After the last there may be nothing to read,
  // or what another thread writes.
  for (; first + 1 < end; ++first)
    ((Four::load(&from.points[first].x) - centre) * to_inner).store_rounded(to + 3 * first);
#endif
  for (; first < end; ++first) {
    const Vec3 inner = (from.points[first] - from.centre) * from.to_inner;
    for (std::size_t c = 0; c < 3; ++c) to[3 * first + c] = static_cast<float>(inner[static_cast<int>(c)]);
  }
}

// A coordinate of a rounded corner is off by e < 2^-25 + 2^-53, so that a side's is by 2e + u m < u (1 + m) (1 + u),
// with u = 2^-24 and m the largest coordinate of the two sides. A component of their product a b - c d is then off by 4
// m u (1 + m) + 2 u^2 (1 + m)^2, and by 4u m^2 from its own rounding: with m <= 2 less than 21 u m + 19 u^2. If it is
// larger than 24 u m, then 2 m^2 is, too, hence m > 11 u, and the last term is less than 2 u m.
HWY_INLINE Mask surely_proper(const Points& e, const Points& f) {
  const auto most = [](const N& a, const N& b) HWY_ATTR { return max(abs(a), abs(b)); };
  const Points product = cross(e, f);
  return max(most(product.x, product.y), abs(product.z)) >
         max(max(most(e.x, e.y), most(e.z, f.x)), most(f.y, f.z)) * N::all(24 * 0x1p-24f);
}

// Where registers of eight floats can be permuted. Debug builds want to know of each index that it is in range.
#undef ABUT_REFIT_PERMUTES
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
#define ABUT_REFIT_PERMUTES 1
#else
#define ABUT_REFIT_PERMUTES 0
#endif

#if ABUT_REFIT_PERMUTES
/// Up to sixteen points that follow each other, held in registers.
class NearPoints {
 public:
  static constexpr std::uint32_t most = 2 * N::lanes;

  HWY_INLINE NearPoints(const float* const (&rows)[3], std::ptrdiff_t first)
      : low_(Points::load(rows, first)), high_(Points::load(rows, first + N::lanes)) {}
  /// Those with these numbers, which are doubled, one a lane.
  HWY_INLINE Points at(const std::uint8_t* doubled) const {
    const N::Tag d;
    const hn::RebindToSigned<N::Tag> numbers;
    const auto which =
        hn::ShiftRight<1>(hn::PromoteTo(numbers, hn::LoadU(hn::Rebind<std::uint8_t, N::Tag>(), doubled)));
    const auto place = hn::IndicesFromVec(d, hn::And(which, hn::Set(numbers, N::lanes - 1)));
    const auto in_low = hn::RebindMask(d, hn::Lt(which, hn::Set(numbers, N::lanes)));
    const auto pick = [&](const N& low, const N& high) HWY_ATTR {
      return N{hn::IfThenElse(in_low, hn::TableLookupLanes(low.v, place), hn::TableLookupLanes(high.v, place))};
    };
    return {pick(low_.x, high_.x), pick(low_.y, high_.y), pick(low_.z, high_.z)};
  }

 private:
  Points low_, high_;
};
#endif

class UnitRefit {
 public:
  HWY_INLINE UnitRefit(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& unit,
                       RefitScratch& scratch)
      : tree_(tree), plan_(plan), unit_(unit), scratch_(scratch) {}

  /// Gathers the points of all leaves, node by node.
  void gather_all() {
    std::uint32_t count = 0;
    for (std::uint32_t i = unit_.first; i < unit_.end; ++i) {
      points_before_[i - unit_.first] = count;
      count += plan_.nodes[i].points;
    }
    points_before_[unit_.end - unit_.first] = count;
    const std::uint32_t* which = plan_.points.data() + unit_.first_point;
    const float* from = std::as_const(tree_.points).data();
    for (std::size_t i = 0; i < count; ++i) std::memcpy(points() + 4 * i, from + std::size_t{3} * which[i], 16);
    float* const to[3] = {coordinates(0), coordinates(1), coordinates(2)};
    for (std::size_t i = 0; i < count; i += N::lanes) {
      const float* at = points() + 4 * i;
      points_at<0>([at](int lane) HWY_ATTR { return at + 4 * lane; }).store(to, static_cast<std::ptrdiff_t>(i));
    }
  }

  /// Measures and sets the boxes of all lanes.
  void bound_all() {
    std::uint32_t ends[WideRefitPlan::unit_size];  // of subtrees
    ends[0] = unit_.end - unit_.first;
    for (std::uint32_t i = unit_.first; i < unit_.end; ++i) {
      // Nodes come from far away.
      if (i + 4 < tree_.nodes.size()) prefetch(&tree_.nodes[i + 4], sizeof(WideNode));
      WideNode& node = tree_.nodes[i];
      const std::uint32_t leaves = plan_.nodes[i].leaves, groups = plan_.nodes[i].groups;
      if (groups == 0 && plan_.fours[i].usable()) {
        for (int lane = 0; lane < lanes; lane += N::lanes) {
          const Measured measured = measure_fours(i, lane);
          set_boxes(measured.reach, measured.origin, Mask::of_bits(leaves >> lane), lane, node.boxes);
        }
        continue;
      }
      PacketExtents extents;
      if (leaves != 0)
        measure_leaves(i, extents);
      else
        extents = {};
      std::uint32_t end = ends[i - unit_.first];
      for (std::uint32_t rest = groups; rest != 0;) {
        const int lane = std::bit_width(rest) - 1;
        const std::uint32_t below = node.child[lane].node() - unit_.first;
        measure_group(node.boxes, lane, points_before_[below], points_before_[end], extents);
        ends[below] = end;
        end = below;
        rest ^= 1u << lane;
      }
      set_boxes(extents, leaves | groups, node.boxes);
    }
  }

  /// Measures the box around it all.
  void measure_whole(UnitExtents& to) const {
    if (unit_.lane < 0) return;
    PacketExtents extents{};
    measure_group(tree_.nodes[unit_.parent].boxes, unit_.lane, 0, points_before_[unit_.end - unit_.first], extents);
    for (int k = 0; k < 3; ++k) {
      to.origin[k] = extents.origin[k][unit_.lane];
      to.low[k] = extents.low[k][unit_.lane];
      to.high[k] = extents.high[k][unit_.lane];
    }
  }

  /// Measures and sets the boxes of the first node's leaves.
  void bound_leaves() {
    const std::uint32_t leaves = plan_.nodes[unit_.first].leaves;
    if (leaves == 0) return;
    PacketExtents extents;
    measure_leaves(unit_.first, extents);
    set_boxes(extents, leaves, tree_.nodes[unit_.first].boxes);
  }

 private:
  struct Measured {
    Reach reach;
    Points origin;
  };

  float* points() const { return scratch_.floats.data(); }
  float* coordinates(std::size_t c) const { return scratch_.floats.data() + (4 + c) * scratch_.room; }

  static HWY_INLINE void prefetch(const void* from, std::size_t bytes) {
    for (std::size_t line = 0; line < bytes; line += 64) hwy::Prefetch(static_cast<const char*>(from) + line);
  }

  /// By the points with these indices: at least one.
  HWY_INLINE void measure_group(const ObbPacket& boxes, int lane, std::uint32_t first, std::uint32_t end,
                                PacketExtents& extents) const {
    const float* const from[3] = {coordinates(0), coordinates(1), coordinates(2)};
    const float origin[3] = {from[0][first], from[1][first], from[2][first]};
    extents.restart(lane, origin);
    const LaneAxes at(boxes, lane, extents);
    Reach reach;
    const auto load = [&](std::uint32_t i) HWY_ATTR { return Points::load(from, i) - at.origin; };
    // Where there is no point, the origin stands in.
    const auto add_some = [&](std::uint32_t i)
                              HWY_ATTR { reach.add(at.axes, where(Mask::first(i < end ? end - i : 0), load(i))); };
    std::uint32_t i = first;
    for (; i + 2 * N::lanes < end; i += N::lanes) reach.add(at.axes, load(i));
    // One or two vectors: that depends on the node, and guessing wrong takes longer than measuring both.
    add_some(i);
    add_some(i + N::lanes);
    float ends[8];
    reach.store_ends(ends);
    for (int k = 0; k < 3; ++k) extents.low[k][lane] = ends[k], extents.high[k][lane] = -ends[4 + k];
  }

  /// Measures the leaves of a node side by side; what it says of other lanes has no meaning.
  HWY_INLINE void measure_leaves(std::uint32_t n, PacketExtents& extents) {
    for (int lane = 0; lane < lanes; lane += N::lanes) {
      const Measured measured = plan_.fours[n].usable() ? measure_fours(n, lane) : measure_corners(n, lane);
      measured.reach.store_lanes(lane, measured.origin, extents);
    }
  }

  /// The points that leaves are measured by.
  HWY_INLINE void find_fours(std::uint32_t n, int first_lane, Points (&four)[4]) const {
    const std::uint32_t first = points_before_[n - unit_.first];
#if ABUT_REFIT_PERMUTES
    if (plan_.nodes[n].points <= NearPoints::most) {
      const float* const rows[3] = {coordinates(0), coordinates(1), coordinates(2)};
      const NearPoints near(rows, first);
      for (int i = 0; i < 4; ++i) four[i] = near.at(plan_.fours[n].which[i]);
      return;
    }
#endif
    const float* from = points() + 4 * std::size_t{first};
    for (int i = 0; i < 4; ++i) {
      const std::uint8_t* which = plan_.fours[n].which[i] + first_lane;
      four[i] = points_at<0>([from, which](int lane) HWY_ATTR { return from + 2 * std::size_t{which[lane]}; });
    }
  }

  /// By four points each.
  HWY_INLINE Measured measure_fours(std::uint32_t n, int first_lane) {
    const WideNode& node = tree_.nodes[n];
    Points four[4];
    find_fours(n, first_lane, four);
    Measured measured{Reach(), four[0]};
    const Points e = four[1] - four[0], f = four[2] - four[0], g = four[3] - four[0];
    Points axes[3];
    load_axes(node.boxes, first_lane, axes);
    measured.reach.add(axes, e);
    measured.reach.add(axes, f);
    measured.reach.add(axes, g);
    std::uint32_t doubtful = not_proper(surely_proper(e, f) & surely_proper(e, g), n, first_lane);
    for (; doubtful != 0; doubtful &= doubtful - 1) {
      const WideChild leaf = node.child[std::countr_zero(doubtful)];
      for (std::uint32_t t = 0; t < leaf.count(); ++t) scratch_.doubtful.push_back(leaf.first() + t);
    }
    return measured;
  }

  /// By all corners.
  HWY_INLINE Measured measure_corners(std::uint32_t n, int first_lane) {
    const WideNode& node = tree_.nodes[n];
    std::uint32_t first[N::lanes], count[N::lanes], most = 0;
    const std::uint32_t some_leaf = node.child[std::countr_zero(plan_.nodes[n].leaves)].first();
    for (int j = 0; j < N::lanes; ++j) {
      const WideChild child = node.child[first_lane + j];
      first[j] = child.is_leaf() ? child.first() : some_leaf;
      count[j] = child.is_leaf() ? child.count() : 0;
      most = std::max(most, count[j]);
    }
    Points axes[3];
    load_axes(node.boxes, first_lane, axes);
    const LeafTriangles of = std::as_const(tree_).leaf_triangles();
    // Lanes with fewer triangles repeat their first.
    const auto corner = [&](std::uint32_t t, int c) HWY_ATTR {
      return points_at<0>([&, t, c](int lane)
                              HWY_ATTR { return of.corner(first[lane] + (t < count[lane] ? t : 0), c); });
    };
    Measured measured{Reach(), corner(0, 0)};
    for (std::uint32_t t = 0; t < most; ++t) {
      const Points a = corner(t, 0), b = corner(t, 1), c = corner(t, 2);
      measured.reach.add(axes, a - measured.origin);
      measured.reach.add(axes, b - measured.origin);
      measured.reach.add(axes, c - measured.origin);
      std::uint32_t doubtful = not_proper(surely_proper(b - a, c - a), n, first_lane);
      for (; doubtful != 0; doubtful &= doubtful - 1) {
        const WideChild leaf = node.child[std::countr_zero(doubtful)];
        if (t < leaf.count()) scratch_.doubtful.push_back(leaf.first() + t);
      }
    }
    return measured;
  }

  /// The leaves of the node that are not in the mask, as bits.
  HWY_INLINE std::uint32_t not_proper(const Mask& proper, std::uint32_t n, int first_lane) const {
    return ~(proper.bits() << first_lane) & plan_.nodes[n].leaves & (((1u << N::lanes) - 1) << first_lane);
  }

  WideTree& tree_;
  const WideRefitPlan& plan_;
  const WideRefitPlan::Nodes& unit_;
  RefitScratch& scratch_;
  std::uint32_t points_before_[WideRefitPlan::unit_size + 1];
};

void RefitUnit(WideTree& tree, const WideRefitPlan& plan, std::size_t unit, RefitScratch& scratch,
               UnitExtents& extents) {
  UnitRefit refit(tree, plan, plan.units[unit], scratch);
  refit.gather_all();
  refit.bound_all();
  refit.measure_whole(extents);
}

void RefitLeaves(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& node, RefitScratch& scratch) {
  UnitRefit refit(tree, plan, node, scratch);
  refit.gather_all();
  refit.bound_leaves();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(RoundPoints);
HWY_EXPORT(RefitUnit);
HWY_EXPORT(RefitLeaves);

void round_points(const FramedPoints& from, std::size_t first, std::size_t end, float* to) {
  HWY_DYNAMIC_DISPATCH(RoundPoints)(from, first, end, to);
}
void refit_unit(WideTree& tree, const WideRefitPlan& plan, std::size_t unit, RefitScratch& scratch,
                UnitExtents& extents) {
  HWY_DYNAMIC_DISPATCH(RefitUnit)(tree, plan, unit, scratch, extents);
}
void refit_leaves(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& node, RefitScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(RefitLeaves)(tree, plan, node, scratch);
}

}  // namespace abut
#endif
