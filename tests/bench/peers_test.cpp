#include "peers/peer.h"
#include "workloads.h"
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::bench::peers {
namespace {

/// Two tori that run through each other, and the same far apart.
const Mesh torus = shapes::torus(1, 0.25, 24, 16);
const PlacementPair crossed{Placement::identity(), Placement::rotation(1, 0.9, 0.1, 0.2, {0.4, 0.1, 0})};
const PlacementPair apart{Placement::identity(), Placement::rotation(1, 0.9, 0.1, 0.2, {2.6, 0, 0})};

std::vector<Contact> sorted_once(std::vector<Contact> pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<Contact> common(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  std::vector<Contact> result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

TEST(Peers, StartWithOurDefaultModelAndHaveDifferentNames) {
  const std::vector<Peer> all = all_contestants();
  ASSERT_GE(all.size(), 3u);
  EXPECT_EQ(all[0].name, default_name);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i].name, all[j].name);
}

TEST(Peers, AgreeOnWhatClearlyTouchesAndWhatIsClear) {
  for (const Peer& peer : all_contestants()) {
    const std::unique_ptr<PreparedPair> pair = peer.pair(torus, torus);
    for (int again = 0; again < 2; ++again) {
      EXPECT_TRUE(pair->touches(crossed)) << peer.name;
      EXPECT_FALSE(pair->touches(apart)) << peer.name;
    }
  }
}

// Bullet reports half again as many pairs as there are, ODE leaves out a quarter: an adapter that swaps sides or mixes
// up ids would share next to none with the exact ones.
TEST(Peers, NameMostOfTheTouchingPairsWithOurIds) {
  const Model model(torus);
  const std::vector<Contact> exact = collide(model, crossed.a, model, crossed.b).pairs;
  ASSERT_GT(exact.size(), 50u);
  for (const Peer& peer : all_contestants()) {
    std::vector<Contact> found{{77, 77}};
    const std::unique_ptr<PreparedPair> pair = peer.pair(torus, torus);
    pair->contacts(crossed, found);
    found = sorted_once(found);
    const std::size_t right = common(found, exact).size();
    EXPECT_GT(2 * right, exact.size()) << peer.name;
    EXPECT_GT(3 * right, found.size()) << peer.name;
    pair->contacts(apart, found);
    EXPECT_TRUE(found.empty()) << peer.name;
  }
}

TEST(Peers, OfOursAndOfExactLibrariesNameExactlyTheTouchingPairs) {
  const Model model(torus);
  const std::vector<Contact> exact = collide(model, crossed.a, model, crossed.b).pairs;
  for (const Peer& peer : all_contestants()) {
    if (peer.name == "Bullet" || peer.name == "ODE") continue;
    std::vector<Contact> found;
    peer.pair(torus, torus)->contacts(crossed, found);
    EXPECT_EQ(sorted_once(found), exact) << peer.name;
  }
}

TEST(Peers, CanBeBuiltAndRefittedMoreThanOnce) {
  const std::vector<Vec3> moved = waved(torus);
  for (const Peer& peer : all_contestants()) {
    EXPECT_TRUE(peer.build(torus)) << peer.name;
    if (!peer.deformable) continue;
    const std::unique_ptr<DeformableMesh> mesh = peer.deformable(torus);
    mesh->refit(moved);
    mesh->refit(torus.points);
  }
}

}  // namespace
}  // namespace abut::bench::peers
