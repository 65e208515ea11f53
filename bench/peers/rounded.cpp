#include "../rounding.h"
#include "contestant.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"

namespace abut::bench::peers {

namespace {

constexpr Rounding roundings[] = {Rounding::to_float, Rounding::to_six_digits};

/// A work at its own placements, and at the same ones rounded.
struct Variant {
  std::string name;
  Workload work;
  std::vector<ExactAnswer> exact;
};

std::vector<Variant> variants_of(const Workload& work, Query query) {
  std::vector<Variant> result{{"orthonormal", work, {}}};
  for (Rounding rounding : roundings)
    result.push_back(
        {std::string(name_of(rounding)), {work.name, work.a, work.b, rounded(work.placements, rounding)}, {}});
  for (Variant& variant : result) variant.exact = exact_answers(variant.work, query);
  return result;
}

/// The worst work of each query and rounding.
struct Worst {
  Query query;
  std::string placements;
  WorstOf of;
};

std::vector<Worst> worst_of_all() {
  std::vector<Worst> result;
  for (Query query : {Query::first_contact, Query::all_contacts, Query::distance})
    for (Rounding rounding : roundings) {
      const std::string name(name_of(rounding));
      result.push_back({query, name,
                        WorstOf({std::string(name_of(query)) + ", " + name, "of the speed on orthonormal ones", 0, 0.9,
                                 1, false, GoalTable::no_cliffs})});
    }
  return result;
}

void compare_on(const Workload& work, Query query, const Surroundings& to, Table& table, std::vector<Worst>& worst) {
  const std::vector<Variant> variants = variants_of(work, query);
  std::vector<Contestant> contestants = contestants_for(work, query);
  std::vector<std::size_t> counts;
  std::vector<std::function<void()>> runs;
  for (Contestant& contestant : contestants) {
    counts.push_back(contestant.affordable(work.placements, to.count(0.05, 0.001)));
    for (const Variant& variant : variants)
      runs.push_back([&, at = std::span(variant.work.placements).first(counts.back())] { contestant.ask(at); });
  }
  const std::vector<double> seconds =
      race(runs, rules_for(to, {.rounds = 11, .seconds_each = 0.3, .shortest_seconds = 0.01}));
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const double* const of_variant = &seconds[i * variants.size()];
    for (std::size_t v = 0; v < variants.size(); ++v) {
      const Variant& variant = variants[v];
      const auto placements = std::span(variant.work.placements).first(counts[i]);
      table.row({work.name, std::string(name_of(query)), contestants[i].name(), variant.name,
                 cell(std::uint64_t{counts[i]}), cell(1e6 * of_variant[v] / static_cast<double>(counts[i])),
                 cell(of_variant[0] / of_variant[v]),
                 cell(std::uint64_t{contestants[i].count_wrong(placements, variant.exact)})});
      for (Worst& each : worst)
        if (i == 0 && each.query == query && each.placements == variant.name)
          each.of.add(work.name, of_variant[0] / of_variant[v]);
    }
  }
  to.say(work.name + ", " + std::string(name_of(query)));
}

}  // namespace

void compare_rounded(const Surroundings& to) {
  Table table({"work", "query", "contestant", "placements_are", "placements", "us", "of_orthonormal_speed", "wrong"});
  std::vector<Worst> worst = worst_of_all();
  for (const Workload& work : model_workloads(to.count(200, 10))) {
    for (Query query : {Query::first_contact, Query::all_contacts}) compare_on(work, query, to, table, worst);
    // What touches costs a distance no more than a first contact.
    Workload clear = work;
    clear.placements = placements_that(false, work, 60);
    compare_on(clear, Query::distance, to, table, worst);
  }
  table.save(to.out / "rounded.csv");
  std::vector<Goal> goals;
  for (const Worst& each : worst) each.of.add_to(goals);
  record_goals(to, "rounded", goals);
}

}  // namespace abut::bench::peers
