#include <abut/report.h>

#include <fmt/format.h>

namespace abut {

namespace {

bool is_contact(std::string_view kind) { return kind != name_of(ClashKind::clearance); }

/// How far parts are in each other; below 0: how far they are apart.
std::optional<Bracket> overlap_of(std::string_view kind, const std::optional<Bracket>& depth,
                                  const std::optional<Bracket>& distance) {
  const bool are_apart = distance && distance->upper > 0;
  if (are_apart && (!is_contact(kind) || kind == name_of(ClashKind::touch)))
    return Bracket{-distance->upper, -distance->lower};
  return depth;
}

FindingChange change_of(const ClashFinding& finding, const OldFinding& old) {
  const std::string_view kind = name_of(finding.kind), touch = name_of(ClashKind::touch);
  if (old.kind == touch && finding.kind <= ClashKind::perhaps) return FindingChange::is_new;
  std::optional<Bracket> depth;
  if (finding.severity) depth = finding.severity->depth;
  const auto now = overlap_of(kind, depth, Bracket{finding.gap.lower, finding.gap.upper}),
             then = overlap_of(old.kind, old.depth, old.distance);
  if (now && then) {
    if (now->lower > then->upper) return FindingChange::worse;
    if (now->upper < then->lower) return FindingChange::better;
  } else if (is_contact(kind) != is_contact(old.kind)) {
    return is_contact(kind) ? FindingChange::worse : FindingChange::better;
  }
  return FindingChange::still;
}

/// Settings that both know and that differ, in words.
std::vector<std::string> differing_settings(const ClashRun& run, const Baseline& baseline) {
  const std::pair<const char*, double> now[] = {{"clearance", run.clearance},
                                                {"tolerance", run.tolerance},
                                                {"min_depth", run.min_depth},
                                                {"min_volume", run.min_volume},
                                                {"between_steps", run.between_steps}};
  std::vector<std::string> differing;
  for (const auto& [name, value] : now) {
    const auto old = baseline.settings.find(name);
    if (old != baseline.settings.end() && old->second != value)
      differing.push_back(fmt::format("{} was {} and is {}", name, old->second, value));
  }
  return differing;
}

}  // namespace

std::string_view name_of(FindingChange change) {
  constexpr std::string_view names[] = {"new", "returned", "worse", "still", "better"};
  return names[static_cast<int>(change)];
}

Comparison compare(const ClashRun& run, const Baseline& baseline) {
  Comparison comparison;
  comparison.differing = differing_settings(run, baseline);
  if (run.report.complete) comparison.gone = baseline.findings;
  for (const ClashFinding& finding : run.report.findings) {
    const std::string id = run.id(finding);
    const auto old = baseline.findings.find(id);
    FindingState state;
    if (old != baseline.findings.end()) {
      state.change = change_of(finding, old->second);
      if (old->second.kind != name_of(finding.kind)) state.was = old->second.kind;
    } else if (baseline.gone.contains(id)) {
      state.change = FindingChange::returned;
    }
    comparison.states.push_back(std::move(state));
    comparison.gone.erase(id);
  }
  return comparison;
}

}  // namespace abut
