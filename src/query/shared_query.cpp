#include "query/shared_query.h"

#include "base/threads.h"

namespace abut {

void SharedQuery::run() {
  const int threads = threads_meant(query_.options.threads);
  // Enough shares that a large one does not keep the others waiting.
  const std::size_t most = 16 * static_cast<std::size_t>(threads);
  const DividedVisit division = divided_visit(pair_, visit_, 4 * most);
  const std::span<const PairStep> tasks = division.steps;
  volume_tests_ = division.volume_tests;
  shares_ = std::vector<Share>(std::min(most, tasks.size()));
  const auto first = [&](std::size_t share) { return tasks.size() * share / shares_.size(); };
  const auto work = [&](std::size_t i) { run(i, tasks.subspan(first(i), first(i + 1) - first(i))); };
  // One at a time, in their order: shares that come first may spare later ones.
  with_threads(threads, [&] { for_each_index(shares_.size(), work, HandOut::one_by_one); });
}

void SharedQuery::run(std::size_t index, std::span<const PairStep> tasks) {
  Share& share = shares_[index];
  const auto keep = [&share](const Contact& contact) {
    share.found.push_back(contact);
    return true;
  };
  FilteredPairs leaves(query_, keep);
  VisitOptions visit = visit_;
  visit.superfluous = &share.superfluous;
  const Visited visited = visit_pairs(pair_, visit, leaves, tasks);
  share.summary = {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
  if (share.found.size() >= query_.options.max_contacts)
    for (std::size_t later = index + 1; later < shares_.size(); ++later) shares_[later].superfluous = true;
}

}  // namespace abut
