// A bar must get through a window that is narrower than the bar is long: it has to turn. OMPL plans, abut says which
// states are free with some clearance to spare, and that clearance proves the whole path, not only the states on it.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace {

namespace ob = ompl::base;

constexpr double clearance = 0.03;
const abut::Vec3 bar_half{0.7, 0.1, 0.1};

// The plane x = 0, 6 by 6, 0.2 thick, with a window of 0.8 by 0.8 in the middle, out of four boxes.
abut::Mesh wall_with_window() {
  const auto beam = [](const abut::Vec3& half, const abut::Vec3& centre) {
    return transformed(abut::shapes::box(half), abut::Placement::translation(centre));
  };
  const std::array beams{beam({0.1, 3, 1.3}, {0, 0, -1.7}), beam({0.1, 3, 1.3}, {0, 0, 1.7}),
                         beam({0.1, 1.3, 0.4}, {0, -1.7, 0}), beam({0.1, 1.3, 0.4}, {0, 1.7, 0})};
  return abut::joined(beams);
}

abut::Placement placement_of(const ob::State* state) {
  const auto& se3 = *state->as<ob::SE3StateSpace::StateType>();
  const auto& turn = se3.rotation();
  return abut::Placement::rotation(turn.w, turn.x, turn.y, turn.z, {se3.getX(), se3.getY(), se3.getZ()});
}

// The bar at x, its length along y: it cannot pass the window this way.
ob::ScopedState<ob::SE3StateSpace> standing_at(const ob::StateSpacePtr& space, double x) {
  ob::ScopedState<ob::SE3StateSpace> state(space);
  state->setXYZ(x, 0, 0);
  state->rotation().setAxisAngle(0, 0, 1, 1.5707963267948966);
  return state;
}

// The longest way of a point of the bar between two states: OMPL shifts evenly and turns evenly about one axis. The
// corners go farthest, on arcs that are at most 1 % longer than their chords for turns below 28 degrees.
double longest_way(const ob::State* from, const ob::State* to) {
  const abut::Placement a = placement_of(from), b = placement_of(to);
  double chord = 0;
  for (const abut::Vec3& corner : abut::shapes::box(bar_half).points)
    chord = std::max(chord, length(a.linear * corner - b.linear * corner));
  return length(b.shift - a.shift) + 1.01 * chord;
}

}  // namespace

int main() {
  const abut::Model wall(wall_with_window()), bar(abut::shapes::box(bar_half));
  const auto wall_at = abut::Placement::identity();

  const auto space = std::make_shared<ob::SE3StateSpace>();
  ob::RealVectorBounds room(3);
  room.setLow(-2);
  room.setHigh(2);
  space->setBounds(room);

  ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
  ompl::RNG::setSeed(1);
  ompl::geometric::SimpleSetup setup(space);
  long checks = 0;
  setup.setStateValidityChecker([&](const ob::State* state) {
    ++checks;
    return space->satisfiesBounds(state) && !abut::within(bar, placement_of(state), wall, wall_at, clearance);
  });
  setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(setup.getSpaceInformation()));
  setup.setStartAndGoalStates(standing_at(space, -1), standing_at(space, 1));
  setup.getSpaceInformation()->setStateValidityCheckingResolution(0.004);

  if (setup.solve(60.0) != ob::PlannerStatus::EXACT_SOLUTION) {
    std::puts("WRONG: no path found");
    return 1;
  }
  setup.simplifySolution(1.0);
  ompl::geometric::PathGeometric path = setup.getSolutionPath();
  path.interpolate(2000);

  // On its way between two states no point of the bar gets farther from the nearer one than half of the way: what that
  // leaves of the proved distances is the clearance of all motion in between.
  double least = 1e300;
  for (unsigned i = 0; i + 1 < path.getStateCount(); ++i) {
    const double here = abut::distance(bar, placement_of(path.getState(i)), wall, wall_at).lower;
    const double there = abut::distance(bar, placement_of(path.getState(i + 1)), wall, wall_at).lower;
    least = std::min(least, (here + there - longest_way(path.getState(i), path.getState(i + 1))) / 2);
  }
  std::printf("a path of length %.2f after %ld checks\n", path.length(), checks);
  std::printf("the bar keeps at least %.4f from the wall all along it\n", least);
  return least > 0 ? 0 : 1;
}
