#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <mutex>

namespace abut {

/// The mesh of a model: its own, or points and triangles in somebody else's memory, a mapped file's for example, which
/// outlives it. A copy of a view is a view.
class StoredMesh {
 public:
  explicit StoredMesh(Mesh&& mesh);
  StoredMesh(std::span<const Vec3> points, std::span<const Triangle> triangles, std::vector<Part> parts);
  StoredMesh(const StoredMesh& other);
  StoredMesh& operator=(const StoredMesh&) = delete;

  std::span<const Vec3> points() const { return points_; }
  std::span<const Triangle> triangles() const { return triangles_; }
  const std::vector<Part>& parts() const { return mesh_.parts; }
  /// The whole mesh; of a view, a copy that the first call makes. Any number of threads may call it.
  const Mesh& mesh() const;
  /// Makes the mesh its own, so that it may be written to. The points and triangles that a view showed are let go.
  Mesh& own();

 private:
  void show_own();

  bool is_view_;
  mutable std::once_flag copied_;  // a view's points and triangles into the mesh
  mutable Mesh mesh_;              // a view has its parts alone, until somebody asks for the whole
  std::span<const Vec3> points_;
  std::span<const Triangle> triangles_;
};

/// As the point_on() of <abut/mesh.h>.
Vec3 point_on(const StoredMesh& mesh, const Placement& at, std::uint32_t triangle,
              const std::array<double, 3>& weights);

/// A point of a placed triangle.
struct PlacedWeights {
  const StoredMesh& mesh;
  const Placement& at;
  std::uint32_t triangle;
  const std::array<double, 3>& weights;
};
/// The point_on() of both, to the last bit.
std::pair<Vec3, Vec3> points_on(const PlacedWeights& a, const PlacedWeights& b);

}  // namespace abut
