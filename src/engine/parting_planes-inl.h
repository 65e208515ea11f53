// Planes between boxes, or triangles, for the front of a search for closest ones; compiled once per instruction set:
// include from sources that Highway's foreach_target.h repeats. Any direction is true: how good one is says only how
// long it serves.

#if defined(ABUT_ENGINE_PARTING_PLANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_PARTING_PLANES_INL_H_
#undef ABUT_ENGINE_PARTING_PLANES_INL_H_
#else
#define ABUT_ENGINE_PARTING_PLANES_INL_H_
#endif

#include "engine/near_front.h"
#include "engine/tree.h"
#include "leaf/distance_packet-inl.h"
#include "math/lanes-inl.h"
#include "math/rounding.h"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The lanes whose entries may be within the limit, and how far apart all of them are at least, as computed.
template <class N>
HWY_INLINE std::uint32_t may_be_near(const NearFront::Planes& entries, const NearFront::Here& here, float limit,
                                     float* gaps) {
  using V = Vec3Of<N>;
  std::uint32_t apart = 0;
  for (int lane = 0; lane < NearFront::lanes; lane += N::lanes) {
    const V centre = V::load_aligned(entries.centre, lane), normal = V::load_aligned(entries.normal, lane);
    const auto row = [&](int i) HWY_ATTR { return dot(V::all(here.linear[i]), centre) + N::all(here.shift[i]); };
    const N beyond = dot(V{row(0), row(1), row(2)}, normal) - N::load_aligned(entries.reach + lane);
    const N gap = neg_mul_add(N::load_aligned(entries.radius + lane), N::all(here.turned), beyond);
    gap.store(gaps + lane);
    // What is not a number is near.
    apart |= (gap > N::all(limit)).bits() << lane;
  }
  return ~apart;
}

/// Takes out of a part of the front what may be within `cutoff`, in A's inner frame.
template <class N>
HWY_NOINLINE const std::vector<NearFront::Near>& take_near(NearFront& front, NearFront::Kept& from, double cutoff) {
  const NearFront::Here here = front.here();
  const float limit = next_up(float_up(cutoff + here.slack));
  front.taken.clear();
  for (std::size_t i = 0; i < from.size();) {
    float gaps[NearFront::lanes];
    const std::uint32_t near = from.filled[i] & may_be_near<N>(from.planes[i], here, limit, gaps);
    for (std::uint32_t rest = near; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      front.taken.push_back({from.names[i].a[lane], from.names[i].b[lane], double{gaps[lane]}});
    }
    from.filled[i] &= ~near;
    from.filled[i] == 0 ? from.drop(i) : static_cast<void>(++i);
  }
  return front.taken;
}

/// v with a length of nearly 1 and not more; 0 for what is too short for that.
template <class N>
HWY_INLINE Vec3Of<N> unit_or_zero(const Vec3Of<N>& v) {
  const N square = dot(v, v), over = N::all(1 - 0x1p-20f) / root(square);
  return where(square > N::all(0x1p-100f), v * over);
}

template <class N>
struct BoxLanes {
  Vec3Of<N> centre, axes[3];
  N half[3];

  /// The boxes of a packet.
  static HWY_INLINE BoxLanes of(const ObbPacket& boxes, int lane) {
    BoxLanes box{Vec3Of<N>::load_aligned(boxes.centre, lane), {}, {}};
    for (int k = 0; k < 3; ++k) {
      box.axes[k] = Vec3Of<N>::load_aligned(boxes.axes[k], lane);
      box.half[k] = N::load_aligned(boxes.half[k] + lane);
    }
    return box;
  }
  /// One box in all lanes.
  static HWY_INLINE BoxLanes all(const ObbPacket& boxes, int lane) {
    const auto vec = [&](const float(&of)[3][ObbPacket::lanes]) HWY_ATTR {
      return Vec3Of<N>{N::all(of[0][lane]), N::all(of[1][lane]), N::all(of[2][lane])};
    };
    BoxLanes box{vec(boxes.centre), {}, {}};
    for (int k = 0; k < 3; ++k) box.axes[k] = vec(boxes.axes[k]), box.half[k] = N::all(boxes.half[k][lane]);
    return box;
  }
};

/// Sets the planes of as many lanes as the registers hold. The direction is that of the largest gap: between the faces
/// of one of the boxes and all of the other, or along the line between the centres.
template <class N>
HWY_INLINE void part(const NearFront::Here& here, const BoxLanes<N>& a, const BoxLanes<N>& b, int lane,
                     NearFront::Planes& to) {
  using V = Vec3Of<N>;
  const N zero = N::all(0), over_scale = N::all(here.over_scale);
  const auto image = [&](const V& v) HWY_ATTR {
    return V{dot(V::all(here.linear[0]), v), dot(V::all(here.linear[1]), v), dot(V::all(here.linear[2]), v)};
  };
  const V way = image(b.centre) + V::all(here.shift) - a.centre;
  V images[3];
  N cosines[3][3], reach_b[3];
  for (int j = 0; j < 3; ++j) {
    images[j] = image(b.axes[j]);
    reach_b[j] = b.half[j] * N::all(here.scale);
    for (int i = 0; i < 3; ++i) cosines[i][j] = abs(dot(a.axes[i], images[j]));
  }
  N line = dot(way, way), square_a = zero, square_b = zero;
  V across_a{zero, zero, zero}, across_b = across_a;
  const auto add = [&](const V& axis, const N& along, const N& reach, V& across, N& square) HWY_ATTR {
    const N gap = positive(abs(along) - reach);
    square = mul_add(gap, gap, square);
    across = across + axis * select(along > zero, gap, zero - gap);
  };
  for (int i = 0; i < 3; ++i) {
    const N along = dot(a.axes[i], way);
    N reach = a.half[i];
    for (int j = 0; j < 3; ++j) reach = mul_add(b.half[j], cosines[i][j], reach);
    add(a.axes[i], along, reach, across_a, square_a);
    line = neg_mul_add(a.half[i], abs(along), line);
  }
  for (int j = 0; j < 3; ++j) {
    const V axis = images[j] * over_scale;
    const N along = dot(axis, way);
    N reach = reach_b[j];
    for (int i = 0; i < 3; ++i) reach = mul_add(a.half[i] * over_scale, cosines[i][j], reach);
    add(axis, along, reach, across_b, square_b);
    line = neg_mul_add(reach_b[j], abs(along), line);
  }
  const auto by_b = square_b > square_a;
  V normal = select(by_b, across_b, across_a);
  const N line_gap = positive(line) / root(dot(way, way));
  normal = unit_or_zero(select(line_gap * line_gap > select(by_b, square_b, square_a), way, normal));
  N reach = dot(normal, a.centre);
  for (int k = 0; k < 3; ++k) {
    reach = mul_add(a.half[k], abs(dot(normal, a.axes[k])), reach);
    reach = mul_add(b.half[k], abs(dot(normal, images[k])), reach);
  }
  const N radius =
      root(b.half[0] * b.half[0] + b.half[1] * b.half[1] + b.half[2] * b.half[2]) * N::all(here.scale * (1 + 0x1p-18f));
  normal.store(to.normal, lane);
  b.centre.store(to.centre, lane);
  neg_mul_add(radius, N::all(here.turned), reach).store(to.reach + lane);
  radius.store(to.radius + lane);
}

/// Sets the planes between a box of one tree, which is named, and the boxes of a node of the other; `side`: whose is
/// the one.
template <class N>
HWY_INLINE void part_boxes(const NearFront::Here& here, int side, const ObbPacket& one, int lane_of_one,
                           const ObbPacket& many, NearFront::Planes& to) {
  const auto box = BoxLanes<N>::all(one, lane_of_one);
  for (int lane = 0; lane < NearFront::lanes; lane += N::lanes) {
    const auto boxes = BoxLanes<N>::of(many, lane);
    part(here, side == 0 ? box : boxes, side == 0 ? boxes : box, lane, to);
  }
}

/// Copies one box.
inline void copy_box(const ObbPacket& from, std::uint32_t lane, ObbPacket& to, int place) {
  for (int c = 0; c < 3; ++c) {
    to.centre[c][place] = from.centre[c][lane];
    to.half[c][place] = from.half[c][lane];
    for (int k = 0; k < 3; ++k) to.axes[k][c][place] = from.axes[k][c][lane];
  }
}

/// Parts anew the boxes that were taken from the front, and puts back those that other directions keep apart.
template <class N>
HWY_NOINLINE void part_again(NearFront& front, const WideNode* const (&nodes)[2], double cutoff) {
  constexpr std::size_t lanes = NearFront::lanes;
  const float limit = next_up(float_up(cutoff + front.here().slack));
  std::size_t left = 0;
  for (std::size_t first = 0; first < front.taken.size(); first += lanes) {
    ObbPacket boxes[2];
    NearFront::Planes planes;
    NearFront::Names names;
    NearFront::Near* const taken = front.taken.data() + first;
    const std::size_t count = std::min(lanes, front.taken.size() - first);
    for (std::size_t i = 0; i < lanes; ++i) {
      const NearFront::Near& pair = taken[i < count ? i : 0];
      const int place = static_cast<int>(i);
      names.a[i] = pair.a, names.b[i] = pair.b;
      copy_box(nodes[0][pair.a / lanes].boxes, pair.a % lanes, boxes[0], place);
      copy_box(nodes[1][pair.b / lanes].boxes, pair.b % lanes, boxes[1], place);
    }
    for (int lane = 0; lane < NearFront::lanes; lane += N::lanes)
      part(front.here(), BoxLanes<N>::of(boxes[0], lane), BoxLanes<N>::of(boxes[1], lane), lane, planes);
    float gaps[lanes];
    const std::uint32_t all = (1u << count) - 1, near = all & may_be_near<N>(planes, front.here(), limit, gaps);
    if (near != all) front.boxes.add(planes, names, all & ~near);
    for (std::uint32_t rest = near; rest != 0; rest &= rest - 1) front.taken[left++] = taken[std::countr_zero(rest)];
  }
  front.taken.resize(left);
}

/// Sets the planes between triangles, and bounds their distances from below: a bit for each pair that is below the
/// cutoff. As distances_below, with directions.
template <class N>
HWY_INLINE std::uint32_t part_triangles(const NearFront::Here& here, const DistanceFilter& filter,
                                        const std::uint32_t* a, const std::uint32_t* b, float cutoff, float* below,
                                        NearFront::Planes& to) {
  using V = Vec3Of<N>;
  std::uint32_t closer = 0;
  for (int lane = 0; lane < NearFront::lanes; lane += N::lanes) {
    const PairGeometry<N> g(filter.pairs, a + lane, b + lane);
    V best = shortest_way_between_sides(g);
    N gap = gap_along(g, best) / direction_length(best);
    const V middles = g.w * N::all(3) + ((g.f1 + g.f2) - (g.e1 + g.e2));
    for (const V& direction : {middles, cross(g.e1, g.e2), cross(g.f1, g.f2)}) {
      const N over = N::all(1) / direction_length(direction);
      const N forth = gap_along(g, direction) * over, back = gap_along(g, direction * N::all(-1)) * over;
      const N larger_gap = max(forth, back);
      best = select(larger_gap > gap, select(back > forth, direction * N::all(-1), direction), best);
      gap = max(gap, larger_gap);
    }
    const N bound = filter.is_usable() ? bound_from(gap, gap_slack(g)) : N::all(0);
    bound.store(below + lane);
    closer |= (N::all(cutoff) > bound).bits() << lane;

    const V normal = unit_or_zero(best);
    N p[9], q[9];
    load_corners(filter.pairs.corners_a, a + lane, p);
    load_corners(filter.pairs.corners_b, b + lane, q);
    const N zero = N::all(0);
    const N ahead = max(zero, max(dot(normal, g.e1), dot(normal, g.e2)));
    const N behind = min(zero, min(dot(normal, g.f1), dot(normal, g.f2)));
    const N reach = (dot(normal, V{p[0], p[1], p[2]}) + ahead) - behind;
    const V corner{q[0], q[1], q[2]}, side1 = V{q[3], q[4], q[5]} - corner, side2 = V{q[6], q[7], q[8]} - corner;
    const N radius = root(max(dot(side1, side1), dot(side2, side2))) * N::all(here.scale * (1 + 0x1p-18f));
    normal.store(to.normal, lane);
    corner.store(to.centre, lane);
    neg_mul_add(radius, N::all(here.turned), reach).store(to.reach + lane);
    radius.store(to.radius + lane);
  }
  return closer;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
