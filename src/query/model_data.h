#pragma once

#include "base/shared_data.h"
#include "engine/tree.h"
#include "leaf/triangle_pair.h"
#include "math/inner_frame.h"
#include <abut/model.h>

namespace abut {

/// What a model has in either house: the mesh, the frame that its tree lives in, and the forms of its triangles.
struct MeshData : detail::SharedData {
  /// Throws Error when the mesh is not valid.
  explicit MeshData(Mesh&& mesh);

  Mesh mesh;
  InnerFrame frame;
  std::vector<TriangleForm> forms;  ///< by triangle
  std::uint64_t generation = 0;
  std::uint64_t stamp = detail::new_stamp();  ///< see Model::stamp()
  double spread_when_built = 0;               ///< before the first refit; 0: no refit yet

  LeafGeometry leaf_geometry() const { return {mesh.points, mesh.triangles, forms, frame.centre}; }
  std::vector<Vec3> inner_points() const;
  /// Counts a change.
  void is_changed();
  /// Without the tree.
  std::size_t bytes() const;
};

/// A model of the engine.
struct ModelData : MeshData {
  ModelData(Mesh&& mesh, const ModelOptions& options);

  ModelOptions options;
  WideTree tree;
};

/// A placed model as the leaves of a query see it.
struct PlacedBody {
  const MeshData& data;
  const Placement& at;
  const std::uint32_t* order;  ///< triangle ids in the order of the tree's leaves
};

}  // namespace abut
