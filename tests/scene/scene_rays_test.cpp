#include "math/random.h"
#include <abut/error.h>
#include <abut/scene.h>
#include <abut/shapes.h>

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

namespace abut {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where a ray from t = 0 on first meets a set of points, by closed forms in the frame of the shape; infinite if never.
using Meeting = std::function<double(const Vec3& origin, const Vec3& way)>;

double first_root(double a, double b, double c) {
  if (c <= 0) return 0;
  const double inner = b * b - a * c;
  return a > 0 && inner >= 0 && b < 0 ? (-b - std::sqrt(inner)) / a : infinity;
}
Meeting ball(const Vec3& centre, double radius) {
  return [=](const Vec3& origin, const Vec3& way) {
    const Vec3 from = origin - centre;
    return first_root(dot(way, way), dot(from, way), dot(from, from) - radius * radius);
  };
}
/// From when to when it is in a box; the first is above the second if never.
std::pair<double, double> in_box(const Vec3& half, const Vec3& origin, const Vec3& way) {
  double from = -infinity, to = infinity;
  for (int k = 0; k < 3; ++k) {
    const double a = (-half[k] - origin[k]) / way[k], b = (half[k] - origin[k]) / way[k];
    from = std::max(from, std::min(a, b)), to = std::min(to, std::max(a, b));
  }
  return {from, to};
}
Meeting box(const Vec3& half) {
  return [=](const Vec3& origin, const Vec3& way) {
    const auto [from, to] = in_box(half, origin, way);
    return to < 0 || from > to ? infinity : std::max(from, 0.0);
  };
}
Meeting box_surface(const Vec3& half) {
  return [=](const Vec3& origin, const Vec3& way) {
    const auto [from, to] = in_box(half, origin, way);
    return to < 0 || from > to ? infinity : from >= 0 ? from : to;
  };
}
Meeting first_of(std::vector<Meeting> parts) {
  return [=](const Vec3& origin, const Vec3& way) {
    double first = infinity;
    for (const Meeting& part : parts) first = std::min(first, part(origin, way));
    return first;
  };
}
/// All points within a radius of the segment between two points along an axis.
Meeting capsule(const Vec3& middle, int axis, double half, double radius) {
  Vec3 up;
  up[axis] = half;
  const Meeting tube = [=](const Vec3& origin, const Vec3& way) {
    Vec3 from = origin - middle, flat = way;
    const double height = from[axis];
    from[axis] = flat[axis] = 0;
    const double t = first_root(dot(flat, flat), dot(from, flat), dot(from, from) - radius * radius);
    return std::abs(height + t * way[axis]) <= half ? t : infinity;
  };
  return first_of({ball(middle - up, radius), ball(middle + up, radius), tube});
}
Meeting rounded_box(const Vec3& half, double radius) {
  std::vector<Meeting> parts;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 larger = half;
    larger[axis] += radius;
    parts.push_back(box(larger));
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 middle;
      middle[(axis + 1) % 3] = (corner & 1 ? 1 : -1) * half[(axis + 1) % 3];
      middle[(axis + 2) % 3] = (corner & 2 ? 1 : -1) * half[(axis + 2) % 3];
      parts.push_back(capsule(middle, axis, half[axis], radius));
    }
  }
  return first_of(parts);
}
double of_half_space(const Vec3& origin, const Vec3& way) {
  return origin.z <= 0 ? 0 : way.z < 0 ? -origin.z / way.z : infinity;
}

struct Kind {
  Shape shape;
  Meeting meeting;
};
std::vector<Kind> kinds() {
  return {{Shape::box({1, 2, 0.5}), box({0.5, 1, 0.25})},
          {Shape::sphere(0.7), ball({}, 0.7)},
          {Shape::capsule(0.3, 1.5), capsule({}, 2, 0.75, 0.3)},
          {Shape::rounded_box({1, 0.5, 0.75}, 0.25), rounded_box({0.5, 0.25, 0.375}, 0.25)},
          {Shape(Solid(Model(shapes::box({0.5, 0.5, 0.5})))), box({0.5, 0.5, 0.5})},
          {Shape(Model(shapes::box({0.5, 0.625, 0.75}))), box_surface({0.5, 0.625, 0.75})}};
}

TEST(SceneRays, MeetTheBodyThatClosedFormsMeetFirst) {
  const std::vector<Kind> all = kinds();
  Random random(5);
  int hits = 0, at_once = 0;
  for (int round = 0; round < 60; ++round) {
    Scene scene;
    std::vector<std::pair<Meeting, Placement>> bodies;
    for (int i = 0; i < 60; ++i) {
      const Kind& kind = all[random.below(all.size())];
      bodies.push_back({kind.meeting, random.rotation(random.in_cube(6))});
      scene.add("body " + std::to_string(i), kind.shape, bodies.back().second,
                {.padding = 0.5, .group = i % 2 == 0 ? 1u : 2u});
    }
    if (round % 4 == 0) {
      bodies.push_back({of_half_space, random.rotation({0, 0, -5})});
      scene.add("ground", Shape::half_space(), bodies.back().second);
    }
    std::vector<Ray> rays;
    for (int i = 0; i < 50; ++i) rays.push_back({random.in_cube(6), random.direction() * random.between(0.1, 10)});
    const auto found = scene.first_hit(rays, 3, {.threads = 2});
    for (std::size_t i = 0; i < rays.size(); ++i) {
      double first = infinity;
      std::size_t body = 0;
      for (std::size_t j = 0; j < bodies.size(); ++j) {
        const Placement back = inverse(bodies[j].second);
        const double t = bodies[j].first(back * rays[i].origin, back.linear * rays[i].direction);
        if (t < first) first = t, body = j;
      }
      ASSERT_EQ(found[i].has_value(), first < infinity);
      if (!found[i]) continue;
      ++hits;
      at_once += first == 0;
      // Along the normal: where a ray grazes a body, a small distance is a long way.
      const double slope = first > 0 ? std::abs(dot(found[i]->normal, rays[i].direction)) : 1;
      ASSERT_LE(found[i]->t, first + 1e-9);
      ASSERT_NEAR(found[i]->t * slope, first * slope, 1e-10) << name_of(scene.shape(found[i]->body).kind());
      ASSERT_TRUE(first == 0 || found[i]->body.number == body);
      ASSERT_LT(length(found[i]->point - (rays[i].origin + found[i]->t * rays[i].direction)), 1e-12);
      ASSERT_LE(dot(found[i]->normal, rays[i].direction), 1e-9);
      const auto alone = scene.first_hit(rays[i]);
      ASSERT_EQ(alone->t, found[i]->t);
      const auto odd = scene.first_hit(rays[i], 2);
      ASSERT_TRUE(!odd || odd->body.number % 2 == 1);
    }
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(at_once, 20);
}

TEST(SceneRays, EndWhereTheyEndAndComeFromWhereTheyBegin) {
  Scene scene;
  const BodyId ball = scene.add("ball", Shape::sphere(1), Placement::translation({5, 0, 0}));
  const BodyId ground = scene.add("ground", Shape::half_space(), Placement::translation({0, 0, -3}));
  EXPECT_FALSE(scene.first_hit({{0, 0, 0}, {1, 0, 0}, 0, 3.99}));
  EXPECT_EQ(scene.first_hit({{0, 0, 0}, {1, 0, 0}, 0, 4.01})->body, ball);
  EXPECT_EQ(scene.first_hit({{0, 0, 0}, {1, 0, 0}, 4.5})->t, 4.5);
  EXPECT_EQ(scene.first_hit({{0, 0, 0}, {0, 0, -2}})->t, 1.5);
  EXPECT_EQ(scene.first_hit({{0, 0, 0}, {0, 0, -2}})->normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(scene.first_hit({{0, 0, -4}, {0, 0, 1}})->body, ground);
  EXPECT_FALSE(scene.first_hit({{0, 0, 0}, {0, 0, 1}}));
  EXPECT_THROW(scene.first_hit({{0, 0, 0}, {0, 0, 0}}), Error);
}

}  // namespace
}  // namespace abut
