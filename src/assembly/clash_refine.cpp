#include "assembly/clash_finding.h"
#include "assembly/clash_search.h"

#include <algorithm>
#include <chrono>

namespace abut {

void ClashSearch::refine() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < joined_.size(); ++i)
    if (joined_[i].is_open()) open.push_back(i);
  if (open.empty()) return;
  const auto begin = std::chrono::steady_clock::now();
  Budget budget = watch_.rest();
  budget.seconds = std::min(budget.seconds, std::max(0.0, options_.refine.seconds - refining_));
  const BudgetWatch watch(budget);
  for (const std::size_t i : open) joined_[i].end = RefineEnd::rounds;
  for (int round = 1; round <= options_.refine.rounds && !open.empty(); ++round) {
    const std::vector<FinerPair> finer = make_finer(open, round, watch);
    workers_.for_each(finer.size(), [&](std::size_t i) { check_again(finer[i], round, watch); });
    open.clear();
    for (const FinerPair& pair : finer)
      if (joined_[pair.index].is_open() && joined_[pair.index].end == RefineEnd::rounds) open.push_back(pair.index);
  }
  refining_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<ClashSearch::FinerPair> ClashSearch::make_finer(const std::vector<std::size_t>& open, int round,
                                                            const BudgetWatch& watch) {
  std::vector<FinerPair> finer;
  for (const std::size_t i : open) {
    const auto [part_a, part_b] = near_[i].parts;
    const FinerParts::Round a = finer_.at(part_a, round, watch.rest()), b = finer_.at(part_b, round, watch.rest());
    const bool is_finer = a.end == RefineEnd::decided || b.end == RefineEnd::decided;
    if (watch.is_over_now())
      joined_[i].end = RefineEnd::seconds;
    else if (!is_finer)
      joined_[i].end = std::min(a.end, b.end);
    else
      finer.push_back({i, {a.mesh, b.mesh}});
  }
  return finer;
}

void ClashSearch::check_again(const FinerPair& finer, int round, const BudgetWatch& watch) {
  const CheckedPair& pair = near_[finer.index];
  PairOnTheWay finer_way = on_the_way(pair, pair.runs.size() == 1, &finer.meshes);
  finer_way.watch = watch;
  JoinedPair found;
  found.refined = round, found.finer = finer.meshes, found.end = RefineEnd::rounds;
  PairCheck check(finer_way);
  for (const StepRun& run : pair.runs)
    if (const auto state = check.at(run.first, placements(pair.parts, run.first)))
      found.steps.push_back({run, *state});
    else
      break;
  spend(check.counters());
  bool is_complete = found.steps.size() == pair.runs.size();
  if (const auto& worst = check.worst(); worst && is_complete)
    found.worst = finding_of(*worst, finer_way, placements(pair.parts, worst->step), options_.max_triangles);
  if (is_complete && has_between(pair, found)) {
    found.between = between(pair, found, finer_way);
    spend(found.between->counters);
    is_complete = found.between->is_complete;
  }
  if (is_complete)
    joined_[finer.index] = std::move(found);
  else
    joined_[finer.index].end = RefineEnd::seconds;
}

}  // namespace abut
