#include "../peer.h"

#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#ifndef BT_USE_DOUBLE_PRECISION
#error "Bullet's double build needs BT_USE_DOUBLE_PRECISION: without it the headers and the library disagree."
#endif

namespace abut::bench::peers {

namespace {

btTransform bullet_placement(const Placement& at) {
  const Matrix3& m = at.linear;
  return btTransform(btMatrix3x3(m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)),
                     btVector3(at.shift.x, at.shift.y, at.shift.z));
}

/// GImpact's quantized tree of boxes over points and indices that we hold for it.
class BulletMesh : public PreparedMesh {
 public:
  explicit BulletMesh(const Mesh& mesh)
      : points_(mesh.points),
        triangles_(mesh.triangles),
        arrays_(static_cast<int>(triangles_.size()), reinterpret_cast<int*>(triangles_.data()), sizeof(Triangle),
                static_cast<int>(points_.size()), &points_[0].x, sizeof(Vec3)),
        shape(&arrays_, 0) {
    // A margin would count near misses as contacts; its default is 0.1.
    shape.setMargin(0);
    shape.updateBound();
    shape.lockChildShapes();
  }
  ~BulletMesh() override { shape.unlockChildShapes(); }

  void refit(std::span<const Vec3> points) {
    std::copy(points.begin(), points.end(), points_.begin());
    shape.postUpdate();
    shape.updateBound();
  }
  btPrimitiveTriangle triangle(int index, const btTransform& at) const {
    btPrimitiveTriangle result;
    shape.getPrimitiveManager()->get_primitive_triangle(index, result);
    result.applyTransform(at);
    result.buildTriPlane();
    return result;
  }

 private:
  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  btTriangleIndexVertexArray arrays_;

 public:
  btGImpactMeshShapePart shape;
};

/// The two steps of Bullet's own mesh-mesh algorithm, without its dispatcher: pairs of leaf boxes from both trees, then
/// its test of each pair. So it can stop at the first contact and is not held to the four points of a manifold.
class BulletPair : public PreparedPair {
 public:
  BulletPair(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

  bool touches(const PlacementPair& at) override {
    bool found = false;
    visit(at, [&](const Contact&) {
      found = true;
      return Flow::stop;
    });
    return found;
  }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    found.clear();
    visit(at, [&](const Contact& contact) {
      found.push_back(contact);
      return Flow::go_on;
    });
  }

 private:
  template <class Sink>
  void visit(const PlacementPair& at, const Sink& sink) {
    const btTransform at_a = bullet_placement(at.a), at_b = bullet_placement(at.b);
    boxes_.resizeNoInitialize(0);
    btGImpactQuantizedBvh::find_collision(a_.shape.getBoxSet(), at_a, b_.shape.getBoxSet(), at_b, boxes_);
    for (int i = 0; i < boxes_.size(); ++i) {
      btPrimitiveTriangle a = a_.triangle(boxes_[i].m_index1, at_a), b = b_.triangle(boxes_[i].m_index2, at_b);
      GIM_TRIANGLE_CONTACT contact;
      if (!a.overlap_test_conservative(b) || !a.find_triangle_collision_clip_method(b, contact)) continue;
      if (sink({static_cast<std::uint32_t>(boxes_[i].m_index1), static_cast<std::uint32_t>(boxes_[i].m_index2)}) ==
          Flow::stop)
        return;
    }
  }
  BulletMesh a_, b_;
  btPairSet boxes_;
};

class BulletDeformable : public DeformableMesh {
 public:
  explicit BulletDeformable(const Mesh& mesh) : mesh_(mesh) {}
  void refit(std::span<const Vec3> points) override { mesh_.refit(points); }

 private:
  BulletMesh mesh_;
};

}  // namespace

Peer bullet_peer() {
  return {
      "Bullet",
      std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100),
      "GImpact in double, no margin: `btGImpactQuantizedBvh::find_collision`, then the triangle test of its "
      "collision algorithm; refit: `updateBound()`",
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> { return std::make_unique<BulletPair>(a, b); },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<BulletMesh>(mesh); },
      [](const Mesh& mesh) -> std::unique_ptr<DeformableMesh> { return std::make_unique<BulletDeformable>(mesh); }};
}

}  // namespace abut::bench::peers
