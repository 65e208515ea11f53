#include <abut/scene/clash_finding.h>
#include <abut/scene/placed_box.h>

#include <algorithm>
#include <tuple>

namespace abut {

namespace {

/// Sorted, without repeats, and at most `most` of them, evenly chosen.
std::vector<std::uint32_t> selection(std::vector<std::uint32_t> triangles, std::size_t most, bool& complete) {
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
  const std::size_t count = triangles.size();
  if (count <= most) return triangles;
  complete = false;
  for (std::size_t i = 0; i < most; ++i) triangles[i] = triangles[i * count / most];
  triangles.resize(most);
  return triangles;
}

Bounds triangle_box(const Model& model, const Placement& at, std::uint32_t triangle) {
  const std::array<Vec3, 3> corners = model.mesh().corners(triangle);
  return bounds_of(std::array{at * corners[0], at * corners[1], at * corners[2]});
}

/// A box around where the pairs meet: each does so where the boxes of both of its triangles overlap.
Bounds region_of(std::span<const Contact> contacts, const Model& a, const Model& b, const PlacementPair& at) {
  Bounds region;
  for (const Contact& contact : contacts) {
    const Bounds of_a = triangle_box(a, at.a, contact.a), of_b = triangle_box(b, at.b, contact.b);
    // Rounding may turn boxes that touch inside out by a hair; the join mends that.
    const Vec3 low = max(of_a.low, of_b.low), high = min(of_a.high, of_b.high);
    region = joined(region, {min(low, high), max(low, high)});
  }
  return region;
}

}  // namespace

ClashFinding finding_of(const WorstState& worst, const PairOnTheWay& pair, const PlacementPair& at,
                        std::size_t max_triangles) {
  ClashFinding finding;
  finding.kind = worst.kind;
  finding.limit = pair.limit;
  finding.worst_step = worst.step;
  finding.gap = worst.gap;
  finding.contacts = worst.contacts.size();
  finding.a_is_inside = worst.a_is_inside;
  if (worst.contacts.empty()) return finding;
  std::vector<std::uint32_t> in_a, in_b;
  for (const Contact& contact : worst.contacts) in_a.push_back(contact.a), in_b.push_back(contact.b);
  finding.triangles_a = selection(std::move(in_a), max_triangles, finding.triangles_complete);
  finding.triangles_b = selection(std::move(in_b), max_triangles, finding.triangles_complete);
  finding.region = region_of(worst.contacts, pair.a.model(), pair.b.model(), at);
  finding.gap = distance(pair.a.model(), at.a, pair.b.model(), at.b);
  return finding;
}

bool is_worse(const ClashFinding& x, const ClashFinding& y) {
  if (x.contacts != y.contacts && x.kind == y.kind && x.gap.upper == y.gap.upper) return x.contacts > y.contacts;
  return std::tie(x.kind, x.gap.upper, x.worst_step) < std::tie(y.kind, y.gap.upper, y.worst_step);
}

void append_span(std::vector<ClashSpan>& spans, const ClashSpan& span) {
  if (!spans.empty() && spans.back().kind == span.kind && spans.back().last + 1 == span.first)
    spans.back().last = span.last;
  else
    spans.push_back(span);
}

}  // namespace abut
