#include "report/notes.h"

#include "report/amounts.h"
#include "report/shown.h"
#include <abut/report.h>

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace abut {

namespace {

std::string time_text(double time) { return fmt::format("{:.6g}", time); }

/// "41 open parts", and the name of the first.
template <class IsMeant>
std::string counted_parts(const ClashRun& run, const std::string& adjective, const IsMeant& is_meant) {
  const auto& parts = run.assembly.parts();
  std::size_t count = 0, first = 0;
  for (std::size_t i = parts.size(); i-- > 0;)
    if (is_meant(i)) ++count, first = i;
  if (count == 0) return {};
  return fmt::format("{}, first '{}'", counted_with_commas(count, adjective + "part"), shown(parts[first].name));
}

/// "4 pairs", and the names of the first.
template <class IsMeant>
std::string counted_pairs(const ClashRun& run, const IsMeant& is_meant) {
  std::size_t count = 0;
  const ClashFinding* first = nullptr;
  for (const ClashFinding& finding : run.report.findings)
    if (is_meant(finding) && ++count == 1) first = &finding;
  if (!first) return {};
  return fmt::format("{}, first '{}' and '{}'", counted_with_commas(count, "pair"), shown(run.name_a(*first)),
                     shown(run.name_b(*first)));
}

/// "not known whether inside: 4 pairs, first 'pin' in 'cover'"
std::string undecided_insides(const ClashRun& run) {
  const std::vector<UndecidedInside>& pairs = run.report.undecided_inside;
  if (pairs.empty()) return {};
  const auto name = [&](std::uint32_t part) { return shown(run.assembly.parts()[part].name); };
  return fmt::format("{}, first '{}' in the open part '{}'", counted_with_commas(pairs.size(), "pair"),
                     name(pairs.front().inner), name(pairs.front().outer));
}

}  // namespace

std::size_t undecided_open_parts(const ClashReport& report) {
  std::set<std::uint32_t> open;
  for (const UndecidedInside& pair : report.undecided_inside) open.insert(pair.outer);
  return open.size();
}

std::vector<std::string> doubts_of(const ClashRun& run) {
  std::vector<std::string> doubts;
  const auto name = [&](std::uint32_t part) { return shown(run.assembly.parts()[part].name); };
  const auto& [undecided, ways] = std::tie(run.report.undecided, run.report.unknown_ways);
  if (!undecided.empty()) {
    std::size_t pairs = 1;
    for (std::size_t i = 1; i < undecided.size(); ++i) pairs += undecided[i].parts != undecided[i - 1].parts;
    const UndecidedTime& first = undecided.front();
    doubts.push_back(fmt::format("undecided between steps: {}, first '{}' and '{}' from {} to {}; more steps help.",
                                 counted_with_commas(pairs, "pair"), name(first.parts.a), name(first.parts.b),
                                 time_text(first.begin), time_text(first.end)));
  }
  if (!ways.empty()) {
    std::size_t parts = 1;
    for (std::size_t i = 1; i < ways.size(); ++i) parts += ways[i].part != ways[i - 1].part;
    const UnknownWay& first = ways.front();
    doubts.push_back(fmt::format("not looked at between steps: {}, first '{}' from {} to {}: {}",
                                 counted_with_commas(parts, "part"), name(first.part), time_text(first.begin),
                                 time_text(first.end), first.why));
  }
  return doubts;
}

PartSize size_of_part(const ClashRun& run, std::size_t part) {
  const std::vector<PartSize>& sizes = run.report.sizes;
  if (part < sizes.size() && sizes[part].triangles > 0) return sizes[part];
  const Mesh& mesh = run.assembly.parts()[part].model.mesh();
  return {mesh.triangles.size(), bounds_of(mesh.points)};
}

std::vector<std::string> notes_of(const ClashRun& run) {
  std::vector<std::string> notes = doubts_of(run);
  const auto add = [&](const std::string& about, const std::string& before, const std::string& after) {
    if (!about.empty()) notes.push_back(before + about + after);
  };
  const ClashReport& report = run.report;
  if (run.not_drawn > 0)
    notes.push_back(fmt::format("not drawn on the page, which would not fit into the memory allowed: {}.",
                                counted_with_commas(run.not_drawn, "part")));
  const auto triangles = [&](std::size_t i) { return size_of_part(run, i).triangles; };
  add(counted_parts(run, "open ", [&](std::size_t i) { return triangles(i) > 0 && !report.closed[i]; }), "no depth of ",
      ".");
  add(undecided_insides(run), "not known whether inside: ", ".");
  add(counted_parts(run, "", [&](std::size_t i) { return triangles(i) == 0; }),
      "nothing to check: ", " without a triangle.");
  add(counted_parts(run, "", [&](std::size_t i) { return i < report.degenerate.size() && report.degenerate[i] > 0; }),
      "triangles without area in ", ".");
  const auto many = [](std::uint64_t count) {
    return fmt::format("{} {}", with_commas(count), count == 1 ? "clash" : "clashes");
  };
  for (const RefineEnd end : {RefineEnd::rounds, RefineEnd::triangles, RefineEnd::seconds, RefineEnd::no_finer})
    add(counted_pairs(run, [&](const ClashFinding& x) { return !x.is_sure && x.refine_end == end; }),
        "strays leave open ",
        end == RefineEnd::no_finer ? ": there are no finer triangles."
                                   : fmt::format(": the limit of {} is reached.", name_of(end)));
  add(counted_pairs(run, [](const ClashFinding& finding) { return finding.is_tolerance_cut; }),
      "tolerance cut to half the wall where parts meet: ", ".");
  if (report.without_depth > 0)
    notes.push_back(
        fmt::format("depth not measured of {} beyond the largest; their boxes bound it.", many(report.without_depth)));
  if (report.without_volume > 0)
    notes.push_back(fmt::format("volume not measured of {} beyond the deepest.", many(report.without_volume)));
  if (report.left_out > 0)
    notes.push_back(fmt::format("left out: {} below the least depth or volume.", many(report.left_out)));
  if (run.comparison && !run.comparison->differing.empty())
    notes.push_back(fmt::format("the baseline has other settings: {}.", fmt::join(run.comparison->differing, ", ")));
  return notes;
}

}  // namespace abut
