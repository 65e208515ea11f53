#include "assembly/clash_search.h"

#include "assembly/clash_finding.h"
#include "assembly/pair_order.h"

#include <algorithm>
#include <mutex>

namespace abut {

namespace {

// So many checks in a row gain from what the last one left; more would leave threads idle at the end.
constexpr std::size_t checks_per_task = 64;

// So many pairs, with so many runs of steps, are found before they are checked: what is kept for them stays small,
// however many there are.
constexpr std::size_t pairs_at_once = 1 << 14, runs_at_once = 1 << 18;

// Where parts are fetched from files, so many pairs are put in an order in which few have to be.
constexpr std::size_t pairs_to_order = 1 << 21;

}  // namespace

std::optional<ClashFinding>& ClashSearch::JoinedPair::told() {
  return between && between->worst && (!worst || between->worst->kind < worst->kind) ? between->worst : worst;
}

bool ClashSearch::JoinedPair::is_open() { return told() && !told()->is_sure; }

ClashSearch::ClashSearch(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                         const ClashOptions& options, const Bodies* bodies)
    : assembly_(assembly),
      motion_(motion),
      options_(options),
      table_(rules, assembly),
      ways_(motion, options.between_steps),
      watch_(options.budget),
      threads_(watch_.limits_tests() ? 1 : options.threads),
      workers_(threads_),
      bodies_(bodies ? *bodies : Bodies()) {}

ClashReport ClashSearch::run(const ClashElsewhere* elsewhere) {
  elsewhere_ = elsewhere;
  report_.unmatched = table_.unmatched();
  report_.pairs = table_.checked_pairs(watch_);
  if (make_bodies() && place_boxes()) check_near_pairs();
  measure_findings();
  report_.unknown_ways = ways_.unknown();
  std::sort(report_.undecided.begin(), report_.undecided.end(), [](const UndecidedTime& x, const UndecidedTime& y) {
    return std::tie(x.parts, x.begin) < std::tie(y.parts, y.begin);
  });
  std::sort(report_.undecided_inside.begin(), report_.undecided_inside.end());
  sort_findings(report_.findings, assembly_);
  if (options_.whole_curves) complete_curves();
  report_.complete = !cut_short_;
  return std::move(report_);
}

bool ClashSearch::stopped() const {
  if (!watch_.is_over_now()) return false;
  return cut_short_ = true;
}
void ClashSearch::spend(const Counters& counters) {
  if (watch_.limits_tests()) watch_.spend(counters);
}

bool ClashSearch::make_bodies() {
  if (bodies_.empty()) bodies_ = bodies_of(assembly_, threads_, watch_);
  report_.closed.resize(parts());
  report_.degenerate.resize(parts());
  report_.sizes.resize(parts());
  for (std::size_t part = 0; part < parts(); ++part)
    if (bodies_[part]) {
      report_.closed[part] = bodies_[part]->solid.has_value();
      report_.degenerate[part] = bodies_[part]->degenerate;
      report_.sizes[part] = {bodies_[part]->triangles, bodies_[part]->bounds};
    }
  return !stopped();
}

bool ClashSearch::place_boxes() {
  workers_.for_each(parts(), [&](std::size_t part) {
    if (!stopped()) ways_.place(part, box_around(part));
  });
  return !stopped();
}

Bounds ClashSearch::box_around(std::size_t part) const {
  Bounds box = bodies_[part]->bounds;
  const double more = 2 * assembly_.parts()[part].stray.largest();
  if (more == 0 || !is_there(box)) return box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = subtract_down(box.low[axis], more);
    box.high[axis] = add_up(box.high[axis], more);
  }
  return box;
}

void ClashSearch::check_near_pairs() {
  NearPairs search(table_, ways_.whole(), options_.tolerance, watch_);
  std::vector<NearPair> found;
  while (!search.done() && !stopped()) {
    search.find_more(
        workers_, [this](const NearPair& pair) { return look_at(pair); }, found);
    if (found.size() < (cache() ? pairs_to_order : pairs_at_once) && !search.done()) continue;
    check_found(found, search.progress());
    found.clear();
  }
  report_.pairs_checked = search.boxes_near();
}

void ClashSearch::check_found(std::vector<NearPair>& found, double share) {
  const std::size_t first_finding = report_.findings.size();
  const std::vector<NearPair> as_found = cache() ? found : std::vector<NearPair>();
  if (cache()) order_by_bodies(found, bodies_, ways_.whole());
  for (std::size_t first = 0, last; first < found.size() && !stopped(); first = last) {
    last = end_of_portion(found, first);
    const double part = static_cast<double>(last) / static_cast<double>(found.size());
    check(std::span(found).subspan(first, last - first), part * share);
  }
  if (cache()) put_in_order_of(as_found, first_finding);
}

BodyUse ClashSearch::in_use(const PartPair& pair) const {
  const auto& parts = assembly_.parts();
  return {*bodies_[pair.a], parts[pair.a].name, *bodies_[pair.b], parts[pair.b].name};
}

CloserLook ClashSearch::look_at(const NearPair& pair) const {
  return ways_.look_at(pair, reach(pair.limit), [this] { return stopped(); });
}

std::size_t ClashSearch::end_of_portion(std::span<const NearPair> found, std::size_t first) const {
  std::size_t last = first, runs = 0;
  while (last < found.size() && last - first < pairs_at_once && runs < runs_at_once) {
    const PartPair& pair = found[last++].parts;
    runs += motion_.tracks[pair.a].size() + motion_.tracks[pair.b].size();
  }
  return last;
}

void ClashSearch::check(std::span<const NearPair> pairs, double share) {
  if (elsewhere_)
    check_elsewhere(pairs, share);
  else
    check_here(pairs, share);
}

void ClashSearch::check_here(std::span<const NearPair> pairs, double share) {
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
  refine();
  collect();
}

void ClashSearch::make_tasks() {
  tasks_.clear();
  for (std::size_t p = 0; p < near_.size(); ++p)
    for (std::size_t first = 0; first < near_[p].runs.size(); first += checks_per_task)
      tasks_.push_back({p, first, std::min(first + checks_per_task, near_[p].runs.size())});
}

void ClashSearch::work(double share) {
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

PairOnTheWay ClashSearch::on_the_way(const NearPair& pair, bool once, const PairMeshes* finer) const {
  const auto [a, b] = pair.parts;
  return {finer ? *finer->a.body : *bodies_[a],
          finer ? *finer->b.body : *bodies_[b],
          pair.limit,
          options_.tolerance,
          table_.allowed_depth(a, b),
          finer ? finer->a.stray : assembly_.parts()[a].stray,
          finer ? finer->b.stray : assembly_.parts()[b].stray,
          watch_,
          once};
}

ClashSearch::TaskResult ClashSearch::checked(const Task& task) const {
  const CheckedPair& pair = near_[task.pair];
  const BodyUse use = in_use(pair.parts);
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

void ClashSearch::join() {
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

void ClashSearch::look_between() {
  workers_.for_each(near_.size(), [&](std::size_t i) {
    if (stopped() || !has_between(near_[i], joined_[i])) return;
    const BodyUse use = in_use(near_[i].parts);
    joined_[i].between = between(near_[i], joined_[i], on_the_way(near_[i], true));
    if (!joined_[i].between->is_complete) cut_short_ = true;
    spend(joined_[i].between->counters);
  });
}

bool ClashSearch::has_between(const CheckedPair& pair, const JoinedPair& joined) const {
  return options_.between_steps && joined.steps.size() == pair.runs.size() && (!pair.ways.empty() || joined.worst);
}

BetweenFound ClashSearch::between(const CheckedPair& pair, const JoinedPair& joined, const PairOnTheWay& way) const {
  BetweenSteps search(way, pair.parts, motion_, ways_, {options_.tests_between_steps, options_.max_triangles});
  return search.search(joined.steps, pair.ways);
}

void ClashSearch::collect() {
  for (std::size_t i = 0; i < near_.size(); ++i) {
    if (auto finding = finding_about(near_[i].parts, joined_[i])) {
      mark_duplicate(*finding);
      report_.findings.push_back(std::move(*finding));
    }
    note_undecided_inside(near_[i].parts, joined_[i]);
    if (joined_[i].between)
      for (const TimeSpan& time : joined_[i].between->undecided)
        report_.undecided.push_back({near_[i].parts, time.begin, time.end});
  }
}

void ClashSearch::mark_duplicate(ClashFinding& finding) const {
  const MeasuredPair pair = measured(finding);
  if (finding.kind != ClashKind::clash || !has_depth(pair)) return;
  const BodyUse use = in_use(finding.parts);
  finding.is_duplicate = is_duplicate(pair);
}

void ClashSearch::put_in_order_of(std::span<const NearPair> pairs, std::size_t first_finding) {
  std::map<PartPair, ClashFinding> found;
  for (std::size_t i = first_finding; i < report_.findings.size(); ++i)
    found.emplace(report_.findings[i].parts, std::move(report_.findings[i]));
  report_.findings.resize(first_finding);
  for (const NearPair& pair : pairs)
    if (auto at = found.find(pair.parts); at != found.end()) report_.findings.push_back(std::move(at->second));
}

void ClashSearch::note_undecided_inside(const PartPair& parts, const JoinedPair& joined) {
  const auto note = [&](bool PairState::*may_be_inside, std::uint32_t inner, std::uint32_t outer) {
    for (const auto& [run, state] : joined.steps)
      if (state.*may_be_inside) {
        report_.undecided_inside.push_back({inner, outer, run.first});
        return;
      }
  };
  note(&PairState::a_may_be_inside, parts.a, parts.b);
  note(&PairState::b_may_be_inside, parts.b, parts.a);
}

std::optional<ClashFinding> ClashSearch::finding_about(const PartPair& parts, JoinedPair& joined) {
  auto& between = joined.between;
  if (joined.worst) joined.worst->worst_time = motion_.times[joined.worst->worst_step];
  std::optional<ClashFinding> finding = std::move(joined.told());
  if (!finding) return std::nullopt;
  finding->refined = joined.refined;
  finding->refine_end = finding->is_sure ? RefineEnd::decided : joined.end;
  if (joined.finer) refined_.emplace(parts, *joined.finer);
  finding->parts = parts;
  finding->curve.assign(motion_.steps(), std::numeric_limits<double>::infinity());
  for (const auto& [run, state] : joined.steps) {
    fill_curve(finding->curve, run, state.upper);
    if (state.kind) append_span(finding->spans, {*state.kind, run.first, run.last});
  }
  if (!between) return finding;
  finding->intervals = std::move(between->intervals);
  finding->least = between->least;
  // Of surfaces that may be too close, though the triangles are not.
  if (finding->kind == ClashKind::clearance && finding->gap.upper > finding->least.distance.upper)
    finding->least = {{finding->least.distance.lower, finding->gap.upper}, finding->worst_time};
  return finding;
}

}  // namespace abut
