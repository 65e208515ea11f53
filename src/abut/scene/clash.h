#pragma once

#include <abut/query/distance.h>
#include <abut/scene/broad_phase.h>
#include <abut/scene/motion.h>
#include <abut/scene/pair_table.h>

#include <functional>
#include <limits>

namespace abut {

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
