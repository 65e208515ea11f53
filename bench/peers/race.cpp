#include "race.h"

#include <algorithm>
#include <chrono>

namespace abut::bench::peers {

namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Standing {
  std::vector<double> seconds;  ///< by round
  double used = 0;
  int repetitions = 1;

  double median() {
    if (seconds.size() > 1) seconds.erase(seconds.begin());
    std::sort(seconds.begin(), seconds.end());
    const std::size_t half = seconds.size() / 2;
    return seconds.size() % 2 ? seconds[half] : (seconds[half - 1] + seconds[half]) / 2;
  }
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
      standing.seconds.push_back(taken / standing.repetitions);
      if (round == 0) standing.repetitions = 1 + static_cast<int>(rules.shortest_seconds / std::max(taken, 1e-9));
    }
  std::vector<double> medians;
  for (Standing& standing : standings) medians.push_back(standing.median());
  return medians;
}

}  // namespace

RaceRules rules_for(const Surroundings& to, const RaceRules& rules) {
  return to.quick ? RaceRules{.rounds = 2, .seconds_each = 0.01, .shortest_seconds = 0.0005} : rules;
}

std::vector<double> race(const std::vector<std::function<void()>>& contestants, const RaceRules& rules) {
  return race_on(thread_seconds, contestants, rules);
}

std::vector<double> race_by_wall_clock(const std::vector<std::function<void()>>& contestants, const RaceRules& rules) {
  return race_on(wall_seconds, contestants, rules);
}

}  // namespace abut::bench::peers
