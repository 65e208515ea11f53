#include "experiment.h"

#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

namespace abut::bench {

namespace {

/// Runs an experiment of the game paper and reads one of its tables: by the first cell of a row, then by column.
std::map<std::string, std::map<std::string, std::string>> table_of(const std::string& experiment,
                                                                   const std::string& file) {
  const std::filesystem::path out = std::filesystem::path(testing::TempDir()) / "game_tables";
  std::filesystem::create_directories(out);
  for (const Experiment& each : all_experiments())
    if (each.group == "game" && each.name == experiment) each.run({.out = out});
  std::ifstream in(out / file);
  const auto cells = [](const std::string& line) {
    std::vector<std::string> result;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) result.push_back(cell);
    return result;
  };
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> head = cells(line);
  std::map<std::string, std::map<std::string, std::string>> result;
  while (std::getline(in, line)) {
    const std::vector<std::string> row = cells(line);
    for (std::size_t i = 0; i < row.size(); ++i)
      if (!result[row[0]].contains(head[i])) result[row[0]][head[i]] = row[i];
  }
  std::filesystem::remove_all(out);
  return result;
}

}  // namespace

TEST(GamePaper, TheWorstBoxAroundACubeIs125Over27AndItsSphereAnEighthOfWhatIsPrinted) {
  const auto cube = table_of("volumes", "volumes.csv").at("1");
  EXPECT_NEAR(std::stod(cube.at("aabb")), 125.0 / 27, 1e-6);
  EXPECT_NEAR(std::stod(cube.at("paper_sphere")) / std::stod(cube.at("sphere")), 8, 1e-9);
  EXPECT_NEAR(std::stod(cube.at("paper_aabb")), 1, 1e-12);
}

TEST(GamePaper, TheSubmarinesTreeIsNoLargerThanThePapersSum) {
  const auto memory = table_of("memory", "memory.csv");
  EXPECT_EQ(memory.at("total").at("paper_corrected"), "152784");
  EXPECT_EQ(memory.at("all buckets").at("paper_corrected"), "7840");
  EXPECT_LE(std::stoi(memory.at("total").at("double")), 152784);
}

TEST(GamePaper, TheOrientedBoxesTestHas81Multiplications) {
  const auto operations = table_of("operations", "operations.csv");
  EXPECT_EQ(operations.at("multiply").at("obb"), "81");
  EXPECT_EQ(operations.at("multiply").at("sphere"), operations.at("multiply").at("paper_sphere"));
  EXPECT_EQ(operations.at("compare").at("aabb"), "6");
}

}  // namespace abut::bench
