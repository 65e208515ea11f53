#include "cab/recordings.h"

#include "cab/hand.h"
#include "cab/hand_motion.h"
#include "cab/links.h"
#include "cab/motion.h"

#include <algorithm>

namespace abut::bench::cab {

using classic::figure::Figures;
using classic::figure::Link;

namespace {

constexpr int chain_links = 8;

std::vector<Link> chain_of(const Model& model) {
  std::vector<Link> links;
  for (int i = 0; i < chain_links; ++i) links.push_back({model, i - 1, {}});
  return links;
}

Recording two_chains(std::string name, std::string title, std::string mesh_name, const Mesh& mesh) {
  const Model model(mesh);
  return {std::move(name),
          std::move(title),
          Figures({chain_of(model), chain_of(model)}),
          std::vector<std::string>(2 * chain_links, std::move(mesh_name)),
          {}};
}

/// How far apart two hanging chains are, how much their joints bend, and the seed: chosen so that about as many pairs
/// touch as in the paper.
struct Swing {
  double apart;
  Vec3 rest;
  double bend, root_bend;
  std::uint64_t seed;
};

void record(Recording& recording, const Swing& swing, std::size_t frames) {
  HangingChain left({-swing.apart / 2, 0, 0}, swing.rest, chain_links, swing.bend, swing.root_bend, swing.seed);
  HangingChain right({swing.apart / 2, 0, 0}, swing.rest, chain_links, swing.bend, swing.root_bend, swing.seed + 500);
  // They begin at rest; what is recorded begins when they swing.
  std::vector<Placement> before;
  for (int i = 0; i < 300; ++i) left.next(before), right.next(before);
  for (std::size_t i = 0; i < frames; ++i) left.next(recording.frames), right.next(recording.frames);
}

constexpr Swing swing_of_3_to_1{4.6, {0.05, 0.05, -1}, 0.19, 0.3, 3}, swing_of_6_to_1{2, {0.7, 0.7, -1}, 0.195, 0.3, 1},
    swing_of_dented{3.4, {0.7, 0.7, -1}, 0.195, 0.3, 6};

}  // namespace

Recording table1(std::size_t frames) {
  Recording recording = two_chains("table1", "16 convex links, ratio 3:1", "link_3_to_1", convex_link(3));
  record(recording, swing_of_3_to_1, frames);
  return recording;
}
Recording table2(std::size_t frames) {
  Recording recording = two_chains("table2", "16 convex links, ratio 6:1", "link_6_to_1", convex_link(6));
  record(recording, swing_of_6_to_1, frames);
  return recording;
}
Recording table3(std::size_t frames) {
  Recording recording = two_chains("table3", "16 non-convex links, ratio 6:1", "link_dented", dented_link(6));
  record(recording, swing_of_dented, frames);
  return recording;
}
Recording table4(std::size_t frames) {
  Recording recording = two_chains("table4", "16 convex links, braided, ratio 6:1", "link_6_to_1", convex_link(6));
  Braid braid(chain_links, 0.1158, 0.048, 500, 1);
  for (std::size_t i = 0; i < frames; ++i) braid.next(recording.frames);
  return recording;
}
Recording table5(std::size_t frames) {
  const auto figures = hand_ball_table();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < figures[0].size(); ++i) names.push_back("hand_" + std::to_string(i));
  names.insert(names.end(), {"ball", "table"});
  Recording recording{"table5",
                      "an articulated hand with a ball and a table",
                      Figures(figures, pairs_not_asked_of_hand()),
                      std::move(names),
                      {}};
  const std::vector<HandPose> poses = poses_of(recorded_hand_motion());
  for (std::size_t i = 0; i < std::min(frames, poses.size()); ++i) place(poses[i], recording.frames);
  return recording;
}

std::vector<Recording> all_recordings(std::size_t at_most) {
  const std::size_t frames = std::min<std::size_t>(at_most, 10000), of_hand = std::min<std::size_t>(at_most, 4001);
  return {table1(frames), table2(frames), table3(frames), table4(frames), table5(of_hand)};
}

}  // namespace abut::bench::cab
