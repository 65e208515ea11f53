#include "cab/hand_motion.h"
#include "cab/phases.h"
#include "export.h"
#include <abut/collide.h>
#include <abut/error.h>
#include <abut/load.h>

#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace abut::bench::cab {

namespace {

using classic::figure::all_ways;
using classic::figure::contacts;
using classic::figure::Contacts;
using classic::figure::Way;

class Folder {
 public:
  explicit Folder(const char* name)
      : path(std::filesystem::path(testing::TempDir()) / (name + std::to_string(getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  const std::filesystem::path path;
};

}  // namespace

// About as many pairs touch as in the paper: 214, 354, 73, 9528 and 764.
TEST(ArticulatedPaper, MotionsTouchAsOftenAsThePapers) {
  const std::vector<Recording> recordings = all_recordings(10000);
  const std::size_t pairs[] = {120, 120, 120, 120, 72}, frames[] = {10000, 10000, 10000, 10000, 4001};
  const std::size_t touching[] = {222, 342, 67, 9496, 764};
  ASSERT_EQ(recordings.size(), 5u);
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    EXPECT_EQ(recordings[i].figures.pairs(), pairs[i]) << recordings[i].name;
    EXPECT_EQ(recordings[i].count(), frames[i]) << recordings[i].name;
    std::size_t found = 0;
    for (const Contacts& frame : contacts(recordings[i].figures, recordings[i].frames, Way::cab, 0))
      found += frame.touching.size();
    // The motions are the same on every machine, and so is this.
    EXPECT_EQ(found, touching[i]) << recordings[i].name;
  }
}

// The file that comes with abut is what the table is made of, and what a flicking hand gives anew, digit by digit.
TEST(ArticulatedPaper, TheRecordedHandIsThatOfItsFileAndCanBeMadeAnew) {
  std::ifstream file(ABUT_HAND_MOTION);
  std::ostringstream content;
  content << file.rdbuf();
  const std::string text = content.str();
  EXPECT_TRUE(text == recorded_hand_motion());
  EXPECT_TRUE(text == hand_motion_text(flicking_hand_poses()));

  const Recording recording = table5(4001);
  ASSERT_EQ(recording.count(), 4001u);
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  for (std::size_t frame = 0; frame < recording.count(); ++frame) {
    ASSERT_TRUE(std::getline(lines, line));
    double number[12];
    std::istringstream row(line);
    for (double& each : number) row >> each, row.ignore();
    EXPECT_EQ(recording.frame(frame)[0].shift, (Vec3{number[0], number[1], number[2]})) << frame;
    EXPECT_EQ(recording.frame(frame)[16].shift, (Vec3{number[8], number[9], number[10]})) << frame;
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(ArticulatedPaper, AMotionWithAnotherLineIsRefused) {
  const std::string text = hand_motion_text({});
  EXPECT_TRUE(poses_of(text).empty());
  EXPECT_EQ(poses_of(text + "1,2,3,4,5,6,7,8,9,10,11,12\n").at(0).ball_turn, 12);
  for (const char* bad :
       {"1,2,3", "1,2,3,4,5,6,7,8,9,10,11,", "1,2,3,4,5,6,7,8,9,10,11,12,13", "a,2,3,4,5,6,7,8,9,10,11,12"})
    EXPECT_THROW(poses_of(text + bad + "\n"), Error) << bad;
  EXPECT_THROW(poses_of("frame\n"), Error);
}

TEST(ArticulatedPaper, EveryWayFindsTheSameAndObbAndCabTestTheSame) {
  for (const Recording& recording : all_recordings(300)) {
    std::map<Way, Cost> costs;
    for (Way way : all_ways) costs[way] = play(recording, way, 1);
    std::uint64_t touching = 0;
    for (std::size_t frame = 0; frame < recording.count(); ++frame)
      for (std::uint32_t a = 0; a < recording.links(); ++a)
        for (std::uint32_t b = a + 1; b < recording.links(); ++b)
          touching +=
              recording.figures.asks(a, b) && touches(recording.figures.links()[a].model, recording.frame(frame)[a],
                                                      recording.figures.links()[b].model, recording.frame(frame)[b]);
    for (Way way : all_ways) EXPECT_EQ(costs[way].touching, touching) << recording.name << ", " << name_of(way);
    EXPECT_EQ(costs[Way::brute].tested, recording.figures.pairs() * recording.count());
    EXPECT_EQ(costs[Way::covariance].tested, costs[Way::cab].tested) << recording.name;
    EXPECT_EQ(costs[Way::aabb_corners].tested, costs[Way::aabb_partial].tested) << recording.name;
    EXPECT_LE(costs[Way::aabb_vertices].tested, costs[Way::aabb_corners].tested) << recording.name;
    EXPECT_EQ(costs[Way::cab].boxes_fitted, recording.figures.nodes().size() * recording.count());
  }
}

// The box around two links of a chain of boxes is at best as small as the best along the joint's axis, and covariance
// and major axis agree where the limb is straight.
TEST(ArticulatedPaper, VolumesOverTheAngleAreAtLeastTheBest) {
  const Folder out("cab_angles");
  for (const Experiment& each : all_experiments())
    if (each.group == "cab" && each.name == "angles") each.run({.out = out.path});
  std::ifstream file(out.path / "angles.csv");
  std::string line;
  std::getline(file, line);
  ASSERT_EQ(line, "ratio,degrees,cab,footnote,covariance,best");
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    std::istringstream text(line);
    double value[6];
    for (double& v : value) {
      text >> v;
      text.ignore();
    }
    for (int column : {2, 3, 4}) {
      EXPECT_GE(value[column], 0.999 * value[5]) << line;
      EXPECT_LE(value[column], 3 * value[5]) << line;
    }
    if (value[1] == 180) {
      EXPECT_NEAR(value[2], value[5], 1e-3 * value[5]);
    }
    if (value[1] > 60) {
      EXPECT_EQ(value[2], value[3]) << "the footnote is about acute angles: " << line;
    }
  }
  EXPECT_EQ(rows, 2 * 91);
}

TEST(ArticulatedPaper, RecordingsAreExportedWithTheirContacts) {
  const Folder out("cab_export");
  Exporter exporter(out.path, 1, 3000);
  std::vector<Experiment> tables;
  for (const Experiment& each : all_experiments())
    if (each.group == "cab" && each.name == "tables") tables.push_back(each);
  export_experiments(tables, exporter);
  const std::string& readme = exporter.readme();
  for (const auto& entry : std::filesystem::directory_iterator(out.path))
    EXPECT_TRUE(readme.find(entry.path().filename().string()) != std::string::npos ||
                entry.path().filename() == "README.txt")
        << entry.path();
  // The braid again, from its files alone.
  const Model link(load((out.path / "link_6_to_1.stl").string()));
  std::ifstream file(out.path / "figures_table4.frames");
  std::vector<Placement> at;
  std::string promised;
  int frames = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# touching:")) promised = line, at.clear(), ++frames;
    if (line.starts_with("#")) continue;
    std::istringstream text(line);
    std::size_t frame, number;
    std::array<double, 12> rows;
    text >> frame >> number;
    for (double& value : rows) text >> value;
    ASSERT_EQ(number, at.size());
    at.push_back(Placement::from_rows(rows));
    if (at.size() < 16 || frame % 10 != 0) continue;
    std::string found = "# touching:";
    for (int a = 0; a < 16; ++a)
      for (int b = a + 1; b < 16; ++b)
        if (touches(link, at[static_cast<std::size_t>(a)], link, at[static_cast<std::size_t>(b)]))
          found.append(" ").append(std::to_string(a)).append("-").append(std::to_string(b));
    EXPECT_EQ(found, promised) << frame;
  }
  EXPECT_EQ(frames, 3000);
}

}  // namespace abut::bench::cab
