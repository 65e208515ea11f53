#include "scene/quick_look.h"

#include "scene/configuration_check.h"
#include "support/checker_oracle.h"
#include "support/effort.h"
#include "support/figures.h"
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut::test {
namespace {

Shape surface(const Mesh& mesh) { return Shape(Model(mesh)); }
Shape solid(const Mesh& mesh) { return Shape(Solid(Model(mesh))); }

/// A chain of equal links along z, each `size` long, that bends everywhere.
Figure chain_of(const Shape& shape, int links, double size) {
  std::vector<Link> all;
  std::vector<Joint> joints;
  for (int i = 0; i < links; ++i) {
    all.push_back({"link " + std::to_string(i), {{shape, {}}}});
    if (i > 0)
      joints.push_back({.name = "joint " + std::to_string(i),
                        .kind = JointKind::revolute,
                        .parent = "link " + std::to_string(i - 1),
                        .child = "link " + std::to_string(i),
                        .origin = Placement::translation({0, 0, size}),
                        .axis = i % 2 == 0 ? Vec3{0, 0, 1} : Vec3{0, 1, 0},
                        .limits = {-2.5, 2.5}});
  }
  return Figure(std::move(all), std::move(joints));
}

struct Seen {
  int touching = 0, clear = 0, asked = 0;
};

/// Whatever a quick look is sure of is so for the shapes themselves; and the checker's answer stays what it was.
Seen expect_true_looks(const CheckerSetup& setup, int count, double margin = 0) {
  const Checker checker(setup);
  const CheckerData& data = checker.data();
  Random random(7);
  std::vector<double> all;
  for (int i = 0; i < count; ++i)
    for (const CheckedFigure& figure : setup.figures) {
      const std::vector<double> one = random_configuration(figure.figure, random);
      all.insert(all.end(), one.begin(), one.end());
    }
  const std::vector<char> free = checker.are_free(all, {.margin = margin});
  checker.prepare();
  EXPECT_NE(data.quick_look(), nullptr);
  EXPECT_EQ(checker.are_free(all, {.margin = margin}), free);
  ConfigurationCheck check(data, margin);
  std::vector<Placement> movers(data.movers.size());
  Seen seen;
  for (int i = 0; i < count; ++i) {
    check.place(std::span(all).subspan(static_cast<std::size_t>(i) * checker.dof(), checker.dof()));
    for (std::uint32_t m = 0; m < movers.size(); ++m) movers[m] = check.at(m);
    for (const Simd simd : available_simd()) {
      QuickMemory memory;
      const bool touches = data.quick_look()->surely_touches(movers, margin, simd, memory);
      seen.touching += touches;
      ++seen.asked;
      if (touches) {
        EXPECT_FALSE(free[static_cast<std::size_t>(i)]) << name_of(simd) << ", configuration " << i;
        continue;
      }
      for (std::uint32_t m = 0; m < movers.size(); ++m) {
        if (!(memory.need_of_look[m] < 0)) continue;
        ++seen.clear;
        for (std::uint32_t body = 0; body < data.bodies.size(); ++body)
          EXPECT_FALSE(check.touches(m, body)) << name_of(simd) << ", configuration " << i << ", mover " << m;
      }
      for (std::size_t pair = 0; pair < data.mover_pairs.size(); ++pair)
        EXPECT_FALSE(memory.pair_is_clear[pair] != 0 && check.touches(data.mover_pairs[pair]))
            << i << ", pair " << pair;
    }
  }
  return seen;
}

std::vector<CheckedBody> bodies_around(const Shape& shape, int count, double size, double padding = 0) {
  Random random(9);
  std::vector<CheckedBody> bodies;
  for (int i = 0; i < count; ++i)
    bodies.push_back({"body " + std::to_string(i), shape, random.rotation(random.in_cube(3 * size)), padding});
  return bodies;
}

TEST(QuickLook, IsTrueForSurfacesAndSolidsOfAllSizes) {
  for (const double size : {1.0, 1e-6, 1e9}) {
    const Mesh link =
        transformed(shapes::box({0.15 * size, 0.15 * size, 0.5 * size}), Placement::translation({0, 0, 0.5 * size}));
    const Mesh body = shapes::sphere(0.4 * size, 6);
    for (const Shape& own : {surface(link), solid(link)})
      for (const Shape& other : {surface(body), solid(body)}) {
        const Seen seen = expect_true_looks(
            {{{.figure = chain_of(own, 5, size), .base = {}}}, bodies_around(other, 8, size), {}}, 150);
        EXPECT_GT(seen.touching, seen.asked / 20);
        EXPECT_GT(seen.clear, seen.asked);
      }
  }
}

TEST(QuickLook, IsTrueOfPaddingsAndMargins) {
  const Mesh link = transformed(shapes::box({0.15, 0.15, 0.5}), Placement::translation({0, 0, 0.5}));
  for (const double margin : {0.0, 0.07, 1.5, 1e3})
    expect_true_looks({{{.figure = chain_of(solid(link), 5, 1), .base = {}, .padding = 0.03, .self_padding = 0.05}},
                       bodies_around(Shape::capsule(0.2, 0.5), 8, 1, 0.04),
                       {{"link 2", "body 1"}, {"link 0", "link 3"}}},
                      150, margin);
}

/// A shape that three joints slide, by up to 1 along each axis.
Figure slider_of(const Shape& shape) {
  std::vector<Link> links{{"link 0", {}}};
  std::vector<Joint> joints;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    links.push_back({"link " + std::to_string(k + 1), {}});
    joints.push_back({.name = "joint " + std::to_string(k),
                      .kind = JointKind::prismatic,
                      .parent = links[static_cast<std::size_t>(k)].name,
                      .child = links.back().name,
                      .axis = axis,
                      .limits = {-1, 1}});
  }
  links.back().shapes.push_back({shape, {}});
  return Figure(std::move(links), std::move(joints));
}

// A sixth of such configurations was told to touch within margins that they keep: what cells say at least was taken for
// what they say at most.
TEST(QuickLook, IsTrueOfMarginsThatReachFarBeyondTheMover) {
  Random random(31);
  for (int i = 0; i < tries(12); ++i) {
    const Shape own = Shape::box({random.between(0.05, 0.3), random.between(0.02, 0.2), random.between(0.001, 0.2)});
    std::vector<CheckedBody> bodies;
    for (int k = 0; k < 12; ++k)
      bodies.push_back({"body " + std::to_string(k),
                        k % 2 == 0 ? Shape::sphere(random.between(0, 0.05)) : Shape::box({0.1, 0.1, 0.02}),
                        random.rotation(random.in_cube(1.1))});
    if (i % 3 == 0) bodies.push_back({"floor", Shape::half_space(), Placement::translation({0, 0, -1})});
    for (const double margin : {0.0, 0.01, 0.03, 0.1, 0.3, 1.0})
      expect_true_looks({{{.figure = slider_of(own), .base = {}}}, bodies, {}}, 200, margin);
  }
}

// The middle of a slice of a ring is outside of it, four times as far where the base stretches it so: it was taken for
// as near as without.
TEST(QuickLook, IsTrueOfSolidsThatAreHollowInTheMiddleAndStretched) {
  Random random(33);
  const Shape ring = solid(shapes::torus(0.25, 0.05, 24, 12));
  for (const Vec3 stretch : {Vec3{1, 1, 4}, Vec3{4, 1, 1}, Vec3{1, 0.25, 2}}) {
    std::vector<CheckedBody> bodies;
    for (int k = 0; k < 12; ++k)
      bodies.push_back({"body " + std::to_string(k), Shape::sphere(0.01), random.rotation(random.in_cube(2))});
    Placement base = random.rotation({});
    base.linear = base.linear * Matrix3{{stretch.x, 0, 0, 0, stretch.y, 0, 0, 0, stretch.z}};
    for (const double margin : {0.0, 0.05, 0.2, 0.4})
      expect_true_looks({{{.figure = slider_of(ring), .base = base}}, bodies, {}}, tries(400), margin);
  }
}

// Clearances from bodies of 2^40 times the mover's size are known to within a thousandth of it: cells said more.
TEST(QuickLook, IsTrueOfBodiesAndPaddingsFarLargerThanTheMover) {
  const Shape own = Shape::box({0.3, 0.2, 0.25});
  for (const double large : {0x1p30, 0x1p38, 0x1p42, 0x1p46}) {
    Random random(35);
    for (int i = 0; i < 4; ++i) {
      std::vector<CheckedBody> bodies;
      const auto add = [&](const Shape& shape, double padding) {
        // A face, or the padding's end, is where the mover is.
        Placement at = random.rotation({});
        at.shift = at.linear.column(0) * -large + random.in_cube(1);
        bodies.push_back({"body " + std::to_string(bodies.size()), shape, at, padding});
      };
      const Mesh box = shapes::box({large, large, large});
      add(i % 2 == 0 ? solid(box) : surface(box), 0);
      add(i % 3 == 0 ? Shape::sphere(0) : Shape::sphere(large / 4), i % 3 == 0 ? large : 0.75 * large);
      for (const double margin : {0.0, 0.1})
        expect_true_looks({{{.figure = slider_of(own), .base = {}}}, bodies, {}}, tries(150), margin);
    }
  }
}

TEST(QuickLook, IsTrueFarFromTheOrigin) {
  Random random(36);
  for (const double away : {0x1p30, 0x1p40, 0x1p45}) {
    const Vec3 there = random.in_cube(away);
    std::vector<CheckedBody> bodies;
    for (int k = 0; k < 12; ++k) {
      const Shape shape = k % 2 == 0 ? Shape::sphere(0.05) : Shape::box({0.3, 0.2, 0.02});
      bodies.push_back({"body " + std::to_string(k), shape, random.rotation(there + random.in_cube(1.1))});
    }
    expect_true_looks(
        {{{.figure = slider_of(Shape::box({0.3, 0.2, 0.25})), .base = Placement::translation(there)}}, bodies, {}},
        tries(2000));
  }
}

TEST(QuickLook, IsTrueForBasesThatMirrorScaleAndShear) {
  const Mesh link = transformed(shapes::box({0.15, 0.15, 0.5}), Placement::translation({0, 0, 0.5}));
  for (const Matrix3& linear :
       {Matrix3{{-1, 0, 0, 0, 1, 0, 0, 0, 1}}, Matrix3{{1.5, 0, 0, 0, 0.5, 0, 0, 0, 2}},
        Matrix3{{1, 0.4, 0, 0, 1, 0, 0.2, 0, 1}}, Matrix3{{1, 1e-7, 0, 0, 1, 0, 0, 0, 1.000001}}})
    for (const Shape& own : {surface(link), solid(link)})
      expect_true_looks({{{.figure = chain_of(own, 5, 1), .base = {linear, {1e3, -2e3, 5}}}},
                         [&] {
                           std::vector<CheckedBody> bodies = bodies_around(solid(shapes::sphere(0.5, 4)), 6, 1);
                           for (CheckedBody& body : bodies) body.at.shift = body.at.shift + Vec3{1e3, -2e3, 5};
                           return bodies;
                         }(),
                         {}},
                        150);
}

/// All movers and pairs in the middle of a straight way between two configurations, and how they move for `half` of it
/// before and after: velocities and second derivatives by differences of placements.
struct WayOfMovers {
  std::vector<std::uint32_t> movers;
  std::vector<Placement> at;
  std::vector<QuickMotion> motions;
  std::vector<double> pair_strays;
  std::vector<QuickQuestion> questions;
};

WayOfMovers way_of(const CheckerData& data, ConfigurationCheck& check, const QuickLook& look,
                   const std::function<std::vector<double>(double)>& configuration, double middle, double half) {
  const auto placed = [&](double time) {
    check.place(configuration(time));
    std::vector<Placement> at;
    for (std::uint32_t i = 0; i < data.movers.size(); ++i) at.push_back(check.at(i));
    return at;
  };
  WayOfMovers way;
  way.at = placed(middle);
  const double little = 1e-6;
  const std::vector<Placement> before = placed(middle - little), after = placed(middle + little);
  for (std::uint32_t i = 0; i < way.at.size(); ++i) {
    way.movers.push_back(i);
    Placement velocity{after[i].linear, (after[i].shift - before[i].shift) * (0.5 / little)};
    for (std::size_t k = 0; k < 9; ++k)
      velocity.linear.entries[k] = (after[i].linear.entries[k] - before[i].linear.entries[k]) * (0.5 / little);
    way.motions.push_back({velocity, 0});
    way.questions.push_back({i, false, false});
  }
  std::vector<BallCover> covers;
  for (const CheckedShape& mover : data.movers) covers.push_back(*cover_of(mover.shape));
  // Where middles of balls stray from their straight ways, at many times, and a little more.
  for (int k = -50; k <= 50; ++k) {
    const double by = k / 50.0 * half;
    const std::vector<Placement> now = placed(middle + by);
    for (std::size_t i = 0; i < now.size(); ++i)
      for (const CoverBall& ball : covers[i].balls) {
        const Vec3 straight = way.at[i] * ball.centre + way.motions[i].velocity * ball.centre * by;
        double& stray = way.motions[i].stray;
        stray = std::max(stray, 1.01 * length(now[i] * ball.centre - straight) + 1e-6 * look.farthest[i]);
      }
  }
  for (std::uint32_t i = 0; i < data.mover_pairs.size(); ++i) {
    const MoverPair& pair = data.mover_pairs[i];
    way.pair_strays.push_back(way.motions[pair.a].stray + way.motions[pair.b].stray);
    way.questions.push_back({i, true, false});
  }
  return way;
}

TEST(QuickLook, IsTrueOfMoversThatMove) {
  const Mesh link = transformed(shapes::box({0.15, 0.15, 0.5}), Placement::translation({0, 0, 0.5}));
  for (const double size : {1.0, 1e-6, 1e9}) {
    const Shape own = solid(transformed(link, {Matrix3{} * size, {}}));
    const Figure figure = chain_of(own, 5, size);
    const Checker checker({{{.figure = figure, .base = Placement::rotation(0.6, 0.8, 0, 0), .padding = 0.01 * size}},
                           bodies_around(surface(shapes::sphere(0.4 * size, 6)), 8, size),
                           {}});
    checker.prepare();
    const CheckerData& data = checker.data();
    const QuickLook rough(data);
    ConfigurationCheck check(data, 0.02 * size);
    Random random(31);
    int clear_of_world = 0, clear_pairs = 0, asked = 0;
    for (int i = 0; i < 60; ++i) {
      const std::vector<double> from = random_configuration(figure, random), to = random_configuration(figure, random);
      const auto between = [&](double time) { return figure.between(from, to, time); };
      const QuickLook& look = i % 4 < 2 ? *data.quick_look() : rough;
      const double half = i % 2 == 0 ? 0.05 : 0.01, middle = random.between(half, 1 - half);
      WayOfMovers way = way_of(data, check, look, between, middle, half);
      for (const Simd simd : available_simd()) {
        QuickMemory memory;
        look.look_along({way.movers, way.at, way.motions, way.pair_strays, half}, 0.02 * size, simd, memory,
                        way.questions);
        for (int k = -20; k <= 20; ++k) {
          check.place(between(middle + k / 20.0 * half));
          for (const QuickQuestion& each : way.questions) {
            if (!each.is_clear) continue;
            if (each.is_pair) {
              EXPECT_FALSE(check.touches(data.mover_pairs[each.index])) << name_of(simd) << ", way " << i;
            } else {
              for (std::uint32_t body = 0; body < data.bodies.size(); ++body)
                EXPECT_FALSE(check.touches(each.index, body)) << name_of(simd) << ", way " << i;
            }
          }
        }
        for (const QuickQuestion& each : way.questions)
          ++asked, clear_pairs += each.is_clear && each.is_pair, clear_of_world += each.is_clear && !each.is_pair;
      }
    }
    SCOPED_TRACE(size);
    EXPECT_GT(clear_of_world, asked / 20);
    EXPECT_GT(clear_pairs, asked / 20);
  }
}

TEST(QuickLook, TellsASurfaceAroundABodyFromOneThatMeetsIt) {
  // A hollow link around a small body touches nothing: it is a surface. A long body goes through it.
  const Figure figure = chain_of(surface(shapes::box({1, 1, 1})), 2, 10);
  const auto is_free = [&](const Shape& body) {
    const Checker checker({{{.figure = figure, .base = {}}}, {{"body", body, {}}}, {}});
    checker.prepare();
    return checker.is_free(std::vector{0.5});
  };
  EXPECT_TRUE(is_free(surface(shapes::box({0.2, 0.2, 0.2}))));
  EXPECT_TRUE(is_free(solid(shapes::box({0.2, 0.2, 0.2}))));
  EXPECT_TRUE(is_free(surface(shapes::box({1.5, 1.5, 1.5}))));
  EXPECT_FALSE(is_free(solid(shapes::box({1.5, 1.5, 1.5}))));
  EXPECT_FALSE(is_free(surface(shapes::box({0.2, 0.2, 1.5}))));
  EXPECT_FALSE(is_free(surface(shapes::box({1, 0.2, 0.2}))));
}

TEST(QuickLook, IsTrueForShapesThatJustTouch) {
  // Faces flush with the world's, and a double away from it.
  const Figure figure = chain_of(solid(shapes::box({0.5, 0.5, 0.5})), 2, 4);
  for (const double gap : {0.0, 0x1p-52, -0x1p-52}) {
    const CheckedBody wall{"wall", solid(shapes::box({0.5, 3, 3})), Placement::translation({1 + gap, 0, 0})};
    const Checker checker({{{.figure = figure, .base = {}}}, {wall}, {}});
    const bool free = checker.is_free(std::vector{0.25});
    checker.prepare();
    EXPECT_EQ(checker.is_free(std::vector{0.25}), free) << gap;
    EXPECT_EQ(free, gap > 0);
  }
}

TEST(QuickLook, TakesWhatHasNoExtentOrNoEnd) {
  const Shape dot = Shape::sphere(0);
  const std::vector<CheckedBody> floor{{"floor", Shape::half_space(), Placement::translation({0, 0, -0.25})}};
  expect_true_looks({{{.figure = chain_of(dot, 3, 1), .base = {}}}, floor, {}}, 100);
  expect_true_looks({{{.figure = chain_of(dot, 3, 1), .base = {}}}, {}, {}}, 100);
  expect_true_looks({{{.figure = chain_of(surface(shapes::plate(1, 1, 3, 3)), 4, 1), .base = {}}}, floor, {}}, 100);
  expect_true_looks({{{.figure = chain_of(Shape(), 3, 1), .base = {}}}, floor, {}}, 10);
  const Checker still({{{.figure = Figure({{"only", {{dot, {}}}}}, {}), .base = {}}}, floor, {}});
  still.prepare();
  EXPECT_TRUE(still.is_free({}));
}

TEST(BallCover, HoldsItsShape) {
  for (const Mesh& mesh : {shapes::torus(1, 0.3, 24, 12), shapes::box({1, 0.1, 2}), shapes::teapot()}) {
    const Shape shape = surface(mesh);
    const BallCover cover = *cover_of(shape);
    const Solid inside(Model(mesh), {.holes = Holes::by_winding_number});
    Random random(3);
    const Bounds box = bounds_of(mesh.points);
    const auto is_covered = [&](const Vec3& point) {
      return std::any_of(cover.balls.begin(), cover.balls.end(),
                         [&](const CoverBall& ball) { return length(point - ball.centre) <= ball.outer; });
    };
    for (const Vec3& point : mesh.points) EXPECT_TRUE(is_covered(point));
    for (int i = 0; i < 2000; ++i) {
      const Vec3 point{random.between(box.low.x, box.high.x), random.between(box.low.y, box.high.y),
                       random.between(box.low.z, box.high.z)};
      const bool is_inside = contains(inside, {}, point) == Containment::inside;
      EXPECT_TRUE(is_covered(point) || !is_inside || !closedness_of(mesh).is_closed());
      for (const CoverBall& ball : cover.balls) EXPECT_TRUE(is_inside || length(point - ball.centre) >= ball.inner);
    }
  }
}

TEST(Checker, NamesTheRowOfAConfigurationThatCannotBe) {
  const Figure figure = chain_of(solid(shapes::box({0.1, 0.1, 0.4})), 3, 1);
  const Checker checker({{{.figure = figure, .base = {}}}, {}, {}});
  std::vector<double> rows(2 * 1000, 0.5);
  rows[2 * 700 + 1] = rows[2 * 900] = 3;
  for (const int threads : {1, 2}) {
    try {
      checker.are_free(rows, {.threads = threads});
      ADD_FAILURE() << "3 is beyond the limit";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("configuration 700 (from 0): "));
      EXPECT_THAT(error.what(), testing::HasSubstr("'joint 2', is 3, above its limit 2.5"));
    }
  }
}

}  // namespace
}  // namespace abut::test
