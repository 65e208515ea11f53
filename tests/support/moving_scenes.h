#pragma once

#include "math/random.h"
#include "support/planned_motion.h"
#include <abut/first_contact.h>

#include <string>
#include <string_view>

namespace abut {

/// Two models that move, and what is known of their first contact.
struct MovingScene {
  PlannedBody a, b;
  FirstContactOptions options;
  double known = -1;      ///< when they meet, up to `unsure`; negative: not known, infinite: never
  double unsure = 1e-12;  ///< rounding included
  double no_later_than = std::numeric_limits<double>::infinity();
};

/// Families of scenes: what is hard about motions. Each makes as many different ones as asked for.
struct MovingFamily {
  std::string_view name;
  MovingScene (*make)(Random&);
};
std::span<const MovingFamily> moving_families();

/// Checks the answer of first_contact() for a scene, for the same with its models exchanged, and for one more that must
/// have the same answer: all turned by one rotation, time cut in two, triangles cut in four, a triangle added far away,
/// or another time tolerance. What is wrong, line by line; empty if nothing is.
struct MovingCheck {
  std::string wrong;
  bool contact = false, undecided = false;
  bool known_by_oracle = false;  ///< brute force found a contact that is sure, or none
  int motions = 0;               ///< that were asked for
};
MovingCheck check_moving(const MovingScene& scene, Random& random);

/// The scene in numbers, to be read by people.
std::string description_of(const MovingScene& scene);

}  // namespace abut
