#include "classic/volume/obb_quaternion.h"

#include "classic/counted.h"
#include "core_oracle.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

// Gottschalk et al. 1996, section 7.2: quaternions "need 13 more operations per OBB overlap test". One product less of
// matrices and one of quaternions and an unfolding more are 7; unfolding what is stored, as we do, takes 24.
TEST(Quaternion, TakesTwentyFourOperationsToUnfoldAndSevenMoreThanMatricesToMultiply) {
  const Quaternion<Counted> q{Counted(0.5), Counted(0.5), Counted(0.5), Counted(0.5)};
  Counted::counts() = {};
  matrix_of(q);
  EXPECT_EQ(Counted::counts().multiply, 9);
  EXPECT_EQ(Counted::counts().add, 15);
  Counted::counts() = {};
  matrix_of(q * q);
  EXPECT_EQ(Counted::counts().multiply, 16 + 9);
  EXPECT_EQ(Counted::counts().add, 12 + 15);
  const int product_of_matrices = 27 + 18;
  EXPECT_EQ(Counted::counts().total() - product_of_matrices, 7);
}

TEST(Quaternion, MultipliesAsMatricesDo) {
  Random random(61);
  for (int i = 0; i < 200; ++i) {
    const auto turn = [&] {
      const Vec3 v = random.direction();
      const double angle = random.between(-3, 3);
      return Quaternion<double>{std::cos(angle), v.x * std::sin(angle), v.y * std::sin(angle), v.z * std::sin(angle)};
    };
    const Quaternion<double> p = turn(), q = turn();
    const TurnMatrix<double> both = matrix_of(p * q), a = matrix_of(p), b = matrix_of(q),
                             none = matrix_of(p * turned_back(p));
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(both[r][c], a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c], 1e-14);
        EXPECT_NEAR(none[r][c], r == c, 1e-14);
      }
  }
}

std::vector<BuildTriangle> turned_box(Random& random) {
  const Mesh mesh = transformed(shapes::box({0.1 + 0.3 * random.unit(), 0.1 * random.unit(), 0.05 * random.unit()}),
                                random.rotation());
  std::vector<BuildTriangle> run;
  for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id) run.push_back({mesh.corners(id), id});
  return run;
}

template <class Real>
void expect_nearly_orthonormal(const BasicObbQuaternion<Real>& box) {
  const Matrix3 axes = box.axes();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Fifty product = i == j ? -1 : 0;
      for (int k = 0; k < 3; ++k) product += Fifty(axes(k, i)) * Fifty(axes(k, j));
      ASSERT_LE(abs(product), Fifty(BasicObbQuaternion<Real>::axes_defect));
    }
}

TEST(ObbQuaternion, HasAxesAsNearlyOrthonormalAsItSays) {
  Random random(62);
  for (int i = 0; i < 2000; ++i) {
    const auto run = turned_box(random);
    expect_nearly_orthonormal(ObbQuaternion::around(run, Fit::surface));
    expect_nearly_orthonormal(BasicObbQuaternion<float>::around(run, Fit::surface));
  }
}

TEST(ObbQuaternion, IsTheOrientedBoxInTwoThirdsOfTheNumbers) {
  EXPECT_EQ(sizeof(ObbQuaternion), 10 * sizeof(double));
  EXPECT_EQ(sizeof(Obb), 15 * sizeof(double));
  EXPECT_EQ(sizeof(BasicObbQuaternion<float>), 10 * sizeof(float));
  Random random(63);
  for (int i = 0; i < 200; ++i) {
    const auto run = turned_box(random);
    const Obb plain = Obb::around(run, Fit::surface);
    const ObbQuaternion turned = ObbQuaternion::around(run, Fit::surface);
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(turned.half[k], plain.half[k], 1e-12);
      EXPECT_NEAR(std::abs(dot(turned.axes().column(k), plain.box().axes.column(k))), 1, 1e-12);
    }
  }
}

TEST(ObbQuaternion, MakesAsManyTestsAsTheOrientedBox) {
  const Mesh torus = shapes::torus(1, 0.3, 40, 20);
  const Model plain(torus, {.volume = VolumeKind::obb}), turned(torus, {.volume = VolumeKind::obb_quaternion});
  const Placement near = Placement::rotation(0.8, 0.3, 0.4, 0.1, {0.5, 0.2, 0.1});
  const Contacts of_plain = collide(plain, {}, plain, near), of_turned = collide(turned, {}, turned, near);
  EXPECT_EQ(of_plain.pairs, of_turned.pairs);
  EXPECT_NEAR(static_cast<double>(of_turned.counters.volume_tests), static_cast<double>(of_plain.counters.volume_tests),
              0.01 * static_cast<double>(of_plain.counters.volume_tests));
  EXPECT_LT(100 * turned.tree_summary().tree_bytes, 72 * plain.tree_summary().tree_bytes);
}

}  // namespace
}  // namespace abut::classic
