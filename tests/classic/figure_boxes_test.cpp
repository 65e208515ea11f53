// The boxes of figures: that they hold their links, in rational numbers, and lie where the paper's equations put them.

#include "classic/figure/major_axis.h"
#include "math/random.h"
#include "support/effort.h"
#include <abut/classic_figure.h>
#include <abut/shapes.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

namespace abut::classic::figure {

namespace {

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
using ExactPoint = std::array<Exact, 3>;

ExactPoint exact_image(const Placement& at, const Vec3& p) {
  ExactPoint result;
  for (int i = 0; i < 3; ++i)
    result[i] =
        Exact(at.linear(i, 0)) * p.x + Exact(at.linear(i, 1)) * p.y + Exact(at.linear(i, 2)) * p.z + Exact(at.shift[i]);
  return result;
}

/// Is |axis_i . (x - centre)| <= half_i for all three axes?
bool holds(const small::Box& box, const ExactPoint& x) {
  for (int i = 0; i < 3; ++i) {
    Exact along = 0;
    for (int k = 0; k < 3; ++k) along += Exact(box.axes(k, i)) * (x[k] - box.centre[k]);
    if (abs(along) > box.half[i]) return false;
  }
  return true;
}

Mesh scaled(Mesh mesh, double by, const Vec3& shift = {}) {
  for (Vec3& p : mesh.points) p = p * by + shift;
  return mesh;
}
Mesh one_triangle(const Vec3& a, const Vec3& b, const Vec3& c) { return {{a, b, c}, {{0, 1, 2}}, {}}; }

/// Links of every form: round, long, flat, straight, a single point, far from their own origin.
std::vector<Mesh> link_meshes() {
  return {shapes::box({2, 0.4, 0.3}),
          shapes::cylinder(0.3, 1, 7),
          shapes::sphere(0.6, 1),
          shapes::plate(2, 1, 2, 1),
          one_triangle({0, 0, 0}, {1, 2, 3}, {2, 4, 6}),
          one_triangle({0.3, 0.1, 0.7}, {0.3, 0.1, 0.7}, {0.3, 0.1, 0.7}),
          scaled(shapes::box({1, 0.3, 0.2}), 1, {1000, -700, 300}),
          shapes::random_soup(4, 0.4, 3)};
}

/// A figure with branches: link i hangs on link (i - 1) / 2.
std::vector<Link> branching(const std::vector<Mesh>& meshes, double scale) {
  std::vector<Link> links;
  for (std::size_t i = 0; i < meshes.size(); ++i)
    links.push_back({abut::Model(scaled(meshes[i], scale)), i == 0 ? -1 : static_cast<std::int32_t>((i - 1) / 2),
                     Vec3{-1, 0.2, 0} * scale});
  return links;
}

/// Rotations as they come: nearly exact, rounded to the last bit that still counts as rigid, mirrored, 3-4-5.
Placement any_turn(Random& random, const Vec3& shift) {
  Placement at = random.rotation(shift);
  const std::uint64_t family = random.below(4);
  if (family == 0)
    for (double& entry : at.linear.entries) entry = std::nearbyint(entry * 0x1p43) * 0x1p-43;
  if (family == 1) at.linear = at.linear * Matrix3{{-1, 0, 0, 0, 1, 0, 0, 0, 1}};
  if (family == 2) at.linear = {{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}};
  return at;
}

OrientedBox box_from(const Vec3& joint, const Vec3& x, const Vec3& y, double length, double breadth, double height) {
  return {{x, y, cross(x, y)}, joint + x * (length / 2), {length / 2, breadth / 2, height / 2}};
}
double volume(const OrientedBox& box) { return 8 * box.half.x * box.half.y * box.half.z; }

constexpr Vec3 ex{1, 0, 0}, ey{0, 1, 0}, ez{0, 0, 1};

}  // namespace

TEST(FigureBoxes, HoldAllVerticesBelowThemWhateverTheWay) {
  Random random(4);
  const std::vector<Mesh> meshes = link_meshes();
  for (double scale : {1.0, 0x1p-400, 0x1p250})
    for (double away : {0.0, 1e8}) {
      const Figures figures({branching(meshes, scale), branching({meshes[1]}, scale)});
      for (int round = 0; round < tries(1); ++round) {
        std::vector<Placement> at;
        for (std::size_t i = 0; i < figures.links().size(); ++i)
          at.push_back(any_turn(random, random.in_cube(3 + away) * scale));
        for (Way way : all_ways) {
          if (way == Way::brute) continue;
          Hierarchy hierarchy(figures, way);
          hierarchy.place(at);
          hierarchy.update();
          for (std::uint32_t i = 0; i < figures.nodes().size(); ++i) {
            const Node& node = figures.nodes()[i];
            for (std::uint32_t link : figures.order().subspan(node.first, node.count))
              for (const Vec3& p : figures.links()[link].model.mesh().points)
                ASSERT_TRUE(holds(hierarchy.box(i), exact_image(at[link], p)))
                    << name_of(way) << ", node " << i << ", scale " << scale << ", away " << away;
          }
        }
      }
    }
}

// Boxes that touch, or overlap by nothing, must not be taken for apart; those clearly apart must be.
TEST(FigureBoxes, ThatTouchAreNotApart) {
  Random random(5);
  for (int i = 0; i < tries(2000); ++i) {
    const Matrix3 turn = random.rotation().linear, other = random.rotation().linear;
    const Axes axes{turn.column(0), turn.column(1), turn.column(2)};
    const Axes more{other.column(0), other.column(1), other.column(2)};
    const OrientedBox a{axes, random.in_cube(2), {random.unit(), random.unit(), random.unit()}};
    OrientedBox b{more, {}, {random.unit(), random.unit(), random.unit()}};
    // A corner of b on a point of a's side.
    const Vec3 on_a = a.centre + axes[0] * a.half.x + axes[1] * (a.half.y * random.between(-1, 1)) +
                      axes[2] * (a.half.z * random.between(-1, 1));
    b.centre = on_a - more[0] * b.half.x + more[1] * b.half.y - more[2] * b.half.z;
    EXPECT_TRUE(may_touch(a, b) && may_touch(b, a));
    // Moved out by more than b is wide.
    b.centre = on_a + axes[0] * (length(b.half) + 1e-6);
    EXPECT_FALSE(may_touch(a, b) || may_touch(b, a));
  }
}

TEST(MajorAxis, IsTheEndpointVectorOfALimbThatIsBentWide) {
  // A right angle with limbs of 4 and 3: E = a1 - a2 is 5 long.
  const OrientedBox upper = box_from({}, ex, ey, 4, 1, 0.5), lower = box_from({}, ey, ez, 3, 1, 0.5);
  const OrientedBox box = major_box<false>(upper, lower, {});
  EXPECT_LT(length(box.axes[0] - Vec3{0.8, -0.6, 0}), 1e-15);
  EXPECT_LT(length(box.axes[1] - ez), 1e-15);
  EXPECT_LT(length(box.axes[2] - cross(box.axes[0], ez)), 1e-15);
  // The footnote is about acute angles alone.
  EXPECT_EQ(major_box<true>(upper, lower, {}).axes, box.axes);
}

TEST(MajorAxis, IsTheLongerLimbAtASmallAngleOrWithTheFootnoteTheSum) {
  // 60 degrees and more: E of equal limbs is no longer than they are.
  const Vec3 aside{0.8, 0.6, 0};
  const OrientedBox upper = box_from({}, ex, ey, 4, 1, 0.5), lower = box_from({}, aside, ez, 5, 1, 0.5);
  EXPECT_EQ(major_box<false>(upper, lower, {}).axes[0], aside);
  EXPECT_EQ(major_box<false>(lower, upper, {}).axes[0], aside);
  const Vec3 sum = ex * 4 + aside * 5;
  EXPECT_LT(length(major_box<true>(upper, lower, {}).axes[0] - sum * (1 / length(sum))), 1e-15);
  // Of equal limbs the first.
  const OrientedBox same = box_from({}, aside, ez, 4, 1, 0.5);
  EXPECT_EQ(major_box<false>(upper, same, {}).axes[0], ex);
  EXPECT_EQ(major_box<false>(same, upper, {}).axes[0], aside);
}

TEST(MajorAxis, PointsAwayFromTheJointWhicheverWayABoxLies) {
  OrientedBox upper = box_from({}, ex, ey, 4, 1, 0.5);
  const OrientedBox lower = box_from({}, ey, ez, 4, 1, 0.5);
  const OrientedBox before = major_box<false>(upper, lower, {});
  upper.axes = {-upper.axes[0], -upper.axes[1], upper.axes[2]};
  EXPECT_EQ(major_box<false>(upper, lower, {}).axes[0], before.axes[0]);
  // A joint level with the centre: the box's own direction counts.
  const OrientedBox middle = box_from({-2, 0, 0}, ex, ey, 4, 1, 0.5);
  EXPECT_LT(length(major_box<false>(middle, lower, {}).axes[0] - Vec3{1, -1, 0} * std::sqrt(0.5)), 1e-15);
}

// The paper compares the product of the two vectors with 1 - 1e-5, which a straight limb, -1, passes.
TEST(MajorAxis, TakesAStraightLimbAndAFoldedOneAsParallel) {
  const OrientedBox upper = box_from({}, ex, ey, 4, 1, 0.5), fold = box_from({}, ex, ez, 3, 1.5, 0.25),
                    straight = box_from({}, -ex, ez, 3, 1.5, 0.25);
  for (const OrientedBox& lower : {fold, straight}) {
    // The broader one gives its axes: 1.5 against 1.
    EXPECT_EQ(major_box<false>(upper, lower, {}).axes, lower.axes);
    EXPECT_EQ(major_box<false>(lower, upper, {}).axes, lower.axes);
  }
  EXPECT_NEAR(volume(major_box<false>(upper, straight, {})), 7 * 1.5 * 1, 1e-6);
  EXPECT_NEAR(volume(major_box<false>(upper, fold, {})), 4 * 1.5 * 1, 1e-6);
  // From the parallel case to the other one nothing grows out of hand.
  for (double tangent : {1e-17, 1e-9, 1e-4, 4e-3, 4.4e-3, 4.5e-3, 4.6e-3, 1e-2})
    for (double sign : {-1.0, 1.0}) {
      const Vec3 x = Vec3{sign, tangent, 0} * (1 / std::sqrt(1 + tangent * tangent));
      const double found = volume(major_box<false>(upper, box_from({}, x, ez, 3, 1.5, 0.25), {}));
      EXPECT_LT(found, 1.2 * (sign < 0 ? 7 : 4) * 1.5) << tangent;
      EXPECT_GT(found, 0.9 * (sign < 0 ? 7 : 4) * 1.5) << tangent;
    }
}

// The four products that reach_of() takes are as good as all nine.
TEST(MajorAxis, BoxIsThatOfEquation4) {
  Random random(6);
  for (int i = 0; i < tries(3000); ++i) {
    const auto some_box = [&] {
      const Matrix3 turn = random.rotation().linear;
      return OrientedBox{{turn.column(0), turn.column(1), turn.column(2)},
                         random.in_cube(2),
                         {random.unit(), random.unit(), random.unit()}};
    };
    const OrientedBox a = some_box(), b = some_box();
    const Vec3 joint = random.in_cube(2);
    for (const OrientedBox& box : {major_box<false>(a, b, joint), major_box<true>(a, b, joint)}) {
      for (int k = 0; k < 3; ++k) {
        double low = 1e300, high = -1e300;
        for (const OrientedBox* child : {&a, &b})
          for (int corner = 0; corner < 8; ++corner) {
            const Vec3 x = child->centre + child->axes[0] * (corner & 1 ? child->half.x : -child->half.x) +
                           child->axes[1] * (corner & 2 ? child->half.y : -child->half.y) +
                           child->axes[2] * (corner & 4 ? child->half.z : -child->half.z);
            low = std::min(low, dot(box.axes[k], x)), high = std::max(high, dot(box.axes[k], x));
          }
        EXPECT_NEAR(box.half[k], 0.5 * (high - low), 1e-8);
        EXPECT_GE(box.half[k], 0.5 * (high - low));
        EXPECT_NEAR(dot(box.axes[k], box.centre), 0.5 * (low + high), 1e-9);
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(dot(box.axes[k], box.axes[j]), j == k, 1e-12);
      }
    }
  }
}

}  // namespace abut::classic::figure
