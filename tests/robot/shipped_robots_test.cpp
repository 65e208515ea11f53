#include "math/random.h"
#include "robot/kinematics_oracle.h"
#include "support/figures.h"
#include <abut/load.h>
#include <abut/robot.h>
#include <abut/robot_models.h>

#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

namespace abut {
namespace {

const std::string folder = ABUT_ROBOTS;

Robot shipped(const std::string& name) {
  RobotOptions options;
  options.srdf = folder + "/" + name + "/" + name + ".srdf";
  return read_robot(folder + "/" + name + "/" + name + ".urdf", options);
}

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// All pairs of links with a pair of shapes that touch, by brute force.
std::set<std::pair<std::size_t, std::size_t>> touching(const Figure& figure, std::span<const double> q,
                                                       double margin = 0) {
  const std::vector<Placement> at = figure.place(q);
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < at.size(); ++a)
    for (std::size_t b = a + 1; b < at.size(); ++b)
      for (const LinkShape& s : figure.links()[a].shapes)
        for (const LinkShape& t : figure.links()[b].shapes)
          if (touches(s.shape, at[a] * s.at, t.shape, at[b] * t.at, margin)) pairs.emplace(a, b);
  return pairs;
}

class ShippedRobots : public testing::TestWithParam<shapes::RobotFiles> {};

TEST_P(ShippedRobots, AreWhatMakeRobotsMakes) {
  const shapes::RobotFiles& made = GetParam();
  const std::string own = folder + "/" + made.name + "/";
  EXPECT_EQ(content(own + made.name + ".urdf"), made.urdf);
  EXPECT_EQ(content(own + made.name + ".srdf"), made.srdf);
  for (const shapes::RobotMesh& part : made.meshes) {
    const Mesh read = load(own + part.file);
    ASSERT_EQ(read.triangles.size(), part.mesh.triangles.size());
    for (std::size_t i = 0; i < read.triangles.size(); ++i) EXPECT_EQ(read.corners(i), part.mesh.corners(i));
  }
}

/// Six times the volume that a closed mesh encloses, if its triangles face outward.
double volume(const Mesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.corners(i);
    sum += dot(a, cross(b, c));
  }
  return sum;
}

TEST_P(ShippedRobots, HaveClosedMeshesThatFaceOutward) {
  for (const shapes::RobotMesh& part : GetParam().meshes) {
    const Closedness closedness = closedness_of(part.mesh);
    EXPECT_TRUE(closedness.is_closed() && closedness.is_oriented()) << part.file << closedness.report();
    EXPECT_GT(volume(part.mesh), 0) << part.file;
    EXPECT_EQ(count_degenerate(part.mesh).segments + count_degenerate(part.mesh).points, 0u) << part.file;
  }
}

TEST_P(ShippedRobots, TouchNowhereAtRest) {
  const Robot robot = shipped(GetParam().name);
  EXPECT_TRUE(robot.warnings.empty()) << robot.warnings[0];
  EXPECT_THAT(touching(robot.figure, robot.figure.neutral(), 0.0005), testing::IsEmpty());
}

TEST_P(ShippedRobots, TouchInSomeConfigurationsAndNotInOthers) {
  const Robot robot = shipped(GetParam().name);
  std::set<std::pair<std::size_t, std::size_t>> allowed;
  for (const AllowedLinks& pair : robot.allowed) allowed.emplace(pair.a, pair.b);
  Random random(186);
  int free = 0;
  constexpr int rounds = 500;
  for (int i = 0; i < rounds; ++i) {
    bool is_free = true;
    for (const auto& pair : touching(robot.figure, test::random_configuration(robot.figure, random)))
      is_free = is_free && allowed.contains(pair);
    free += is_free;
  }
  EXPECT_GT(free, rounds / 20);
  EXPECT_LT(free, rounds - rounds / 50);
}

TEST_P(ShippedRobots, StandWhereProductsOfRodriguesFormulaPutThem) {
  const Robot robot = shipped(GetParam().name);
  Random random(187);
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> q = test::random_configuration(robot.figure, random);
    const Placement base = random.rotation({1, 2, 3});
    const std::vector<Placement> at = robot.figure.place(q, base);
    for (std::size_t link = 0; link < at.size(); ++link) {
      const LongPlacement expected = long_link(robot.figure.joints(), robot.figure.links()[link].name, q, base);
      EXPECT_LT(largest_difference(expected, at[link]), 1e-14);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedRobots, testing::Values(shapes::arm(), shapes::hand(), shapes::humanoid()),
                         [](const auto& made) { return made.param.name; });

TEST(ShippedRobot, HasTheJointsThatItsPageSays) {
  EXPECT_EQ(shipped("arm").figure.dof(), 7u);
  EXPECT_EQ(shipped("hand").figure.dof(), 16u);
  EXPECT_EQ(shipped("humanoid").figure.dof(), 26u + 7u);
  EXPECT_EQ(shipped("arm").configuration("ready").size(), 7u);
  EXPECT_EQ(shipped("hand").groups.size(), 3u);
  for (const shapes::RobotMesh& part : shapes::arm(20000).meshes) EXPECT_EQ(part.mesh.triangles.size(), 20000u);
}

// Neighbours turn about the axis of a joint whose faces they keep apart.
TEST(ShippedRobot, ArmHasNeighboursThatNeverTouch) {
  const Robot arm = shipped("arm");
  Random random(188);
  for (int i = 0; i < 300; ++i) {
    const std::vector<Placement> at = arm.figure.place(test::random_configuration(arm.figure, random));
    for (std::size_t link = 1; link < at.size(); ++link)
      EXPECT_FALSE(touches(arm.figure.links()[link - 1].shapes[0].shape, at[link - 1],
                           arm.figure.links()[link].shapes[0].shape, at[link]));
  }
}

}  // namespace
}  // namespace abut
