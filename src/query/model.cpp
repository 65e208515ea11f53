#include "engine/boxes.h"
#include "engine/build.h"
#include "engine/refit.h"
#include "leaf/degenerate.h"
#include "query/model_data.h"
#include "query/moved_points.h"

namespace abut {

MeshData::MeshData(Mesh&& m)
    : mesh((validate(m), std::move(m))),
      frame(InnerFrame::around(mesh.points)),
      forms(classify_triangles(mesh.points, mesh.triangles)) {}

std::vector<Vec3> MeshData::inner_points() const {
  std::vector<Vec3> inner;
  inner.reserve(mesh.points.size());
  for (const Vec3& point : mesh.points) inner.push_back(frame.inner(point));
  return inner;
}

void MeshData::is_changed() {
  ++generation;
  stamp = detail::new_stamp();
}

std::size_t MeshData::bytes() const {
  return mesh.points.size() * sizeof(Vec3) + mesh.triangles.size() * (sizeof(Triangle) + sizeof(TriangleForm));
}

ModelData::ModelData(Mesh&& m, const ModelOptions& o)
    : MeshData(std::move(m)), options(o), tree(build_wide_tree(inner_points(), mesh.triangles, {}, o.threads)) {}

Model::Model() : Model(Mesh{}) {}
Model::Model(Mesh mesh, const ModelOptions& options) : data_(new ModelData(std::move(mesh), options)) {}

const Mesh& Model::mesh() const { return data_->mesh; }
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

std::size_t Model::bytes() const { return data_->tree.bytes() + data_->MeshData::bytes(); }

void Model::refit(std::span<const Vec3> points, int threads) {
  const InnerFrame frame = frame_of_moved(points, mesh().points.size(), threads);
  ModelData& data = own(data_);
  prepare_refit(data.tree, data.mesh.triangles);
  if (data.spread_when_built == 0) data.spread_when_built = wide_cost(data.tree);
  data.frame = frame;
  refit_wide_tree(data.tree, {points, data.mesh.triangles, frame}, data.forms, threads);
  copy_points(points, data.mesh.points, threads);
  data.is_changed();
}

void Model::rebuild() {
  const std::uint64_t generation = data_->generation;
  data_ = detail::Shared<ModelData>(new ModelData(Mesh(data_->mesh), data_->options));
  data_->generation = generation + 1;
}

double Model::spread() const {
  const double when_built = data_->spread_when_built;
  return when_built > 0 ? wide_cost(data_->tree) / when_built : 1;
}

bool Model::should_rebuild() const { return spread() >= 2; }

std::uint64_t Model::generation() const { return data_->generation; }
std::uint64_t Model::stamp() const { return data_->stamp; }

}  // namespace abut
