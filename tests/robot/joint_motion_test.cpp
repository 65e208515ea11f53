// Motions of links against forward kinematics of the configurations on the way.

#include "math/random.h"
#include "support/figures.h"
#include <abut/error.h>
#include <abut/joint_motion.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// A tree with joints of every kind: a cart that floats, an arm on it, and a finger that follows another.
Figure cart_with_arm() {
  Random random(11);
  const auto origin = [&random] { return random.rotation(random.in_cube(0.5)); };
  const std::vector<std::string> names{"world", "cart", "turret", "arm", "wrist", "palm", "finger", "thumb", "lid"};
  std::vector<Link> links;
  for (const std::string& name : names) {
    links.emplace_back();
    links.back().name = name;
  }
  std::vector<Joint> joints{
      {"drive", JointKind::floating, "world", "cart", origin()},
      {"turn", JointKind::continuous, "cart", "turret", origin(), {0, 0, 2}},
      {"reach", JointKind::prismatic, "turret", "arm", origin(), {1, 1, 0}, {-1, 2}},
      {"mount", JointKind::fixed, "arm", "wrist", origin()},
      {"slide", JointKind::planar, "wrist", "palm", origin(), {0, 1, 0.2}},
      {"close", JointKind::revolute, "palm", "finger", origin(), {0, 1, 0}, {-1, 2}},
      {"follow", JointKind::revolute, "palm", "thumb", origin(), {0, 0, 1}, {-5, 5}, Mimic{"close", -1.5, 0.25}},
      {"open", JointKind::revolute, "cart", "lid", origin(), {1, 0, 0}, {-2, 2}},
  };
  return Figure(std::move(links), std::move(joints));
}

double difference(const Placement& a, const Placement& b) {
  double most = largest(abs(a.shift - b.shift));
  for (std::size_t i = 0; i < 9; ++i) most = std::max(most, std::abs(a.linear.entries[i] - b.linear.entries[i]));
  return most;
}

TEST(LinkMotion, IsForwardKinematicsOfTheConfigurationsBetween) {
  const Figure figure = cart_with_arm();
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    const Placement base = random.rotation(random.in_cube(1));
    const std::vector<double> from = test::random_configuration(figure, random);
    std::vector<double> to = test::random_configuration(figure, random);
    // Some joints stand still.
    for (std::size_t k = 0; k < to.size(); ++k)
      if (figure.numbers()[k].name.find("drive") == std::string::npos && random.chance(0.3)) to[k] = from[k];
    for (std::size_t link = 0; link < figure.links().size(); ++link) {
      const Motion motion = link_motion(figure, link, from, to, base);
      EXPECT_EQ(motion.during().begin, 0);
      EXPECT_EQ(motion.during().end, 1);
      for (const double time : {0.0, 1.0, random.unit(), random.unit()}) {
        const Placement placed = figure.place(figure.between(from, to, time), base)[link];
        EXPECT_LE(difference(motion.at(time), placed), 1e-14) << figure.links()[link].name << " at " << time;
        const PlacementRange range = motion.enclosure(time, time);
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_LE(range.low.shift[axis], placed.shift[axis]);
          EXPECT_LE(placed.shift[axis], range.high.shift[axis]);
        }
      }
    }
  }
}

TEST(LinkMotion, GoesTheShortWayWhereAnglesWrap) {
  const Figure wheel({{"axle"}, {"wheel"}}, {{"spin", JointKind::continuous, "axle", "wheel", {}, {0, 0, 1}}});
  const double from = 3, to = -3;
  const Motion motion = link_motion(wheel, 1, std::span(&from, 1), std::span(&to, 1));
  EXPECT_LT(motion.at(0.5).linear(0, 0), -0.99);
}

TEST(LinkMotion, RefusesLinksThatAreNotThereAndWrongNumbers) {
  const Figure wheel({{"axle"}, {"wheel"}}, {{"spin", JointKind::continuous, "axle", "wheel", {}, {0, 0, 1}}});
  const double two[] = {0, 1};
  EXPECT_THROW(link_motion(wheel, 2, std::span(two, 1), std::span(two, 1)), Error);
  EXPECT_THROW(link_motion(wheel, 1, two, std::span(two, 1)), Error);
  Placement stretched;
  stretched.linear(0, 0) = 2;
  EXPECT_THROW(link_motion(wheel, 1, std::span(two, 1), std::span(two + 1, 1), stretched), Error);
}

}  // namespace
}  // namespace abut
