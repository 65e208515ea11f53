#pragma once

#include <abut/checker.h>
#include <abut/first_contact.h>
#include <abut/joint_curve.h>

#include <optional>
#include <span>
#include <vector>

namespace ABUT_API abut {

struct EdgeOptions {
  /// What is at most this far apart counts as touching, beside paddings.
  double margin = 0;
  /// How wide the bracket of a contact may be, as a part of the edge.
  double time_tolerance = 1e-6;
  /// How many configurations are sampled: the start, the end, the middle and so on, each between all the others (van
  /// der Corput's order). With any_contact, and on curves, they all come before the proof. Otherwise the start comes
  /// first, and the others only if something may meet.
  int samples = 3;
  /// Any contact ends the search: then the bracket is not that of the first contact but [0, upper].
  bool any_contact = false;
  Budget budget{};
  /// On how many threads the edges of a path run (0: all cores). A single edge runs on one.
  int threads = 1;
};

/// What is known of the straight way from one configuration to another. Its parameter is 0 at the first and 1 at the
/// second; Figure::between() is the configuration at a parameter.
struct EdgeAnswer {
  MotionVerdict verdict = MotionVerdict::clear;
  /// From 0 until before `lower` nothing touches that may not: proved for all of the way. A contact is known at
  /// `upper`, infinite if none is. Clear: `lower` is 1, and all of [0, 1] is proved.
  double lower = 1, upper = std::numeric_limits<double>::infinity();
  /// What touches at `upper`, or comes within the tolerance of it: shapes that are no farther apart than paddings,
  /// margin and `tolerance`. Of several, one that an exact check of the configuration names first.
  CheckedPair pair;
  double tolerance = 0;
  /// The last parameter that is proved free; none if the first configuration is not free.
  std::optional<double> last_valid = 1;
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

struct EdgeClearanceOptions {
  /// The search ends when upper <= lower (1 + relative_error), or upper <= lower + absolute_error.
  double relative_error = 1e-3, absolute_error = 0;
  Budget budget{};
};
/// How close things come on an edge that may not touch, paddings taken off: what margin the edge has beside them.
struct EdgeClearance {
  /// With any margin up to `lower` the edge is clear: proved. With `upper` it is not: at `time` the pair is no farther
  /// apart than that and the paddings. Both are 0 if something touches, and infinite if nothing can.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  double time = 0;
  CheckedPair pair;
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

/// A part of the space of configurations in which nothing touches that may not: all whose numbers each differ from the
/// given ones by at most `radius`, quaternions of floating joints left as they are. Limits do not bound it.
struct FreeBall {
  double radius = 0;  ///< 0 if the configuration is not free, infinite if nothing can touch
  CheckedPair pair;   ///< what bounds it, or what touches
};

struct ABUT_PRIVATE EdgeData;

/// A checker made ready for motions: whole ways between configurations, proved and not sampled. It never changes; cheap
/// to copy, and shared by threads. After some hundred edges it makes a rough map of the world, in some hundredths of a
/// second, unless the checker is prepared: proofs take less time then, and are as true.
class EdgeChecker {
 public:
  /// Throws Error for links whose shapes are placed by more than a rotation or reflection and a shift.
  explicit EdgeChecker(Checker checker);

  const Checker& checker() const;
  /// Makes that map now, so that brackets of contacts do not depend on how many edges came before, unless the checker
  /// itself is prepared later.
  void prepare() const;

  /// Is the straight way from one configuration to another free, all of it? Throws Error as Figure::between() does, and
  /// for options that are not valid.
  EdgeAnswer check(std::span<const double> from, std::span<const double> to, const EdgeOptions& options = {}) const;
  /// The edges of a path of configurations, one after the other in `configurations`, each to the next. The same answers
  /// for every number of threads.
  std::vector<EdgeAnswer> check_path(std::span<const double> configurations, const EdgeOptions& options = {}) const;

  /// Is a curve of configurations free, all of it? The times of the answer are those of the curve, and the tolerance of
  /// the options is a part of its whole time. Throws Error as require_valid() does.
  EdgeAnswer check(const JointCurve& curve, const EdgeOptions& options = {}) const;
  EdgeClearance clearance(const JointCurve& curve, const EdgeClearanceOptions& options = {}) const;
  /// Throws Error where a curve leaves the limits of a joint, and if it turns floating joints: their quaternions must
  /// stay.
  void require_valid(const JointCurve& curve) const;

  /// How much room there is on the straight way from one configuration to another. Throws Error as check() does, and
  /// for errors that are both 0.
  EdgeClearance clearance(std::span<const double> from, std::span<const double> to,
                          const EdgeClearanceOptions& options = {}) const;

  /// The largest ball around a configuration, in the maximum norm, that the distances there prove free: no point of
  /// what joints carry moves farther than the sum of their changes times their lever arms. To within 2^-20 of it.
  FreeBall free_ball(std::span<const double> configuration, double margin = 0) const;

 private:
  detail::Shared<EdgeData> data_;  // never changed
};

}  // namespace abut
