#include "assembly/severity.h"

#include "assembly/contact_tally.h"
#include "assembly/placed_box.h"
#include <abut/patch_depths.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// A hundredth of what is deep enough to matter would take ten times as long as this, mostly to no avail.
constexpr double depth_error = 0.05;
constexpr std::uint64_t depth_cells = 1 << 10;
// Patches of more contacts are not looked for.
constexpr std::uint64_t most_contacts = 1 << 14;

void tighten(Bracket& bracket, const Bracket& other) {
  bracket = {std::max(bracket.lower, other.lower), std::min(bracket.upper, other.upper)};
}

/// Copies of triangles upon each other, of which not even the kind is known, would take memory and time for all pairs.
bool is_hopeless(const ClashFinding& finding) {
  return finding.kind == ClashKind::perhaps && finding.contacts > ContactTally::most_kept;
}

/// What their boxes say about solids: a move that parts the boxes parts them, too.
ClashSeverity severity_of_boxes(const MeasuredPair& pair) {
  const Bounds a = placed_box(pair.a->bounds, pair.at.a), b = placed_box(pair.b->bounds, pair.at.b);
  ClashSeverity severity;
  double shortest = std::numeric_limits<double>::infinity(), volume = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double up = subtract_up(a.high[axis], b.low[axis]), down = subtract_up(b.high[axis], a.low[axis]);
    if (std::min(up, down) < shortest) {
      shortest = std::max(0.0, std::min(up, down));
      severity.way_out = {};
      severity.way_out[axis] = up < down ? shortest : -shortest;
    }
    const double common = subtract_up(std::min(a.high[axis], b.high[axis]), std::max(a.low[axis], b.low[axis]));
    volume = multiply_up(volume, std::max(0.0, common));
  }
  // No point of a solid is deeper in the other than the depth, by its definition.
  severity.depth = severity.way_out_length = severity.reach_a.length = severity.reach_b.length = {0, shortest};
  severity.volume = {0, volume};
  return severity;
}

/// Of parts whose interiors are disjoint.
ClashSeverity proved_touch() {
  ClashSeverity severity;
  severity.is_depth_measured = severity.is_volume_measured = true;
  return severity;
}

Counters measure_depth(const MeasuredPair& pair, const Budget& budget) {
  const Penetration found = penetration(*pair.a->solid, pair.at.a, *pair.b->solid, pair.at.b, depth_effort(budget));
  ClashSeverity& severity = *pair.finding->severity;
  tighten(severity.depth, found.depth);
  severity.deepest = found.deepest;
  severity.reach_a = found.reach_a;
  severity.reach_b = found.reach_b;
  severity.way_out_length = found.way_out_length;
  severity.way_out = found.way_out;
  severity.is_depth_measured = true;
  return found.counters;
}

Counters measure_volume(const MeasuredPair& pair, const Budget& budget) {
  const Overlap found =
      overlap(pair.a->overlap_solid(), pair.at.a, pair.b->overlap_solid(), pair.at.b, {.budget = budget});
  ClashSeverity& severity = *pair.finding->severity;
  tighten(severity.volume, found.volume);
  severity.is_volume_measured = true;
  return found.counters;
}

Counters measure_patches(const MeasuredPair& pair, const Budget& budget) {
  if (pair.finding->contacts == 0 || pair.finding->contacts > most_contacts) return {};
  BudgetWatch watch(budget);
  const ContactRegions regions =
      contact_regions(pair.a->model(), pair.at.a, pair.b->model(), pair.at.b, {.budget = watch.rest()});
  watch.spend(regions.counters);
  if (!regions.complete) return regions.counters;
  const PatchDepths depths =
      patch_depths(*pair.a->solid, pair.at.a, *pair.b->solid, pair.at.b, regions, depth_effort(watch.rest()));
  std::vector<ClashPatch>& patches = pair.finding->severity->patches;
  for (std::size_t i = 0; i < regions.patches.size(); ++i) {
    const ContactPatch& patch = regions.patches[i];
    patches.push_back({depths.patches[i].depth, patch.centre, patch.normal, patch.area, patch.length, patch.extent,
                       patch.pairs.size()});
  }
  std::stable_sort(patches.begin(), patches.end(),
                   [](const ClashPatch& x, const ClashPatch& y) { return x.depth.lower > y.depth.lower; });
  Counters counters = regions.counters;
  return counters += depths.counters;
}

/// Orders pairs by a number of their severity, the largest first.
template <class Key>
void sort_by(std::vector<MeasuredPair>& pairs, const Key& key) {
  std::sort(pairs.begin(), pairs.end(), [&](const MeasuredPair& x, const MeasuredPair& y) {
    return std::pair(-key(*x.finding->severity), x.finding->parts) <
           std::pair(-key(*y.finding->severity), y.finding->parts);
  });
}

}  // namespace

bool has_depth(const MeasuredPair& pair) {
  const ClashKind kind = pair.finding->kind;
  const bool is_in = kind == ClashKind::clash || kind == ClashKind::inside || kind == ClashKind::perhaps ||
                     (kind == ClashKind::touch && pair.finding->contacts > 0);
  return is_in && pair.a->solid && pair.b->solid;
}

bool is_duplicate(const MeasuredPair& pair) {
  const Mesh &a = pair.a->model().mesh(), &b = pair.b->model().mesh();
  if (a.triangles != b.triangles || a.points.size() != b.points.size() || a.triangles.empty()) return false;
  const Bounds box = placed_box(pair.a->bounds, pair.at.a);
  const double slack = 0x1p-40 * (length(box.high - box.low) + length(max(abs(box.high), abs(box.low))) * 0x1p-10);
  for (std::size_t i = 0; i < a.points.size(); ++i)
    if (!(largest(abs(pair.at.a * a.points[i] - pair.at.b * b.points[i])) <= slack)) return false;
  return true;
}

PenetrationOptions depth_effort(const Budget& budget) {
  return {.relative_error = depth_error, .max_cells = depth_cells, .budget = budget};
}

Counters measure_one(const MeasuredPair& pair, Measure what, const Budget& budget) {
  if (what == Measure::patches) return measure_patches(pair, budget);
  return what == Measure::depth ? measure_depth(pair, budget) : measure_volume(pair, budget);
}

void measure(std::vector<MeasuredPair> pairs, const ClashOptions& options, const MeasureAll& measure_all,
             ClashReport& report) {
  const auto touches_only = [](const ClashFinding& finding) {
    const bool is_apart = finding.kind == ClashKind::perhaps && finding.contacts == 0;
    return is_apart || (finding.kind == ClashKind::touch && finding.accepted == 0);
  };
  for (const MeasuredPair& pair : pairs)
    if (has_depth(pair)) {
      pair.finding->severity = severity_of_boxes(pair);
      if (touches_only(*pair.finding)) pair.finding->severity = proved_touch();
    }
  std::erase_if(pairs, [&](const MeasuredPair& pair) {
    return !has_depth(pair) || touches_only(*pair.finding) || is_hopeless(*pair.finding);
  });
  const auto measure_first = [&](std::size_t most, Measure what) {
    const std::size_t count = std::min(most, pairs.size());
    measure_all(std::span(pairs).first(count), what);
    return pairs.size() - count;
  };
  sort_by(pairs, [](const ClashSeverity& severity) { return severity.depth.upper; });
  report.without_depth = measure_first(options.max_depths, Measure::depth);
  sort_by(pairs, [](const ClashSeverity& severity) { return severity.depth.lower; });
  report.without_volume = measure_first(options.max_volumes, Measure::volume);
  measure_first(options.max_patches, Measure::patches);
}

void leave_out_small_ones(const ClashOptions& options, ClashReport& report) {
  report.left_out = std::erase_if(report.findings, [&](const ClashFinding& finding) {
    return finding.severity && finding.kind <= ClashKind::perhaps &&
           (finding.severity->depth.upper < options.min_depth || finding.severity->volume.upper < options.min_volume);
  });
}

}  // namespace abut
