// How far a look at two trees that move comes: the same bits on every instruction set, and no contact lost.

#include "engine/moving_pairs.h"
#include "math/random.h"
#include "query/moving_body.h"
#include "support/effort.h"
#include <abut/collide.h>
#include <abut/shapes.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

namespace abut {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A part of the time of two models that move, as a search for their first contact has it.
struct Cell {
  Cell(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b, double begin, double end,
       double margin)
      : body_a(a, motion_a),
        body_b(b, motion_b),
        middle(body_a, body_b, begin, end, margin),
        half(middle, body_a, body_b),
        of_a(half.a_seen, half.swing, middle.of_a.state, middle.of_b.state, a.data().frame.unit, b.data().frame.unit),
        of_b(half.b_seen, -half.swing, middle.of_b.state, middle.of_a.state, b.data().frame.unit, a.data().frame.unit) {
  }

  MovingTrees trees(std::uint32_t wild_side) const {
    return {{body_a.model().tree, body_b.model().tree, half.relative}, of_a, of_b, wild_side};
  }

  MovingBody body_a, body_b;
  MovingMiddle middle;
  AtHalfBend half;
  MovingFrame of_a, of_b;
};

struct Found {
  Advanced advanced;
  MovingFront front;
};

Found look(const Cell& cell, std::uint32_t wild_side, double enough, Simd simd, std::uint64_t most_tests) {
  Found found;
  found.front.steps.push_back({whole_visit});
  found.advanced = advance_moving(cell.trees(wild_side), {cell.middle.time, cell.middle.half}, enough, simd, most_tests,
                                  found.front, {0, 0}, {1, 0});
  return found;
}

void expect_same(const Found& x, const Found& y) {
  const Advanced &a = x.advanced, &b = y.advanced;
  EXPECT_EQ(std::tuple(a.volume_tests, a.triangle_tests, a.complete, a.by_boxes, a.is_known),
            std::tuple(b.volume_tests, b.triangle_tests, b.complete, b.by_boxes, b.is_known));
  EXPECT_EQ(std::tuple(a.until, a.next, a.expected), std::tuple(b.until, b.next, b.expected));
  const auto of_step = [](const TimedStep& s) {
    return std::tuple(s.step.closed, s.step.opened, s.step.lanes, s.step.side, s.from);
  };
  const auto of_pair = [](const TimedPlaces& p) { return std::tuple(p.a, p.b, p.from); };
  EXPECT_TRUE(std::ranges::equal(x.front.steps, y.front.steps, {}, of_step, of_step));
  EXPECT_TRUE(std::ranges::equal(x.front.triangles, y.front.triangles, {}, of_pair, of_pair));
}

/// Is a triangle, by its place, below a child?
bool holds(const WideTree& tree, WideChild child, std::uint32_t place) {
  if (child.is_empty()) return false;
  if (child.is_leaf()) return child.first() <= place && place < child.first() + child.count();
  return std::ranges::any_of(tree.nodes[child.node()].child, [&](WideChild c) { return holds(tree, c, place); });
}

bool holds(const Cell& cell, const PairStep& step, std::uint32_t place_a, std::uint32_t place_b) {
  const WideTree &a = cell.body_a.model().tree, &b = cell.body_b.model().tree;
  const bool closes_a = step.side == 0;
  const WideTree &closed = closes_a ? a : b, &opened = closes_a ? b : a;
  const WideChild child = closed.nodes[step.closed / ObbPacket::lanes].child[step.closed % ObbPacket::lanes];
  if (!holds(closed, child, closes_a ? place_a : place_b)) return false;
  for (std::uint32_t lane = 0; lane < ObbPacket::lanes; ++lane)
    if ((step.lanes >> lane & 1) != 0 &&
        holds(opened, opened.nodes[step.opened].child[lane], closes_a ? place_b : place_a))
      return true;
  return false;
}

/// Is a pair of triangles that touches at a time still in the front, as one that may do so?
bool is_left(const Found& found, const Cell& cell, const Contact& pair, double time) {
  const auto place_of = [](const WideTree& tree, std::uint32_t triangle) {
    const std::uint32_t* first = tree.order.data();
    return static_cast<std::uint32_t>(std::find(first, first + tree.order.size(), triangle) - first);
  };
  const std::uint32_t a = place_of(cell.body_a.model().tree, pair.a), b = place_of(cell.body_b.model().tree, pair.b);
  const auto is_pair = [&](const TimedPlaces& p) { return p.a == a && p.b == b && p.from <= time; };
  const auto has_pair = [&](const TimedStep& s) { return s.from <= time && holds(cell, s.step, a, b); };
  return std::ranges::any_of(found.front.triangles, is_pair) ||
         std::any_of(found.front.steps.begin() + 1, found.front.steps.end(), has_pair);
}

Motion random_motion(Random& random, double size) {
  const Placement from = random.rotation(random.direction() * (2.5 * size)),
                  to = random.rotation(random.in_cube(1.5 * size));
  if (random.chance(0.2)) return Motion::straight(from, to.shift - from.shift);
  if (random.chance(0.2))
    return Motion::screw(from, Screw{random.in_cube(size), random.direction(), random.between(-9, 9), random.unit()});
  return Motion::screw(from, to);
}

TEST(MovingAdvance, IsTheSameOnEveryInstructionSetAndLosesNoContact) {
  Random random(8);
  std::uint64_t known = 0, by_boxes = 0, incomplete = 0, checked = 0;
  for (const double size : {1.0, 1e-6, 1e6}) {
    Mesh scan = shapes::bumpy_scan(900, 3);
    for (Vec3& point : scan.points) point = point * size;
    const Model a(shapes::torus(size, 0.35 * size, 30, 20)), b(scan);
    for (int i = 0; i < tries(60); ++i) {
      const Motion of_a = random_motion(random, size),
                   of_b = random.chance(0.5) ? Motion() : random_motion(random, size);
      const double length = random.chance(0.3)   ? 1
                            : random.chance(0.5) ? 0.1
                                                 : 1e-3,
                   begin = random.unit() * (1 - length), margin = random.chance(0.3) ? 0.01 * size : 0;
      const Cell cell(a, of_a, b, of_b, begin, begin + length, margin);
      const auto wild_side = static_cast<std::uint32_t>(random.below(3));
      const double enough = random.chance(0.3) ? infinity : 1e-6;
      const std::uint64_t most_tests = random.chance(0.5) ? 100 + random.below(900) : Budget::no_limit;
      const Found found = look(cell, wild_side, enough, Simd::scalar, most_tests);
      for (const Simd simd : available_simd()) expect_same(found, look(cell, wild_side, enough, simd, most_tests));
      known += found.advanced.is_known, by_boxes += found.advanced.by_boxes, incomplete += !found.advanced.complete;
      for (int k = 0; k < 4; ++k) {
        const double time = begin + length * random.unit();
        const Contacts touching = collide(a, of_a.at(time), b, of_b.at(time), {.margin = margin * (1 - 1e-9)});
        if (!touching.pairs.empty()) {
          EXPECT_LE(found.advanced.until, time);
        }
        for (const Contact& pair : touching.pairs)
          ASSERT_TRUE(is_left(found, cell, pair, time)) << size << " " << i << " at " << time;
        checked += touching.pairs.size();
      }
    }
  }
  // All ways to end have been taken.
  EXPECT_GT(known, 3u);
  EXPECT_GT(by_boxes, 3u);
  EXPECT_GT(incomplete, 3u);
  EXPECT_GT(checked, 100u);
}

}  // namespace
}  // namespace abut
