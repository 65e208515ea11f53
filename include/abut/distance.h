#pragma once

#include <abut/collide.h>

#include <array>
#include <limits>
#include <optional>

namespace ABUT_API abut {

/// Speeds up repeated distance queries between two models that move a little between queries. It remembers the closest
/// pair of triangles. The next query measures that pair first and, unless the pair is now much farther apart, skips the
/// search for a good starting pair. Use one cache per moving pair of models, through DistanceOptions::cache. It may
/// change how long a query takes and how wide an approximate bracket is, never an exact answer. Other models or a refit
/// reset it. It serves one query at a time.
class DistanceCache {
 public:
  /// Forgets everything.
  void clear() { pair_.reset(); }

  // For the queries.
  struct Pair {
    std::uint32_t a, b;  ///< triangle ids as used by the search of the trees
    double upper;        ///< how far apart they were
  };
  bool serves(std::uint64_t stamp_a, std::uint64_t stamp_b) const { return pair_ && a_ == stamp_a && b_ == stamp_b; }
  const std::optional<Pair>& pair() const { return pair_; }
  void remember(std::uint64_t stamp_a, std::uint64_t stamp_b, const Pair& pair) {
    a_ = stamp_a, b_ = stamp_b, pair_ = pair;
  }

 private:
  std::uint64_t a_ = 0, b_ = 0;  // stamps
  std::optional<Pair> pair_;
};

struct DistanceOptions {
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  /// The search ends when upper <= lower (1 + relative_error), or upper <= lower + absolute_error, or the two are
  /// neighbouring doubles. Every complete answer meets one of these. With 0 and 0 the query is exact.
  double relative_error = 0, absolute_error = 0;
  /// An upper bound known in advance, in the world. Pairs farther apart need not be searched; if nothing is closer,
  /// `upper` may stay infinite. With the distance itself this is the ideal query of Larsen et al. 1999, section 5.1.
  double known_upper = std::numeric_limits<double>::infinity();
  /// Budgets: the number of volume and triangle tests together, and seconds. A search that runs out of either returns a
  /// valid bracket with complete = false. At least one pair of triangles is always measured.
  std::uint64_t max_tests = no_limit;
  double max_seconds = std::numeric_limits<double>::infinity();
  /// Set it from another thread to end the query early, as a budget does.
  const std::atomic<bool>* stop = nullptr;
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// A cache from the last query between the same models, for coherent motion. Not owned. It never changes an exact
  /// answer. Batches throw Error, because a cache serves one query at a time.
  DistanceCache* cache = nullptr;
};

/// The distance between two models: lower <= the distance of their exact images <= upper. Lengths are in the world.
struct Distance {
  /// `upper` is the length between the two triangles' closest points, rounded up. In a complete query it is 0 if and
  /// only if the models touch. Both are infinite if a model is empty.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  std::uint32_t triangle_a = 0, triangle_b = 0;
  std::array<double, 3> at_a{}, at_b{};  ///< the points' barycentric weights in their triangles; see point_on()
  Vec3 point_a, point_b;                 ///< the points in the world, rounded
  Counters counters;
  bool complete = true;  ///< false when a budget or the stop flag ended the search
};

/// The smallest distance between triangles of the two models. Placements are world <- model. In a complete exact query,
/// upper - lower is at most 64 * 2^-53 * (the longest sides of the two triangles named, summed, + the distance) +
/// 2^-1065, and the pair named is the smallest (triangle_a, triangle_b) of those with the least `upper`. Where pairs
/// are equally close, their uppers may still differ by rounding. The answer is the same for every kind of tree, thread
/// count and instruction set. Throws Error for an invalid placement or option.
Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options = {});

/// Is `upper` of the exact distance at most `limit`? Ends as soon as that is known.
bool within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
            const DistanceOptions& options = {});

/// Many queries at once, on `threads` threads (0: all cores); results in input order, the same for every thread count.
std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options = {}, int threads = 1);
std::vector<Distance> distance(std::span<const CollideItem> items, const DistanceOptions& options = {},
                               int threads = 1);

/// The answer of within(), and what it cost.
struct Nearness {
  bool is_within = false;
  Counters counters;
  bool complete = true;  ///< false when a budget or the stop flag ended the search before the answer was known
};
/// within() for many placements; results in input order, the same for every thread count.
std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const DistanceOptions& options = {}, int threads = 1);

}  // namespace abut
