#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>
#include <abut/shared.h>

#include <cstdint>

namespace ABUT_API abut {

struct ModelOptions {
  /// Number of threads that build the tree (0: all cores); it does not change the tree.
  int threads = 1;
};

/// What a tree looks like, for reports.
struct TreeSummary {
  std::size_t nodes = 0, leaves = 0;  ///< all volumes, and those of leaves
  int depth = 0;                      ///< levels below the root
  std::size_t tree_bytes = 0;         ///< nodes, order, and the engine's copy of the corners
};

struct ABUT_PRIVATE ModelData;

/// A mesh prepared for queries. Cheap to copy: copies share their data until one of them is refitted. Queries may run
/// on any number of threads at once, but not while their model is refitted. An empty model has no contacts.
class Model {
 public:
  Model();
  /// Throws Error when the mesh is not valid.
  explicit Model(Mesh mesh, const ModelOptions& options = {});

  /// Of a model that was opened or mapped from a file, a copy that the first call makes.
  const Mesh& mesh() const;
  const ModelOptions& options() const;
  TreeSummary tree_summary() const;
  /// The memory of everything a query needs: points, triangles, their forms and the tree. The first refit adds some 14
  /// bytes per triangle, which later refits reuse.
  std::size_t bytes() const;

  /// Replaces all points of the model, in the order of mesh(), and refits the tree in linear time; the triangles stay
  /// the same (van den Bergen 1998, section 4). Runs on `threads` threads (0: all cores), with the same result. Copies
  /// of the model keep their points. Throws Error and leaves the model unchanged when the number of points differs, or
  /// when a point is not finite or beyond 2^300.
  void refit(std::span<const Vec3> points, int threads = 1);
  /// Rebuilds the tree for the current points.
  void rebuild();
  /// How much refits have enlarged the tree: the surface of its volumes over that of the whole model, relative to the
  /// same ratio when the tree was built. About 1 for deformations that keep neighbours together, large after a tear.
  double spread() const;
  /// Would a rebuild() make queries faster? True from a spread of 2 on. There, queries for all contacts began to need
  /// one and a half to two times the tests of a new tree, as measured in docs/results/solid. Takes time linear in the
  /// nodes.
  bool should_rebuild() const;
  /// How often refit and rebuild were called. Compare it to detect that stored data about the model is out of date.
  std::uint64_t generation() const;

  // For abut's own sources.
  explicit Model(detail::Shared<ModelData> data);
  const ModelData& data() const { return *data_; }
  /// A number that no other model has, but for copies, and that a refit or rebuild changes; never 0.
  std::uint64_t stamp() const;

 private:
  detail::Shared<ModelData> data_;  // never changed while it is shared
};

/// One query of a batch. The models are not owned.
struct PlacedPair {
  const Model* a = nullptr;
  const Model* b = nullptr;
  PlacementPair at;
};

}  // namespace abut
