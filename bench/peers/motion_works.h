#pragma once

#include <abut/first_contact.h>

#include <string>
#include <vector>

namespace abut::bench::peers {

/// Two models and motions of the first, from clear placements; the second stays at the origin.
struct MotionWork {
  std::string name;
  Mesh a, b;
  struct Ends {
    Placement from, to;
  };
  std::vector<Ends> motions;
};

/// Two scans, and two tori, with about so many triangles each, under random screws of up to half a turn. About half of
/// the motions lead past the other model.
std::vector<MotionWork> random_screws(int triangles, int motions);

/// One body that turns in another without touching it.
struct Fit {
  std::string name;
  Mesh inner, outer;
  Motion motion;  ///< of the inner one
};

/// A shaft that makes a turn in its bearing, and a bolt that makes one in its nut, advancing with the thread. They stay
/// a thousandth of their size apart, but for what their sides take from it.
std::vector<Fit> close_fits(int sides);

}  // namespace abut::bench::peers
