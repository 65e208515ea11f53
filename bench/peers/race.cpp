#include "race.h"

#include "../experiment.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace abut::bench::peers {

namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Standing {
  double best = std::numeric_limits<double>::infinity(), used = 0;
  int repetitions = 1;
};

std::vector<double> race_on(double (*clock)(), const std::vector<std::function<void()>>& contestants,
                            const RaceRules& rules) {
  std::vector<Standing> standings(contestants.size());
  for (int round = 0; round < rules.rounds; ++round)
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      Standing& standing = standings[i];
      if (round >= 2 && standing.used > rules.seconds_each) continue;
      const double start = clock();
      for (int k = 0; k < standing.repetitions; ++k) contestants[i]();
      const double taken = clock() - start;
      standing.used += taken;
      standing.best = std::min(standing.best, taken / standing.repetitions);
      if (round == 0) standing.repetitions = 1 + static_cast<int>(rules.shortest_seconds / std::max(taken, 1e-9));
    }
  std::vector<double> best;
  for (const Standing& standing : standings) best.push_back(standing.best);
  return best;
}

}  // namespace

std::vector<double> race(const std::vector<std::function<void()>>& contestants, const RaceRules& rules) {
  return race_on(thread_seconds, contestants, rules);
}

std::vector<double> race_by_wall_clock(const std::vector<std::function<void()>>& contestants, const RaceRules& rules) {
  return race_on(wall_seconds, contestants, rules);
}

}  // namespace abut::bench::peers
