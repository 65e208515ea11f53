#include <abut/error.h>
#include <abut/joint_curve.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut::test {
namespace {

using testing::ElementsAre;

TEST(JointCurve, IsThePolynomialOfItsPoints) {
  // Two numbers: t^3 and 1 - 2 t + t^2 have the Bezier points 0 0 0 1 and 1 1/3 0 0.
  const JointCurve curve(2, 3, {0, 1, 0, 1.0 / 3, 0, 0, 1, 0});
  for (double t = 0; t <= 1; t += 1.0 / 64) {
    EXPECT_NEAR(curve.at(t)[0], t * t * t, 1e-15);
    EXPECT_NEAR(curve.at(t)[1], 1 - 2 * t + t * t, 1e-15);
  }
}

TEST(JointCurve, MeetsItsPointsWherePiecesMeet) {
  const JointCurve line(1, 1, {3, 5, -2}, {0, 0.25, 4});
  EXPECT_EQ(line.pieces(), 2u);
  EXPECT_THAT(line.at(0), ElementsAre(3));
  EXPECT_THAT(line.at(0.25), ElementsAre(5));
  EXPECT_THAT(line.at(4), ElementsAre(-2));
  EXPECT_NEAR(line.at(0.125)[0], 4, 1e-15);
}

double slope(const JointCurve& curve, double time) {
  const double h = 1e-5;
  return (curve.at(time + h)[0] - curve.at(time - h)[0]) / (2 * h);
}
double bend(const JointCurve& curve, double time) {
  const double h = 1e-4;
  return (curve.at(time + h)[0] - 2 * curve.at(time)[0] + curve.at(time - h)[0]) / (h * h);
}

TEST(JointCurve, HasTheVelocitiesThatItIsGiven) {
  const std::vector<double> q{0, 1, 3}, v{0.5, -2, 4}, times{0, 2, 2.5};
  const JointCurve curve = JointCurve::with_velocities(1, q, v, times);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(curve.at(times[i])[0], q[i]);
  EXPECT_NEAR(slope(curve, 2 - 1e-4), -2, 1e-2);
  EXPECT_NEAR(slope(curve, 2 + 1e-4), -2, 1e-2);
  EXPECT_NEAR(slope(curve, 1e-5), 0.5, 1e-3);
}

TEST(JointCurve, BendsWithoutAJumpThroughConfigurations) {
  const std::vector<double> q{0, 1, -1, 2, 2}, times{0, 1, 1.5, 4, 5};
  const JointCurve curve = JointCurve::through(1, q, times);
  EXPECT_NEAR(slope(curve, 1.1e-5), 0, 1e-3);
  EXPECT_NEAR(slope(curve, 5 - 1.1e-5), 0, 1e-3);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(curve.at(times[i])[0], q[i]);
    EXPECT_NEAR(slope(curve, times[i] - 2e-5), slope(curve, times[i] + 2e-5), 1e-2);
    EXPECT_NEAR(bend(curve, times[i] - 2e-4), bend(curve, times[i] + 2e-4), 0.2);
  }
}

TEST(JointCurve, SaysWhatIsWrong) {
  EXPECT_THROW(JointCurve(0, 1, {}), Error);
  EXPECT_THROW(JointCurve(1, 0, {1, 2}), Error);
  EXPECT_THROW(JointCurve(1, 8, std::vector<double>(9)), Error);
  EXPECT_THROW(JointCurve(2, 3, std::vector<double>(9)), Error);
  EXPECT_THROW(JointCurve(1, 3, std::vector<double>(6)), Error);
  EXPECT_THROW(JointCurve(1, 1, {0, 1, 2}, {0, 1}), Error);
  EXPECT_THROW(JointCurve(1, 1, {0, 1, 2}, {0, 1, 1}), Error);
  EXPECT_THROW(JointCurve(1, 1, {0, NAN, 2}), Error);
  EXPECT_THROW(JointCurve(1, 1, {0, 1}, {0, INFINITY}), Error);
  EXPECT_THROW(JointCurve(1, 1, {0, 1}).at(1.5), Error);
  EXPECT_THROW(JointCurve::through(2, std::vector<double>{1, 2}), Error);
  EXPECT_THROW(JointCurve::with_velocities(1, std::vector<double>{1, 2}, std::vector<double>{1}), Error);
}

}  // namespace
}  // namespace abut::test
