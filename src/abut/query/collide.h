#pragma once

#include <abut/math/placement.h>
#include <abut/math/simd.h>
#include <abut/query/collide_cache.h>
#include <abut/query/model.h>
#include <abut/traverse/pairs.h>
#include <abut/volume/box_test.h>

#include <atomic>
#include <compare>
#include <functional>
#include <limits>
#include <span>

namespace abut {

/// A pair of triangle ids, a's and b's.
struct Contact {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const Contact&, const Contact&) = default;
};

/// The cost of a query: T = Nv Cv + Np Cp (Gottschalk et al. 1996, equation 1).
struct Counters {
  std::uint64_t volume_tests = 0;    ///< Nv
  std::uint64_t triangle_tests = 0;  ///< Np
  std::uint64_t exact_tests = 0;     ///< of these, how many the filter left to exact arithmetic

  Counters& operator+=(const Counters& other);
};

struct CollideOptions {
  static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_contacts = all;
  /// Pairs at most this far apart in the world count as contacts; 0 is touching. What is compared is the distance
  /// rounded up, so a gap of exactly the margin may not count.
  double margin = 0;
  /// For binary trees; those of `automatic` have one way.
  Sat sat = Sat::full;
  Descent descent = Descent::larger_diameter;
  /// Asked before each pair of triangles is tested; false leaves the pair out. Empty: all pairs.
  std::function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  /// Set from another thread to end the query early; what was found by then is returned with complete = false.
  const std::atomic<bool>* stop = nullptr;
  /// The instructions that a query on trees of `automatic` uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// What the last query between the same models left behind, for coherent motion; see CollideCache. Not owned. Queries
  /// that set `consider` do not use it; batches throw Error, as it serves one query at a time.
  CollideCache* cache = nullptr;
  /// On how many threads one query on trees of `automatic` runs (0: all cores). What it finds is the same for every
  /// number. With more than one, `consider` is asked by several threads at once; a sink is not. With a cache a query
  /// runs on one thread.
  int threads = 1;
};

/// What a sink answers to a contact.
enum class Flow { go_on, stop };
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

/// Where both models of one query stand.
struct PlacementPair {
  Placement a, b;
};
/// One query of a batch. The models are not owned.
struct CollideItem {
  const Model* a = nullptr;
  const Model* b = nullptr;
  PlacementPair at;
};

/// Many queries at once, on `threads` threads (0: all cores); results in input order, the same for every thread count.
std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options = {}, int threads = 1);
std::vector<Contacts> collide(std::span<const CollideItem> items, const CollideOptions& options = {}, int threads = 1);

}  // namespace abut
