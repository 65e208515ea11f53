#include "../broad_phase.h"

#include <vector>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision_object.h>

namespace abut::bench::peers {

namespace {

bool count_pair(fcl::CollisionObjectd*, fcl::CollisionObjectd*, void* count) {
  ++*static_cast<std::size_t*>(count);
  return false;
}

/// A dynamic tree that is asked for all pairs in every frame.
class FclBroadPhase : public BroadPhase {
 public:
  std::string name() const override { return "FCL DynamicAABBTreeCollisionManager"; }
  void add(std::span<const Bounds> boxes) override {
    std::vector<fcl::CollisionObjectd*> all;
    for (const Bounds& box : boxes) {
      const Vec3 size = box.high - box.low;
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(size.x, size.y, size.z)));
      place(*objects_.back(), box);
      all.push_back(objects_.back().get());
    }
    manager_.registerObjects(all);
    manager_.setup();
    find_pairs();
  }
  void move(std::span<const std::uint32_t> numbers, std::span<const Bounds> boxes) override {
    moved_.clear();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      place(*objects_[numbers[i]], boxes[i]);
      moved_.push_back(objects_[numbers[i]].get());
    }
    manager_.update(moved_);
    find_pairs();
  }
  std::size_t pairs() const override { return pairs_; }

 private:
  static void place(fcl::CollisionObjectd& object, const Bounds& box) {
    const Vec3 middle = box.low * 0.5 + box.high * 0.5;
    object.setTranslation({middle.x, middle.y, middle.z});
    object.computeAABB();
  }
  void find_pairs() {
    pairs_ = 0;
    manager_.collide(&pairs_, &count_pair);
  }

  fcl::DynamicAABBTreeCollisionManagerd manager_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  std::vector<fcl::CollisionObjectd*> moved_;
  std::size_t pairs_ = 0;
};

}  // namespace

std::unique_ptr<BroadPhase> fcl_broad_phase() { return std::make_unique<FclBroadPhase>(); }

}  // namespace abut::bench::peers
