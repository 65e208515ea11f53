#include "classic/volume/edge_pairs.h"

#include "classic/volume/core_gap.h"

#include <algorithm>
#include <optional>

namespace abut::classic {

namespace {

double within(double x, double most) { return std::min(std::max(x, -most), most); }

/// One point of each rectangle, as weights of their axes.
struct ClosestPoints {
  std::array<double, 2> a, b;
};

/// Two rectangles, B seen along A's axes and A along B's. An edge (i, s) of A is where the weight of axis i is s times
/// its extent; its external Voronoi region is the half-space beyond, s x_i >= extent_i.
class EdgePairs {
 public:
  EdgePairs(const Rectangle& a, const Rectangle& b, const Vec3& way)
      : a_(a), b_(b), normal_a_(cross(a.axes[0], a.axes[1])) {
    for (int i = 0; i < 2; ++i) {
      along_a_[i] = dot(way, a.axes[i]);
      along_b_[i] = dot(way, b.axes[i]);
      for (int j = 0; j < 2; ++j) turn_[i][j] = dot(a.axes[i], b.axes[j]);
    }
    up_ = dot(way, normal_a_);
    for (int j = 0; j < 2; ++j) turn_[2][j] = dot(normal_a_, b.axes[j]);
  }

  /// Lemma 1: the first pair of edges whose closest points are in each other's regions.
  std::optional<ClosestPoints> closest() const {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        // Those on the side of the other rectangle first.
        const double near_a = std::copysign(1.0, along_a_[i]), near_b = -std::copysign(1.0, along_b_[j]);
        for (double s : {near_a, -near_a})
          for (double t : {near_b, -near_b})
            if (meet_regions(i, s, j, t)) {
              const ClosestPoints points = closest_on(i, s, j, t);
              if (in_regions(points, i, s, j, t)) return points;
            }
      }
    return std::nullopt;
  }

  const Vec3& normal_a() const { return normal_a_; }

 private:
  /// Fig. 2 (b): an edge that is wholly outside of the other's region ends the matter.
  bool meet_regions(int i, double s, int j, double t) const {
    const int f = 1 - i, k = 1 - j;
    const double of_b = s * (along_a_[i] + turn_[i][j] * (t * b_.extent[j])) + std::abs(turn_[i][k]) * b_.extent[k];
    if (!(of_b >= a_.extent[i])) return false;
    const double of_a = t * (turn_[i][j] * (s * a_.extent[i]) - along_b_[j]) + std::abs(turn_[f][j]) * a_.extent[f];
    return of_a >= b_.extent[j];
  }

  /// The closest points of two edges. Lines by cross products: the part of B's edge across A's, in which nothing
  /// cancels when they are nearly parallel.
  ClosestPoints closest_on(int i, double s, int j, double t) const {
    const int f = 1 - i, k = 1 - j;
    const double at_i = s * a_.extent[i], at_j = t * b_.extent[j];
    const double d_f = along_a_[f] + turn_[f][j] * at_j, d_i = along_a_[i] + turn_[i][j] * at_j - at_i;
    const double d_up = up_ + turn_[2][j] * at_j;
    const double v_f = turn_[f][k], v_i = turn_[i][k], v_up = turn_[2][k], across = v_i * v_i + v_up * v_up;
    double w = across > 0 ? within(-(d_i * v_i + d_up * v_up) / across, b_.extent[k]) : 0;
    double x = d_f + w * v_f;
    if (!(std::abs(x) <= a_.extent[f])) {
      x = within(x, a_.extent[f]);
      w = within(-((d_f - x) * v_f + d_i * v_i + d_up * v_up), b_.extent[k]);
    }
    ClosestPoints points;
    points.a[i] = at_i;
    points.a[f] = x;
    points.b[j] = at_j;
    points.b[k] = w;
    return points;
  }

  bool in_regions(const ClosestPoints& p, int i, double s, int j, double t) const {
    const double of_b = along_a_[i] + turn_[i][0] * p.b[0] + turn_[i][1] * p.b[1];
    const double of_a = turn_[0][j] * p.a[0] + turn_[1][j] * p.a[1] - along_b_[j];
    return s * of_b >= a_.extent[i] && t * of_a >= b_.extent[j];
  }

  const Rectangle &a_, &b_;
  Vec3 normal_a_;
  std::array<double, 2> along_a_, along_b_;  // B's centre along A's axes; the same way along B's
  double up_;                                // and along A's normal
  std::array<double, 2> turn_[3];            // A's axes and normal times B's axes
};

}  // namespace

CoreDistance distance_by_edge_pairs(const Rectangle& a, const Rectangle& b) {
  const Vec3 way = b.centre - a.centre;
  const EdgePairs edges(a, b, way);
  const double lost = core_gap_rounding * size_of_pair(a, b, way, 1);
  const auto between_points = [&](const ClosestPoints& p) {
    return way + b.axes[0] * p.b[0] + b.axes[1] * p.b[1] - a.axes[0] * p.a[0] - a.axes[1] * p.a[1];
  };
  CoreDistance found{0, length(way)};
  if (const std::optional<ClosestPoints> points = edges.closest()) {
    const Vec3 between = between_points(*points);
    found = {gap_along(a, b, way, between), length(between)};
  }
  // Otherwise one of the points is inside of a rectangle, or they meet; the normals also mend what rounding has spoilt.
  if (!(found.above - found.below <= 4 * lost)) {
    found.below = std::max(
        {found.below, gap_along(a, b, way, edges.normal_a()), gap_along(a, b, way, cross(b.axes[0], b.axes[1]))});
  }
  const double sure = found.below - lost;
  return {sure > 0 ? sure : 0, found.above + lost};
}

}  // namespace abut::classic
