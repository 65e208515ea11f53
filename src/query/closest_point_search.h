#pragma once

#include "base/budget_watch.h"
#include "engine/closest.h"
#include "leaf/point_distance.h"
#include "query/competitors.h"
#include "query/model_data.h"
#include "query/search_goal.h"
#include <abut/closest_point.h>

namespace abut {

/// Throws Error for goals and placements that no search can serve.
void require_valid(const Placement& at, const SearchGoal& goal);

/// Measures triangles, keeps the closest one, and says how close others must be to matter.
class ClosestTriangle final : public ClosestSink {
 public:
  ClosestTriangle(const PlacedBody& body, const SearchGoal& goal, const InnerPoints& frames, PointDistanceTest& test)
      : body_(body), goal_(goal), frames_(frames), test_(test) {}

  double measure(std::uint32_t place) override;
  double limit_after(double upper) const override;

  /// As ClosestPair::settle, with one triangle for a pair.
  bool settle(const BudgetWatch& watch);

  /// What a search begins with.
  double first_limit() const { return goal_.is_exact() ? limit_after(goal_.known_upper) : goal_.known_upper; }
  const PointDistance& best() const { return best_; }
  std::uint32_t triangle() const { return triangle_; }
  std::uint32_t place() const { return place_; }
  double lower() const { return lower_; }
  /// What the search left out is at least so far away, when it came to its end and no limit was set beforehand.
  double left_out() const { return needed_; }
  bool measured_any() const { return lower_ < std::numeric_limits<double>::infinity(); }

 private:
  void take_if_better(const PointDistance& found, std::uint32_t place);
  double lower_to_settle();

  const PlacedBody& body_;
  const SearchGoal& goal_;
  const InnerPoints& frames_;
  PointDistanceTest& test_;
  PointDistance best_{0, std::numeric_limits<double>::infinity()};
  double lower_ = std::numeric_limits<double>::infinity();
  double needed_ = lower_;  // triangles whose lower is at least this cannot make the answer's bracket too wide
  std::uint32_t triangle_ = 0, place_ = 0;
  Competitors<std::uint32_t> competitors_;
};

/// Finds closest points of one placed model; holds what the points have in common. Not to be shared between threads.
/// How the tree is searched is the house's own.
class ClosestPointSearch {
 public:
  /// What the body refers to outlives the search; placement and goal are valid.
  ClosestPointSearch(const PlacedBody& body, const SearchGoal& goal)
      : body_(body), goal_(goal), frames_(body.data.frame, body.at), test_(body.data.leaf_geometry(), body.at) {}
  virtual ~ClosestPointSearch() = default;
  ClosestPointSearch(const ClosestPointSearch&) = delete;
  ClosestPointSearch& operator=(const ClosestPointSearch&) = delete;

  ClosestPoint find(const Vec3& point);
  /// Where the closest triangle of the last point is in the order of leaves; a place to begin with for points close by.
  std::uint32_t place() const { return last_; }
  /// Where the next search begins: at a place that was told before.
  void begin_at(std::uint32_t place) { last_ = place; }

 protected:
  virtual NearestVisited search(const Vec3& point, const BudgetWatch& watch, ClosestTriangle& closest) const = 0;

  const PlacedBody& body() const { return body_; }
  const SearchGoal& goal() const { return goal_; }
  const InnerPoints& frames() const { return frames_; }
  /// The place of what was closest to the last point, which is likely close to the next one; or no_seed.
  std::uint32_t last() const { return last_; }

 private:
  double left_out(const NearestVisited& visited, const ClosestTriangle& closest) const;

  PlacedBody body_;
  SearchGoal goal_;
  InnerPoints frames_;
  PointDistanceTest test_;
  std::uint32_t last_ = ClosestSearch::no_seed;
};

}  // namespace abut
