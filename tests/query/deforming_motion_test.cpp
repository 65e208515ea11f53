#include "math/random.h"
#include "support/effort.h"
#include <abut/collide.h>
#include <abut/deforming_motion.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <cmath>
#include <optional>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Points = std::vector<Vec3>;

Points moved(const Mesh& mesh, Random& random, double reach, const Vec3& way) {
  Points points = mesh.points;
  for (Vec3& point : points) point += random.in_cube(reach) + way;
  return points;
}

MovingPoint motion(const Mesh& mesh, const Points& to, std::uint32_t i) { return {mesh.points[i], to[i]}; }

/// All features of all pairs of triangles, asked one by one.
struct BruteForce {
  const Mesh &a, &b;
  const Points &to_a, &to_b;
  bool is_self = false;
  double lower = INFINITY, upper = INFINITY;

  bool is_one(std::uint32_t i, std::uint32_t j) const {
    return is_self && a.points[i] == b.points[j] && to_a[i] == to_b[j];
  }
  void take(const FeatureContact& contact) {
    lower = std::min(lower, contact.lower), upper = std::min(upper, contact.upper);
  }
  void vertex_face(const Mesh& v, const Points& to_v, std::uint32_t i, const Mesh& f, const Points& to_f,
                   const Triangle& t) {
    for (std::uint32_t corner : t)
      if (is_one(i, corner)) return;
    take(first_contact_vertex_face(motion(v, to_v, i),
                                   {motion(f, to_f, t[0]), motion(f, to_f, t[1]), motion(f, to_f, t[2])}));
  }
  void run() {
    for (std::size_t m = 0; m < a.triangles.size(); ++m)
      for (std::size_t n = is_self ? m + 1 : 0; n < b.triangles.size(); ++n) {
        const Triangle &s = a.triangles[m], &t = b.triangles[n];
        for (int i = 0; i < 3; ++i) {
          vertex_face(a, to_a, s[i], b, to_b, t), vertex_face(b, to_b, t[i], a, to_a, s);
          for (int j = 0; j < 3; ++j) {
            const std::uint32_t p = s[i], q = s[(i + 1) % 3], u = t[j], v = t[(j + 1) % 3];
            if (is_one(p, u) || is_one(p, v) || is_one(q, u) || is_one(q, v)) continue;
            take(first_contact_edge_edge({motion(a, to_a, p), motion(a, to_a, q)},
                                         {motion(b, to_b, u), motion(b, to_b, v)}));
          }
        }
      }
  }
};

// The triangles named are where and when they say.
void expect_there(const DeformingContact& contact, const Mesh& a, const Points& to_a, const Mesh& b,
                  const Points& to_b) {
  const auto at = [&](const Mesh& mesh, const Points& to, std::uint32_t triangle,
                      const std::array<double, 3>& weights) {
    Vec3 place;
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t corner = mesh.triangles[triangle][i];
      place += (mesh.points[corner] * (1 - contact.upper) + to[corner] * contact.upper) * weights[i];
    }
    return place;
  };
  const Vec3 place_a = at(a, to_a, contact.triangle_a, contact.weights_a);
  const Vec3 place_b = at(b, to_b, contact.triangle_b, contact.weights_b);
  EXPECT_LT(length(place_a - contact.point_a), 1e-12);
  EXPECT_LT(length(place_b - contact.point_b), 1e-12);
  EXPECT_LT(length(place_a - place_b), 1e-7);
  EXPECT_NEAR(length(contact.normal), contact.kind == FeatureKind::triangles ? 0 : 1, 1e-12);
}

TEST(DeformingMotion, FirstContactOfTwoMeshesIsThatOfAllTheirFeatures) {
  Random random(1);
  int contacts = 0, clear = 0;
  for (int i = 0; i < tries(60); ++i) {
    const Mesh a = shapes::sphere(1, 3), b = shapes::plate(3, 3, 4, 4);
    const Vec3 start{0, 0, random.between(1.05, 2)};
    Mesh ball = a;
    for (Vec3& point : ball.points) point += start;
    const Points to_a = moved(ball, random, 0.2, {random.between(-1, 1), 0, random.between(-1.5, 0.5)});
    const Points to_b = moved(b, random, 0.2, {});
    BruteForce truth{ball, b, to_a, to_b};
    truth.run();
    ASSERT_FALSE(touches(Model(ball), {}, Model(b), {}));
    const DeformingContact found = first_contact_deforming(Model(ball), to_a, Model(b), to_b);
    ASSERT_TRUE(found.complete);
    ASSERT_EQ(found.answer, truth.upper <= 1 ? Answer::yes : Answer::no);
    ASSERT_EQ(found.upper, truth.upper);
    ASSERT_LE(found.lower, truth.upper);
    ASSERT_GE(found.lower, truth.lower);
    (found ? contacts : clear) += 1;
    if (found) expect_there(found, ball, to_a, b, to_b);
    const DeformingContact swapped = first_contact_deforming(Model(b), to_b, Model(ball), to_a);
    ASSERT_EQ(swapped.answer, found.answer);
    ASSERT_EQ(swapped.upper, found.upper);
    if (found) expect_there(swapped, b, to_b, ball, to_a);
  }
  EXPECT_GT(contacts, 5);
  EXPECT_GT(clear, 5);
}

/// Triangles that have no point in common.
Mesh loose_triangles(Random& random, int count, double size) {
  Mesh soup;
  for (int i = 0; i < count; ++i) {
    const Vec3 middle = random.in_cube(size);
    for (int corner = 0; corner < 3; ++corner) soup.points.push_back(middle + random.in_cube(0.2 * size));
    const auto last = static_cast<std::uint32_t>(soup.points.size());
    soup.triangles.push_back({last - 3, last - 2, last - 1});
  }
  return soup;
}

// Leaves whose triangles share no points were told apart by points that they did not have.
TEST(DeformingMotion, FirstContactOfLooseTrianglesOfAllSizesIsThatOfAllTheirFeatures) {
  Random random(6);
  int contacts = 0, clear = 0;
  for (int i = 0; i < tries(60); ++i) {
    const double ratio = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e-3 : 1e-6, far = i % 5 == 0 ? 1e6 : 0;
    Mesh a = i % 2 == 0 ? shapes::sphere(1, 3) : loose_triangles(random, 40, 1), b = loose_triangles(random, 20, ratio);
    const Vec3 start = random.direction() * ((1 + ratio) * random.between(0.7, 1.5));
    for (Vec3& point : a.points) point.x += far;
    for (Vec3& point : b.points) point += start + Vec3{far, 0, 0};
    if (touches(Model(a), {}, Model(b), {})) continue;
    const Points to_a = moved(a, random, i % 7 == 0 ? 1 : 0.05, {});
    const Points to_b = moved(b, random, 0.05 * ratio, start * random.between(-1.5, 0));
    BruteForce truth{a, b, to_a, to_b};
    truth.run();
    const DeformingContact found = first_contact_deforming(Model(a), to_a, Model(b), to_b);
    ASSERT_EQ(found.answer, truth.upper <= 1 ? Answer::yes : Answer::no) << i;
    ASSERT_EQ(found.upper, truth.upper) << i;
    (found ? contacts : clear) += 1;
  }
  EXPECT_GT(contacts, 5);
  EXPECT_GT(clear, 5);
}

TEST(DeformingMotion, FirstContactOfAMeshWithItselfIsThatOfAllItsFeatures) {
  Random random(2);
  int contacts = 0, clear = 0;
  for (int i = 0; i < tries(40); ++i) {
    const Mesh mesh = shapes::plate(4, 2, 6, 3);
    // Folds one end over the other, more or less.
    const double height = random.between(-0.3, 0.6);
    Points to = mesh.points;
    for (Vec3& point : to) {
      if (point.x > 0) point = {-point.x * 0.8, point.y, height * point.x};
      point += random.in_cube(0.1);
    }
    BruteForce truth{mesh, mesh, to, to, true};
    truth.run();
    const DeformingContact found = first_self_contact_deforming(Model(mesh), to);
    ASSERT_EQ(found.answer, truth.upper <= 1 ? Answer::yes : Answer::no) << i;
    ASSERT_EQ(found.upper, truth.upper) << i;
    (found ? contacts : clear) += 1;
    if (found) {
      ASSERT_LT(found.triangle_a, found.triangle_b);
      expect_there(found, mesh, to, mesh, to);
    }
  }
  EXPECT_GT(contacts, 3);
  EXPECT_GT(clear, 3);
}

// Every triangle with corners of its own: what has the same place before and after is one vertex.
TEST(DeformingMotion, OfASoupIsThatOfTheWeldedMesh) {
  Random random(3);
  const Mesh mesh = shapes::plate(4, 2, 6, 3);
  for (const double reach : {0.05, 2.0}) {
    const Points to = moved(mesh, random, reach, {});
    Mesh soup;
    Points soup_to;
    for (const Triangle& t : mesh.triangles) {
      for (std::uint32_t corner : t) soup.points.push_back(mesh.points[corner]), soup_to.push_back(to[corner]);
      const auto last = static_cast<std::uint32_t>(soup.points.size());
      soup.triangles.push_back({last - 3, last - 2, last - 1});
    }
    const DeformingContact whole = first_self_contact_deforming(Model(mesh), to);
    const DeformingContact torn = first_self_contact_deforming(Model(soup), soup_to);
    EXPECT_EQ(whole.answer, reach > 1 ? Answer::yes : Answer::no);
    EXPECT_EQ(torn.answer, whole.answer);
    EXPECT_EQ(torn.upper, whole.upper);
  }
}

TEST(DeformingMotion, OfMeshesThatTouchAtTheStartIsAt0) {
  const Mesh a = shapes::plate(2, 2, 3, 3);
  Mesh b = a;
  for (Vec3& point : b.points) point = {point.x, point.z, point.y};  // pierces a
  Points away = b.points;
  for (Vec3& point : away) point.x += 100;
  const DeformingContact found = first_contact_deforming(Model(a), a.points, Model(b), away);
  EXPECT_EQ(found.answer, Answer::yes);
  EXPECT_EQ(found.kind, FeatureKind::triangles);
  EXPECT_EQ(found.lower, 0);
  EXPECT_EQ(found.upper, 0);
  EXPECT_TRUE(touches(Model(a), {}, Model(b), {}));
  expect_there(found, a, a.points, b, away);
  const Mesh both = joined(std::array{a, b});
  const DeformingContact self = first_self_contact_deforming(Model(both), both.points);
  EXPECT_EQ(self.upper, 0);
}

TEST(DeformingMotion, IsTheSameAnywhereAndAtAnySize) {
  Random random(4);
  const Mesh a = shapes::sphere(1, 4);
  Mesh b = a;
  for (Vec3& point : b.points) point.z += 2.5;
  const Points to_a = moved(a, random, 0.1, {0, 0, 0.5}), to_b = moved(b, random, 0.1, {0, 0, -0.5});
  const DeformingContact here = first_contact_deforming(Model(a), to_a, Model(b), to_b);
  ASSERT_TRUE(here);
  for (const double factor : {0x1p250, 0x1p-250, 0x1p-20}) {
    const auto scaled = [&](Points points) {
      for (Vec3& point : points) point = point * factor;
      return points;
    };
    const Mesh large_a{scaled(a.points), a.triangles, {}}, large_b{scaled(b.points), b.triangles, {}};
    const DeformingContact there = first_contact_deforming(Model(large_a), scaled(to_a), Model(large_b), scaled(to_b));
    EXPECT_EQ(there.answer, Answer::yes);
    EXPECT_EQ(there.upper, here.upper);
    EXPECT_EQ(there.triangle_a, here.triangle_a);
  }
}

TEST(DeformingMotion, OfNothingAndOfWhatStandsStillHasNoContact) {
  const Mesh a = shapes::sphere(1, 3);
  EXPECT_EQ(first_contact_deforming(Model(a), a.points, Model(), {}).answer, Answer::no);
  EXPECT_EQ(first_self_contact_deforming(Model(), {}).answer, Answer::no);
  EXPECT_EQ(first_self_contact_deforming(Model(a), a.points).answer, Answer::no);
}

TEST(DeformingMotion, IsBracketedTrulyWhenTheBudgetEndsIt) {
  Random random(5);
  const Mesh a = shapes::plate(4, 4, 12, 12);
  Mesh b = a;
  for (Vec3& point : b.points) point.z = 0.5 + 0.1 * point.x;
  const Points to_a = moved(a, random, 0.05, {}), to_b = moved(b, random, 0.05, {0, 0, -0.6});
  const DeformingContact truth = first_contact_deforming(Model(a), to_a, Model(b), to_b);
  ASSERT_TRUE(truth);
  int unknown = 0;
  for (std::uint64_t tests = 1; tests < 3000; tests += 50) {
    const DeformingContact found =
        first_contact_deforming(Model(a), to_a, Model(b), to_b, {.budget = {.tests = tests}});
    ASSERT_NE(found.answer, Answer::no);
    ASSERT_LE(found.lower, truth.upper);
    ASSERT_GE(found.upper, truth.upper);
    unknown += found.answer == Answer::unknown;
    if (found.answer == Answer::unknown) {
      EXPECT_THROW(static_cast<void>(static_cast<bool>(found)), Error);
    }
    ASSERT_TRUE(!found.complete || found.upper == truth.upper);
  }
  EXPECT_GT(unknown, 0);
}

TEST(DeformingMotion, RefusesBadInput) {
  const Mesh a = shapes::sphere(1, 3);
  Points few = a.points, broken = a.points;
  few.pop_back(), broken[2].y = NAN;
  EXPECT_THROW(first_contact_deforming(Model(a), few, Model(a), a.points), Error);
  EXPECT_THROW(first_contact_deforming(Model(a), a.points, Model(a), broken), Error);
  EXPECT_THROW(first_self_contact_deforming(Model(a), few), Error);
  EXPECT_THROW(first_self_contact_deforming(Model(a), a.points, {.time_tolerance = -1}), Error);
  EXPECT_THROW(first_self_contact_deforming(Model(a), a.points, {.distance_tolerance = NAN}), Error);
}

}  // namespace
}  // namespace abut
