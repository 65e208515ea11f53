#include "assembly/clash_finding.h"
#include "assembly/clash_search.h"

#include <cmath>

namespace abut {

void ClashSearch::measure_findings() {
  std::vector<MeasuredPair> pairs;
  for (ClashFinding& finding : report_.findings) pairs.push_back(measured(finding));
  std::vector<std::size_t> worst_steps;
  for (const ClashFinding& finding : report_.findings) worst_steps.push_back(finding.worst_step);
  measure(
      std::move(pairs), [this](const ClashFinding& finding) { return steps_of(finding); }, options_, watch_, workers_,
      report_);
  workers_.for_each(worst_steps.size(), [&](std::size_t i) {
    if (report_.findings[i].worst_step != worst_steps[i]) describe_worst_step(report_.findings[i]);
  });
  for (ClashFinding& finding : report_.findings)
    if (const auto finer = refined_.find(finding.parts); finer != refined_.end())
      name_triangles_in(assembly_, finer->second.a, finer->second.b, measured(finding).at, finding);
  leave_out_small_ones(options_, report_);
  stopped();
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

void ClashSearch::describe_worst_step(ClashFinding& finding) const {
  const auto finer = refined_.find(finding.parts);
  const PairOnTheWay way =
      on_the_way({finding.parts, finding.limit}, true, finer == refined_.end() ? nullptr : &finer->second);
  const PlacementPair at = placements(finding.parts, finding.worst_step);
  finding.worst_time = motion_.times[finding.worst_step];
  PairCheck check(way);
  check.at(finding.worst_step, at);
  if (!check.worst()) return;  // the budget is over
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
