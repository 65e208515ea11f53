#pragma once

#include <abut/mesh/mesh.h>
#include <abut/tree/split.h>
#include <abut/volume/kind.h>

#include <memory>

namespace abut {

/// How a model's tree is made. The defaults are those that measured best; none of them can change an answer.
struct ModelOptions {
  VolumeKind volume = VolumeKind::automatic;
  // For binary trees, that is every kind but `automatic`, which has the one form that measured best.
  Fit fit = Fit::vertex_covariance;
  Split split = Split::surface_area;
  Storage storage = Storage::float64;
  std::uint32_t leaf_size = 1;
  /// On how many threads the tree of `automatic` is built (0: all cores); it is the same for every number.
  int threads = 1;
};

/// What a tree looks like, for reports.
struct TreeSummary {
  std::size_t nodes = 0, leaves = 0;  ///< volumes, and how many of them are leaves'
  int depth = 0;                      ///< levels below the root
  std::size_t tree_bytes = 0;         ///< nodes, order, and the copy of the corners that `automatic` has
};

class TreeHolder;
struct LeafGeometry;
struct InnerFrame;

/// A mesh prepared for queries. Immutable and cheap to copy (copies share their data); queries may run on any number of
/// threads at once. An empty model has no contacts.
class Model {
 public:
  Model();
  /// Throws Error when the mesh is not valid.
  explicit Model(Mesh mesh, const ModelOptions& options = {});

  const Mesh& mesh() const;
  const ModelOptions& options() const;
  TreeSummary tree_summary() const;
  /// Everything a query needs: points, triangles, their forms and the tree.
  std::size_t bytes() const;

  // For the queries.
  const TreeHolder& tree() const;
  LeafGeometry leaf_geometry() const;
  const InnerFrame& frame() const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace abut
