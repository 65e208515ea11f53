#pragma once

#include "math/motion_curve.h"

#include <span>
#include <vector>

namespace abut {

/// A joint of a chain during the time from 0 to 1: what comes after it turns about its axis or slides along it, evenly.
struct ChainStep {
  Placement before;    ///< frame before <- frame of the joint where its number is 0; a rotation and a shift
  Vec3 axis{0, 0, 1};  ///< of length 1, in the joint's frame
  bool turns = true;
  double from = 0, to = 0;  ///< its number at both ends, an angle or a length
};

/// The joint's number at a time.
double value_at(const ChainStep& step, double time);
/// Frame before <- frame after the joint, at a time.
Placement place_on(const ChainStep& step, double time);

/// How a chain of joints that all move evenly carries a model: base * step * ... * step * tail.
//
// The curve is that of the real numbers. What computes such a product from doubles with a handful of roundings for each
// step, as at() and forward kinematics do, is within linear_error_ |p| + shift_error_ of it for a model point p.
class ChainMotion : public MotionCurve {
 public:
  /// Throws Error for a base or a tail that is not nearly rigid and for angles beyond 2^20.
  ChainMotion(const Placement& base, std::span<const ChainStep> steps, const Placement& tail);

  Placement at(double time) const override;
  MovingExtent extent(double time, double half, const Vec3& centre, double radius) const override;
  double error(const Vec3& centre, double radius) const override;
  double speed(const Vec3& centre, double radius) const override;
  PlacementRange enclosure(double from, double to) const override;

 private:
  struct Joint : ChainStep {
    double rate;          // change of its number in the time
    double turns_before;  // |rates| of the steps before it that turn, together
    double farthest;      // no place of the model's frame is farther from its axis
  };
  struct Carried;

  void add(const ChainStep& step);
  Carried carry(double time, double half, const Vec3& centre) const;

  Placement base_, tail_;
  Matrix3 base_turn_;
  Matrix3 tail_rest_;  // tail.linear^-1 times the rotation next to it
  double base_defect_ = 0, tail_defect_ = 0, mirror_ = 1;
  std::vector<Joint> joints_;
  double turns_ = 0, slides_ = 0;  // |rates| of all that turn, and of all that slide
  double reach_ = 0;               // the model's frame is never farther from the base's origin, nor any joint's
  double linear_error_ = 0, shift_error_ = 0, defect_ = 0;
};

}  // namespace abut
