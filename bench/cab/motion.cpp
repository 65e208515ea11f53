#include "cab/motion.h"

#include "math/sine.h"

namespace abut::bench::cab {

namespace {

Vec3 unit(const Vec3& v) { return v * (1 / length(v)); }

}  // namespace

// A spring with a period of some 260 frames, damped to a half of the critical, pushed for 20 to 80 frames at a time.
double Driven::next() {
  constexpr double stiffness = 0.0006, damping = 0.024;
  if (frames_left_-- == 0) {
    push_ = random_.between(-2, 2) * amplitude_ * stiffness;
    frames_left_ = 20 + static_cast<int>(random_.below(60));
  }
  speed_ += push_ - stiffness * value_ - damping * speed_;
  return value_ += speed_;
}

void place_along(std::span<const Vec3> joints, const Vec3& up, std::vector<Placement>& links) {
  Vec3 side = up;
  for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
    const Vec3 x = unit(joints[i + 1] - joints[i]);
    // Twice, so that the turn is orthonormal to a few units in the last place.
    Vec3 z = unit(side - x * dot(x, side));
    z = unit(z - x * dot(x, z));
    links.push_back({Matrix3::from_columns(x, cross(z, x), z), joints[i]});
    side = z;
  }
}

HangingChain::HangingChain(const Vec3& top, const Vec3& rest, int links, double bend, double root_bend,
                           std::uint64_t seed)
    : top_(top), rest_(unit(rest)) {
  for (int i = 0; i < links; ++i) {
    const double most = i == 0 ? root_bend : bend;
    across_.emplace_back(most, seed * 1000 + 2 * static_cast<std::uint64_t>(i));
    along_.emplace_back(most, seed * 1000 + 2 * static_cast<std::uint64_t>(i) + 1);
  }
}

void HangingChain::next(std::vector<Placement>& links) {
  std::vector<Vec3> joints{top_};
  Vec3 down = rest_, side = unit(Vec3{1, 0, 0} - down * down.x);
  for (std::size_t i = 0; i < across_.size(); ++i) {
    const Vec3 other = cross(down, side);
    const double p = across_[i].next(), q = along_[i].next();
    down = unit(down + side * p + other * q);
    side = unit(side - down * dot(down, side));
    joints.push_back(joints.back() + down);
  }
  place_along(joints, {1, 0, 0}, links);
}

Braid::Braid(int links, double radius, double wobble, double wide_for_frames, std::uint64_t seed)
    : radius_(radius),
      wide_for_(wide_for_frames),
      twist_(0.15, seed * 1000),
      tilt_x_(0.05, seed * 1000 + 1),
      tilt_y_(0.05, seed * 1000 + 2) {
  for (int chain : {0, 1})
    for (int i = 0; i <= links; ++i)
      wobbles_[chain].emplace_back(
          wobble, seed * 1000 + 10 + 100 * static_cast<std::uint64_t>(chain) + static_cast<std::uint64_t>(i));
}

// Joints on two helices half a turn apart. Each is as far below the one before as makes the link between them 1 long.
void Braid::next(std::vector<Placement>& links) {
  const double wide = wide_for_ / (wide_for_ + frame_ * frame_ / wide_for_);
  frame_ += 1;
  const double step = 0.7 + twist_.next();
  const Placement tilt = Placement::rotation(1, tilt_x_.next(), tilt_y_.next(), 0);
  for (int chain : {0, 1}) {
    std::vector<Vec3> joints;
    double height = 0, before_x = 0, before_y = 0;
    for (std::size_t i = 0; i < wobbles_[chain].size(); ++i) {
      const double radius = radius_ + 0.25 * wide + wobbles_[chain][i].next();
      const SineCosine turn = sine_and_cosine(step * static_cast<double>(i) + (chain == 0 ? 0 : 3.140625));
      const double x = radius * turn.cosine, y = radius * turn.sine;
      if (i > 0) height -= std::sqrt(1 - (x - before_x) * (x - before_x) - (y - before_y) * (y - before_y));
      joints.push_back(tilt.linear * Vec3{x, y, height});
      before_x = x, before_y = y;
    }
    place_along(joints, tilt.linear * Vec3{1, 0, 0}, links);
  }
}

}  // namespace abut::bench::cab
