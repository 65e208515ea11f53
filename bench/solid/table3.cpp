#include "classic/counted.h"
#include "classic/tree/build.h"
#include "classic/tree/refit.h"
#include "classic/volume/aabb.h"
#include "classic/volume/obb.h"
#include "math/inner_frame.h"
#include "models.h"

namespace abut::bench::solid {

namespace {

using classic::Aabb;
using classic::BuildTriangle;
using classic::Counted;
using classic::MovedTriangles;
using classic::Obb;
using classic::Tree;

constexpr int table3_placements = 10000, repetitions = 25;

std::vector<Vec3> inner_points(const Mesh& mesh) {
  const InnerFrame frame = InnerFrame::around(mesh.points);
  std::vector<Vec3> result;
  for (const Vec3& p : mesh.points) result.push_back(frame.inner(p));
  return result;
}

/// Milliseconds for what the paper times: the tree alone, without checks and exact forms.
template <class V>
struct TreeTimes {
  Tree<V> tree;
  double build, refit;

  TreeTimes(const Mesh& mesh, const ModelOptions& how) {
    const std::vector<Vec3> points = inner_points(mesh);
    std::vector<BuildTriangle> triangles;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
      const Triangle& t = mesh.triangles[i];
      triangles.push_back({{points[t[0]], points[t[1]], points[t[2]]}, i});
    }
    build = 1e3 * least_seconds(repetitions, [&] {
              std::vector<BuildTriangle> run = triangles;
              tree = classic::build_tree<V>(
                  run, {how.fit.value_or(classic::Fit::vertex_covariance), how.split, how.leaf_size});
            });
    refit = 1e3 * least_seconds(4 * repetitions, [&] {
              classic::refit(tree, MovedTriangles<>{points, mesh.triangles});
            });
  }
};

/// Milliseconds for whole models: with the points' check and the exact form of every triangle.
struct ModelTimes {
  double build, refit, test;

  ModelTimes(const PaperModel& paper_model, const ModelOptions& how, Sat sat) {
    build = 1e3 * least_seconds(repetitions, [&] { const Model model(paper_model.mesh, how); });
    Model model(paper_model.mesh, how);
    refit = 1e3 * least_seconds(4 * repetitions, [&] { model.refit(paper_model.mesh.points); });
    const double all = least_seconds(2, [&] {
      for (const PlacementPair& at : paper_model.placements) first_contact(model, at, sat);
    });
    test = 1e3 * all / static_cast<double>(paper_model.placements.size());
  }
};

struct CountedPoint {
  std::array<Counted, 3> at;
  const Counted& operator[](int axis) const { return at[axis]; }
};

/// Counted in the very code that refits, by a number type that keeps count.
double operations_per_triangle(const Mesh& mesh, const Tree<Aabb>& shape) {
  Tree<classic::BasicAabb<Counted>> tree{{}, shape.order, shape.depth};
  for (const auto& node : shape.nodes) tree.nodes.push_back({{}, node.child, node.first, node.count});
  std::vector<CountedPoint> points;
  for (const Vec3& p : inner_points(mesh)) points.push_back({{Counted(p.x), Counted(p.y), Counted(p.z)}});
  Counted::counts() = {};
  classic::refit(tree, MovedTriangles<CountedPoint>{points, mesh.triangles});
  return Counted::counts().total() / static_cast<double>(mesh.triangles.size());
}

}  // namespace

/// Table 3: build, refit and test. Oriented boxes with all axes, axis-aligned ones with SAT lite, each at its best.
void table3(const Surroundings& to) {
  Table table({"model", "triangles", "build_obb_ms", "build_aabb_ms", "refit_aabb_ms", "refit_obb_ms",
               "model_build_obb_ms", "model_build_aabb_ms", "model_refit_aabb_ms", "model_refit_obb_ms", "test_obb_ms",
               "test_aabb_ms", "operations_per_triangle"});
  for (const PaperModel& model : paper_models(table3_placements)) {
    const ModelOptions for_obb = as_in_the_paper(VolumeKind::obb), for_aabb = as_in_the_paper(VolumeKind::aabb);
    const TreeTimes<Obb> obb(model.mesh, for_obb);
    const TreeTimes<Aabb> aabb(model.mesh, for_aabb);
    const ModelTimes model_obb(model, for_obb, Sat::full), model_aabb(model, for_aabb, Sat::lite);
    table.row({model.name, cell(std::uint64_t{model.mesh.triangles.size()}), cell(obb.build), cell(aabb.build),
               cell(aabb.refit), cell(obb.refit), cell(model_obb.build), cell(model_aabb.build), cell(model_aabb.refit),
               cell(model_obb.refit), cell(model_obb.test), cell(model_aabb.test),
               cell(operations_per_triangle(model.mesh, aabb.tree))});
    to.say(model.name + ": refit " + cell(aabb.refit) + " ms");
  }
  table.save(to.out / "table3.csv");
}

}  // namespace abut::bench::solid
