#include "../peer.h"
#include "leaf/triangle_triangle.h"
#include "math/rounding.h"
#include "query/model_data.h"
#include <abut/error.h>

#include <atomic>

#include <embree3/rtcore.h>

namespace abut::bench::peers {

namespace {

/// A device that works on the calling thread alone. It holds all of the process to one thread while it lives, so it
/// goes with its last mesh.
class Device {
 public:
  Device() : device(rtcNewDevice("threads=1")) {
    rtcSetDeviceMemoryMonitorFunction(
        device,
        [](void* self, ssize_t change, bool) {
          static_cast<Device*>(self)->bytes += change;
          return true;
        },
        this);
  }
  ~Device() { rtcReleaseDevice(device); }
  static std::shared_ptr<Device> shared() {
    static std::weak_ptr<Device> opened;
    std::shared_ptr<Device> device = opened.lock();
    if (!device) opened = device = std::make_shared<Device>();
    return device;
  }
  void require_success(const char* step) const {
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE) throw Error(std::string("Embree refuses to ") + step + ".");
  }
  RTCDevice device;
  std::atomic<std::ptrdiff_t> bytes = 0;
};

/// What a commit does after the first, which builds.
enum class Commits { nothing, refit };
/// Is the scene made for rays that do not slip through between triangles?
enum class Robust { no, yes };

/// A scene of one geometry, of Embree's default quality.
class Scene {
 public:
  Scene(RTCGeometryType type, Commits commits, Robust robust = Robust::no)
      : device(Device::shared()),
        bytes_before_(device->bytes),
        geometry(rtcNewGeometry(device->device, type)),
        scene_(rtcNewScene(device->device)) {
    if (commits == Commits::refit) {
      // All three are needed, from the start, or each commit builds anew. The first build is the same as without.
      rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
      rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
      rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
    }
    if (robust == Robust::yes) rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    rtcAttachGeometry(scene_, geometry);
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  ~Scene() {
    rtcReleaseGeometry(geometry);
    rtcReleaseScene(scene_);
  }
  void commit() {
    rtcCommitGeometry(geometry);
    rtcCommitScene(scene_);
    device->require_success("build a tree");
  }
  RTCScene get() const { return scene_; }
  std::size_t bytes() const { return static_cast<std::size_t>(device->bytes - bytes_before_); }

 private:
  std::shared_ptr<Device> device;
  std::ptrdiff_t bytes_before_;

 public:
  RTCGeometry geometry;

 private:
  RTCScene scene_;
};

/// Embree's collide works on boxes that the caller gives: a box per triangle, in A's frame, rounded outward.
class BoxScene {
 public:
  BoxScene(const Mesh& mesh, Commits commits)
      : mesh_(mesh), points_(mesh.points), scene_(RTC_GEOMETRY_TYPE_USER, commits) {
    rtcSetGeometryUserPrimitiveCount(scene_.geometry, static_cast<unsigned>(mesh.triangles.size()));
    rtcSetGeometryUserData(scene_.geometry, this);
    rtcSetGeometryBoundsFunction(scene_.geometry, bounds, nullptr);
    scene_.commit();
  }
  void move(const Placement& at) {
    double size = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      points_[i] = at * mesh_.points[i];
      size = std::max(size, largest(abs(points_[i])));
    }
    slack_ = 1e-14 * size;
    scene_.commit();
  }
  RTCScene get() const { return scene_.get(); }

 private:
  static void bounds(const RTCBoundsFunctionArguments* arguments) {
    const BoxScene& self = *static_cast<const BoxScene*>(arguments->geometryUserPtr);
    const Triangle& t = self.mesh_.triangles[arguments->primID];
    const Vec3 &a = self.points_[t[0]], &b = self.points_[t[1]], &c = self.points_[t[2]];
    const auto low = [&](int i) { return float_down(std::min({a[i], b[i], c[i]}) - self.slack_); };
    const auto high = [&](int i) { return float_up(std::max({a[i], b[i], c[i]}) + self.slack_); };
    RTCBounds& out = *arguments->bounds_o;
    out.lower_x = low(0), out.lower_y = low(1), out.lower_z = low(2);
    out.upper_x = high(0), out.upper_y = high(1), out.upper_z = high(2);
  }
  const Mesh& mesh_;
  std::vector<Vec3> points_;
  double slack_ = 0;
  Scene scene_;
};

/// One side of a pair: Embree's boxes, and our own geometry for the test that Embree leaves to its caller.
struct EmbreeSide {
  EmbreeSide(const Mesh& given, Commits commits) : data(Mesh(given)), boxes(data.mesh.mesh(), commits) {}
  MeshData data;
  BoxScene boxes;
};

class EmbreePair : public PreparedPair {
 public:
  EmbreePair(const Mesh& a, const Mesh& b) : a_(a, Commits::nothing), b_(b, Commits::refit) {}

  bool touches(const PlacementPair& at) override {
    first_only_ = true;
    visit(at);
    return !found_.empty();
  }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    first_only_ = false;
    visit(at);
    found.swap(found_);
  }

 private:
  void visit(const PlacementPair& at) {
    found_.clear();
    b_.boxes.move(inverse(at.a) * at.b);
    ContactTest test(a_.data.leaf_geometry(), at.a, b_.data.leaf_geometry(), at.b);
    test_ = &test;
    rtcCollide(a_.boxes.get(), b_.boxes.get(), decide, this);
  }
  /// There is no way to end the search from here: after the first contact it only stops testing triangles.
  static void decide(void* pair, RTCCollision* boxes, unsigned count) {
    EmbreePair& self = *static_cast<EmbreePair*>(pair);
    for (unsigned i = 0; i < count; ++i) {
      if (self.first_only_ && !self.found_.empty()) return;
      if (self.test_->touch(boxes[i].primID0, boxes[i].primID1))
        self.found_.push_back({boxes[i].primID0, boxes[i].primID1});
    }
  }
  EmbreeSide a_, b_;
  ContactTest* test_ = nullptr;
  bool first_only_ = false;
  std::vector<Contact> found_;
};

/// Embree's own triangles in float, with the tree it makes for ray tracing: its quickest build and refit.
class EmbreeMesh : public PreparedMesh, public DeformableMesh {
 public:
  EmbreeMesh(const Mesh& mesh, Commits commits, Robust robust = Robust::no)
      : scene_(RTC_GEOMETRY_TYPE_TRIANGLE, commits, robust) {
    points_ = static_cast<float*>(rtcSetNewGeometryBuffer(scene_.geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                          3 * sizeof(float), mesh.points.size()));
    void* triangles = rtcSetNewGeometryBuffer(scene_.geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                              sizeof(Triangle), mesh.triangles.size());
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), static_cast<Triangle*>(triangles));
    write(mesh.points);
    scene_.commit();
  }
  void refit(std::span<const Vec3> points) override {
    write(points);
    rtcUpdateGeometryBuffer(scene_.geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    scene_.commit();
  }
  std::size_t bytes() const override { return scene_.bytes(); }
  RTCScene scene() const { return scene_.get(); }

 private:
  void write(std::span<const Vec3> points) {
    float* to = points_;
    for (const Vec3& p : points)
      for (int i = 0; i < 3; ++i) *to++ = static_cast<float>(p[i]);
  }
  Scene scene_;
  float* points_;
};

/// Rays in float, in its robust mode.
class EmbreeRays : public RayTarget {
 public:
  explicit EmbreeRays(const Mesh& mesh) : mesh_(mesh, Commits::nothing, Robust::yes) {}
  void first_hits(std::span<const Ray> rays, RayForm form, std::span<std::uint32_t> found) override {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    if (form == RayForm::one_by_one) {
      for (std::size_t i = 0; i < rays.size(); ++i) {
        RTCRayHit one = hit_of(rays[i]);
        rtcIntersect1(mesh_.scene(), &context, &one);
        found[i] = triangle_of(one);
      }
      return;
    }
    all_.clear();
    for (const Ray& ray : rays) all_.push_back(hit_of(ray));
    rtcIntersect1M(mesh_.scene(), &context, all_.data(), static_cast<unsigned>(all_.size()), sizeof(RTCRayHit));
    for (std::size_t i = 0; i < rays.size(); ++i) found[i] = triangle_of(all_[i]);
  }

 private:
  static RTCRayHit hit_of(const Ray& ray) {
    RTCRayHit hit{};
    hit.ray.org_x = static_cast<float>(ray.origin.x), hit.ray.dir_x = static_cast<float>(ray.direction.x);
    hit.ray.org_y = static_cast<float>(ray.origin.y), hit.ray.dir_y = static_cast<float>(ray.direction.y);
    hit.ray.org_z = static_cast<float>(ray.origin.z), hit.ray.dir_z = static_cast<float>(ray.direction.z);
    hit.ray.tfar = std::numeric_limits<float>::infinity();
    hit.ray.mask = ~0u;
    hit.hit.geomID = hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    return hit;
  }
  static std::uint32_t triangle_of(const RTCRayHit& hit) {
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? none : hit.hit.primID;
  }
  EmbreeMesh mesh_;
  std::vector<RTCRayHit> all_;
};

}  // namespace

Peer embree_peer() {
  return {
      "Embree",
      RTC_VERSION_STRING,
      "boxes in float; `rtcCollide()` gives pairs of boxes, the triangles are tested by abut's exact test; B is "
      "brought into A's frame and its tree refitted at every placement; it cannot stop at the first contact; build "
      "and refit: its own float triangles; rays: the same in robust mode, by `rtcIntersect1()` or `rtcIntersect1M()`",
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> { return std::make_unique<EmbreePair>(a, b); },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> {
        return std::make_unique<EmbreeMesh>(mesh, Commits::nothing);
      },
      [](const Mesh& mesh) -> std::unique_ptr<DeformableMesh> {
        return std::make_unique<EmbreeMesh>(mesh, Commits::refit);
      },
      nullptr,
      [](const Mesh& mesh) -> std::unique_ptr<RayTarget> { return std::make_unique<EmbreeRays>(mesh); }};
}

}  // namespace abut::bench::peers
