#include "leaf/common_point.h"

#include "leaf/closest_points.h"
#include "leaf/measuring_order.h"
#include "math/expansion.h"
#include "math/side_by_side.h"

#include <tuple>

namespace abut {

namespace {

using SplitSideBySide = Split<SideBySide>;

PlacedTriangle placed_triangle(const LeafGeometry& of, std::uint32_t triangle, const Placement& at) {
  const Triangle& t = of.triangles[triangle];
  return {{&of.points[t[0]], &of.points[t[1]], &of.points[t[2]]}, &at};
}

// As std::max.
SideBySide larger(SideBySide a, SideBySide b) { return a < b ? b : a; }

Vec3SideBySide difference(const Vec3SideBySide& a, const Vec3SideBySide& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vec3SideBySide sizes(const Vec3SideBySide& v) { return {magnitudes(v.x), magnitudes(v.y), magnitudes(v.z)}; }
Vec3SideBySide nothing() { return {SideBySide{}, SideBySide{}, SideBySide{}}; }
Vec3SideBySide larger(const Vec3SideBySide& a, const Vec3SideBySide& b) {
  return {larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
}
SideBySide largest(const Vec3SideBySide& v) { return larger(v.x, larger(v.y, v.z)); }

// A sum and its rounding error, as two_sum.
struct SumSideBySide {
  SideBySide value, error;
  SumSideBySide(SideBySide a, SideBySide b) : value(a + b) {
    const SideBySide b_seen = value - a, a_seen = value - b_seen;
    error = (a - a_seen) + (b - b_seen);
  }
};

// Three numbers of both, split.
struct SplitVector {
  SplitSideBySide values[3];
  explicit SplitVector(const Vec3SideBySide& v)
      : values{SplitSideBySide(v.x), SplitSideBySide(v.y), SplitSideBySide(v.z)} {}
};

// Both triangles as PlacedSide has them, operation by operation; why it is right stands there.
class PlacedTogether {
 public:
  PlacedTogether(const PlacedTriangle& a, const PlacedTriangle& b)
      : at_{a.at, b.at},
        corners_{{*a.corners[0], *b.corners[0]}, {*a.corners[1], *b.corners[1]}, {*a.corners[2], *b.corners[2]}},
        rows_{rows_of(0), rows_of(1), rows_of(2)} {
    place_corners();
    place_origins();
  }

  // False where digits cancel, and the accurate form is needed.
  bool is_plain() const { return is_plain_; }
  // Of triangle 0 or 1, without what crossings do not need.
  PlacedShape shape(int of) const {
    PlacedShape shape;
    shape.form = TriangleForm::triangle;
    for (int i : {1, 2}) shape.corners[i] = {placed_[i].x[of], placed_[i].y[of], placed_[i].z[of]};
    shape.reach = reach_[of];
    shape.measure_sides();
    return shape;
  }
  // From the corner 0 of `from` to that of the other; none where it has to be told more exactly.
  std::optional<Vec3> way(int from) const {
    const int to = 1 - from;
    const double error = 1.5 * (origin_error_[from] + origin_error_[to]);
    const double reach = std::max(reach_[from], reach_[to]);
    Vec3 way;
    for (int axis = 0; axis < 3; ++axis) {
      const ExactPair high = two_sum(high_[axis][to], -high_[axis][from]);
      way[axis] = high.value + (high.error + (low_[axis][to] - low_[axis][from]));
    }
    if (error <= 0.5 * unit_roundoff * std::max(reach, abut::largest(abs(way)))) return way;
    return std::nullopt;
  }
  // As points_on().
  std::pair<Vec3, Vec3> points(const Weights& of_a, const Weights& of_b) const {
    const auto share = [&](SideBySide first, SideBySide second, SideBySide origin) {
      return (first - origin) * SideBySide{of_a[1], of_b[1]} + (second - origin) * SideBySide{of_a[2], of_b[2]};
    };
    const SplitVector way({share(corners_[1].x, corners_[2].x, corners_[0].x),
                           share(corners_[1].y, corners_[2].y, corners_[0].y),
                           share(corners_[1].z, corners_[2].z, corners_[0].z)});
    std::pair<Vec3, Vec3> points;
    for (int axis = 0; axis < 3; ++axis) {
      AccurateSumSideBySide sums;
      for (int j = 0; j < 3; ++j) {
        sums.add(products_[axis][j], errors_[axis][j]);
        sums.add(rows_[axis].values[j], way.values[j]);
      }
      sums.add(shift(axis));
      const SideBySide rounded = sums.rounded();
      points.first[axis] = rounded[0], points.second[axis] = rounded[1];
    }
    return points;
  }

 private:
  SplitVector rows_of(int i) const { return SplitVector(Vec3SideBySide(at_[0]->linear.row(i), at_[1]->linear.row(i))); }
  SideBySide shift(int axis) const { return SideBySide{at_[0]->shift[axis], at_[1]->shift[axis]}; }

  void place_corners() {
    const auto times = [&](const Vec3SideBySide& v, bool by_sizes) {
      const auto along = [&](int i) {
        const Vec3SideBySide row(rows_[i].values[0].value, rows_[i].values[1].value, rows_[i].values[2].value);
        return dot(by_sizes ? sizes(row) : row, v);
      };
      return Vec3SideBySide(along(0), along(1), along(2));
    };
    Vec3SideBySide spread = nothing(), most = nothing();
    for (int i : {1, 2}) {
      const Vec3SideBySide from_first = difference(corners_[i], corners_[0]);
      placed_[i] = times(from_first, false);
      spread = larger(spread, times(sizes(from_first), true));
      most = larger(most, sizes(placed_[i]));
    }
    reach_ = largest(most);
    const SideBySide widest = largest(spread);
    is_plain_ = widest[0] <= 2 * reach_[0] && widest[1] <= 2 * reach_[1];
  }

  void place_origins() {
    const SplitVector origin(corners_[0]);
    SideBySide magnitude{};
    for (int axis = 0; axis < 3; ++axis) {
      for (int j = 0; j < 3; ++j) {
        const SplitSideBySide& by = rows_[axis].values[j];
        products_[axis][j] = by.value * origin.values[j].value;
        errors_[axis][j] = by.error_of_product(origin.values[j], products_[axis][j]);
      }
      const SideBySide* const p = products_[axis];
      const SumSideBySide xy(p[0], p[1]), xyz(xy.value, p[2]), all(xyz.value, shift(axis));
      high_[axis] = all.value;
      low_[axis] = (errors_[axis][0] + errors_[axis][1] + errors_[axis][2]) + (xy.error + xyz.error + all.error);
      magnitude = larger(magnitude, magnitudes(p[0]) + magnitudes(p[1]) + magnitudes(p[2]) + magnitudes(shift(axis)));
    }
    origin_error_ = 32 * unit_roundoff * unit_roundoff * magnitude + 0x1p-1069;
  }

  const Placement* at_[2];
  Vec3SideBySide corners_[3];  // in their models' frames
  SplitVector rows_[3];        // of the placements' linear parts
  Vec3SideBySide placed_[3] = {nothing(), nothing(), nothing()};
  SideBySide reach_, origin_error_;
  SideBySide products_[3][3], errors_[3][3];  // of rows with the first corners
  SideBySide high_[3], low_[3];
  bool is_plain_;
};

}  // namespace

std::optional<CommonPoint> quick_common_point(const LeafGeometry& a, const Placement& at_a, std::uint32_t triangle_a,
                                              const LeafGeometry& b, const Placement& at_b, std::uint32_t triangle_b) {
  // Equal placements leave the order to the triangles.
  const int order = order_of(at_a, at_b);
  const bool are_triangles =
      a.forms[triangle_a] == TriangleForm::triangle && b.forms[triangle_b] == TriangleForm::triangle;
  if (order == 0 || !are_triangles) return std::nullopt;
  const PlacedTogether placed(placed_triangle(a, triangle_a, at_a), placed_triangle(b, triangle_b, at_b));
  const int first = order < 0 ? 0 : 1;
  const std::optional<Vec3> way = placed.is_plain() ? placed.way(first) : std::nullopt;
  if (!way) return std::nullopt;
  const PlacedShape shapes[] = {placed.shape(first), placed.shape(1 - first)};
  const double reach = std::max(largest(abs(*way)), std::max(shapes[0].reach, shapes[1].reach));
  if (!is_ordinary(reach)) return std::nullopt;
  const ClosestPoints common = common_points({shapes[0], shapes[1], *way});
  CommonPoint found;
  found.weights_a = first == 0 ? common.a : common.b;
  found.weights_b = first == 0 ? common.b : common.a;
  std::tie(found.point_a, found.point_b) = placed.points(found.weights_a, found.weights_b);
  return found;
}

}  // namespace abut
