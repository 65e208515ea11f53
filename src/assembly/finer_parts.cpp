#include "assembly/finer_parts.h"

#include "query/model_data.h"
#include <abut/closest_point.h>

#include <algorithm>

namespace abut {

namespace {

// Each round asks for this part of what the last one asked for.
constexpr double finer_by = 0.25;

/// The triangles of a model that are the closest to the middles of some of another, in the same place.
std::vector<std::uint32_t> closest_to(const std::vector<std::uint32_t>& triangles, const Mesh& of, const Model& model) {
  std::vector<Vec3> middles;
  for (const std::uint32_t triangle : triangles) {
    const auto [a, b, c] = of.corners(triangle);
    middles.push_back((a + b + c) * (1.0 / 3));
  }
  std::vector<std::uint32_t> closest;
  for (const ClosestPoint& found : closest_point(model, {}, middles)) closest.push_back(found.triangle);
  std::sort(closest.begin(), closest.end());
  closest.erase(std::unique(closest.begin(), closest.end()), closest.end());
  return closest;
}

void name_triangle(const Model& model, const Placement& at, const Vec3& point, std::uint32_t& triangle,
                   std::array<double, 3>* weights = nullptr) {
  const ClosestPoint found = closest_point(model, at, point);
  triangle = found.triangle;
  if (weights) *weights = found.weights;
}

}  // namespace

const FinerParts::Round& FinerParts::at(std::uint32_t part, int round, const Budget& budget) {
  const AssemblyPart& its = assembly_.parts()[part];
  std::vector<Round>& rounds = rounds_[{&its.model.data(), its.stray.of_triangles().data()}];
  if (rounds.empty()) rounds.push_back({{bodies_[part], its.stray}, its.stray.largest()});
  while (rounds.size() <= static_cast<std::size_t>(round)) rounds.push_back(refined(its, rounds.back(), budget));
  return rounds[static_cast<std::size_t>(round)];
}

FinerParts::Round FinerParts::refined(const AssemblyPart& part, const Round& last, const Budget& budget) const {
  Round next = last;
  if (last.end == RefineEnd::no_finer || last.end == RefineEnd::triangles) return next;
  const double largest = last.mesh.stray.largest();
  next.end = RefineEnd::no_finer;
  if (!part.finer || largest == 0) return next;
  next.end = RefineEnd::triangles;
  if (last.mesh.body->model().mesh().triangles.size() > options_.triangles) return next;
  const BudgetWatch watch(budget);
  next.asked = last.asked * finer_by;
  std::optional<FinerMesh> made = part.finer(next.asked, budget);
  next.end = watch.is_over_now() ? RefineEnd::seconds : RefineEnd::no_finer;
  if (!made || !(made->stray.largest() < largest)) return next;
  Round finer{{std::make_shared<const Body>(Model(std::move(made->mesh))), std::move(made->stray)}, next.asked};
  // With triangles that leave a hole it is another part.
  return last.mesh.body->solid && !finer.mesh.body->solid ? next : finer;
}

void name_triangles_in(const Assembly& assembly, const PartMesh& a, const PartMesh& b, const PlacementPair& at,
                       ClashFinding& finding) {
  const Model &in_a = assembly.parts()[finding.parts.a].model, &in_b = assembly.parts()[finding.parts.b].model;
  finding.triangles_a = closest_to(finding.triangles_a, a.body->model().mesh(), in_a);
  finding.triangles_b = closest_to(finding.triangles_b, b.body->model().mesh(), in_b);
  name_triangle(in_a, at.a, finding.gap.point_a, finding.gap.triangle_a, &finding.gap.weights_a);
  name_triangle(in_b, at.b, finding.gap.point_b, finding.gap.triangle_b, &finding.gap.weights_b);
  if (!finding.severity || !finding.severity->is_depth_measured) return;
  name_triangle(in_a, at.a, finding.severity->reach_a.point, finding.severity->reach_a.triangle);
  name_triangle(in_b, at.b, finding.severity->reach_b.point, finding.severity->reach_b.triangle);
}

}  // namespace abut
