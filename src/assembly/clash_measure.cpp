#include "assembly/clash_finding.h"
#include "assembly/clash_search.h"

#include <cmath>

namespace abut {

namespace {

// So many steps are measured of one finding to find the deepest one.
constexpr std::size_t most_steps_measured = 64;

}  // namespace

void ClashSearch::measure_findings() {
  choose_worst_steps();
  std::vector<MeasuredPair> pairs;
  for (ClashFinding& finding : report_.findings) pairs.push_back(measured(finding));
  measure(
      std::move(pairs), options_,
      [this](std::span<const MeasuredPair> all, Measure what) {
        elsewhere_ ? measure_elsewhere(all, what) : measure_here(all, what);
      },
      report_);
  for (ClashFinding& finding : report_.findings)
    if (const auto finer = refined_.find(finding.parts); finer != refined_.end())
      name_triangles_in(assembly_, finer->second.a, finer->second.b, measured(finding).at, finding);
  leave_out_small_ones(options_, report_);
  stopped();
}

void ClashSearch::measure_here(std::span<const MeasuredPair> pairs, Measure what) {
  workers_.for_each(pairs.size(), [&](std::size_t i) {
    if (watch_.is_over_now()) return;
    const BodyUse use = in_use(pairs[i].finding->parts);
    spend(measure_one(pairs[i], what, watch_.rest()));
  });
}

void ClashSearch::choose_worst_steps() {
  if (motion_.steps() < 2) return;
  std::vector<ClashFinding*> moving;
  for (ClashFinding& finding : report_.findings)
    if (finding.kind <= ClashKind::inside && !finding.is_between_steps && moving.size() < options_.max_depths)
      moving.push_back(&finding);
  workers_.for_each(moving.size(), [&](std::size_t i) {
    const MeasuredPair pair = measured(*moving[i]);
    if (!has_depth(pair) || watch_.is_over_now()) return;
    const std::vector<PlacedStep> steps = steps_of(*moving[i]);
    if (steps.size() < 2) return;
    const BodyUse use = in_use(moving[i]->parts);
    const DeepestStep deepest =
        find_deepest_step(*pair.a, *pair.b, steps, depth_effort(watch_.rest()), most_steps_measured);
    spend(deepest.counters);
    if (deepest.index > 0) describe_worst_step(*moving[i], steps[deepest.index].step);
  });
}

std::vector<PlacedStep> ClashSearch::steps_of(const ClashFinding& finding) const {
  std::vector<PlacedStep> steps{{finding.worst_step, placements(finding.parts, finding.worst_step)}};
  auto span = finding.spans.begin();
  ways_.for_each_run(finding.parts, [&](const StepRun& run, std::size_t, std::size_t) {
    while (span != finding.spans.end() && span->last < run.first) ++span;
    if (span == finding.spans.end()) return false;
    const bool is_meant = span->first <= run.first && span->kind == finding.kind;
    if (is_meant && !(run.first <= finding.worst_step && finding.worst_step <= run.last))
      steps.push_back({run.first, placements(finding.parts, run.first)});
    return true;
  });
  return steps;
}

void ClashSearch::describe_worst_step(ClashFinding& finding, std::size_t step) const {
  const auto finer = refined_.find(finding.parts);
  const PairOnTheWay way =
      on_the_way({finding.parts, finding.limit}, true, finer == refined_.end() ? nullptr : &finer->second);
  const PlacementPair at = placements(finding.parts, step);
  PairCheck check(way);
  check.at(step, at);
  if (!check.worst()) return;  // the budget is over
  finding.worst_step = step;
  finding.worst_time = motion_.times[step];
  ClashFinding there = finding_of(*check.worst(), way, at, options_.max_triangles);
  finding.gap = std::move(there.gap);
  finding.contacts = there.contacts;
  finding.triangles_a = std::move(there.triangles_a), finding.triangles_b = std::move(there.triangles_b);
  finding.triangles_complete = there.triangles_complete;
  finding.region = there.region;
  finding.a_is_inside = there.a_is_inside;
  finding.stray = there.stray;
  finding.is_sure = there.is_sure;
  finding.accepted = there.accepted;
  finding.is_tolerance_cut = there.is_tolerance_cut;
  mark_duplicate(finding);
}

MeasuredPair ClashSearch::measured(ClashFinding& finding) const {
  const auto [a, b] = finding.parts;
  PlacementPair at = placements(finding.parts, finding.worst_step);
  if (finding.is_between_steps)
    at = {ways_.motion(a, finding.worst_step).at(finding.worst_time),
          ways_.motion(b, finding.worst_step).at(finding.worst_time)};
  const auto finer = refined_.find(finding.parts);
  if (finer != refined_.end()) return {&finding, finer->second.a.body.get(), finer->second.b.body.get(), at};
  return {&finding, bodies_[a].get(), bodies_[b].get(), at};
}

void ClashSearch::complete_curves() {
  workers_.for_each(report_.findings.size(), [&](std::size_t i) {
    if (!complete_curve(report_.findings[i])) cut_short_ = true;
  });
}

bool ClashSearch::complete_curve(ClashFinding& finding) {
  DistanceCache cache;
  const BodyUse use = in_use(finding.parts);
  const MeasuredPair pair = measured(finding);
  const Model &a = pair.a->model(), &b = pair.b->model();
  bool complete = true;
  ways_.for_each_run(finding.parts, [&](const StepRun& run, std::size_t, std::size_t) {
    if (std::isfinite(finding.curve[run.first])) return true;
    const PlacementPair at = placements(finding.parts, run.first);
    const Distance gap = distance(a, at.a, b, at.b, {.budget = watch_.rest(), .cache = &cache});
    spend(gap.counters);
    complete = gap.complete;
    if (complete) fill_curve(finding.curve, run, gap.upper);
    return complete;
  });
  return complete;
}

}  // namespace abut
