#pragma once

#include <abut/kinds.h>
#include <abut/mesh.h>
#include <abut/placement.h>

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

/// A mesh prepared for queries. Cheap to copy: copies share their data until one of them is refitted. Queries may run
/// on any number of threads at once, but not while their model is refitted. An empty model has no contacts.
class Model {
 public:
  Model();
  /// Throws Error when the mesh is not valid.
  explicit Model(Mesh mesh, const ModelOptions& options = {});

  const Mesh& mesh() const;
  const ModelOptions& options() const;
  TreeSummary tree_summary() const;
  /// Everything a query needs: points, triangles, their forms and the tree. The first refit of `automatic` adds some 14
  /// bytes a triangle, which the next ones gain by.
  std::size_t bytes() const;

  /// Moves the model's points, all of them, in their order in mesh(), and fits the tree to them in linear time; the
  /// triangles stay (van den Bergen 1998, section 4). Works on `threads` threads (0: all cores), with the same result.
  /// Copies of the model keep their points. Throws Error, with the model unchanged, when the number of points is
  /// another or a point is not finite or beyond 2^300.
  void refit(std::span<const Vec3> points, int threads = 1);
  /// Builds the tree anew for the points as they are.
  void rebuild();
  /// How far refits have spread the tree out: the surface of its volumes over that of its leaves (of the whole model,
  /// in the fast engine), relative to what it was when the tree was built. About 1 for deformations that keep
  /// neighbours together, large after a tear.
  double spread() const;
  /// Would queries gain from rebuild()? Advises it from a spread of 2 on, where queries for all contacts were measured
  /// to begin to take one and a half to two times the tests of a new tree (docs/results/solid). Time linear in the
  /// nodes.
  bool should_rebuild() const;
  /// How often refit and rebuild were called: whoever keeps something about the model can tell that it is out of date.
  std::uint64_t generation() const;

  // For the queries.
  /// What the model and its copies share, and no other model ever will while someone holds on to it.
  std::weak_ptr<const void> identity() const;
  bool is(const std::weak_ptr<const void>& identity) const;
  const TreeHolder& tree() const;
  LeafGeometry leaf_geometry() const;
  const InnerFrame& frame() const;

 private:
  struct Data;
  std::shared_ptr<Data> data_;  // never changed while it is shared
};

/// One query of a batch. The models are not owned.
struct CollideItem {
  const Model* a = nullptr;
  const Model* b = nullptr;
  PlacementPair at;
};

/// The model, and its state, that something remembered is about.
struct ServedModel {
  ServedModel() = default;
  explicit ServedModel(const Model& model) : identity(model.identity()), generation(model.generation()) {}

  /// Is it this very model, not refitted since?
  bool is(const Model& model) const { return model.generation() == generation && model.is(identity); }

  std::weak_ptr<const void> identity;
  std::uint64_t generation = 0;
};

}  // namespace abut
