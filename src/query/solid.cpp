#include "query/model_point_search.h"
#include "query/point_batch.h"
#include "query/shell_groups.h"
#include "query/solid_search.h"
#include <abut/error.h>

namespace abut {

Solid::Data::Data(Model&& m, const SolidOptions& o) : model(std::move(m)), options(o) {
  const Mesh& mesh = model.mesh();
  const std::vector<Side> sides = sorted_sides(mesh);
  const std::vector<Edge> edges = edges_of(mesh, sides);
  closedness = closedness_of(mesh, edges);
  if (!closedness.is_closed() && options.holes == Holes::refuse)
    throw Error("the mesh is " + closedness.report() + ". Only a closed mesh has an inside.");
  if (closedness.is_closed()) {
    shells = shells_of(mesh, sides);
    groups = groups_of(model, shells, sides);
  }
  const Bounds bounds = bounds_of(mesh.points);
  // The middle of low and high is rounded: either side may be the farther one.
  if (!mesh.points.empty()) half = max(model.data().frame.inner(bounds.high), -model.data().frame.inner(bounds.low));
  for (const Edge& edge : edges) {
    if (edge.balance == 0) continue;
    const auto first = static_cast<std::uint32_t>(rim_points.size());
    rim_points.insert(rim_points.end(), {edge.from, edge.to});
    rim_sides.push_back({first, first + 1, first + 1});
    rim_forms.push_back(TriangleForm::segment_01);
    rim_balance.push_back(edge.balance);
  }
}

Solid::Solid(Model model, const SolidOptions& options) : data_(new Data(std::move(model), options)) {}

const Model& Solid::model() const { return data_->model; }
const SolidOptions& Solid::options() const { return data_->options; }
const Closedness& Solid::closedness() const { return data_->closedness; }

Containment contains(const Solid& solid, const Placement& at, const Vec3& point, Simd simd) {
  require_valid(at);
  require_available(simd);
  validate_points({&point, 1});
  return SolidSearch(solid, at, simd).where(point);
}

std::vector<Containment> contains(const Solid& solid, const Placement& at, std::span<const Vec3> points, Simd simd,
                                  int threads) {
  require_valid(at);
  require_available(simd);
  validate_points(points);
  return for_points<Containment>(
      points, threads, [&] { return SolidSearch(solid, at, simd); },
      [](const SolidSearch& search, const Vec3& point) { return search.where(point); });
}

double winding_number(const Solid& solid, const Placement& at, const Vec3& point, Simd simd) {
  require_valid(at);
  require_available(simd);
  validate_points({&point, 1});
  return SolidSearch(solid, at, simd).winding_number(point);
}

namespace {

struct SignedSearch {
  ModelPointSearch closest;
  SolidSearch solid;

  SignedDistance find(const Vec3& point) {
    SignedDistance result;
    result.closest = closest.find(point);
    result.side = solid.where(point);
    const ClosestPoint& found = result.closest;
    if (result.side == Containment::on_surface) return result;
    const bool inside = result.side == Containment::inside;
    result.lower = inside ? -found.upper : found.lower;
    result.upper = inside ? -found.lower : found.upper;
    return result;
  }
};

}  // namespace

SignedDistance signed_distance(const Solid& solid, const Placement& at, const Vec3& point,
                               const ClosestPointOptions& options) {
  ModelPointSearch::require_valid(at, options);
  validate_points({&point, 1});
  return SignedSearch{{solid.model(), at, options}, {solid, at, options.simd}}.find(point);
}

std::vector<SignedDistance> signed_distance(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                            const ClosestPointOptions& options, int threads) {
  ModelPointSearch::require_valid(at, options);
  validate_points(points);
  return for_points<SignedDistance>(
      points, threads,
      [&] {
        return SignedSearch{{solid.model(), at, options}, {solid, at, options.simd}};
      },
      [](SignedSearch& search, const Vec3& point) { return search.find(point); });
}

std::optional<std::uint32_t> enclosed(const Pieces& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                                      Simd simd) {
  require_valid(at_a, "the placement of A");
  require_valid(at_b, "the placement of B");
  require_available(simd);
  const SolidSearch search(b, at_b, simd);
  const Mesh& mesh = a.model().mesh();
  for (const std::uint32_t triangle : a.first_triangles()) {
    const Vec3& corner = mesh.points[mesh.triangles[triangle][0]];
    if (search.where(corner, at_a) == Containment::inside) return triangle;
  }
  return std::nullopt;
}

}  // namespace abut
