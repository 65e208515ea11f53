#include "support/effort.h"
#include "support/feature_motions.h"
#include "support/motion_oracle.h"
#include <abut/error.h>
#include <abut/moving_features.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Points = std::array<MovingPoint, 4>;

FeatureContact ask(bool is_edge_edge, const Points& x, const FeatureContactOptions& options = {}) {
  return is_edge_edge ? first_contact_edge_edge({x[0], x[1]}, {x[2], x[3]}, options)
                      : first_contact_vertex_face(x[0], {x[1], x[2], x[3]}, options);
}

MovingPoint still(const Vec3& place) { return {place, place}; }

// A face in the plane z = 0 with the origin inside.
const std::array<MovingPoint, 3> floor_face{still({-4, -4, 0}), still({8, -4, 0}), still({-4, 8, 0})};

TEST(MovingFeatures, AreDecidedAsRationalArithmeticDecidesThem) {
  Random random(1);
  for (const MotionFamily& family : motion_families())
    for (int i = 0; i < tries(120); ++i) {
      const bool is_edge_edge = i % 2 != 0;
      const Points x = family.make(random, is_edge_edge);
      const MotionOracle oracle(is_edge_edge, x);
      for (const FeatureContactOptions& options :
           {FeatureContactOptions{}, {.time_tolerance = 0}, {.distance_tolerance = 1e-3, .time_tolerance = 0.25}})
        ASSERT_EQ(oracle.fault(ask(is_edge_edge, x, options), options), "")
            << family.name << ", motion " << i << ", tolerance " << options.distance_tolerance;
    }
}

// Who compares with an oracle should know that it finds faults.
TEST(MovingFeatures, OracleNamesEveryFault) {
  const Points x{MovingPoint{{0, 0, 1}, {0, 0, -3}}, floor_face[0], floor_face[1], floor_face[2]};
  const MotionOracle oracle(false, x);
  const auto fault = [&](bool found, double lower, double upper) {
    FeatureContact answer;
    answer.found = found, answer.lower = lower, answer.upper = upper;
    return oracle.fault(answer, {.time_tolerance = 0.01});
  };
  EXPECT_EQ(fault(true, 0.25, 0.25), "");
  EXPECT_EQ(fault(true, 0.2499, 0.2501), "");
  EXPECT_EQ(fault(false, 0, 0), "missed");
  EXPECT_EQ(fault(true, 0.26, 0.26), "late");
  EXPECT_EQ(fault(true, 0.24, 0.2401), "early");
  EXPECT_EQ(fault(true, 0.2, 0.3), "wide");
  const Points beside{MovingPoint{{9, 9, 1}, {9, 9, -3}}, floor_face[0], floor_face[1], floor_face[2]};
  FeatureContact alarm;
  alarm.found = true, alarm.lower = alarm.upper = 0.25;
  EXPECT_EQ(MotionOracle(false, beside).fault(alarm, {}), "false alarm");
}

TEST(MovingFeatures, SayWhereTheyMeet) {
  const FeatureContact hit = first_contact_vertex_face({{0, 0, 1}, {0, 0, -3}}, floor_face);
  ASSERT_TRUE(hit);
  EXPECT_LE(hit.lower, 0.25);
  EXPECT_GE(hit.upper, 0.25);
  EXPECT_EQ(hit.normal, (Vec3{0, 0, -1}));
  for (double weight : hit.weights_b) EXPECT_NEAR(weight, 1.0 / 3, 1e-9);
  EXPECT_NEAR(length(hit.point_a - hit.point_b), 0, 1e-8);
  const FeatureContact cross = first_contact_edge_edge({MovingPoint{{-1, 0, 1}, {-1, 0, -1}}, {{1, 0, 1}, {1, 0, -1}}},
                                                       {still({0, -1, 0}), still({0, 3, 0})});
  ASSERT_TRUE(cross);
  EXPECT_NEAR(cross.upper, 0.5, 1e-9);
  EXPECT_NEAR(cross.weights_a[1], 0.5, 1e-9);
  EXPECT_NEAR(cross.weights_b[1], 0.25, 1e-9);
  EXPECT_EQ(cross.normal, (Vec3{0, 0, -1}));
}

// The cubic of the volume vanishes throughout: a point slides in the plane of its face.
TEST(MovingFeatures, MeetInAPlaneAndOnALine) {
  const FeatureContact slide = first_contact_vertex_face({{-8, 0, 0}, {8, 0, 0}}, floor_face);
  EXPECT_EQ(slide.lower, 0.25);
  EXPECT_EQ(slide.upper, 0.25);
  const FeatureContact along = first_contact_edge_edge({MovingPoint{{0, 0, 0}, {4, 0, 0}}, {{1, 0, 0}, {5, 0, 0}}},
                                                       {still({3, 0, 0}), still({7, 0, 0})});
  EXPECT_EQ(along.lower, 0.5);
  EXPECT_EQ(along.upper, 0.5);
  EXPECT_EQ(along.normal, Vec3{});
}

TEST(MovingFeatures, ThatTouchAtTheStartAreInContactAt0) {
  const FeatureContact rest = first_contact_vertex_face(still({1, 1, 0}), floor_face);
  EXPECT_TRUE(rest.found);
  EXPECT_EQ(rest.upper, 0);
  EXPECT_TRUE(first_contact_vertex_face({{1, 1, 0}, {1, 1, 9}}, floor_face));
  EXPECT_FALSE(first_contact_vertex_face({{1, 1, 0x1p-1074}, {1, 1, 9}}, floor_face));
}

TEST(MovingFeatures, OfABatchAreThoseAskedOneByOne) {
  Random random(5);
  for (const bool is_edge_edge : {false, true}) {
    std::vector<Points> motions;
    for (int i = 0; i < 9000; ++i) motions.push_back(motion_families()[i % 4].make(random, is_edge_edge));
    for (int threads : {1, 3}) {
      const FeatureContactOptions options{.threads = threads};
      const auto found =
          is_edge_edge ? first_contacts_edge_edge(motions, options) : first_contacts_vertex_face(motions, options);
      ASSERT_EQ(found.size(), motions.size());
      for (std::size_t i = 0; i < motions.size(); ++i) {
        const FeatureContact one = ask(is_edge_edge, motions[i]);
        ASSERT_EQ(found[i].found, one.found);
        ASSERT_EQ(found[i].lower, one.lower);
        ASSERT_EQ(found[i].upper, one.upper);
        ASSERT_EQ(found[i].weights_b, one.weights_b);
      }
    }
  }
}

// Near misses by less than the tolerance, at speeds that doubles cannot follow at d = 0.
TEST(MovingFeatures, MayBeSaidToMeetWithinTheToleranceButNoFarther) {
  Random random(6);
  int told = 0;
  for (int i = 0; i < tries(600); ++i) {
    Points x = motion_families()[14].make(random, i % 2 != 0);  // grazing
    for (MovingPoint& point : x) point.from += random.in_cube(1e-13);
    const MotionOracle oracle(i % 2 != 0, x);
    const FeatureContactOptions options{.distance_tolerance = 1e-6, .time_tolerance = 1e-6};
    const FeatureContact found = ask(i % 2 != 0, x, options);
    ASSERT_EQ(oracle.fault(found, options), "");
    told += found.found && !oracle.touches();
  }
  EXPECT_GT(told, 0);
}

TEST(MovingFeatures, RefuseBadInput) {
  const double nan = std::nan("");
  EXPECT_THROW(first_contact_vertex_face({{nan, 0, 0}, {}}, floor_face), Error);
  EXPECT_THROW(first_contact_vertex_face({{}, {0, 0, 0x1p301}}, floor_face), Error);
  EXPECT_THROW(first_contact_vertex_face({{}, {0, 0, INFINITY}}, floor_face), Error);
  EXPECT_THROW(first_contact_vertex_face({}, floor_face, {.distance_tolerance = -1}), Error);
  EXPECT_THROW(first_contact_vertex_face({}, floor_face, {.time_tolerance = nan}), Error);
}

}  // namespace
}  // namespace abut
