#include "scenario.h"

namespace abut::bench::pqp {

std::vector<Scenario> all_scenarios() {
  std::vector<Scenario> all{engine(), falling_tori()};
  if (const auto& plan = cave_plan()) {
    all.push_back(plan->computation);
    all.push_back(plan->verification);
  }
  all.push_back(falling_rings());
  all.push_back(inline_four());
  return all;
}

}  // namespace abut::bench::pqp
