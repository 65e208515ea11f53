#include "base/workers.h"
#include "scene/clash_finding.h"
#include "scene/near_pairs.h"
#include "scene/oriented_box.h"
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

/// Steps, both included, in which neither part of a pair moves: one check serves them all.
struct StepRun {
  std::size_t first = 0, last = 0;
};
/// A pair with the runs of steps at which it may be near.
struct CheckedPair : NearPair {
  std::vector<StepRun> runs;
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

class ClashSearch {
 public:
  ClashSearch(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
              const ClashOptions& options)
      : assembly_(assembly),
        motion_(motion),
        options_(options),
        table_(rules, assembly),
        watch_(options.budget),
        threads_(watch_.limits_tests() ? 1 : options.threads),
        workers_(threads_) {}

  ClashReport run() {
    report_.closed.resize(parts());
    report_.unmatched = table_.unmatched();
    report_.pairs = table_.checked_pairs(watch_);
    if (make_bodies() && place_boxes()) check_near_pairs();
    sort_findings(report_.findings, assembly_);
    if (options_.whole_curves) complete_curves();
    report_.complete = !cut_short_;
    return std::move(report_);
  }

 private:
  std::size_t parts() const { return assembly_.parts().size(); }
  double reach(double limit) const { return std::max(limit, options_.touch_tolerance); }
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
      report_.closed[part] = bodies_[part] && bodies_[part]->solid.has_value();
    return !stopped();
  }

  bool place_boxes() {
    boxes_.resize(parts());
    first_.resize(parts());
    workers_.for_each(parts(), [&](std::size_t part) {
      const Bounds& own = bodies_[part]->bounds;
      for (const MotionKey& key : motion_.tracks[part]) {
        if (stopped()) return;
        boxes_[part].push_back(is_there(own) ? placed_box(own, key.at) : Bounds{});
      }
      first_[part] = OrientedBox(own, motion_.tracks[part][0].at);
    });
    return !stopped();
  }

  /// Boxes around the whole way of each part.
  std::vector<Bounds> ways() const {
    std::vector<Bounds> ways(parts());
    for (std::size_t part = 0; part < parts(); ++part)
      for (const Bounds& box : boxes_[part]) ways[part] = joined(ways[part], box);
    return ways;
  }

  /// By boxes around whole ways first, then by the boxes of each step. Pairs that come near are checked in portions.
  void check_near_pairs() {
    NearPairs search(table_, ways(), options_.touch_tolerance, watch_);
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
    CloserLook closest = CloserLook::apart;
    for_each_run(pair.parts, [&](const StepRun&, std::size_t key_a, std::size_t key_b) {
      closest = std::max(closest, look_at(pair, key_a, key_b));
      return closest != CloserLook::near && !stopped();
    });
    return closest;
  }
  CloserLook look_at(const NearPair& pair, std::size_t key_a, std::size_t key_b) const {
    const auto [a, b] = pair.parts;
    if (!may_be_within(boxes_[a][key_a], boxes_[b][key_b], reach(pair.limit))) return CloserLook::apart;
    OrientedBox room_a, room_b;
    return surely_apart(oriented(a, key_a, room_a), oriented(b, key_b, room_b), reach(pair.limit))
               ? CloserLook::boxes_near
               : CloserLook::near;
  }
  /// The box of a part; made in `room` unless it is that of the first step.
  const OrientedBox& oriented(std::uint32_t part, std::size_t key, OrientedBox& room) const {
    return key == 0 ? first_[part] : room = OrientedBox(bodies_[part]->bounds, motion_.tracks[part][key].at);
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
      near_[i] = {pairs[i], {}};
      for_each_run(pairs[i].parts, [&](const StepRun& run, std::size_t key_a, std::size_t key_b) {
        if (look_at(pairs[i], key_a, key_b) == CloserLook::near) near_[i].runs.push_back(run);
        return !stopped();
      });
    });
    if (stopped()) return;
    make_tasks();
    work(share);
    collect();
  }

  /// Calls visit(StepRun, key of a, key of b) from the first step to the last while it is true.
  template <class Visit>
  void for_each_run(const PartPair& pair, Visit&& visit) const {
    const auto next_key = [this](std::uint32_t part, std::size_t key) {
      const std::vector<MotionKey>& track = motion_.tracks[part];
      return key + 1 < track.size() ? std::min(track[key + 1].step, motion_.steps()) : motion_.steps();
    };
    std::size_t key_a = 0, key_b = 0;
    for (std::size_t first = 0, next; first < motion_.steps(); first = next) {
      const std::size_t next_a = next_key(pair.a, key_a), next_b = next_key(pair.b, key_b);
      next = std::min(next_a, next_b);
      if (!visit(StepRun{first, next - 1}, key_a, key_b)) return;
      key_a += next == next_a;
      key_b += next == next_b;
    }
  }

  PlacementPair placements(const PartPair& pair, std::size_t step) const {
    return {motion_.at(step, pair.a), motion_.at(step, pair.b)};
  }

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

  TaskResult checked(const Task& task) const {
    const CheckedPair& pair = near_[task.pair];
    const PairOnTheWay way{
        *bodies_[pair.parts.a],     *bodies_[pair.parts.b], pair.limit, options_.touch_tolerance, watch_,
        task.last - task.first == 1};
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
  void collect() {
    for (std::size_t first = 0, last; first < tasks_.size(); first = last) {
      for (last = first; last < tasks_.size() && tasks_[last].pair == tasks_[first].pair;) ++last;
      if (auto finding = joined_results(first, last)) report_.findings.push_back(std::move(*finding));
    }
  }

  std::optional<ClashFinding> joined_results(std::size_t first, std::size_t last) {
    const CheckedPair& pair = near_[tasks_[first].pair];
    std::optional<ClashFinding> finding;
    for (std::size_t t = first; t < last; ++t) {
      TaskResult& result = results_[t];
      if (result.states.size() != tasks_[t].last - tasks_[t].first) cut_short_ = true;
      if (result.worst && (!finding || severity_of(*result.worst) < severity_of(*finding)))
        finding = std::move(result.worst);
    }
    if (!finding) return std::nullopt;
    finding->parts = pair.parts;
    finding->curve.assign(motion_.steps(), std::numeric_limits<double>::infinity());
    for (std::size_t t = first; t < last; ++t)
      for (std::size_t i = 0; i < results_[t].states.size(); ++i) {
        const StepRun& run = pair.runs[tasks_[t].first + i];
        const PairState& state = results_[t].states[i];
        fill(finding->curve, run, state.upper);
        if (state.kind) append_span(finding->spans, {*state.kind, run.first, run.last});
      }
    return finding;
  }

  static void fill(std::vector<double>& curve, const StepRun& run, double value) {
    for (std::size_t step = run.first; step <= run.last; ++step) curve[step] = value;
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
    for_each_run(finding.parts, [&](const StepRun& run, std::size_t, std::size_t) {
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
  BudgetWatch watch_;
  int threads_;
  Workers workers_;
  std::vector<std::shared_ptr<const Body>> bodies_;
  std::vector<std::vector<Bounds>> boxes_;  ///< [part][key of its track], in the world
  std::vector<OrientedBox> first_;          ///< for each part, at the first step
  // A portion of the pairs.
  std::vector<CheckedPair> near_;
  std::vector<Task> tasks_;
  std::vector<TaskResult> results_;
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
  require_length(options.touch_tolerance, "the touch tolerance");
  require_length(rules.clearance, "the clearance");
  for (const PairClearance& rule : rules.clearances) require_length(rule.clearance, "the clearance of a pair");
  if (motion.steps() == 0) return {};
  require_fitting(motion, assembly);
  if (assembly.parts().empty()) return {};
  return ClashSearch(assembly, motion, rules, options).run();
}

}  // namespace abut
