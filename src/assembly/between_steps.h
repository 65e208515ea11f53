#pragma once

#include "assembly/pair_check.h"
#include "assembly/part_ways.h"

namespace abut {

/// How a pair stands at some steps.
struct StepState {
  StepRun run;
  PairState state;
};

/// What a pair does between steps.
struct BetweenFound {
  std::vector<ClashInterval> intervals;  ///< also those of steps
  LeastClearance least;                  ///< over steps, too; infinite beyond the pair's reach
  std::optional<ClashFinding> worst;     ///< of the times between steps at which something is wrong
  std::vector<TimeSpan> undecided;
  Counters counters;
  bool is_complete = true;  ///< false when the budget of the whole check ended it
};

struct BetweenLimits {
  std::uint64_t tests = 0;    ///< of one query
  std::size_t triangles = 0;  ///< that a finding lists
};

/// Looks at a pair between steps: how contacts begin and end, whether there are others, and how close it comes.
class BetweenSteps {
 public:
  /// Nothing is copied but the pair.
  BetweenSteps(const PairOnTheWay& pair, const PartPair& parts, const AssemblyMotion& motion, const PartWays& ways,
               const BetweenLimits& limits);

  /// The steps and the ways that may be near, in order: at others the pair is farther apart than its reach.
  BetweenFound search(std::span<const StepState> steps, std::span<const PairWay> ways);

 private:
  /// The pair on its way from a step to the next, or back, in times that are then negative.
  struct Moving {
    Motion a, b;
    TimeSpan time;
    double margin = 0;  ///< how much closer the pair may be on the way there
  };
  enum class Sense { there, back };

  Moving moving(std::size_t step, Sense sense) const;
  /// When the pair first meets after a step at which it does not, or, on the way back, before one.
  MovingContact meeting(std::size_t step, Sense sense);
  MovingContact nearing(const Moving& moving, const FirstContactOptions& options, std::uint64_t tests);
  /// Whether it stays farther apart than a margin after a step; contact: at some time it is closer than is known.
  MotionVerdict stays_beyond(std::size_t step, double margin, double known, std::uint64_t tests);
  PairState state_at(std::size_t step) const;

  void add_intervals_of_steps();
  Bracket begin_before(std::size_t step);
  Bracket end_after(std::size_t step);
  const PairWay* known_way(std::size_t step) const;

  /// Of a way at whose ends the pair does not meet.
  void look_at(const PairWay& way);
  void add_interval_between(std::size_t step, const MovingContact& first);
  void measure(std::size_t step);
  /// What is wrong at a time after a step; the worst is kept.
  PairState look_closely(std::size_t step, double time);
  /// The pair comes within a rounding of meeting.
  void keep_graze(std::size_t step, double time);
  void keep(ClashFinding finding, std::size_t step, double time);
  void leave_undecided(std::size_t step);
  void take(const Counters& counters);
  bool stopped();

  PairOnTheWay pair_;
  PartPair parts_;
  const AssemblyMotion& motion_;
  const PartWays& ways_of_parts_;
  BetweenLimits limits_;
  std::span<const StepState> steps_;
  std::span<const PairWay> ways_;
  double proved_ = std::numeric_limits<double>::infinity();  ///< on all ways looked at, it stays as far apart
  BetweenFound found_;
};

}  // namespace abut
