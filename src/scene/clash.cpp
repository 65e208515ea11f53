#include "base/workers.h"
#include "scene/between_steps.h"
#include "scene/clash_finding.h"
#include "scene/near_pairs.h"
#include "scene/part_ways.h"
#include "scene/severity.h"
#include <abut/clash.h>
#include <abut/error.h>

#include <algorithm>
#include <mutex>

namespace abut {

namespace {

// So many checks in a row gain from what the last one left; more would leave threads idle at the end.
constexpr std::size_t checks_per_task = 64;

// So many pairs, with so many runs of steps, are found before they are checked: what is kept for them stays small,
// however many there are.
constexpr std::size_t pairs_at_once = 1 << 14, runs_at_once = 1 << 18;

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

/// What is known of a pair after all its tasks.
struct JoinedPair {
  std::vector<StepState> steps;
  std::optional<ClashFinding> worst;  ///< of the steps
  std::optional<BetweenFound> between;
};

class ClashSearch {
 public:
  ClashSearch(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
              const ClashOptions& options)
      : assembly_(assembly),
        motion_(motion),
        options_(options),
        table_(rules, assembly),
        ways_(motion, options.between_steps),
        watch_(options.budget),
        threads_(watch_.limits_tests() ? 1 : options.threads),
        workers_(threads_) {}

  ClashReport run() {
    report_.closed.resize(parts());
    report_.unmatched = table_.unmatched();
    report_.pairs = table_.checked_pairs(watch_);
    report_.degenerate.resize(parts());
    if (make_bodies() && place_boxes()) check_near_pairs();
    measure_findings();
    report_.unknown_ways = ways_.unknown();
    std::sort(report_.undecided.begin(), report_.undecided.end(), [](const UndecidedTime& x, const UndecidedTime& y) {
      return std::tie(x.parts, x.begin) < std::tie(y.parts, y.begin);
    });
    sort_findings(report_.findings, assembly_);
    if (options_.whole_curves) complete_curves();
    report_.complete = !cut_short_;
    return std::move(report_);
  }

 private:
  std::size_t parts() const { return assembly_.parts().size(); }
  double reach(double limit) const { return std::max(limit, options_.tolerance); }
  /// Asked before work that is left out if so.
  bool stopped() const {
    if (!watch_.is_over_now()) return false;
    return cut_short_ = true;
  }
  /// Counts what was done; with a limit of tests there is one thread.
  void spend(const Counters& counters) {
    if (watch_.limits_tests()) watch_.spend(counters);
  }

  /// False when it was stopped; so are those below.
  bool make_bodies() {
    bodies_ = bodies_of(assembly_, threads_, watch_);
    for (std::size_t part = 0; part < parts(); ++part)
      if (bodies_[part]) {
        report_.closed[part] = bodies_[part]->solid.has_value();
        report_.degenerate[part] = bodies_[part]->degenerate;
      }
    return !stopped();
  }

  bool place_boxes() {
    workers_.for_each(parts(), [&](std::size_t part) {
      if (!stopped()) ways_.place(part, bodies_[part]->bounds);
    });
    return !stopped();
  }

  /// By boxes around whole ways first, then by the boxes of each step. Pairs that come near are checked in portions.
  void check_near_pairs() {
    NearPairs search(table_, ways_.whole(), options_.tolerance, watch_);
    std::vector<NearPair> found;
    while (!search.done() && !stopped()) {
      search.find_more(
          workers_, [this](const NearPair& pair) { return look_at(pair); }, found);
      if (found.size() < pairs_at_once && !search.done()) continue;
      for (std::size_t first = 0, last; first < found.size() && !stopped(); first = last) {
        last = end_of_portion(found, first);
        const double share = static_cast<double>(last) / static_cast<double>(found.size());
        check(std::span(found).subspan(first, last - first), share * search.progress());
      }
      found.clear();
    }
    report_.pairs_checked = search.boxes_near();
  }

  CloserLook look_at(const NearPair& pair) const {
    return ways_.look_at(pair, reach(pair.limit), [this] { return stopped(); });
  }

  std::size_t end_of_portion(std::span<const NearPair> found, std::size_t first) const {
    std::size_t last = first, runs = 0;
    while (last < found.size() && last - first < pairs_at_once && runs < runs_at_once) {
      const PartPair& pair = found[last++].parts;
      runs += motion_.tracks[pair.a].size() + motion_.tracks[pair.b].size();
    }
    return last;
  }

  /// Checks some pairs, with which a share of all the work is done.
  void check(std::span<const NearPair> pairs, double share) {
    near_.assign(pairs.size(), CheckedPair{});
    workers_.for_each(pairs.size(), [&](std::size_t i) {
      const auto is_stopped = [this] { return stopped(); };
      const double pair_reach = reach(pairs[i].limit);
      near_[i] = {pairs[i], ways_.near_runs(pairs[i], pair_reach, is_stopped),
                  ways_.near_ways(pairs[i], pair_reach, is_stopped)};
    });
    if (stopped()) return;
    make_tasks();
    work(share);
    join();
    if (options_.between_steps) look_between();
    collect();
  }

  PlacementPair placements(const PartPair& pair, std::size_t step) const { return ways_.placements(pair, step); }

  void make_tasks() {
    tasks_.clear();
    for (std::size_t p = 0; p < near_.size(); ++p)
      for (std::size_t first = 0; first < near_[p].runs.size(); first += checks_per_task)
        tasks_.push_back({p, first, std::min(first + checks_per_task, near_[p].runs.size())});
  }

  void work(double share) {
    results_.assign(tasks_.size(), TaskResult{});
    const std::size_t known = done_ + tasks_.size();
    const auto guess = static_cast<std::size_t>(static_cast<double>(known) / share);
    std::mutex counting;
    workers_.for_each(tasks_.size(), [&](std::size_t i) {
      results_[i] = checked(tasks_[i]);
      spend(results_[i].counters);
      const std::lock_guard lock(counting);
      ++done_;
      if (options_.progress) options_.progress(done_, std::max(known, guess));
    });
  }

  PairOnTheWay on_the_way(const NearPair& pair, bool once) const {
    const auto [a, b] = pair.parts;
    const double accepted = std::max(options_.tolerance, table_.allowed_depth(a, b));
    return {*bodies_[a],
            *bodies_[b],
            pair.limit,
            options_.tolerance,
            accepted,
            assembly_.parts()[a].stray,
            assembly_.parts()[b].stray,
            watch_,
            once};
  }

  TaskResult checked(const Task& task) const {
    const CheckedPair& pair = near_[task.pair];
    const PairOnTheWay way = on_the_way(pair, task.last - task.first == 1);
    PairCheck check(way);
    TaskResult result;
    for (std::size_t i = task.first; i < task.last; ++i) {
      if (stopped()) break;
      const std::size_t step = pair.runs[i].first;
      const std::optional<PairState> state = check.at(step, placements(pair.parts, step));
      if (!state) break;
      result.states.push_back(*state);
    }
    result.counters = check.counters();
    if (const auto& worst = check.worst())
      result.worst = finding_of(*worst, way, placements(pair.parts, worst->step), options_.max_triangles);
    return result;
  }

  /// Puts the tasks of each pair together again.
  void join() {
    joined_.assign(near_.size(), JoinedPair{});
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      JoinedPair& pair = joined_[tasks_[t].pair];
      TaskResult& result = results_[t];
      if (result.states.size() != tasks_[t].last - tasks_[t].first) cut_short_ = true;
      for (std::size_t i = 0; i < result.states.size(); ++i)
        pair.steps.push_back({near_[tasks_[t].pair].runs[tasks_[t].first + i], result.states[i]});
      if (result.worst && (!pair.worst || severity_of(*result.worst) < severity_of(*pair.worst)))
        pair.worst = std::move(result.worst);
    }
  }

  void look_between() {
    workers_.for_each(near_.size(), [&](std::size_t i) {
      const CheckedPair& pair = near_[i];
      JoinedPair& joined = joined_[i];
      if (stopped() || joined.steps.size() != pair.runs.size() || (pair.ways.empty() && !joined.worst)) return;
      BetweenSteps between(on_the_way(pair, true), pair.parts, motion_, ways_,
                           {options_.tests_between_steps, options_.max_triangles});
      joined.between = between.search(joined.steps, pair.ways);
      if (!joined.between->is_complete) cut_short_ = true;
      spend(joined.between->counters);
    });
  }

  void collect() {
    for (std::size_t i = 0; i < near_.size(); ++i) {
      if (auto finding = finding_about(near_[i].parts, joined_[i])) report_.findings.push_back(std::move(*finding));
      if (joined_[i].between)
        for (const TimeSpan& time : joined_[i].between->undecided)
          report_.undecided.push_back({near_[i].parts, time.begin, time.end});
    }
  }

  /// What is wrong between steps counts where it is of a worse kind than what is wrong at them.
  std::optional<ClashFinding> finding_about(const PartPair& parts, JoinedPair& joined) {
    std::optional<ClashFinding> finding = std::move(joined.worst);
    if (finding) finding->worst_time = motion_.times[finding->worst_step];
    auto& between = joined.between;
    if (between && between->worst && (!finding || between->worst->kind < finding->kind))
      finding = std::move(between->worst);
    if (!finding) return std::nullopt;
    finding->parts = parts;
    finding->curve.assign(motion_.steps(), std::numeric_limits<double>::infinity());
    for (const auto& [run, state] : joined.steps) {
      fill(finding->curve, run, state.upper);
      if (state.kind) append_span(finding->spans, {*state.kind, run.first, run.last});
    }
    if (!between) return finding;
    finding->intervals = std::move(between->intervals);
    finding->least = between->least;
    return finding;
  }

  static void fill(std::vector<double>& curve, const StepRun& run, double value) {
    for (std::size_t step = run.first; step <= run.last; ++step) curve[step] = value;
  }

  void measure_findings() {
    std::vector<MeasuredPair> pairs;
    for (ClashFinding& finding : report_.findings) pairs.push_back(measured(finding));
    measure(std::move(pairs), options_, watch_, workers_, report_);
    leave_out_small_ones(options_, report_);
    stopped();
  }

  MeasuredPair measured(ClashFinding& finding) const {
    const auto [a, b] = finding.parts;
    PlacementPair at = placements(finding.parts, finding.worst_step);
    if (finding.is_between_steps)
      at = {ways_.motion(a, finding.worst_step).at(finding.worst_time),
            ways_.motion(b, finding.worst_step).at(finding.worst_time)};
    return {&finding, bodies_[a].get(), bodies_[b].get(), at};
  }

  void complete_curves() {
    workers_.for_each(report_.findings.size(), [&](std::size_t i) {
      if (!complete_curve(report_.findings[i])) cut_short_ = true;
    });
  }

  /// Measures the steps that the search left out; false when it was stopped.
  bool complete_curve(ClashFinding& finding) {
    DistanceCache cache;
    const Model &a = bodies_[finding.parts.a]->model(), &b = bodies_[finding.parts.b]->model();
    bool complete = true;
    ways_.for_each_run(finding.parts, [&](const StepRun& run, std::size_t, std::size_t) {
      if (std::isfinite(finding.curve[run.first])) return true;
      const PlacementPair at = placements(finding.parts, run.first);
      const Distance gap = distance(a, at.a, b, at.b, {.budget = watch_.rest(), .cache = &cache});
      spend(gap.counters);
      complete = gap.complete;
      if (complete) fill(finding.curve, run, gap.upper);
      return complete;
    });
    return complete;
  }

  const Assembly& assembly_;
  const AssemblyMotion& motion_;
  const ClashOptions& options_;
  PairTable table_;
  PartWays ways_;
  BudgetWatch watch_;
  int threads_;
  Workers workers_;
  std::vector<std::shared_ptr<const Body>> bodies_;
  // A portion of the pairs.
  std::vector<CheckedPair> near_;
  std::vector<Task> tasks_;
  std::vector<TaskResult> results_;
  std::vector<JoinedPair> joined_;
  std::size_t done_ = 0;                        ///< tasks of all portions
  mutable std::atomic<bool> cut_short_{false};  ///< whether something was left out
  ClashReport report_;
};

}  // namespace

ClashReport find_clashes(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                         const ClashOptions& options) {
  const auto require_length = [](double value, const std::string& what) {
    if (!(value >= 0 && value <= largest_input)) throw Error(what + " must be a length from 0 to 2^300.");
  };
  require_length(options.tolerance, "the tolerance");
  require_length(options.min_depth, "the least depth");
  if (!(options.min_volume >= 0 && std::isfinite(options.min_volume)))
    throw Error("the least volume must be finite and not negative.");
  for (const PairAllowance& rule : rules.allowed) require_length(rule.depth, "the depth that a pair is allowed");
  require_length(rules.clearance, "the clearance");
  for (const PairClearance& rule : rules.clearances) require_length(rule.clearance, "the clearance of a pair");
  if (motion.steps() == 0) return {};
  require_fitting(motion, assembly);
  if (assembly.parts().empty()) return {};
  return ClashSearch(assembly, motion, rules, options).run();
}

}  // namespace abut
