#include "cab/hand_motion.h"

#include <abut/error.h>

#include <charconv>

namespace abut::bench::cab {

namespace {

constexpr std::string_view columns =
    "wrist_x,wrist_y,wrist_z,thumb,index,middle,ring,little,ball_x,ball_y,ball_z,ball_turn";
constexpr std::size_t column_count = 12, paper_frames = 4001;

using Row = std::array<double, column_count>;

Row row_of(const HandPose& pose) {
  const auto& [w, c, b, turn] = pose;
  return {w.x, w.y, w.z, c[0], c[1], c[2], c[3], c[4], b.x, b.y, b.z, turn};
}

HandPose pose_of(const Row& r) {
  return {{r[0], r[1], r[2]}, {r[3], r[4], r[5], r[6], r[7]}, {r[8], r[9], r[10]}, r[11]};
}

Row numbers_in(std::string_view line) {
  Row row;
  const char *at = line.data(), *end = at + line.size();
  for (std::size_t i = 0; i < column_count; ++i) {
    if (i > 0 && (at == end || *at++ != ','))
      throw Error("a frame of the hand has too few numbers: " + std::string(line));
    const auto [next, error] = std::from_chars(at, end, row[i]);
    if (error != std::errc()) throw Error("a frame of the hand has a column without a number: " + std::string(line));
    at = next;
  }
  if (at != end) throw Error("a frame of the hand has something after its numbers: " + std::string(line));
  return row;
}

}  // namespace

std::string hand_motion_text(std::span<const HandPose> poses) {
  std::string text(columns);
  text += '\n';
  for (const HandPose& pose : poses) {
    char separator = 0;
    for (const double number : row_of(pose)) {
      char digits[64];
      const auto written = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed, 6);
      if (separator != 0) text += separator;
      text.append(digits, written.ptr);
      separator = ',';
    }
    text += '\n';
  }
  return text;
}

std::vector<HandPose> poses_of(std::string_view text) {
  std::vector<HandPose> poses;
  bool is_first = true;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!is_first) poses.push_back(pose_of(numbers_in(line)));
    if (is_first && line != columns)
      throw Error("the motion of the hand begins with other columns: " + std::string(line));
    is_first = false;
  }
  return poses;
}

std::vector<HandPose> flicking_hand_poses() {
  FlickingHand hand(1);
  std::vector<HandPose> poses;
  for (std::size_t i = 0; i < paper_frames; ++i) poses.push_back(hand.next());
  return poses;
}

}  // namespace abut::bench::cab
