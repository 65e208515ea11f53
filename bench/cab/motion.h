#pragma once

#include "math/random.h"
#include <abut/placement.h>

#include <vector>

/// Motions of chains, the same on every machine: sums, products, roots and our own sines alone.
namespace abut::bench::cab {

/// A quantity on a damped spring that random pushes drive: smooth, about 0, mostly within its amplitude.
class Driven {
 public:
  Driven(double amplitude, std::uint64_t seed) : amplitude_(amplitude), random_(seed) {}
  /// The value after one more frame.
  double next();

 private:
  double amplitude_;
  Random random_;
  double value_ = 0, speed_ = 0, push_ = 0;
  int frames_left_ = 0;
};

/// Links that follow joints[0], joints[1], ..., each from a joint along +x towards the next one; from link to link they
/// twist as little as can be. `up` is a direction that the first link is not along.
void place_along(std::span<const Vec3> joints, const Vec3& up, std::vector<Placement>& links);

/// A chain that hangs from a joint at `top` and whose joints are all driven.
class HangingChain {
 public:
  /// `bend` is the tangent of the angle by which a joint mostly turns at most, along either of two axes; at rest the
  /// chain hangs along `rest`.
  HangingChain(const Vec3& top, const Vec3& rest, int links, double bend, double root_bend, std::uint64_t seed);
  /// Appends where the links stand after one more frame.
  void next(std::vector<Placement>& links);

 private:
  Vec3 top_, rest_;
  std::vector<Driven> across_, along_;  // two for each joint
};

/// Two chains that wind around each other: at first loosely, then tightly, in close contact to the end.
class Braid {
 public:
  /// `radius` is that of the tight braid's joints about its middle line; they wobble by up to `wobble` about it.
  Braid(int links, double radius, double wobble, double wide_for_frames, std::uint64_t seed);
  /// Appends where the links of the first chain stand after one more frame, then those of the second.
  void next(std::vector<Placement>& links);

 private:
  double radius_, wide_for_;
  double frame_ = 0;
  Driven twist_, tilt_x_, tilt_y_;
  std::vector<Driven> wobbles_[2];  // of both chains' joints
};

}  // namespace abut::bench::cab
