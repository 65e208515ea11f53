// Distances of triangle pairs in double, several at a time, compiled once per instruction set: include from sources
// that Highway's foreach_target.h repeats. Operation by operation what PlacedSide, way_between, quick_closest_points
// and ShapeGap do for one pair, and why it is right stands there.

#if defined(ABUT_LEAF_MEASURE_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_LEAF_MEASURE_PACKET_INL_H_
#undef ABUT_LEAF_MEASURE_PACKET_INL_H_
#else
#define ABUT_LEAF_MEASURE_PACKET_INL_H_
#endif

#include "leaf/measure_packet.h"
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
HWY_INLINE Vec3Of<N> larger(const Vec3Of<N>& a, const Vec3Of<N>& b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}
template <class N>
HWY_INLINE Vec3Of<N> magnitudes(const Vec3Of<N>& v) {
  return {abs(v.x), abs(v.y), abs(v.z)};
}
template <class N>
HWY_INLINE N largest_of(const Vec3Of<N>& v) {
  return max(v.x, max(v.y, v.z));
}

/// A sum and its rounding error, as two_sum.
template <class N>
struct SumOf {
  N value, error;
  HWY_INLINE SumOf(const N& a, const N& b) : value(a + b) {
    const N b_part = value - a, a_part = value - b_part;
    error = (a - a_part) + (b - b_part);
  }
};

/// PlacedShape.
template <class N>
struct ShapeLanes {
  using V = Vec3Of<N>;
  V corners[3], sides[3], error, high, low;
  N squares[3], over_squares[3], size_square, corner_dot, over_area, reach, origin_error;
  typename N::Mask is_plain;  ///< needs no accurate placing

  HWY_INLINE ShapeLanes(const PacketPlacement& by, const double (&from)[9][MeasurePacket::lanes], int lane) {
    const auto corner = [&](int i) HWY_ATTR { return V::load(from + 3 * i, lane); };
    const auto row = [&](int i) HWY_ATTR { return V::all(by.at.linear.row(i)); };
    const V origin = corner(0), zero = V::all(Vec3{});
    V spread = zero, most = zero;
    corners[0] = zero;
    for (int i = 1; i < 3; ++i) {
      const V difference = corner(i) - origin, size = magnitudes(difference);
      corners[i] = {dot(row(0), difference), dot(row(1), difference), dot(row(2), difference)};
      spread = larger(spread,
                      V{dot(magnitudes(row(0)), size), dot(magnitudes(row(1)), size), dot(magnitudes(row(2)), size)});
      most = larger(most, magnitudes(corners[i]));
    }
    error = spread * N::all(4.5 * unit_roundoff) + V::all(Vec3{0x1p-1068, 0x1p-1068, 0x1p-1068});
    reach = largest_of(most);
    is_plain = largest_of(spread) <= N::all(2) * reach;
    measure_sides();
    place_origin(by, origin);
  }

  HWY_INLINE V at(const N& second, const N& third) const { return corners[1] * second + corners[2] * third; }

 private:
  HWY_INLINE void measure_sides() {
    sides[0] = corners[1], sides[1] = corners[2] - corners[1];
    sides[2] = {-corners[2].x, -corners[2].y, -corners[2].z};
    for (int i = 0; i < 3; ++i) squares[i] = dot(sides[i], sides[i]);
    for (int i = 0; i < 3; ++i) over_squares[i] = N::all(1) / squares[i];
    size_square = max(squares[0], max(squares[1], squares[2]));
    corner_dot = dot(corners[1], corners[2]);
    over_area = N::all(1) / (squares[0] * squares[2] - corner_dot * corner_dot);
  }

  HWY_INLINE void place_origin(const PacketPlacement& by, const V& corner) {
    const auto high_half = [](const N& x) HWY_ATTR {
      const N wide = N::all(0x1p27 + 1) * x;
      return wide - (wide - x);
    };
    const N values[3] = {corner.x, corner.y, corner.z};
    N highs[3], lows[3];
    for (int i = 0; i < 3; ++i) highs[i] = high_half(values[i]), lows[i] = values[i] - highs[i];
    N magnitude = N::all(0);
    N* const to[2][3] = {{&high.x, &high.y, &high.z}, {&low.x, &low.y, &low.z}};
    for (int axis = 0; axis < 3; ++axis) {
      N products[3], errors[3];
      for (int i = 0; i < 3; ++i) {
        const int k = 3 * axis + i;
        const N by_high = N::all(by.high[k]), by_low = N::all(by.low[k]);
        products[i] = N::all(by.at.linear.entries[k]) * values[i];
        errors[i] = ((by_high * highs[i] - products[i]) + by_high * lows[i] + by_low * highs[i]) + by_low * lows[i];
      }
      const N shift = N::all(by.at.shift[axis]);
      const SumOf<N> xy(products[0], products[1]), xyz(xy.value, products[2]), all(xyz.value, shift);
      *to[0][axis] = all.value;
      *to[1][axis] = (errors[0] + errors[1] + errors[2]) + (xy.error + xyz.error + all.error);
      magnitude = max(magnitude, abs(products[0]) + abs(products[1]) + abs(products[2]) + abs(shift));
    }
    origin_error = N::all(32 * unit_roundoff * unit_roundoff) * magnitude + N::all(0x1p-1069);
  }
};

/// PlacedWay.
template <class N>
struct WayLanes {
  Vec3Of<N> value, error;
  typename N::Mask is_plain;

  HWY_INLINE WayLanes(const ShapeLanes<N>& from, const ShapeLanes<N>& to) {
    const N more = N::all(1.5) * (from.origin_error + to.origin_error);
    const auto along = [](const N& high_to, const N& high_from, const N& low_to, const N& low_from) HWY_ATTR {
      const SumOf<N> high(high_to, -high_from);
      return high.value + (high.error + (low_to - low_from));
    };
    value = {along(to.high.x, from.high.x, to.low.x, from.low.x), along(to.high.y, from.high.y, to.low.y, from.low.y),
             along(to.high.z, from.high.z, to.low.z, from.low.z)};
    const Vec3Of<N> size = magnitudes(value);
    error = size * N::all(1.5 * unit_roundoff) + Vec3Of<N>{more, more, more};
    const N reach = max(from.reach, to.reach);
    is_plain = more <= N::all(0.5 * unit_roundoff) * max(reach, largest_of(size));
  }
};

/// Into [0, 1]; what is not a number becomes 0.
template <class N>
HWY_INLINE N into_unit(const N& x) {
  const N above = positive(x);
  return select(above < N::all(1), above, N::all(1));
}

/// A pair of sides: how far along them its closest points are, and products that feet need.
template <class N>
struct SidesLanes {
  N along_a, along_b, ways, s, t, square;

  HWY_INLINE SidesLanes(const ShapeLanes<N>& a, int i, const ShapeLanes<N>& b, int j, const Vec3Of<N>& corner_b) {
    const Vec3Of<N> way = corner_b - a.corners[i];
    const N aa = a.squares[i], bb = b.squares[j], two = N::all(2);
    ways = dot(way, way);
    along_a = dot(a.sides[i], way);
    along_b = dot(b.sides[j], way);
    const N ab = dot(a.sides[i], b.sides[j]);
    const N first = into_unit((along_a * bb - ab * along_b) / (aa * bb - ab * ab));
    t = into_unit((ab * first - along_b) * b.over_squares[j]);
    s = into_unit((along_a + ab * t) * a.over_squares[i]);
    square = ways + t * (t * bb + two * along_b) + s * ((s * aa - two * along_a) - two * t * ab);
  }
};

/// The foot of a corner on a face.
template <class N>
struct FootLanes {
  N first, second, square;
  HWY_INLINE FootLanes(const ShapeLanes<N>& face, const N& with_first, const N& with_second, const N& corner_square)
      : first((with_first * face.squares[2] - with_second * face.corner_dot) * face.over_area),
        second((with_second * face.squares[0] - with_first * face.corner_dot) * face.over_area),
        square(corner_square - first * with_first - second * with_second) {}
  HWY_INLINE auto is_inside() const {
    const N zero = N::all(0);
    return (zero <= first) & (zero <= second) & (zero <= N::all(1) - (first + second));
  }
};

/// Which closest points are the best so far, and the directions that they leave free.
template <class N>
struct BestPoints {
  using V = Vec3Of<N>;
  N least;
  N weights_a[3], weights_b[3];
  V along[2];  ///< the second only where there are two
  typename N::Mask has_one, has_two;

  HWY_INLINE void take(const typename N::Mask& better, const N (&at_a)[3], const N (&at_b)[3]) {
    for (int k = 0; k < 3; ++k) {
      weights_a[k] = select(better, at_a[k], weights_a[k]);
      weights_b[k] = select(better, at_b[k], weights_b[k]);
    }
  }
};

template <class N>
HWY_INLINE void find_on_sides(const ShapeLanes<N>& a, const ShapeLanes<N>& b, const SidesLanes<N> (&pairs)[3][3],
                              BestPoints<N>& best) {
  using V = Vec3Of<N>;
  const N zero = N::all(0), one = N::all(1);
  N s = pairs[0][0].s, t = pairs[0][0].t, at_i = zero, at_j = zero;
  best.least = pairs[0][0].square;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const auto less = pairs[i][j].square < best.least;
      s = select(less, pairs[i][j].s, s), t = select(less, pairs[i][j].t, t);
      at_i = select(less, N::all(i), at_i), at_j = select(less, N::all(j), at_j);
      best.least = select(less, pairs[i][j].square, best.least);
    }
  const auto set_weights = [&](const N& at, const N& part, N(&weights)[3]) HWY_ATTR {
    for (int k = 0; k < 3; ++k)
      weights[k] = select(at == N::all(k), one - part, where(at == N::all((k + 2) % 3), part));
  };
  set_weights(at_i, s, best.weights_a);
  set_weights(at_j, t, best.weights_b);
  const auto side_at = [&](const ShapeLanes<N>& of, const N& at) HWY_ATTR {
    return select(at == zero, of.sides[0], select(at == one, of.sides[1], of.sides[2]));
  };
  const V side_a = side_at(a, at_i), side_b = side_at(b, at_j);
  const auto free_a = (s > zero) & (s < one), free_b = (t > zero) & (t < one);
  best.along[0] = select(free_a, side_a, side_b);
  best.along[1] = side_b;
  best.has_one = free_a | free_b;
  best.has_two = free_a & free_b;
}

template <class N>
HWY_INLINE void find_on_faces(const ShapeLanes<N>& a, const ShapeLanes<N>& b, const SidesLanes<N> (&pairs)[3][3],
                              BestPoints<N>& best) {
  const N one = N::all(1);
  const auto offer = [&](const FootLanes<N>& foot, const ShapeLanes<N>& face, bool on_a, int corner) HWY_ATTR {
    const auto better = (foot.square < best.least) & foot.is_inside();
    const N on_face[3] = {positive(one - foot.first - foot.second), foot.first, foot.second};
    const N at_corner[3] = {N::all(corner == 0), N::all(corner == 1), N::all(corner == 2)};
    best.take(better, on_a ? on_face : at_corner, on_a ? at_corner : on_face);
    best.least = select(better, foot.square, best.least);
    for (int k : {0, 1}) best.along[k] = select(better, face.corners[k + 1], best.along[k]);
    best.has_one = best.has_one | better;
    best.has_two = best.has_two | better;
  };
  for (int j = 0; j < 3; ++j)
    offer(FootLanes<N>(a, pairs[0][j].along_a, a.squares[2] - pairs[2][j].along_a, pairs[0][j].ways), a, true, j);
  for (int i = 0; i < 3; ++i)
    offer(FootLanes<N>(b, -pairs[i][0].along_b, pairs[i][2].along_b + b.squares[2], pairs[i][0].ways), b, false, i);
}

/// v without its parts along the directions that are free.
template <class N>
HWY_INLINE Vec3Of<N> quickly_across(const Vec3Of<N>& v, const BestPoints<N>& best) {
  using V = Vec3Of<N>;
  const V& first = best.along[0];
  const V without = v - first * (dot(v, first) / dot(first, first));
  const V normal = cross(first, best.along[1]), opposite{-normal.x, -normal.y, -normal.z};
  const V across = select(dot(normal, v) < N::all(0), opposite, normal);
  return select(best.has_two, across, select(best.has_one, without, v));
}

/// ShapeGap.
template <class N>
struct GapOfShapes {
  using V = Vec3Of<N>;
  const ShapeLanes<N>&a, &b;
  const WayLanes<N>& way;
  V reach, inputs;

  HWY_INLINE GapOfShapes(const ShapeLanes<N>& first, const ShapeLanes<N>& second, const WayLanes<N>& between)
      : a(first), b(second), way(between) {
    reach = larger(magnitudes(a.corners[1]), magnitudes(a.corners[2])) +
            larger(magnitudes(b.corners[1]), magnitudes(b.corners[2]));
    inputs = a.error + b.error + way.error;
  }

  HWY_INLINE N upper(const N& square) const {
    const V slack = inputs + reach * N::all(6.5 * unit_roundoff);
    return (root(square) + root(dot(slack, slack))) * N::all(1 + 12 * unit_roundoff) + N::all(0x1p-1000);
  }
  /// 0 where nothing is known.
  HWY_INLINE N lower(const V& normal) const {
    const N zero = N::all(0), square = dot(normal, normal);
    const N ahead = min(zero, min(dot(normal, b.corners[1]), dot(normal, b.corners[2])));
    const N behind = max(zero, max(dot(normal, a.corners[1]), dot(normal, a.corners[2])));
    const N gap = (dot(normal, way.value) + ahead) - behind;
    const V slack = inputs + (magnitudes(way.value) + reach) * N::all(5.5 * unit_roundoff);
    const N sure = gap - (dot(magnitudes(normal), slack) * N::all(1 + 8 * unit_roundoff) + N::all(0x1p-1000));
    const auto known = (sure > zero) & (N::all(0x1p-600) <= square) & (square <= N::all(0x1p900));
    return where(known, sure / root(square) * N::all(1 - 8 * unit_roundoff));
  }
  HWY_INLINE auto is_tight(const N& low, const N& high) const {
    return high - low <= N::all(63 * unit_roundoff) * (root(a.size_square) + root(b.size_square) + low);
  }
};

/// Measures as many pairs as the registers hold, from `lane` on.
template <class N>
HWY_INLINE std::uint32_t measure_lanes(const PacketPlacement& first, const PacketPlacement& second, int lane,
                                       MeasurePacket& packet) {
  using V = Vec3Of<N>;
  const ShapeLanes<N> a(first, packet.corners[0], lane), b(second, packet.corners[1], lane);
  const WayLanes<N> way(a, b);
  const N size = max(largest_of(magnitudes(way.value)), max(a.reach, b.reach));
  const auto is_ordinary = (N::all(0x1p-200) <= size) & (size <= N::all(0x1p200));
  // Seen from a's corner 0.
  const V corners_b[3] = {b.corners[0] + way.value, b.corners[1] + way.value, b.corners[2] + way.value};
  const auto sides = [&](int i, int j) HWY_ATTR { return SidesLanes<N>(a, i, b, j, corners_b[j]); };
  const SidesLanes<N> pairs[3][3] = {{sides(0, 0), sides(0, 1), sides(0, 2)},
                                     {sides(1, 0), sides(1, 1), sides(1, 2)},
                                     {sides(2, 0), sides(2, 1), sides(2, 2)}};
  BestPoints<N> best;
  find_on_sides(a, b, pairs, best);
  find_on_faces(a, b, pairs, best);
  const V between =
      way.value + (b.at(best.weights_b[1], best.weights_b[2]) - a.at(best.weights_a[1], best.weights_a[2]));
  const GapOfShapes<N> gap(a, b, way);
  const N lower = gap.lower(quickly_across(between, best)), upper = gap.upper(dot(between, between));
  lower.store(packet.lower + lane);
  upper.store(packet.upper + lane);
  for (int k = 0; k < 3; ++k) {
    best.weights_a[k].store(packet.weights[0][k] + lane);
    best.weights_b[k].store(packet.weights[1][k] + lane);
  }
  const auto is_sure = a.is_plain & b.is_plain & way.is_plain & is_ordinary;
  return (is_sure & (lower > N::all(0)) & gap.is_tight(lower, upper)).bits();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
