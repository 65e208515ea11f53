#include "query/solid_search.h"

#include "leaf/point_distance.h"
#include "math/arc_tangent.h"
#include "math/scaled_length.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr Placement world = Placement::identity();

/// A ray's part that can meet a placed model, in its inner frame; nothing when that cannot be bounded.
std::optional<InnerSegment> reaching_part(const InnerPoints& frames, const InnerPoint& start, const AxisRay& ray) {
  const Vec3 direction = frames.back().column(ray.axis) * (ray.backwards ? -1.0 : 1.0);
  // A point that is not beyond the model is within 1, and so is the model: no way is longer than 2 sqrt(3).
  const double factor = 4 / scaled_length(direction);
  const Vec3 half = direction * (0.5 * factor);
  const double error = start.error + factor * frames.back_error() + 0x1p-48;
  if (!(error <= 0x1p-6)) return std::nullopt;
  return InnerSegment(start.inner + half, half, error);
}

}  // namespace

/// Counts the crossings among the triangles that a visit comes upon.
class SolidSearch::Counting final : public StabSink {
 public:
  Counting(const SolidSearch& search, const Start& start, const AxisRay& ray)
      : order_(search.solid_.model.data().tree.order.data()),
        shells_(search.solid_.shells.count() > 1 ? search.solid_.shells.of.data() : nullptr),
        test_(search.solid_.model.data().leaf_geometry(), search.at_, start.geometry, start.at) {
    found_.ray = ray;
  }

  bool take(std::uint32_t first, std::uint32_t count) override {
    for (std::uint32_t place = first; place < first + count && !found_.on_surface; ++place)
      switch (test_.cross(order_[place], found_.ray)) {
        case Crossing::none:
          break;
        case Crossing::through_back:
          add(order_[place], 1);
          break;
        case Crossing::through_front:
          add(order_[place], -1);
          break;
        case Crossing::starts_on:
          found_.on_surface = true;
      }
    return !found_.on_surface;
  }

  /// The same for all triangles.
  Visited take_all(std::uint32_t count, BudgetWatch watch) {
    Visited visited;
    for (std::uint32_t place = 0; visited.complete && place < count; ++place)
      if (watch.is_over(visited.triangle_tests) || (++visited.triangle_tests, !take(place, 1)))
        visited.complete = false;
    return visited;
  }

  Crossings&& found(const Visited& visited) {
    found_.complete = visited.complete || found_.on_surface;
    found_.counters = {visited.volume_tests, visited.triangle_tests, test_.exact_tests()};
    return std::move(found_);
  }

 private:
  void add(std::uint32_t triangle, int way) {
    ++found_.count, found_.balance += way;
    if (shells_) found_.of_shells.push_back({shells_[triangle], way});
  }

  const std::uint32_t *order_, *shells_;  // shells_: null when there is one shell
  RayCrossingTest test_;
  Crossings found_;
};

SolidSearch::SolidSearch(const Solid& solid, const Placement& at, Simd simd)
    : solid_(solid.data()), at_(at), simd_(simd), frames_(solid_.model.data().frame, at) {
  if (!solid_.lids) return;
  lidded_ = std::make_unique<const SolidSearch>(solid_.lids->solid, at, simd);
  hulls_ = std::make_unique<const SolidSearch>(solid_.lids->hulls, at, simd);
}

/// An axis of the inner frame along which the point is surely beyond the model, or -1.
int SolidSearch::axis_beyond(const InnerPoint& point) const {
  // With c the frame's centre, any double near the middle, and U its unit: a point of the solid has the real inner
  // coordinate x = (p - c) / U with |x| <= H, the larger of (high - c) / U and (c - low) / U, at most 1. `half` is H
  // computed, within u H. The point's computed coordinate is within point.error of x, and adding up `half` and the
  // slack rounds by 2u of either: |computed| <= H + error <= half + error + 1.1u, and 8u covers that and the rounding.
  const double slack = point.error * (1 + 8 * unit_roundoff) + 8 * unit_roundoff;
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(point.inner[axis]) > solid_.half[axis] + slack) return axis;
  return -1;
}

/// The way out that is likely shortest; any would do. Made from the mesh alone, whatever the tree.
AxisRay SolidSearch::shortest_ray(const InnerPoint& point) const {
  AxisRay best;
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 column = frames_.back().column(axis);
    const Vec3 direction = column * (1 / scaled_length(column));
    for (bool backwards : {false, true}) {
      double way = std::numeric_limits<double>::infinity();
      for (int k = 0; k < 3; ++k) {
        const double speed = backwards ? -direction[k] : direction[k];
        way = std::min(way, (solid_.half[k] + (speed < 0 ? point.inner[k] : -point.inner[k])) / std::abs(speed));
      }
      if (way < least) best = {axis, backwards}, least = way;
    }
  }
  return best;
}

SolidSearch::Crossings SolidSearch::crossings(const Start& start, const BudgetWatch& watch) const {
  const int beyond = axis_beyond(start.seen);
  if (beyond >= 0) {
    // Whatever leads farther away along that axis crosses nothing.
    const Vec3 row = frames_.back().row(beyond), sizes = abs(row);
    const int axis = sizes.x >= std::max(sizes.y, sizes.z) ? 0 : sizes.y >= sizes.z ? 1 : 2;
    Crossings none;
    none.ray = {axis, (row[axis] < 0) != (start.seen.inner[beyond] < 0)};
    if (sizes[axis] > frames_.back_error()) return none;
  }
  const WideTree& tree = solid_.model.data().tree;
  const AxisRay ray = shortest_ray(start.seen);
  Counting counting(*this, start, ray);
  const std::optional<InnerSegment> segment = beyond < 0 ? reaching_part(frames_, start.seen, ray) : std::nullopt;
  if (!segment) return counting.found(counting.take_all(static_cast<std::uint32_t>(tree.order.size()), watch));
  return counting.found(visit_stabbed(tree, *segment, simd_, watch, counting));
}

// Seen from the point, each triangle is the sum of three that its sides make with the point at infinity against the
// ray, and of a whole turn when the ray crosses it. Sides on which the windings cancel out leave nothing: what remains
// are crossings, and the sides of the rim.
double SolidSearch::fraction_of_rim(const Start& start, const AxisRay& ray) const {
  if (solid_.rim_sides.empty()) return 0;
  RayCrossingTest test(solid_.rim(), at_, start.geometry, start.at);
  double sum = 0;
  for (std::uint32_t i = 0; i < solid_.rim_sides.size(); ++i) sum += solid_.rim_balance[i] * test.angle_of_side(i, ray);
  return sum / (4 * pi);
}

Located SolidSearch::where(const Vec3& world_point, const BudgetWatch& watch) const {
  const LonePoint point(world_point);
  return where(Asked{point.geometry(), world, world_point}, watch);
}

Located SolidSearch::where(const Vec3& model_point, const Placement& at_point, const BudgetWatch& watch) const {
  const LonePoint point(model_point);
  return where(asked(point, at_point), watch);
}

Located SolidSearch::where_in_hulls(const Vec3& model_point, const Placement& at_point,
                                    const BudgetWatch& watch) const {
  const LonePoint point(model_point);
  return hulls_->where_in_shells(asked(point, at_point), watch);
}

SolidSearch::Asked SolidSearch::asked(const LonePoint& point, const Placement& at_point) {
  const Vec3& model_point = point.point();
  // A product and three sums a coordinate: off by less than 4.001u of the terms' magnitudes.
  const Vec3 terms = abs(at_point.linear) * abs(model_point) + abs(at_point.shift);
  const double error = 4.5 * unit_roundoff * largest(terms) + 0x1p-1060;
  return {point.geometry(), at_point, at_point * model_point, error};
}

namespace {

bool winds(const Shells& shells, std::size_t shell, std::uint64_t count, std::int64_t balance) {
  return shells.oriented[shell] ? balance != 0 : count % 2 == 1;
}

}  // namespace

// The rule that Solid states, with groups_around().
std::vector<std::uint32_t> Solid::Data::shells_around(ShellCrossings& crossed) const {
  std::sort(crossed.begin(), crossed.end());
  std::vector<std::uint32_t> around;
  for (std::size_t first = 0, last; first < crossed.size(); first = last) {
    const std::uint32_t shell = crossed[first].first;
    std::int64_t balance = 0;
    for (last = first; last < crossed.size() && crossed[last].first == shell; ++last) balance += crossed[last].second;
    if (winds(shells, shell, last - first, balance)) around.push_back(shell);
  }
  return around;
}

std::size_t Solid::Data::groups_around(std::vector<std::uint32_t> shells, std::span<const std::uint32_t> groups) {
  for (std::uint32_t& shell : shells) shell = groups[shell];
  std::sort(shells.begin(), shells.end());
  return static_cast<std::size_t>(std::unique(shells.begin(), shells.end()) - shells.begin());
}

/// Of a closed mesh.
bool SolidSearch::is_inside(Crossings& found) const {
  if (found.count == 0) return false;
  if (solid_.shells.count() == 1) return winds(solid_.shells, 0, found.count, found.balance);
  return solid_.is_inside(found.of_shells);
}

Located SolidSearch::where_in_shells(const Asked& asked, const BudgetWatch& watch) const {
  if (solid_.shells.count() == 0) return {Containment::outside, {}};
  Crossings found = crossings(start(asked), watch);
  if (found.on_surface) return {Containment::on_surface, found.counters};
  if (!found.complete) return {Containment::unknown, found.counters, false};
  const bool is_in = solid_.shells.count() == 1 ? winds(solid_.shells, 0, found.count, found.balance)
                                                : !solid_.shells_around(found.of_shells).empty();
  return {is_in ? Containment::inside : Containment::outside, found.counters};
}

Located SolidSearch::where(const Asked& asked, const BudgetWatch& watch) const {
  if (solid_.lids) return where_open(asked, watch);
  const Start from = start(asked);
  Crossings found = crossings(from, watch);
  if (found.on_surface) return {Containment::on_surface, found.counters};
  if (!found.complete) return {Containment::unknown, found.counters, false};
  const bool inside = solid_.closedness.is_closed()
                          ? is_inside(found)
                          : std::abs(static_cast<double>(found.balance) + fraction_of_rim(from, found.ray)) > 0.5;
  return {inside ? Containment::inside : Containment::outside, found.counters};
}

Located SolidSearch::where_open(const Asked& asked, BudgetWatch watch) const {
  const Located in_hulls = hulls_->where_in_shells(asked, watch);
  Counters counters = in_hulls.counters;
  watch.spend(counters);
  if (!in_hulls.complete) return in_hulls;
  // A point on a lid is in its hull. Off the hulls, what it may be on is the surface itself.
  const bool is_in_hull = in_hulls.side != Containment::outside;
  const SolidSearch& surface = is_in_hull ? *this : *lidded_;
  Crossings found = surface.crossings(surface.start(asked), watch);
  counters += found.counters;
  if (found.on_surface) return {Containment::on_surface, counters};
  if (!found.complete) return {Containment::unknown, counters, false};
  if (is_in_hull) return {Containment::unknown, counters};
  if (solid_.lids->have_doubts) {
    const std::vector<std::uint32_t> around = lidded_->solid_.shells_around(found.of_shells);
    // The more shells are one group, the fewer groups there are.
    if (Solid::Data::groups_around(around, lidded_->solid_.groups) !=
        Solid::Data::groups_around(around, solid_.lids->possible_groups))
      return {Containment::unknown, counters};
  }
  return {lidded_->is_inside(found) ? Containment::inside : Containment::outside, counters};
}

double SolidSearch::winding_number(const Vec3& world_point) const {
  const LonePoint point(world_point);
  const Start from = start({point.geometry(), world, world_point});
  const Crossings found = crossings(from, {});
  if (found.on_surface) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(found.balance) + fraction_of_rim(from, found.ray);
}

}  // namespace abut
