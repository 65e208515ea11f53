#include "../peer.h"

#include <limits>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

namespace abut::bench::peers {

namespace {

std::vector<fcl::Vector3d> fcl_points(std::span<const Vec3> points) {
  std::vector<fcl::Vector3d> result;
  result.reserve(points.size());
  for (const Vec3& p : points) result.emplace_back(p.x, p.y, p.z);
  return result;
}

template <class Volume>
void fill(fcl::BVHModel<Volume>& model, const Mesh& mesh) {
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(mesh.points.size()));
  model.addSubModel(fcl_points(mesh.points), triangles);
  model.endModel();
}

fcl::Transform3d fcl_placement(const Placement& at) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.linear()(i, j) = at.linear(i, j);
    result.translation()[i] = at.shift[i];
  }
  return result;
}

class FclMesh : public PreparedMesh {
 public:
  explicit FclMesh(const Mesh& mesh) { fill(model, mesh); }
  fcl::BVHModel<fcl::OBB<double>> model;
};

class FclPair : public PreparedPair {
 public:
  FclPair(const Mesh& a, const Mesh& b) : a_(a), b_(b) {}

  bool touches(const PlacementPair& at) override {
    fcl::CollisionResult<double> result;
    return collide(at, 1, result) > 0;
  }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    fcl::CollisionResult<double> result;
    // Unless told, it stops at one contact.
    collide(at, std::numeric_limits<int>::max(), result);
    found.clear();
    for (std::size_t i = 0; i < result.numContacts(); ++i) {
      const fcl::Contact<double>& contact = result.getContact(i);
      found.push_back({static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
    }
  }

 private:
  std::size_t collide(const PlacementPair& at, std::size_t cap, fcl::CollisionResult<double>& result) {
    // Without points and normals: asking for them costs more, and nobody else is asked.
    const fcl::CollisionRequest<double> request(cap, false);
    return fcl::collide(&a_.model, fcl_placement(at.a), &b_.model, fcl_placement(at.b), request, result);
  }
  FclMesh a_, b_;
};

/// Boxes along the axes: FCL's quickest refit.
class FclDeformable : public DeformableMesh {
 public:
  explicit FclDeformable(const Mesh& mesh) { fill(model_, mesh); }
  void refit(std::span<const Vec3> points) override {
    model_.beginReplaceModel();
    model_.replaceSubModel(fcl_points(points));
    model_.endReplaceModel(true, true);
  }

 private:
  fcl::BVHModel<fcl::AABB<double>> model_;
};

/// Swept spheres for distances, boxes for overlaps: FCL's own choice for distance.
class FclMeasuredPair : public MeasuredPair {
 public:
  FclMeasuredPair(const Mesh& a, const Mesh& b) {
    fill(a_, a);
    fill(b_, b);
  }
  double distance(const PlacementPair& at) override {
    const fcl::DistanceRequest<double> request(true);
    fcl::DistanceResult<double> result;
    return fcl::distance(&a_, fcl_placement(at.a), &b_, fcl_placement(at.b), request, result);
  }

 private:
  fcl::BVHModel<fcl::OBBRSS<double>> a_, b_;
};

/// By conservative advancement, its only way for meshes that is not sampling; 1000 steps, 1e-6 of the time.
class FclMovedPair : public MovedPair {
 public:
  FclMovedPair(const Mesh& a, const Mesh& b) {
    fill(a_, a);
    fill(b_, b);
  }
  Told first_contact(const Placement& from, const Placement& to) override {
    const fcl::ContinuousCollisionRequest<double> request(1000, 1e-6, fcl::CCDM_SCREW, fcl::GST_LIBCCD,
                                                          fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
    fcl::ContinuousCollisionResult<double> result;
    const fcl::Transform3d still = fcl::Transform3d::Identity();
    fcl::continuousCollide(&a_, fcl_placement(from), fcl_placement(to), &b_, still, still, request, result);
    return {result.is_collide, result.time_of_contact};
  }

 private:
  fcl::BVHModel<fcl::OBBRSS<double>> a_, b_;
};

/// Boxes of links and bodies in its dynamic tree, then meshes.
class FclRobot : public PreparedRobot {
 public:
  FclRobot(std::span<const Mesh> links, std::span<const LinkPair> pairs, std::span<const StandingMesh> world)
      : pairs_(pairs.begin(), pairs.end()) {
    for (const Mesh& mesh : links) links_.push_back(object_of(mesh, {}));
    for (const StandingMesh& body : world) world_.push_back(object_of(body.mesh, body.at));
    for (const auto& body : world_) tree_.registerObject(body.get());
    tree_.setup();
  }

  bool is_free(std::span<const Placement> links) override {
    for (std::size_t i = 0; i < links.size(); ++i) {
      links_[i]->setTransform(fcl_placement(links[i]));
      links_[i]->computeAABB();
    }
    for (const auto& link : links_) {
      bool hit = false;
      tree_.collide(link.get(), &hit, meet);
      if (hit) return false;
    }
    for (const LinkPair& pair : pairs_)
      if (links_[pair.a]->getAABB().overlap(links_[pair.b]->getAABB()) && touch(*links_[pair.a], *links_[pair.b]))
        return false;
    return true;
  }

 private:
  using Object = fcl::CollisionObject<double>;

  static std::unique_ptr<Object> object_of(const Mesh& mesh, const Placement& at) {
    const auto model = std::make_shared<fcl::BVHModel<fcl::OBB<double>>>();
    fill(*model, mesh);
    auto object = std::make_unique<Object>(model, fcl_placement(at));
    object->computeAABB();
    return object;
  }
  static bool touch(const Object& a, const Object& b) {
    fcl::CollisionResult<double> result;
    return fcl::collide(&a, &b, fcl::CollisionRequest<double>(1, false), result) > 0;
  }
  static bool meet(Object* a, Object* b, void* hit) {
    bool& is_hit = *static_cast<bool*>(hit);
    is_hit = touch(*a, *b);
    return is_hit;
  }

  std::vector<LinkPair> pairs_;
  std::vector<std::unique_ptr<Object>> links_, world_;
  fcl::DynamicAABBTreeCollisionManager<double> tree_;
};

}  // namespace

Peer fcl_peer() {
  return {
      "FCL",
      FCL_VERSION,
      "`BVHModel<OBB<double>>`, `collide()` with one contact or all, without points and normals; refit: "
      "`BVHModel<AABB<double>>`, `endReplaceModel(refit, bottomup)`; distance: `BVHModel<OBBRSS<double>>`, "
      "`distance()` with nearest points; motions: `continuousCollide()` of the same by conservative "
      "advancement; robots: `DynamicAABBTreeCollisionManager`, then `collide()`",
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> { return std::make_unique<FclPair>(a, b); },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<FclMesh>(mesh); },
      [](const Mesh& mesh) -> std::unique_ptr<DeformableMesh> { return std::make_unique<FclDeformable>(mesh); },
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<MeasuredPair> {
        return std::make_unique<FclMeasuredPair>(a, b);
      },
      nullptr,
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<MovedPair> { return std::make_unique<FclMovedPair>(a, b); },
      [](std::span<const Mesh> links, std::span<const LinkPair> pairs, std::span<const StandingMesh> world)
          -> std::unique_ptr<PreparedRobot> { return std::make_unique<FclRobot>(links, pairs, world); }};
}

}  // namespace abut::bench::peers
