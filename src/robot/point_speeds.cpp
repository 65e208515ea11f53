#include "robot/point_speeds.h"

#include "robot/figure_data.h"

namespace abut {

namespace {

using SpeedSink = FunctionRef<void(std::size_t, const Vec3&)>;

// With q = (v, w) of length 1, a change e of q turns the child by the vector part of 2 e q*, q* = (-v, w): e's part
// along q changes the length alone, which is normalised away, and is the real part of e q*.
void quaternion_speeds(const Matrix3& frame, const Vec3& arm, const double* q, std::size_t first,
                       const SpeedSink& speed) {
  const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const Vec3 v{q[0], q[1], q[2]};
  for (int k = 0; k < 4; ++k) {
    Vec3 e{};
    if (k < 3) e[k] = 1;
    // (e, f) (-v, w) has the vector part w e - f v - e x v.
    const Vec3 turn = k < 3 ? e * q[3] - cross(e, v) : -v;
    speed(first + static_cast<std::size_t>(k), cross(frame * (turn * (2 / square)), arm));
  }
}

}  // namespace

void for_each_speed(const Figure& figure, std::span<const double> configuration, std::span<const Placement> links,
                    std::size_t link, const Vec3& point, SpeedSink speed) {
  const Figure::Data& data = figure.data();
  while (const std::optional<std::size_t> joint = data.joint_of[link]) {
    const JointMap map = map_of(data.joints[*joint], data.places[*joint]);
    const Matrix3& parent = links[map.parent].linear;
    const Vec3 arm = point - links[map.child].shift, along = parent * map.along, across = parent * map.across;
    const std::size_t first = map.first_number;
    switch (map.kind) {
      case JointKind::fixed:
        break;
      case JointKind::revolute:
      case JointKind::continuous:
        speed(first, cross(along, arm) * map.multiplier);
        break;
      case JointKind::prismatic:
        speed(first, along * map.multiplier);
        break;
      case JointKind::planar:
        speed(first, along);
        speed(first + 1, across);
        speed(first + 2, cross(cross(along, across), arm));
        break;
      case JointKind::floating: {
        const Matrix3 frame = parent * map.origin.linear;
        for (int axis = 0; axis < 3; ++axis) speed(first + static_cast<std::size_t>(axis), frame.column(axis));
        quaternion_speeds(frame, arm, &configuration[first + 3], first + 3, speed);
        break;
      }
    }
    link = map.parent;
  }
}

}  // namespace abut
