#include "classic/volume/kdop.h"

#include "classic/kind_tree.h"
#include "math/rounding.h"

#include <limits>

namespace abut::classic {

namespace {

constexpr double u = unit_roundoff;

// Points are off by u per coordinate, sums of three of them round twice: below 8u along any direction.
constexpr double fit_error = 8 * u;

template <int k>
Slabs<double, k> slabs_of_all(TriangleRun triangles) {
  const auto slabs = [](const BuildTriangle& t) {
    return slabs_of<k, double>(t.corners[0], t.corners[1], t.corners[2]);
  };
  Slabs<double, k> all = slabs(triangles[0]);
  for (const BuildTriangle& triangle : triangles.subspan(1)) all = merged(all, slabs(triangle));
  return all;
}

/// The length of a direction, rounded up: 1, sqrt(2) or sqrt(3).
double length_up(const Vec3& direction) {
  const double square = dot(direction, direction);
  return square == 1 ? 1 : square == 2 ? 1.4142135623730952 : 1.7320508075688774;
}

/// The index and sign of the face diagonal s_i e_i + s_j e_j with j = i + 1 mod 3.
struct SignedIndex {
  int index;
  double sign;
};
SignedIndex edge_between(int i, int j, double sign_i, double sign_j) {
  if ((i + 1) % 3 != j) return edge_between(j, i, sign_j, sign_i);
  return {3 + 2 * i + (sign_i == sign_j ? 0 : 1), sign_i};
}

/// Of the cube's diagonal with the given signs: one that differs from the two others, or none.
template <int k>
SignedIndex corner_towards(const std::array<double, 3>& sign) {
  constexpr int first = KDopDirections<k>::first_corner;
  for (int i = 0; i < 3; ++i) {
    const double other = sign[(i + 1) % 3];
    if (sign[(i + 2) % 3] == other && sign[i] != other) return {first + 1 + i, other};
  }
  return {first, sign[0]};
}

}  // namespace

// With |d| sorted, a >= b >= c: the triangles into which the directions divide the octant's part a >= b >= c.
template <int k>
KDopCone cone_around(const Vec3& d) {
  std::array<int, 3> order{0, 1, 2};
  const Vec3 size = abs(d);
  if (size[order[0]] < size[order[1]]) std::swap(order[0], order[1]);
  if (size[order[1]] < size[order[2]]) std::swap(order[1], order[2]);
  if (size[order[0]] < size[order[1]]) std::swap(order[0], order[1]);
  const auto [x, y, z] = order;
  const double a = size[x], b = size[y], c = size[z];
  std::array<double, 3> sign;
  for (int i = 0; i < 3; ++i) sign[i] = std::signbit(d[i]) ? -1.0 : 1.0;
  const auto edge = [&](int i, int j) { return edge_between(i, j, sign[i], sign[j]); };

  if constexpr (k == 6) {
    return {{0, 1, 2}, {d.x, d.y, d.z}};
  } else if constexpr (k == 14) {
    const SignedIndex corner = corner_towards<k>(sign);
    return {{x, y, corner.index}, {sign[x] * (a - c), sign[y] * (b - c), corner.sign * c}};
  } else if constexpr (k == 26) {
    const SignedIndex corner = corner_towards<k>(sign), xy = edge(x, y);
    return {{x, xy.index, corner.index}, {sign[x] * (a - b), xy.sign * (b - c), corner.sign * c}};
  } else {
    const SignedIndex xy = edge(x, y), xz = edge(x, z), yz = edge(y, z);
    if (a >= b + c) return {{x, xy.index, xz.index}, {sign[x] * (a - b - c), xy.sign * b, xz.sign * c}};
    return {{xy.index, xz.index, yz.index},
            {xy.sign * 0.5 * (a + b - c), xz.sign * 0.5 * (a + c - b), yz.sign * 0.5 * (b + c - a)}};
  }
}

template <class Real, int k>
BasicKDop<Real, k> BasicKDop<Real, k>::between(const Slabs<double, k>& slabs) {
  BasicKDop<Real, k> result;
  for (int i = 0; i < k / 2; ++i) {
    if constexpr (std::is_same_v<Real, float>) {
      result.low[i] = float_down(slabs.low[i] - fit_error);
      result.high[i] = float_up(slabs.high[i] + fit_error);
    } else {
      result.low[i] = slabs.low[i] - fit_error;
      result.high[i] = slabs.high[i] + fit_error;
    }
  }
  return result;
}

template <class Real, int k>
BasicKDop<Real, k> BasicKDop<Real, k>::around(TriangleRun triangles, Fit) {
  return between(slabs_of_all<k>(triangles));
}

template <class Real, int k>
BoxView BasicKDop<Real, k>::box() const {
  BoxView view;
  for (int i = 0; i < 3; ++i) {
    const double least = low[i], most = high[i];
    view.centre[i] = (least + most) * 0.5;
    view.half[i] = (most - least) * 0.5 + fit_error;
  }
  return view;
}

template <int k>
BasicKDop<float, k> narrow(const KDop<k>& wide) {
  BasicKDop<float, k> result;
  for (int i = 0; i < k / 2; ++i) {
    result.low[i] = float_down(wide.low[i]);
    result.high[i] = float_up(wide.high[i]);
  }
  return result;
}

template <class Real, int k>
BasicKDop<Real, k> refitted(const BasicKDop<Real, k>&, const Extents<double>&, TriangleRun triangles) {
  return BasicKDop<Real, k>::between(slabs_of_all<k>(triangles));
}

template <class Real, int k>
BasicKDop<Real, k> refitted(const BasicKDop<Real, k>&, const Extents<double>&,
                            std::span<const BasicKDop<Real, k>> pieces) {
  BasicKDop<Real, k> all = pieces[0];
  for (const BasicKDop<Real, k>& piece : pieces.subspan(1))
    for (int i = 0; i < k / 2; ++i) {
      all.low[i] = lesser(all.low[i], piece.low[i]);
      all.high[i] = greater(all.high[i], piece.high[i]);
    }
  return all;
}

// Along A's direction n, a point of B is at n . M (scale c) + n . shift: the row w = n' M is a sum of B's directions
// with factors f, so its place is scale * sum of f_i p_i + n . shift with p_i between the planes. With L the largest
// entry of M, |w| entries are at most 3 L, the factors at most 3 L each, and no p_i or half width exceeds 3:
//   w:       3 linear_error + 2u * 3L, and the factors, sums of three of these: 3 times that, and 3u * 9L      =: e
//   a place: 3 scale * 3 e, its roundings 4u * 27 scale L, twice, for middle and half width
//   n . shift: 3 shift_error + 3u * 3 |shift|
//   the comparison: 4u of everything, at most 54 scale L + 3 |shift| + 9.
// B's directions are the same with `back`, lengths in B's unit, and the shift seen from there: -back * shift.
namespace {

double view_slack(double entry_error, double largest_entry, double scale, double shift_error, double shift) {
  const double factor_error = 3 * (3 * entry_error + 6 * u * largest_entry) + 27 * u * largest_entry;
  return (18 * scale * factor_error + 216 * u * scale * largest_entry + 3 * shift_error + 9 * u * shift +
          4 * u * (54 * scale * largest_entry + 3 * shift + 9)) *
         (1 + 0x1p-10);
}

}  // namespace

template <int k>
KDopTest<k>::KDopTest(const RelativePlacement& p, Sat, double) : relative_(p) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Vec3 shift_b = -(p.back * p.shift);  // in B's frame, times the scale
  const double shift = largest(abs(p.shift)), back = largest_magnitude(p.back);
  const double shift_error_b = 3 * (p.back_error * shift + back * p.shift_error) + 9 * u * back * shift;
  for (int i = 0; i < count; ++i) {
    const Vec3 n = KDopDirections<k>::direction(i);
    own_a_.cones[i] = cone_around<k>(transposed_times(p.linear, n));
    own_a_.shift[i] = dot(n, p.shift);
    own_b_.cones[i] = cone_around<k>(transposed_times(p.back, n));
    own_b_.shift[i] = dot(n, shift_b) / p.scale;
  }
  own_a_.factor = p.scale;
  own_b_.factor = 1 / p.scale;
  own_a_.slack = view_slack(p.linear_error, largest_magnitude(p.linear), p.scale, p.shift_error, shift);
  own_b_.slack = view_slack(p.back_error, back, 1 / p.scale, shift_error_b / p.scale, largest(abs(shift_b)) / p.scale);
  if (std::isinf(p.margin)) own_a_.slack = own_b_.slack = infinity;
  const double margin_b = p.margin * p.back_stretch / p.scale;
  for (int i = 0; i < count; ++i) {
    const double length = length_up(KDopDirections<k>::direction(i)) * (1 + 8 * u);
    own_a_.apart_by[i] = own_a_.slack + p.margin * length;
    own_b_.apart_by[i] = own_b_.slack + margin_b * length;
  }
}

template <int k>
typename KDopTest<k>::Spans KDopTest<k>::seen(const Spans& other, const View& view) {
  Spans spans;
  for (int i = 0; i < count; ++i) {
    const KDopCone& cone = view.cones[i];
    double middle = 0, half = 0;
    for (int c = 0; c < 3; ++c) {
      middle += cone.factors[c] * other.middle[cone.indices[c]];
      half += std::abs(cone.factors[c]) * other.half[cone.indices[c]];
    }
    spans.middle[i] = middle * view.factor + view.shift[i];
    spans.half[i] = half * view.factor;
  }
  return spans;
}

template <int k>
bool KDopTest<k>::apart(const Spans& across, const Spans& own, const View& view) {
  for (int i = 0; i < count; ++i)
    if (std::abs(across.middle[i] - own.middle[i]) > across.half[i] + own.half[i] + view.apart_by[i]) return true;
  return false;
}

template <int k>
double KDopTest<k>::gap(const Spans& across, const Spans& own, const View& view) {
  double most = 0;
  for (int i = 0; i < count; ++i) {
    const double left = std::abs(across.middle[i] - own.middle[i]) - (across.half[i] + own.half[i] + view.slack);
    const double distance = left / length_up(KDopDirections<k>::direction(i));
    if (distance > most) most = distance;
  }
  return most;
}

template <int k>
double KDopTest<k>::gap_between_centres(const Spans& a, const Spans& b) const {
  const Vec3 centre_b{b.middle[0], b.middle[1], b.middle[2]};
  const Vec3 way =
      relative_.linear * (centre_b * relative_.scale) + relative_.shift - Vec3{a.middle[0], a.middle[1], a.middle[2]};
  const double size = largest(abs(way));
  if (!(size > 0)) return 0;
  // Its largest coordinate is 1, as that of every direction in view_slack; A's own place and reach, three factors of at
  // most 3 times 3 each, lose at most 512u.
  const Vec3 n = way * (1 / size);
  const KDopCone in_a = cone_around<k>(n), in_b = cone_around<k>(transposed_times(relative_.linear, n));
  double place_a = 0, reach = 0, place_b = 0, reach_b = 0;
  for (int c = 0; c < 3; ++c) {
    place_a += in_a.factors[c] * a.middle[in_a.indices[c]];
    reach += std::abs(in_a.factors[c]) * a.half[in_a.indices[c]];
    place_b += in_b.factors[c] * b.middle[in_b.indices[c]];
    reach_b += std::abs(in_b.factors[c]) * b.half[in_b.indices[c]];
  }
  const double gap = std::abs(place_b * relative_.scale + dot(n, relative_.shift) - place_a) -
                     (reach + reach_b * relative_.scale + (own_a_.slack + 512 * u));
  return gap / (length(n) * (1 + 4 * u));
}

template <int k>
double KDopTest<k>::distance_below(const Spans& a, const Spans& b) const {
  const double along_a = gap(seen_from_a(b), a, own_a_);
  const double along_b = gap(seen_from_b(a), b, own_b_) * relative_.scale / (relative_.back_stretch * (1 + 8 * u));
  const double between = gap_between_centres(a, b);
  double most = along_a > along_b ? along_a : along_b;
  if (between > most) most = between;
  return most > 0 ? most * (1 - 8 * u) : 0;
}

#define ABUT_KDOP_IN(Real, k)                                                                           \
  template struct BasicKDop<Real, k>;                                                                   \
  template BasicKDop<Real, k> refitted(const BasicKDop<Real, k>&, const Extents<double>&, TriangleRun); \
  template BasicKDop<Real, k> refitted(const BasicKDop<Real, k>&, const Extents<double>&,               \
                                       std::span<const BasicKDop<Real, k>>);
#define ABUT_KDOP(k)                                   \
  ABUT_KDOP_IN(double, k)                              \
  ABUT_KDOP_IN(float, k)                               \
  template BasicKDop<float, k> narrow(const KDop<k>&); \
  template KDopCone cone_around<k>(const Vec3&);       \
  template class KDopTest<k>;
ABUT_KDOP(6)
ABUT_KDOP(14)
ABUT_KDOP(18)
ABUT_KDOP(26)
#undef ABUT_KDOP
#undef ABUT_KDOP_IN

}  // namespace abut::classic

ABUT_CLASSIC_KIND(kdop6, KDop<6>)
ABUT_CLASSIC_KIND(kdop14, KDop<14>)
ABUT_CLASSIC_KIND(kdop18, KDop<18>)
ABUT_CLASSIC_KIND(kdop26, KDop<26>)
