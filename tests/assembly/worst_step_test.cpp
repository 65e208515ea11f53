// The worst step of a pair that clashes at several is the deepest one.

#include "math/random.h"
#include <abut/clash.h>
#include <abut/collide.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// Two parts, the second one at each of the given places.
ClashReport check(const Mesh& a, const Mesh& b, const std::vector<Placement>& places) {
  Assembly assembly;
  assembly.add("a", Model(a));
  assembly.add("b", Model(b), places[0]);
  std::vector<double> times;
  std::vector<Placement> placements;
  for (std::size_t i = 0; i < places.size(); ++i) {
    times.push_back(static_cast<double>(i));
    placements.insert(placements.end(), {Placement{}, places[i]});
  }
  return find_clashes(assembly, motion_from(times, placements), {}, {.between_steps = false});
}

// A ball of many triangles goes into a block of few: it has most contacts where it is half in, and fewer where it is
// deeper.
TEST(WorstStep, IsTheDeepestNotTheOneWithMostContacts) {
  const Mesh block = shapes::box({1, 1, 1});
  const Mesh ball = shapes::sphere(0.5, 24);
  const auto at = [](double x) { return Placement::translation({x, 0, 0}); };
  const ClashReport report = check(block, ball, {at(1.375), at(1.25), at(1.0), at(0.625), at(1.4375)});
  ASSERT_EQ(report.findings.size(), 1u);
  const ClashFinding& finding = report.findings[0];
  EXPECT_EQ(finding.kind, ClashKind::clash);
  EXPECT_EQ(finding.worst_step, 3u);
  EXPECT_EQ(finding.worst_time, 3);
  EXPECT_EQ(finding.contacts, collide(Model(block), {}, Model(ball), at(0.625)).pairs.size());
  EXPECT_LT(finding.contacts, collide(Model(block), {}, Model(ball), at(1.0)).pairs.size());
  ASSERT_TRUE(finding.severity);
  EXPECT_LE(finding.severity->depth.lower, 0.875);
  EXPECT_GE(finding.severity->depth.upper, 0.87);
}

TEST(WorstStep, IsAsDeepAsAnyOtherWithinTheError) {
  Random random(303);
  int others = 0;
  for (int i = 0; i < 12; ++i) {
    const Mesh a = i % 2 == 0 ? shapes::torus(1, 0.4, 16, 10) : shapes::box({1, 0.5, 0.7});
    const Mesh b = i % 3 == 0 ? shapes::box({0.4, 0.6, 0.5}) : shapes::sphere(0.6, 5);
    std::vector<Placement> places;
    const Vec3 from = random.in_cube(1.5), to = random.in_cube(1.5);
    for (int step = 0; step < 9; ++step)
      places.push_back(Placement::rotation(1, 0.1 * step, 0.2, 0, from + (to - from) * (0.125 * step)));
    const ClashReport report = check(a, b, places);
    if (report.findings.empty() || !report.findings[0].severity) continue;
    const ClashFinding& finding = report.findings[0];
    double deepest = 0;
    std::size_t most_contacts = 0, step_of_most = 0;
    for (std::size_t step = 0; step < places.size(); ++step) {
      const std::size_t contacts = collide(Model(a), {}, Model(b), places[step]).pairs.size();
      const bool is_of_this_kind = (contacts > 0) == (finding.kind == ClashKind::clash);
      if (!is_of_this_kind) continue;
      deepest = std::max(deepest, penetration(Solid(Model(a)), {}, Solid(Model(b)), places[step]).depth.lower);
      if (contacts > most_contacts) most_contacts = contacts, step_of_most = step;
    }
    EXPECT_LE(deepest, finding.severity->depth.upper * 1.06) << i;
    EXPECT_EQ(finding.contacts, collide(Model(a), {}, Model(b), places[finding.worst_step]).pairs.size()) << i;
    others += finding.worst_step != step_of_most;
  }
  EXPECT_GT(others, 2);
}

}  // namespace
}  // namespace abut
