#include "contestant.h"

#include <abut/distance.h>

#include <algorithm>
#include <cmath>

namespace abut::bench::peers {

std::vector<ExactAnswer> exact_answers(const Workload& work, Query query) {
  std::vector<ExactAnswer> result;
  if (query == Query::distance) {
    const Model a(work.a), b(work.b);
    for (const PlacementPair& at : work.placements) result.push_back({{}, distance(a, at.a, b, at.b).upper});
  } else {
    for (std::vector<Contact>& contacts : exact_contacts(work)) result.push_back({std::move(contacts), 0});
  }
  return result;
}

Contestant::Contestant(const Peer& peer, const Workload& work, Query query) : name_(peer.name), query_(query) {
  if (query == Query::distance)
    measured_ = peer.measured(work.a, work.b);
  else
    pair_ = peer.pair(work.a, work.b);
}

void Contestant::ask(const PlacementPair& at) {
  switch (query_) {
    case Query::first_contact:
      touching_ = pair_->touches(at);
      break;
    case Query::all_contacts:
      pair_->contacts(at, found_);
      break;
    case Query::distance:
      distance_ = measured_->distance(at);
      break;
  }
}

bool Contestant::is_wrong(const ExactAnswer& exact) {
  if (query_ == Query::first_contact) return touching_ == exact.contacts.empty();
  if (query_ == Query::all_contacts) return sorted_once(found_) != exact.contacts;
  if (exact.distance == 0) return distance_ > 0;
  return !(std::abs(distance_ - exact.distance) <= 1e-6 * exact.distance);
}

std::size_t Contestant::count_wrong(std::span<const PlacementPair> placements, std::span<const ExactAnswer> exact) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    ask(placements[i]);
    wrong += is_wrong(exact[i]);
  }
  return wrong;
}

std::size_t Contestant::affordable(std::span<const PlacementPair> placements, double seconds) {
  const double start = thread_seconds();
  std::size_t count = 0;
  do ask(placements[count++]);
  while (count < placements.size() && thread_seconds() - start < seconds);
  return count;
}

std::vector<Contestant> contestants_for(const Workload& work, Query query) {
  std::vector<Contestant> result;
  result.emplace_back(our_models()[0], work, query);
  for (const Peer& peer : other_libraries())
    if (Contestant::can(peer, query)) result.emplace_back(peer, work, query);
  return result;
}

std::vector<PlacementPair> placements_that(bool touch, const Workload& work, std::size_t most) {
  const Model a(work.a), b(work.b);
  std::vector<PlacementPair> result;
  for (const PlacementPair& at : work.placements)
    if (result.size() < most && touches(a, at.a, b, at.b) == touch) result.push_back(at);
  return result;
}

}  // namespace abut::bench::peers
