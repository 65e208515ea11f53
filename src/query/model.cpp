#include "classic/tree_holder.h"
#include "engine/boxes.h"
#include "engine/build.h"
#include "leaf/triangle_triangle.h"
#include "query/refit.h"
#include <abut/model.h>

namespace abut {

namespace {

std::vector<Vec3> inner_points(const Mesh& mesh, const InnerFrame& frame) {
  std::vector<Vec3> inner;
  inner.reserve(mesh.points.size());
  for (const Vec3& point : mesh.points) inner.push_back(frame.inner(point));
  return inner;
}

TreeHolder tree_of(const Mesh& mesh, const InnerFrame& frame, const ModelOptions& options) {
  const std::vector<Vec3> inner = inner_points(mesh, frame);
  if (options.volume == VolumeKind::automatic)
    return TreeHolder(build_wide_tree(inner, mesh.triangles, {}, options.threads));
  std::vector<BuildTriangle> triangles;
  triangles.reserve(mesh.triangles.size());
  for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id) {
    const Triangle& t = mesh.triangles[id];
    triangles.push_back({{inner[t[0]], inner[t[1]], inner[t[2]]}, id});
  }
  return build_tree(options.volume, options.storage, triangles, {options.fit, options.split, options.leaf_size});
}

template <class V>
TreeSummary summary_of(const Tree<V>& tree) {
  TreeSummary summary{tree.nodes.size(), 0, tree.depth, tree.bytes()};
  for (const auto& node : tree.nodes) summary.leaves += node.is_leaf();
  return summary;
}
TreeSummary summary_of(const WideTree& tree) {
  TreeSummary summary{0, 0, tree.depth, tree.bytes()};
  for (const WideNode& node : tree.nodes) {
    summary.nodes += filled_lanes(node);
    for (const WideChild& child : node.child) summary.leaves += child.is_leaf();
  }
  return summary;
}

}  // namespace

struct Model::Data {
  Data(Mesh&& m, const ModelOptions& o)
      : mesh((validate(m), std::move(m))),
        options(o),
        frame(InnerFrame::around(mesh.points)),
        forms(classify_triangles(mesh.points, mesh.triangles)),
        tree(tree_of(mesh, frame, options)) {}

  Mesh mesh;
  ModelOptions options;
  InnerFrame frame;
  std::vector<TriangleForm> forms;
  TreeHolder tree;
  std::uint64_t generation = 0;
  double spread_when_built = 0;  // spread_of the tree before the first refit; 0: no refit yet
};

Model::Model() : Model(Mesh{}) {}
Model::Model(Mesh mesh, const ModelOptions& options) : data_(std::make_shared<Data>(std::move(mesh), options)) {}

const Mesh& Model::mesh() const { return data_->mesh; }
const ModelOptions& Model::options() const { return data_->options; }
const TreeHolder& Model::tree() const { return data_->tree; }
const InnerFrame& Model::frame() const { return data_->frame; }

std::weak_ptr<const void> Model::identity() const { return data_; }
bool Model::is(const std::weak_ptr<const void>& identity) const {
  return !data_.owner_before(identity) && !identity.owner_before(data_);
}

LeafGeometry Model::leaf_geometry() const {
  return {data_->mesh.points, data_->mesh.triangles, data_->forms, data_->frame.centre};
}

TreeSummary Model::tree_summary() const {
  return std::visit([](const auto& tree) { return summary_of(tree); }, data_->tree.get());
}

std::size_t Model::bytes() const {
  const Mesh& mesh = data_->mesh;
  return tree_summary().tree_bytes + mesh.points.size() * sizeof(Vec3) +
         mesh.triangles.size() * (sizeof(Triangle) + sizeof(TriangleForm));
}

void Model::refit(std::span<const Vec3> points, int threads) {
  const InnerFrame frame = frame_of_moved(points, mesh().points.size(), threads);
  if (data_.use_count() > 1)
    data_ = std::make_shared<Data>(*data_);
  else
    // Counting up and down again makes what other threads read through copies, since destroyed, come before our writes.
    std::shared_ptr<Data>(data_).reset();
  Data& data = *data_;
  prepare_refit(data.tree, data.mesh.triangles);
  if (data.spread_when_built == 0) data.spread_when_built = spread_of(data.tree);
  data.frame = frame;
  abut::refit(data.tree, {points, data.mesh.triangles, frame, data.forms}, threads);
  copy_points(points, data.mesh.points, threads);
  ++data.generation;
}

void Model::rebuild() {
  const std::uint64_t generation = data_->generation;
  data_ = std::make_shared<Data>(Mesh(data_->mesh), data_->options);
  data_->generation = generation + 1;
}

double Model::spread() const {
  const double when_built = data_->spread_when_built;
  return when_built > 0 ? spread_of(data_->tree) / when_built : 1;
}

bool Model::should_rebuild() const { return spread() >= 2; }

std::uint64_t Model::generation() const { return data_->generation; }

}  // namespace abut
