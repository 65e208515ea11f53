#pragma once

#include "base/shared_data.h"
#include "base/stored.h"
#include "engine/ray_tree.h"
#include "engine/root_box.h"
#include "leaf/triangle_pair.h"
#include "math/inner_frame.h"
#include "mesh/stored_mesh.h"
#include <abut/model.h>

namespace abut {

/// A model in somebody else's memory, a file's for example.
struct ViewedModel {
  std::span<const Vec3> points;
  std::span<const Triangle> triangles;
  std::vector<Part> parts;
  std::span<const TriangleForm> forms;
  InnerFrame frame;
  WideTree tree;                ///< made of views
  double ratio_when_built = 0;  ///< see MeshData
  std::shared_ptr<const void> memory;
};

/// What a model has in either house: the mesh, the frame that its tree lives in, and the forms of its triangles.
struct MeshData : detail::SharedData {
  /// Throws Error when the mesh is not valid.
  explicit MeshData(Mesh&& mesh);
  /// Views memory, which it keeps alive.
  explicit MeshData(ViewedModel&& viewed);

  StoredMesh mesh;
  InnerFrame frame;
  Stored<TriangleForm> forms;          ///< by triangle
  std::shared_ptr<const void> memory;  ///< what all of the model views, if it does
  std::uint64_t generation = 0;
  std::uint64_t stamp = detail::new_stamp();  ///< see Model::stamp()
  double ratio_when_built = 0;                ///< surface_ratio() before the first refit; 0: no refit yet

  LeafGeometry leaf_geometry() const { return {mesh.points(), mesh.triangles(), forms, frame.centre}; }
  std::vector<Vec3> inner_points() const;
  /// Without the tree.
  std::size_t bytes() const;
};

/// A model of the engine.
struct ModelData : MeshData {
  ModelData(Mesh&& mesh, const ModelOptions& options);
  ModelData(ViewedModel&& viewed, const ModelOptions& options);

  void build_rays();
  // See query/deforming.h.
  void prepare_refit();
  double surface_ratio() const;
  void follow(std::span<const Vec3> points, int threads);

  ModelOptions options;
  WideTree tree;
  RootBox root;
  RayTree ray_tree;  ///< empty unless the options ask for it
};

/// A placed model as the leaves of a query see it.
struct PlacedBody {
  const MeshData& data;
  const Placement& at;
  const std::uint32_t* order;  ///< triangle ids in the order of the tree's leaves
};

}  // namespace abut
