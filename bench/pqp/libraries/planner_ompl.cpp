#include "../planner.h"
#include <abut/distance.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace abut::bench::pqp {

namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;
using Se3 = ob::SE3StateSpace;

Pose pose_of(const ob::State* state) {
  const auto& s = *state->as<Se3::StateType>();
  const auto& q = s.rotation();
  return {{q.w, q.x, q.y, q.z}, {s.getX(), s.getY(), s.getZ()}};
}
void set_pose(ob::ScopedState<Se3>& state, const Pose& pose) {
  state->setXYZ(pose.shift.x, pose.shift.y, pose.shift.z);
  state->rotation().w = pose.turned.w, state->rotation().x = pose.turned.x;
  state->rotation().y = pose.turned.y, state->rotation().z = pose.turned.z;
}

/// Measures distances and keeps a record of where. When there are no probes left, every place counts as blocked.
class Probing {
 public:
  Probing(const PlanningProblem& problem, std::size_t most) : problem_(problem), most_(most) {}

  double clearance(const ob::State* state) {
    const Pose pose = pose_of(state);
    const std::array<double, 7> key{pose.turned.w, pose.turned.x, pose.turned.y, pose.turned.z,
                                    pose.shift.x,  pose.shift.y,  pose.shift.z};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (all_used()) return 0;
    places.push_back(pose.placement());
    return known_[key] = distance(problem_.body, places.back(), problem_.environment, {}).lower;
  }
  bool all_used() const { return places.size() >= most_; }

  std::vector<Placement> places;

 private:
  const PlanningProblem& problem_;
  std::size_t most_;
  std::map<std::array<double, 7>, double> known_;
};

class ClearPlaces : public ob::StateValidityChecker {
 public:
  ClearPlaces(const ob::SpaceInformationPtr& space, Probing& probing)
      : ob::StateValidityChecker(space), probing_(probing) {}
  bool isValid(const ob::State* state) const override {
    return si_->satisfiesBounds(state) && probing_.clearance(state) > 0;
  }

 private:
  Probing& probing_;
};

class ClearMotions : public ob::MotionValidator {
 public:
  ClearMotions(const ob::SpaceInformationPtr& space, Probing& probing, double radius)
      : ob::MotionValidator(space), probing_(probing), radius_(radius) {}

  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    const double at_start = probing_.clearance(from), at_end = probing_.clearance(to);
    return at_start > 0 && at_end > 0 && is_clear(from, at_start, to, at_end, 0);
  }
  bool checkMotion(const ob::State* from, const ob::State* to, std::pair<ob::State*, double>& last) const override {
    const bool clear = checkMotion(from, to);
    if (!clear) {
      last.second = 0;
      if (last.first) si_->copyState(last.first, from);
    }
    return clear;
  }

 private:
  /// Halves what the distances at both ends do not vouch for.
  bool is_clear(const ob::State* from, double at_start, const ob::State* to, double at_end, int halvings) const {
    constexpr int most_halvings = 9;
    if (largest_motion(pose_of(from), pose_of(to), radius_) < at_start + at_end) return true;
    if (halvings == most_halvings) return false;
    ob::State* const middle = si_->allocState();
    si_->getStateSpace()->interpolate(from, to, 0.5, middle);
    const double between = probing_.clearance(middle);
    const bool clear = between > 0 && is_clear(from, at_start, middle, between, halvings + 1) &&
                       is_clear(middle, between, to, at_end, halvings + 1);
    si_->freeState(middle);
    return clear;
  }

  Probing& probing_;
  double radius_;
};

std::shared_ptr<Se3> space_of(const Bounds& where) {
  auto space = std::make_shared<Se3>();
  ob::RealVectorBounds bounds(3);
  for (int i = 0; i < 3; ++i) {
    bounds.setLow(static_cast<unsigned>(i), where.low[i]);
    bounds.setHigh(static_cast<unsigned>(i), where.high[i]);
  }
  space->setBounds(bounds);
  return space;
}

/// Shortcuts until the probes are used up; the number of rounds only guards against a path that cannot be improved.
void shorten(og::PathGeometric& path, const ob::SpaceInformationPtr& space, const Probing& probing) {
  og::PathSimplifier simplifier(space);
  for (int round = 0; round < 1000 && !probing.all_used(); ++round) {
    simplifier.shortcutPath(path, 20, 20, 0.5);
    // Too few corners leave nothing to cut between.
    if (path.getStateCount() < 12) path.subdivide();
  }
}

}  // namespace

double largest_motion(const Pose& from, const Pose& to, double radius) {
  const Quaternion &p = from.turned, &q = to.turned;
  const double cosine = std::min(1.0, std::abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z));
  // The arc, which bounds the chord and is what a part of the motion has a part of.
  return length(to.shift - from.shift) + radius * 2 * std::acos(cosine);
}

Plan plan_by_ompl(const PlanningProblem& problem, std::size_t probes, std::size_t steps, std::uint32_t seed) {
  ompl::msg::noOutputHandler();
  ompl::RNG::setSeed(seed);
  double radius = 0;
  for (const Vec3& point : problem.body.mesh().points) radius = std::max(radius, length(point));
  Probing probing(problem, probes);
  const std::shared_ptr<Se3> states = space_of(problem.where);
  const auto space = std::make_shared<ob::SpaceInformation>(states);
  space->setStateValidityChecker(std::make_shared<ClearPlaces>(space, probing));
  space->setMotionValidator(std::make_shared<ClearMotions>(space, probing, radius));
  space->setup();
  ob::ScopedState<Se3> start(space), goal(space);
  set_pose(start, problem.start);
  set_pose(goal, problem.goal);
  const auto definition = std::make_shared<ob::ProblemDefinition>(space);
  definition->setStartAndGoalStates(start, goal);
  og::RRTConnect planner(space);
  planner.setRange(2.5);
  planner.setProblemDefinition(definition);
  planner.setup();
  planner.solve(ob::PlannerTerminationCondition([&] { return probing.all_used(); }));
  Plan plan;
  plan.solved = definition->hasExactSolution();
  plan.probes_to_solution = probing.places.size();
  if (plan.solved) {
    og::PathGeometric path = *definition->getSolutionPath()->as<og::PathGeometric>();
    shorten(path, space, probing);
    path.interpolate(static_cast<unsigned>(steps));
    for (const ob::State* state : path.getStates()) plan.path.push_back(pose_of(state));
  }
  plan.probes = std::move(probing.places);
  return plan;
}

}  // namespace abut::bench::pqp
