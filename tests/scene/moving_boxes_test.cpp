#include "scene/moving_boxes.h"

#include "math/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;
constexpr double endless = std::numeric_limits<double>::infinity();

/// All boxes by number, and which of them touch, tested one pair after the other.
class Oracle {
 public:
  std::map<std::uint32_t, Bounds> boxes;

  static bool touch(const Bounds& a, const Bounds& b) {
    if (a.low.x > a.high.x || b.low.x > b.high.x) return false;
    for (int k = 0; k < 3; ++k)
      if (a.high[k] < b.low[k] || b.high[k] < a.low[k]) return false;
    return true;
  }
  Pairs pairs() const {
    Pairs all;
    for (auto a = boxes.begin(); a != boxes.end(); ++a)
      for (auto b = std::next(a); b != boxes.end(); ++b)
        if (touch(a->second, b->second)) all.insert({a->first, b->first});
    return all;
  }
  std::vector<std::uint32_t> touching(const Bounds& box) const {
    std::vector<std::uint32_t> all;
    for (const auto& [id, each] : boxes)
      if (touch(each, box)) all.push_back(id);
    return all;
  }
};

Pairs pairs_of(const MovingBoxes& moving) {
  Pairs all;
  moving.visit_pairs([&](std::uint32_t a, std::uint32_t b) {
    EXPECT_TRUE(all.insert(std::minmax(a, b)).second) << a << " and " << b << " are there twice";
  });
  return all;
}

void expect_same(const MovingBoxes& moving, const Oracle& oracle, const std::string& what) {
  const Pairs pairs = oracle.pairs();
  ASSERT_EQ(pairs_of(moving), pairs) << what;
  Pairs of_partners;
  for (const auto& [id, box] : oracle.boxes)
    moving.visit_partners(id, [&, a = id](std::uint32_t b) {
      if (a < b) of_partners.insert({a, b});
      ASSERT_TRUE(pairs.contains(std::minmax(a, b))) << what;
    });
  ASSERT_EQ(of_partners, pairs) << what;
}

/// Where boxes are, how large they are and how far they move.
struct World {
  std::string name;
  Vec3 middle;
  double size = 1;   ///< of the world
  double box = 0.1;  ///< the largest half side, in parts of the world
  double step = 0.01;
  bool whole = false;  ///< coordinates are whole multiples of a tenth of the size: many boxes just touch
};

class Script {
 public:
  Script(const World& world, std::uint64_t seed, Simd simd) : world_(world), random_(seed), moving_(simd) {}

  void run(int frames) {
    const auto ids = moving_.add(std::vector<Bounds>{});
    ASSERT_TRUE(ids.empty());
    for (int frame = 0; frame < frames; ++frame) {
      change();
      ASSERT_NO_FATAL_FAILURE(expect_same(moving_, oracle_, world_.name + ", frame " + std::to_string(frame)));
      const Bounds box = any_box();
      BoxTreeMemory memory;
      std::vector<std::uint32_t> found;
      moving_.list_touching(box, memory, found);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, oracle_.touching(box)) << world_.name;
    }
  }

 private:
  double place(double half) {
    const double at = random_.between(-half, half);
    return world_.whole ? std::round(10 * at / world_.size) * world_.size / 10 : at;
  }
  Bounds any_box() {
    if (random_.chance(0.02)) return {};
    if (random_.chance(0.02))
      return {{-endless, -endless, -endless}, {endless, endless, world_.middle.z - world_.size * random_.unit()}};
    Bounds box;
    const double most = random_.chance(0.03) ? 3 * world_.size : world_.box * world_.size;
    for (int k = 0; k < 3; ++k) {
      const double centre = world_.middle[k] + place(world_.size / 2), half = std::abs(place(most));
      box.low[k] = centre - half, box.high[k] = centre + half;
    }
    return box;
  }
  Bounds moved(const Bounds& box) {
    if (random_.chance(0.1)) return any_box();
    const Vec3 by{place(world_.step * world_.size), place(world_.step * world_.size), place(world_.step * world_.size)};
    Bounds other{box.low + by, box.high + by};
    if (random_.chance(0.05)) other.high.x += std::abs(place(world_.box * world_.size));
    return other;
  }
  std::uint32_t any_id() {
    return std::next(oracle_.boxes.begin(), static_cast<std::ptrdiff_t>(random_.below(oracle_.boxes.size())))->first;
  }

  void change() {
    const std::uint64_t kind = random_.below(6);
    if (kind == 0 || oracle_.boxes.empty()) {
      std::vector<Bounds> boxes(random_.below(60));
      for (Bounds& box : boxes) box = any_box();
      const std::vector<std::uint32_t> ids = moving_.add(boxes);
      for (std::size_t i = 0; i < ids.size(); ++i) ASSERT_TRUE(oracle_.boxes.insert({ids[i], boxes[i]}).second);
    } else if (kind == 1) {
      const Bounds box = any_box();
      ASSERT_TRUE(oracle_.boxes.insert({moving_.add(box), box}).second);
    } else if (kind == 2) {
      for (std::size_t i = random_.below(oracle_.boxes.size() / 3 + 1); i > 0; --i) {
        const std::uint32_t id = any_id();
        moving_.remove(id);
        oracle_.boxes.erase(id);
      }
    } else {
      std::vector<std::uint32_t> ids;
      std::vector<Bounds> boxes;
      for (std::size_t i = random_.below(oracle_.boxes.size() + 1); i > 0; --i) {
        ids.push_back(any_id());  // some of them twice
        boxes.push_back(moved(oracle_.boxes[ids.back()]));
        oracle_.boxes[ids.back()] = boxes.back();
      }
      moving_.move(ids, boxes);
    }
  }

  World world_;
  Random random_;
  MovingBoxes moving_;
  Oracle oracle_;
};

const World worlds[] = {
    {"usual", {}, 1},
    {"small steps", {}, 10, 0.05, 0.001},
    {"long steps", {}, 10, 0.05, 0.5},
    {"whole numbers", {}, 10, 0.2, 0.3, true},
    {"crowded", {}, 1, 1, 0.1},
    {"points", {1, 2, 3}, 1, 0, 0.1, true},
    {"far away", {1e12, -3e12, 5e11}, 1, 0.1, 0.02},
    {"tiny", {}, 1e-200, 0.1, 0.02},
    {"below normal numbers", {}, 1e-310, 0.1, 0.02},
    {"tiny and far", {1, 1, 1}, 1e-12, 0.1, 0.02},
    {"huge", {1e90, 0, -1e90}, 1e90, 0.1, 0.02},
};

TEST(MovingBoxes, HaveThePairsOfBruteForceAfterEveryChange) {
  for (const World& world : worlds)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) ASSERT_NO_FATAL_FAILURE(Script(world, seed, Simd::best).run(40));
}

TEST(MovingBoxes, HaveTheSamePairsWithEveryInstructionSet) {
  for (const Simd simd : available_simd())
    for (const World& world : worlds) ASSERT_NO_FATAL_FAILURE(Script(world, 77, simd).run(15));
}

/// Boxes of side 1, so many in each other's way on average.
std::vector<Bounds> crowd(std::size_t count, double partners, std::uint64_t seed) {
  Random random(seed);
  const double half = 0.5 * std::cbrt(8 * static_cast<double>(count) / partners);
  std::vector<Bounds> boxes(count);
  for (Bounds& box : boxes) {
    const Vec3 centre = random.in_cube(half), side{0.5, 0.5, 0.5};
    box = {centre - side, centre + side};
  }
  return boxes;
}

TEST(MovingBoxes, AllInOneSpotAreAllPairs) {
  MovingBoxes moving;
  const std::vector<Bounds> boxes(300, Bounds{{0, 0, 0}, {1, 1, 1}});
  const std::vector<std::uint32_t> ids = moving.add(boxes);
  EXPECT_EQ(pairs_of(moving).size(), 300u * 299 / 2);
  for (int turn = 0; turn < 3; ++turn) {
    moving.move(ids[7], {{50, 0, 0}, {51, 1, 1}});
    EXPECT_EQ(pairs_of(moving).size(), 299u * 298 / 2);
    moving.move(ids[7], boxes[7]);
    EXPECT_EQ(pairs_of(moving).size(), 300u * 299 / 2);
  }
}

TEST(MovingBoxes, OneGiantAndAHalfSpaceTouchAllThatIsInThem) {
  MovingBoxes moving;
  const std::vector<std::uint32_t> ids = moving.add(crowd(4000, 1, 3));
  const std::size_t before = pairs_of(moving).size();
  const std::uint32_t giant = moving.add({{-100, -100, -100}, {100, 100, 100}});
  EXPECT_EQ(pairs_of(moving).size(), before + 4000);
  const std::uint32_t floor = moving.add({{-endless, -endless, -endless}, {endless, endless, 0}});
  std::size_t below = 0;
  for (const std::uint32_t id : ids) below += moving.box(id).low.z <= 0;
  EXPECT_EQ(pairs_of(moving).size(), before + 4000 + below + 1);
  moving.remove(giant);
  moving.remove(floor);
  EXPECT_EQ(pairs_of(moving).size(), before);
}

TEST(MovingBoxes, ThatComeOneByOneGiveATreeLikeAllAtOnce) {
  const std::vector<Bounds> boxes = crowd(5000, 1, 9);
  MovingBoxes at_once, one_by_one;
  at_once.add(boxes);
  for (const Bounds& box : boxes) one_by_one.add(box);
  EXPECT_EQ(pairs_of(at_once), pairs_of(one_by_one));
  EXPECT_LT(one_by_one.tree().nodes().size(), 2 * at_once.tree().nodes().size());
}

TEST(MovingBoxes, ThatMoveALittleLeaveTheTreeAsItIs) {
  std::vector<Bounds> boxes = crowd(1000, 1, 5);
  MovingBoxes moving;
  const std::vector<std::uint32_t> ids = moving.add(boxes);
  const std::uint64_t before = moving.tree().inserted();
  for (Bounds& box : boxes) box.low.x += 0.01, box.high.x += 0.01;
  moving.move(ids, boxes);
  EXPECT_EQ(moving.tree().inserted(), before);
}

}  // namespace
}  // namespace abut
