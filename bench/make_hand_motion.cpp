// Writes the motion of the hand of Table 5 that comes with abut: make_hand_motion > bench/cab/hand_motion.csv.

#include "cab/hand_motion.h"

#include <cstdio>

int main() {
  const std::string text = abut::bench::cab::hand_motion_text(abut::bench::cab::flicking_hand_poses());
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
