#pragma once

#include <abut/model.h>
#include <abut/placement.h>
#include <abut/query.h>

#include <atomic>
#include <compare>
#include <functional>
#include <limits>
#include <memory>
#include <span>

namespace abut {

/// What one collide query leaves for the next one between the same two models, a little further on their way: the last
/// contacts, which are tried first, and where the search ended. Give one to each pair of models that moves, through
/// CollideOptions::cache. It changes how long an answer takes: whether models touch and all their contacts stay the
/// same; which contacts a capped query keeps may depend on it. Other models, a refit, another margin or a placement
/// that is not rigid make it begin anew. Serves one query at a time.
class CollideCache {
 public:
  CollideCache();
  ~CollideCache();
  CollideCache(CollideCache&& other) noexcept;
  CollideCache& operator=(CollideCache&& other) noexcept;

  /// Forgets everything.
  void clear();

  // For the queries.
  struct Memory;
  Memory& memory();

 private:
  std::unique_ptr<Memory> memory_;  // null: nothing remembered
};

struct CollideOptions {
  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_contacts = all;
  /// Pairs at most this far apart in the world count as contacts; 0 is touching. What is compared is the distance
  /// rounded up, so a gap of exactly the margin may not count.
  double margin = 0;
  /// Asked before each pair of triangles is tested; false leaves the pair out. Empty: all pairs.
  std::function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  /// Set from another thread to end the query early; what was found by then is returned with complete = false.
  const std::atomic<bool>* stop = nullptr;
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// What the last query between the same models left behind, for coherent motion; see CollideCache. Not owned. Queries
  /// that set `consider` do not use it; batches throw Error, as it serves one query at a time.
  CollideCache* cache = nullptr;
  /// On how many threads one query runs (0: all cores). What it finds is the same for every
  /// number. With more than one, `consider` is asked by several threads at once; a sink is not. With a cache a query
  /// runs on one thread.
  int threads = 1;
};

/// Takes the contacts of a query, one by one.
using ContactSink = std::function<Flow(const Contact&)>;

/// How a query ended.
struct CollideSummary {
  Counters counters;
  bool complete = true;  ///< false when the cap, the sink or the stop flag ended the search
};

struct Contacts : CollideSummary {
  std::vector<Contact> pairs;  ///< sorted by (a, b)
};

/// All pairs of touching triangles, sorted: closed sets, decided exactly, the same for every kind of tree. Placements
/// are world <- model. Which contacts a cap keeps may depend on the trees, never on instructions or threads. Throws
/// Error for an invalid placement or margin.
Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options = {});

/// The same pairs, handed to the sink as they are found, in no particular order.
CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink);

/// Do the models touch? Ends at the first contact.
bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options = {});

/// Many queries at once, on `threads` threads (0: all cores); results in input order, the same for every thread count.
std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options = {}, int threads = 1);
std::vector<Contacts> collide(std::span<const CollideItem> items, const CollideOptions& options = {}, int threads = 1);

struct SelfOptions {
  std::uint64_t max_contacts = CollideOptions::all;
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Asked before each pair of triangles, a < b; false leaves the pair out. Empty: all pairs. Asked from several
  /// threads at once unless `threads` is 1.
  std::function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  /// Set from another thread to end the query early; what was found by then is returned with complete = false.
  const std::atomic<bool>* stop = nullptr;
  /// 0: all cores. The answer is the same for every number.
  int threads = 1;
};

/// All pairs of triangles of one model that touch each other, a < b, sorted: closed sets, decided exactly on the mesh's
/// own points, the same for every kind of tree and for every placement.
/// Triangles have a corner in common when both have one at exactly the same position, whatever its index; a deforming
/// mesh is judged as it stands when asked. Such neighbours are in contact only if they share a point outside the hull
/// of their common corners, or are copies of each other. Without a common corner touching is contact. So an intact
/// surface has none, and neither have parts of one mesh that meet in equal corners or sides only; to find those, make
/// each part a model of its own and collide() them.
Contacts self_contacts(const Model& model, const SelfOptions& options = {});

/// The same pairs, handed to the sink as they are found, in no particular order, on the calling thread.
CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink);

/// Does the model touch itself? Ends at the first contact.
bool touches_itself(const Model& model, const SelfOptions& options = {});

}  // namespace abut
