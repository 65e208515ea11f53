#pragma once

#include <abut/assembly.h>
#include <abut/distance.h>

#include <functional>
#include <limits>
#include <string>

namespace abut {

/// Where a part stands from a step on, until its next key (world <- part).
struct MotionKey {
  std::size_t step = 0;
  Placement at;
};

/// Where every part stands at each of some steps. Only changes are kept: a part that never moves has one key, and a
/// step in which nothing moves costs its time alone.
struct Motion {
  std::vector<double> times;                   ///< increasing, one per step
  std::string time_name;                       ///< what the times are: "crank angle [deg]"; may be empty
  std::vector<std::vector<MotionKey>> tracks;  ///< for each part its keys; the first is at step 0, steps increase
  /// What is legal and most likely a mistake, in sentences with file, line and part; from read_motion().
  std::vector<std::string> warnings{};

  std::size_t steps() const { return times.size(); }
  std::size_t parts() const { return tracks.size(); }
  /// Where a part stands at a step.
  const Placement& at(std::size_t step, std::size_t part) const;
  /// Where all parts stand at a step.
  std::vector<Placement> at_step(std::size_t step) const;
  /// Places a part from a step on, which must not be before the last one for which it was placed; a placement that it
  /// has already adds no key.
  void place(std::size_t step, std::size_t part, const Placement& at);
};

/// From the placements of all parts at all steps, [step][part], world <- part. Throws Error when they do not come out
/// even.
Motion motion_from(std::vector<double> times, std::span<const Placement> placements, std::string time_name = {});

/// One step at time 0, every part where the assembly has it.
Motion at_rest(const Assembly& assembly);

/// Reads placements over time:
///
///   time crank angle [deg]        # optional, first: what the times are
///   step 0                        # a step and its time; times increase
///   "piston 1" 1 0 0 0  0 1 0 0  0 0 1 12.5      # a part's name and its 3x4 matrix row by row, world <- part
///
/// Within quotes \" is a quote and \\ a backslash.
/// A part that a step does not name stays where it was in the step before, or stands as in the assembly. Throws Error,
/// with file and line, for anything else, for names that no part has, singular placements, and a file without a step.
/// A placement that mirrors, scales or shears a part, compared with where the assembly has it, by more than a
/// thousandth, is taken as it is, with a warning: one for a part, for the first ten parts.
Motion read_motion(const std::filesystem::path& file, const Assembly& assembly);

/// Throws Error unless the motion has a track for each part of the assembly, with keys as Motion says and valid
/// placements.
void require_fitting(const Motion& motion, const Assembly& assembly);

/// The largest part may be this many times as large as the smallest one.
inline constexpr double most_different_sizes = 1e6;

/// Throws Error, in words that tell a person which unit to look at, when the sizes of two parts (the diagonals of their
/// boxes) differ by more than most_different_sizes, or `clearance` is larger than the whole assembly. Parts that are a
/// single point have no size.
void require_sane_sizes(const Assembly& assembly, double clearance);

/// What may be wrong between two parts, the worst first.
enum class ClashKind {
  clash,     ///< the surfaces meet, deeper than the touch tolerance
  inside,    ///< the surfaces do not meet, but one part is inside the other, which is closed
  touch,     ///< the parts are at most the touch tolerance apart, or at most that deep in each other
  clearance  ///< closer than asked for; exactly the clearance is enough
};
inline constexpr std::array all_clash_kinds{ClashKind::clash, ClashKind::inside, ClashKind::touch,
                                            ClashKind::clearance};
std::string_view name_of(ClashKind kind);

struct ClashOptions {
  /// Parts that are at most this far apart, or at most this deep in each other, touch instead of clashing. The gap is
  /// decided exactly. Surfaces that meet are at most this deep when a move of one part by this length, in one of the
  /// directions that separating_move() tries, leaves nothing but touching; what is deeper by less than the rounding of
  /// the move counts, too. 0: what meets clashes.
  double touch_tolerance = 0;
  /// On how many threads (0: all cores); the report is the same for every number.
  int threads = 1;
  /// How many triangles of each part a finding names at most; where more take part, an even selection of them.
  std::size_t max_triangles = 2000;
  /// Measure the pairs that have a finding at every step, however far apart they are: costs a distance query for each
  /// finding and step, which may be more than everything else.
  bool whole_curves = false;
  /// Set from another thread to end early; what was found by then is reported with complete = false.
  const std::atomic<bool>* stop = nullptr;
  /// Told now and then how much of the work is done; never by two threads at once. The total is a guess that may change
  /// until all pairs that come near are known, which are looked for as the work goes on.
  std::function<void(std::size_t done, std::size_t total)> progress{};
};

/// Two parts by their indices, the smaller one first.
struct PartPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

/// A run of steps in which a finding is of one kind.
struct ClashSpan {
  ClashKind kind{};
  std::size_t first = 0, last = 0;  ///< steps, both included
  friend bool operator==(const ClashSpan&, const ClashSpan&) = default;
};

/// Two parts that clash, or come too close, in at least one step.
struct ClashFinding {
  ClashKind kind{};            ///< the worst over all steps
  PartPair parts;              ///< indices into the assembly
  double limit = 0;            ///< the clearance asked for of this pair
  std::size_t worst_step = 0;  ///< of the steps of this kind the one with the least distance, then the most contacts
  /// How far apart the surfaces are at the worst step, and where; 0 where they meet.
  Distance gap;
  std::uint64_t contacts = 0;                           ///< pairs of triangles that meet at the worst step
  std::vector<std::uint32_t> triangles_a, triangles_b;  ///< that take part in them, sorted
  bool triangles_complete = true;                       ///< false when there are more than max_triangles
  Bounds region;                                        ///< a box in the world around where they meet; inverted if none
  bool a_is_inside = false;                             ///< for `inside`: a is the inner part, not b
  std::vector<ClashSpan> spans;                         ///< in order
  /// The distance at each step, rounded up: 0 where surfaces meet or a part is inside; infinite where it is beyond what
  /// was searched, that is the larger of limit and touch tolerance, unless whole_curves asks for all.
  std::vector<double> curve;
};

struct ClashReport {
  std::vector<ClashFinding> findings;  ///< sorted by kind, distance, then names
  std::uint64_t pairs = 0;             ///< pairs of parts that the rules leave
  std::uint64_t pairs_checked = 0;     ///< of these, how many have boxes near enough to be looked at closely
  bool complete = true;                ///< false when it was stopped: there may be more of everything
  std::vector<char> closed;            ///< for each part, whether its surface encloses a volume
};

/// Checks all pairs of parts that the rules leave at every step of the motion. What meets and what is closer than asked
/// for is decided exactly, so the findings are those of a check of all pairs without a broad phase. Throws Error for
/// options that are not finite or less than 0.
ClashReport find_clashes(const Assembly& assembly, const Motion& motion, const PairRules& rules = {},
                         const ClashOptions& options = {});

/// Twelve hexadecimal digits from the two names, in either order: the same finding of two runs has the same id.
std::string clash_id(std::string_view name_a, std::string_view name_b);

}  // namespace abut
