#include "replay.h"

#include "experiment.h"
#include <abut/error.h>

#include <algorithm>

namespace abut::bench::pqp {

any::ModelOptions trees_of(any::VolumeKind kind) {
  if (kind == any::VolumeKind::automatic) return {};
  any::ModelOptions options{.volume = kind, .split = any::Split::mean, .storage = any::Storage::float64};
  if (takes_fit(kind)) options.fit = any::Fit::vertex_covariance;
  return options;
}

Replayer::Replayer(const Scenario& scenario, const any::ModelOptions& options) : scenario_(scenario) {
  for (const Mesh& mesh : scenario.meshes) models_.emplace_back(mesh, options);
}

std::size_t Replayer::leaves() const {
  std::size_t sum = 0;
  for (const any::Model& model : models_) sum += model.tree_summary().leaves;
  return sum;
}

Cost Replayer::ask_once(const Way& way) const {
  Cost cost;
  std::vector<DistanceCache> caches(scenario_.tracks);
  DistanceOptions options{.relative_error = way.relative_error};
  // Of models that touch, an exact query names the smallest pair, for which it looks for all contacts afterwards. The
  // paper's does not, and neither does one that has a budget, be it as large as this.
  if (!models_[0].is_engine()) options.budget.tests = Budget::no_limit - 1;
  const double start = thread_seconds();
  for (std::size_t i = 0; i < scenario_.questions.size(); ++i) {
    const Question& q = scenario_.questions[i];
    const any::Model &a = models_[q.mesh_a], &b = models_[q.mesh_b];
    if (way.ask == Way::Ask::contact) {
      const Contacts contacts = collide(a, q.at.a, b, q.at.b, {.max_contacts = 1});
      cost.counters += contacts.counters;
      cost.upper.push_back(contacts.pairs.empty() ? std::numeric_limits<double>::infinity() : 0);
      continue;
    }
    if (way.cached) options.cache = &caches[q.track];
    if (!way.known.empty()) options.known_upper = way.known[i];
    const Distance found = distance(a, q.at.a, b, q.at.b, options, {.search = way.search, .overflow = way.overflow});
    cost.counters += found.counters;
    cost.upper.push_back(found.upper);
    cost.lower.push_back(found.lower);
  }
  cost.seconds = thread_seconds() - start;
  return cost;
}

namespace {

constexpr double close_enough = 0.05, most_seconds = 10, too_long_to_repeat = 5;
constexpr std::size_t least_runs = 3, most_runs = 15;

/// Sets the median and the quartiles.
void summarise(std::vector<double> seconds, Cost& cost) {
  std::sort(seconds.begin(), seconds.end());
  const auto at = [&](double share) {
    return seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1) + 0.5)];
  };
  cost.seconds = at(0.5), cost.lower_quartile = at(0.25), cost.upper_quartile = at(0.75);
}

}  // namespace

Cost Replayer::ask(const Way& way) const {
  Cost cost = ask_once(way);
  std::vector<double> seconds{cost.seconds};
  double spent = cost.seconds;
  summarise(seconds, cost);
  const auto is_settled = [&] {
    return seconds.size() >= least_runs && cost.upper_quartile - cost.lower_quartile <= close_enough * cost.seconds;
  };
  while (cost.seconds < too_long_to_repeat && spent < most_seconds && seconds.size() < most_runs && !is_settled()) {
    seconds.push_back(ask_once(way).seconds);
    spent += seconds.back();
    summarise(seconds, cost);
  }
  return cost;
}

std::vector<std::string> cells(const Cost& cost) {
  return {cell(cost.counters.volume_tests),
          cell(cost.counters.triangle_tests),
          cell(cost.seconds),
          cell(cost.milliseconds_each()),
          cell(cost.milliseconds_each(cost.lower_quartile)),
          cell(cost.milliseconds_each(cost.upper_quartile))};
}

std::vector<std::string> joined(std::vector<std::string> head, const std::vector<std::string>& tail) {
  head.insert(head.end(), tail.begin(), tail.end());
  return head;
}

Scenario thinned(const Scenario& scenario, std::size_t every) {
  Scenario result{scenario.name, scenario.title, scenario.meshes, {}, scenario.tracks};
  for (std::size_t i = 0; i < scenario.questions.size(); i += every) result.questions.push_back(scenario.questions[i]);
  return result;
}

std::vector<double> true_distances(const Scenario& scenario) { return Replayer(scenario, {}).ask_once({}).upper; }

void require_right(const Scenario& scenario, std::string_view how, const Way& way, const Cost& cost,
                   std::span<const double> distances) {
  for (std::size_t i = 0; i < cost.upper.size(); ++i) {
    const double truth = distances[i], upper = cost.upper[i];
    const bool right = way.ask == Way::Ask::contact ? (upper == 0) == (truth == 0)
                       : way.relative_error == 0    ? upper == truth
                                                    : cost.lower[i] <= truth && truth <= upper &&
                                                       upper <= (1 + way.relative_error) * cost.lower[i] * (1 + 1e-12);
    if (!right)
      throw Error(scenario.title + ", question " + std::to_string(i) + ": " + std::string(how) +
                  " gives another answer than the fast engine.");
  }
}

}  // namespace abut::bench::pqp
