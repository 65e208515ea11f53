#include "classic/model_data.h"
#include "classic/tree/tiles.h"
#include "query/deforming.h"
#include <abut/error.h>

#include <string>

namespace abut::classic {

namespace {

std::unique_ptr<AnyTree> tree_of(const MeshData& data, const ModelOptions& options) {
  std::vector<BuildTriangle> triangles;
  if (options.tile) {
    if (!(*options.tile > 0))
      throw Error("tiles of triangles are " + std::to_string(*options.tile) +
                  " long; leave out the option 'tile', or choose a length above 0.");
    for (std::uint32_t id = 0; id < data.mesh.triangles().size(); ++id)
      add_tiles(data.mesh.mesh().corners(id), id, data.frame, *options.tile, triangles);
    return build_tree(options, triangles);
  }
  const std::vector<Vec3> inner = data.inner_points();
  triangles.reserve(data.mesh.triangles().size());
  for (std::uint32_t id = 0; id < data.mesh.triangles().size(); ++id) {
    const Triangle& t = data.mesh.triangles()[id];
    triangles.push_back({{inner[t[0]], inner[t[1]], inner[t[2]]}, id});
  }
  return build_tree(options, triangles);
}

}  // namespace

ModelData::ModelData(Mesh&& m, const ModelOptions& o) : MeshData(std::move(m)), options(o), tree(tree_of(*this, o)) {}

void ModelData::follow(std::span<const Vec3> points, int threads) {
  Workers workers(threads);
  std::vector<Vec3> inner(points.size());
  const double to_inner = 1 / frame.unit;
  workers.for_pieces(inner.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) inner[i] = (points[i] - frame.centre) * to_inner;
  });
  const std::span<const Triangle> triangles = mesh.triangles();
  workers.for_pieces(triangles.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Triangle& t = triangles[i];
      forms[i] = classify_triangle(points[t[0]], points[t[1]], points[t[2]]);
    }
  });
  tree->refit({inner, triangles}, workers);
}

Model::Model() : Model(Mesh{}) {}
Model::Model(Mesh mesh, const ModelOptions& options) : data_(new ModelData(std::move(mesh), options)) {}

const Mesh& Model::mesh() const { return data_->mesh.mesh(); }
const ModelOptions& Model::options() const { return data_->options; }

TreeSummary Model::tree_summary() const {
  const AnyTree& tree = *data_->tree;
  TreeSummary summary{tree.size(), 0, tree.depth(), tree.bytes()};
  for (std::uint32_t i = 0; i < tree.size(); ++i) summary.leaves += tree.node(i).is_leaf();
  return summary;
}

std::size_t Model::bytes() const { return data_->tree->bytes() + data_->MeshData::bytes(); }

void Model::refit(std::span<const Vec3> points, int threads) { abut::refit(data_, points, threads); }
void Model::rebuild() { abut::rebuild(data_); }
double Model::spread() const { return spread_of(*data_); }
bool Model::should_rebuild() const { return spread() >= spread_to_rebuild; }
std::uint64_t Model::generation() const { return data_->generation; }
std::uint64_t Model::stamp() const { return data_->stamp; }

const Mesh& ModelRef::mesh() const { return engine_ ? engine_->mesh() : classic_->mesh(); }

bool are_both_of_the_engine(const ModelRef& a, const ModelRef& b) { return a.engine() && b.engine(); }

namespace {

void require_unset(bool is_set, const char* option) {
  if (is_set)
    throw Error("the engine has one way to search; leave out the option '" + std::string(option) +
                "', or choose a classic kind of volume.");
}

}  // namespace

void require_unset(const CollideMethod& method) {
  require_unset(method.sat.has_value(), "sat");
  require_unset(method.descent.has_value(), "descent");
}
void require_unset(const DistanceMethod& method) {
  require_unset(method.search.has_value(), "search");
  require_unset(method.descent.has_value(), "descent");
  require_unset(method.queue_size.has_value(), "queue_size");
  require_unset(method.overflow.has_value(), "overflow");
}
void require_unset(const PointMethod& method) { require_unset(method.search.has_value(), "search"); }

void require_without(bool is_set, const char* option, const ModelRef& a, const ModelRef& b) {
  const VolumeKind kind = (a.classic() ? a : b).classic()->options().volume;
  if (is_set)
    throw Error("'" + std::string(name_of(kind)) + "' does not take the option '" + option +
                "': leave it out, or use models of the engine alone.");
}

void require_boxes(const std::optional<Sat>& sat, const Side& side) {
  if (!sat || !side.own_tree() || traits_of(side.own_tree()->kind()).takes_sat) return;
  throw Error("'" + std::string(name_of(side.own_tree()->kind())) +
              "' has no separating axes to choose from; leave out the option 'sat'.");
}

}  // namespace abut::classic
