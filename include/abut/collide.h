#pragma once

#include <abut/function.h>
#include <abut/model.h>
#include <abut/placement.h>
#include <abut/query.h>

#include <compare>
#include <limits>
#include <span>

namespace ABUT_API abut {

/// Speeds up repeated collide queries between two models that move a little between queries. It remembers the last
/// contacts, which are tried first, and where the search ended. Use one cache per moving pair of models, through
/// CollideOptions::cache. It makes a query faster or slower but never changes whether models touch, nor the list of all
/// contacts. Which contacts a capped query keeps may depend on it. Other models, a refit, another margin or a placement
/// that shears, or scales axes unlike each other, reset it. It serves one query at a time.
class CollideCache {
 public:
  CollideCache();
  ~CollideCache();
  CollideCache(CollideCache&& other) noexcept;
  CollideCache& operator=(CollideCache&& other) noexcept;

  /// Forgets everything.
  void clear();

  // For the queries.
  struct ABUT_PRIVATE Memory;
  Memory& memory();

 private:
  Memory* memory_ = nullptr;  // owned; null: nothing remembered
};

struct CollideOptions {
  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_contacts = all;
  /// Pairs at most this far apart in the world count as contacts; with 0, pairs that touch. The distance is rounded up
  /// before it is compared, so a gap of exactly the margin may not count.
  double margin = 0;
  /// Called before each pair of triangles is tested; false leaves the pair out. Empty: all pairs.
  Function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  /// With a limit of tests the query runs on one thread.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// A cache from the last query between the same models, for coherent motion; see CollideCache. Not owned. Queries
  /// that set `consider` do not use it. Batches throw Error, because a cache serves one query at a time.
  CollideCache* cache = nullptr;
  /// Number of threads (0: all cores); it does not change the answer. They share the search of a query, or the queries
  /// of a batch. With more than one thread, `consider` is called by several threads at once; a sink is not. With a
  /// cache a query runs on one thread.
  int threads = 1;
};

/// Receives the contacts of a query one by one.
using ContactSink = Function<Flow(const Contact&)>;

/// How a query ended.
struct CollideSummary {
  Counters counters;
  bool complete = true;  ///< false when the cap, the sink or the budget ended the search
};

struct Contacts : CollideSummary {
  std::vector<Contact> pairs;  ///< sorted by (a, b)
};

/// All pairs of touching triangles, sorted. Triangles are closed sets, contact is decided exactly, and the answer is
/// the same for every kind of tree. Placements are world <- model. Which contacts a cap keeps may depend on the trees,
/// never on instructions or threads. Throws Error for an invalid placement or margin.
Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options = {});

/// The same into a result that is used again, instead of what it held. Once it has grown, it takes no more memory.
void collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options, Contacts& into);

/// The same pairs, handed to the sink as they are found, in no particular order.
CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink);

/// Do the models touch? Ends at the first contact. Throws Error when the budget ended the search before that was known;
/// collide() with a cap of one contact tells without an exception.
bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options = {});

/// Many queries at once, each on one thread; results in input order, the same for every thread count.
std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options = {});
std::vector<Contacts> collide(std::span<const PlacedPair> items, const CollideOptions& options = {});

struct SelfOptions {
  std::uint64_t max_contacts = CollideOptions::all;
  /// Called before each pair of triangles, a < b, is tested; false leaves the pair out. Empty: all pairs. Called by
  /// several threads at once unless `threads` is 1.
  Function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  /// With a limit of tests the query runs on one thread.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads (0: all cores); it does not change the answer.
  int threads = 1;
};

/// All pairs of triangles of one model that touch each other, a < b, sorted. Triangles are closed sets, and contact is
/// decided exactly on the mesh's own points, so the answer is the same for every kind of tree and every placement. Two
/// triangles have a common corner when both have a corner at exactly the same position; indices do not matter, and
/// after a refit the new positions count. Neighbours with a common corner are in contact only if they share a point
/// outside the hull of their common corners, or are copies of each other. Triangles without a common corner are in
/// contact when they touch. So an intact surface has no contacts, and neither have parts of one mesh that meet only in
/// equal corners or sides. To find those, make each part a model of its own and collide() them.
Contacts self_contacts(const Model& model, const SelfOptions& options = {});

/// The same pairs, handed to the sink as they are found, in no particular order, on the calling thread.
CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink);

/// Does the model touch itself? Ends at the first contact. Throws Error when the budget ended the search before that
/// was known.
bool touches_itself(const Model& model, const SelfOptions& options = {});

}  // namespace abut
