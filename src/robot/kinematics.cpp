#include "io/text.h"
#include "math/sine.h"
#include "robot/figure_data.h"
#include <abut/error.h>

#include <cmath>

namespace abut {

namespace {

Matrix3 cross_matrix(const Vec3& a) { return {{0, -a.z, a.y, a.z, 0, -a.x, -a.y, a.x, 0}}; }

/// x and y of the plane across a unit axis: see Joint.
void span_plane(const Vec3& axis, Vec3& x, Vec3& y) {
  int most = 2;
  for (int i = 1; i >= 0; --i)
    if (std::abs(axis[i]) > std::abs(axis[most])) most = i;
  Vec3 next{};
  next[(most + 1) % 3] = 1;
  // The axis' part along `next` is at most 1 / sqrt(2): what remains of it is not short.
  x = next - axis * dot(axis, next);
  x = x * (1 / length(x));
  y = cross(axis, x);
}

[[noreturn]] void refuse(const Figure::Data& data, std::size_t number, double value, const char* what) {
  const JointNumber& at = data.numbers[number];
  const std::string is =
      std::string(what) + ": joint number " + std::to_string(number + 1) + ", '" + at.name + "', is ";
  if (std::isnan(value)) throw Error(is + "not a number.");
  if (!(std::abs(value) <= largest_input)) throw Error(is + "infinite or beyond 2^300.");
  if (value < at.limits.lower) throw Error(is + text_of(value) + ", below its limit " + text_of(at.limits.lower) + ".");
  if (value > at.limits.upper) throw Error(is + text_of(value) + ", above its limit " + text_of(at.limits.upper) + ".");
  throw Error(is + text_of(value) + ": abut takes no angles beyond 2^20 radians, nor joints that follow beyond 2^300.");
}

/// The largest position that a joint with one number takes.
double most_of(JointKind kind) { return kind == JointKind::prismatic ? largest_input : largest_angle; }

/// Positions that are too large, also of joints that follow others, and quaternions that are none.
void require_valid_joint(const Figure::Data& data, const JointMap& map, std::span<const double> q, const char* what) {
  if (numbers_of(map.kind) == 1) {
    const double number = q[map.first_number];
    if (!(std::abs(map.multiplier * number + map.offset) <= most_of(map.kind)))
      refuse(data, map.first_number, number, what);
  } else if (map.kind == JointKind::planar) {
    const std::size_t angle = map.first_number + 2;
    if (!(std::abs(q[angle]) <= largest_angle)) refuse(data, angle, q[angle], what);
  } else if (map.kind == JointKind::floating) {
    const double* r = &q[map.first_number + 3];
    const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
    if (!(std::abs(square - 1) <= quaternion_slack))
      throw Error(std::string(what) + ": the quaternion of joint '" +
                  data.joints[data.numbers[map.first_number].joint].name + "' has length " +
                  text_of(std::sqrt(square)) + ", not 1. Normalise it; its order is x, y, z, w.");
  }
}

}  // namespace

std::string text_of(double number) {
  std::string text;
  append_number(text, number);
  return text;
}

Matrix3 turned(const JointMap& map, double angle) {
  const auto [sine, cosine] = sine_and_cosine(angle);
  const double less = cosine - 1;
  Matrix3 result = map.origin.linear;
  for (std::size_t i = 0; i < 9; ++i) result.entries[i] += sine * map.sine.entries[i] + less * map.cosine.entries[i];
  return result;
}

JointMap map_of(const Joint& joint, const JointPlace& place) {
  JointMap map{
      joint.kind, place.parent, place.child, place.first_number, place.multiplier, place.offset, joint.origin, {},
      {},         {},           {}};
  const Matrix3 axis = cross_matrix(joint.axis);
  map.sine = joint.origin.linear * axis;
  map.cosine = joint.origin.linear * (axis * axis) * -1;
  map.along = joint.origin.linear * joint.axis;
  if (joint.kind == JointKind::planar) {
    Vec3 x, y;
    span_plane(joint.axis, x, y);
    map.along = joint.origin.linear * x;
    map.across = joint.origin.linear * y;
  }
  return map;
}

Placement placed_by(const JointMap& map, std::span<const double> configuration) {
  const auto number = [&](std::size_t i) { return configuration[map.first_number + i]; };
  switch (map.kind) {
    case JointKind::fixed:
      return map.origin;
    case JointKind::revolute:
    case JointKind::continuous:
      return {turned(map, map.multiplier * number(0) + map.offset), map.origin.shift};
    case JointKind::prismatic:
      return {map.origin.linear, map.origin.shift + map.along * (map.multiplier * number(0) + map.offset)};
    case JointKind::planar:
      return {turned(map, number(2)), map.origin.shift + (map.along * number(0) + map.across * number(1))};
    case JointKind::floating:
      break;
  }
  return map.origin *
         Placement::rotation(number(6), number(3), number(4), number(5), {number(0), number(1), number(2)});
}

void Figure::require_valid(std::span<const double> configuration, const char* what) const {
  const Data& data = *data_;
  if (configuration.size() != data.numbers.size())
    throw Error(std::string(what) + " has " + std::to_string(configuration.size()) + " numbers; the figure takes " +
                std::to_string(data.numbers.size()) + ".");
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    const double value = configuration[i];
    const Bracket& limits = data.numbers[i].limits;
    if (!(std::abs(value) <= largest_input && limits.lower <= value && value <= limits.upper))
      refuse(data, i, value, what);
  }
  for (const JointMap& map : data.maps) require_valid_joint(data, map, configuration, what);
}

void Figure::place(std::span<const double> configuration, const Placement& base, std::span<Placement> links) const {
  const Data& data = *data_;
  require_valid(configuration);
  abut::require_valid(base, "the placement of the base");
  if (links.size() != data.links.size())
    throw Error("there is room for " + std::to_string(links.size()) + " placements; the figure has " +
                std::to_string(data.links.size()) + " links.");
  if (links.empty()) return;
  links[data.root] = base;
  for (const JointMap& map : data.maps) links[map.child] = links[map.parent] * placed_by(map, configuration);
}

std::vector<Placement> Figure::place(std::span<const double> configuration, const Placement& base) const {
  std::vector<Placement> links(data_->links.size());
  place(configuration, base, links);
  return links;
}

}  // namespace abut
