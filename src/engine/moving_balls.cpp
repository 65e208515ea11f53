#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/moving_balls.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/moving_balls.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "math/lanes-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Looks at points, as many at a time as N has lanes; then at pairs of a point and a ball that it may reach.
template <class N>
class BallLook {
 public:
  BallLook(const MovingBalls::Table& table, const MovingPoints& points, std::vector<BallWindow>& windows)
      : table_(table), points_(points), windows_(windows) {}

  void run() {
    set_rows();
    for (std::size_t first = 0; first < points_.count; first += N::lanes) {
      std::int32_t sets[parts][6][N::lanes];
      find_sets(first, sets);
      const std::size_t end = std::min<std::size_t>(first + N::lanes, points_.count);
      for (std::size_t i = first; i < end; ++i) list_pairs(i, i - first, sets);
    }
    look_at_pairs();
  }

 private:
  using V = Vec3Of<N>;
  static constexpr int parts = 2;  // of a way: boxes around them are smaller
  static constexpr std::size_t most_pairs = 64;

  /// What pairs need of a point.
  struct alignas(64) PointRow {
    double start[3], way[3], sizes, none;
  };
  struct Pair {
    std::uint32_t point, ball;
  };

  void set_rows() {
    for (std::size_t i = 0; i < points_.count; ++i) {
      const Vec3 start{points_.rows[0][i], points_.rows[1][i], points_.rows[2][i]};
      const Vec3 way{points_.rows[3][i], points_.rows[4][i], points_.rows[5][i]};
      const double sizes = dot(abs(start), {1, 1, 1}) + dot(abs(way), {1, 1, 1});
      rows_[i] = {{start.x, start.y, start.z}, {way.x, way.y, way.z}, sizes, 0};
    }
  }

  /// Grows with a place that is given in bins. Where there is no extent, it is not a number.
  static HWY_INLINE N bin_of(const N& place) { return min(positive(place), N::all(MovingBalls::bins - 1)); }

  /// Where the sets of some bins begin, of points side by side.
  HWY_INLINE void store_set(int side, const N& bin, std::int32_t (&to)[6][N::lanes]) const {
    ((floor(bin) + N::all(side * static_cast<int>(MovingBalls::bins))) * N::all(static_cast<double>(table_.words)))
        .store_whole(to[side]);
  }

  /// For each part of a way and each axis: the sets for the bin where it ends, and for the one where it begins.
  HWY_INLINE void find_sets(std::size_t first, std::int32_t (&sets)[parts][6][N::lanes]) const {
    for (int axis = 0; axis < 3; ++axis) {
      const N scale = N::all(table_.scale[axis]), start = N::load(points_.rows[axis] + first),
              way = N::load(points_.rows[3 + axis] + first);
      const N place = (start - N::all(table_.low[axis])) * scale + N::all(MovingBalls::before),
              step = way * scale * N::all(1.0 / parts), far = N::all(0x1p40);
      // Rounding takes less than an eighth of a bin, unless the point comes from very far away.
      const auto is_sure = (abs(start) * scale < far) & (abs(step) < far);
      N from = bin_of(place);
      for (int i = 0; i < parts; ++i) {
        const N to = bin_of(place + step * N::all(i + 1));
        store_set(2 * axis, select(is_sure, max(from, to), N::all(MovingBalls::bins - 1)), sets[i]);
        store_set(2 * axis + 1, where(is_sure, min(from, to)), sets[i]);
        from = to;
      }
    }
  }

  HWY_INLINE void list_pairs(std::size_t point, std::size_t lane, const std::int32_t (&sets)[parts][6][N::lanes]) {
    const std::uint64_t* const all = table_.sets.data();
    const std::size_t words = table_.words;
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t any = 0;
      for (const auto& of : sets) {
        std::uint64_t beside = ~std::uint64_t{0};
        for (int side = 0; side < 6; ++side) beside &= all[static_cast<std::size_t>(of[side][lane]) + word];
        any |= beside;
      }
      for (; any != 0; any &= any - 1) {
        pairs_[pair_count_++] = {static_cast<std::uint32_t>(point),
                                 static_cast<std::uint32_t>(64 * word + std::countr_zero(any))};
        if (pair_count_ == most_pairs) look_at_pairs();
      }
    }
  }

  void look_at_pairs() {
    for (std::size_t first = 0; first < pair_count_; first += N::lanes) {
      const std::size_t count = std::min<std::size_t>(N::lanes, pair_count_ - first);
      look_at(pairs_ + first, count);
    }
    pair_count_ = 0;
  }

  // The point is at d + part w, seen from the centre, d and w off by less than 2^-46 of the sizes at hand. Nearest to
  // it it is at part = -d.w / w.w, and within the reach for no longer than the chord of a ball that much larger.
  HWY_INLINE void look_at(const Pair* pairs, std::size_t count) {
    const auto pair = [&](int lane) { return pairs[std::min(static_cast<std::size_t>(lane), count - 1)]; };
    N of_point[8], of_ball[8], window_begin, window_end;
    for (int k = 0; k < 8; k += 2) {
      N::load_two_columns([&](int i) HWY_ATTR { return rows_[pair(i).point].start + k; }, of_point[k], of_point[k + 1]);
      N::load_two_columns([&](int i) HWY_ATTR { return table_.rows[pair(i).ball].centre + k; }, of_ball[k],
                          of_ball[k + 1]);
    }
    N::load_two_columns([&](int i) HWY_ATTR { return &table_.times[pair(i).ball].begin; }, window_begin, window_end);
    const V d{of_point[0] - of_ball[0], of_point[1] - of_ball[1], of_point[2] - of_ball[2]};
    const V w{of_point[3] - of_ball[3], of_point[4] - of_ball[4], of_point[5] - of_ball[5]};
    const N unsure = N::all(0x1p-40) * (of_point[6] + of_ball[7]), reach = of_ball[6] + unsure, zero = N::all(0);
    const TimeSpan& during = table_.during;
    const N speed_square = dot(w, w), reach_square = reach * reach, speed = root(speed_square);
    const auto moves = (speed_square > unsure * unsure) & (speed_square > N::all(0x1p-900));
    const N part = -dot(d, w) / speed_square;
    const V nearest = d + w * part;
    const N square = dot(nearest, nearest), chord = reach_square - square;
    // What is not a number leaves the window as it is.
    const N around = (root(select(chord < zero, zero, chord)) * N::all(1 + 0x1p-20) + unsure) / speed + N::all(0x1p-40);
    const N duration = N::all(during.end - during.begin), start = N::all(during.begin),
            late = N::all(0x1p-50 * (std::abs(during.begin) + std::abs(during.end)));
    const N begin = start + (part - around) * duration - late, end = start + (part + around) * duration + late;
    window_begin = select(moves & (window_begin < begin), begin, window_begin);
    window_end = select(moves & (end < window_end), end, window_end);
    const N farthest = reach + speed;
    const auto is_away = select(moves, square, dot(d, d)) > select(moves, reach_square, farthest * farthest);
    std::uint32_t kept = ~(is_away | (moves & (window_begin > window_end))).bits() & ((1u << count) - 1);
    double begins[N::lanes], ends[N::lanes];
    window_begin.store(begins), window_end.store(ends);
    for (; kept != 0; kept &= kept - 1) {
      const int lane = std::countr_zero(kept);
      windows_.push_back({pairs[lane].point, pairs[lane].ball, begins[lane], ends[lane]});
    }
  }

  const MovingBalls::Table& table_;
  const MovingPoints& points_;
  std::vector<BallWindow>& windows_;
  PointRow rows_[MovingPoints::most];
  Pair pairs_[most_pairs];
  std::size_t pair_count_ = 0;
};

void look_by_packets(const MovingBalls::Table& table, const MovingPoints& points, std::vector<BallWindow>& windows) {
  BallLook<Lanes<double, 8>>(table, points, windows).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(look_by_packets);

namespace {

constexpr std::uint32_t bins = MovingBalls::bins;

std::uint32_t bin_of(double place) { return place > 0 ? static_cast<std::uint32_t>(std::min(place, bins - 1.0)) : 0; }

/// A ball's places are sums of three numbers, and parts of the time are rounded.
Bounds bounds_of(const MovingBall& ball, const TimeSpan& during) {
  const double over_duration = 1 / (during.end - during.begin);
  const auto part = [&](double time) { return std::clamp((time - during.begin) * over_duration, 0.0, 1.0); };
  const Vec3 from = ball.centre + ball.way * part(ball.during.begin),
             to = ball.centre + ball.way * part(ball.during.end);
  const Vec3 reach =
      (abs(ball.centre) + abs(ball.way)) * 0x1p-40 + Vec3{ball.radius, ball.radius, ball.radius} * (1 + 0x1p-40);
  return {min(from, to) - reach, max(from, to) + reach};
}

}  // namespace

// Balls are an eighth of a bin longer on both sides, so that a place may be off by as much; what is in the first or
// last bin is beside all of them.
MovingBalls::MovingBalls(std::span<const MovingBall> balls, const TimeSpan& during) {
  table_.words = (balls.size() + 63) / 64;
  table_.sets.resize(6 * bins * table_.words);
  table_.during = during;
  Bounds all;
  for (const MovingBall& ball : balls) {
    const Bounds own = bounds_of(ball, during);
    all = {min(all.low, own.low), max(all.high, own.high)};
    const Vec3 &c = ball.centre, &w = ball.way;
    table_.rows.push_back({{c.x, c.y, c.z}, {w.x, w.y, w.z}, ball.radius, length(c) + length(w)});
    table_.times.push_back(ball.during);
  }
  table_.low = all.low;
  for (int axis = 0; axis < 3; ++axis) {
    const double scale = (bins - 6) / (all.high[axis] - all.low[axis]);
    table_.scale[axis] = std::isfinite(scale) ? scale : 0;
  }
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Bounds own = bounds_of(balls[i], during);
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    for (int axis = 0; axis < 3; ++axis) {
      const auto place = [&](const Vec3& v) { return (v[axis] - table_.low[axis]) * table_.scale[axis] + before; };
      for (std::uint32_t bin = bin_of(place(own.low) - 0.125); bin < bins; ++bin)
        table_.set(2 * axis, bin)[i / 64] |= bit;
      for (std::uint32_t bin = 0; bin <= bin_of(place(own.high) + 0.125); ++bin)
        table_.set(2 * axis + 1, bin)[i / 64] |= bit;
    }
  }
}

void MovingBalls::list_windows(const MovingPoints& points, Simd simd, std::vector<BallWindow>& windows) const {
  const std::int64_t target = highway_target(simd);
  const std::size_t before_these = windows.size();
  if (target == 0)
    HWY_NAMESPACE::BallLook<HWY_NAMESPACE::One<double>>(table_, points, windows).run();
  else
    ABUT_VERSION_FOR(target, look_by_packets)(table_, points, windows);
  // Few points reach several balls.
  for (auto first = windows.begin() + static_cast<std::ptrdiff_t>(before_these); first != windows.end();) {
    const auto last =
        std::find_if(first + 1, windows.end(), [&](const BallWindow& w) { return w.point != first->point; });
    if (last - first > 1)
      std::sort(first, last, [](const BallWindow& a, const BallWindow& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.ball < b.ball;
      });
    first = last;
  }
}

}  // namespace abut
#endif
