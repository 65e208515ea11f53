#include "robot/joint_levers.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double outward = 1 + 0x1p-20;

/// From the link to the first joint.
class Levers {
 public:
  Levers(std::span<const double> half, const CarriedBall& ball, std::span<double> by_number)
      : half_(half), by_number_(by_number), centre_(ball.centre), radius_(ball.radius) {}

  void pass(const JointMap& map, const Vec3& axis, std::span<const double> configuration) {
    const std::size_t first = map.first_number;
    switch (map.kind) {
      case JointKind::fixed:
        break;
      case JointKind::revolute:
      case JointKind::continuous:
        turn(first, axis, std::abs(map.multiplier));
        break;
      case JointKind::prismatic:
        slide(first, std::abs(map.multiplier));
        break;
      case JointKind::planar:
        turn(first + 2, axis, 1);
        slide(first, 1), slide(first + 1, 1);
        break;
      case JointKind::floating:
        for (std::size_t i = 0; i < 3; ++i) slide(first + i, 1);
        for (std::size_t i = 3; i < 7; ++i)
          if (half_[first + i] > 0) moves_ = std::numeric_limits<double>::infinity();
        break;
    }
    const Placement placed = placed_by(map, configuration);
    at_ = is_first_ ? placed : placed * at_;
    is_first_ = false;
    centre_ = placed * centre_;
  }

  ChainReach reach() const { return {at_, moves_ * outward}; }

 private:
  // On the straight way from the configuration to another one within the halves, a point at the arm r from the axis of
  // a joint moves by no more than r times the joint's change, which adds up over the joints. The arm is that at the
  // configuration, and what later joints may have moved the centre by.
  void turn(std::size_t number, const Vec3& axis, double multiplier) {
    const double change = multiplier * half_[number], arm = length(cross(axis, centre_)) + centre_moves_;
    add(number, change * (arm + radius_), change * arm);
  }
  void slide(std::size_t number, double multiplier) {
    const double change = multiplier * half_[number];
    add(number, change, change);
  }
  void add(std::size_t number, double of_points, double of_centre) {
    moves_ += of_points, centre_moves_ += of_centre;
    by_number_[number] += of_points;
  }

  std::span<const double> half_;
  std::span<double> by_number_;
  Vec3 centre_;
  double radius_, moves_ = 0, centre_moves_ = 0;
  Placement at_;
  bool is_first_ = true;
};

}  // namespace

std::vector<ChainJoint> chain_joints(const Figure& figure, std::span<const std::uint32_t> joints) {
  const Figure::Data& data = figure.data();
  std::vector<ChainJoint> chain;
  for (const std::uint32_t joint : joints) {
    const std::size_t child = data.places[joint].child;
    const auto map =
        std::find_if(data.maps.begin(), data.maps.end(), [&](const JointMap& m) { return m.child == child; });
    chain.push_back({&*map, data.joints[joint].axis});
  }
  return chain;
}

ChainReach reach_of_chain(std::span<const ChainJoint> joints, std::span<const double> configuration,
                          std::span<const double> half, const CarriedBall& ball, std::span<double> by_number) {
  Levers levers(half, ball, by_number);
  for (std::size_t i = joints.size(); i-- > 0;) levers.pass(*joints[i].map, joints[i].axis, configuration);
  return levers.reach();
}

}  // namespace abut
