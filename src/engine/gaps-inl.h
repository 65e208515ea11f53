// Distances of boxes of two wide trees, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_ENGINE_GAPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_GAPS_INL_H_
#undef ABUT_ENGINE_GAPS_INL_H_
#else
#define ABUT_ENGINE_GAPS_INL_H_
#endif

#include "engine/gap_packet-inl.h"
#include "engine/parting_planes-inl.h"
#include "engine/quick_gap-inl.h"
#include "engine/tree.h"
#include "engine/world_gap-inl.h"
#include "leaf/distance_packet-inl.h"
#include "math/rounding.h"

#include <algorithm>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What a search for closest triangles asks of a packet of boxes, and of pairs of triangles. `near_lanes` gives squared
/// gaps, and which of them are not above the limit.
struct PlainGaps {
  static std::uint32_t near_lanes(const GapBox& closed, const ObbPacket& opened, double limit, double* squares) {
    squared_gaps_scalar(closed, opened, squares);
    return not_above(limit, squares);
  }
  static std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) {
    squared_gaps_scalar(point, boxes, squares);
    return not_above(limit, squares);
  }
  static void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
    HWY_NAMESPACE::squared_centre_distances<One<double>>(point, boxes, squares);
  }
  static std::uint32_t distances_below(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b, int count,
                                       float cutoff, float* out) {
    return HWY_NAMESPACE::distances_below<DistanceOne>(filter, a, b, count, cutoff, out);
  }
  static std::uint32_t near_lanes(const WorldGapFrame& frame, const WorldGapBox& closed, const ObbPacket& opened,
                                  double limit, double* squares) {
    return HWY_NAMESPACE::near_lanes<One<double>>(frame, closed, opened, limit, squares);
  }
  static std::uint32_t near_lanes_of_point(const WorldGapFrame& frame, const WorldGapBox& point,
                                           const ObbPacket& opened, double limit, double* squares) {
    return HWY_NAMESPACE::near_lanes<One<double>, true>(frame, point, opened, limit, squares);
  }
  static std::uint32_t distances_below(const WorldFilter& filter, std::uint32_t* a, std::uint32_t* b, int count,
                                       double cutoff, double* out) {
    return HWY_NAMESPACE::distances_below<WorldOne>(filter, a, b, count, cutoff, out);
  }
  /// The numbers that a front's planes are made of.
  using PlaneNumbers = One<float, true>;
  /// And those that say what faces the other tree.
  using FacingNumbers = One<float, false>;
  static void close_box(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
    closed = closed_box_scalar(frame, boxes, lane);
  }
  static QuickLanes quick_lanes(const ClosedBox& closed, const ObbPacket& opened, float far, float doubt,
                                double* squares) {
    return HWY_NAMESPACE::quick_lanes<One<float>, One<double>>(closed, opened, far, doubt, squares);
  }
  static std::uint32_t quick_near_lanes(const Vec3& point, const ObbPacket& boxes, float far, double* squares) {
    return HWY_NAMESPACE::quick_near_lanes<One<float>, One<double>>(point, boxes, far, squares);
  }
  /// To the same bits on every instruction set, whatever the search.
  static std::uint32_t same_quick_near_lanes(const Vec3& point, const ObbPacket& boxes, float far, double* squares) {
    return quick_near_lanes(point, boxes, far, squares);
  }
  /// May a search go another way than on other instruction sets? There is nothing to be won here.
  static constexpr bool is_free = false;

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
  static HWY_INLINE std::uint32_t near_lanes(const GapBox& closed, const ObbPacket& opened, double limit,
                                             double* squares) {
    return HWY_NAMESPACE::near_lanes<fused>(closed, opened, limit, squares);
  }
  static HWY_INLINE std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) {
    return HWY_NAMESPACE::near_lanes<fused>(point, boxes, limit, squares);
  }
  using PlaneNumbers = Lanes<float, NearFront::lanes, true>;
  using FacingNumbers = Lanes<float, ObbPacket::lanes, fused>;
  using QuickNumbers = Lanes<float, ObbPacket::lanes, fused>;
  static constexpr bool is_free = fused;
  static HWY_INLINE void close_box(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
    HWY_NAMESPACE::close_box<true>(frame, boxes, lane, closed);
  }
  static HWY_INLINE QuickLanes quick_lanes(const ClosedBox& closed, const ObbPacket& opened, float far, float doubt,
                                           double* squares) {
    return HWY_NAMESPACE::quick_lanes<QuickNumbers, Lanes<double, 4>>(closed, opened, far, doubt, squares);
  }
  static HWY_INLINE std::uint32_t quick_near_lanes(const Vec3& point, const ObbPacket& boxes, float far,
                                                   double* squares) {
    return HWY_NAMESPACE::quick_near_lanes<QuickNumbers, Lanes<double, 4>>(point, boxes, far, squares);
  }
  static HWY_INLINE std::uint32_t same_quick_near_lanes(const Vec3& point, const ObbPacket& boxes, float far,
                                                        double* squares) {
    using Numbers = Lanes<float, ObbPacket::lanes, false>;
    return HWY_NAMESPACE::quick_near_lanes<Numbers, Lanes<double, 4>>(point, boxes, far, squares);
  }
  static HWY_INLINE void squared_centre_distances(const Vec3& point, const ObbPacket& boxes, double* squares) {
    HWY_NAMESPACE::squared_centre_distances<GapLanes<false>>(point, boxes, squares);
  }
  static HWY_NOINLINE std::uint32_t distances_below(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                                    int count, float cutoff, float* out) {
    return HWY_NAMESPACE::distances_below<DistanceLanes>(filter, a, b, count, cutoff, out);
  }
  /// The same, not to the same bits on every instruction set, and a length that is not below the least distance:
  /// infinity where nothing is known.
  static HWY_NOINLINE std::uint32_t distances_about(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                                    int count, float cutoff, float* out, float* least_above) {
    return HWY_NAMESPACE::distances_below<Lanes<float, 8, true>>(filter, a, b, count, cutoff, out, least_above);
  }
  static HWY_NOINLINE std::uint32_t near_lanes(const WorldGapFrame& frame, const WorldGapBox& closed,
                                               const ObbPacket& opened, double limit, double* squares) {
    return HWY_NAMESPACE::near_lanes<GapLanes<fused>>(frame, closed, opened, limit, squares);
  }
  static HWY_NOINLINE std::uint32_t near_lanes_of_point(const WorldGapFrame& frame, const WorldGapBox& point,
                                                        const ObbPacket& opened, double limit, double* squares) {
    return HWY_NAMESPACE::near_lanes<GapLanes<fused>, true>(frame, point, opened, limit, squares);
  }
  static HWY_NOINLINE std::uint32_t distances_below(const WorldFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                                    int count, double cutoff, double* out) {
    return HWY_NAMESPACE::distances_below<WorldLanes>(filter, a, b, count, cutoff, out);
  }
};
#endif

/// Bounds the distances of boxes of one tree, which stay closed, from the boxes of the other's nodes: in float where
/// that decides, else in double. In the opened tree's inner frame, or in the world's if one is given, and in its unit.
template <class Kernels>
class WideGaps {
 public:
  WideGaps(const RelativePlacement& b_in_a, const WorldFrame* world, const double (&reach)[2]) {
    if (world) {
      for (int closed : {0, 1}) worlds_[closed].emplace(*world, closed, reach);
      return;
    }
    sides_[0].careful = GapFrame::of_a(b_in_a, reach[0], reach[1]);
    sides_[1].careful = GapFrame::of_b(b_in_a, reach[0], reach[1]);
    if (!b_in_a.turns) return;
    sides_[0].quick = ClosedFrame::of_a(b_in_a, reach[0], reach[1]);
    sides_[1].quick = ClosedFrame::of_b(b_in_a, reach[0], reach[1]);
    for (Side& side : sides_) side.has_quick = side.quick.slack > 0x1p-60f;
  }

  /// Boxes of the closed side are near those that are not farther away than this.
  void set_limit(int closed_side, double limit) {
    Side& side = sides_[closed_side];
    const double careful = limit + slack(closed_side);
    side.limit = careful * careful * (1 + 0x1p-48);
    side.is_quick = false;
    if (!side.has_quick) return;
    // Several times what the float gaps of small boxes are off. Models that are closer than that look all alike in
    // float; larger boxes may stay in doubt without being asked again.
    const double blur = 4 * double{side.quick.slack};
    side.is_quick = limit > blur;
    if (!side.is_quick) return;
    // What is left out is beyond the limit even by the careful gap's slack.
    side.far = next_up(float_up(side.limit));
    side.doubt = static_cast<float>((limit - blur) * (limit - blur));
  }

  /// A gap's square is that of the distance less this, and of no more.
  double slack(int closed_side) const {
    return worlds_[closed_side] ? worlds_[closed_side]->slack : sides_[closed_side].careful->slack;
  }

  /// Which of the opened boxes are near the closed one, `name` among the boxes of its tree, and the squares of gaps.
  HWY_INLINE std::uint32_t near_lanes(int closed_side, std::uint32_t name, const WideTree& tree,
                                      const ObbPacket& opened, double* squares) {
    Side& side = sides_[closed_side];
    const ObbPacket& boxes = tree.nodes[name / ObbPacket::lanes].boxes;
    const int lane = static_cast<int>(name % ObbPacket::lanes);
    if (worlds_[closed_side]) {
      if (side.name != name) {
        side.name = name;
        world_boxes_[closed_side].emplace(*worlds_[closed_side], boxes, lane);
      }
      return Kernels::near_lanes(*worlds_[closed_side], *world_boxes_[closed_side], opened, side.limit, squares);
    }
    if (side.is_quick) {
      if (side.quick_name != name) {
        side.quick_name = name;
        Kernels::close_box(side.quick, boxes, lane, side.quick_box);
      }
      const QuickLanes found = Kernels::quick_lanes(side.quick_box, opened, side.far, side.doubt, squares);
      if (found.doubtful == 0) return found.near;
    }
    if (side.name != name) {
      side.name = name;
      side.box.emplace(*side.careful, boxes, lane);
    }
    return Kernels::near_lanes(*side.box, opened, side.limit, squares);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Side {
    ClosedBox quick_box;
    std::optional<GapBox> box;
    std::uint32_t quick_name = none, name = none;  // of the boxes that are closed
    bool has_quick = false, is_quick = false;      // can it be asked, and does it help within the limit?
    float far = 0, doubt = 0;
    double limit = 0;
    std::optional<GapFrame> careful;  // unless there is a world
    ClosedFrame quick;
  };
  Side sides_[2];
  std::optional<WorldGapFrame> worlds_[2];
  std::optional<WorldGapBox> world_boxes_[2];
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
