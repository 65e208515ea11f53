#include "assembly/body_cache.h"

#include "assembly/clash_pieces.h"
#include "assembly/pair_order.h"
#include "base/resident.h"
#include "math/random.h"
#include "robot/robot_files.h"
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

namespace abut {

namespace {

std::size_t nothing_else() { return 0; }

/// An assembly in memory, and the same in tree files.
struct BothWays {
  explicit BothWays(std::size_t parts, std::size_t meshes = 12) {
    Random random(19);
    for (std::size_t i = 0; i < meshes; ++i) {
      const double size = 0.3 + 0.02 * static_cast<double>(i);
      const Model model(i % 4 == 3 ? shapes::random_soup(300, 0.4, i)
                        : i % 2    ? shapes::torus(size, 0.3 * size, 40, 30)
                                   : shapes::sphere(size, 4));
      const std::string tree = (folder.path() / ("mesh" + std::to_string(i) + ".abut")).string();
      save(model, tree);
      models.push_back(model);
      sources.push_back({BodyContent(model).facts(), tree, bytes_of_body(model, std::filesystem::file_size(tree))});
    }
    const Model none;
    for (std::size_t i = 0; i < parts; ++i) {
      const Placement at = random.rotation(random.in_cube(2.5));
      mesh_of.push_back(i % meshes);
      whole.add("part", models[i % meshes], at);
      names.add("part", none, at);
    }
    // One that is there twice.
    mesh_of.push_back(0);
    whole.add("copy", models[0], whole.parts()[0].at);
    names.add("copy", none, whole.parts()[0].at);
  }

  /// So much that bodies of `share` of all bytes fit, if nothing else is counted.
  std::size_t memory(double share) const {
    double all = 0;
    for (const BodyCache::Source& source : sources) all += static_cast<double>(source.bytes);
    return static_cast<std::size_t>(share * all / 0.9);
  }
  Bodies bodies(BodyCache& cache) const {
    Bodies by_mesh, result;
    for (std::size_t i = 0; i < cache.size(); ++i) by_mesh.push_back(cache.body(i));
    for (const std::size_t mesh : mesh_of) result.push_back(by_mesh[mesh]);
    return result;
  }

  TestFolder folder{"abut_body_cache"};
  std::vector<Model> models;
  std::vector<BodyCache::Source> sources;
  std::vector<std::size_t> mesh_of;
  Assembly whole, names;
};

void expect_same(const ClashReport& report, const ClashReport& expected) {
  ASSERT_EQ(report.findings.size(), expected.findings.size());
  EXPECT_EQ(report.closed, expected.closed);
  EXPECT_EQ(report.degenerate, expected.degenerate);
  EXPECT_EQ(report.pairs_checked, expected.pairs_checked);
  EXPECT_EQ(report.undecided_inside, expected.undecided_inside);
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const ClashFinding &found = report.findings[i], &other = expected.findings[i];
    EXPECT_EQ(found.kind, other.kind);
    EXPECT_EQ(found.parts, other.parts);
    EXPECT_EQ(found.worst_step, other.worst_step);
    EXPECT_EQ(found.contacts, other.contacts);
    EXPECT_EQ(found.triangles_a, other.triangles_a);
    EXPECT_EQ(found.gap.upper, other.gap.upper);
    EXPECT_EQ(found.is_duplicate, other.is_duplicate);
    EXPECT_EQ(found.curve, other.curve);
    ASSERT_EQ(found.severity.has_value(), other.severity.has_value());
    if (!found.severity) continue;
    EXPECT_EQ(found.severity->depth.lower, other.severity->depth.lower);
    EXPECT_EQ(found.severity->volume.upper, other.severity->volume.upper);
    EXPECT_EQ(found.severity->patches.size(), other.severity->patches.size());
  }
}

/// Every third part drifts.
AssemblyMotion drifting(const Assembly& assembly) {
  std::vector<Placement> placements;
  for (std::size_t step = 0; step < 3; ++step)
    for (std::size_t i = 0; i < assembly.parts().size(); ++i) {
      const double shift = i % 3 == 0 ? 0.1 * static_cast<double>(step) : 0;
      placements.push_back(Placement::translation({shift, 0, 0}) * assembly.parts()[i].at);
    }
  return motion_from(std::vector<double>{0, 1, 2}, placements);
}

}  // namespace

TEST(BodyCache, LeavesTheFindingsAsTheyAreWhateverFits) {
  const BothWays both(80);
  for (const bool moves : {false, true}) {
    ClashOptions options;
    options.whole_curves = moves;
    PairRules rules;
    rules.clearance = 0.05;
    const AssemblyMotion motion = moves ? drifting(both.whole) : at_rest(both.whole);
    const ClashReport expected = find_clashes(both.whole, motion, rules, options);
    ASSERT_GT(expected.findings.size(), 50u);
    ASSERT_TRUE(std::any_of(expected.findings.begin(), expected.findings.end(),
                            [](const ClashFinding& finding) { return finding.is_duplicate; }));
    for (const double share : {0.5, 10.0})
      for (const int threads : {1, 2}) {
        BodyCache cache(both.sources, both.memory(share), nothing_else);
        const Bodies bodies = both.bodies(cache);
        options.threads = threads;
        expect_same(find_clashes(both.names, motion, rules, options, nullptr, &bodies), expected);
        if (share > 1) {
          EXPECT_EQ(cache.fetched(), both.sources.size());
        } else {
          EXPECT_GT(cache.fetched(), both.sources.size());
        }
      }
  }
}

TEST(BodyCache, SaysWhichPairDoesNotFit) {
  const BothWays both(40);
  BodyCache cache(both.sources, resident_bytes() / 2);
  const Bodies bodies = both.bodies(cache);
  try {
    find_clashes(both.names, at_rest(both.names), {}, {}, nullptr, &bodies);
    ADD_FAILURE();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("' and 'part"), text.npos) << text;
    EXPECT_NE(text.find("of memory together, and of the"), text.npos) << text;
  }
}

TEST(BodyCache, ServesManyThreadsThatWantDifferentPairs) {
  const BothWays both(12);
  BodyCache cache(both.sources, both.memory(0.7), nothing_else);
  const Bodies bodies = both.bodies(cache);
  std::vector<std::thread> threads;
  std::atomic<std::size_t> wrong{0};
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    threads.emplace_back([&, seed] {
      Random random(seed);
      for (int i = 0; i < 200; ++i) {
        const Body &a = *bodies[random.below(12)], &b = *bodies[random.below(12)];
        const BodyUse use(a, "a", b, "b");
        wrong += a.model().mesh().triangles.size() != a.triangles || b.pieces().first_triangles().empty();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(cache.fetched(), cache.size());
}

TEST(BodyCache, DoesNotShowWhatIsNotInUse) {
  const BothWays both(12);
  BodyCache cache(both.sources, both.memory(2));
  EXPECT_THROW(cache.body(0)->model(), Error);
  EXPECT_TRUE(cache.body(0)->solid.has_value());
}

TEST(PairOrder, FetchesEachBodyOnceForEachGroupThatMeetsIt) {
  // A row of parts, each near its neighbours, found in any order; a third of the memory holds four of them.
  const BothWays both(12);
  std::vector<BodyCache::Source> sources(60, both.sources[0]);
  for (BodyCache::Source& source : sources) source.bytes = 100;
  BodyCache cache(sources, 1200, nothing_else);
  Bodies bodies;
  std::vector<Bounds> boxes;
  std::vector<NearPair> pairs;
  for (std::uint32_t i = 0; i < 60; ++i) {
    bodies.push_back(cache.body(i));
    const double x = static_cast<double>(i * 37 % 60);
    boxes.push_back({{x, 0, 0}, {x + 1.5, 1, 1}});
  }
  for (std::uint32_t a = 0; a < 60; ++a)
    for (std::uint32_t b = a + 1; b < 60; ++b)
      if (std::abs(boxes[a].low.x - boxes[b].low.x) == 1) pairs.push_back({{a, b}, 0});
  ASSERT_EQ(pairs.size(), 59u);
  order_by_bodies(pairs, bodies, boxes);
  // A cache of the eight that were used last.
  std::vector<std::uint32_t> last;
  std::size_t fetched = 0;
  for (const NearPair& pair : pairs)
    for (const std::uint32_t part : {pair.parts.a, pair.parts.b}) {
      const auto at = std::find(last.begin(), last.end(), part);
      fetched += at == last.end();
      if (at != last.end()) last.erase(at);
      last.push_back(part);
      if (last.size() > 8) last.erase(last.begin());
    }
  EXPECT_LE(fetched, 60u + 15u);
}

}  // namespace abut
