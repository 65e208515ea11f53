#include "engine/self_pairs.h"

#include "engine/build.h"
#include "leaf/self_contact.h"
#include "support/effort.h"
#include <abut/shapes.h>

#include <algorithm>
#include <bit>
#include <set>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// A mesh with its wide tree and all that the leaf tests need.
struct WideModel {
  Mesh mesh;
  InnerFrame frame;
  RelativePlacement to_itself;
  std::vector<TriangleForm> forms;
  WideTree tree;

  explicit WideModel(const Mesh& m, std::uint32_t leaf_size = 2)
      : mesh(m),
        frame(InnerFrame::around(m.points)),
        to_itself(relate(frame, {}, frame, {}, 0)),
        forms(classify_triangles(m.points, m.triangles)) {
    std::vector<Vec3> inner;
    for (const Vec3& p : m.points) inner.push_back(frame.inner(p));
    tree = build_wide_tree(inner, m.triangles, {.leaf_size = leaf_size});
  }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(tree.nodes.size()); }
  SelfContactTest contact_test() const { return SelfContactTest({mesh.points, mesh.triangles, forms, {}}); }
};

/// Keeps what it is given, as ids with the smaller one first.
class Kept : public PairSink {
 public:
  explicit Kept(const WideTree& tree) : tree_(tree) {}

  std::set<Pair> asked, touching, undecided;
  std::size_t most = ~std::size_t{0};

  bool considers(std::uint32_t a, std::uint32_t b) override {
    EXPECT_TRUE(asked.insert(ids(a, b)).second) << "a pair comes twice";
    return true;
  }
  bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    EXPECT_EQ(verdicts.touching & verdicts.undecided, 0u);
    EXPECT_NE(verdicts.touching | verdicts.undecided, 0u);
    for (int i = 0; i < 32; ++i) {
      if (verdicts.touching >> i & 1) touching.insert(ids(a[i], b[i]));
      if (verdicts.undecided >> i & 1) undecided.insert(ids(a[i], b[i]));
    }
    return touching.size() + undecided.size() < most;
  }

 private:
  Pair ids(std::uint32_t a, std::uint32_t b) const {
    EXPECT_NE(a, b);
    return std::minmax(tree_.order[a], tree_.order[b]);
  }
  const WideTree& tree_;
};

std::vector<Mesh> some_meshes() {
  return {sanitized ? shapes::torus(0.6, 1, 15, 10) : shapes::torus(0.6, 1, 30, 20),
          shapes::sphere(1, 6),
          shapes::random_soup(sanitized ? 150 : 500, 0.5, 3),
          shapes::teapot({.around = 4, .rim = 2, .upper_body = 4, .lower_body = 3, .knob = 3, .lid = 3, .bottom = 2}),
          shapes::space_curve(200),
          joined(std::vector(20, shapes::box({1, 1, 1}))),
          Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}}};
}

TEST(WideSelfPairs, BringEveryContactOnceOnEveryInstructionSet) {
  for (const Mesh& mesh : some_meshes())
    for (std::uint32_t leaf_size : {1u, 2u, 4u}) {
      const WideModel model(mesh, leaf_size);
      SelfContactTest test = model.contact_test();
      for (Simd simd : available_simd()) {
        Kept kept(model.tree);
        const VisitOptions options{.simd = simd, .asks = true};
        const Visited visited = visit_self_pairs(model.tree, model.to_itself, 0, model.node_count(), options, kept);
        EXPECT_TRUE(visited.complete);
        EXPECT_EQ(visited.triangle_tests, kept.asked.size());
        for (std::uint32_t a = 0; a < mesh.triangles.size(); ++a)
          for (std::uint32_t b = a + 1; b < mesh.triangles.size(); ++b) {
            const bool contact = test.touch(a, b), sure = kept.touching.count({a, b}) > 0;
            ASSERT_LE(sure, contact) << a << " " << b << " are said to touch, and do not";
            ASSERT_LE(contact, sure || kept.undecided.count({a, b}) > 0) << a << " " << b << " are missed";
          }
      }
    }
}

TEST(WideSelfPairs, AreTheSameInOneRunOfNodesOrInMany) {
  const WideModel model(shapes::torus(0.6, 1, 40, 24));
  Kept whole(model.tree), pieces(model.tree);
  visit_self_pairs(model.tree, model.to_itself, 0, model.node_count(), {.asks = true}, whole);
  std::uint64_t tests = 0;
  for (std::uint32_t first = 0; first < model.node_count(); first += 7) {
    const std::uint32_t last = std::min(first + 7, model.node_count());
    tests += visit_self_pairs(model.tree, model.to_itself, first, last, {.asks = true}, pieces).triangle_tests;
  }
  EXPECT_EQ(pieces.asked, whole.asked);
  EXPECT_EQ(pieces.touching, whole.touching);
  EXPECT_EQ(pieces.undecided, whole.undecided);
  EXPECT_EQ(tests, whole.asked.size());
}

TEST(WideSelfPairs, LeaveMostPairsThatAreNoNeighboursToTheFilter) {
  const WideModel model(shapes::bumpy_scan(3000, 4));
  Kept kept(model.tree);
  visit_self_pairs(model.tree, model.to_itself, 0, model.node_count(), {.asks = true}, kept);
  std::size_t strangers = 0;
  for (const auto& [a, b] : kept.undecided) {
    const Triangle &s = model.mesh.triangles[a], &t = model.mesh.triangles[b];
    strangers += std::find_first_of(s.begin(), s.end(), t.begin(), t.end()) == s.end();
  }
  EXPECT_LT(strangers, kept.undecided.size() / 50);
  EXPECT_LT(kept.undecided.size(), kept.asked.size());
}

TEST(WideSelfPairs, EndWhenTheSinkOrTheFlagSaysSo) {
  const WideModel model(shapes::torus(0.6, 1, 40, 24));
  Kept few(model.tree);
  few.most = 1;
  VisitOptions options;
  EXPECT_FALSE(visit_self_pairs(model.tree, model.to_itself, 0, model.node_count(), options, few).complete);
  EXPECT_LE(few.touching.size() + few.undecided.size(), 32u);
  const std::atomic<bool> stop = true;
  options.watch = BudgetWatch({.stop = &stop});
  Kept none(model.tree);
  EXPECT_FALSE(visit_self_pairs(model.tree, model.to_itself, 0, model.node_count(), options, none).complete);
  EXPECT_TRUE(none.undecided.empty());
}

TEST(WideSelfPairs, AreNoneInAnEmptyTree) {
  const WideTree empty;
  Kept kept(empty);
  EXPECT_TRUE(visit_self_pairs(empty, {}, 0, 0, {}, kept).complete);
}

}  // namespace
}  // namespace abut
