#include "obbtree/export.h"

#include <abut/classic.h>
#include <abut/error.h>
#include <abut/load.h>

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace abut::bench {
namespace {

/// A query of a poses file, read as the file's own header explains it.
struct Query {
  PlacementPair at;
  std::size_t contacts = 0;
  double distance = -1;  ///< when the file gives one
};

std::vector<Query> queries_of(const std::filesystem::path& poses) {
  std::vector<Query> result;
  std::ifstream file(poses);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream stream(line);
    std::array<double, 24> values{};
    for (double& value : values) stream >> value;
    std::string hash, word;
    Query query{
        {Placement::from_rows(std::span(values).first<12>()), Placement::from_rows(std::span(values).last<12>())}};
    stream >> hash >> word >> query.contacts;
    EXPECT_TRUE(stream && hash == "#" && word == "contacts:") << poses << ": " << line;
    if (stream >> word) stream >> query.distance;
    result.push_back(query);
  }
  return result;
}

class Export : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder = std::filesystem::path(testing::TempDir()) / ("abut_exported_scenarios_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder);
    export_scenarios(folder / "made" / "on the way", 1);
    folder /= std::filesystem::path("made") / "on the way";
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder.parent_path().parent_path()); }

  /// Answers about `most` of the queries from the files alone; returns how many contacts the file promises in all.
  static std::size_t repeat(const std::string& a, const std::string& b, const std::string& poses, std::size_t count,
                            std::size_t most = 40) {
    const std::vector<Query> queries = queries_of(folder / poses);
    EXPECT_EQ(queries.size(), count) << poses;
    const classic::ModelOptions options{.volume = classic::VolumeKind::aabb};
    const classic::Model model_a(load(folder / a), options), model_b(load(folder / b), options);
    std::size_t promised = 0, next_quiet = 0, repeated = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      promised += queries[i].contacts;
      // Some with contacts, some without.
      if (repeated == most || (queries[i].contacts == 0 && i < next_quiet)) continue;
      next_quiet = i + queries.size() / 10;
      ++repeated;
      EXPECT_EQ(collide(model_a, queries[i].at.a, model_b, queries[i].at.b).pairs.size(), queries[i].contacts)
          << poses << ", query " << i;
    }
    return promised;
  }

  static inline std::filesystem::path folder;
};

TEST_F(Export, GivesSpheresThatDoNotTouch) {
  for (const char* gap : {"1", "0.1", "0.01", "0.001", "0.0001"}) {
    const std::string name = gap;
    EXPECT_EQ(repeat("sphere.stl", "sphere_grown_by_" + name + ".stl", "fig5_gap_" + name + ".poses", 1), 0u);
  }
  EXPECT_EQ(repeat("sphere.stl", "sphere.stl", "fig6.poses", 8 * 51), 0u);
}

TEST_F(Export, GivesTheContactsOfTheTorpedo) { EXPECT_GT(repeat("torpedo.stl", "pivot.stl", "fig7.poses", 1), 100u); }

TEST_F(Export, GivesTheContactsOfBothSimulations) {
  // The paths are the same on every machine, and so are their contacts (the paper's had 23905 and 2266).
  EXPECT_EQ(repeat("small_pipes.stl", "pipes.stl", "table3_pipes.poses", 4008), 18813u);
  EXPECT_EQ(repeat("wrinkled_torus.stl", "toothed_landscape.stl", "table3_torus.poses", 1298), 2062u);
}

TEST_F(Export, GivesTheApplicationsOfTheSweptSpherePaper) {
  EXPECT_EQ(repeat("coarse_piston.stl", "coarse_block.stl", "swept_spheres_engine.poses", 240), 0u);
  EXPECT_GT(repeat("warped_torus.stl", "lumpy_torus.stl", "swept_spheres_tori.poses", 1000), 0u);
  EXPECT_EQ(repeat("ring.stl", "ring.stl", "swept_spheres_rings.poses", 9000), 0u);
}

TEST_F(Export, GivesTheDistancesOfTheFallingTori) {
  const classic::ModelOptions options{.volume = classic::VolumeKind::rss};
  const classic::Model small(load(folder / "warped_torus.stl"), options),
      large(load(folder / "lumpy_torus.stl"), options);
  const std::vector<Query> queries = queries_of(folder / "swept_spheres_tori.poses");
  for (std::size_t i = 0; i < queries.size(); i += 50)
    EXPECT_EQ(distance(small, queries[i].at.a, large, queries[i].at.b).upper, queries[i].distance) << i;
}

TEST_F(Export, ExplainsItsFiles) {
  std::ifstream file(folder / "README.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "README.txt" || text.find(name) != std::string::npos) << name;
  }
  EXPECT_NE(text.find("contacts in all: 18813\n"), std::string::npos);
}

TEST_F(Export, SaysWhenItCannotWrite) { EXPECT_THROW(export_scenarios(folder / "README.txt", 1), Error); }

}  // namespace
}  // namespace abut::bench
