#pragma once

#include <abut/assembly.h>
#include <abut/distance.h>
#include <abut/function.h>
#include <abut/penetration.h>

#include <limits>
#include <optional>
#include <string>

namespace ABUT_API abut {

/// A part's placement from this step until the part's next key (world <- part).
struct MotionKey {
  std::size_t step = 0;
  Placement at;
};

/// The placements of all parts at each step. Only changes are stored: a part that never moves has one key, and a step
/// in which nothing moves stores only its time.
struct AssemblyMotion {
  std::vector<double> times;                   ///< increasing, one per step
  std::string time_name;                       ///< what the times mean, for example "crank angle [deg]"; may be empty
  std::vector<std::vector<MotionKey>> tracks;  ///< the keys of each part; the first is at step 0, steps increase
  /// Sentences from read_motion() about input that is legal but most likely a mistake, with file, line and part.
  std::vector<std::string> warnings{};

  std::size_t steps() const { return times.size(); }
  std::size_t parts() const { return tracks.size(); }
  /// The placement of a part at a step.
  const Placement& at(std::size_t step, std::size_t part) const;
  /// The placements of all parts at a step.
  std::vector<Placement> at_step(std::size_t step) const;
  /// Places a part from this step on. Steps must not decrease from one call for a part to the next. A placement equal
  /// to the current one adds no key.
  void place(std::size_t step, std::size_t part, const Placement& at);
};

/// Makes a motion from the placements of all parts at all steps, [step][part], world <- part. Throws Error unless there
/// is one placement for each part in each step.
AssemblyMotion motion_from(std::vector<double> times, std::span<const Placement> placements,
                           std::string time_name = {});

/// One step at time 0, with every part at its placement in the assembly.
AssemblyMotion at_rest(const Assembly& assembly);

/// Reads placements over time:
///
///   time crank angle [deg]        # optional, first line: what the times mean
///   step 0                        # a step and its time; times increase
///   "piston 1" 1 0 0 0  0 1 0 0  0 0 1 12.5      # a part's name and its 3x4 matrix row by row, world <- part
///
/// Within quotes \" is a quote and \\ a backslash. A part that a step does not name stays where it was in the step
/// before; before its first placement it stands as in the assembly. Throws Error, with file and line, for anything
/// else, for names that no part has, singular placements, and a file without a step. A placement that mirrors, scales
/// or shears a part by more than a thousandth, compared with its placement in the assembly, is used unchanged, with a
/// warning: one per part, for the first ten parts.
AssemblyMotion read_motion(const std::string& file, const Assembly& assembly);

/// Throws Error unless the motion has a track for each part of the assembly, with keys as AssemblyMotion says and valid
/// placements.
void require_fitting(const AssemblyMotion& motion, const Assembly& assembly);

/// The largest allowed ratio between the sizes of two parts.
inline constexpr double most_different_sizes = 1e6;

/// Catches mixed units: throws Error when the sizes of two parts (the diagonals of their boxes) differ by more than
/// most_different_sizes, or when `clearance` is larger than the whole assembly. Parts that are a single point have no
/// size.
void require_sane_sizes(const Assembly& assembly, double clearance);

/// The kinds of findings, the worst first.
enum class ClashKind {
  /// The parts are in each other, deeper than is accepted: proved. Or a part is open, the surfaces meet, and it is not
  /// known with every lid (Holes::by_any_lid) that they only touch.
  clash,
  inside,    ///< the surfaces do not meet, but one part is inside the other, with every lid if that is open
  perhaps,   ///< it is not known whether the parts are in each other deeper than is accepted
  touch,     ///< the parts touch, and are in each other no deeper than is accepted: proved
  clearance  ///< closer than the required clearance; a gap of exactly the clearance is enough
};
inline constexpr std::array all_clash_kinds{ClashKind::clash, ClashKind::inside, ClashKind::perhaps, ClashKind::touch,
                                            ClashKind::clearance};
std::string_view name_of(ClashKind kind);

/// How long finer triangles are asked for (AssemblyPart::finer) of pairs whose verdict the strays leave open.
struct RefineOptions {
  int rounds = 4;                   ///< each asks for a quarter of the stray of the round before; 0: none
  std::size_t triangles = 1 << 18;  ///< a part that has more is not asked for
  double seconds = 60;              ///< for all pairs together
};

/// Why a verdict that the strays left open was not refined further.
enum class RefineEnd {
  decided,    ///< it is not open
  rounds,     ///< the last round is over
  triangles,  ///< the parts have too many
  seconds,    ///< the time is over
  no_finer    ///< there are no finer triangles
};
constexpr std::string_view name_of(RefineEnd end) {
  constexpr std::string_view names[] = {"decided", "rounds", "triangles", "seconds", "no finer triangles"};
  return names[static_cast<int>(end)];
}

struct ClashOptions {
  /// What is accepted: parts that are at most this far apart, or at most this deep in each other, touch. The gap is
  /// compared exactly. The depth is that of Penetration; where its bracket does not tell, parts that move apart by
  /// separating_move() are at most as deep. Parts whose interiors are disjoint touch, whatever the tolerance. If a part
  /// is not closed, the depth has no meaning: then only such a move tells a touch from a clash.
  double tolerance = 0;
  /// Clashes that are proved to be less deep, or to have less volume in common, are left out and counted.
  double min_depth = 0, min_volume = 0;
  /// Of so many clashes depth, reaches and way out are measured, and of so many the volume: those whose boxes overlap
  /// the most, and those that are the deepest. For the others they lie between 0 and what the boxes say.
  std::size_t max_depths = 500, max_volumes = 100;
  /// Of so many clashes, the deepest, the patches are listed in which the surfaces meet.
  std::size_t max_patches = 20;
  /// Where triangles stray from the surfaces they stand for, verdicts are about the surfaces: those that the strays
  /// leave open are refined.
  RefineOptions refine{};
  /// Look at the motion between steps, too, where parts move by the screw from each placement to the next
  /// (Motion::screw): findings then have intervals and a least clearance, and parts that meet or come too close between
  /// steps alone are found. Ways and times of which nothing can be said are told. A clearance that is missed by less
  /// than a thousandth of itself between steps, and at no step, may stay without a finding.
  bool between_steps = true;
  /// The most tests of one query of a pair between two steps. Parts that slide on each other without touching, or graze
  /// each other, may need more: that time is then told as undecided.
  std::uint64_t tests_between_steps = 1 << 20;
  /// Number of threads (0: all cores); it does not change the report.
  int threads = 1;
  /// The most triangles of each part that a finding lists. If more take part, it lists an even selection.
  std::size_t max_triangles = 2000;
  /// Measure each pair that has a finding at every step, also where the parts are far apart. This takes a distance
  /// query for each finding and step, which may cost more than the rest of the check.
  bool whole_curves = false;
  /// For the whole check; its tests are those of the pairs that are checked closely. With a limit of tests the check
  /// runs on one thread.
  Budget budget{};
  /// Called from time to time with the progress, never by two threads at once. The total is an estimate. It may change
  /// until all near pairs are known, and these are found during the work.
  Function<void(std::size_t done, std::size_t total)> progress{};
};

/// Two parts by their indices, the smaller one first.
struct PartPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

/// A run of steps in which a finding has one kind.
struct ClashSpan {
  ClashKind kind{};
  std::size_t first = 0, last = 0;  ///< steps, both included
  friend bool operator==(const ClashSpan&, const ClashSpan&) = default;
};

/// A time in which two parts meet: their surfaces touch, or one is inside the other. They are proved apart before
/// `begin.lower`, back to the interval before, and after `end.upper`, up to the next one, as far as no UndecidedTime or
/// UnknownWay says otherwise. At `begin.upper` and `end.lower` they meet, or are within the tolerance of
/// FirstContactOptions::distance_tolerance. Parts that meet at two steps in a row are taken to meet in between.
struct ClashInterval {
  ClashKind kind{};    ///< the worst that was seen in it, at steps and in its middle
  Bracket begin, end;  ///< times
};

/// A connected part of where the surfaces of two parts meet, in the world; see contact_regions() and patch_depths().
struct ClashPatch {
  Bracket depth;  ///< how deep they are in each other there: PatchDepth::depth
  Vec3 centre, normal;
  double area = 0, length = 0;
  Bounds extent;
  std::uint64_t contacts = 0;  ///< pairs of triangles
};

/// How badly two closed parts are in each other. Every length and volume is a bracket that holds for the triangles; the
/// strays of the parts are not in it.
struct ClashSeverity {
  Bracket depth;                                               ///< of Penetration; 0 for parts that only touch
  Vec3 deepest;                                                ///< where that is, in the world
  Reach reach_a, reach_b;                                      ///< how far the surface of each gets inside the other
  Bracket way_out_length;                                      ///< of the shortest translation that parts them
  Vec3 way_out;                                                ///< a translation of b that parts them, verified
  Bracket volume;                                              ///< what they have in common
  bool is_depth_measured = false, is_volume_measured = false;  ///< otherwise the brackets are those of boxes
  /// The deepest first; none if they were not looked for, as beyond max_patches or of very many contacts.
  std::vector<ClashPatch> patches;
};

/// How close two parts come at any time, and when.
struct LeastClearance {
  /// No closer than `lower`, at any time; at `time` no farther than `upper`. About a thousandth apart, or, for fits
  /// that slide as close as that all the time, more: proving that takes too long.
  Bracket distance;
  double time = 0;
};

/// Two parts that clash, or come too close, in at least one step or between two.
struct ClashFinding {
  ClashKind kind{};  ///< the worst over all steps
  PartPair parts;    ///< indices into the assembly
  double limit = 0;  ///< the clearance required of this pair
  /// The step of this kind with the least distance; of clashes and parts inside others whose depth is measured the
  /// deepest one, to within the error of depths; otherwise the one with the most contacts.
  std::size_t worst_step = 0;
  /// The time of the worst step; or, if the kind occurs between steps alone, a time between it and the next, at which
  /// everything below is meant.
  double worst_time = 0;
  bool is_between_steps = false;  ///< whether it is such a time
  /// The distance of the surfaces at the worst step, and where it is; 0 where they meet.
  Distance gap;
  std::uint64_t contacts = 0;                           ///< pairs of triangles that meet at the worst step
  std::vector<std::uint32_t> triangles_a, triangles_b;  ///< the triangles of these pairs, sorted
  bool triangles_complete = true;                       ///< false when there are more than max_triangles
  Bounds region;                                        ///< a box in the world around the contacts; inverted if none
  bool a_is_inside = false;                             ///< for `inside`: a is the inner part, not b
  double accepted = 0;  ///< the depth that is accepted of this pair: the tolerance, or what a rule allows
  /// Is the tolerance more than half the thickness of a part where they meet? Then it is cut to that: a sheet that
  /// passes through another one does not touch it, however thin they are. Of parts whose interiors meet.
  bool is_tolerance_cut = false;
  /// How far the triangles of both may be from their surfaces, together, where that was looked at: around the deepest
  /// point; of parts that only touch, beyond the gap between them; of parts that do not, by how much the gap may be
  /// wider or narrower. See AssemblyPart::stray. What is left of it if finer triangles were asked for.
  double stray = 0;
  /// Does the kind hold for the surfaces, too, as far as their strays are known? Never for `perhaps`. Where it does not
  /// hold for `clearance`, the gap between the surfaces may be more than the limit.
  bool is_sure = true;
  /// How often finer triangles were asked for. What is told is then about these; triangles are named in the meshes of
  /// the assembly, as those closest to the places.
  int refined = 0;
  RefineEnd refine_end = RefineEnd::decided;  ///< why it was not refined further
  /// At the worst step; none if a part is not closed, or if the parts do not meet.
  std::optional<ClashSeverity> severity;
  bool is_duplicate = false;     ///< one part is the other a second time: the same triangles in the same place
  std::vector<ClashSpan> spans;  ///< in order
  /// The distance at each step, rounded up: 0 where surfaces meet or a part is inside; infinite where it is beyond the
  /// range searched, which is the larger of limit and tolerance (whole_curves: no limit).
  std::vector<double> curve;
  std::vector<ClashInterval> intervals;  ///< with between_steps: when the parts meet, in order
  LeastClearance least;                  ///< with between_steps: over the whole motion; 0 for parts that meet
};

/// A time between two steps of which the budget for it left unknown whether two parts meet or come too close.
struct UndecidedTime {
  PartPair parts;
  double begin = 0, end = 0;
};

/// Two parts of which it is not known whether one is inside the other: that is open, and its lids may differ
/// (Holes::by_any_lid), or it takes too long to find out.
struct UndecidedInside {
  std::uint32_t inner = 0, outer = 0;
  std::size_t step = 0;  ///< the first step at which it is so
  friend auto operator<=>(const UndecidedInside&, const UndecidedInside&) = default;
};

/// A time between steps in which a part's placements do not say how it moves, or are not those of a rigid body. It was
/// not looked at.
struct UnknownWay {
  std::uint32_t part = 0;
  double begin = 0, end = 0;
  std::string why;
};

/// How large a part is.
struct PartSize {
  std::size_t triangles = 0;
  Bounds bounds;  ///< in its own frame; inverted when it is empty
};

struct ClashReport {
  /// Clashes and parts inside others by depth, the largest first, then by volume; then the other kinds in their order,
  /// by distance; then by names.
  std::vector<ClashFinding> findings;
  std::uint64_t pairs = 0;          ///< pairs of parts that the rules select
  std::uint64_t pairs_checked = 0;  ///< how many of these have boxes near enough for a close check
  bool complete = true;             ///< false when the budget ended the check: counts and findings may be incomplete
  std::vector<char> closed;         ///< for each part: does its surface enclose a volume?
  std::vector<std::size_t> degenerate;                  ///< for each part: how many triangles have no area
  std::vector<PartSize> sizes;                          ///< for each part
  std::uint64_t left_out = 0;                           ///< clashes below min_depth or min_volume
  std::uint64_t without_depth = 0, without_volume = 0;  ///< clashes of closed parts beyond max_depths and max_volumes
  std::vector<UndecidedInside> undecided_inside;        ///< at steps, by parts
  std::vector<UndecidedTime> undecided;                 ///< with between_steps, by parts and times
  std::vector<UnknownWay> unknown_ways;                 ///< with between_steps, by parts and times
  std::vector<std::string> unmatched;  ///< patterns of the rules that match no pair of parts, such as "'bolt*:plate*'"
};

/// Checks all pairs of parts that the rules select, at every step of the motion and between steps. At steps contacts
/// and clearances are decided exactly, so the findings equal those of a check of all pairs without a broad phase.
/// Where parts stray (AssemblyPart::stray), what strays leave open is told, or refined, as options.refine says. Throws
/// Error for options that are negative or not finite.
ClashReport find_clashes(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules = {},
                         const ClashOptions& options = {});

/// Twelve hexadecimal digits made from the two names, in either order: the same finding has the same id in every run.
std::string clash_id(std::string_view name_a, std::string_view name_b);

}  // namespace abut
