#pragma once

#include "leaf/exact_motion.h"

namespace abut {

/// How a first contact is to be found. See FeatureContactOptions.
struct MotionGoal {
  double distance_tolerance = 0, time_tolerance = 0x1p-30;
  /// Contacts later than this may be left out. It changes no digit of the others.
  double until = 1;
};

/// The first contact of two moving features, right for all input within 2^300: doubles decide nearly all, integers the
/// rest. A microsecond or two.
MotionContact first_contact(MotionKind kind, const MovingPoints& points, const MotionGoal& goal,
                            std::uint64_t& exact_tests);

}  // namespace abut
