#include "peers/contestant.h"
#include "robot_workloads.h"
#include "rounding.h"
#include "support/effort.h"
#include <abut/classic.h>
#include <abut/distance.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace abut::bench {
namespace {

const PlacementPair turned{Placement::rotation(1, 0.9, 0.1, 0.2, {1.0 / 3, 2e-7, 0}),
                           Placement::rotation(0.3, -0.2, 0.7, 0.5, {-1234.56789, 0.1, 1})};

std::vector<double> entries(const Placement& at) {
  std::vector<double> all{at.shift.x, at.shift.y, at.shift.z};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) all.push_back(at.linear(i, j));
  return all;
}

TEST(Rounding, ToFloatsAndToSixDigitsMovesEveryEntryATrifle) {
  for (const Placement& at : {turned.a, turned.b}) {
    const std::vector<double> before = entries(at), floats = entries(rounded(at, Rounding::to_float)),
                              digits = entries(rounded(at, Rounding::to_six_digits));
    for (std::size_t i = 0; i < before.size(); ++i) {
      volatile float stored = static_cast<float>(before[i]);  // which no optimisation takes for a double
      EXPECT_EQ(floats[i], static_cast<double>(stored));
      EXPECT_NEAR(floats[i], before[i], 0x1p-24 * std::abs(before[i]));
      char text[32];
      std::snprintf(text, sizeof text, "%.6g", before[i]);
      EXPECT_EQ(digits[i], std::stod(text));
    }
    // Which is what the cases are about.
    for (Rounding rounding : {Rounding::to_float, Rounding::to_six_digits})
      EXPECT_FALSE(is_rigid(rounded(at, rounding))) << name_of(rounding);
  }
}

TEST(RobotWorkloads, AreClosedLinksOfSoManyTriangles) {
  EXPECT_EQ(box_link().triangles.size(), 12u);
  EXPECT_EQ(capsule_link().triangles.size(), 200u);
  EXPECT_EQ(detailed_link().triangles.size(), 1000u);
  for (const Mesh& link : {box_link(), capsule_link(), detailed_link()}) {
    EXPECT_TRUE(closedness_of(link).is_closed());
    const Bounds bounds = bounds_of(link.points);
    EXPECT_TRUE(bounds.low.z <= 0 && bounds.high.z >= 1);
  }
}

TEST(RobotWorkloads, AreClearByMoreThanATenthOrByLess) {
  for (const Workload& work : robot_workloads(tries(20))) {
    EXPECT_EQ(work.placements.size(), static_cast<std::size_t>(tries(20)));
    const classic::ModelOptions options{.volume = classic::VolumeKind::obb};
    const classic::Model a(work.a, options), b(work.b, options);
    for (const PlacementPair& at : work.placements) {
      const double gap = distance(a, at.a, b, at.b).upper;
      EXPECT_TRUE(work.name.ends_with("far") ? gap > 0.1 : gap > 0 && gap <= 0.1) << work.name << ": " << gap;
    }
  }
}

/// Contacts, distances and `within` are those of binary trees, whatever the placement.
void expect_the_binary_trees_answers(const Workload& work) {
  const Model a(work.a), b(work.b);
  const classic::ModelOptions options{.volume = classic::VolumeKind::obb};
  const classic::Model binary_a(work.a, options), binary_b(work.b, options);
  for (const PlacementPair& at : work.placements) {
    const std::vector<Contact> contacts = collide(binary_a, at.a, binary_b, at.b).pairs;
    EXPECT_EQ(collide(a, at.a, b, at.b).pairs, contacts) << work.name;
    EXPECT_EQ(touches(a, at.a, b, at.b), !contacts.empty()) << work.name;
    const Distance truth = distance(binary_a, at.a, binary_b, at.b), found = distance(a, at.a, b, at.b);
    EXPECT_EQ(found.upper == 0, !contacts.empty()) << work.name;
    EXPECT_TRUE(found.lower <= truth.upper && truth.lower <= found.upper) << work.name;
    const Contact named{found.triangle_a, found.triangle_b};
    EXPECT_EQ(std::binary_search(contacts.begin(), contacts.end(), named), found.upper == 0) << work.name;
    for (double share : {0.01, 0.5, 0.99, 1.01, 2.0})
      EXPECT_EQ(within(a, at.a, b, at.b, share * truth.upper).answer == Answer::yes, share > 1 || truth.upper == 0)
          << work.name << ", " << share;
  }
}

std::vector<Workload> smaller_models() {
  const Mesh torus = shapes::torus(1, 0.25, 24, 16), scan = shapes::bumpy_scan(3000, 1);
  return {{"torus", torus, torus, sixty_percent_touching(Model(torus), tries(20), 21)},
          {"scan", scan, scan, sixty_percent_touching(Model(scan), tries(10), 22)}};
}

TEST(Cases, OfRoundedPlacementsHaveTheAnswersOfBinaryTrees) {
  for (const Workload& work : smaller_models())
    for (Rounding rounding : {Rounding::to_float, Rounding::to_six_digits})
      expect_the_binary_trees_answers({work.name, work.a, work.b, rounded(work.placements, rounding)});
}

TEST(Cases, OfShearedAndUnequallyScaledPlacementsHaveTheAnswersOfBinaryTrees) {
  const Placement sheared =
      Placement::from_rows(std::array{1.0, 0.3, 0.0, 0.0, 0.0, 1.0, -0.4, 0.0, 0.0, 0.0, 1.0, 0.0});
  const Placement scaled =
      Placement::from_rows(std::array{1.25, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.8, 0.0});
  for (Workload work : smaller_models()) {
    for (PlacementPair& at : work.placements) at = {at.a * sheared, at.b * scaled};
    expect_the_binary_trees_answers(work);
  }
}

TEST(Cases, OfSmallPartsHaveTheAnswersOfBinaryTrees) {
  for (const Workload& work : robot_workloads(tries(20))) expect_the_binary_trees_answers(work);
}

TEST(Cases, OfARecordedPathHaveTheAnswersOfBinaryTrees) {
  for (PathKind kind : {PathKind::in_contact, PathKind::clear}) {
    Workload path = coherent_path(kind);
    std::vector<PlacementPair> some;
    for (std::size_t i = 0; i < path.placements.size(); i += sanitized ? 2000 : 250) some.push_back(path.placements[i]);
    path.placements = rounded(some, Rounding::to_six_digits);
    expect_the_binary_trees_answers(path);
  }
}

TEST(Cases, OfModelsThatTouchAreAllThoseThatTouch) {
  for (const Workload& work : smaller_models()) {
    const std::vector<PlacementPair> touching = peers::placements_that(true, work, 1000),
                                     clear = peers::placements_that(false, work, 1000);
    EXPECT_EQ(touching.size() + clear.size(), work.placements.size());
    EXPECT_EQ(peers::placements_that(true, work, 3).size(), 3u);
    for (const std::vector<Contact>& contacts : peers::exact_contacts({work.name, work.a, work.b, touching}))
      EXPECT_FALSE(contacts.empty());
    for (const std::vector<Contact>& contacts : peers::exact_contacts({work.name, work.a, work.b, clear}))
      EXPECT_TRUE(contacts.empty());
  }
}

}  // namespace

namespace peers {
namespace {

/// Always touching, in one pair, and one apart.
Peer liar() {
  class Pair : public PreparedPair {
   public:
    bool touches(const PlacementPair&) override { return true; }
    void contacts(const PlacementPair&, std::vector<Contact>& found) override { found = {{0, 0}}; }
  };
  class Measured : public MeasuredPair {
   public:
    double distance(const PlacementPair&) override { return 1; }
  };
  return {"liar",
          "",
          "",
          [](const Mesh&, const Mesh&) -> std::unique_ptr<PreparedPair> { return std::make_unique<Pair>(); },
          nullptr,
          nullptr,
          [](const Mesh&, const Mesh&) -> std::unique_ptr<MeasuredPair> { return std::make_unique<Measured>(); }};
}

TEST(Contestants, AreCountedWrongWhereTheyAre) {
  const Workload work = smaller_models()[0];
  const auto clear = placements_that(false, work, 1000).size(), all = work.placements.size();
  ASSERT_TRUE(0 < clear && clear < all);
  const std::size_t lies[] = {clear, all, all};
  for (Query query : {Query::first_contact, Query::all_contacts, Query::distance}) {
    const std::vector<ExactAnswer> exact = exact_answers(work, query);
    EXPECT_EQ(Contestant(liar(), work, query).count_wrong(work.placements, exact), lies[static_cast<int>(query)]);
    for (Contestant& each : contestants_for(work, query)) {
      const std::size_t wrong = each.count_wrong(work.placements, exact);
      // Bullet and ODE name other pairs; on whether models touch, and how far they are apart, all agree here.
      const bool must_agree = query != Query::all_contacts || each.name() == default_name;
      EXPECT_FALSE(must_agree && wrong > 0) << each.name() << ", " << name_of(query);
    }
  }
}

}  // namespace
}  // namespace peers
}  // namespace abut::bench
