#include "classic/any_model.h"
#include "support/cgal_oracle.h"
#include "support/distance_oracle.h"
#include "support/distance_scenes.h"
#include "support/effort.h"
#include "support/expect_distance.h"
#include "support/mesh_distance.h"
#include "support/rational_distance.h"

#include <gtest/gtest.h>

namespace abut::any {

namespace {

/// Five hundred pairs of meshes, in full, a hundred at a time.
constexpr int parts_of_pairs = 5;
const int scenes_per_part = sanitized ? 12 : in_full() ? 100 : 36;

/// A scene with what is true about it and models of every kind.
struct Measured {
  PlacedMeshes scene;
  TrueDistance truth;
  std::vector<Model> a, b;  ///< in the order of all_volume_kinds

  explicit Measured(const PlacedMeshes& s) : scene(s), truth(true_distance(s)) {
    for (VolumeKind kind : all_volume_kinds) {
      a.emplace_back(scene.a, ModelOptions{.volume = kind});
      b.emplace_back(scene.b, ModelOptions{.volume = kind});
    }
  }
  Distance by(std::size_t kind, const DistanceOptions& options = {}, const DistanceMethod& method = {}) const {
    return distance(a[kind], scene.at_a, b[kind], scene.at_b, options, method);
  }
};

void expect_same_answer(const Distance& found, const Distance& other, const std::string& what) {
  expect_same(found, other, what);
  EXPECT_EQ(found.point_a, other.point_a) << what;
  EXPECT_EQ(found.point_b, other.point_b) << what;
  EXPECT_EQ(found.complete, other.complete) << what;
}

void expect_bracket(const Distance& found, const TrueDistance& truth, const std::string& what) {
  EXPECT_TRUE(truth.is_at_least(found.lower)) << what << ": " << found.lower << " for " << truth.distance.high;
  EXPECT_TRUE(truth.is_at_most(found.upper)) << what << ": " << found.upper << " for " << truth.distance.high;
  EXPECT_LE(found.lower, found.upper) << what;
}

/// The longest sides of the two triangles named, summed.
double size_of_pair(const PlacedMeshes& scene, const Distance& found) {
  const auto corners = [](const Mesh& mesh, std::uint32_t triangle) {
    const Triangle& t = mesh.triangles[triangle];
    return std::array<Vec3, 3>{mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]};
  };
  const TrianglePair pair{corners(scene.a, found.triangle_a), corners(scene.b, found.triangle_b), scene.at_a,
                          scene.at_b};
  return DistanceOracle(pair).size();
}

void expect_exact(const Distance& found, const Measured& m, const std::string& what) {
  expect_bracket(found, m.truth, what);
  EXPECT_TRUE(found.complete) << what;
  EXPECT_EQ(found.upper == 0, m.truth.touching) << what;
  const double width = 0x1p-47 * (size_of_pair(m.scene, found) + found.upper) + 0x1p-1065;
  EXPECT_LE(found.upper - found.lower, width) << what;
  EXPECT_NEAR(length_between_points(m.scene, found), m.truth.distance.high, 1e-13 * m.truth.size) << what;
}

std::string name_of_search(std::size_t kind, Search search) {
  return ", " + std::string(name_of(all_volume_kinds[kind])) + ", " + std::string(name_of(search));
}

constexpr std::size_t fast = all_volume_kinds.size() - 1;

/// Every kind and search gives the same answer, which is true.
Distance expect_exact_by_all(const Measured& m) {
  const PlacedMeshes& scene = m.scene;
  const DistanceOptions smallest{.smallest_touching = true};
  const Distance exact = m.by(fast, smallest);
  expect_exact(exact, m, scene.name);
  expect_exact(m.by(fast), m, scene.name + ", one that touches");
  EXPECT_EQ(touches(m.a[fast], scene.at_a, m.b[fast], scene.at_b), m.truth.touching) << scene.name;
  for (Simd simd : available_simd())
    expect_same_answer(m.by(fast, {.smallest_touching = true, .simd = simd}), exact,
                       scene.name + ", " + std::string(name_of(simd)));
  for (std::size_t kind = 0; kind < binary_volume_kinds.size(); ++kind)
    for (Search search : all_searches)
      expect_same_answer(m.by(kind, smallest, {.search = search}), exact, scene.name + name_of_search(kind, search));
  return exact;
}

/// Questions whose answers may be wide, but never wrong.
std::vector<DistanceOptions> rough_questions(const TrueDistance& truth, const std::atomic<bool>& stop) {
  const double d = truth.distance.high;
  std::vector<DistanceOptions> questions;
  for (double relative : {1e-6, 0.1, 2.0}) questions.push_back({.relative_error = relative});
  for (double absolute : {1e-9 * truth.size, 0.1 * d}) questions.push_back({.absolute_error = absolute});
  questions.push_back({.relative_error = 0.1, .absolute_error = 0.05 * d});
  for (double known : {0.0, 0.5 * d, d, std::nextafter(d, 2 * d), 1.5 * d}) questions.push_back({.known_upper = known});
  for (std::uint64_t tests : {0u, 1u, 10u, 100u, 1000u}) questions.push_back({.budget = {.tests = tests}});
  questions.push_back({.relative_error = 0.01, .budget = {.tests = 50}});
  questions.push_back({.budget = {.seconds = 0}});
  questions.push_back({.budget = {.stop = &stop}});
  questions.push_back({.absolute_error = 0.01 * d, .known_upper = 2 * d, .budget = {.tests = 30}});
  return questions;
}

bool may_stop_early(const DistanceOptions& o) {
  return o.budget.tests != Budget::no_limit || o.budget.seconds == 0 || o.budget.stop;
}

std::string describe(const DistanceOptions& o) {
  return "relative " + std::to_string(o.relative_error) + ", absolute " + std::to_string(o.absolute_error) +
         ", known " + std::to_string(o.known_upper) + ", tests " + std::to_string(o.budget.tests) + ", seconds " +
         std::to_string(o.budget.seconds) + (o.budget.stop ? ", stopped" : "");
}

void expect_rough(const Distance& found, const DistanceOptions& o, const Measured& m, const std::string& what) {
  expect_bracket(found, m.truth, what);
  if (!may_stop_early(o)) {
    EXPECT_TRUE(found.complete) << what;
  }
  if (!found.complete || !std::isinf(o.known_upper)) return;
  if (o.relative_error > 0 || o.absolute_error > 0) {
    EXPECT_TRUE(is_within_error(found.lower, found.upper, o.relative_error, o.absolute_error)) << what;
  } else if (found.upper > 0) {
    EXPECT_LE(found.upper - found.lower, 0x1p-47 * (size_of_pair(m.scene, found) + found.upper)) << what;
  }
  if (m.truth.touching && o.absolute_error == 0) {
    EXPECT_EQ(found.upper, 0) << what;
  }
}

/// Each question goes to the fast engine on every instruction set and to two binary kinds, which take turns with the
/// searches.
void expect_true_when_rough(const Measured& m, std::size_t& turn) {
  const std::atomic<bool> stop = true;
  for (DistanceOptions options : rough_questions(m.truth, stop)) {
    for (int i = 0; i < 2; ++i, ++turn) {
      const std::size_t kind = turn % binary_volume_kinds.size();
      const Search search = all_searches[turn / binary_volume_kinds.size() % all_searches.size()];
      expect_rough(m.by(kind, options, {.search = search}), options, m,
                   m.scene.name + name_of_search(kind, search) + ": " + describe(options));
    }
    const std::string what = m.scene.name + ": " + describe(options);
    const Distance found = m.by(fast, options);
    expect_rough(found, options, m, what);
    // How far a search comes in some time is not for the instruction set to keep.
    if (options.budget.seconds == 0) continue;
    for (Simd simd : available_simd()) {
      options.simd = simd;
      expect_same_answer(m.by(fast, options), found, what + ", " + std::string(name_of(simd)));
    }
  }
}

void expect_same_in_batches(const std::vector<Measured>& all, const std::vector<Distance>& exact) {
  std::vector<PlacedPair> items;
  for (std::size_t i = 0; i < all.size(); ++i) {
    items.push_back({&all[i].a[fast].engine(), &all[i].b[fast].engine(), {all[i].scene.at_a, all[i].scene.at_b}});
  }
  for (int threads : {1, 2, 3, 0}) {
    const std::vector<Distance> batch = distance(items, {.smallest_touching = true, .threads = threads});
    ASSERT_EQ(batch.size(), items.size());
    for (std::size_t i = 0; i < batch.size(); ++i)
      expect_same_answer(batch[i], exact[i], all[i].scene.name + " on threads: " + std::to_string(threads));
  }
}

class DistancePairs : public testing::TestWithParam<int> {};

TEST_P(DistancePairs, AreAsFarApartAsTheyReallyAreForEveryKindAndSearchAndWhateverEndsIt) {
  std::size_t touching = 0, turn = 0;
  std::vector<Measured> all;
  std::vector<Distance> exact;
  for (const PlacedMeshes& scene : distance_scenes(scenes_per_part, 100 + GetParam())) {
    const Measured& m = all.emplace_back(scene);
    touching += m.truth.touching;
    exact.push_back(expect_exact_by_all(m));
    expect_true_when_rough(m, turn);
  }
  expect_same_in_batches(all, exact);
  EXPECT_GE(touching, all.size() / 6);
  EXPECT_LE(touching, all.size() / 2);
}
INSTANTIATE_TEST_SUITE_P(Distance, DistancePairs, testing::Range(0, parts_of_pairs));

// The oracle itself: double-double with its doubts against a hundred digits and CGAL, on pairs of single triangles.
TEST(TrueDistance, OfTwoTrianglesIsThatOfAHundredDigits) {
  for (const PairFamily& family : pair_families()) {
    if (family.name == "subnormals" || family.name == "scales 2^-290..2^290") continue;
    Random random(7);
    for (int i = 0; i < (sanitized ? 5 : 60); ++i) {
      const TrianglePair pair = family.next(random);
      const PlacedMeshes scene{family.name,
                               {{pair.a[0], pair.a[1], pair.a[2]}, {{0, 1, 2}}, {}},
                               {{pair.b[0], pair.b[1], pair.b[2]}, {{0, 1, 2}}, {}},
                               pair.at_a,
                               pair.at_b};
      const TrueDistance found = true_distance(scene);
      ASSERT_EQ(found.touching, cgal_touch(pair.a, pair.at_a, pair.b, pair.at_b)) << family.name << describe(pair);
      if (found.touching) continue;
      const TwoDoubles truth = DistanceOracle(pair).distance_in_parts();
      EXPECT_LE(std::abs((found.distance - truth).high), found.error) << family.name << describe(pair);
    }
  }
}

}  // namespace

}  // namespace abut::any
