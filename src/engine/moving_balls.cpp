#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/moving_balls.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/moving_balls.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "math/lanes-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The lanes whose ball the point may reach. Nearest to the centre it is at part = -d.w / w.w, d and w seen from there.
template <class N>
HWY_INLINE std::uint32_t reached_in(const MovingBallPacket& balls, const float (&start)[3], const float (&way)[3]) {
  std::uint32_t reached = 0;
  for (int lane = 0; lane < MovingBallPacket::lanes; lane += N::lanes) {
    N d[3], w[3], across = N::all(0), square = N::all(0x1p-60f);
    for (int k = 0; k < 3; ++k) {
      d[k] = N::all(start[k]) - N::load(&balls.centre[k][lane]);
      w[k] = N::all(way[k]) - N::load(&balls.way[k][lane]);
      across = neg_mul_add(d[k], w[k], across);
      square = mul_add(w[k], w[k], square);
    }
    const N part = max(N::load(&balls.first[lane]), min(N::load(&balls.last[lane]), across / square));
    N nearest = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const N place = mul_add(part, w[k], d[k]);
      nearest = mul_add(place, place, nearest);
    }
    reached |= (nearest <= N::load(&balls.square[lane])).bits() << lane;
  }
  return reached;
}

template <class N>
void list_reached(std::span<const MovingBallPacket> groups, std::span<const MovingBallPacket> packets,
                  const float (&start)[3], const float (&way)[3], std::vector<std::uint32_t>& reached) {
  constexpr std::size_t lanes = MovingBallPacket::lanes;
  const auto place = [](std::size_t packet, std::uint32_t bits) {
    return packet * lanes + static_cast<std::size_t>(std::countr_zero(bits));
  };
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::uint32_t near = reached_in<N>(groups[i], start, way); near != 0; near &= near - 1) {
      const std::size_t packet = place(i, near);
      for (std::uint32_t rest = reached_in<N>(packets[packet], start, way); rest != 0; rest &= rest - 1)
        reached.push_back(static_cast<std::uint32_t>(place(packet, rest)));
    }
}

void list_reached_by_packets(std::span<const MovingBallPacket> groups, std::span<const MovingBallPacket> packets,
                             const float (&start)[3], const float (&way)[3], std::vector<std::uint32_t>& reached) {
  list_reached<Lanes<float, 8, true>>(groups, packets, start, way, reached);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(list_reached_by_packets);

namespace {

constexpr std::size_t lanes = MovingBallPacket::lanes;

/// A ball around some that move.
MovingBall around(std::span<const MovingBall> balls) {
  MovingBall all{{}, {}, 0, 1, 0};
  const double share = 1 / static_cast<double>(balls.size());
  for (const MovingBall& ball : balls) {
    all.centre += ball.centre * share, all.way += ball.way * share;
    all.first = std::min(all.first, ball.first), all.last = std::max(all.last, ball.last);
  }
  for (const MovingBall& ball : balls)
    all.radius = std::max(all.radius, length(ball.centre - all.centre) + length(ball.way - all.way) + ball.radius);
  return all;
}

}  // namespace

// Coordinates are within 1, rounded to float, and ways within 2: d is off by less than 2^-22, w too, so that the place
// at any part is off by less than 2^-20. The part is that of the rounded way's nearest place but for three roundings of
// d.w and what is added to w.w: the place it gives is farther away by less than 2^-20 |d| and 2^-20. Rounding of its
// square is below 2^-21 of it. All of that is below 2^-17, by which radii are enlarged.
std::vector<MovingBallPacket> MovingBalls::packed(std::span<const MovingBall> balls) const {
  std::vector<MovingBallPacket> packets((balls.size() + lanes - 1) / lanes);
  for (std::size_t i = 0; i < packets.size() * lanes; ++i) {
    MovingBallPacket& packet = packets[i / lanes];
    const std::size_t lane = i % lanes;
    const bool is_filled = i < balls.size();
    const MovingBall ball = is_filled ? balls[i] : MovingBall{middle_, {}, 0, 0, 1};
    const Vec3 centre = (ball.centre - middle_) * scale_, way = ball.way * scale_;
    for (int k = 0; k < 3; ++k) {
      packet.centre[k][lane] = static_cast<float>(centre[k]);
      packet.way[k][lane] = static_cast<float>(way[k]);
    }
    const double radius = ball.radius * scale_ + 0x1p-17;
    packet.square[lane] = is_filled ? static_cast<float>(radius * radius * (1 + 0x1p-17)) : -1.0f;
    packet.first[lane] = static_cast<float>(ball.first);
    packet.last[lane] = static_cast<float>(ball.last);
  }
  return packets;
}

MovingBalls::MovingBalls(std::span<const MovingBall> balls, const Bounds& points) : count_(balls.size()) {
  Bounds all = points;
  for (const MovingBall& ball : balls) all = {min(all.low, ball.centre), max(all.high, ball.centre)};
  middle_ = all.low * 0.5 + all.high * 0.5;
  double size = largest(max(all.high - middle_, middle_ - all.low));
  for (const MovingBall& ball : balls) size = std::max({size, largest(abs(ball.way)) / 2, ball.radius});
  // Squares of what is much larger or smaller may be lost: all balls are reached then.
  scale_ = size > 0x1p-400 && size < 0x1p400 ? 0.99 / size : 0;
  if (scale_ == 0) return;
  packets_ = packed(balls);
  std::vector<MovingBall> groups;
  for (std::size_t i = 0; i < balls.size(); i += lanes)
    groups.push_back(around(balls.subspan(i, std::min(lanes, balls.size() - i))));
  groups_ = packed(groups);
}

void MovingBalls::reached_from(const Vec3& start, const Vec3& way, Simd simd,
                               std::vector<std::uint32_t>& reached) const {
  reached.clear();
  if (scale_ == 0) {
    for (std::uint32_t i = 0; i < count_; ++i) reached.push_back(i);
    return;
  }
  const Vec3 s = (start - middle_) * scale_, w = way * scale_;
  const float from[3] = {static_cast<float>(s.x), static_cast<float>(s.y), static_cast<float>(s.z)};
  const float by[3] = {static_cast<float>(w.x), static_cast<float>(w.y), static_cast<float>(w.z)};
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::list_reached<HWY_NAMESPACE::One<float>>(groups_, packets_, from, by, reached);
  ABUT_VERSION_FOR(target, list_reached_by_packets)(groups_, packets_, from, by, reached);
}

}  // namespace abut
#endif
