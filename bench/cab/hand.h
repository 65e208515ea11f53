#pragma once

#include "cab/motion.h"
#include <abut/classic_figure.h>

#include <array>

namespace abut::bench::cab {

/// A hand of sixteen links, a palm and five fingers of three, with a ball and a table: the figures of Table 5.
std::vector<std::vector<classic::figure::Link>> hand_ball_table();
/// All pairs but the 72 that are asked about: every link of the hand against ball and table (32), those of neighbouring
/// fingers against each other (36), the thumb's tip against the tips of the last three fingers (3), ball and table (1).
std::vector<classic::figure::LinkPair> pairs_not_asked_of_hand();

/// How the hand holds its fingers and where it and the ball are: what a frame of the motion is told by.
struct HandPose {
  Vec3 wrist;
  std::array<double, 5> curls;  ///< of the thumb and the fingers, in radians over their three joints
  Vec3 ball;
  double ball_turn;  ///< about y, in radians
};
/// Appends where the links of the hand, the ball and the table stand.
void place(const HandPose& pose, std::vector<Placement>& links);

/// The hand flicks the ball over the table, again and again, each time a little differently.
class FlickingHand {
 public:
  explicit FlickingHand(std::uint64_t seed);
  /// After one more frame.
  HandPose next();

 private:
  int frame_ = 0;
  std::vector<Driven> tremors_;
  Driven sway_x_, sway_y_, sway_z_;
};

}  // namespace abut::bench::cab
