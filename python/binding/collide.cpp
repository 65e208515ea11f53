#include "caches.h"
#include "contacts.h"
#include "either_model.h"
#include "filter.h"
#include "interruptible.h"
#include "parts.h"
#include "tally.h"

#include <algorithm>
#include <cstring>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_collide =
    R"(collide(a, b, pose_a=None, pose_b=None, *, first=False, max_contacts=None, margin=0.0, consider=None, cache=None, max_tests=None, max_seconds=None, simd=None, threads=None, counters=None, sat=None, descent=None)
--

All pairs of touching triangles, sorted: an array of the shape (K, 2), triangle of a, triangle of b. Exact.

a, b: models of the engine, classic ones, or one of each; a mesh is made into a model for this call.
pose_a, pose_b: their placements, (4, 4) or (3, 4), world <- model; None is the identity.
first: stop at the first pair. max_contacts: stop after this many pairs; which ones may depend on the tree.
margin: pairs at most this far apart count as touching.
consider: a function of two triangle ids, asked before a pair is tested; False leaves the pair out.
cache: an abut.CollideCache, for pairs that move a little between queries.
max_tests, max_seconds: budgets; what was found when one runs out is returned if `counters` is there to tell, otherwise
abut.Error is raised.
simd: the instructions of the engine, one of abut.available_simd(); they do not change the answer.
counters: an abut.Counters, to which the query's tests are added.
threads: number of threads on which the engine runs the query (0: all cores; default: 1); it does not change the answer.
Classic models have no such option.
sat, descent: how classic trees are searched; see abut.classic.
An option that the models lack raises abut.Error.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> shifted = np.eye(4)
>>> shifted[0, 3] = 2.0            # side by side, a face in common
>>> abut.collide(box, box, pose_b=shifted).shape
(64, 2)
>>> shifted[0, 3] = 2.5
>>> abut.collide(box, box, pose_b=shifted)
array([], shape=(0, 2), dtype=uint32)
)";

constexpr const char* about_touches =
    R"(touches(a, b, pose_a=None, pose_b=None, *, margin=0.0, consider=None, cache=None, max_tests=None, max_seconds=None, simd=None, threads=None, counters=None, sat=None, descent=None)
--

Do the models touch? Ends at the first contact. Arguments as in collide.

Raises abut.Error when a budget runs out before the answer is known.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> abut.touches(ball, ball, pose_b=[[1, 0, 0, 2.5], [0, 1, 0, 0], [0, 0, 1, 0]])
False
)";

constexpr const char* about_collide_batch =
    R"(collide_batch(a, b, pose_a=None, pose_b=None, *, first=False, max_contacts=None, margin=0.0, consider=None, max_tests=None, max_seconds=None, simd=None, threads=1, sat=None, descent=None)
--

collide for many placements: (N, 4, 4) or (N, 3, 4) for one model or both; a single placement is used for all.

Runs on `threads` threads (0: all cores) without the interpreter's lock; the answers are the same for every number.
Ctrl-C ends it.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [0.5, 2.0, 2.5]
>>> contacts = abut.collide_batch(box, box, pose_b=poses)
>>> contacts
<abut.Contacts: 116 pairs in 3 poses>
>>> contacts.counts
array([52, 64,  0])
>>> contacts[1].shape
(64, 2)
)";

constexpr const char* about_touches_batch =
    R"(touches_batch(a, b, pose_a=None, pose_b=None, *, margin=0.0, consider=None, max_tests=None, max_seconds=None, simd=None, threads=1, counters=None, sat=None, descent=None)
--

touches for many placements, as in collide_batch: an array of N booleans.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [0.5, 1.9, 2.5]
>>> abut.touches_batch(ball, ball, pose_b=poses)
array([ True,  True, False])
)";

constexpr const char* about_self =
    R"(self_contacts(model, *, max_contacts=None, consider=None, max_tests=None, max_seconds=None, simd=None, threads=1, counters=None, sat=None, descent=None)
--

All pairs of triangles of one model that touch each other, sorted: an array of the shape (K, 2), a < b. Exact.

Neighbours that share nothing but their common corners do not count: an intact surface has no contacts.
Options as in collide.

>>> abut.self_contacts(abut.shapes.sphere(1.0))
array([], shape=(0, 2), dtype=uint32)
)";

constexpr const char* about_touches_itself =
    R"(touches_itself(model, *, consider=None, max_tests=None, max_seconds=None, simd=None, threads=1, counters=None, sat=None, descent=None)
--

Does the model touch itself? Ends at the first contact. Options as in self_contacts.

>>> abut.touches_itself(abut.shapes.teapot())
True
)";

constexpr const char* about_collide_pairs =
    R"(collide_pairs(pairs, *, first=False, max_contacts=None, margin=0.0, consider=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

collide for many pairs of models. Otherwise like collide_batch.

pairs: tuples (a, b), (a, b, pose_a) or (a, b, pose_a, pose_b) of abut.Models, with placements as in collide.

>>> ball, box = abut.Model(abut.shapes.sphere(1.0)), abut.Model(abut.shapes.box([1, 1, 1]))
>>> aside = [[1, 0, 0, 2.5], [0, 1, 0, 0], [0, 0, 1, 0]]
>>> abut.collide_pairs([(ball, box), (ball, ball, aside), (box, box, None, aside)]).counts > 0
array([ True, False, False])
)";

CollideOptions take_collide_options(Keywords& options) {
  CollideOptions taken;
  taken.margin = options.take<double>("margin").value_or(0);
  taken.budget = take_budget(options);
  taken.simd = take_simd(options);
  return taken;
}

/// For queries that may list more than one contact.
void take_cap(Keywords& options, std::uint64_t& max_contacts) {
  max_contacts = limit_from(options.take<std::int64_t>("max_contacts"), "max_contacts");
}
void take_caps(Keywords& options, std::uint64_t& max_contacts) {
  take_cap(options, max_contacts);
  if (options.take<bool>("first").value_or(false)) max_contacts = std::min<std::uint64_t>(1, max_contacts);
}

/// For a single query; None is one thread.
int take_split_threads(Keywords& options, const EitherModel& a, const EitherModel& b) {
  const std::optional<int> threads = options.take<int>("threads");
  if (threads && !(a.engine() && b.engine()))
    throw Error(
        "classic trees answer a single query on one thread; leave out the option 'threads', or ask two models of the "
        "engine.");
  return threads ? require_threads(*threads) : 1;
}

/// collide or touches, once.
Contacts collide_once(const char* function, py::handle a, py::handle b, py::handle pose_a, py::handle pose_b,
                      const py::kwargs& given) {
  const bool lists = std::strcmp(function, "collide") == 0;
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  Keywords options(function, given);
  CollideOptions query = take_collide_options(options);
  query.max_contacts = 1;
  if (lists) take_caps(options, query.max_contacts);
  query.threads = take_split_threads(options, model_a, model_b);
  const classic::CollideMethod method = take_collide_method(options);
  const CacheInUse<CollideCache> cache(options);
  const TallyInUse tally(options);
  PairFilter filter(options);
  options.finish();
  query.cache = cache.get();
  query.consider = filter.consider(query.threads);
  Contacts found;
  {
    const py::gil_scoped_release unlocked;
    found = classic::collide(model_a.ref(), at_a, model_b.ref(), at_b, query, method);
  }
  filter.rethrow();
  const bool cut = is_cut(found, query.max_contacts);
  if (!lists && cut) is_yes(Answer::unknown, "the models touch");
  tally.add(found.counters, !cut);
  return found;
}

/// What a batch is asked.
struct BatchQuery {
  CollideOptions options;
  classic::CollideMethod method;
};

/// `lists` says that all contacts are wanted, not only whether there is one.
BatchQuery take_batch(Keywords& options, bool lists) {
  BatchQuery query{take_collide_options(options), {}};
  query.options.max_contacts = 1;
  if (lists) take_caps(options, query.options.max_contacts);
  query.options.threads = take_threads(options);
  return query;
}

std::vector<Contacts> collide_many(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, BatchQuery& query,
                                   PairFilter& filter) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  query.options.consider = filter.consider(query.options.threads);
  const bool is_plain = !query.method.sat && !query.method.descent;
  std::vector<Contacts> found = ask_at_many(
      model_a, model_b, pose_a, pose_b, query.options, is_plain,
      [](const auto& items, const CollideOptions& options) { return collide(items, options); },
      [&](const auto& of_a, const auto& of_b, const auto& poses, const CollideOptions& options) {
        return classic::collide(of_a, of_b, poses, options, query.method);
      });
  filter.rethrow();
  return found;
}

BatchContacts collide_batch(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
  Keywords options("collide_batch", given);
  BatchQuery query = take_batch(options, true);
  query.method = take_collide_method(options);
  PairFilter filter(options);
  options.finish();
  std::vector<Contacts> found = collide_many(a, b, pose_a, pose_b, query, filter);
  return joined(std::move(found), query.options);
}

py::array_t<bool> touches_batch(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b,
                                const py::kwargs& given) {
  Keywords options("touches_batch", given);
  BatchQuery query = take_batch(options, false);
  query.method = take_collide_method(options);
  const TallyInUse tally(options);
  PairFilter filter(options);
  options.finish();
  const std::vector<Contacts> found = collide_many(a, b, pose_a, pose_b, query, filter);
  py::array_t<bool> touching(static_cast<py::ssize_t>(found.size()));
  bool* next = touching.mutable_data();
  for (const Contacts& contacts : found) {
    if (is_cut(contacts, 1)) is_yes(Answer::unknown, "the models touch");
    tally.add(contacts.counters, true);
    *next++ = !contacts.pairs.empty();
  }
  return touching;
}

BatchContacts collide_pairs(py::handle pairs, const py::kwargs& given) {
  Keywords options("collide_pairs", given);
  BatchQuery query = take_batch(options, true);
  PairFilter filter(options);
  options.finish();
  query.options.consider = filter.consider(query.options.threads);
  const ModelPairs items(pairs);
  std::vector<Contacts> found =
      items.ask(query.options, [](const auto& placed, const CollideOptions& asked) { return collide(placed, asked); });
  filter.rethrow();
  return joined(std::move(found), query.options);
}

/// self_contacts or touches_itself.
Contacts self_once(const char* function, py::handle of, const py::kwargs& given) {
  const bool lists = std::strcmp(function, "self_contacts") == 0;
  const EitherModel model = either_model_from(of);
  Keywords options(function, given);
  SelfOptions query;
  query.max_contacts = 1;
  if (lists) take_cap(options, query.max_contacts);
  query.budget = take_budget(options);
  query.simd = take_simd(options);
  query.threads = take_threads(options);
  const classic::CollideMethod method = take_collide_method(options);
  const TallyInUse tally(options);
  PairFilter filter(options);
  options.finish();
  query.consider = filter.consider(query.threads);
  Contacts found = run_interruptibly([&](const std::atomic<bool>& stop) {
    query.budget.stop = &stop;
    return classic::self_contacts(model.ref(), query, method);
  });
  filter.rethrow();
  const bool cut = is_cut(found, query.max_contacts);
  if (!lists && cut) is_yes(Answer::unknown, "the model touches itself");
  tally.add(found.counters, !cut);
  return found;
}

}  // namespace

void add_collide(py::module_& module) {
  add_contacts(module);
  const py::arg a("a"), b("b"), model("model");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none());
  module.def(
      "collide",
      [](py::handle of_a, py::handle of_b, py::handle at_a, py::handle at_b, const py::kwargs& given) {
        return array_of(collide_once("collide", of_a, of_b, at_a, at_b, given).pairs);
      },
      a, b, pose_a, pose_b, about_collide);
  module.def(
      "touches",
      [](py::handle of_a, py::handle of_b, py::handle at_a, py::handle at_b, const py::kwargs& given) {
        return !collide_once("touches", of_a, of_b, at_a, at_b, given).pairs.empty();
      },
      a, b, pose_a, pose_b, about_touches);
  module.def("collide_batch", &collide_batch, a, b, pose_a, pose_b, about_collide_batch);
  module.def("touches_batch", &touches_batch, a, b, pose_a, pose_b, about_touches_batch);
  module.def("collide_pairs", &collide_pairs, py::arg("pairs"), about_collide_pairs);
  module.def(
      "self_contacts",
      [](py::handle of, const py::kwargs& given) { return array_of(self_once("self_contacts", of, given).pairs); },
      model, about_self);
  module.def(
      "touches_itself",
      [](py::handle of, const py::kwargs& given) { return !self_once("touches_itself", of, given).pairs.empty(); },
      model, about_touches_itself);
}

}  // namespace abut::python
