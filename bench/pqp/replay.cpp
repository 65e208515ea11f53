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
  const double seconds = thread_seconds() - start;
  cost.time = {seconds, seconds, seconds, 1};
  return cost;
}

Cost Replayer::ask(const Way& way) const {
  Cost cost;
  cost.time = repeated([&] {
    cost = ask_once(way);
    return cost.time.seconds;
  });
  return cost;
}

std::vector<std::string> cells(const Cost& cost) {
  return {cell(cost.counters.volume_tests),
          cell(cost.counters.triangle_tests),
          cell(cost.time.seconds),
          cell(cost.milliseconds_each()),
          cell(cost.milliseconds_each(cost.time.lower_quartile)),
          cell(cost.milliseconds_each(cost.time.upper_quartile)),
          cell(cost.time.runs)};
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

Scenario first_of(const Scenario& scenario, std::size_t count) {
  Scenario result = scenario;
  result.questions.resize(std::min(count, result.questions.size()));
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
