#include "../broad_phase.h"

#include <vector>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#ifndef BT_USE_DOUBLE_PRECISION
#error "Bullet's double build needs BT_USE_DOUBLE_PRECISION: without it the headers and the library disagree."
#endif

namespace abut::bench::peers {

namespace {

btVector3 bullet_point(const Vec3& p) { return {p.x, p.y, p.z}; }

/// Two dynamic trees, of boxes that moved and of those that rest, and pairs in a table.
class BulletBroadPhase : public BroadPhase {
 public:
  std::string name() const override { return "Bullet btDbvtBroadphase"; }
  void add(std::span<const Bounds> boxes) override {
    for (const Bounds& box : boxes)
      proxies_.push_back(trees_.createProxy(bullet_point(box.low), bullet_point(box.high), 0, nullptr, 1, -1, nullptr));
    trees_.calculateOverlappingPairs(nullptr);
    trees_.optimize();
  }
  void move(std::span<const std::uint32_t> numbers, std::span<const Bounds> boxes) override {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      trees_.setAabb(proxies_[numbers[i]], bullet_point(boxes[i].low), bullet_point(boxes[i].high), nullptr);
    trees_.calculateOverlappingPairs(nullptr);
  }
  std::size_t pairs() const override {
    return static_cast<std::size_t>(trees_.getOverlappingPairCache()->getNumOverlappingPairs());
  }

 private:
  btDbvtBroadphase trees_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

std::unique_ptr<BroadPhase> bullet_broad_phase() { return std::make_unique<BulletBroadPhase>(); }

}  // namespace abut::bench::peers
