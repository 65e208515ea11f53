#include <abut/error.h>
#include <abut/query/workers.h>
#include <abut/scene/clash.h>
#include <abut/scene/clash_finding.h>
#include <abut/scene/placed_box.h>

#include <algorithm>
#include <mutex>

namespace abut {

namespace {

// So many checks in a row gain from what the last one left; more would leave threads idle at the end.
constexpr std::size_t checks_per_task = 64;

/// Steps, both included, in which neither part of a pair moves: one check serves them all.
struct StepRun {
  std::size_t first = 0, last = 0;
};
/// A pair with the runs of steps at which its boxes come near.
struct NearPair {
  PartPair parts;
  double limit = 0;
  std::vector<StepRun> runs;
};
/// Some of a pair's runs, checked one after the other.
struct Task {
  std::size_t pair = 0, first = 0, last = 0;  ///< indices into NearPair::runs, `last` excluded
};
/// What a task found; states are fewer than its runs when it was stopped.
struct TaskResult {
  std::vector<PairState> states;
  std::optional<ClashFinding> worst;  ///< of its steps
};

class ClashSearch {
 public:
  ClashSearch(const Assembly& assembly, const Motion& motion, const PairRules& rules, const ClashOptions& options)
      : assembly_(assembly),
        motion_(motion),
        options_(options),
        table_(rules, assembly),
        workers_(options.threads),
        bodies_(bodies_of(assembly, options.threads)) {}

  ClashReport run() {
    for (const auto& body : bodies_) report_.closed.push_back(body->solid.has_value());
    report_.pairs = table_.checked_pairs();
    place_boxes();
    find_near_pairs();
    report_.pairs_checked = near_.size();
    make_tasks();
    work();
    collect();
    if (options_.whole_curves) complete_curves();
    return std::move(report_);
  }

 private:
  std::size_t parts() const { return assembly_.parts().size(); }
  double reach(double limit) const { return std::max(limit, options_.touch_tolerance); }

  void place_boxes() {
    boxes_.resize(parts());
    workers_.for_each(parts(), [&](std::size_t part) {
      const Bounds& own = bodies_[part]->bounds;
      for (const MotionKey& key : motion_.tracks[part])
        boxes_[part].push_back(own.low.x <= own.high.x ? placed_box(own, key.at) : Bounds{});
    });
  }

  /// By boxes around the whole way of each part first, then by the boxes at each step.
  void find_near_pairs() {
    std::vector<Bounds> ways(parts());
    for (std::size_t part = 0; part < parts(); ++part)
      for (const Bounds& box : boxes_[part]) ways[part] = joined(ways[part], box);
    for (const PartPair& pair : close_pairs(ways, reach(table_.largest_clearance())))
      if (table_.is_checked(pair.a, pair.b)) near_.push_back({pair, table_.clearance(pair.a, pair.b), {}});
    workers_.for_each(near_.size(), [&](std::size_t i) {
      NearPair& pair = near_[i];
      for_each_run(pair.parts, [&](const StepRun& run, const Bounds& a, const Bounds& b) {
        if (may_be_within(a, b, reach(pair.limit))) pair.runs.push_back(run);
      });
    });
    std::erase_if(near_, [](const NearPair& pair) { return pair.runs.empty(); });
  }

  /// Calls visit(StepRun, box of a, box of b) from the first step to the last.
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
      visit(StepRun{first, next - 1}, boxes_[pair.a][key_a], boxes_[pair.b][key_b]);
      key_a += next == next_a;
      key_b += next == next_b;
    }
  }

  PlacementPair placements(const PartPair& pair, std::size_t step) const {
    return {motion_.at(step, pair.a), motion_.at(step, pair.b)};
  }

  void make_tasks() {
    for (std::size_t p = 0; p < near_.size(); ++p)
      for (std::size_t first = 0; first < near_[p].runs.size(); first += checks_per_task)
        tasks_.push_back({p, first, std::min(first + checks_per_task, near_[p].runs.size())});
  }

  void work() {
    results_.resize(tasks_.size());
    std::size_t done = 0;
    std::mutex counting;
    workers_.for_each(tasks_.size(), [&](std::size_t i) {
      results_[i] = checked(tasks_[i]);
      const std::lock_guard lock(counting);
      ++done;
      if (options_.progress) options_.progress(done, tasks_.size());
    });
  }

  TaskResult checked(const Task& task) const {
    const NearPair& pair = near_[task.pair];
    const PairOnTheWay way{*bodies_[pair.parts.a], *bodies_[pair.parts.b], pair.limit, options_.touch_tolerance,
                           options_.stop};
    PairCheck check(way);
    TaskResult result;
    for (std::size_t i = task.first; i < task.last; ++i) {
      if (options_.stop && *options_.stop) break;
      const std::size_t step = pair.runs[i].first;
      const std::optional<PairState> state = check.at(step, placements(pair.parts, step));
      if (!state) break;
      result.states.push_back(*state);
    }
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
    const auto name = [&](std::uint32_t part) -> const std::string& { return assembly_.parts()[part].name; };
    std::sort(report_.findings.begin(), report_.findings.end(), [&](const ClashFinding& x, const ClashFinding& y) {
      if (x.kind != y.kind) return x.kind < y.kind;
      if (x.gap.upper != y.gap.upper) return x.gap.upper < y.gap.upper;
      return clash_id(name(x.parts.a), name(x.parts.b)) < clash_id(name(y.parts.a), name(y.parts.b));
    });
  }

  std::optional<ClashFinding> joined_results(std::size_t first, std::size_t last) {
    const NearPair& pair = near_[tasks_[first].pair];
    std::optional<ClashFinding> finding;
    for (std::size_t t = first; t < last; ++t) {
      TaskResult& result = results_[t];
      report_.complete &= result.states.size() == tasks_[t].last - tasks_[t].first;
      if (result.worst && (!finding || is_worse(*result.worst, *finding))) finding = std::move(result.worst);
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
    std::atomic<bool> stopped{false};
    workers_.for_each(report_.findings.size(), [&](std::size_t i) {
      if (!complete_curve(report_.findings[i])) stopped = true;
    });
    report_.complete &= !stopped;
  }

  /// Measures the steps that the search left out; false when it was stopped.
  bool complete_curve(ClashFinding& finding) const {
    DistanceCache cache;
    const Model &a = bodies_[finding.parts.a]->model(), &b = bodies_[finding.parts.b]->model();
    bool complete = true;
    for_each_run(finding.parts, [&](const StepRun& run, const Bounds&, const Bounds&) {
      if (!complete || std::isfinite(finding.curve[run.first])) return;
      const PlacementPair at = placements(finding.parts, run.first);
      const Distance gap = distance(a, at.a, b, at.b, {.stop = options_.stop, .cache = &cache});
      complete = gap.complete;
      if (complete) fill(finding.curve, run, gap.upper);
    });
    return complete;
  }

  const Assembly& assembly_;
  const Motion& motion_;
  const ClashOptions& options_;
  PairTable table_;
  Workers workers_;
  std::vector<std::shared_ptr<const Body>> bodies_;
  std::vector<std::vector<Bounds>> boxes_;  ///< [part][key of its track], in the world
  std::vector<NearPair> near_;
  std::vector<Task> tasks_;
  std::vector<TaskResult> results_;
  ClashReport report_;
};

}  // namespace

std::string_view name_of(ClashKind kind) {
  constexpr std::array<std::string_view, 4> names{"clash", "inside", "touch", "clearance"};
  return names[static_cast<std::size_t>(kind)];
}

std::string clash_id(std::string_view name_a, std::string_view name_b) {
  // FNV-1a of both names in order of their bytes with a zero between them, which no name holds; folded to 48 bits.
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](char c) { hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u; };
  for (char c : std::min(name_a, name_b)) add(c);
  add('\0');
  for (char c : std::max(name_a, name_b)) add(c);
  hash = (hash ^ (hash >> 48)) & 0xffffffffffffu;
  std::string id(12, '0');
  for (std::size_t i = 12; i-- > 0; hash >>= 4) id[i] = "0123456789abcdef"[hash & 15];
  return id;
}

ClashReport find_clashes(const Assembly& assembly, const Motion& motion, const PairRules& rules,
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
