#include "classic/volume/core.h"

#include "classic/volume/core_gap.h"

#include <algorithm>

namespace abut::classic {

namespace {

// Bounds that are this close are as close as can be told.
constexpr double closed = 64 * unit_roundoff;
constexpr int most_rounds = 16;

/// Without a branch: which end a point is at can be foreseen no better than a coin.
double within(double x, double most) { return std::min(std::max(x, -most), most); }

/// Two cores and the closest points found so far.
template <int m, int n>
class CoreSearch {
 public:
  CoreSearch(const Core<m>& a, const Core<n>& b, double longest_axis)
      : a_(a), b_(b), way_(b.centre - a.centre), r_(way_) {
    size_ = size_of_pair(a, b, way_, longest_axis);
    unit_axes_ = longest_axis == 1;
    tolerance_ = 0x1p-46 * size_;
  }

  /// Moves the points closer to each other until they are closest, or closer than `enough`. A point of a rectangle is
  /// the closest one to the other's when that lies in its feature's external Voronoi region (section 4.3.1): no step
  /// along an axis that is still free leads closer, and the others end at an edge beyond which it lies.
  void run(double enough) {
    if constexpr (m == 1 && n == 1) {
      place_on_edges();
      return;
    }
    bool b_is_best = false;  // for A's point where it was
    int settled = 0;
    for (int round = 0; round < most_rounds; ++round) {
      const bool moved_a = move(a_, x_, -1);
      if (dot(r_, r_) <= enough) return;
      settled += (b_is_best && !moved_a) || !move(b_, s_, 1);
      b_is_best = !take_what_is_free_together();
      // Nearly parallel ones may be far from closest where no single step leads on; then rounding makes them restless.
      if (settled > (b_is_best ? 0 : 2)) return;
    }
  }

  /// Puts B's point at one of its corners and A's next to it.
  void start_at(int corner) {
    r_ = way_;
    x_ = {};
    for (int j = 0; j < n; ++j) {
      s_[j] = corner >> j & 1 ? b_.extent[j] : -b_.extent[j];
      r_ += b_.axes[j] * s_[j];
    }
  }

  /// One step of each, from the centres.
  void begin() {
    move(a_, x_, -1);
    move(b_, s_, 1);
  }

  double gap_along(const Vec3& direction) const { return classic::gap_along(a_, b_, way_, direction); }
  double gap_along_way() const { return gap_along(r_); }

  /// The gap along the direction in which the closest points see each other, made perpendicular to the axes along
  /// which they are free: a kink in the gap is where rounding would hurt.
  double gap() const {
    int free_a[3], free_b[3];
    const int count_a = free_axes(a_, x_, free_a), count_b = free_axes(b_, s_, free_b);
    if (count_a + count_b == 0) return gap_along(r_);
    if constexpr (m > 0) {
      if (count_a == 1 && count_b == 0) return gap_along(without(r_, a_.axes[free_a[0]]));
      if (count_a == 2) return gap_along(cross(a_.axes[free_a[0]], a_.axes[free_a[1]]));
    }
    if constexpr (n > 0) {
      if (count_b == 1 && count_a == 0) return gap_along(without(r_, b_.axes[free_b[0]]));
      if (count_b == 2) return gap_along(cross(b_.axes[free_b[0]], b_.axes[free_b[1]]));
    }
    if constexpr (m > 0 && n > 0)
      if (count_a == 1 && count_b == 1) return gap_across(a_.axes[free_a[0]], b_.axes[free_b[0]]);
    return 0;
  }

  /// The largest over every kind of direction that closest points can have.
  double gap_of_many() const {
    double most = gap_along(r_);
    const auto offer = [&](double gap) { most = std::max(most, gap); };
    for (const Vec3& u : a_.axes) offer(gap_along(without(r_, u)));
    for (const Vec3& v : b_.axes) offer(gap_along(without(r_, v)));
    for (int i = 1; i < m; ++i)
      for (int k = 0; k < i; ++k) offer(gap_along(cross(a_.axes[i], a_.axes[k])));
    for (int j = 1; j < n; ++j)
      for (int k = 0; k < j; ++k) offer(gap_along(cross(b_.axes[j], b_.axes[k])));
    for (const Vec3& u : a_.axes)
      for (const Vec3& v : b_.axes) offer(gap_across(u, v));
    return most;
  }

  double length_between() const {
    Vec3 r = way_;
    for (int i = 0; i < m; ++i) r -= a_.axes[i] * x_[i];
    for (int j = 0; j < n; ++j) r += b_.axes[j] * s_[j];
    return length(r);
  }
  double squared_length() const { return dot(r_, r_); }
  double lost() const { return core_gap_rounding * size_; }
  double close_enough() const { return closed * size_; }

 private:
  /// The best step of one core's point along each of its axes; false when it was there already. The axes are taken
  /// together when they are perpendicular, which rounding may spoil by 2^-20 a round.
  template <int k>
  bool move(const Core<k>& core, typename Core<k>::Weights& at, double sign) {
    typename Core<k>::Weights along{};
    if (unit_axes_)
      for (int i = 0; i < k; ++i) along[i] = dot(r_, core.axes[i]);
    bool moved = false;
    for (int i = 0; i < k; ++i) {
      if (!unit_axes_) along[i] = dot(r_, core.axes[i]) / dot(core.axes[i], core.axes[i]);
      const double next = within(at[i] - sign * along[i], core.extent[i]), step = next - at[i];
      at[i] = next;
      r_ += core.axes[i] * (sign * step);
      moved |= std::abs(step) > tolerance_;
    }
    return moved;
  }

  template <int k>
  static int free_axes(const Core<k>& core, const typename Core<k>::Weights& at, int* free) {
    int count = 0;
    for (int i = 0; i < k; ++i)
      if (std::abs(at[i]) < core.extent[i]) free[count++] = i;
    return count;
  }

  /// Points that are free along an axis each would take turns for ever when the axes are nearly parallel. False when
  /// there are none, or they do not move.
  bool take_what_is_free_together() {
    if constexpr (m > 0 && n > 0) {
      int free_a[3], free_b[3];
      const int count_a = free_axes(a_, x_, free_a), count_b = free_axes(b_, s_, free_b);
      if (count_a == 1 && count_b == 1) return move_edges(free_a[0], free_b[0]);
      if (count_a == 0 || count_b == 0) return false;
      if (count_a == 2) return move_down(a_, x_, free_a, b_, s_, free_b, count_b, 1);
      if (count_b == 2) {
        // The foot follows at once: A's point, whose turn is next, would go back to where it was.
        const bool moved = move_down(b_, s_, free_b, a_, x_, free_a, count_a, -1);
        move(b_, s_, 1);
        return moved;
      }
    }
    return false;
  }

  /// The same for two segments, at once and from anywhere.
  void place_on_edges() {
    const Vec3 &u = a_.axes[0], &v = b_.axes[0], normal = cross(u, v);
    const double square = dot(normal, normal), over_u = unit_axes_ ? 1 : 1 / dot(u, u);
    const double over_v = unit_axes_ ? 1 : 1 / dot(v, v);
    const double x = square > 0 ? within(dot(cross(way_, v), normal) / square, a_.extent[0]) : 0;
    s_[0] = within(-dot(way_ - u * x, v) * over_v, b_.extent[0]);
    const Vec3 to_b = way_ + v * s_[0];
    x_[0] = within(dot(to_b, u) * over_u, a_.extent[0]);
    r_ = to_b - u * x_[0];
  }

  /// The closest points of two edges: of their lines by cross products (a e - b^2 would cancel), then each the best for
  /// the other, which also mends what nearly parallel lines leave open.
  bool move_edges(int i, int j) {
    const Vec3 &u = a_.axes[i], &v = b_.axes[j], normal = cross(u, v);
    const double square = dot(normal, normal);
    if (!(square > 0)) return false;
    const double x = x_[i], s = s_[j];
    const auto shift = [&](double& at, double by, double extent, const Vec3& axis, double sign) {
      const double next = within(at + by, extent);
      r_ += axis * (sign * (next - at));
      at = next;
    };
    shift(x_[i], dot(cross(r_, v), normal) / square, a_.extent[i], u, -1);
    shift(s_[j], -dot(r_, v) / dot(v, v), b_.extent[j], v, 1);
    shift(x_[i], dot(r_, u) / dot(u, u), a_.extent[i], u, -1);
    return std::max(std::abs(x_[i] - x), std::abs(s_[j] - s)) > tolerance_;
  }

  /// A point above the inside of a face: down to its plane along the steepest axis that is free, but no farther than
  /// to where the foot leaves the face.
  template <int k, int l>
  bool move_down(const Core<k>& face, const typename Core<k>::Weights& foot, const int* face_axes, const Core<l>& core,
                 typename Core<l>::Weights& at, const int* free, int count, double sign) {
    const Vec3 normal = cross(face.axes[face_axes[0]], face.axes[face_axes[1]]);
    int steepest = free[0];
    for (int c = 1; c < count; ++c)
      if (std::abs(dot(normal, core.axes[free[c]])) > std::abs(dot(normal, core.axes[steepest]))) steepest = free[c];
    const Vec3& axis = core.axes[steepest];
    const double slope = dot(normal, axis);
    if (slope == 0) return false;
    double step = -sign * dot(normal, r_) / slope;
    for (int c = 0; c < 2; ++c) {
      const int i = face_axes[c];
      const double moved = foot[i] + dot(face.axes[i], axis) * step, most = face.extent[i];
      if (std::abs(moved) > most) step *= (std::copysign(most, moved) - foot[i]) / (moved - foot[i]);
    }
    const double next = within(at[steepest] + step, core.extent[steepest]);
    step = next - at[steepest];
    r_ += axis * (sign * step);
    at[steepest] = next;
    return std::abs(step) > tolerance_;
  }

  static Vec3 without(const Vec3& v, const Vec3& axis) { return v - axis * (dot(v, axis) / dot(axis, axis)); }

  // At an angle f between the edges, the cross product's direction is off by u / f, within the plane of the edges once
  // it is perpendicular to one of them: the gap loses the square of that. Of the way between the closest points, at
  // distance d, that direction loses f u size / d. At f = d / size both are as good as can be.
  double gap_across(const Vec3& u, const Vec3& v) const {
    const Vec3 by_points = without(r_, u), by_axes = without(cross(u, v), u);
    return std::max(gap_along(by_axes), gap_along(by_points));
  }

  const Core<m>& a_;
  const Core<n>& b_;
  Vec3 way_, r_;  // from A's centre to B's; from A's point to B's
  typename Core<m>::Weights x_{};
  typename Core<n>::Weights s_{};
  double size_, tolerance_;
  bool unit_axes_;
};

}  // namespace

template <int m, int n>
CoreDistance core_distance(const Core<m>& a, const Core<n>& b, double longest_axis) {
  CoreSearch<m, n> search(a, b, longest_axis);
  search.run(0);
  CoreDistance found{search.gap(), search.length_between()};
  const auto open = [&] { return !(found.above - found.below <= search.close_enough()); };
  if (open()) found.below = std::max(found.below, search.gap_of_many());
  // One pair in thousands of nearly parallel ones ends in a place from which rounding hides the way on.
  for (int corner = 0; n <= 2 && corner < (1 << n) && open(); ++corner) {
    search.start_at(corner);
    search.run(0);
    found.below = std::max(found.below, std::max(search.gap(), search.gap_of_many()));
    found.above = std::min(found.above, search.length_between());
  }
  const double sure = found.below - search.lost();
  return {sure > 0 ? sure : 0, found.above + search.lost()};
}

template <int m, int n>
bool surely_farther(const Core<m>& a, const Core<n>& b, double reach, double longest_axis) {
  CoreSearch<m, n> search(a, b, longest_axis);
  const double at_least = reach + search.lost();
  if (m + n > 2) {
    search.begin();
    if (search.gap_along_way() > at_least) return true;
  }
  search.run(reach * reach);
  if (search.squared_length() <= reach * reach) return false;
  if (search.gap() > at_least) return true;
  if (!(search.length_between() > at_least + search.close_enough())) return false;
  return core_distance(a, b, longest_axis).below > reach;
}

// The image's centre is off by difference_error per coordinate. An axis of length 1 has coordinates that sum up to at
// most sqrt(3) in size: per coordinate the map's error counts 1.75 times and 3u for the products and sums, and a
// length is at most sqrt(3) times that.
CoreSlack::CoreSlack(const RelativePlacement& p)
    : fixed(std::isinf(p.margin) ? p.margin : 1.75 * difference_error(p)),
      relative((3.1 * p.linear_error + 9.3 * unit_roundoff * p.stretch) * (1 + 0x1p-10)),
      longest_axis(p.rigid ? 1 : std::max(2.0, p.stretch * (1 + 0x1p-20))),
      stretch(p.stretch * (1 + 4 * unit_roundoff)) {}

#define ABUT_CORES(m, n)                                                       \
  template CoreDistance core_distance(const Core<m>&, const Core<n>&, double); \
  template bool surely_farther(const Core<m>&, const Core<n>&, double, double);
ABUT_CORES(0, 0)
ABUT_CORES(0, 1)
ABUT_CORES(0, 2)
ABUT_CORES(1, 0)
ABUT_CORES(1, 1)
ABUT_CORES(1, 2)
ABUT_CORES(2, 0)
ABUT_CORES(2, 1)
ABUT_CORES(2, 2)
ABUT_CORES(3, 3)
#undef ABUT_CORES

}  // namespace abut::classic
