#include "mesh/stored_mesh.h"

namespace abut {

StoredMesh::StoredMesh(Mesh&& mesh) : is_view_(false), mesh_(std::move(mesh)) { show_own(); }

StoredMesh::StoredMesh(std::span<const Vec3> points, std::span<const Triangle> triangles, std::vector<Part> parts)
    : is_view_(true), mesh_{{}, {}, std::move(parts)}, points_(points), triangles_(triangles) {}

StoredMesh::StoredMesh(const StoredMesh& other)
    // Another thread may be making the mesh of a view: only its parts are there for sure.
    : is_view_(other.is_view_),
      mesh_(other.is_view_ ? Mesh{{}, {}, other.mesh_.parts} : other.mesh_),
      points_(other.points_),
      triangles_(other.triangles_) {
  if (!is_view_) show_own();
}

const Mesh& StoredMesh::mesh() const {
  if (is_view_)
    std::call_once(copied_, [this] {
      std::vector<Vec3> points(points_.begin(), points_.end());
      mesh_.triangles.assign(triangles_.begin(), triangles_.end());
      mesh_.points = std::move(points);
    });
  return mesh_;
}

Mesh& StoredMesh::own() {
  mesh();
  is_view_ = false;
  show_own();
  return mesh_;
}

void StoredMesh::show_own() {
  points_ = mesh_.points;
  triangles_ = mesh_.triangles;
}

}  // namespace abut
