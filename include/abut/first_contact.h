#pragma once

#include <abut/model.h>
#include <abut/motion.h>
#include <abut/query.h>

#include <array>
#include <limits>

namespace ABUT_API abut {

struct FirstContactOptions {
  /// For tolerances: the query chooses, as said there.
  static constexpr double automatic = -1;

  /// How close, in the world, counts as contact: 0 when they touch.
  double margin = 0;
  /// A contact is told where the distance is at most margin + distance_tolerance. Chosen: 2^-40 of the models' sizes,
  /// or four times what rounding leaves unsure of the curve, if that is more; then only a budget leaves a query
  /// undecided. With 0 a contact is what touches() confirms, or collide() with the margin; models that graze each other
  /// may then stay undecided.
  double distance_tolerance = automatic;
  /// How wide the bracket of a contact's time may be. Chosen: 1e-6 of the time that is looked at.
  double time_tolerance = automatic;
  /// The bracket is valid whatever the budget.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
};

/// What is known of a motion.
enum class MotionVerdict {
  clear,      ///< proved to stay apart by more than the margin
  contact,    ///< a contact is known
  undecided,  ///< the budget ended the query, or the tolerance is too small for the motion
};
constexpr std::string_view name_of(MotionVerdict verdict) {
  constexpr std::string_view names[] = {"clear", "contact", "undecided"};
  return names[static_cast<int>(verdict)];
}

/// A part of a triangle's boundary, or its inside.
enum class Feature { corner, side, face };
constexpr std::string_view name_of(Feature feature) {
  constexpr std::string_view names[] = {"corner", "side", "face"};
  return names[static_cast<int>(feature)];
}

/// The first contact of two moving models.
struct MovingContact {
  MotionVerdict verdict = MotionVerdict::clear;
  /// From the beginning until before `lower` the models are farther apart than the margin: proved for the curve and for
  /// every Motion::at(). At `upper` the models as placed by Motion::at(upper) are no farther apart than margin +
  /// tolerance, which anybody can check with distance(). Clear: `lower` is the end of the time, `upper` infinite.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  double tolerance = 0;  ///< the distance tolerance that was used

  // Of a contact, at `upper`, in the world.
  std::uint32_t triangle_a = 0, triangle_b = 0;
  double distance = 0;               ///< of the two triangles, rounded up; 0 if they touch
  Vec3 point_a, point_b;             ///< their closest points, rounded
  Vec3 normal;                       ///< from A to B just before, of length 1; zero when they touch from the beginning
  Vec3 velocity;                     ///< of A's point there, as seen from B; along the normal where they approach
  Feature feature_a{}, feature_b{};  ///< what of the triangles comes together
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

/// When two moving models first touch, or come within a margin, proved. The time that is looked at is that in which
/// both motions are defined; Error when there is none, or when it is infinite because both models stay. Models are
/// surfaces: one inside the other does not touch it. The answer is the same for every instruction set. Throws Error for
/// invalid options.
MovingContact first_contact(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                            const FirstContactOptions& options = {});

}  // namespace abut
