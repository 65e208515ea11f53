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

/// All slices of all targets, and which of them a bullet may reach.
class Range {
 public:
  Range(std::span<const PreparedTarget> targets, const TimeSpan& during)
      : targets_(targets), during_(during), balls_(balls_of()) {}

  /// Appends the windows of a bullet, in the order of their beginning.
  void list(const Bullet& bullet, std::vector<std::uint32_t>& reached, std::vector<Window>& windows) const {
    const BulletPath path(bullet, during_);
    balls_.reached_from(bullet.start, path.way(), reached);
    if (reached.empty()) return;
    const double sizes = sum_of(abs(path.start())) + sum_of(abs(path.way()));
    const auto first = static_cast<std::ptrdiff_t>(windows.size());
    for (const std::uint32_t i : reached)
      if (const std::optional<TimeSpan> near =
              window_of(targets_[places_[i].first].slices[places_[i].second], path, sizes, during_))
        windows.push_back({places_[i].first, places_[i].second, near->begin, near->end});
    if (windows.end() - windows.begin() > first + 1)
      std::sort(windows.begin() + first, windows.end(), [](const Window& a, const Window& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.target < b.target;
      });
  }

 private:
  std::vector<MovingBall> balls_of() {
    std::vector<MovingBall> balls;
    const double over_duration = 1 / (during_.end - during_.begin);
    const auto part = [&](double time) { return std::clamp((time - during_.begin) * over_duration, 0.0, 1.0); };
    for (std::uint32_t i = 0; i < targets_.size(); ++i)
      for (std::uint32_t j = 0; j < targets_[i].slices.size(); ++j) {
        const PreparedTarget::Slice& slice = targets_[i].slices[j];
        places_.emplace_back(i, j);
        balls.push_back({slice.centre, slice.way, slice.reach, part(slice.during.begin), part(slice.during.end)});
      }
    return balls;
  }
  static double sum_of(const Vec3& v) { return v.x + v.y + v.z; }

  std::span<const PreparedTarget> targets_;
  TimeSpan during_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  // of the balls: target and slice
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

  void shoot(std::span<const Bullet> bullets, std::span<BulletHit> hits) {
    list_windows(bullets, hits);
    for (next_.assign(first_.begin(), first_.end() - 1); order_round(hits);)
      for (const std::uint32_t i : order_) {
        const Window& window = windows_[next_[i]++];
        is_stopped() ? leave(window, hits[i]) : search_.look_at(window, bullets[i], hits[i]);
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
    first_.assign(1, 0);
    for (std::size_t i = 0; i < bullets.size(); ++i) {
      if (is_stopped()) {
        hits[i].lower = during_.begin;
      } else {
        hits[i].verdict = MotionVerdict::clear, hits[i].lower = during_.end;
        range_.list(bullets[i], reached_, windows_);
      }
      first_.push_back(windows_.size());
    }
  }

  /// The bullets whose next window may matter, in the order of their targets; false when there are none.
  bool order_round(std::span<const BulletHit> hits) {
    std::fill(first_of_.begin(), first_of_.end(), 0);
    const auto matters = [&](std::size_t i) {
      return next_[i] < first_[i + 1] && windows_[next_[i]].begin <= hits[i].upper;
    };
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (matters(i)) ++first_of_[windows_[next_[i]].target + 1];
    for (std::size_t i = 1; i < first_of_.size(); ++i) first_of_[i] += first_of_[i - 1];
    order_.resize(first_of_.back());
    for (std::uint32_t i = 0; i < hits.size(); ++i)
      if (matters(i)) order_[first_of_[windows_[next_[i]].target]++] = i;
    return !order_.empty();
  }

  const Range& range_;
  const BulletOptions& options_;
  TimeSpan during_;
  BulletSearch search_;
  std::vector<Window> windows_;
  std::vector<std::size_t> first_, next_;  // of a bullet's windows: the first, and the one to be looked at
  std::vector<std::uint32_t> reached_, order_;
  std::vector<std::size_t> first_of_;  // a target's, in the order
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
  std::vector<BulletHit> hits(bullets.size());
  Workers(options.threads).for_each((bullets.size() + run - 1) / run, [&](std::size_t piece) {
    const std::size_t first = piece * run, count = std::min(run, bullets.size() - first);
    Volley(prepared, range, during, time_tolerance, options)
        .shoot(bullets.subspan(first, count), std::span(hits).subspan(first, count));
  });
  return hits;
}

}  // namespace abut
