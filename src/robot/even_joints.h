#pragma once

#include "robot/chain_motion.h"
#include <abut/figure.h>

namespace abut {

struct JointMap;

struct LinkVelocity {
  Vec3 spin, of_origin;
};

/// A figure on its way from one configuration to another, as Figure::between() has it, during the time from 0 to 1:
/// what each joint does, for the chains of links.
class EvenJoints {
 public:
  /// Throws Error as Figure::between() does.
  EvenJoints(const Figure& figure, std::span<const double> from, std::span<const double> to);

  /// A part of the figure's tree, joint after joint towards the leaves, and what its last link carries.
  struct Chain {
    std::vector<ChainStep> steps;
    Placement tail;
  };
  /// The joints are indices into Figure::joints(), each the child of the one before. `at` is last link <- model.
  Chain chain(std::span<const std::uint32_t> joints, const Placement& at) const;
  /// Does a joint move at all?
  bool moves(std::uint32_t joint) const { return first_[joint] < last_[joint]; }
  /// Of any point that the last of the joints carries no farther than this from its link's origin, seen from where the
  /// first joint is, during all of the time.
  struct Reach {
    double way = 0;    ///< how long its way is
    double bend = 0;   ///< the second derivative of its place
    double far = 0;    ///< how far it is from the first joint's parent
    double error = 0;  ///< how far off forward kinematics may put it
  };
  Reach reach(std::span<const std::uint32_t> joints, double from_origin) const;
  /// How far any such point is moved if the numbers of the figure are off by no more than `by`, at any time. Angles of
  /// floating joints stay.
  double moved(std::span<const std::uint32_t> joints, double from_origin, std::span<const double> by) const;
  /// Where links are at a time in the root's frame, how fast they turn and how fast their origins move.
  void place(double time, std::span<Placement> links, std::span<LinkVelocity> velocities) const;

 private:
  void add(std::size_t joint, const JointMap& map, std::span<const double> from, std::span<const double> to);
  void measure(std::size_t joint);
  void slide(const Placement& before, const Vec3& by);
  void turn(const Placement& before, const Vec3& axis, double from, double to);
  void add_floating(const Placement& origin, const double* from, const double* to);

  Placement placed(std::size_t joint, const JointMap& map, double time) const;

  Figure figure_;
  std::vector<ChainStep> steps_;             // of one joint after the other
  std::vector<std::uint32_t> first_, last_;  // those of each joint
  struct Size {
    double turn = 0, slide = 0;  // all |changes| of its angle and of its place
    double arm = 0;              // how far what it moves may be from the origin of its parent
    double error = 0;            // by which its rotation may be off
  };
  std::vector<Size> sizes_;          // of each joint
  std::vector<Placement> standing_;  // of joints that do not move: parent <- child
};

/// The joints from one link, or from the root, down to another.
std::vector<std::uint32_t> joints_between(const Figure& figure, std::size_t above, std::size_t link);

}  // namespace abut
