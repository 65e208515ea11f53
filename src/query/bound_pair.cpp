#include "base/budget_watch.h"
#include "query/option_check.h"
#include "query/search_goal.h"
#include <abut/bound_pair.h>
#include <abut/error.h>

namespace abut {

namespace {

void require_valid(const BoundPairOptions& options) {
  if (options.collide.cache || options.distance.cache)
    throw Error("a bound pair keeps its own caches: set `coherent` instead of giving it one.");
  require_margin(options.collide.margin);
  require_available(options.collide.simd);
  require_available(options.distance.simd);
  require_valid(goal_of(options.distance));
  // Say what is wrong with a budget.
  static_cast<void>(BudgetWatch(options.collide.budget));
  static_cast<void>(BudgetWatch(options.distance.budget));
}

/// answers[i] = ask(at[i].a, at[i].b)
template <class Answer, class Ask>
void ask_all(std::span<const PlacementPair> at, std::span<Answer> answers, const Ask& ask) {
  if (answers.size() != at.size())
    throw Error("there are " + std::to_string(at.size()) + " placements, and room for " +
                std::to_string(answers.size()) + " answers.");
  for (std::size_t i = 0; i < at.size(); ++i) answers[i] = ask(at[i].a, at[i].b);
}

}  // namespace

BoundPair::BoundPair(const Model& a, const Model& b, const BoundPairOptions& options)
    : a_(&a), b_(&b), options_(options) {
  require_valid(options);
}

// Caches are named anew by each query: the pair may have been moved.
bool BoundPair::touches(const Placement& at_a, const Placement& at_b) {
  options_.collide.cache = options_.coherent ? &collide_cache_ : nullptr;
  return abut::touches(*a_, at_a, *b_, at_b, options_.collide);
}

const Contacts& BoundPair::collide(const Placement& at_a, const Placement& at_b) {
  options_.collide.cache = options_.coherent ? &collide_cache_ : nullptr;
  abut::collide(*a_, at_a, *b_, at_b, options_.collide, contacts_);
  return contacts_;
}

Distance BoundPair::distance(const Placement& at_a, const Placement& at_b) {
  options_.distance.cache = options_.coherent ? &distance_cache_ : nullptr;
  return abut::distance(*a_, at_a, *b_, at_b, options_.distance);
}

Nearness BoundPair::within(const Placement& at_a, const Placement& at_b, double limit) {
  const DistanceOptions& options = options_.distance;
  DistanceCache* cache = options_.coherent ? &distance_cache_ : nullptr;
  return abut::within(*a_, at_a, *b_, at_b, limit, {.budget = options.budget, .simd = options.simd, .cache = cache});
}

void BoundPair::touches(std::span<const PlacementPair> at, std::span<bool> answers) {
  ask_all(at, answers, [&](const Placement& a, const Placement& b) { return touches(a, b); });
}

void BoundPair::distance(std::span<const PlacementPair> at, std::span<Distance> answers) {
  ask_all(at, answers, [&](const Placement& a, const Placement& b) { return distance(a, b); });
}

void BoundPair::within(std::span<const PlacementPair> at, double limit, std::span<Nearness> answers) {
  ask_all(at, answers, [&](const Placement& a, const Placement& b) { return within(a, b, limit); });
}

}  // namespace abut
