#pragma once

#include <abut/model.h>
#include <abut/motion.h>
#include <abut/query.h>

#include <limits>
#include <span>
#include <string_view>
#include <vector>

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
  /// Models that touch, or are within the margin, when the time begins: look for the next contact after they have
  /// parted. If they do not part, the contact at the beginning is told.
  bool after_parting = false;
  /// Only this time is looked at, of that in which both motions are defined.
  TimeSpan during{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  /// The bracket is valid whatever the budget.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// On how many threads a batch runs (0: all cores). A single query runs on one.
  int threads = 1;
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
/// surfaces: one inside the other does not touch it. The answer is the same for every instruction set. Of models
/// smaller than 1e-140 the bracket may be wider than the time tolerance. Throws Error for invalid options.
MovingContact first_contact(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                            const FirstContactOptions& options = {});

/// The same with another margin: when two moving models first come within a limit of each other.
MovingContact within(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b, double limit,
                     const FirstContactOptions& options = {});

/// One query of a batch. The models are not owned.
struct MovingPair {
  const Model* a = nullptr;
  const Model* b = nullptr;
  Motion motion_a, motion_b;
};

/// Many queries at once; results in input order, the same for every thread count. A motion of a function calls it from
/// several threads at once unless `threads` is 1.
std::vector<MovingContact> first_contact(std::span<const MovingPair> items, const FirstContactOptions& options = {});

/// What is proved of a part of a motion.
enum class MotionPartKind {
  apart,      ///< farther apart than the margin all the time
  within,     ///< no farther apart than margin + tolerance all the time
  undecided,  ///< shorter than the time tolerance, or beyond the budget or the cap
};
constexpr std::string_view name_of(MotionPartKind kind) {
  constexpr std::string_view names[] = {"apart", "within", "undecided"};
  return names[static_cast<int>(kind)];
}
struct MotionPart {
  MotionPartKind kind{};
  double begin = 0, end = 0;
};

struct IntervalOptions {
  /// More parts are not told apart: the rest of the time is undecided then. Bodies that roll on each other chatter.
  std::size_t max_parts = 1000;
  /// Ends with the first part that is apart.
  bool until_apart = false;
};
struct MotionParts {
  std::vector<MotionPart> parts;  ///< one after the other, each of another kind than the one before
  double tolerance = 0;           ///< the distance tolerance that was used
  Counters counters;
  bool complete = true;  ///< false when the budget or the cap ended the search
};

/// Cuts the time into parts in which two moving models are proved apart, proved within margin + tolerance of each
/// other, or undecided. As for first_contact; Error with `after_parting`.
MotionParts contact_intervals(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                              const FirstContactOptions& options = {}, const IntervalOptions& intervals = {});
/// Many queries at once, as those of first_contact.
std::vector<MotionParts> contact_intervals(std::span<const MovingPair> items, const FirstContactOptions& options = {},
                                           const IntervalOptions& intervals = {});

struct ClearanceOptions {
  /// The search ends when upper <= lower (1 + relative_error), or upper <= lower + absolute_error.
  double relative_error = 1e-3, absolute_error = 0;
  TimeSpan during{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Budget budget{};
  Simd simd = Simd::best;
  /// On how many threads a batch runs (0: all cores). A single query runs on one.
  int threads = 1;
};
/// How close two moving models come.
struct MotionClearance {
  /// No closer than `lower`, at any time: proved. At `time` they are `upper` apart, rounded up; 0 if they touch.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  double time = 0;
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};
/// The least distance of two moving models over the time in which both motions are defined, and when. Infinite if a
/// model is empty. Throws Error as first_contact, and for errors that are both 0.
MotionClearance least_clearance(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                                const ClearanceOptions& options = {});
/// Many queries at once, as those of first_contact.
std::vector<MotionClearance> least_clearance(std::span<const MovingPair> items, const ClearanceOptions& options = {});

}  // namespace abut
