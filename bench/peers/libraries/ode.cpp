#include "../peer.h"

#include <ode/ode.h>

namespace abut::bench::peers {

namespace {

/// ODE keeps its caches per process: opened by the first mesh, closed by the last.
class Library {
 public:
  Library() {
    dInitODE2(0);
    // It would print a line for each of many thousand contacts that it does not cull.
    dSetMessageHandler([](int, const char*, va_list) {});
    dAllocateODEDataForThread(dAllocateMaskAll);
  }
  ~Library() { dCloseODE(); }
  static std::shared_ptr<Library> shared() {
    static std::weak_ptr<Library> opened;
    std::shared_ptr<Library> library = opened.lock();
    if (!library) opened = library = std::make_shared<Library>();
    return library;
  }
};

/// OPCODE's tree over points and indices that we hold for it.
class OdeMesh : public PreparedMesh {
 public:
  explicit OdeMesh(const Mesh& mesh)
      : library_(Library::shared()), points_(mesh.points), triangles_(mesh.triangles), data_(dGeomTriMeshDataCreate()) {
    dGeomTriMeshDataBuildDouble(data_, points_.data(), sizeof(Vec3), static_cast<int>(points_.size()),
                                triangles_.data(), static_cast<int>(3 * triangles_.size()), sizeof(Triangle));
    geometry_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }
  OdeMesh(const OdeMesh&) = delete;
  OdeMesh& operator=(const OdeMesh&) = delete;
  ~OdeMesh() override {
    dGeomDestroy(geometry_);
    dGeomTriMeshDataDestroy(data_);
  }

  dGeomID placed(const Placement& at) {
    dMatrix3 rotation;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) rotation[4 * i + j] = at.linear(i, j);
      rotation[4 * i + 3] = 0;
    }
    dGeomSetPosition(geometry_, at.shift.x, at.shift.y, at.shift.z);
    dGeomSetRotation(geometry_, rotation);
    return geometry_;
  }
  void refit(std::span<const Vec3> points) {
    std::copy(points.begin(), points.end(), points_.begin());
    dGeomTriMeshDataUpdate(data_);
  }

 private:
  std::shared_ptr<Library> library_;
  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  dTriMeshDataID data_;
  dGeomID geometry_;
};

class OdePair : public PreparedPair {
 public:
  // The number of contacts asked for has 16 bits.
  static constexpr int most = 0xffff;

  OdePair(const Mesh& a, const Mesh& b) : a_(a), b_(b), points_(most) {}

  bool touches(const PlacementPair& at) override { return collide(at, 1 | CONTACTS_UNIMPORTANT) > 0; }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    const int count = collide(at, most);
    found.clear();
    for (int i = 0; i < count; ++i)
      found.push_back({static_cast<std::uint32_t>(points_[i].side1), static_cast<std::uint32_t>(points_[i].side2)});
  }

 private:
  int collide(const PlacementPair& at, int flags) {
    return dCollide(a_.placed(at.a), b_.placed(at.b), flags, points_.data(), sizeof(dContactGeom));
  }
  OdeMesh a_, b_;
  std::vector<dContactGeom> points_;
};

class OdeDeformable : public DeformableMesh {
 public:
  explicit OdeDeformable(const Mesh& mesh) : mesh_(mesh) {}
  void refit(std::span<const Vec3> points) override { mesh_.refit(points); }

 private:
  OdeMesh mesh_;
};

}  // namespace

Peer ode_peer() {
  return {
      "ODE",
      ABUT_ODE_VERSION,
      "OPCODE trimesh: points in double, boxes and tests in float; `dCollide()` with one contact or 65535, which it "
      "gives as points with a triangle of each side; refit: `dGeomTriMeshDataUpdate()`",
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> { return std::make_unique<OdePair>(a, b); },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<OdeMesh>(mesh); },
      [](const Mesh& mesh) -> std::unique_ptr<DeformableMesh> { return std::make_unique<OdeDeformable>(mesh); }};
}

}  // namespace abut::bench::peers
