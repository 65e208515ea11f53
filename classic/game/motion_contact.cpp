#include "classic/game/seen.h"
#include "math/motion_data.h"
#include <abut/classic_game.h>
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut::classic::game {

namespace {

/// All numbers from low to high.
struct Range {
  double low = 0, high = 0;
};
Range operator+(const Range& a, const Range& b) { return {a.low + b.low, a.high + b.high}; }
Range operator-(const Range& a, const Range& b) { return {a.low - b.high, a.high - b.low}; }
Range operator*(const Range& a, const Range& b) {
  const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}
using Ranges = std::array<Range, 3>;

Ranges placed(const PlacementRange& at, const Ranges& point) {
  Ranges result;
  for (int i = 0; i < 3; ++i) {
    result[i] = {at.low.shift[i], at.high.shift[i]};
    for (int j = 0; j < 3; ++j) result[i] = result[i] + Range{at.low.linear(i, j), at.high.linear(i, j)} * point[j];
  }
  return result;
}

double largest(const Ranges& vector) {
  double square = 0;
  for (const Range& each : vector) square += std::max(each.low * each.low, each.high * each.high);
  return std::sqrt(square);
}

Vec3 corner_of(const Bounds& box, int corner) {
  return {corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
          corner & 4 ? box.high.z : box.low.z};
}

/// How far b, seen from a, gets from moving straight during a time.
///
/// Let x(t) = A(t)^-1 B(t) p be a point of b in a's frame and l(t) the straight way between its ends. A (x - l) is
/// B p - A l, of which enclosures of both motions give a range for each of some short times. A's least singular value
/// is at least sqrt(1 - 1e-3) as of all motions. For a fixed time the length is a convex function of p, so that the
/// corners of b's box have the largest. Rounding is below 2^-40 of the largest number.
double deviation_of(const Motion& motion_a, const Bounds& box, const Motion& motion_b, const TimeSpan& during) {
  constexpr int pieces = 32;
  // The ends as repaired_contact() sees them.
  const Relative first(motion_a.at(during.begin), motion_b.at(during.begin)),
      last(motion_a.at(during.end), motion_b.at(during.end));
  const auto when = [&](int piece) {
    return piece == pieces ? during.end : during.begin + (during.end - during.begin) * piece / pieces;
  };
  double deviation = 0, scale = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    const PlacementRange of_a = motion_a.enclosure(when(piece), when(piece + 1)),
                         of_b = motion_b.enclosure(when(piece), when(piece + 1));
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 point = corner_of(box, corner), begin = first * point, end = last * point;
      Ranges straight, own;
      for (int axis = 0; axis < 3; ++axis) {
        const auto at = [&](int part) { return begin[axis] + (end[axis] - begin[axis]) * part / pieces; };
        straight[axis] = {std::min(at(piece), at(piece + 1)), std::max(at(piece), at(piece + 1))};
        own[axis] = {point[axis], point[axis]};
      }
      const Ranges here = placed(of_b, own), there = placed(of_a, straight);
      deviation = std::max(deviation, largest({here[0] - there[0], here[1] - there[1], here[2] - there[2]}));
      scale = std::max({scale, largest(here), largest(straight), largest(own), length(motion_a.at(when(piece)).shift)});
    }
  }
  return 1.001 * deviation + 0x1p-40 * scale;
}

}  // namespace

template <class Real>
Contact contact_along(const Tree<Real>& a, const Motion& motion_a, const Tree<Real>& b, const Motion& motion_b,
                      const Options& options) {
  const TimeSpan one = motion_a.during(), other = motion_b.during();
  const TimeSpan all{std::max(one.begin, other.begin), std::min(one.end, other.end)};
  if (!(all.begin <= all.end)) throw Error("the two motions have no time in common.");
  if (!std::isfinite(all.begin) || !std::isfinite(all.end)) throw Error("neither model moves: use touch().");
  constexpr std::size_t steps_of_piece = 16;
  const std::size_t knots = motion_a.data().pieces.size() + motion_b.data().pieces.size();
  const std::size_t steps = steps_of_piece * std::max<std::size_t>(1, knots);
  const Bounds box = bounds_of(b.model().mesh().points);
  Effort effort;
  const auto when = [&](std::size_t step) {
    return step == steps ? all.end
                         : all.begin + (all.end - all.begin) * static_cast<double>(step) / static_cast<double>(steps);
  };
  for (std::size_t step = 0; step < steps; ++step) {
    const TimeSpan during{when(step), when(step + 1)};
    const auto along = [&](const Motion& motion) {
      return [&motion, during](double share) {
        return motion.at(std::clamp(during.begin + (during.end - during.begin) * share, during.begin, during.end));
      };
    };
    MovingOptions moving;
    static_cast<Options&>(moving) = options;
    moving.deviation = b.nodes().empty() ? 0 : deviation_of(motion_a, box, motion_b, during);
    Contact contact = repaired_contact<Real>(a, along(motion_a), b, along(motion_b), moving);
    effort.sphere_tests += contact.effort.sphere_tests, effort.box_tests += contact.effort.box_tests;
    effort.triangle_tests += contact.effort.triangle_tests;
    effort.deepest_stack = std::max(effort.deepest_stack, contact.effort.deepest_stack);
    if (!contact.found) continue;
    contact.time = during.begin + (during.end - during.begin) * contact.time;
    contact.exact = false;
    contact.effort = effort;
    return contact;
  }
  Contact none;
  none.exact = true;
  none.effort = effort;
  return none;
}

template Contact contact_along(const Tree<float>&, const Motion&, const Tree<float>&, const Motion&, const Options&);
template Contact contact_along(const Tree<double>&, const Motion&, const Tree<double>&, const Motion&, const Options&);

}  // namespace abut::classic::game
