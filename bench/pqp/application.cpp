#include "application.h"

#include <algorithm>

namespace abut::bench::pqp {

namespace {

/// Of ways on the same trees and the same scenario, whose known distances are the true ones.
bool is_same(const Way& a, const Way& b) {
  return a.ask == b.ask && a.relative_error == b.relative_error && a.search == b.search && a.overflow == b.overflow &&
         a.cached == b.cached && a.known.empty() == b.known.empty();
}

std::string described(const Trees& trees, const Way& way) {
  std::string text = trees.name;
  if (way.search) text += ", " + std::string(name_of(*way.search));
  if (way.cached) text += ", cached";
  return text;
}

}  // namespace

Trees named_trees(any::VolumeKind kind) { return {std::string(name_of(kind)), trees_of(kind)}; }

Application::Application(Scenario scenario)
    : scenario_(std::make_unique<const Scenario>(std::move(scenario))), truth_(true_distances(*scenario_)) {}

std::uint64_t Application::touching() const {
  return static_cast<std::uint64_t>(std::count(truth_.begin(), truth_.end(), 0.0));
}

const Replayer& Application::built(const Trees& trees) {
  if (!built_ || built_name_ != trees.name) {
    built_.reset();
    built_.emplace(*scenario_, trees.options);
    built_name_ = trees.name;
  }
  return *built_;
}

const Cost& Application::cost(const Trees& trees, Way way) {
  // What classic trees do unless told otherwise.
  const bool is_distance = way.ask == Way::Ask::distance;
  if (is_distance && trees.options.volume != any::VolumeKind::automatic && !way.search)
    way.search = any::Search::priority;
  for (const auto& known : measured_)
    if (known->trees == trees.name && is_same(known->way, way)) return known->cost;
  Cost cost = built(trees).ask(way);
  require_right(*scenario_, described(trees, way), way, cost, truth_);
  measured_.push_back(std::make_unique<const Measured>(Measured{trees.name, way, std::move(cost)}));
  return measured_.back()->cost;
}

std::vector<Application>& all_applications() {
  static std::vector<Application> all = [] {
    std::vector<Application> built;
    for (Scenario& scenario : all_scenarios()) built.emplace_back(std::move(scenario));
    return built;
  }();
  return all;
}

}  // namespace abut::bench::pqp
