#include "robot/even_joints.h"

#include "math/arc_tangent.h"
#include "math/nearest_turn.h"
#include "robot/figure_data.h"
#include <abut/error.h>

#include <algorithm>

namespace abut {

EvenJoints::EvenJoints(const Figure& figure, std::span<const double> from, std::span<const double> to)
    : figure_(figure) {
  // Angles that wrap go the short way.
  const std::vector<double> end = figure.between(from, to, 1);
  const std::size_t count = figure.joints().size();
  first_.resize(count), last_.resize(count), standing_.resize(count), sizes_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t joint = figure.order()[i];
    first_[joint] = static_cast<std::uint32_t>(steps_.size());
    add(joint, figure.data().maps[i], from, end);
    last_[joint] = static_cast<std::uint32_t>(steps_.size());
    measure(joint);
  }
}

// Rotations are off by what ChainMotion says.
void EvenJoints::measure(std::size_t joint) {
  Size& size = sizes_[joint];
  size.error = 0x1p-44;
  if (first_[joint] == last_[joint]) size.arm = length(standing_[joint].shift);
  for (std::uint32_t i = first_[joint]; i < last_[joint]; ++i) {
    const ChainStep& step = steps_[i];
    (step.turns ? size.turn : size.slide) += std::abs(step.to - step.from);
    size.arm += length(step.before.shift) + (step.turns ? 0 : std::max(std::abs(step.from), std::abs(step.to)));
    size.error += step.turns ? 0x1p-50 * (std::abs(step.from) + std::abs(step.to)) : 0;
  }
}

// From the leaf to the root: a joint that turns moves what is no farther from its origin than `arm` by its turn times
// that. A joint of several steps turns last, about the origin of its child. For the bend see ChainMotion::carry():
// the sum of (S_m^2 - S_(m-1)^2) arm_m over turns and of 2 S_(m-1) |rate_m| over slides, with S_m all turns up to m.
EvenJoints::Reach EvenJoints::reach(std::span<const std::uint32_t> joints, double from_origin) const {
  Reach reach;
  double arm = from_origin, turns = 0, error = 0;
  for (const std::uint32_t joint : joints) turns += sizes_[joint].turn, error += sizes_[joint].error;
  for (std::size_t i = joints.size(); i-- > 0;) {
    const Size& size = sizes_[joints[i]];
    const double before = std::max(0.0, turns - size.turn);
    reach.way += size.turn * arm + size.slide;
    reach.bend += size.turn * (turns + before) * arm + 2 * before * size.slide;
    turns = before;
    arm += size.arm;
  }
  constexpr double outward = 1 + 0x1p-20;
  return {reach.way * outward, reach.bend * outward, arm * outward, (error + 0x1p-44) * arm * outward};
}

// On the straight way from the numbers that are right to those that are off, as reach() says of ways.
double EvenJoints::moved(std::span<const std::uint32_t> joints, double from_origin, std::span<const double> by) const {
  double moved = 0, arm = from_origin;
  for (std::size_t i = joints.size(); i-- > 0;) {
    const JointPlace& place = figure_.joint_places()[joints[i]];
    const JointKind kind = figure_.joints()[joints[i]].kind;
    const double* off = by.data() + place.first_number;
    double turn = 0, slide = 0;
    if (kind == JointKind::revolute || kind == JointKind::continuous) turn = std::abs(place.multiplier) * off[0];
    if (kind == JointKind::prismatic) slide = std::abs(place.multiplier) * off[0];
    if (kind == JointKind::planar) turn = off[2], slide = off[0] + off[1];
    if (kind == JointKind::floating) slide = off[0] + off[1] + off[2];
    moved += turn * arm + slide;
    arm += sizes_[joints[i]].arm + slide;
  }
  return moved * (1 + 0x1p-20);
}

/// parent <- child
Placement EvenJoints::placed(std::size_t joint, const JointMap& map, double time) const {
  if (first_[joint] == last_[joint]) return standing_[joint];
  if (map.kind == JointKind::revolute || map.kind == JointKind::continuous)
    return {turned(map, value_at(steps_[first_[joint]], time)), map.origin.shift};
  Placement at = place_on(steps_[first_[joint]], time);
  for (std::uint32_t i = first_[joint] + 1; i < last_[joint]; ++i) at = at * place_on(steps_[i], time);
  return at;
}

void EvenJoints::place(double time, std::span<Placement> links, std::span<LinkVelocity> velocities) const {
  if (links.empty()) return;
  const Figure::Data& data = figure_.data();
  links[data.root] = {}, velocities[data.root] = {};
  for (std::size_t k = 0; k < data.maps.size(); ++k) {
    const std::size_t joint = data.order[k];
    const JointMap& map = data.maps[k];
    const Placement& parent = links[map.parent];
    const Placement placed = this->placed(joint, map, time);
    const Vec3 way = parent.linear * placed.shift;
    const Placement child{parent.linear * placed.linear, parent.shift + way};
    LinkVelocity at = velocities[map.parent];
    at.of_origin += cross(at.spin, way);
    for (std::uint32_t i = first_[joint]; i < last_[joint]; ++i) {
      const ChainStep& step = steps_[i];
      const double rate = step.to - step.from;
      if (step.turns)
        at.spin += child.linear * (step.axis * rate);
      else
        at.of_origin += parent.linear * (step.before.linear * (step.axis * rate));
    }
    links[map.child] = child, velocities[map.child] = at;
  }
}

void EvenJoints::slide(const Placement& before, const Vec3& by) {
  const double way = length(by);
  steps_.push_back({before, way > 0 ? by * (1 / way) : Vec3{0, 0, 1}, false, 0, way});
}

void EvenJoints::turn(const Placement& before, const Vec3& axis, double from, double to) {
  steps_.push_back({before, axis, true, from, to});
}

void EvenJoints::add(std::size_t joint, const JointMap& map, std::span<const double> from, std::span<const double> to) {
  const Joint& made = figure_.data().joints[joint];
  const std::size_t count = numbers_of(made.kind), first = map.first_number;
  if (std::equal(&from[0] + first, &from[0] + first + count, &to[0] + first)) {
    standing_[joint] = placed_by(map, from);
    return;
  }
  const auto value = [&](std::span<const double> at) { return map.multiplier * at[first] + map.offset; };
  switch (made.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::continuous:
      turn(made.origin, made.axis, value(from), value(to));
      break;
    case JointKind::prismatic:
      steps_.push_back({made.origin, made.axis, false, value(from), value(to)});
      break;
    case JointKind::planar: {
      const auto at = [&](std::span<const double> q) { return map.along * q[first] + map.across * q[first + 1]; };
      slide(Placement::translation(made.origin.shift + at(from)), at(to) - at(from));
      turn({made.origin.linear, {}}, made.axis, from[first + 2], to[first + 2]);
      break;
    }
    case JointKind::floating:
      add_floating(made.origin, &from[first], &to[first]);
      break;
  }
}

// The turn between two unit quaternions p and q is p times a turn about the vector part of p* q.
void EvenJoints::add_floating(const Placement& origin, const double* from, const double* to) {
  const auto unit = [](const double* q) {
    const double over = 1 / std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    return Quaternion{q[6] * over, Vec3{q[3], q[4], q[5]} * over};
  };
  const Vec3 start{from[0], from[1], from[2]}, end{to[0], to[1], to[2]};
  slide({origin.linear, origin * start}, end - start);
  const Quaternion first = unit(from);
  Quaternion by = conjugate(first) * unit(to);
  if (std::abs(by.w) < 1e-9)
    throw Error("a floating joint turns by half a turn: its two quaternions do not tell which way.");
  if (by.w < 0) by = {-by.w, -by.v};
  const double sine = length(by.v);
  const Placement turned = Placement::rotation(first.w, first.v.x, first.v.y, first.v.z);
  turn(turned, sine > 0 ? by.v * (1 / sine) : Vec3{0, 0, 1}, 0, 2 * angle_of(sine, by.w));
}

EvenJoints::Chain EvenJoints::chain(std::span<const std::uint32_t> joints, const Placement& at) const {
  Chain chain;
  const auto follow = [](const Placement& outer, const Placement& inner) {
    return outer == Placement{} ? inner : outer * inner;
  };
  // What does not move is part of what comes next.
  Placement pending;
  for (const std::uint32_t joint : joints) {
    if (!moves(joint)) pending = follow(pending, standing_[joint]);
    for (std::uint32_t i = first_[joint]; i < last_[joint]; ++i) {
      chain.steps.push_back(steps_[i]);
      chain.steps.back().before = follow(pending, steps_[i].before);
      pending = {};
    }
  }
  chain.tail = follow(pending, at);
  return chain;
}

std::vector<std::uint32_t> joints_between(const Figure& figure, std::size_t above, std::size_t link) {
  std::vector<std::uint32_t> joints;
  while (link != above) {
    const std::size_t joint = *figure.joint_of(link);
    joints.push_back(static_cast<std::uint32_t>(joint));
    link = figure.joint_places()[joint].parent;
  }
  std::reverse(joints.begin(), joints.end());
  return joints;
}

}  // namespace abut
