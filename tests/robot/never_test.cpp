// Links that never touch, against random configurations and arms whose limits a person can compute.

#include "robot/revolved.h"
#include "support/figures.h"
#include <abut/error.h>
#include <abut/never.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace abut::test {
namespace {

bool do_touch(const Figure& figure, const LinkPairProof& pair, const std::vector<double>& q, double margin) {
  const std::vector<Placement> at = figure.place(q);
  for (const LinkShape& a : figure.links()[pair.a].shapes)
    for (const LinkShape& b : figure.links()[pair.b].shapes)
      if (touches(a.shape, at[pair.a] * a.at, b.shape, at[pair.b] * b.at, margin)) return true;
  return false;
}

TEST(ProveNever, IsRightAboutRandomConfigurations) {
  Random random(31);
  int never = 0, touching = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Figure figure = mixed_chain(7, seed);
    const double margin = seed % 2 == 0 ? 0.05 : 0;
    const NeverProofs proofs = prove_never(figure, {.margin = margin, .most_cells = 3000});
    EXPECT_EQ(proofs.margin, margin);
    for (const LinkPairProof& pair : proofs.pairs) {
      if (pair.verdict == NeverVerdict::touching) {
        ++touching;
        figure.require_valid(pair.touching_at);
        EXPECT_TRUE(do_touch(figure, pair, pair.touching_at, margin)) << pair.a << " " << pair.b;
      }
      if (pair.verdict != NeverVerdict::never) continue;
      ++never;
      for (int i = 0; i < 500; ++i)
        EXPECT_FALSE(do_touch(figure, pair, random_configuration(figure, random), margin)) << pair.a << " " << pair.b;
    }
  }
  EXPECT_GT(never, 10);
  EXPECT_GT(touching, 5);
}

/// Three rods of length 1 and radius 0.1 in a plane, one after the other.
Figure folding_rods(double most) {
  const Placement along = Placement::translation({1, 0, 0}), lying{Matrix3{{0, 0, 1, 0, 1, 0, -1, 0, 0}}, {0.5, 0, 0}};
  const LinkShape rod{Shape::capsule(0.1, 0.6), lying};
  return Figure({{"first", {rod}}, {"second", {rod}}, {"third", {rod}}}, {{.name = "elbow",
                                                                           .kind = JointKind::revolute,
                                                                           .parent = "first",
                                                                           .child = "second",
                                                                           .origin = along,
                                                                           .axis = {0, 0, 1},
                                                                           .limits = {-most, most}},
                                                                          {.name = "wrist",
                                                                           .kind = JointKind::revolute,
                                                                           .parent = "second",
                                                                           .child = "third",
                                                                           .origin = along,
                                                                           .axis = {0, 0, 1},
                                                                           .limits = {-most, most}}});
}

// Folded by 2 pi / 3 each the rods are sides of a triangle: the segments' ends are 0.2 from its corner, on sides that
// enclose 60 degrees. Beyond that they come together.
TEST(ProveNever, KnowsHowFarRodsMayFold) {
  const auto verdict = [](double most, double margin) {
    const NeverProofs proofs = prove_never(folding_rods(most), {.margin = margin, .most_cells = 2'000'000});
    EXPECT_EQ(proofs.pairs.size(), 1u);
    return proofs.pairs[0].verdict;
  };
  EXPECT_EQ(verdict(1.5, 0), NeverVerdict::never);
  EXPECT_EQ(verdict(1.9, 0), NeverVerdict::never);
  EXPECT_EQ(verdict(2.2, 0), NeverVerdict::touching);
  EXPECT_EQ(verdict(1.5, 2), NeverVerdict::touching);
}

TEST(ProveNever, LeavesJointsWithoutLimitsUndecided) {
  const Figure rail({{"rail", {{Shape::box({1, 0.1, 0.1}), {}}}}, {"cart", {}}, {"hand", {{Shape::sphere(0.1), {}}}}},
                    {{.name = "slide", .kind = JointKind::prismatic, .parent = "rail", .child = "cart"},
                     {.name = "mount",
                      .kind = JointKind::fixed,
                      .parent = "cart",
                      .child = "hand",
                      .origin = Placement::translation({0, 1, 0})}});
  EXPECT_EQ(prove_never(rail).pairs.at(0).verdict, NeverVerdict::undecided);
}

TEST(ProveNever, CountsJointsThatFollowOthers) {
  // The lower finger opens as much as the upper one closes: together they only move along.
  const auto finger = [](double y) { return Placement::translation({0, y, 0}); };
  const LinkShape pad{Shape::box({0.2, 0.1, 0.2}), {}};
  const Figure gripper({{"palm", {}}, {"upper", {pad}}, {"lower", {pad}}}, {{.name = "close",
                                                                             .kind = JointKind::prismatic,
                                                                             .parent = "palm",
                                                                             .child = "upper",
                                                                             .origin = finger(0.1),
                                                                             .axis = {0, 1, 0},
                                                                             .limits = {-1, 1}},
                                                                            {.name = "follow",
                                                                             .kind = JointKind::prismatic,
                                                                             .parent = "palm",
                                                                             .child = "lower",
                                                                             .origin = finger(-0.1),
                                                                             .axis = {0, 1, 0},
                                                                             .limits = {-1, 1},
                                                                             .mimic = Mimic{"close", 1, 0}}});
  EXPECT_EQ(prove_never(gripper).pairs.at(0).verdict, NeverVerdict::never);
  EXPECT_EQ(prove_never(gripper, {.margin = 0.11}).pairs.at(0).verdict, NeverVerdict::touching);
}

TEST(ProveNever, WritesWhatItProvedAsSrdf) {
  const Figure rods = folding_rods(1.5);
  const std::string lines = srdf_lines(rods, prove_never(rods, {.margin = 0.01}));
  EXPECT_NE(lines.find("<disable_collisions link1=\"first\" link2=\"third\" reason=\"Never\"/>"), std::string::npos);
  EXPECT_NE(lines.find("paddings of 0.01"), std::string::npos);
  const std::string open = srdf_lines(rods, {{{0, 2, NeverVerdict::undecided}}, 0});
  EXPECT_NE(open.find("Undecided: first and third"), std::string::npos);
  EXPECT_EQ(open.find("disable_collisions"), std::string::npos);
}

TEST(ProveNever, EndsWithItsBudgetAndSaysWhatIsWrong) {
  const Figure rods = folding_rods(2.0);
  EXPECT_EQ(prove_never(rods, {.budget = {.seconds = 0}}).pairs.at(0).verdict, NeverVerdict::undecided);
  EXPECT_THROW(prove_never(rods, {.margin = -1}), Error);
  EXPECT_THROW(prove_never(rods, {.budget = {.tests = 5}}), Error);
  const Figure chain = mixed_chain(7, 2);
  const NeverProofs one = prove_never(chain, {.most_cells = 500}),
                    more = prove_never(chain, {.most_cells = 500, .threads = 3});
  for (std::size_t i = 0; i < one.pairs.size(); ++i) {
    EXPECT_EQ(one.pairs[i].verdict, more.pairs[i].verdict);
    EXPECT_EQ(one.pairs[i].cells, more.pairs[i].cells);
  }
}

TEST(Revolved, HoldsEverythingThatTurnsAboutItsAxis) {
  Random random(32);
  for (const Mesh& mesh :
       {shapes::torus(0.5, 0.2, 12, 8), shapes::box({0.1, 0.3, 0.5}), shapes::random_soup(20, 0.5, 3)}) {
    const Vec3 point = random.in_cube(0.5), axis = random.direction();
    const Shape shape(Solid(Model(revolved(mesh, point, axis))));
    ASSERT_TRUE(shape.is_solid());
    for (int i = 0; i < 300; ++i) {
      const std::array<Vec3, 3> t = mesh.corners(random.below(mesh.triangles.size()));
      const double u = random.unit(), v = random.between(0, 1 - u), angle = random.between(-4, 4);
      const Vec3 way = t[0] * (1 - u - v) + t[1] * u + t[2] * v - point;
      const Vec3 turned =
          way * std::cos(angle) + cross(axis, way) * std::sin(angle) + axis * (dot(axis, way) * (1 - std::cos(angle)));
      EXPECT_TRUE(touches(shape, {}, Shape::sphere(0), Placement::translation(point + turned)));
    }
  }
}

}  // namespace
}  // namespace abut::test
