#include "classic/model_data.h"
#include "leaf/pair_test.h"
#include "query/option_check.h"
#include <abut/classic.h>

#include <algorithm>

namespace abut::classic {

namespace {

/// Two placed models, and what is asked of them.
struct Query {
  ModelRef a;
  const Placement& at_a;
  ModelRef b;
  const Placement& at_b;
  const CollideOptions& options;
};

/// Takes each contact and returns whether to go on.
using Out = FunctionRef<bool(const Contact&)>;

/// The part of a query that knows triangles: tests pairs of leaves, counts, and hands contacts on.
class LeafPairs {
 public:
  LeafPairs(const Query& query, const Side& a, const Side& b, const Out& out)
      : options_(query.options),
        order_a_(a.nodes().order()),
        order_b_(b.nodes().order()),
        test_(a.data().leaf_geometry(), query.at_a, b.data().leaf_geometry(), query.at_b, query.options.margin),
        out_(out) {}

  /// False ends the search.
  bool visit(const LeafRun& of_a, const LeafRun& of_b) {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) return false;
    for (std::uint32_t a : order_a_.subspan(of_a.first, of_a.count))
      for (std::uint32_t b : order_b_.subspan(of_b.first, of_b.count)) {
        if (options_.consider && !options_.consider(a, b)) continue;
        ++tested_;
        if (!test_.counts(a, b)) continue;
        if (!out_({a, b}) || ++found_ >= options_.max_contacts) return false;
      }
    return true;
  }

  std::uint64_t tested() const { return tested_; }
  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  const CollideOptions& options_;
  std::span<const std::uint32_t> order_a_, order_b_;
  PairTest test_;
  const Out& out_;
  std::uint64_t tested_ = 0, found_ = 0;
};

CollideSummary run(const Query& query, const Out& out) {
  const CollideOptions& options = query.options;
  const RigidityDefects defects{rigidity_defect(query.at_a.linear), rigidity_defect(query.at_b.linear)};
  require_placements(query.at_a, query.at_b, defects);
  require_margin(options.margin);
  const Side a(query.a), b(query.b);
  require_boxes(options.sat, a);
  require_boxes(options.sat, b);
  if (options.max_contacts == 0) return {{}, false};
  const RelativePlacement b_in_a =
      relate(a.data().frame, query.at_a, b.data().frame, query.at_b, options.margin, defects);
  CollideSummary summary;
  LeafPairs leaves(query, a, b, out);
  const auto on_leaves = [&](LeafRun leaf_a, LeafRun leaf_b) {
    return summary.complete = leaves.visit(leaf_a, leaf_b);
  };
  summary.counters.volume_tests = visit_any_pairs(a.tree(), b.tree(), b_in_a, options.sat.value_or(Sat::full),
                                                  options.descent.value_or(Descent::larger_diameter), on_leaves);
  summary.counters.triangle_tests = leaves.tested();
  summary.counters.exact_tests = leaves.exact_tests();
  return summary;
}

/// For two models of the engine.
abut::CollideOptions engine_options(const CollideOptions& options) {
  require_unset(options.descent.has_value(), "descent");
  require_unset(options.sat.has_value(), "sat");
  abut::CollideOptions same;
  same.max_contacts = options.max_contacts;
  same.margin = options.margin;
  same.consider = options.consider;
  same.stop = options.stop;
  return same;
}

}  // namespace

CollideSummary collide(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink) {
  if (are_both_of_the_engine(a, b))
    return abut::collide(*a.engine(), at_a, *b.engine(), at_b, engine_options(options), sink);
  const auto out = [&](const Contact& contact) { return sink(contact) == Flow::go_on; };
  return run({a, at_a, b, at_b, options}, out);
}

Contacts collide(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, const CollideOptions& options) {
  if (are_both_of_the_engine(a, b)) return abut::collide(*a.engine(), at_a, *b.engine(), at_b, engine_options(options));
  Contacts contacts;
  const auto out = [&](const Contact& contact) {
    contacts.pairs.push_back(contact);
    return true;
  };
  static_cast<CollideSummary&>(contacts) = run({a, at_a, b, at_b, options}, out);
  std::sort(contacts.pairs.begin(), contacts.pairs.end());
  return contacts;
}

bool touches(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, const CollideOptions& options) {
  if (are_both_of_the_engine(a, b)) return abut::touches(*a.engine(), at_a, *b.engine(), at_b, engine_options(options));
  bool found = false;
  const auto stop_at_once = [&](const Contact&) {
    found = true;
    return false;
  };
  run({a, at_a, b, at_b, options}, stop_at_once);
  return found;
}

std::vector<Contacts> collide(ModelRef a, ModelRef b, std::span<const PlacementPair> placements,
                              const CollideOptions& options, int threads) {
  std::vector<Contacts> results(placements.size());
  Workers(threads).for_each(
      placements.size(), [&](std::size_t i) { results[i] = collide(a, placements[i].a, b, placements[i].b, options); });
  return results;
}

}  // namespace abut::classic
