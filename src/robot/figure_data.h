#pragma once

#include "base/shared_data.h"
#include <abut/figure.h>

#include <map>

namespace abut {

/// A joint as forward kinematics takes it: parent <- child as functions of its numbers.
//
// A turn by an angle about the unit axis a is I + sin [a]x + (1 - cos) ([a]x)^2 (Rodrigues), with [a]x the matrix of
// the cross product. Times the origin's rotation O: O + sin `sine` + (cos - 1) `cosine`. At 0 it is O exactly.
struct JointMap {
  JointKind kind = JointKind::fixed;
  std::size_t parent = 0, child = 0, first_number = 0;
  double multiplier = 1, offset = 0;
  Placement origin;
  Matrix3 sine, cosine;  ///< O [a]x and -O ([a]x)^2
  Vec3 along, across;    ///< in the parent: a prismatic joint's direction, a planar joint's x and y
};

struct Figure::Data : detail::SharedData {
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::vector<JointPlace> places;
  std::vector<JointNumber> numbers;
  std::vector<std::size_t> order;                    ///< joints from root to leaves
  std::vector<JointMap> maps;                        ///< in that order
  std::vector<std::optional<std::size_t>> joint_of;  ///< of each link
  std::map<std::string, std::size_t, std::less<>> link_named, joint_named;
  std::size_t root = 0;
  bool has_floating = false;  ///< is there a floating joint?
};

/// parent <- child for numbers that are valid.
Placement placed_by(const JointMap& map, std::span<const double> configuration);
/// Its rotation where a joint that turns is at an angle.
Matrix3 turned(const JointMap& map, double angle);
JointMap map_of(const Joint& joint, const JointPlace& place);

/// The shortest decimal that reads back as the same double.
std::string text_of(double number);

/// How far the squared length of a quaternion may be from 1.
inline constexpr double quaternion_slack = 2e-3;

}  // namespace abut
