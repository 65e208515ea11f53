#include "base/workers.h"
#include "engine/moving_balls.h"
#include "query/bullet_search.h"
#include "query/point_batch.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace abut {

namespace {

void require_valid(const TimeSpan& during, const BulletOptions& options) {
  if (!(during.begin < during.end && std::abs(during.begin) <= largest_input && std::abs(during.end) <= largest_input))
    throw Error("the time in which bullets fly must end after it begins, and be finite.");
  if (!std::isfinite(1 / (during.end - during.begin)))
    throw Error("the time in which bullets fly is too short: its duration has no inverse.");
  const auto require_tolerance = [](double given, const char* what) {
    if (given != BulletOptions::automatic && !(given >= 0 && given <= largest_input))
      throw Error(std::string(what) + " must be a finite number, 0 or more.");
  };
  require_tolerance(options.distance_tolerance, "the distance tolerance");
  require_tolerance(options.time_tolerance, "the time tolerance");
  require_available(options.simd);
}

void require_valid(const Bullet& bullet) {
  const auto is_valid = [](const Vec3& p) { return is_finite(p) && largest(abs(p)) <= largest_input; };
  if (!is_valid(bullet.start) || !is_valid(bullet.end))
    throw Error("a bullet's start and end must be finite and within 2^300.");
}

std::vector<PreparedTarget> prepare(std::span<const BulletTarget> targets, const TimeSpan& during,
                                    const BulletOptions& options) {
  std::vector<PreparedTarget> prepared;
  prepared.reserve(targets.size());
  // Many targets may share a model.
  std::map<const ModelData*, double> radii;
  for (const BulletTarget& target : targets) {
    const auto [place, is_new] = radii.try_emplace(&target.model->data());
    if (is_new) place->second = top_radius(*target.model);
    prepared.emplace_back(target, place->second, during, options);
  }
  return prepared;
}

/// All slices of all targets, and which of them a bullet may reach.
class Range {
 public:
  Range(std::span<const PreparedTarget> targets, std::span<const Bullet> bullets, const TimeSpan& during)
      : targets_(targets), during_(during), balls_(balls_of(), bounds_of_flights(bullets)) {}

  /// Replaces `windows` by those of a bullet.
  void list(const Bullet& bullet, Simd simd, std::vector<std::uint32_t>& reached, std::vector<Window>& windows) const {
    const BulletPath path(bullet, during_);
    balls_.reached_from(bullet.start, path.way(), simd, reached);
    windows.clear();
    for (const std::uint32_t i : reached)
      if (const std::optional<TimeSpan> near =
              window_of(targets_[places_[i].first].slices[places_[i].second], path, during_))
        windows.push_back({places_[i].first, places_[i].second, near->begin, near->end});
  }

 private:
  std::vector<MovingBall> balls_of() {
    std::vector<Vec3> middles;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
    for (std::uint32_t i = 0; i < targets_.size(); ++i)
      for (std::uint32_t j = 0; j < targets_[i].slices.size(); ++j) {
        places.emplace_back(i, j);
        middles.push_back(targets_[i].slices[j].centre + targets_[i].slices[j].way * 0.5);
      }
    std::vector<MovingBall> balls;
    const double over_duration = 1 / (during_.end - during_.begin);
    const auto part = [&](double time) { return std::clamp((time - during_.begin) * over_duration, 0.0, 1.0); };
    for (const std::uint32_t i : neighbourly_order(middles)) {
      places_.push_back(places[i]);
      const PreparedTarget::Slice& slice = targets_[places[i].first].slices[places[i].second];
      balls.push_back({slice.centre, slice.way, slice.reach, part(slice.during.begin), part(slice.during.end)});
    }
    return balls;
  }
  static Bounds bounds_of_flights(std::span<const Bullet> bullets) {
    Bounds all;
    for (const Bullet& bullet : bullets)
      all = {min(all.low, min(bullet.start, bullet.end)), max(all.high, max(bullet.start, bullet.end))};
    return all;
  }

  std::span<const PreparedTarget> targets_;
  TimeSpan during_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  // of the balls: target and slice
  MovingBalls balls_;
};

}  // namespace

BulletHit shoot(const Model& model, const Motion& motion, const Bullet& bullet, const TimeSpan& during,
                const BulletOptions& options) {
  const BulletTarget target{&model, motion};
  return shoot(std::span(&target, 1), std::span(&bullet, 1), during, options)[0];
}

std::vector<BulletHit> shoot(std::span<const BulletTarget> targets, std::span<const Bullet> bullets,
                             const TimeSpan& during, const BulletOptions& options) {
  require_valid(during, options);
  for (const Bullet& bullet : bullets) require_valid(bullet);
  const std::vector<PreparedTarget> prepared = prepare(targets, during, options);
  const double time_tolerance =
      options.time_tolerance == BulletOptions::automatic ? 1e-6 * (during.end - during.begin) : options.time_tolerance;
  const Range range(prepared, bullets, during);
  constexpr std::size_t run = 64;
  std::vector<BulletHit> hits(bullets.size());
  Workers(options.threads).for_each((bullets.size() + run - 1) / run, [&](std::size_t piece) {
    BulletSearch search(prepared, during, time_tolerance, options.simd);
    std::vector<std::uint32_t> reached;
    std::vector<Window> windows;
    for (std::size_t i = piece * run; i < std::min(bullets.size(), (piece + 1) * run); ++i) {
      if (options.stop && options.stop->load(std::memory_order_relaxed)) {
        hits[i].lower = during.begin;
        continue;
      }
      range.list(bullets[i], options.simd, reached, windows);
      hits[i] = search.find(bullets[i], windows);
    }
  });
  return hits;
}

}  // namespace abut
