#include "engine/root_box.h"

#include "query/model_data.h"
#include "support/placement_families.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/shapes.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

bool roots_apart(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double margin = 0) {
  return surely_apart({a.data().root, at_a, rigidity_defect(at_a.linear)},
                      {b.data().root, at_b, rigidity_defect(at_b.linear)}, margin);
}

Mesh moved(Mesh mesh, double factor, const Vec3& by) {
  for (Vec3& point : mesh.points) point = point * factor + by;
  return mesh;
}

std::vector<Model> some_models(Random& random) {
  std::vector<Model> models;
  models.emplace_back(shapes::box({0.2, 0.3, 0.5}));
  models.emplace_back(shapes::icosahedron(0.7));
  models.emplace_back(shapes::random_soup(6, 0.4, random.bits()));
  models.emplace_back(shapes::plate(2, 0.1, 2, 1));
  models.emplace_back(moved(shapes::box({1, 0.1, 0.1}), 1, {1000, -2000, 1e6}));
  models.emplace_back(moved(shapes::icosahedron(1), 0x1p-30, {0, 0x1p-20, 0}));
  return models;
}

Placement rounded(Placement at) {
  for (double& entry : at.linear.entries) entry = std::round(entry * 1e6) * 1e-6;
  return at;
}

/// Brings a corner of b's onto one of a's, nearly, and then `away` times the models' sizes from it.
Placement beside(const Model& a, const Placement& at_a, const Model& b, Placement at_b, double away, Random& random) {
  const Vec3 on_a = a.mesh().points[random.below(a.mesh().points.size())];
  const Vec3 on_b = b.mesh().points[random.below(b.mesh().points.size())];
  const double size = a.data().root.radius + b.data().root.radius;
  at_b.shift = at_a * on_a - at_b.linear * on_b + random.in_cube(away * size);
  return at_b;
}

void expect_no_false_yes(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double margin,
                         int& yes) {
  if (!roots_apart(a, at_a, b, at_b, margin)) return;
  ++yes;
  EXPECT_GT(distance(a, at_a, b, at_b).upper, margin);
  EXPECT_TRUE(roots_apart(b, at_b, a, at_a, margin));
}

TEST(RootBox, SaysApartOnlyWhereModelsAreFartherThanTheMargin) {
  Random random(1);
  const std::vector<Model> models = some_models(random);
  int yes = 0, asked = 0;
  for (const PlacementFamily& family : placement_families())
    for (int round = 0; round < 60; ++round)
      for (double away : {0.0, 1e-7, 1e-3, 0.3, 1.0, 3.0}) {
        const Model &a = models[random.below(models.size())], &b = models[random.below(models.size())];
        Placement at_a = family.next(random), at_b = family.next(random);
        if (round % 3 == 0) at_a = rounded(at_a), at_b = rounded(at_b);
        if (determinant(at_a.linear) == 0 || determinant(at_b.linear) == 0) continue;
        at_b = beside(a, at_a, b, at_b, away, random);
        const double margin = round % 2 == 0 ? 0 : away * 0.3;
        SCOPED_TRACE(family.name + ", " + std::to_string(away));
        expect_no_false_yes(a, at_a, b, at_b, margin, yes);
        ++asked;
      }
  EXPECT_GT(yes, asked / 20);
}

TEST(RootBox, IsSafeAtBothEndsOfTheRange) {
  Random random(2);
  const std::vector<Model> models = some_models(random);
  int yes = 0;
  for (const PlacementFamily& family : extreme_placement_families())
    for (int round = 0; round < 40; ++round) {
      const Model &a = models[random.below(models.size())], &b = models[random.below(models.size())];
      SCOPED_TRACE(family.name);
      expect_no_false_yes(a, family.next(random), b, family.next(random), 0, yes);
    }
  for (double size : {0x1p-300, 0x1p-60, 0x1p-30, 0x1p30, 0x1p60, 0x1p290}) {
    const Model small(moved(shapes::box({1, 1, 1}), size, {}));
    EXPECT_FALSE(roots_apart(small, {}, small, Placement::translation({2 * size, 0, 0})));
    EXPECT_TRUE(roots_apart(small, {}, small, Placement::translation({4 * size, 0, 0})));
  }
}

TEST(RootBox, KeepsBoxesTogetherThatShareAFaceOrACorner) {
  const Model box(shapes::box({1, 2, 3}));
  for (const Vec3& by : {Vec3{2, 0, 0}, Vec3{0, 4, 0}, Vec3{0, 0, 6}, Vec3{2, 4, 6}, Vec3{-2, 4, -6}})
    EXPECT_FALSE(roots_apart(box, {}, box, Placement::translation(by)));
  for (const Vec3& by : {Vec3{0, 4.01, 0}, Vec3{0, 0, 6.01}, Vec3{2, 4.01, 6}})
    EXPECT_TRUE(roots_apart(box, {}, box, Placement::translation(by)));
  EXPECT_FALSE(roots_apart(box, {}, box, Placement::translation({0, 4.5, 0}), 0.5));
  EXPECT_TRUE(roots_apart(box, {}, box, Placement::translation({0, 4.5, 0}), 0.49));
}

/// The box around a placed model, as sums of its axes.
struct BoxEdges {
  Vec3 centre, edges[3];

  BoxEdges(const Model& model, const Placement& at) : centre(at * model.data().root.centre) {
    const RootBox& box = model.data().root;
    for (int i = 0; i < 3; ++i)
      edges[i] = at.linear * Vec3{box.axes[0][i], box.axes[1][i], box.axes[2][i]} * double{box.half[i]};
  }
  /// As a unit vector.
  Vec3 longest() const {
    Vec3 most = edges[0];
    for (const Vec3& edge : edges) most = length(edge) > length(most) ? edge : most;
    return most * (1 / length(most));
  }
  double reach(const Vec3& unit) const {
    return std::abs(dot(unit, edges[0])) + std::abs(dot(unit, edges[1])) + std::abs(dot(unit, edges[2]));
  }
};

/// Crossed rods: nothing but the cross product of their edges tells them apart.
TEST(RootBox, SeesBoxesApartAcrossAnEdgeOfEach) {
  Random random(5);
  const Model rod(shapes::box({1, 0.1, 0.1}));
  const Placement upright = Placement::rotation(0.8, 0, 0.6, 0), slanted = Placement::rotation(1, 0.4, 0.3, 0.6);
  for (int round = 0; round < 300; ++round) {
    const Placement common = random.rotation(random.in_cube(2));
    const Placement first = common * upright, turned = common * slanted;
    const Placement at_a = round % 2 == 0 ? first : rounded(first);
    const Placement at_b = round % 2 == 0 ? turned : rounded(turned);
    const BoxEdges edges_a(rod, at_a), edges_b(rod, at_b);
    const Vec3 across = cross(edges_a.longest(), edges_b.longest()), unit = across * (1 / length(across));
    const double reach = edges_a.reach(unit) + edges_b.reach(unit), gap = std::exp2(-random.between(2, 8));
    const auto beside = [&](double by) {
      Placement at = at_b;
      at.shift = at_b.shift + (edges_a.centre + unit * by - edges_b.centre);
      return at;
    };
    EXPECT_TRUE(roots_apart(rod, at_a, rod, beside(reach + gap))) << round;
    EXPECT_TRUE(roots_apart(rod, beside(reach + gap), rod, at_a)) << round;
    EXPECT_TRUE(roots_apart(rod, at_a, rod, beside(reach + gap), 0.4 * gap * length(across))) << round;
    EXPECT_FALSE(roots_apart(rod, at_a, rod, beside(reach + gap), 1.01 * gap)) << round;
    EXPECT_FALSE(roots_apart(rod, at_a, rod, beside(reach * (1 - 0x1p-20)))) << round;
  }
}

TEST(RootBox, SeesTurnedAndSlantedBoxesApart) {
  Random random(3);
  const Model box(shapes::box({1, 0.1, 0.1}));
  int yes = 0;
  for (int round = 0; round < 300; ++round) {
    const Placement common = random.rotation();
    Placement at_a = round % 2 == 0 ? common : rounded(common), at_b = at_a;
    // Side by side: balls around them overlap.
    at_b.shift = at_a.shift + at_a.linear * Vec3{0.5, 0.29, 0};
    yes += roots_apart(box, at_a, box, at_b);
  }
  EXPECT_EQ(yes, 300);
  const Placement sheared{Matrix3::from_rows({2, 0.5, 0}, {0, 1, 0}, {0, 0, 1}), {}};
  Placement beside = sheared;
  beside.shift = {0, 2.5, 0};
  EXPECT_TRUE(roots_apart(box, sheared, box, beside));
}

TEST(RootBox, FollowsARefit) {
  Model box(shapes::box({1, 1, 1}));
  const Placement beside = Placement::translation({5, 0, 0});
  EXPECT_TRUE(roots_apart(box, {}, box, beside));
  box.refit(moved(shapes::box({1, 1, 1}), 3, {}).points);
  EXPECT_FALSE(roots_apart(box, {}, box, beside));
  EXPECT_TRUE(touches(box, {}, box, beside));
}

TEST(RootBox, EndsAQueryWithOneTest) {
  const Model box(shapes::box({1, 1, 1})), none;
  const Contacts far = collide(box, {}, box, Placement::translation({9, 0, 0}));
  EXPECT_EQ(far.counters.volume_tests, 1);
  EXPECT_TRUE(far.complete);
  EXPECT_FALSE(roots_apart(none, {}, box, Placement::translation({9, 0, 0})));
}

}  // namespace
}  // namespace abut
