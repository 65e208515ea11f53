#include "engine/boxes.h"
#include "engine/build.h"
#include "engine/refit.h"
#include "leaf/degenerate.h"
#include "query/deforming.h"
#include "query/model_data.h"

namespace abut {

MeshData::MeshData(Mesh&& m)
    : mesh((validate(m), std::move(m))),
      frame(InnerFrame::around(mesh.points())),
      forms(classify_triangles(mesh.points(), mesh.triangles())) {}

MeshData::MeshData(ViewedModel&& viewed)
    : mesh(viewed.points, viewed.triangles, std::move(viewed.parts)),
      frame(viewed.frame),
      forms(Stored<TriangleForm>::view(viewed.forms)),
      memory(std::move(viewed.memory)),
      ratio_when_built(viewed.ratio_when_built) {}

std::vector<Vec3> MeshData::inner_points() const {
  std::vector<Vec3> inner;
  inner.reserve(mesh.points().size());
  for (const Vec3& point : mesh.points()) inner.push_back(frame.inner(point));
  return inner;
}

std::size_t MeshData::bytes() const {
  return mesh.points().size() * sizeof(Vec3) + mesh.triangles().size() * (sizeof(Triangle) + sizeof(TriangleForm));
}

ModelData::ModelData(Mesh&& m, const ModelOptions& o)
    : MeshData(std::move(m)),
      options(o),
      tree(build_wide_tree(inner_points(), mesh.triangles(), {}, o.threads)),
      root(tree, frame) {
  build_rays();
}

// The tree is not among what MeshData moves away.
ModelData::ModelData(ViewedModel&& viewed, const ModelOptions& o)
    : MeshData(std::move(viewed)), options(o), tree(std::move(viewed.tree)), root(tree, frame) {
  build_rays();
}

void ModelData::build_rays() {
  if (options.rays) ray_tree = build_ray_tree({mesh.points(), inner_points(), mesh.triangles()}, options.threads);
}

Model::Model() : Model(Mesh{}) {}
Model::Model(Mesh mesh, const ModelOptions& options) : data_(new ModelData(std::move(mesh), options)) {}
Model::Model(detail::Shared<ModelData> data) : data_(std::move(data)) {}

const Mesh& Model::mesh() const { return data_->mesh.mesh(); }
const ModelOptions& Model::options() const { return data_->options; }

TreeSummary Model::tree_summary() const {
  const WideTree& tree = data_->tree;
  TreeSummary summary{0, 0, tree.depth, tree.bytes()};
  for (const WideNode& node : tree.nodes) {
    summary.nodes += filled_lanes(node);
    for (const WideChild& child : node.child) summary.leaves += child.is_leaf();
  }
  return summary;
}

std::size_t Model::bytes() const { return data_->tree.bytes() + data_->ray_tree.bytes() + data_->MeshData::bytes(); }

void ModelData::prepare_refit() {
  if (memory) {
    mesh.own();
    forms.own();
    tree.own();
    memory.reset();
  }
  abut::prepare_refit(tree);
}
double ModelData::surface_ratio() const { return wide_cost(tree); }
void ModelData::follow(std::span<const Vec3> points, int threads) {
  refit_wide_tree(tree, {points, mesh.triangles(), frame}, forms, threads);
  root = RootBox(tree, frame);
  if (!options.rays) return;
  std::vector<Vec3> inner;
  inner.reserve(points.size());
  for (const Vec3& point : points) inner.push_back(frame.inner(point));
  refit_ray_tree(ray_tree, {points, inner, mesh.triangles()});
}

void Model::refit(std::span<const Vec3> points, int threads) { abut::refit(data_, points, threads); }
void Model::rebuild() { abut::rebuild(data_); }
double Model::spread() const { return spread_of(*data_); }
bool Model::should_rebuild() const { return spread() >= spread_to_rebuild; }
std::uint64_t Model::generation() const { return data_->generation; }
std::uint64_t Model::stamp() const { return data_->stamp; }

}  // namespace abut
