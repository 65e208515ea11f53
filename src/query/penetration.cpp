#include "query/batch.h"
#include "query/depth_balls.h"
#include "query/depth_cells.h"
#include "query/option_check.h"
#include "query/reach.h"
#include "query/way_out.h"
#include <abut/error.h>

#include <cmath>

namespace abut {

namespace {

void require_closed(const Solid& solid, const char* which) {
  if (!solid.closedness().is_closed())
    throw Error(std::string("solid ") + which + ": the mesh is " + solid.closedness().report() +
                ". Only a closed mesh has a depth.");
}

void require_valid(const Solid& a, const Solid& b, const PenetrationOptions& options) {
  require_closed(a, "A");
  require_closed(b, "B");
  require_length(options.relative_error, "the relative error");
  require_length(options.absolute_error, "the absolute error");
  require_available(options.simd);
}

void require_valid(const PlacementPair& at) {
  require_valid(at.a, "the placement of A");
  require_valid(at.b, "the placement of B");
}

bool is_empty(const Solid& solid) { return solid.model().data().mesh.triangles().empty(); }

/// One query.
class PenetrationSearch {
 public:
  PenetrationSearch(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                    const PenetrationOptions& options)
      : options_(options), spending_(options.budget), a_(a, at_a, options, spending_), b_(b, at_b, options, spending_) {
    goal_ = {options.relative_error, options.absolute_error, 16 * (a_.slack() + b_.slack()), options.max_cells};
  }

  Penetration run() {
    const InteriorsMeeting meeting = Parting(a_, b_, options_, spending_).meeting({}, spending_.watch.rest());
    if (meeting.is_apart()) return result({});
    if (meeting.answer == Answer::no) a_is_in_b_ = meeting.a_runs_into_b, b_is_in_a_ = meeting.b_runs_into_a;
    const bool are_the_same = a_.at() == b_.at() && a_.is_boundary() && have_the_same_mesh(a_, b_);
    if (are_the_same) b_.set_twin(a_);
    look_first(meeting);
    if (!are_the_same) find_reaches();
    find_depth();
    Penetration found;
    found.depth = depth_.depth;
    found.deepest = depth_.point;
    found.reach_a = reach_a_.reach;
    found.reach_b = reach_b_.reach;
    found.way_out_length = way_.length;
    found.way_out = way_.shift + Vec3{};  // people read it: no negative zeros
    return result(found);
  }

 private:
  /// Beside the depth of a part that is almost where another is, the reaches hardly matter.
  DepthGoal reach_goal() const {
    DepthGoal goal = goal_;
    const double error = options_.relative_error;
    goal.absolute_error = std::max(goal.absolute_error, error * error * depth_.depth.lower);
    return goal;
  }

  Penetration result(Penetration found) const {
    found.counters = spending_.counters;
    found.complete = goal_.is_met(found.depth) && reach_goal().is_met(found.reach_a.length) &&
                     reach_goal().is_met(found.reach_b.length);
    return found;
  }

  /// A first deep point, found by climbing, and how the hulls are parted: both make the other searches short.
  void look_first(const InteriorsMeeting& meeting) {
    depth_.depth.upper = std::numeric_limits<double>::infinity();
    for (const Vec3& start : first_points(meeting))
      if (depths_at(a_, b_, start).lower() > goal_.least) {
        climb(a_, b_, start, depth_);
        break;
      }
    if (depth_.depth.lower <= goal_.least && are_almost_in_one_place()) search_between();
    if (depth_.depth.lower > goal_.least) find_hull_way_out();
  }

  bool are_almost_in_one_place() const {
    const Bounds &a = a_.bounds(), &b = b_.bounds();
    return largest(max(abs(a.low - b.low), abs(a.high - b.high))) < 1e-3 * largest(a.high - a.low);
  }
  /// Surfaces that lie on each other say nothing of what is between them.
  void search_between() { search({0.25, 0, goal_.least, 256}); }

  /// Between where either solid reaches farthest towards the other, and where they were seen to overlap.
  std::vector<Vec3> first_points(const InteriorsMeeting& meeting) const {
    std::vector<Vec3> points;
    const auto middle = [](const PlacedSolid& solid) { return (solid.bounds().low + solid.bounds().high) * 0.5; };
    const Vec3 across = middle(b_) - middle(a_);
    if (length(across) > goal_.least)
      points.push_back((a_.extremes().along(across) + b_.extremes().along(-across)) * 0.5);
    const auto add_triangle = [&](const PlacedSolid& solid, const std::optional<std::uint32_t>& triangle) {
      if (!triangle) return;
      const auto [p, q, r] = solid.corners(*triangle);
      points.push_back(p + ((q - p) + (r - p)) * (1.0 / 3));
    };
    add_triangle(a_, meeting.triangle_a);
    add_triangle(b_, meeting.triangle_b);
    // Not where they are nearly alike: in the very middle of a ball all of its surface is as near as any of it.
    if (!are_almost_in_one_place())
      points.push_back((max(a_.bounds().low, b_.bounds().low) + min(a_.bounds().high, b_.bounds().high)) * 0.5);
    return points;
  }

  void find_reaches() {
    if (a_is_in_b_) reach_a_ = reach_from(a_, b_, {depth_.exit_a, depth_.triangle_a}, way_.shift);
    if (b_is_in_a_) reach_b_ = reach_from(b_, a_, {depth_.exit_b, depth_.triangle_b}, -way_.shift);
    // A point of one surface in the other solid is in the overlap, and at least 0 deep in its own.
    for (const FoundReach* found : {&reach_a_, &reach_b_})
      if (found->reach.length.lower > depth_.depth.lower) {
        depth_.depth.lower = found->reach.length.lower;
        depth_.point = found->reach.point;
        depth_.exit_a = found == &reach_a_ ? found->reach.point : found->exit;
        depth_.exit_b = found == &reach_a_ ? found->exit : found->reach.point;
      }
  }

  /// Begins with where the deepest point gets out, and with the point farthest along the way out. A surface gets no
  /// deeper than the overlap is.
  FoundReach reach_from(PlacedSolid& of, PlacedSolid& in, const SurfacePoint& exit, const Vec3& way) {
    std::vector<SurfacePoint> points;
    if (depth_.depth.lower > 0) points.push_back(exit);
    if (!(way == Vec3{})) {
      const Vec3 farthest = of.extremes().along(way);
      points.push_back({farthest, of.nearest(farthest).triangle});
    }
    return find_reach(of, in, reach_goal(), spending_, {depth_.depth.upper, points});
  }

  void find_depth() {
    if (has_way_out_ && !goal_.is_met(depth_.depth)) find_shorter_way_out();
    if (!goal_.is_met(depth_.depth)) climb_from_reaches();
    if (depth_.depth.lower <= goal_.least) search_between();
    if (!has_way_out_) find_way_out();
    if (!goal_.is_met(depth_.depth)) search(goal_);
    way_.length.lower = std::max(way_.length.lower, depth_.depth.lower);
    // A surface gets no deeper than the overlap is.
    for (FoundReach* found : {&reach_a_, &reach_b_})
      found->reach.length.upper = std::min(found->reach.length.upper, depth_.depth.upper);
  }

  /// If that finds a deeper point, a way out beside it may be shorter. Where it begins no deeper than what is known, it
  /// mostly ends there, too.
  void climb_from_reaches() {
    const double lower = depth_.depth.lower;
    for (const FoundReach* found : {&reach_a_, &reach_b_}) {
      const Vec3 start = (found->reach.point + found->exit) * 0.5;
      if (found->reach.length.lower > 0 && take(depths_at(a_, b_, start), start, depth_)) climb(a_, b_, start, depth_);
    }
    if (has_way_out_ && depth_.depth.lower > lower && !goal_.is_met(depth_.depth)) find_shorter_way_out();
  }

  /// Where a surface is inside of its own solid, the depths found are too small: they bound nothing from above.
  void search(DepthGoal goal) {
    const double upper = depth_.depth.upper;
    goal.max_cells = std::min(goal.max_cells, options_.max_cells);
    // Balls are the quicker ones on round surfaces, cells on flat faces.
    if (depth_.depth.lower > goal.least) {
      DepthGoal few = goal;
      few.max_cells = std::min<std::uint64_t>(goal.max_cells, most_cells_with_balls);
      search_with_balls(a_, b_, way_.shift, few, spending_, depth_);
    }
    if (!goal.is_met(depth_.depth)) search_cells(a_, b_, goal, spending_, depth_);
    if (!a_.is_boundary() || !b_.is_boundary()) depth_.depth.upper = upper;
  }

  // Whatever parts the solids is at least as long as they are deep: balls around the deepest point, one in each, part.
  void keep(const WayOut& way) {
    way_ = way;
    has_way_out_ = true;
    depth_.depth.upper = std::min(depth_.depth.upper, way_.length.upper);
  }
  std::array<Vec3, 3> ways_of_deepest() const {
    return {depth_.exit_a - depth_.exit_b, reach_a_.reach.point - reach_a_.exit, reach_b_.exit - reach_b_.reach.point};
  }
  void find_hull_way_out() {
    keep(abut::find_hull_way_out(a_, b_, depth_.depth.lower, ways_of_deepest(), options_, spending_));
  }
  void find_shorter_way_out() {
    keep(abut::find_shorter_way_out(a_, b_, way_, depth_.depth.lower, ways_of_deepest(), options_, spending_));
  }
  void find_way_out() {
    find_hull_way_out();
    if (!goal_.is_met(depth_.depth)) find_shorter_way_out();
  }

  static constexpr std::uint64_t most_cells_with_balls = 1024;

  const PenetrationOptions& options_;
  Spending spending_;
  PlacedSolid a_, b_;
  DepthGoal goal_;
  bool a_is_in_b_ = true, b_is_in_a_ = true;  // may a point of the surface be?
  FoundReach reach_a_, reach_b_;
  FoundDepth depth_;
  WayOut way_;
  bool has_way_out_ = false;
};

}  // namespace

Penetration penetration(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                        const PenetrationOptions& options) {
  require_valid({at_a, at_b});
  require_valid(a, b, options);
  if (is_empty(a) || is_empty(b)) return {};
  return PenetrationSearch(a, at_a, b, at_b, options).run();
}

std::vector<Penetration> penetration(const Solid& a, const Solid& b, std::span<const PlacementPair> placements,
                                     const PenetrationOptions& options) {
  for (const PlacementPair& at : placements) require_valid(at);
  require_valid(a, b, options);
  return batch_of<Penetration>(placements.size(), options.threads, [&](std::size_t i) {
    return penetration(a, placements[i].a, b, placements[i].b, options);
  });
}

SignedGap signed_distance(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                          const PenetrationOptions& options) {
  SignedGap gap;
  gap.penetration = penetration(a, at_a, b, at_b, options);
  const Penetration& overlap = gap.penetration;
  gap.counters = overlap.counters;
  gap.complete = overlap.complete;
  gap.lower = -overlap.way_out_length.upper;
  gap.upper = -overlap.depth.lower;
  gap.overlaps = overlap.depth.upper > 0;
  if (gap.overlaps) return gap;
  DistanceOptions distance_options;
  distance_options.budget = options.budget;
  distance_options.simd = options.simd;
  gap.distance = distance(a.model(), at_a, b.model(), at_b, distance_options);
  gap.counters += gap.distance.counters;
  gap.complete = gap.complete && gap.distance.complete;
  gap.lower = gap.distance.lower, gap.upper = gap.distance.upper;
  return gap;
}

std::vector<SignedGap> signed_distance(const Solid& a, const Solid& b, std::span<const PlacementPair> placements,
                                       const PenetrationOptions& options) {
  for (const PlacementPair& at : placements) require_valid(at);
  require_valid(a, b, options);
  return batch_of<SignedGap>(placements.size(), options.threads, [&](std::size_t i) {
    return signed_distance(a, placements[i].a, b, placements[i].b, options);
  });
}

}  // namespace abut
