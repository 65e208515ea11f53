#include "support/effort.h"
#include "support/rational_solids.h"
#include "support/solid_families.h"
#include <abut/error.h>
#include <abut/small_tests.h>

#include <gtest/gtest.h>

namespace abut::small {

namespace {

using oracle::exactly;
using oracle::Inequality;
using oracle::minus;
using oracle::Point;
using oracle::Rational;

constexpr double infinity = std::numeric_limits<double>::infinity();

Rational square_of(const Rational& x) { return x * x; }
Point along(const Point& p, const Rational& t, const Point& way) {
  return {p[0] + t * way[0], p[1] + t * way[1], p[2] + t * way[2]};
}

template <class Solid>
bool oracle_touches(const Sphere& sphere, const Solid& solid) {
  return oracle::squared_distance(oracle::sides_of(solid), exactly(sphere.centre)).value() <=
         square_of(exactly(sphere.radius));
}

template <class SolidA, class SolidB>
bool oracle_touches(const SolidA& a, const SolidB& b) {
  std::vector<Inequality> both = oracle::sides_of(a);
  for (const Inequality& side : oracle::sides_of(b)) both.push_back(side);
  return oracle::squared_distance(both, exactly(Vec3{})).has_value();
}

/// o + t d = a + u (b - a) + v (c - a) with u, v, 1 - u - v >= 0, in the unknowns t, u, v.
std::optional<Rational> oracle_first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                         const Corners& triangle) {
  const Point o = exactly(origin), d = exactly(direction), a = exactly(triangle[0]);
  const Point e = minus(exactly(triangle[1]), a), f = minus(exactly(triangle[2]), a);
  std::vector<Inequality> system{{{1, 0, 0}, -exactly(t_min)}, {{0, 1, 0}, 0}, {{0, 0, 1}, 0}, {{0, -1, -1}, 1}};
  if (t_max < infinity) system.push_back({{-1, 0, 0}, exactly(t_max)});
  for (int k = 0; k < 3; ++k) {
    system.push_back({{d[k], -e[k], -f[k]}, o[k] - a[k]});
    system.push_back({{-d[k], e[k], f[k]}, a[k] - o[k]});
  }
  return oracle::least_first(system);
}

/// The width that small_tests.h promises.
void expect_brackets(const std::optional<Bracket>& found, const std::optional<Rational>& real, double t_min) {
  ASSERT_EQ(found.has_value(), real.has_value());
  if (!found) return;
  EXPECT_LE(exactly(found->lower), *real);
  EXPECT_GE(exactly(found->upper), *real);
  EXPECT_LE(found->upper - found->lower, 0x1p-44 * std::max(std::abs(found->upper), std::abs(t_min)));
}

struct RayCase {
  Vec3 origin, direction;
  double t_min, t_max;
};
RayCase ray_of(SolidFamily& family) {
  const double ends[] = {-1, 0, 0.5, 1, 2};
  Random& random = family.random();
  const double t_min = ends[random.below(4)], t_max = random.chance(0.3) ? infinity : t_min + ends[1 + random.below(4)];
  return {family.point(), family.way(), t_min, t_max};
}

}  // namespace

TEST(SmallTests, SpheresTouchAsRationalNumbersSay) {
  SolidFamily family(1);
  int touching = 0, tangent = 0;
  for (int i = 0; i < tries(20000); ++i) {
    family.next();
    const Sphere a = family.sphere(), b = family.sphere();
    const Point way = minus(exactly(b.centre), exactly(a.centre));
    const Rational gap = oracle::dot(way, way) - square_of(exactly(a.radius) + exactly(b.radius));
    ASSERT_EQ(touches(a, b), gap <= 0);
    touching += gap <= 0, tangent += gap == 0;
  }
  EXPECT_GT(touching, tries(1000));
  EXPECT_GT(tangent, tries(50));
}

TEST(SmallTests, SpheresTouchBoxesAndFrustaAsRationalNumbersSay) {
  SolidFamily family(2);
  int touching = 0;
  for (int i = 0; i < tries(900); ++i) {
    family.next();
    const Sphere sphere = family.sphere();
    const Box box = family.box();
    const Frustum frustum = family.frustum();
    ASSERT_EQ(touches(sphere, box), oracle_touches(sphere, box)) << i;
    ASSERT_EQ(touches(sphere, frustum), oracle_touches(sphere, frustum)) << i;
    touching += touches(sphere, box);
  }
  EXPECT_GT(touching, tries(90));
}

TEST(SmallTests, PointsAreInBoxesAndFrustaAndConesAsRationalNumbersSay) {
  SolidFamily family(3);
  int inside[3] = {};
  for (int i = 0; i < tries(20000); ++i) {
    family.next();
    const Vec3 point = family.point();
    const Box box = family.box();
    const Frustum frustum = family.frustum();
    const RoundedCone cone = family.cone();
    ASSERT_EQ(contains(box, point), oracle::holds(oracle::sides_of(box), exactly(point)));
    ASSERT_EQ(contains(frustum, point), oracle::holds(oracle::sides_of(frustum), exactly(point)));
    const Point x = minus(exactly(point), exactly(cone.apex)), axis = exactly(cone.axis);
    const Rational ahead = oracle::dot(x, axis), limit = square_of(exactly(cone.cosine)) * oracle::dot(x, x);
    const bool lit = oracle::dot(x, x) <= square_of(exactly(cone.range)) && ahead >= 0 &&
                     ahead * ahead >= limit * oracle::dot(axis, axis);
    ASSERT_EQ(contains(cone, point), lit);
    inside[0] += contains(box, point), inside[1] += contains(frustum, point), inside[2] += lit;
  }
  for (int count : inside) EXPECT_GT(count, tries(100));
}

TEST(SmallTests, BoxesTouchBoxesAndFrustaAsRationalNumbersSay) {
  SolidFamily family(4);
  int touching = 0;
  for (int i = 0; i < tries(250); ++i) {
    family.next();
    const Box a = family.box(), b = family.box();
    const Frustum frustum = family.frustum();
    ASSERT_EQ(touches(a, b), oracle_touches(a, b)) << i;
    ASSERT_EQ(touches(b, a), touches(a, b)) << i;
    ASSERT_EQ(touches(a, frustum), oracle_touches(a, frustum)) << i;
    touching += touches(a, b);
  }
  EXPECT_GT(touching, tries(25));
}

TEST(SmallTests, TrianglesTouchAsRationalNumbersSay) {
  SolidFamily family(5);
  int touching = 0;
  for (int i = 0; i < tries(150); ++i) {
    family.next();
    const Corners a = family.corners(), b = family.corners();
    // a + u e + v f = b + s g + r h, in the unknowns u, v, s, r.
    const Point origin_a = exactly(a[0]), origin_b = exactly(b[0]);
    const Point e = minus(exactly(a[1]), origin_a), f = minus(exactly(a[2]), origin_a);
    const Point g = minus(exactly(b[1]), origin_b), h = minus(exactly(b[2]), origin_b);
    std::vector<Inequality> system{{{1, 0, 0, 0}, 0}, {{0, 1, 0, 0}, 0}, {{-1, -1, 0, 0}, 1},
                                   {{0, 0, 1, 0}, 0}, {{0, 0, 0, 1}, 0}, {{0, 0, -1, -1}, 1}};
    for (int k = 0; k < 3; ++k) {
      system.push_back({{e[k], f[k], -g[k], -h[k]}, origin_a[k] - origin_b[k]});
      system.push_back({{-e[k], -f[k], g[k], h[k]}, origin_b[k] - origin_a[k]});
    }
    ASSERT_EQ(touches(a, b), oracle::is_feasible(system)) << i;
    touching += touches(a, b);
  }
  EXPECT_GT(touching, tries(8));
}

TEST(SmallTests, RaysHitTrianglesBoxesAndFrustaWhereRationalNumbersSay) {
  SolidFamily family(6);
  int hits[3] = {};
  for (int i = 0; i < tries(6000); ++i) {
    family.next();
    const RayCase ray = ray_of(family);
    Corners triangle = family.corners();
    // A third of them through a corner or along a side, or with the triangle in their plane.
    if (family.random().chance(0.2)) triangle[0] = ray.origin + ray.direction;
    if (family.random().chance(0.1)) triangle[1] = ray.origin + ray.direction * 0.5;
    const Box box = family.box();
    const Frustum frustum = family.frustum();
    const auto in_triangle = first_hit(ray.origin, ray.direction, ray.t_min, ray.t_max, triangle);
    const auto in_box = first_hit(ray.origin, ray.direction, ray.t_min, ray.t_max, box);
    const auto in_frustum = first_hit(ray.origin, ray.direction, ray.t_min, ray.t_max, frustum);
    expect_brackets(in_triangle, oracle_first_hit(ray.origin, ray.direction, ray.t_min, ray.t_max, triangle),
                    ray.t_min);
    const auto least_in = [&](const auto& solid) {
      return oracle::least_first(
          oracle::along_ray(oracle::sides_of(solid), ray.origin, ray.direction, ray.t_min, ray.t_max));
    };
    expect_brackets(in_box, least_in(box), ray.t_min);
    expect_brackets(in_frustum, least_in(frustum), ray.t_min);
    ASSERT_FALSE(HasFailure()) << i;
    hits[0] += in_triangle.has_value(), hits[1] += in_box.has_value(), hits[2] += in_frustum.has_value();
  }
  for (int count : hits) EXPECT_GT(count, tries(200));
}

namespace {

/// The first t of [t_min, t_max] with |start + t way| <= radius is in the bracket, or there is none.
void expect_first_within(const std::optional<Bracket>& found, const Point& start, const Point& way,
                         const Rational& radius, const Rational& t_min, std::optional<Rational> t_max) {
  const auto excess = [&](const Rational& t) -> Rational {
    const Point x = along(start, t, way);
    return oracle::dot(x, x) - radius * radius;
  };
  const Rational square = oracle::dot(way, way);
  Rational lowest = square == 0 ? t_min : Rational(-oracle::dot(start, way) / square);
  if (lowest < t_min) lowest = t_min;
  Rational last = t_max && *t_max < lowest ? *t_max : lowest;
  ASSERT_EQ(found.has_value(), excess(last) <= 0);
  if (!found) return;
  // The least root is at most `lowest`; before it the excess is positive.
  const Rational lower = exactly(found->lower), upper = exactly(found->upper);
  EXPECT_TRUE(lower == t_min || excess(lower) >= 0);
  EXPECT_LE(lower, last);
  EXPECT_TRUE(excess(upper) <= 0 || upper >= lowest);
  EXPECT_LE(found->upper - found->lower,
            0x1p-44 * std::max(std::abs(found->upper), std::abs(t_min.convert_to<double>())));
}

}  // namespace

TEST(SmallTests, RaysHitSpheresWhereRationalNumbersSay) {
  SolidFamily family(7);
  int hits = 0;
  for (int i = 0; i < tries(20000); ++i) {
    family.next();
    const RayCase ray = ray_of(family);
    const Sphere sphere = family.sphere();
    const auto found = first_hit(ray.origin, ray.direction, ray.t_min, ray.t_max, sphere);
    expect_first_within(found, minus(exactly(ray.origin), exactly(sphere.centre)), exactly(ray.direction),
                        exactly(sphere.radius), exactly(ray.t_min),
                        ray.t_max < infinity ? std::optional(exactly(ray.t_max)) : std::nullopt);
    ASSERT_FALSE(HasFailure()) << i;
    hits += found.has_value();
  }
  EXPECT_GT(hits, tries(500));
}

TEST(SmallTests, MovingSpheresMeetWhenRationalNumbersSay) {
  SolidFamily family(8);
  int hits = 0;
  for (int i = 0; i < tries(20000); ++i) {
    family.next();
    const Sphere a = family.sphere(), b = family.sphere();
    const Vec3 way_a = family.way(), way_b = family.random().chance(0.1) ? way_a : family.way();
    const auto found = first_contact(a, way_a, b, way_b);
    expect_first_within(found, minus(exactly(b.centre), exactly(a.centre)), minus(exactly(way_b), exactly(way_a)),
                        exactly(a.radius) + exactly(b.radius), 0, Rational(1));
    ASSERT_FALSE(HasFailure()) << i;
    hits += found.has_value();
  }
  EXPECT_GT(hits, tries(2000));
}

TEST(SmallTests, RefuseWhatIsNoSolid) {
  const Box box{{}, {}, {1, 1, 1}};
  EXPECT_THROW(touches(Sphere{{}, -1}, box), Error);
  EXPECT_THROW(touches(Sphere{{0, std::nan(""), 0}, 1}, box), Error);
  EXPECT_THROW(touches(Sphere{{0, 0x1p301, 0}, 1}, box), Error);
  EXPECT_THROW(touches(box, Box{{}, {{1, 1, 0, 1, 1, 0, 0, 0, 1}}, {1, 1, 1}}), Error);
  EXPECT_THROW(touches(box, Box{{}, {}, {1, -1, 1}}), Error);
  EXPECT_THROW(contains(RoundedCone{{}, {}, 0.5, 1}, {}), Error);
  EXPECT_THROW(contains(RoundedCone{{}, {1, 0, 0}, 1.5, 1}, {}), Error);
  EXPECT_THROW(contains(RoundedCone{{}, {1, 0, 0}, 0.5, -1}, {}), Error);
  EXPECT_THROW(first_hit({}, {}, 0, 1, box), Error);
  EXPECT_THROW(first_hit({}, {1, 0, 0}, 1, 0, box), Error);
  EXPECT_THROW(first_hit({}, {1, 0, 0}, 0, std::nan(""), box), Error);
  EXPECT_THROW(Frustum::from_matrix({}), Error);
  // A far plane at infinity: z = w - 2 near.
  EXPECT_THROW(Frustum::from_matrix({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -2, 0, 0, -1, 0}), Error);
}

TEST(SmallTests, AFrustumIsWhatItsMatrixMapsIntoTheClipCube) {
  // Slopes 1, near 1, far 3, at the origin, looking along -z; both conventions of depth.
  const Frustum gl = Frustum::from_matrix({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -3, 0, 0, -1, 0});
  const Frustum vulkan =
      Frustum::from_matrix({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.5, -1.5, 0, 0, -1, 0}, ClipDepth::zero_to_one);
  for (const Frustum& frustum : {gl, vulkan}) {
    EXPECT_TRUE(contains(frustum, {1, -1, -1}));
    EXPECT_TRUE(contains(frustum, {3, 3, -3}));
    EXPECT_FALSE(contains(frustum, {0, 0, -0.999}));
    EXPECT_FALSE(contains(frustum, {0, 0, -3.001}));
    EXPECT_FALSE(contains(frustum, {2.001, 0, -2}));
    // A box beyond a corner is outside of no single side: planes alone would let it pass.
    EXPECT_FALSE(touches(Box{{7, 0, -1}, {}, {4, 0.5, 0.5}}, frustum));
    EXPECT_TRUE(touches(Box{{7, 0, -3}, {}, {4, 0.5, 0.5}}, frustum));
  }
}

}  // namespace abut::small
