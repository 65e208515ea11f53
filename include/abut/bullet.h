#pragma once

#include <abut/first_contact.h>

#include <atomic>

namespace ABUT_API abut {

/// A point that flies straight, at a constant speed: where it is in the world when the time begins, and when it ends.
struct Bullet {
  Vec3 start, end;
};

/// A model that moves, for bullets to hit. The model is not owned.
struct BulletTarget {
  const Model* model = nullptr;
  Motion motion;
};

struct BulletOptions {
  /// For tolerances: the query chooses, as said there.
  static constexpr double automatic = -1;

  /// A hit is told where the bullet is no farther from the model than this. Chosen: 2^-40 of the model's size, or, if
  /// that is more, four times what rounding leaves unsure of the two curves and what they move by from one time to the
  /// next that a double can hold; then every bullet is decided. With 0 a hit is a bullet that is exactly on the model,
  /// and most that hit it stay undecided: they are on it at no time that a double can hold.
  double distance_tolerance = automatic;
  /// How wide the bracket of a hit's time may be. Chosen: 1e-6 of the time.
  double time_tolerance = automatic;
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads that share the bullets of a batch (0: all cores).
  int threads = 1;
  /// Set it from another thread to end a batch: bullets that were not looked at by then are undecided. Not owned.
  const std::atomic<bool>* stop = nullptr;
};

/// The first that a bullet hits.
struct BulletHit {
  MotionVerdict verdict = MotionVerdict::undecided;
  /// From the beginning until before `lower` the bullet is on no target: proved for the curves and for every
  /// Motion::at(). At `upper` it is at `place`, and no farther than `tolerance` from the target as Motion::at(upper)
  /// places it, which anybody can check with closest_point(). Clear: `lower` is the end of the time, `upper` infinite.
  double lower = 0, upper = std::numeric_limits<double>::infinity();

  // Of a hit, at `upper`, in the world.
  double tolerance = 0;  ///< the distance tolerance that was used
  std::uint32_t target = 0, triangle = 0;
  double distance = 0;  ///< the triangle is no farther from the bullet; at most the tolerance
  Vec3 place;           ///< the bullet's, rounded
  Vec3 point;           ///< of the triangle, where it is closest; rounded
  Vec3 normal;  ///< of the triangle, of length 1, to the side from which the bullet comes; zero for a degenerate one
};

/// When a bullet that flies during a time first hits a moving model, proved: as first_contact() of a model that is one
/// point. Looks at the time in which the motion is defined; Error when there is none. The answer is the same for every
/// instruction set. Throws Error for coordinates that are not finite or beyond 2^300, an empty or infinite time, and
/// invalid options.
BulletHit shoot(const Model& model, const Motion& motion, const Bullet& bullet, const TimeSpan& during = {},
                const BulletOptions& options = {});

/// Many bullets that fly during the same time at the same targets; of each the first target that it hits. Results in
/// input order, the same for every thread count. Of targets that are hit within the tolerances of the same time, one is
/// told.
std::vector<BulletHit> shoot(std::span<const BulletTarget> targets, std::span<const Bullet> bullets,
                             const TimeSpan& during = {}, const BulletOptions& options = {});

}  // namespace abut
