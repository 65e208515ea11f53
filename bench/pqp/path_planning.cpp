#include "planner.h"
#include "scenario.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench::pqp {

#ifdef ABUT_HAS_OMPL

namespace {

/// The paper's numbers.
constexpr std::size_t paper_probes = 2880, paper_steps = 487;

Scenario torus_in_cave(std::string name, std::string title, const Model& torus, const Model& cave,
                       std::span<const Placement> places) {
  Scenario result{std::move(name), std::move(title), {torus.mesh(), cave.mesh()}, {}, 1};
  for (const Placement& at : places) result.questions.push_back({0, 1, 0, {at, {}}});
  return result;
}

CavePlan planned() {
  const Model torus(shapes::wrinkled_torus()), cave(shapes::cave());
  const Vec3 half{shapes::cave_half_length, shapes::cave_half_width, 0};
  // Around a stalagmite at either end of the cave: it has to be lifted off and put over.
  const PlanningProblem problem{torus,
                                cave,
                                {{}, {-shapes::cave_stalagmite, 0, 1.2}},
                                {{}, {shapes::cave_stalagmite, 0, 1.2}},
                                {-half, half + Vec3{0, 0, shapes::cave_height}}};
  const Plan plan = plan_by_ompl(problem, paper_probes, paper_steps, 1999);
  if (!plan.solved) throw Error("the planner has found no way through the cave.");
  std::vector<Placement> path;
  for (const Pose& pose : plan.path) path.push_back(pose.placement());
  CavePlan result{torus_in_cave("planning", "Path planning", torus, cave, plan.probes),
                  torus_in_cave("verification", "Path verification", torus, cave, path),
                  {}};
  double radius = 0;
  for (const Vec3& point : torus.mesh().points) radius = std::max(radius, length(point));
  for (std::size_t i = 1; i < plan.path.size(); ++i)
    result.strides.push_back(largest_motion(plan.path[i - 1], plan.path[i], radius));
  return result;
}

}  // namespace

const std::optional<CavePlan>& cave_plan() {
  // The library's random numbers can be seeded once in a process.
  static const std::optional<CavePlan> plan = planned();
  return plan;
}

#else

const std::optional<CavePlan>& cave_plan() {
  static const std::optional<CavePlan> none;
  return none;
}

#endif

}  // namespace abut::bench::pqp
