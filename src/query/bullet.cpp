#include "base/workers.h"
#include "engine/moving_balls.h"
#include "query/bullet_search.h"
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

std::vector<PreparedTarget> prepare(std::span<const BulletTarget> targets, std::size_t bullets, const TimeSpan& during,
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
  // Worth it for many bullets; the answers are the same.
  std::size_t moments = 0;
  for (const PreparedTarget& target : prepared)
    for (const PreparedTarget::Slice& slice : target.slices) moments += slice.count;
  if (bullets >= 4 * moments)
    for (PreparedTarget& target : prepared) target.keep_moments();
  return prepared;
}

/// All slices of all targets, and when bullets may reach them.
class Range {
 public:
  Range(std::span<const PreparedTarget> targets, const TimeSpan& during) : balls_(balls_of(targets), during) {}

  /// The windows of bullets, of each in the order of their beginning.
  void list(const MovingPoints& bullets, Simd simd, std::vector<BallWindow>& windows) const {
    balls_.list_windows(bullets, simd, windows);
  }
  Window of(const BallWindow& window) const {
    const Place& place = places_[window.ball];
    return {place.target, place.slice, window.begin, window.end};
  }

 private:
  struct Place {
    std::uint32_t target, slice;
  };

  std::vector<MovingBall> balls_of(std::span<const PreparedTarget> targets) {
    std::vector<MovingBall> balls;
    for (std::uint32_t i = 0; i < targets.size(); ++i)
      for (std::uint32_t j = 0; j < targets[i].slices.size(); ++j) {
        const PreparedTarget::Slice& slice = targets[i].slices[j];
        places_.push_back({i, j});
        balls.push_back({slice.centre, slice.way, slice.reach, slice.during});
      }
    return balls;
  }

  std::vector<Place> places_;  // of the balls
  MovingBalls balls_;
};

/// Bullets that are shot together: of each its first window is looked at, target by target, so that what a target needs
/// is at hand; then of each the second, if that may matter; and so on.
class Volley {
 public:
  Volley(std::span<const PreparedTarget> targets, const Range& range, const TimeSpan& during, double time_tolerance,
         const BulletOptions& options)
      : range_(range),
        options_(options),
        during_(during),
        search_(targets, during, time_tolerance, options.simd),
        first_of_(targets.size() + 1) {}

  /// Hits are clear at first.
  void shoot(std::span<const Bullet> bullets, std::span<BulletHit> hits) {
    list_windows(bullets, hits);
    for (next_.assign(first_.begin(), first_.end() - 1); order_round(hits);)
      for (std::size_t first = 0; first < order_.size(); first += BulletSearch::most_shots) {
        shots_.clear();
        for (std::size_t k = first; k < std::min(first + BulletSearch::most_shots, order_.size()); ++k)
          shots_.push_back({windows_[next_[order_[k]]++], &bullets[order_[k]], &hits[order_[k]]});
        if (!is_stopped())
          search_.look_at(shots_);
        else
          for (const Shot& shot : shots_) leave(shot.window, *shot.hit);
      }
  }

 private:
  bool is_stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }

  /// A window that is not looked at.
  static void leave(const Window& window, BulletHit& hit) {
    if (hit.verdict == MotionVerdict::clear) hit.verdict = MotionVerdict::undecided;
    hit.lower = std::min(hit.lower, window.begin);
  }

  void list_windows(std::span<const Bullet> bullets, std::span<BulletHit> hits) {
    windows_.clear();
    first_.clear();
    waiting_.clear();
    for (std::size_t first = 0; first < bullets.size(); first += MovingPoints::most) {
      const std::size_t end = std::min(first + MovingPoints::most, bullets.size());
      if (!is_stopped())
        list_windows_of(bullets.subspan(first, end - first), static_cast<std::uint32_t>(first));
      else
        for (BulletHit& hit : hits.subspan(first, end - first))
          hit.verdict = MotionVerdict::undecided, hit.lower = during_.begin;
    }
    for (std::size_t i = first_.size(); i <= bullets.size(); ++i) first_.push_back(windows_.size());
  }

  /// Of bullets as many as are looked at together; `first` of them is the first.
  void list_windows_of(std::span<const Bullet> bullets, std::uint32_t first) {
    MovingPoints points;
    for (const Bullet& bullet : bullets) points.add(bullet.start, bullet.end - bullet.start);
    reached_.clear();
    range_.list(points, options_.simd, reached_);
    for (const BallWindow& window : reached_) {
      const std::uint32_t bullet = first + window.point;
      if (first_.size() <= bullet) waiting_.push_back(bullet), first_.resize(bullet + 1, windows_.size());
      windows_.push_back(range_.of(window));
    }
  }

  /// The bullets whose next window may matter, in the order of their targets; false when there are none.
  bool order_round(std::span<const BulletHit> hits) {
    std::erase_if(waiting_, [&](std::uint32_t i) {
      return next_[i] == first_[i + 1] || windows_[next_[i]].begin > hits[i].upper;
    });
    std::fill(first_of_.begin(), first_of_.end(), 0);
    for (const std::uint32_t i : waiting_) ++first_of_[windows_[next_[i]].target + 1];
    for (std::size_t i = 1; i < first_of_.size(); ++i) first_of_[i] += first_of_[i - 1];
    order_.resize(waiting_.size());
    for (const std::uint32_t i : waiting_) order_[first_of_[windows_[next_[i]].target]++] = i;
    return !order_.empty();
  }

  const Range& range_;
  const BulletOptions& options_;
  TimeSpan during_;
  BulletSearch search_;
  std::vector<Shot> shots_;
  std::vector<Window> windows_;
  std::vector<std::size_t> first_, next_;  // of a bullet's windows: the first, and the one to be looked at
  std::vector<BallWindow> reached_;
  std::vector<std::uint32_t> waiting_, order_;  // bullets with windows to be looked at: in their order, and by target
  std::vector<std::size_t> first_of_;           // a target's, in the order
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
  const std::vector<PreparedTarget> prepared = prepare(targets, bullets.size(), during, options);
  const double time_tolerance =
      options.time_tolerance == BulletOptions::automatic ? 1e-6 * (during.end - during.begin) : options.time_tolerance;
  const Range range(prepared, during);
  // Enough that several meet each target, and few enough that what is kept of them stays near.
  const std::size_t run = std::clamp<std::size_t>(bullets.size() / 16, 64, 4096);
  // Most bullets hit nothing.
  BulletHit clear;
  clear.verdict = MotionVerdict::clear, clear.lower = during.end;
  std::vector<BulletHit> hits(bullets.size(), clear);
  Workers(options.threads).for_each((bullets.size() + run - 1) / run, [&](std::size_t piece) {
    const std::size_t first = piece * run, count = std::min(run, bullets.size() - first);
    Volley(prepared, range, during, time_tolerance, options)
        .shoot(bullets.subspan(first, count), std::span(hits).subspan(first, count));
  });
  return hits;
}

}  // namespace abut
