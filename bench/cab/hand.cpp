#include "cab/hand.h"

#include "cab/links.h"
#include "math/sine.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench::cab {

using classic::figure::Link;
using classic::figure::LinkPair;

namespace {

constexpr int fingers = 5, joints_of_finger = 3;
constexpr std::uint32_t ball = 1 + fingers * joints_of_finger, table = ball + 1;
constexpr double ball_radius = 0.32, finger_gap = 0.02;

/// The thumb first. Where a finger sits on the palm, which way it points there (the tangent of its angle to the side),
/// and how long its three links are.
struct Finger {
  Vec3 root;
  double aside;
  std::array<double, joints_of_finger> lengths;
};
constexpr Finger hand[fingers] = {{{0.25, 0.5, 0}, 1.1, {0.42, 0.34, 0.28}},
                                  {{1.05, 0.36, 0}, 0.06, {0.46, 0.3, 0.24}},
                                  {{1.1, 0.12, 0}, 0.02, {0.5, 0.34, 0.25}},
                                  {{1.07, -0.12, 0}, -0.03, {0.47, 0.31, 0.24}},
                                  {{1.0, -0.35, 0}, -0.1, {0.37, 0.24, 0.21}}};

std::uint32_t link_of(int finger, int joint) {
  return static_cast<std::uint32_t>(1 + finger * joints_of_finger + joint);
}

/// From 0 at `from` to 1 at `to`, smooth at both ends.
double ramp(double t, double from, double to) {
  const double s = std::clamp((t - from) / (to - from), 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

Placement turned_about_y(double angle) {
  const SineCosine turn = sine_and_cosine(angle);
  return {{{turn.cosine, 0, turn.sine, 0, 1, 0, -turn.sine, 0, turn.cosine}}, {}};
}

}  // namespace

std::vector<std::vector<Link>> hand_ball_table() {
  std::vector<Link> links{{Model(bone(0, 1.05, 0.5, 0.14)), -1, {}}};
  for (int finger = 0; finger < fingers; ++finger)
    for (int joint = 0; joint < joints_of_finger; ++joint) {
      const double length = hand[finger].lengths[static_cast<std::size_t>(joint)];
      const Mesh mesh = bone(finger_gap, length - 2 * finger_gap, 0.1 - 0.008 * joint, 0.095 - 0.008 * joint);
      links.push_back({Model(mesh), joint == 0 ? 0 : static_cast<std::int32_t>(link_of(finger, joint - 1)), {}});
    }
  return {links, {{Model(shapes::sphere(ball_radius, 4)), -1, {}}}, {{Model(shapes::box({4, 3, 0.1})), -1, {}}}};
}

std::vector<LinkPair> pairs_not_asked_of_hand() {
  const auto asked = [](std::uint32_t a, std::uint32_t b) {
    if (b >= ball) return true;
    if (a == 0) return false;
    const auto finger_a = (a - 1) / joints_of_finger, finger_b = (b - 1) / joints_of_finger;
    return finger_b == finger_a + 1 ||
           (a == link_of(0, 2) && finger_b >= 2 && b == link_of(static_cast<int>(finger_b), 2));
  };
  std::vector<LinkPair> result;
  for (std::uint32_t a = 0; a <= table; ++a)
    for (std::uint32_t b = a + 1; b <= table; ++b)
      if (!asked(a, b)) result.push_back({a, b});
  return result;
}

FlickingHand::FlickingHand(std::uint64_t seed)
    : sway_x_(0.05, seed * 1000), sway_y_(0.05, seed * 1000 + 1), sway_z_(0.03, seed * 1000 + 2) {
  for (std::uint64_t i = 0; i < fingers; ++i) tremors_.emplace_back(0.12, seed * 1000 + 10 + i);
}

void place(const HandPose& pose, std::vector<Placement>& links) {
  const Placement palm = Placement::translation(pose.wrist) * Placement::rotation(1, 0, 0, 0.2) * turned_about_y(0.1);
  links.push_back(palm);
  for (int finger = 0; finger < fingers; ++finger) {
    const double aside = hand[finger].aside, half = aside / (1 + std::sqrt(1 + aside * aside));
    Placement at = palm * Placement::translation(hand[finger].root) * Placement::rotation(1, 0, 0, half);
    for (int joint = 0; joint < joints_of_finger; ++joint) {
      const double share = joint == 0 ? 0.5 : joint == 1 ? 0.8 : 0.5;
      at = at * turned_about_y(share * pose.curls[static_cast<std::size_t>(finger)]);
      links.push_back(at);
      at = at * Placement::translation({hand[finger].lengths[static_cast<std::size_t>(joint)], 0, 0});
    }
  }
  links.push_back(Placement::translation(pose.ball) * turned_about_y(pose.ball_turn));
  links.push_back(Placement::translation({0.5, 0, -0.1}));
}

// A flick takes 250 frames: the hand reaches out, the index finger curls up behind the ball, straightens and hits it;
// the ball rolls away and is put back.
HandPose FlickingHand::next() {
  constexpr int period = 250;
  const double t = static_cast<double>(frame_ % period) / period;
  const int round = frame_++ / period;
  std::array<double, 5> curls;
  const double rest = 0.55 + 0.1 * ((round * 3) % 5 - 2) * 0.2;
  for (std::size_t i = 0; i < 5; ++i) curls[i] = rest + tremors_[i].next();
  curls[1] += 0.9 * ramp(t, 0.2, 0.45) - 1.1 * ramp(t, 0.48, 0.54) + 0.2 * ramp(t, 0.7, 0.9);
  curls[0] *= 0.5;
  const double reach = 0.22 * (ramp(t, 0.05, 0.4) - ramp(t, 0.65, 0.95)) + 0.012 * ((round * 7) % 5 - 2);
  const double lift = 0.15 * (ramp(t, 0.6, 0.8) - ramp(t, 0.8, 1));
  const double way = 2.2 * ramp(t, 0.5, 0.95) * (1 - ramp(t, 0.96, 1));
  const double hop = 0.25 * ramp(t, 0.52, 0.6) * (1 - ramp(t, 0.6, 0.68));
  return {{-1.45 + reach + sway_x_.next(), -0.55 + sway_y_.next(), 0.93 + lift + sway_z_.next()},
          curls,
          {0.4 + way, 0.73 + 0.1 * way, ball_radius + 0.004 + hop},
          way / ball_radius};
}

}  // namespace abut::bench::cab
