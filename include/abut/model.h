#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <memory>

namespace abut {

struct ModelOptions {
  /// On how many threads the tree is built (0: all cores); it is the same for every number.
  int threads = 1;
};

/// What a tree looks like, for reports.
struct TreeSummary {
  std::size_t nodes = 0, leaves = 0;  ///< volumes, and how many of them are leaves'
  int depth = 0;                      ///< levels below the root
  std::size_t tree_bytes = 0;         ///< nodes, order, and the engine's copy of the corners
};

struct ModelData;

// For the queries.
/// Which model, and which state of it.
struct ModelStamp {
  const void* data = nullptr;
  std::uint64_t generation = 0;
};
/// The model, and its state, that something remembered is about.
struct ServedModel {
  std::weak_ptr<const void> identity;
  ModelStamp stamp;

  /// Is it this very model, not refitted since? One that is gone never is, whoever lives where it did.
  bool is(const ModelStamp& other) const {
    return stamp.data == other.data && stamp.generation == other.generation && !identity.expired();
  }
};

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
  /// Everything a query needs: points, triangles, their forms and the tree. The first refit adds some 14
  /// bytes a triangle, which the next ones gain by.
  std::size_t bytes() const;

  /// Moves the model's points, all of them, in their order in mesh(), and fits the tree to them in linear time; the
  /// triangles stay (van den Bergen 1998, section 4). Works on `threads` threads (0: all cores), with the same result.
  /// Copies of the model keep their points. Throws Error, with the model unchanged, when the number of points is
  /// another or a point is not finite or beyond 2^300.
  void refit(std::span<const Vec3> points, int threads = 1);
  /// Builds the tree anew for the points as they are.
  void rebuild();
  /// How far refits have spread the tree out: the surface of its volumes over that of the whole model, relative to what
  /// it was when the tree was built. About 1 for deformations that keep
  /// neighbours together, large after a tear.
  double spread() const;
  /// Would queries gain from rebuild()? Advises it from a spread of 2 on, where queries for all contacts were measured
  /// to begin to take one and a half to two times the tests of a new tree (docs/results/solid). Time linear in the
  /// nodes.
  bool should_rebuild() const;
  /// How often refit and rebuild were called: whoever keeps something about the model can tell that it is out of date.
  std::uint64_t generation() const;

  // For the queries.
  const ModelData& data() const { return *data_; }
  ModelStamp stamp() const { return {data_.get(), generation()}; }
  ServedModel served() const { return {data_, stamp()}; }

 private:
  std::shared_ptr<ModelData> data_;  // never changed while it is shared
};

/// One query of a batch. The models are not owned.
struct CollideItem {
  const Model* a = nullptr;
  const Model* b = nullptr;
  PlacementPair at;
};

}  // namespace abut
