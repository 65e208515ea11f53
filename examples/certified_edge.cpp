// An edge of a planner's roadmap, proved: a bar turns through a window. Checked at steps, the edge seems free even
// where the bar passes through a thin grille between two of them. A proof has no steps.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace {

using abut::Model, abut::Motion, abut::MotionVerdict, abut::MovingContact, abut::Placement;

/// Four beams around a hole.
Model window() {
  const abut::Mesh lying = abut::shapes::box({0.2, 2, 0.4}), standing = abut::shapes::box({0.2, 0.4, 2});
  return Model(abut::joined(std::array{transformed(lying, Placement::translation({0, 0, -1.2})),
                                       transformed(lying, Placement::translation({0, 0, 1.2})),
                                       transformed(standing, Placement::translation({0, -1.2, 0})),
                                       transformed(standing, Placement::translation({0, 1.2, 0}))}));
}

bool seems_free(const Model& a, const Motion& of_a, const Model& b, int steps) {
  for (int i = 0; i <= steps; ++i)
    if (abut::touches(a, of_a.at(static_cast<double>(i) / steps), b, {})) return false;
  return true;
}

}  // namespace

int main() {
  const Model bar(abut::shapes::box({0.1, 0.1, 1.5})), frame = window();
  // Lying along x, through the hole, and standing up behind it.
  const Placement before = Placement::rotation(std::sqrt(0.5), 0, std::sqrt(0.5), 0, {-3, 0, 0});
  const Placement behind = Placement::rotation(std::sqrt(0.5), 0, std::sqrt(0.5), 0, {3, 0, 0});
  const Placement upright = Placement::translation({3, 0, 0});

  const MovingContact through = abut::first_contact(bar, Motion::straight(before, {6, 0, 0}), frame, {});
  const MovingContact hasty = abut::first_contact(bar, Motion::screw(before, upright), frame, {});
  const Motion careful = Motion::through(
      std::array{abut::TimedPlacement{0, before}, abut::TimedPlacement{1, behind}, abut::TimedPlacement{2, upright}});
  const abut::MotionClearance clearance = abut::least_clearance(bar, careful, frame, {});
  std::printf("straight through the window: %s\n", std::string(name_of(through.verdict)).c_str());
  std::printf("turning on the way: %s in [%.6f, %.6f]\n", std::string(name_of(hasty.verdict)).c_str(), hasty.lower,
              hasty.upper);
  std::printf("through, then turning: never closer than %.4f, %.4f at time %.3f\n", clearance.lower, clearance.upper,
              clearance.time);

  // A sheet across the way, thinner than a step.
  const Model sheet(transformed(abut::shapes::box({1e-6, 2, 2}), Placement::translation({0.013, 0, 0})));
  const Model pellet(abut::shapes::sphere(0.001, 4));
  const Motion flight = Motion::straight(Placement::translation({-1, 0, 0}), {2, 0, 0});
  const bool unnoticed = seems_free(pellet, flight, sheet, 100);
  const MovingContact noticed = abut::first_contact(pellet, flight, sheet, {});
  std::printf("a pellet through a sheet: 100 steps see %s, the proof says %s at %.6f\n", unnoticed ? "nothing" : "it",
              std::string(name_of(noticed.verdict)).c_str(), noticed.upper);

  const bool right = through.verdict == MotionVerdict::clear && hasty.verdict == MotionVerdict::contact &&
                     clearance.lower > 0.29 && clearance.upper < 0.71 && unnoticed &&
                     noticed.verdict == MotionVerdict::contact && std::abs(noticed.upper - 0.506) < 1e-3;
  return right ? 0 : 1;
}
