#include "assembly/clash_pieces.h"

#include "assembly/clash_search.h"
#include <abut/error.h>

#include <algorithm>
#include <set>
#include <utility>

namespace abut {

// --- Here, for a search elsewhere.

void ClashSearch::prepare() {
  make_bodies();
  place_boxes();
}

ClashPiece ClashSearch::check_pairs(std::span<const PartPair> pairs) {
  std::vector<NearPair> near;
  for (const PartPair& pair : pairs) {
    if (!(pair.a < pair.b && pair.b < parts())) throw Error("a pair of parts to check is not of this assembly.");
    near.push_back({pair, table_.clearance(pair.a, pair.b)});
  }
  for (std::size_t first = 0, last; first < near.size(); first = last) {
    last = end_of_portion(near, first);
    check_here(std::span(near).subspan(first, last - first), 1);
  }
  return {std::exchange(report_.findings, {}), std::exchange(report_.undecided, {}),
          std::exchange(report_.undecided_inside, {})};
}

ClashSeverity ClashSearch::severity_with(ClashFinding finding, Measure what) const {
  const bool fits = finding.parts.a < parts() && finding.parts.b < parts() && finding.worst_step < motion_.steps();
  if (!fits || !finding.severity) throw Error("a finding to measure is not of this assembly.");
  const MeasuredPair pair = measured(finding);
  if (!pair.a->solid || !pair.b->solid) throw Error("a finding to measure is about parts that are not closed.");
  const BodyUse use = in_use(finding.parts);
  measure_one(pair, what, {});
  return *finding.severity;
}

ClashPieces::ClashPieces(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                         const ClashOptions& options, const Bodies* bodies)
    : search_(std::make_unique<ClashSearch>(assembly, motion, rules, options, bodies)) {
  search_->prepare();
}
ClashPieces::~ClashPieces() = default;

ClashPiece ClashPieces::check(std::span<const PartPair> pairs) { return search_->check_pairs(pairs); }

ClashSeverity ClashPieces::measure(const ClashFinding& finding, Measure what) const {
  return search_->severity_with(finding, what);
}

// --- Elsewhere, for a search here.

void ClashSearch::check_elsewhere(std::span<const NearPair> pairs, double share) {
  std::vector<PartPair> parts;
  for (const NearPair& pair : pairs) parts.push_back(pair.parts);
  ClashPiece found = elsewhere_->check(parts);
  std::set<PartPair> open;
  for (const ClashFinding& finding : found.findings)
    if (has_finer(finding)) open.insert(finding.parts);
  for (ClashFinding& finding : found.findings)
    if (!open.contains(finding.parts)) report_.findings.push_back(std::move(finding));
  for (const UndecidedTime& time : found.undecided)
    if (!open.contains(time.parts)) report_.undecided.push_back(time);
  for (const UndecidedInside& pair : found.undecided_inside)
    if (!open.contains({std::min(pair.inner, pair.outer), std::max(pair.inner, pair.outer)}))
      report_.undecided_inside.push_back(pair);
  std::vector<NearPair> again;
  for (const NearPair& pair : pairs)
    if (open.contains(pair.parts)) again.push_back(pair);
  if (!again.empty()) check_here(again, share);
}

bool ClashSearch::has_finer(const ClashFinding& finding) const {
  const auto& all = assembly_.parts();
  const bool is_there = all[finding.parts.a].finer || all[finding.parts.b].finer;
  return !finding.is_sure && options_.refine.rounds > 0 && is_there;
}

void ClashSearch::measure_elsewhere(std::span<const MeasuredPair> pairs, Measure what) {
  std::vector<MeasuredPair> here;
  std::vector<ClashFinding*> there;
  for (const MeasuredPair& pair : pairs)
    if (refined_.contains(pair.finding->parts))
      here.push_back(pair);
    else
      there.push_back(pair.finding);
  measure_here(here, what);
  if (there.empty()) return;
  const std::vector<ClashSeverity> severities = elsewhere_->measure(there, what);
  if (severities.size() != there.size()) throw Error("findings were sent to be measured, and some are missing.");
  for (std::size_t i = 0; i < there.size(); ++i) there[i]->severity = severities[i];
}

}  // namespace abut
