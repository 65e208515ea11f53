#pragma once

#include "../experiment.h"
#include "../workloads.h"
#include "answers.h"

namespace abut::bench::peers {

/// The exact answer at one placement.
struct ExactAnswer {
  std::vector<Contact> contacts;  ///< unless the distance is asked for
  double distance = 0;            ///< if it is
};

/// First or all contacts by the binary tree that the tests hold against brute force; distances by our default model.
std::vector<ExactAnswer> exact_answers(const Workload& work, Query query);

/// A library ready to answer one query between two meshes.
class Contestant {
 public:
  /// Can the library answer that?
  static bool can(const Peer& peer, Query query) { return query != Query::distance || peer.measured; }

  Contestant(const Peer& peer, const Workload& work, Query query);

  const std::string& name() const { return name_; }
  Query query() const { return query_; }
  void ask(const PlacementPair& at);
  void ask(std::span<const PlacementPair> placements) {
    for (const PlacementPair& at : placements) ask(at);
  }
  /// Is the last answer another than the exact one? Distances may differ by a millionth; one of 0 must be 0, or less.
  bool is_wrong(const ExactAnswer& exact);
  /// At how many placements the answer is wrong.
  std::size_t count_wrong(std::span<const PlacementPair> placements, std::span<const ExactAnswer> exact);
  /// How many of the placements it answers in so many seconds; one at least.
  std::size_t affordable(std::span<const PlacementPair> placements, double seconds);

 private:
  std::string name_;
  Query query_;
  std::unique_ptr<PreparedPair> pair_;      // null when the distance is asked for
  std::unique_ptr<MeasuredPair> measured_;  // null otherwise
  bool touching_ = false;
  std::vector<Contact> found_;
  double distance_ = 0;
};

/// Our default model first, then all other libraries that can answer.
std::vector<Contestant> contestants_for(const Workload& work, Query query);

/// The placements at which the models touch, or at which they do not, at most so many.
std::vector<PlacementPair> placements_that(bool touch, const Workload& work, std::size_t most);

}  // namespace abut::bench::peers
