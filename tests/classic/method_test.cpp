// Ways to search change what is counted, never what is found.

#include "classic/model_data.h"
#include "classic/visit/nearest.h"
#include "math/random.h"
#include <abut/classic.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <set>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

const Placement near_by = Placement::rotation(0.8, 0.3, 0.4, 0.1, {0.5, 0.2, 0.1});
const Placement away = Placement::rotation(0.3, 0.4, 0.5, 0.6, {3, 0.2, 0.1});

Mesh lumpy() { return shapes::bumpy_scan(1500, 3); }

// Van den Bergen 1998, section 3: six axes find a few per cent more boxes to overlap, and so more tests to make.
TEST(Sat, LiteMakesMoreTestsOfTheSameContacts) {
  for (VolumeKind kind : {VolumeKind::aabb, VolumeKind::obb, VolumeKind::obb_quaternion}) {
    const Model scan(lumpy(), {.volume = kind}), torus(shapes::torus(1, 0.3, 40, 20), {.volume = kind});
    const Contacts full = collide(scan, {}, torus, near_by, {}, {.sat = Sat::full});
    const Contacts lite = collide(scan, {}, torus, near_by, {}, {.sat = Sat::lite});
    EXPECT_EQ(full.pairs, lite.pairs);
    EXPECT_FALSE(full.pairs.empty());
    EXPECT_GT(lite.counters.volume_tests, full.counters.volume_tests) << name_of(kind);
    EXPECT_GT(lite.counters.triangle_tests, full.counters.triangle_tests) << name_of(kind);
    EXPECT_LT(static_cast<double>(lite.counters.volume_tests), 1.5 * static_cast<double>(full.counters.volume_tests))
        << name_of(kind);
    // Also where a box meets one of another kind.
    const Model other(shapes::torus(1, 0.3, 40, 20), {.volume = VolumeKind::aabb, .storage = Storage::float32});
    EXPECT_GT(collide(scan, {}, other, near_by, {}, {.sat = Sat::lite}).counters.triangle_tests,
              collide(scan, {}, other, near_by, {}, {.sat = Sat::full}).counters.triangle_tests);
  }
}

TEST(Descent, ChangesTheVolumeTestsOfTheSameContactsAndDistances) {
  const Mesh mesh = lumpy();
  for (VolumeKind kind : all_volume_kinds) {
    const Model scan(mesh, {.volume = kind}), torus(shapes::torus(1, 0.3, 40, 20), {.volume = kind});
    std::set<std::uint64_t> of_contacts, of_distances;
    for (Descent descent : all_descents) {
      const Contacts contacts = collide(scan, {}, torus, near_by, {}, {.descent = descent});
      EXPECT_EQ(contacts.pairs, collide(scan, {}, torus, near_by).pairs);
      of_contacts.insert(contacts.counters.volume_tests);
      const Distance gap = distance(scan, {}, torus, away, {}, {.descent = descent});
      EXPECT_EQ(gap.upper, distance(scan, {}, torus, away).upper);
      of_distances.insert(gap.counters.volume_tests);
    }
    // The larger ball has the larger diameter and the larger volume.
    const std::size_t rules = kind == VolumeKind::sphere ? 2 : 3;
    EXPECT_EQ(of_contacts.size(), rules) << name_of(kind);
    EXPECT_EQ(of_distances.size(), rules) << name_of(kind);
  }
}

TEST(Search, ChangesTheTestsOfTheSameDistance) {
  const Mesh mesh = lumpy();
  std::size_t different = 0;
  for (VolumeKind kind : all_volume_kinds) {
    const Model scan(mesh, {.volume = kind}), torus(shapes::torus(1, 0.3, 40, 20), {.volume = kind});
    const auto tests = [&](Search search) {
      const Distance gap = distance(scan, {}, torus, away, {}, {.search = search});
      EXPECT_EQ(gap.upper, distance(scan, {}, torus, away).upper);
      return gap.counters.volume_tests;
    };
    different += tests(Search::priority) != tests(Search::depth_first);
    EXPECT_LT(tests(Search::priority), tests(Search::left_first)) << name_of(kind);
    EXPECT_LT(tests(Search::depth_first), tests(Search::left_first)) << name_of(kind);
    EXPECT_LT(tests(Search::priority), tests(Search::breadth_first)) << name_of(kind);
  }
  EXPECT_GT(2 * different, all_volume_kinds.size());
}

/// Concentric and parallel: many pairs are nearly as close as the closest.
struct CloseSurfaces {
  Model a{shapes::sphere(1, 14), {.volume = VolumeKind::rss}}, b{shapes::sphere(0.8, 14), {.volume = VolumeKind::rss}};
  Placement at = Placement::rotation(0.3, 0.4, 0.5, 0.6, {0.02, 0.03, 0.01});

  NearestVisited visited(std::size_t queue_size, Overflow overflow, std::size_t& most_waiting) const {
    const RelativePlacement b_in_a = relate(a.data().frame, {}, b.data().frame, at, 0);
    const double truth = distance(a, {}, b, at).upper;
    NearestOptions options{.queue_size = queue_size, .overflow = overflow};
    options.world = a.data().frame.unit;
    options.most_waiting = &most_waiting;
    int leaves = 0;
    return a.data().tree->nearest(*b.data().tree, b_in_a, options, [&](LeafRun, LeafRun) {
      return ++leaves < 100 ? 10 * truth : truth;  // found late
    });
  }
};

TEST(QueueSize, BoundsWhatWaitsAndLeavesTheDistanceAsItIs) {
  const CloseSurfaces scene;
  const double truth = distance(scene.a, {}, scene.b, scene.at).upper;
  const int levels = scene.a.tree_summary().depth + scene.b.tree_summary().depth + 1;
  std::size_t unbounded = 0;
  const NearestVisited all = scene.visited(1 << 30, Overflow::new_queue, unbounded);
  for (std::size_t size : {1u, 4u, 10u, 50u, 200u}) {
    for (Overflow overflow : all_overflows)
      EXPECT_EQ(distance(scene.a, {}, scene.b, scene.at, {}, {.queue_size = size, .overflow = overflow}).upper, truth)
          << size;
    std::size_t waiting = 0;
    const NearestVisited bounded = scene.visited(size, Overflow::new_queue, waiting);
    EXPECT_LE(waiting, std::max<std::size_t>(size, 4) * static_cast<std::size_t>(levels)) << size;
    if (size <= 10) {
      EXPECT_LT(waiting, unbounded / 4) << size;
    }
    EXPECT_GE(bounded.volume_tests, all.volume_tests) << size;
  }
}

TEST(QueueSize, ThatIsNeverReachedMakesBothOverflowsTheSame) {
  const CloseSurfaces scene;
  std::size_t first = 0, second = 0;
  const NearestVisited queues = scene.visited(1 << 30, Overflow::new_queue, first);
  const NearestVisited depth = scene.visited(1 << 30, Overflow::depth_first, second);
  EXPECT_EQ(queues.volume_tests, depth.volume_tests);
  EXPECT_EQ(queues.triangle_tests, depth.triangle_tests);
  EXPECT_EQ(first, second);
}

TEST(QueueSize, ChangesTheTestsThatAreMade) {
  const CloseSurfaces scene;
  for (Overflow overflow : all_overflows) {
    const auto tests = [&](std::size_t size) {
      return distance(scene.a, {}, scene.b, scene.at, {}, {.queue_size = size, .overflow = overflow})
          .counters.volume_tests;
    };
    EXPECT_GT(tests(1), tests(2000)) << name_of(overflow);
  }
}

TEST(Overflow, IsOfPriorityDirectedSearchAlone) {
  const CloseSurfaces scene;
  for (Search search : {Search::depth_first, Search::breadth_first, Search::left_first})
    EXPECT_THROW(distance(scene.a, {}, scene.b, scene.at, {}, {.search = search, .overflow = Overflow::new_queue}),
                 Error);
  const abut::Model engine(shapes::sphere(1, 4));
  EXPECT_THROW(distance(engine, {}, engine, scene.at, {}, {.overflow = Overflow::new_queue}), Error);
}

// Larsen et al. 1999, section 5.2: with epsilon = delta from the beginning, a distance query makes the tests of the
// collision of models dilated by delta. Spheres swept over cores are dilated exactly, but for the margin itself, which
// is rounded up by 2^-10: so the ideal query lies between two margins. A box test with a margin lets pass what is
// within the margin along every axis but farther at a corner: it makes more tests. (Upright boxes, k-DOPs and dynamic
// hybrids bound distances by other means than overlaps.)
TEST(IdealDistanceQuery, MakesTheTestsOfCollideWithTheDistanceAsMargin) {
  const Mesh mesh = lumpy(), torus = shapes::torus(1, 0.3, 40, 20);
  Random random(91);
  for (VolumeKind kind : {VolumeKind::sphere, VolumeKind::lss, VolumeKind::rss, VolumeKind::hybrid, VolumeKind::obb,
                          VolumeKind::obb_quaternion})
    for (int round = 0; round < 4; ++round) {
      const Model a(mesh, {.volume = kind}), b(torus, {.volume = kind});
      const Placement at = random.rotation(random.direction() * (3.2 + round));
      const double delta = distance(a, {}, b, at).upper;
      ASSERT_GT(delta, 0);
      const Counters ideal = distance(a, {}, b, at, {.known_upper = delta}).counters;
      const Counters dilated = collide(a, {}, b, at, {.margin = delta}).counters;
      const Counters less = collide(a, {}, b, at, {.margin = delta * (1 - 0x1p-9)}).counters;
      const std::string what = std::string(name_of(kind)) + ", round " + std::to_string(round);
      EXPECT_LE(ideal.volume_tests, dilated.volume_tests) << what;
      EXPECT_LE(ideal.triangle_tests, dilated.triangle_tests) << what;
      if (kind == VolumeKind::obb || kind == VolumeKind::obb_quaternion) continue;
      EXPECT_GE(ideal.volume_tests, less.volume_tests) << what;
      EXPECT_GE(ideal.triangle_tests, less.triangle_tests) << what;
    }
}

}  // namespace
}  // namespace abut::classic
