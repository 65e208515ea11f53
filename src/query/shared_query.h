#pragma once

#include "query/filtered_pairs.h"

namespace abut {

/// What one thread finds of a query's share.
struct Share {
  std::vector<Contact> found;
  CollideSummary summary;
  std::atomic<bool> superfluous = false;  ///< the shares before it have found enough
};

/// One query on several threads: divided into shares in the order of a search on one thread, so that a cap keeps the
/// same contacts.
class SharedQuery {
 public:
  SharedQuery(const Query& query, const RelativePlacement& b_in_a, const VisitOptions& visit)
      : query_(query), pair_{query.a.data().tree, query.b.data().tree, b_in_a}, visit_(visit) {}

  void run();

  /// Hands the contacts on in their order, as long as `out` returns true, up to the cap.
  template <class Out>
  CollideSummary hand_on(const Out& out) const {
    CollideSummary total{{volume_tests_}};
    std::uint64_t found = 0;
    for (const Share& share : shares_) total.counters += share.summary.counters;
    for (const Share& share : shares_) {
      for (const Contact& contact : share.found)
        if (!out(contact) || ++found >= query_.options.max_contacts) {
          total.complete = false;
          return total;
        }
      total.complete = total.complete && share.summary.complete;
    }
    return total;
  }

 private:
  void run(std::size_t index, std::span<const PairStep> tasks);

  const Query& query_;
  TreePair pair_;
  VisitOptions visit_;
  std::vector<Share> shares_;
  std::uint64_t volume_tests_ = 0;  // made while dividing
};

}  // namespace abut
