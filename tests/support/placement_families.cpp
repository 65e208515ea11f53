#include "support/placement_families.h"

#include <cmath>

namespace abut {

namespace {

Placement turned(Random& random) { return random.rotation(random.in_cube(2)); }

Placement mirrored(Random& random) {
  Placement at = turned(random);
  at.linear = at.linear * Matrix3{{1, 0, 0, 0, -1, 0, 0, 0, 1}};
  return at;
}

Placement sheared(Random& random) {
  Placement at = turned(random);
  at.linear = at.linear * Matrix3{{1, random.between(-1, 1), random.between(-1, 1), 0, random.between(0.5, 2),
                                   random.between(-1, 1), 0, 0, random.chance(0.5) ? 1.0 : -0.75}};
  return at;
}

Placement unlike(Random& random) {
  Placement at = turned(random);
  at.linear =
      at.linear * Matrix3{{random.between(0.01, 0.1), 0, 0, 0, random.between(0.5, 2), 0, 0, 0, random.between(5, 50)}};
  return at;
}

Placement far_away(Random& random) {
  const double far[] = {1e2, 1e4, 1e6};
  return random.rotation(random.direction() * far[random.below(3)]);
}

/// A turn as a file holds it: entries rounded to so many digits behind the point, or to float.
Placement to_digits(Random& random, double one) {
  Placement at = turned(random);
  for (double& entry : at.linear.entries) entry = std::round(entry * one) / one;
  return at;
}
Placement to_float(Random& random) {
  Placement at = turned(random);
  for (double& entry : at.linear.entries) entry = static_cast<float>(entry);
  return at;
}

const PlacementFamily families[] = {{"in place", [](Random&) { return Placement{}; }},
                                    {"turned", turned},
                                    {"mirrored", mirrored},
                                    {"sheared", sheared},
                                    {"scaled unlike", unlike},
                                    {"far away", far_away},
                                    {"float", to_float},
                                    {"three digits", [](Random& random) { return to_digits(random, 1e3); }},
                                    {"six digits", [](Random& random) { return to_digits(random, 1e6); }},
                                    {"nine digits", [](Random& random) { return to_digits(random, 1e9); }},
                                    {"whole numbers", whole_numbered}};

double power_of_two(Random& random, int least, int most) {
  return std::ldexp(1.0, least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1))));
}

/// Any of the above at a scale between the two powers of two.
PlacementFamily at_scale(std::string name, int least, int most) {
  return {std::move(name), [=](Random& random) {
            const Placement at = random.chance(0.5) ? whole_numbered(random) : families[random.below(5)].next(random);
            return enlarged(at, power_of_two(random, least, most));
          }};
}

/// Axes whose scales lie up to 2^1000 apart.
Placement worlds_apart(Random& random) {
  Placement at = whole_numbered(random);
  const int scales[] = {-900, -600, -500, -200, 0, 200, 280};
  Matrix3 stretch;
  for (int i = 0; i < 3; ++i) stretch(i, i) = std::ldexp(1.0, scales[random.below(7)]);
  at.linear = at.linear * stretch;
  return at;
}

}  // namespace

Placement enlarged(const Placement& at, double factor) { return {at.linear * factor, at.shift * factor}; }

Placement whole_numbered(Random& random) {
  const auto whole = [&](int most) { return static_cast<double>(random.below(2 * most + 1)) - most; };
  for (;;) {
    Placement at;
    switch (random.below(3)) {
      case 0:
        at.linear = {{0, -1, 0, 1, 0, 0, 0, 0, random.chance(0.5) ? 1.0 : -1.0}};
        break;
      case 1:
        at.linear = {{1, 1, 0, 0, 1, 0, 0, 0, random.chance(0.5) ? 1.0 : -2.0}};
        break;
      default:
        for (double& entry : at.linear.entries) entry = whole(3);
    }
    if (random.chance(0.5)) at.shift = {whole(4), whole(4), whole(4)};
    if (determinant(at.linear) != 0) return at;
  }
}

const std::vector<PlacementFamily>& placement_families() {
  static const std::vector<PlacementFamily> all(std::begin(families), std::end(families));
  return all;
}

const std::vector<PlacementFamily>& extreme_placement_families() {
  static const std::vector<PlacementFamily> all{
      at_scale("2^-1074..2^-1000", -1060, -1000), at_scale("2^-1000..2^-500", -1000, -500),
      at_scale("2^-560..2^-480", -560, -480),     at_scale("2^-500..2^-200", -500, -200),
      at_scale("2^200..2^290", 200, 290),         {"axes worlds apart", worlds_apart}};
  return all;
}

}  // namespace abut
