// OMPL plans for a robot from a URDF file: a state is valid if abut finds it free, and a motion is valid if abut proves
// the whole straight way between two states free. What the planner returns is proved, not sampled.

#include <abut/abut.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace {

namespace ob = ompl::base;

constexpr double margin = 0.01;

std::span<const double> numbers_of(const ob::State* state, std::size_t dof) {
  return {state->as<ob::RealVectorStateSpace::StateType>()->values, dof};
}

// Asks abut for the whole way from one state to another.
class ProvedMotions : public ob::MotionValidator {
 public:
  ProvedMotions(const ob::SpaceInformationPtr& space, abut::EdgeChecker edges)
      : ob::MotionValidator(space), edges_(std::move(edges)) {}

  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    return ask(from, to, {.margin = margin, .any_contact = true}).verdict == abut::MotionVerdict::clear;
  }
  bool checkMotion(const ob::State* from, const ob::State* to, std::pair<ob::State*, double>& last) const override {
    const abut::EdgeAnswer answer = ask(from, to, {.margin = margin});
    if (answer.verdict == abut::MotionVerdict::clear) return true;
    last.second = answer.last_valid.value_or(0);
    if (last.first) si_->getStateSpace()->interpolate(from, to, last.second, last.first);
    return false;
  }

 private:
  abut::EdgeAnswer ask(const ob::State* from, const ob::State* to, const abut::EdgeOptions& options) const {
    const std::size_t dof = edges_.checker().dof();
    return edges_.check(numbers_of(from, dof), numbers_of(to, dof), options);
  }

  abut::EdgeChecker edges_;
};

// The shipped arm, with a pillar in its way.
abut::Checker arm_at_a_pillar(const abut::Robot& robot) {
  abut::Scene scene;
  scene.add("floor", abut::Shape::half_space(), abut::Placement::translation({0, 0, -0.05}));
  scene.add("pillar", abut::Shape::cylinder(0.08, 2), abut::Placement::translation({0.45, 0, 0.8}));
  scene.allow("floor", "link0");
  const abut::SceneRobot arm{.robot = robot, .padding = 0.005};
  return abut::Checker(abut::checker_setup(scene, {&arm, 1}));
}

std::shared_ptr<ob::RealVectorStateSpace> space_of(const abut::Figure& figure) {
  const auto space = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(figure.dof()));
  ob::RealVectorBounds limits(static_cast<unsigned>(figure.dof()));
  for (unsigned i = 0; i < figure.dof(); ++i) {
    limits.setLow(i, figure.numbers()[i].limits.lower);
    limits.setHigh(i, figure.numbers()[i].limits.upper);
  }
  space->setBounds(limits);
  return space;
}

}  // namespace

int main(int, char** arguments) {
  const std::string folder = std::string(arguments[1]) + "/arm/";
  const abut::Robot robot = abut::read_robot(folder + "arm.urdf", {.srdf = folder + "arm.srdf"});
  const abut::Checker checker = arm_at_a_pillar(robot);
  const std::size_t dof = checker.dof();
  const auto space = space_of(robot.figure);

  ompl::msg::setLogLevel(ompl::msg::LOG_WARN);
  ompl::RNG::setSeed(1);
  ompl::geometric::SimpleSetup setup(space);
  setup.setStateValidityChecker([&](const ob::State* state) {
    return space->satisfiesBounds(state) && checker.is_free(numbers_of(state, dof), {.margin = margin});
  });
  setup.getSpaceInformation()->setMotionValidator(
      std::make_shared<ProvedMotions>(setup.getSpaceInformation(), abut::EdgeChecker(checker)));
  setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(setup.getSpaceInformation()));
  ob::ScopedState<ob::RealVectorStateSpace> start(space), goal(space);
  const std::vector<double> ready = robot.configuration("ready");
  for (unsigned i = 0; i < dof; ++i) start[i] = goal[i] = ready[i];
  start[0] = 1.2, goal[0] = -1.2;
  setup.setStartAndGoalStates(start, goal);

  if (setup.solve(60.0) != ob::PlannerStatus::EXACT_SOLUTION) {
    std::puts("WRONG: no path found");
    return 1;
  }
  setup.simplifySolution(1.0);
  const ompl::geometric::PathGeometric& path = setup.getSolutionPath();
  std::vector<double> way;
  for (std::size_t i = 0; i < path.getStateCount(); ++i) {
    const std::span<const double> at = numbers_of(path.getState(static_cast<unsigned>(i)), dof);
    way.insert(way.end(), at.begin(), at.end());
  }
  bool all_clear = true;
  for (const abut::EdgeAnswer& edge : abut::EdgeChecker(checker).check_path(way, {.margin = margin}))
    all_clear = all_clear && edge.verdict == abut::MotionVerdict::clear;
  std::printf("a path of %zu edges, %s\n", path.getStateCount() - 1, all_clear ? "all proved free" : "WRONG");
  return all_clear ? 0 : 1;
}
