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

/// A pair with the steps at which its boxes come near.
struct NearPair {
  PartPair parts;
  double limit = 0;
  std::vector<std::uint32_t> steps;
};
/// A run of a pair's steps, checked one after the other.
struct Task {
  std::size_t pair = 0, first = 0, last = 0;  ///< indices into NearPair::steps, `last` excluded
};
/// What a task found; states are fewer than its steps when it was stopped.
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
    return std::move(report_);
  }

 private:
  std::size_t parts() const { return assembly_.parts().size(); }
  const Bounds& box(std::size_t step, std::size_t part) const { return boxes_[step * parts() + part]; }
  double reach(double limit) const { return std::max(limit, options_.touch_tolerance); }

  void place_boxes() {
    boxes_.resize(motion_.placements.size());
    workers_.for_each(motion_.steps(), [&](std::size_t step) {
      for (std::size_t part = 0; part < parts(); ++part)
        if (const Bounds& own = bodies_[part]->bounds; own.low.x <= own.high.x)
          boxes_[step * parts() + part] = placed_box(own, motion_.at_step(step)[part]);
    });
  }

  /// By boxes around the whole way of each part first, then by the boxes at each step.
  void find_near_pairs() {
    std::vector<Bounds> ways(parts());
    for (std::size_t step = 0; step < motion_.steps(); ++step)
      for (std::size_t part = 0; part < parts(); ++part) ways[part] = joined(ways[part], box(step, part));
    for (const PartPair& pair : close_pairs(ways, reach(table_.largest_clearance())))
      if (table_.is_checked(pair.a, pair.b)) near_.push_back({pair, table_.clearance(pair.a, pair.b), {}});
    workers_.for_each(near_.size(), [&](std::size_t i) {
      NearPair& pair = near_[i];
      for (std::uint32_t step = 0; step < motion_.steps(); ++step)
        if (may_be_within(box(step, pair.parts.a), box(step, pair.parts.b), reach(pair.limit)))
          pair.steps.push_back(step);
    });
    std::erase_if(near_, [](const NearPair& pair) { return pair.steps.empty(); });
  }

  PlacementPair placements(const NearPair& pair, std::size_t step) const {
    const auto at = motion_.at_step(step);
    return {at[pair.parts.a], at[pair.parts.b]};
  }
  /// Did neither part move since the step before in the list? Then nothing has to be asked again.
  bool stands_still(const NearPair& pair, std::size_t i) const {
    if (i == 0) return false;
    const PlacementPair before = placements(pair, pair.steps[i - 1]), now = placements(pair, pair.steps[i]);
    return before.a == now.a && before.b == now.b;
  }

  void make_tasks() {
    for (std::size_t p = 0; p < near_.size(); ++p) {
      std::size_t checks = 0, first = 0;
      for (std::size_t i = 0; i < near_[p].steps.size(); ++i) {
        if (stands_still(near_[p], i)) continue;
        if (checks++ < checks_per_task) continue;
        tasks_.push_back({p, first, i});
        first = i, checks = 1;
      }
      tasks_.push_back({p, first, near_[p].steps.size()});
    }
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
      if (i > task.first && stands_still(pair, i)) {
        result.states.push_back(result.states.back());
        continue;
      }
      const std::optional<PairState> state = check.at(pair.steps[i], placements(pair, pair.steps[i]));
      if (!state) break;
      result.states.push_back(*state);
    }
    if (const auto& worst = check.worst())
      result.worst = finding_of(*worst, way, placements(pair, worst->step), options_.max_triangles);
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
    std::vector<ClashSpan> spans;
    std::vector<double> curve(motion_.steps(), std::numeric_limits<double>::infinity());
    for (std::size_t t = first; t < last; ++t) {
      TaskResult& result = results_[t];
      report_.complete &= result.states.size() == tasks_[t].last - tasks_[t].first;
      for (std::size_t i = 0; i < result.states.size(); ++i) {
        const std::size_t step = pair.steps[tasks_[t].first + i];
        curve[step] = result.states[i].upper;
        if (result.states[i].kind) append_step(spans, *result.states[i].kind, step);
      }
      if (result.worst && (!finding || is_worse(*result.worst, *finding))) finding = std::move(result.worst);
    }
    if (!finding) return std::nullopt;
    finding->parts = pair.parts;
    finding->spans = std::move(spans);
    finding->curve = std::move(curve);
    return finding;
  }

  const Assembly& assembly_;
  const Motion& motion_;
  const ClashOptions& options_;
  PairTable table_;
  Workers workers_;
  std::vector<std::shared_ptr<const Body>> bodies_;
  std::vector<Bounds> boxes_;  ///< [step][part], in the world
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
  if (motion.placements.size() != motion.steps() * assembly.parts().size())
    throw Error("the motion places " + std::to_string(motion.placements.size()) + " parts in " +
                std::to_string(motion.steps()) + " steps, but the assembly has " +
                std::to_string(assembly.parts().size()) + " parts.");
  if (motion.steps() == 0 || assembly.parts().empty()) return {};
  for (const Placement& placement : motion.placements) require_valid(placement);
  return ClashSearch(assembly, motion, rules, options).run();
}

}  // namespace abut
