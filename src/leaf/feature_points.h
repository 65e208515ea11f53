#pragma once

#include "leaf/exact_motion.h"

namespace abut {

/// Nearly the closest points of two features that stand still for a moment: barycentric coordinates in each, none
/// negative, summing to 1 up to rounding.
struct FeaturePoints {
  std::array<double, 3> a{}, b{};
};
FeaturePoints closest_feature_points(MotionKind kind, const MovingPoints& points, double time);

/// Are two points of the features at most so far apart at this time? False where rounding leaves it open.
bool surely_within(MotionKind kind, const MovingPoints& points, double time, double limit);

/// What a contact looks like at its `upper`.
FeatureContact described(MotionKind kind, const MovingPoints& points, const MotionContact& contact);

}  // namespace abut
