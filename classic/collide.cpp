#include "classic/model_data.h"
#include "classic/seen_pairs.h"
#include "leaf/pair_test.h"
#include "query/batch.h"
#include "query/option_check.h"
#include <abut/classic.h>
#include <abut/error.h>

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
  const CollideMethod& method;
};

bool is_tiled(const ModelRef& model) { return model.classic() && model.classic()->options().tile; }

/// Takes each contact and returns whether to go on.
using Out = FunctionRef<bool(const Contact&)>;

/// The part of a query that knows triangles: tests pairs of leaves, counts, and hands contacts on.
class LeafPairs {
 public:
  LeafPairs(const Query& query, const Side& a, const Side& b, std::uint64_t& tested, const Out& out)
      : options_(query.options),
        order_a_(a.nodes().order()),
        order_b_(b.nodes().order()),
        test_(a.data().leaf_geometry(), query.at_a, b.data().leaf_geometry(), query.at_b, query.options.margin),
        seen_(is_tiled(query.a) || is_tiled(query.b)),
        tested_(tested),
        out_(out) {}

  /// False ends the search.
  bool visit(const LeafRun& of_a, const LeafRun& of_b) {
    for (std::uint32_t a : order_a_.subspan(of_a.first, of_a.count))
      for (std::uint32_t b : order_b_.subspan(of_b.first, of_b.count)) {
        if (!seen_.is_new(a, b) || (options_.consider && !options_.consider(a, b))) continue;
        ++tested_;
        if (!test_.counts(a, b)) continue;
        if (!out_({a, b}) || ++found_ >= options_.max_contacts) return false;
      }
    return true;
  }

  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  const CollideOptions& options_;
  std::span<const std::uint32_t> order_a_, order_b_;
  PairTest test_;
  SeenPairs seen_;
  std::uint64_t& tested_;
  const Out& out_;
  std::uint64_t found_ = 0;
};

CollideSummary run(const Query& query, const Out& out) {
  const CollideOptions& options = query.options;
  const RigidityDefects defects{rigidity_defect(query.at_a.linear), rigidity_defect(query.at_b.linear)};
  require_placements(query.at_a, query.at_b, defects);
  require_margin(options.margin);
  require_no_simd(options, query.a, query.b);
  require_without(options.cache, "cache", query.a, query.b);
  if (options.threads != 1)
    throw Error(
        "classic trees answer a single query on one thread; leave out the option 'threads', or ask two models of the "
        "engine.");
  const Side a(query.a), b(query.b);
  require_boxes(query.method.sat, a);
  require_boxes(query.method.sat, b);
  ContactVisit visit{query.method.sat.value_or(Sat::full), query.method.descent.value_or(Descent::larger_diameter),
                     BudgetWatch(options.budget)};
  if (options.max_contacts == 0 || visit.watch.is_over(0)) return {{}, false};
  const RelativePlacement b_in_a =
      relate(a.data().frame, query.at_a, b.data().frame, query.at_b, options.margin, defects);
  LeafPairs leaves(query, a, b, visit.visited.triangle_tests, out);
  visit_any_pairs(a.tree(), b.tree(), b_in_a, visit,
                  [&](LeafRun leaf_a, LeafRun leaf_b) { return leaves.visit(leaf_a, leaf_b); });
  const Visited& visited = visit.visited;
  return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
}

}  // namespace

CollideSummary collide(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink, const CollideMethod& method) {
  if (engine_answers(a, b, method)) return abut::collide(*a.engine(), at_a, *b.engine(), at_b, options, sink);
  return run({a, at_a, b, at_b, options, method}, [&](const Contact& contact) { return sink(contact) == Flow::go_on; });
}

Contacts collide(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, const CollideOptions& options,
                 const CollideMethod& method) {
  if (engine_answers(a, b, method)) return abut::collide(*a.engine(), at_a, *b.engine(), at_b, options);
  Contacts contacts;
  static_cast<CollideSummary&>(contacts) = run({a, at_a, b, at_b, options, method}, [&](const Contact& contact) {
    contacts.pairs.push_back(contact);
    return true;
  });
  std::sort(contacts.pairs.begin(), contacts.pairs.end());
  return contacts;
}

bool touches(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, const CollideOptions& options,
             const CollideMethod& method) {
  if (engine_answers(a, b, method)) return abut::touches(*a.engine(), at_a, *b.engine(), at_b, options);
  bool found = false;
  const CollideSummary summary = run({a, at_a, b, at_b, options, method}, [&](const Contact&) {
    found = true;
    return false;
  });
  return is_yes(answer_of(found, summary, options.max_contacts), "the models touch");
}

std::vector<Contacts> collide(ModelRef a, ModelRef b, std::span<const PlacementPair> placements,
                              const CollideOptions& options, const CollideMethod& method) {
  if (engine_answers(a, b, method)) return abut::collide(*a.engine(), *b.engine(), placements, options);
  CollideOptions alone = options;
  alone.threads = 1;
  return batch_of<Contacts>(placements.size(), options.threads, [&](std::size_t i) {
    return collide(a, placements[i].a, b, placements[i].b, alone, method);
  });
}

}  // namespace abut::classic
