#pragma once

#include <abut/figure.h>

#include <array>
#include <cmath>

namespace abut {

/// A rotation and a shift in long double.
struct LongPlacement {
  std::array<std::array<long double, 3>, 3> linear{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<long double, 3> shift{};
};

inline LongPlacement operator*(const LongPlacement& a, const LongPlacement& b) {
  LongPlacement c;
  for (int i = 0; i < 3; ++i) {
    c.shift[i] = a.shift[i];
    for (int k = 0; k < 3; ++k) c.shift[i] += a.linear[i][k] * b.shift[k];
    for (int j = 0; j < 3; ++j) {
      c.linear[i][j] = 0;
      for (int k = 0; k < 3; ++k) c.linear[i][j] += a.linear[i][k] * b.linear[k][j];
    }
  }
  return c;
}

inline LongPlacement long_placement(const Placement& at) {
  LongPlacement result;
  for (int i = 0; i < 3; ++i) {
    result.shift[i] = at.shift[i];
    for (int j = 0; j < 3; ++j) result.linear[i][j] = at.linear(i, j);
  }
  return result;
}

/// By Rodrigues' formula, entry by entry: cos I + (1 - cos) a a' + sin [a]x.
inline LongPlacement long_turn(const Vec3& axis, long double angle) {
  const long double norm =
      std::sqrt(static_cast<long double>(axis.x) * axis.x + static_cast<long double>(axis.y) * axis.y +
                static_cast<long double>(axis.z) * axis.z);
  const long double x = axis.x / norm, y = axis.y / norm, z = axis.z / norm, c = std::cos(angle), s = std::sin(angle);
  LongPlacement turn;
  turn.linear = {{{c + (1 - c) * x * x, (1 - c) * x * y - s * z, (1 - c) * x * z + s * y},
                  {(1 - c) * y * x + s * z, c + (1 - c) * y * y, (1 - c) * y * z - s * x},
                  {(1 - c) * z * x - s * y, (1 - c) * z * y + s * x, c + (1 - c) * z * z}}};
  return turn;
}

/// The numbers of a joint: its own or those it derives from the joint that it follows. Written from the contract, with
/// nothing of the library but names and the order of joints.
inline std::vector<long double> long_numbers(std::span<const Joint> joints, const Joint& joint,
                                             std::span<const double> configuration) {
  if (joint.mimic)
    for (const Joint& leader : joints)
      if (leader.name == joint.mimic->joint)
        return {joint.mimic->multiplier * long_numbers(joints, leader, configuration)[0] + joint.mimic->offset};
  std::size_t first = 0;
  for (const Joint& other : joints) {
    if (other.name == joint.name) break;
    if (!other.mimic) first += numbers_of(other.kind);
  }
  const auto own = configuration.subspan(first, numbers_of(joint.kind));
  return {own.begin(), own.end()};
}

/// The motion of a joint with an axis in its own frame; planar joints only with an axis along z.
inline LongPlacement long_motion(const Joint& joint, std::span<const long double> q) {
  LongPlacement motion;
  if (joint.kind == JointKind::revolute || joint.kind == JointKind::continuous) return long_turn(joint.axis, q[0]);
  if (joint.kind == JointKind::prismatic) {
    const LongPlacement any = long_turn(joint.axis, 0);
    const long double norm = std::sqrt(static_cast<long double>(dot(joint.axis, joint.axis)));
    for (int i = 0; i < 3; ++i) motion.shift[i] = any.shift[i] + q[0] * joint.axis[i] / norm;
  } else if (joint.kind == JointKind::planar) {
    motion = long_turn({0, 0, 1}, q[2]);
    motion.shift = {q[0], q[1], 0};
  } else if (joint.kind == JointKind::floating) {
    const Vec3 axis{static_cast<double>(q[3]), static_cast<double>(q[4]), static_cast<double>(q[5])};
    const long double sine = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5]);
    if (sine > 0) motion = long_turn(axis, 2 * std::atan2(sine, q[6]));
    motion.shift = {q[0], q[1], q[2]};
  }
  return motion;
}

/// Where a link is, from the link up to the root.
inline LongPlacement long_link(std::span<const Joint> joints, const std::string& link,
                               std::span<const double> configuration, const Placement& base) {
  for (const Joint& joint : joints)
    if (joint.child == link)
      return long_link(joints, joint.parent, configuration, base) *
             (long_placement(joint.origin) * long_motion(joint, long_numbers(joints, joint, configuration)));
  return long_placement(base);
}

inline double largest_difference(const LongPlacement& a, const Placement& b) {
  long double most = 0;
  for (int i = 0; i < 3; ++i) {
    most = std::max(most, std::abs(a.shift[i] - b.shift[i]));
    for (int j = 0; j < 3; ++j) most = std::max(most, std::abs(a.linear[i][j] - b.linear(i, j)));
  }
  return static_cast<double>(most);
}

}  // namespace abut
