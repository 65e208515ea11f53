#pragma once

#include "assembly/between_steps.h"
#include "assembly/body_cache.h"
#include "assembly/clash_pieces.h"
#include "assembly/deepest_step.h"
#include "assembly/finer_parts.h"
#include "assembly/near_pairs.h"
#include "assembly/part_ways.h"
#include "assembly/severity.h"
#include "base/workers.h"
#include <abut/clash.h>

#include <atomic>
#include <map>

namespace abut {

/// The work of find_clashes(). Options are valid, and the motion fits the assembly.
class ClashSearch {
 public:
  /// Nothing is copied. Makes the bodies unless some are given.
  ClashSearch(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
              const ClashOptions& options, const Bodies* bodies = nullptr);

  /// Once.
  ClashReport run() { return run(nullptr); }
  ClashReport run(const ClashElsewhere* elsewhere);

  // What is done for a search elsewhere.
  /// Before the two below, once.
  void prepare();
  ClashPiece check_pairs(std::span<const PartPair> pairs);
  ClashSeverity severity_with(ClashFinding finding, Measure what) const;

 private:
  /// A pair with the runs of steps at which it may be near, and the ways between steps.
  struct CheckedPair : NearPair {
    std::vector<StepRun> runs;
    std::vector<PairWay> ways;
  };
  /// Some of a pair's runs, checked one after the other.
  struct Task {
    std::size_t pair = 0, first = 0, last = 0;  ///< indices into CheckedPair::runs, `last` excluded
  };
  /// What a task found; states are fewer than its runs when it was stopped.
  struct TaskResult {
    std::vector<PairState> states;
    std::optional<ClashFinding> worst;  ///< of its steps
    Counters counters;
  };
  /// Both parts of a pair with the triangles that they are checked with.
  struct PairMeshes {
    PartMesh a, b;
  };
  /// What is known of a pair after all its tasks.
  struct JoinedPair {
    std::vector<StepState> steps;
    std::optional<ClashFinding> worst;  ///< of the steps
    std::optional<BetweenFound> between;
    int refined = 0;                  ///< how often finer triangles were asked for
    std::optional<PairMeshes> finer;  ///< these, if they were
    RefineEnd end = RefineEnd::decided;

    /// What is wrong between steps counts where it is of a worse kind than what is wrong at them.
    std::optional<ClashFinding>& told();
    bool is_open();
  };
  struct FinerPair {
    std::size_t index = 0;  ///< in near_ and joined_
    PairMeshes meshes;
  };

  std::size_t parts() const { return assembly_.parts().size(); }
  double reach(double limit) const { return std::max(limit, options_.tolerance); }
  /// Asked before work that is left out if so.
  bool stopped() const;
  /// Counts what was done; with a limit of tests there is one thread.
  void spend(const Counters& counters);

  /// False when it was stopped; so are those below.
  bool make_bodies();
  bool place_boxes();
  /// Around the surface and all finer triangles: they stray less from it than those that are there.
  Bounds box_around(std::size_t part) const;

  /// By boxes around whole ways first, then by the boxes of each step. Pairs that come near are checked in portions.
  void check_near_pairs();
  /// Checks those that were found so far, of `share` of all parts.
  void check_found(std::vector<NearPair>& found, double share);
  /// The cache that the bodies are in; null: all are in memory.
  BodyCache* cache() const { return bodies_.empty() ? nullptr : bodies_[0]->cache(); }
  /// The bodies of a pair, while the result lives.
  BodyUse in_use(const PartPair& pair) const;
  CloserLook look_at(const NearPair& pair) const;
  std::size_t end_of_portion(std::span<const NearPair> found, std::size_t first) const;
  /// Checks some pairs, with which a share of all the work is done.
  void check(std::span<const NearPair> pairs, double share);
  void check_here(std::span<const NearPair> pairs, double share);
  void check_elsewhere(std::span<const NearPair> pairs, double share);
  /// Can triangles be made here that are finer than those that left a verdict open elsewhere?
  bool has_finer(const ClashFinding& finding) const;
  PlacementPair placements(const PartPair& pair, std::size_t step) const { return ways_.placements(pair, step); }
  void make_tasks();
  void work(double share);
  /// With finer triangles, if some are given.
  PairOnTheWay on_the_way(const NearPair& pair, bool once, const PairMeshes* finer = nullptr) const;
  TaskResult checked(const Task& task) const;
  /// Puts the tasks of each pair together again.
  void join();
  void look_between();
  bool has_between(const CheckedPair& pair, const JoinedPair& joined) const;
  BetweenFound between(const CheckedPair& pair, const JoinedPair& joined, const PairOnTheWay& way) const;

  /// Checks the pairs whose verdict the strays leave open with finer triangles, round by round.
  void refine();
  /// Those of which a part has finer triangles now; the others are told why not.
  std::vector<FinerPair> make_finer(const std::vector<std::size_t>& open, int round, const BudgetWatch& watch);
  /// What is known stays where the budget ends this.
  void check_again(const FinerPair& finer, int round, const BudgetWatch& watch);

  void collect();
  void mark_duplicate(ClashFinding& finding) const;
  void put_in_order_of(std::span<const NearPair> pairs, std::size_t first_finding);
  void note_undecided_inside(const PartPair& parts, const JoinedPair& joined);
  std::optional<ClashFinding> finding_about(const PartPair& parts, JoinedPair& joined);
  void measure_findings();
  void measure_here(std::span<const MeasuredPair> pairs, Measure what);
  void measure_elsewhere(std::span<const MeasuredPair> pairs, Measure what);
  MeasuredPair measured(ClashFinding& finding) const;
  std::vector<PlacedStep> steps_of(const ClashFinding& finding) const;
  /// The deepest ones of the clashes, as far as depths are measured at all.
  void choose_worst_steps();
  /// Makes a step the worst one of a finding.
  void describe_worst_step(ClashFinding& finding, std::size_t step) const;
  void complete_curves();
  /// Measures the steps that the search left out; false when it was stopped.
  bool complete_curve(ClashFinding& finding);

  const Assembly& assembly_;
  const AssemblyMotion& motion_;
  const ClashOptions& options_;
  PairTable table_;
  PartWays ways_;
  BudgetWatch watch_;
  const ClashElsewhere* elsewhere_ = nullptr;
  int threads_;
  Workers workers_;
  Bodies bodies_;
  FinerParts finer_{assembly_, bodies_, options_.refine};
  double refining_ = 0;                     ///< seconds
  std::map<PartPair, PairMeshes> refined_;  ///< of findings about finer triangles
  // A portion of the pairs.
  std::vector<CheckedPair> near_;
  std::vector<Task> tasks_;
  std::vector<TaskResult> results_;
  std::vector<JoinedPair> joined_;
  std::size_t done_ = 0;                        ///< tasks of all portions
  mutable std::atomic<bool> cut_short_{false};  ///< whether something was left out
  ClashReport report_;
};

}  // namespace abut
