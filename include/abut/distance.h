#pragma once

#include <abut/collide.h>

#include <array>
#include <limits>

namespace ABUT_API abut {

/// Speeds up repeated distance queries between two models that move a little between queries. It remembers the closest
/// pair of triangles, which is measured first, and where the search ended: pairs of boxes and triangles, each with a
/// plane between them that is looked at first in the next query. Use one cache per moving pair of models, through
/// DistanceOptions::cache. It may change how long a query takes and how wide an approximate bracket is, never an exact
/// answer. Other models or a refit reset it. It serves one query at a time.
class DistanceCache {
 public:
  DistanceCache();
  ~DistanceCache();
  DistanceCache(DistanceCache&& other) noexcept;
  DistanceCache& operator=(DistanceCache&& other) noexcept;

  /// Forgets everything.
  void clear();

  // For the queries.
  struct ABUT_PRIVATE Memory;
  Memory& memory();

 private:
  Memory* memory_ = nullptr;  // owned; null: nothing remembered
};

struct DistanceOptions {
  /// The search ends when upper <= lower (1 + relative_error), or upper <= lower + absolute_error, or the two are
  /// neighbouring doubles. Every complete answer meets one of these. With 0 and 0 the query is exact.
  double relative_error = 0, absolute_error = 0;
  /// An upper bound known in advance, in the world. Pairs farther apart need not be searched; if nothing is closer,
  /// `upper` may stay infinite. With the distance itself this is the ideal query of Larsen et al. 1999, section 5.1.
  double known_upper = std::numeric_limits<double>::infinity();
  /// The bracket is valid whatever the budget. At least one pair of triangles is always measured.
  Budget budget{};
  /// Of models that touch, name the smallest (triangle_a, triangle_b) of all pairs that touch. It takes as long as to
  /// find all contacts.
  bool smallest_touching = false;
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// A cache from the last query between the same models, for coherent motion. Not owned. It never changes an exact
  /// answer. Batches throw Error, because a cache serves one query at a time.
  DistanceCache* cache = nullptr;
  /// Number of threads that share the queries of a batch (0: all cores). One query runs on one thread.
  int threads = 1;
};

/// The distance between two models: lower <= the distance of their exact images <= upper. Lengths are in the world.
struct Distance {
  /// `upper` is the length between the two triangles' closest points, rounded up. In a complete query it is 0 if and
  /// only if the models touch. Both are infinite if a model is empty.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  std::uint32_t triangle_a = 0, triangle_b = 0;
  /// The points' barycentric coordinates in their triangles; see point_on().
  std::array<double, 3> weights_a{}, weights_b{};
  Vec3 point_a, point_b;  ///< the points in the world, rounded
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

/// The smallest distance between triangles of the two models. Placements are world <- model. In a complete exact query,
/// upper - lower is at most 64 * 2^-53 * (the longest sides of the two triangles named, summed, + the distance) +
/// 2^-1065, and the pair named is the smallest (triangle_a, triangle_b) of those with the least `upper`. Where pairs
/// are equally close, their uppers may still differ by rounding. The answer is the same for every kind of tree, thread
/// count and instruction set. Models that touch are 0 apart, and the pair named is one that touches: which one depends
/// on the trees, not on threads, instructions or caches. Throws Error for an invalid placement or option.
Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options = {});

/// Many queries at once; results in input order, the same for every thread count.
std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options = {});
std::vector<Distance> distance(std::span<const PlacedPair> items, const DistanceOptions& options = {});

struct WithinOptions {
  /// A query that it ends before the answer is known answers `unknown`, never `no`.
  Budget budget{};
  /// These are as in DistanceOptions.
  Simd simd = Simd::best;
  DistanceCache* cache = nullptr;
  int threads = 1;
};

/// Are two models within a limit of each other?
struct Nearness {
  Answer answer = Answer::no;
  /// If yes, two triangles that are so close: `upper` is the length between their closest points, rounded up, at most
  /// the limit. Which pair is named may depend on the trees, the instructions and the cache. `upper` is infinite
  /// otherwise, and if a model is empty.
  double upper = std::numeric_limits<double>::infinity();
  std::uint32_t triangle_a = 0, triangle_b = 0;
  std::array<double, 3> weights_a{}, weights_b{};  ///< the points' barycentric coordinates in their triangles
  Vec3 point_a, point_b;                           ///< the points in the world, rounded
  Counters counters;
  bool complete = true;  ///< false when the answer is unknown

  /// Is the answer yes? Throws Error when it is unknown.
  explicit operator bool() const { return is_yes(answer, "the models are within the limit"); }
};

/// Is `upper` of the exact distance at most `limit`? Ends as soon as that is known.
Nearness within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
                const WithinOptions& options = {});
/// Many queries at once; results in input order, the same for every thread count.
std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const WithinOptions& options = {});
std::vector<Nearness> within(std::span<const PlacedPair> items, double limit, const WithinOptions& options = {});

}  // namespace abut
