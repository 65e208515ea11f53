#include "export.h"

#include <abut/classic.h>
#include <abut/error.h>
#include <abut/load.h>

#include <algorithm>
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
    folder /= std::filesystem::path("made") / "on the way";
    Exporter whole(folder, 1);
    export_experiments(named({"fig7", "table3", "scenarios"}), whole);
    // The others have too many queries to ask all of them here.
    Exporter some(folder / "some", 1, 60);
    export_experiments(all_experiments(), some);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder.parent_path().parent_path()); }

  /// The experiments of obbtree and pqp by their names.
  static std::vector<Experiment> named(std::initializer_list<std::string_view> names) {
    std::vector<Experiment> result;
    for (const Experiment& experiment : all_experiments())
      if ((experiment.group == "obbtree" || experiment.group == "pqp") &&
          std::find(names.begin(), names.end(), experiment.name) != names.end())
        result.push_back(experiment);
    return result;
  }

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

TEST_F(Export, GivesSpheresThatDoNotTouchAtAllGaps) {
  std::size_t gaps = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "some")) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("fig5_gap_") || !name.ends_with(".poses")) continue;
    ++gaps;
    const std::string gap = name.substr(9, name.size() - 9 - 6);
    EXPECT_EQ(repeat("some/sphere.stl", "some/sphere_grown_by_" + gap + ".stl", "some/" + name, 1), 0u);
  }
  EXPECT_EQ(gaps, 51u);
  EXPECT_EQ(repeat("some/sphere_32000.stl", "some/sphere_32000.stl", "some/fig6_32000.poses", 60), 0u);
}

TEST_F(Export, GivesThePlacementsOfTheOtherPapers) {
  EXPECT_GT(repeat("some/solid_torus.stl", "some/solid_torus.stl", "some/solid_torus.poses", 60), 0u);
  EXPECT_GT(repeat("some/solid_teapot_tear_0.1.stl", "some/solid_teapot_tear_0.1.stl",
                   "some/solid_teapot_tear_0.1.poses", 60),
            0u);
  EXPECT_EQ(repeat("some/swept_spheres_fig4_rows.stl", "some/swept_spheres_fig4_rows.stl",
                   "some/swept_spheres_fig4_rows.poses", 9),
            0u);
  EXPECT_GT(repeat("some/game_sub.stl", "some/game_terrain.stl", "some/game_sub-terrain.poses", 60), 0u);
  for (const char* file : {"table2_query.boxes", "swept_spheres_rectangles.pairs", "game_bullet-sub.shots",
                           "game_sub-terrain.meetings", "figures_table1.frames"})
    EXPECT_TRUE(std::filesystem::exists(folder / "some" / file)) << file;
}

TEST_F(Export, HasAWordAboutEveryExperimentOfThePapers) {
  std::vector<std::string> exported, listed;
  for (const ExperimentExport& each : all_exports()) {
    exported.push_back(std::string(each.group) + "/" + std::string(each.name));
    EXPECT_NE(each.write == nullptr, each.why_nothing == nullptr) << exported.back();
  }
  for (const Experiment& each : all_experiments())
    if (each.group != "peers" && each.group != "engine")
      listed.push_back(std::string(each.group) + "/" + std::string(each.name));
  EXPECT_EQ(exported, listed);
}

// Table 3 of the SOLID paper asks what Tables 1 and 2 ask: chosen alone it has the same files, and both have them once.
TEST_F(Export, WritesTheFilesThatExperimentsShareForWhicheverIsChosen) {
  const auto exported = [](std::string_view chosen) {
    Exporter exporter(folder / "shared" / chosen, 1, 2);
    std::vector<Experiment> experiments;
    for (const Experiment& each : all_experiments())
      if (each.group == "solid" && (each.name == chosen || (chosen == "both" && each.name.starts_with("table"))))
        experiments.push_back(each);
    export_experiments(experiments, exporter);
    return exporter.readme();
  };
  const std::string alone = exported("table3"), both = exported("both");
  EXPECT_TRUE(std::filesystem::exists(folder / "shared" / "table3" / "solid_torus.poses"));
  EXPECT_NE(both.find("Its files are those of solid/table1_2, above."), std::string::npos);
  EXPECT_EQ(both.find("solid_torus.poses"), both.rfind("solid_torus.poses"));
}

TEST_F(Export, IsOfThePapersOnly) {
  Exporter exporter(folder / "none", 1);
  std::vector<Experiment> of_peers;
  for (const Experiment& each : all_experiments())
    if (each.group == "peers") of_peers.push_back(each);
  EXPECT_THROW(export_experiments(of_peers, exporter), Error);
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
    if (entry.is_directory()) continue;
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "README.txt" || text.find(name) != std::string::npos) << name;
  }
  EXPECT_NE(text.find("contacts in all: 18813\n"), std::string::npos);
}

TEST_F(Export, SaysWhenItCannotWrite) { EXPECT_THROW(Exporter(folder / "README.txt", 1), Error); }

}  // namespace
}  // namespace abut::bench
