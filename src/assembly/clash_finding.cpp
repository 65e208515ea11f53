#include "assembly/clash_finding.h"

#include <algorithm>
#include <tuple>

namespace abut {

namespace {

/// At most `most` of them, evenly chosen.
std::vector<std::uint32_t> selection(std::vector<std::uint32_t> triangles, std::size_t most, bool& complete) {
  const std::size_t count = triangles.size();
  if (count <= most) return triangles;
  complete = false;
  for (std::size_t i = 0; i < most; ++i) triangles[i] = triangles[i * count / most];
  triangles.resize(most);
  triangles.shrink_to_fit();
  return triangles;
}

Model single_triangle(const Mesh& mesh, std::uint32_t triangle) {
  const std::array<Vec3, 3> corners = mesh.corners(triangle);
  Mesh single;
  single.points.assign(corners.begin(), corners.end());
  single.triangles = {{0, 1, 2}};
  return Model(std::move(single));
}

/// Where two triangles that touch do so. Among very many contacts a search for the closest pair keeps them all.
Distance distance_at(const Contact& contact, const PairOnTheWay& pair, const PlacementPair& at) {
  Distance gap = distance(single_triangle(pair.a.model().mesh(), contact.a), at.a,
                          single_triangle(pair.b.model().mesh(), contact.b), at.b);
  gap.triangle_a = contact.a;
  gap.triangle_b = contact.b;
  return gap;
}

}  // namespace

ClashFinding finding_of(const WorstState& worst, const PairOnTheWay& pair, const PlacementPair& at,
                        std::size_t max_triangles) {
  ClashFinding finding;
  finding.kind = worst.kind;
  finding.limit = pair.limit;
  finding.accepted = worst.accepted;
  finding.is_tolerance_cut = worst.is_tolerance_cut;
  finding.stray = worst.stray;
  finding.is_sure = worst.is_sure;
  finding.worst_step = worst.step;
  finding.gap = worst.gap;
  finding.contacts = worst.contacts.count();
  finding.a_is_inside = worst.a_is_inside;
  if (finding.contacts == 0) return finding;
  finding.triangles_a = selection(worst.contacts.triangles_a(), max_triangles, finding.triangles_complete);
  finding.triangles_b = selection(worst.contacts.triangles_b(), max_triangles, finding.triangles_complete);
  finding.region = worst.contacts.region();
  finding.gap = worst.contacts.is_many() ? distance_at(worst.contacts.least(), pair, at)
                                         : distance(pair.a.model(), at.a, pair.b.model(), at.b);
  return finding;
}

Severity severity_of(const ClashFinding& finding) {
  return {finding.kind, finding.gap.upper, finding.contacts, finding.worst_step};
}

void fill_curve(std::vector<double>& curve, const StepRun& run, double value) {
  for (std::size_t step = run.first; step <= run.last; ++step) curve[step] = value;
}

void append_span(std::vector<ClashSpan>& spans, const ClashSpan& span) {
  if (!spans.empty() && spans.back().kind == span.kind && spans.back().last + 1 == span.first)
    spans.back().last = span.last;
  else
    spans.push_back(span);
}

namespace {

/// Where a finding stands among others: smaller comes first.
struct Rank {
  int kind;  ///< clash and inside are one
  double depth, volume, gap;
  friend auto operator<=>(const Rank&, const Rank&) = default;
};
Rank rank_of(const ClashFinding& finding) {
  const bool is_in = finding.kind <= ClashKind::inside;
  const ClashSeverity severity = finding.severity.value_or(ClashSeverity{});
  return {is_in ? 0 : static_cast<int>(finding.kind), -severity.depth.lower, -severity.volume.lower,
          is_in ? 0 : finding.gap.upper};
}

}  // namespace

void sort_findings(std::vector<ClashFinding>& findings, const Assembly& assembly) {
  struct Place {
    Rank rank;
    ClashKind kind;
    std::string id;
    std::size_t index;
  };
  std::vector<Place> order;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const PartPair& pair = findings[i].parts;
    order.push_back({rank_of(findings[i]), findings[i].kind,
                     clash_id(assembly.parts()[pair.a].name, assembly.parts()[pair.b].name), i});
  }
  std::sort(order.begin(), order.end(), [&](const Place& x, const Place& y) {
    if (const auto by_rank = x.rank <=> y.rank; by_rank != 0) return by_rank < 0;
    return std::tie(x.kind, x.id, findings[x.index].parts) < std::tie(y.kind, y.id, findings[y.index].parts);
  });
  std::vector<ClashFinding> sorted;
  for (const Place& place : order) sorted.push_back(std::move(findings[place.index]));
  findings = std::move(sorted);
}

std::string_view name_of(ClashKind kind) {
  constexpr std::array<std::string_view, 5> names{"clash", "inside", "perhaps", "touch", "clearance"};
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

}  // namespace abut
