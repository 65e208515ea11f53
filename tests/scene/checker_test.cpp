#include "support/checker_oracle.h"
#include "support/effort.h"
#include "support/figures.h"
#include <abut/checker.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut::test {
namespace {

/// Bodies of all kinds around the figures.
std::vector<CheckedBody> mixed_world(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<CheckedBody> bodies{{"floor", Shape::half_space(), Placement::translation({0, 0, -3})}};
  for (int i = 0; i < count; ++i) {
    const std::string name = "body " + std::to_string(i);
    const Placement at = random.rotation(random.in_cube(6));
    const double padding = i % 3 == 0 ? 0.1 : 0;
    if (i % 4 == 0) bodies.push_back({name, Shape::box({0.5, 0.7, 0.9}), at, padding});
    if (i % 4 == 1) bodies.push_back({name, Shape::sphere(0.4), at, padding});
    if (i % 4 == 2) bodies.push_back({name, Shape(Model(shapes::torus(0.8, 0.2, 16, 8))), at, padding});
    if (i % 4 == 3) bodies.push_back({name, Shape(Solid(Model(shapes::box({1.5, 1.5, 1.5})))), at, padding});
  }
  return bodies;
}

std::vector<double> random_configurations(const CheckerSetup& setup, int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> all;
  for (int i = 0; i < count; ++i)
    for (const CheckedFigure& figure : setup.figures) {
      const std::vector<double> one = random_configuration(figure.figure, random);
      all.insert(all.end(), one.begin(), one.end());
    }
  return all;
}

/// All forms of the answer equal brute force.
void expect_brute_force(const CheckerSetup& setup, int count, double margin) {
  const Checker checker(setup);
  const std::vector<double> configurations = random_configurations(setup, count, 5);
  const CheckOptions options{.margin = margin};
  const std::vector<char> free = checker.are_free(configurations, options);
  const auto touching = checker.touching_each(configurations, {.margin = margin, .threads = 2});
  EXPECT_EQ(checker.are_free(configurations, {.margin = margin, .threads = 0}), free);
  checker.prepare(2);
  EXPECT_EQ(checker.are_free(configurations, options), free);
  int frees = 0;
  for (std::size_t i = 0; i < free.size(); ++i) {
    const std::span<const double> one = std::span(configurations).subspan(i * checker.dof(), checker.dof());
    const NamesThatTouch truth = brute_force_contacts(setup, one, margin);
    EXPECT_EQ(names_of(checker, touching[i]), truth) << "configuration " << i;
    EXPECT_EQ(free[i] != 0, truth.empty()) << "configuration " << i;
    frees += free[i];
  }
  EXPECT_GT(frees, 0);
  EXPECT_LT(frees, count);
}

TEST(Checker, EqualsBruteForceOnAChainOfSixteenLinks) {
  CheckerSetup setup{{{.figure = mixed_chain(16, 1), .base = {}}}, mixed_world(12, 2), {}};
  for (int i = 0; i + 2 < 16; ++i)
    setup.allowed.push_back({"link " + std::to_string(i), "link " + std::to_string(i + 2)});
  setup.allowed.push_back({"body 3", "link 2"});
  expect_brute_force(setup, long_tries(10000), 0);
}

TEST(Checker, EqualsBruteForceWithMarginsAndPaddings) {
  CheckerSetup setup{
      {{.figure = mixed_chain(5, 3), .base = {}, .padding = 0.05, .self_padding = 0.01}}, mixed_world(8, 4), {}};
  expect_brute_force(setup, long_tries(10000), 0.03);
}

TEST(Checker, EqualsBruteForceForTwoFiguresWithWhatTheyCarry) {
  const Figure figure = branching_figure();
  const AttachedBody tool{"tool", "left lower", Shape::box({0.2, 0.2, 0.8}), Placement::translation({0, 0, -1})};
  CheckerSetup setup{{{.name = "one", .figure = figure, .base = {}, .attached = {tool}},
                      {.name = "two", .figure = figure, .base = Placement::translation({2, 0, 0})}},
                     mixed_world(4, 6),
                     {{"tool", "two/body"}, {"one/cart", "two/cart"}}};
  for (const std::string name : {"one", "two"}) {
    setup.allowed.push_back({name + "/cart", name + "/body"});
    setup.allowed.push_back({name + "/cart", "floor"});
  }
  expect_brute_force(setup, long_tries(10000), 0);
}

TEST(Checker, SeesALinkInsideASolidBodyAndNotInsideASurface) {
  const Figure figure({{"link", {{Shape::sphere(0.1), {}}}}}, {});
  const Model shell(shapes::box({1, 1, 1}));
  const auto is_free = [&](const Shape& shape) {
    return Checker({{{.figure = figure, .base = {}}}, {{"room", shape, {}}}, {}}).is_free({});
  };
  EXPECT_FALSE(is_free(Shape(Solid(shell))));
  EXPECT_FALSE(is_free(Shape::box({2, 2, 2})));
  EXPECT_TRUE(is_free(Shape(shell)));
}

TEST(Checker, SeesWhatTouchesAtTheRoundedSumOfPaddingAndMarginAlone) {
  // A padding and a margin of which the sum, rounded, is more than the real one; points that are just as far apart.
  const Figure figure({{"link", {{Shape::sphere(0), {}}}}}, {});
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const double padding = random.between(500, 2000), margin = random.between(1e-4, 1e-3);
    const CheckedBody body{"point", Shape::sphere(0), Placement::translation({padding + margin, 0, 0}), padding};
    EXPECT_FALSE(Checker({{{.figure = figure, .base = {}}}, {body}, {}}).is_free({}, {.margin = margin})) << i;
  }
}

TEST(Checker, SeesNeighboursThatMayNotTouch) {
  const Link first{"a", {{Shape::sphere(0.6), {}}}}, second{"b", {{Shape::sphere(0.6), {}}}};
  const Joint joint{.name = "j", .parent = "a", .child = "b", .origin = Placement::translation({0, 0, 1})};
  CheckedFigure figure{.figure = Figure({first, second}, {joint}), .base = {}};
  EXPECT_TRUE(Checker({{figure}, {}, {}}).is_free({}));
  figure.neighbours_may_touch = false;
  EXPECT_FALSE(Checker({{figure}, {}, {}}).is_free({}));
  EXPECT_TRUE(Checker({{figure}, {}, {{"b", "a"}}}).is_free({}));
}

TEST(Checker, TellsWhatIsOpen) {
  const Figure figure({{"link", {{Shape::sphere(0.1), {}}}}}, {});
  const Checker checker(
      {{{.figure = figure, .base = {}}}, {{"sheet", Shape(Model(shapes::plate(1, 1, 2, 2))), {}}}, {}});
  EXPECT_THAT(checker.open(), testing::ElementsAre("sheet"));
}

TEST(Checker, RefusesWhatCannotBe) {
  const Figure figure = mixed_chain(3, 1);
  const auto message = [](const CheckerSetup& setup) -> std::string {
    try {
      Checker checker(setup);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const CheckedFigure chain{.figure = figure, .base = {}};
  EXPECT_EQ(message({{chain}, {{"link 1", Shape::sphere(1), {}}}, {}}), "there are two things with the name 'link 1'.");
  EXPECT_EQ(message({{chain}, {}, {{"link 1", "lamp"}}}), "there is nothing with the name 'lamp'.");
  EXPECT_EQ(message({{chain}, {{"b", Shape::sphere(1), {}, -1}}, {}}),
            "the padding of 'b' must be a finite number that is not negative.");
  EXPECT_EQ(message({{{.figure = figure, .base = {}, .attached = {{"cup", "hand", Shape::sphere(1), {}}}}}, {}, {}}),
            "'cup' is attached to 'hand', which is no link.");
  const Checker checker({{chain}, {}, {}});
  EXPECT_THROW(checker.is_free(std::vector<double>(7)), Error);
  EXPECT_THROW(checker.are_free(std::vector<double>(7)), Error);
  EXPECT_THROW(checker.is_free(std::vector<double>(checker.dof()), {.margin = -1}), Error);
}

/// Gradients against differences of distances.
void expect_gradients(const CheckerSetup& setup, int count) {
  const Checker checker(setup);
  const std::vector<double> configurations = random_configurations(setup, count, 9);
  constexpr double step = 1e-6;
  int compared = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t first = static_cast<std::size_t>(i) * checker.dof();
    std::vector<double> q(configurations.begin() + static_cast<std::ptrdiff_t>(first),
                          configurations.begin() + static_cast<std::ptrdiff_t>(first + checker.dof()));
    for (const CheckedDistance& found : checker.distances(q, {.cut_off = 1})) {
      if (!found.has_gradient || found.distance.lower < 0.01) continue;
      for (std::size_t k = 0; k < q.size(); ++k) {
        const auto distance_at = [&](double change) {
          std::vector<double> moved = q;
          moved[k] += change;
          for (const CheckedDistance& other : checker.distances(moved, {.cut_off = 2}))
            if (other.pair == found.pair) return other.distance.upper;
          return std::nan("");
        };
        const double before = distance_at(-step), after = distance_at(step);
        const double forwards = (after - found.distance.upper) / step, back = (found.distance.upper - before) / step;
        // Where the closest features change the distance has no derivative.
        if (!(std::abs(forwards - back) < 1e-4)) continue;
        EXPECT_NEAR(found.gradient[k], (after - before) / (2 * step), 1e-4) << "number " << k;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(Checker, GradientsOfDistancesAgreeWithDifferences) {
  expect_gradients({{{.figure = mixed_chain(8, 7), .base = {}}}, mixed_world(6, 8), {}}, 10);
  expect_gradients({{{.figure = branching_figure().without_limits(), .base = {}}}, mixed_world(3, 8), {}}, 10);
}

// A radius is a length in the world: a base that shortens by 2^-16 does not shorten it. Boxes around movers did.
TEST(Checker, KeepsRadiiAtBasesThatShortenALittle) {
  const Figure ball({{"ball", {{Shape::sphere(1), {}}}}}, {});
  Placement base;
  for (int i = 0; i < 3; ++i) base.linear(i, i) = 1 - 0x1p-16;
  for (const double gap : {1 - 0x1p-17, 1.0, 1 + 0x1p-40}) {
    const CheckedBody wall{"wall", Shape::box({2, 8, 8}), Placement::translation({1 + gap, 0, 0})};
    const Checker checker({{{.figure = ball, .base = base}}, {wall}, {}});
    EXPECT_EQ(checker.is_free({}), gap > 1) << gap;
  }
}

}  // namespace
}  // namespace abut::test
