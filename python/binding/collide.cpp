#include "base/workers.h"
#include "choices.h"
#include "either_model.h"
#include "interruptible.h"
#include "parts.h"

#include <cstring>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_collide =
    R"(collide(a, b, pose_a=None, pose_b=None, *, first=False, max_contacts=None, margin=0.0, threads=None, sat=None, descent=None)
--

All pairs of touching triangles, sorted: an array of the shape (K, 2), triangle of a, triangle of b. Exact.

a, b: models of the engine, classic ones, or one of each; a mesh is made into a model for this call.
pose_a, pose_b: their placements, (4, 4) or (3, 4), world <- model; None is the identity.
first: stop at the first pair. max_contacts: stop after this many pairs; which ones may depend on the tree.
margin: pairs at most this far apart count as touching.
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
    R"(touches(a, b, pose_a=None, pose_b=None, *, margin=0.0, threads=None, sat=None, descent=None)
--

Do the models touch? Ends at the first contact. Arguments as in collide.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> abut.touches(ball, ball, pose_b=[[1, 0, 0, 2.5], [0, 1, 0, 0], [0, 0, 1, 0]])
False
)";

constexpr const char* about_collide_batch =
    R"(collide_batch(a, b, pose_a=None, pose_b=None, *, first=False, max_contacts=None, margin=0.0, threads=1, sat=None, descent=None)
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
    R"(touches_batch(a, b, pose_a=None, pose_b=None, *, margin=0.0, threads=1, sat=None, descent=None)
--

touches for many placements, as in collide_batch: an array of N booleans.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [0.5, 1.9, 2.5]
>>> abut.touches_batch(ball, ball, pose_b=poses)
array([ True,  True, False])
)";

constexpr const char* about_self = R"(self_contacts(model, *, max_contacts=None, threads=1, sat=None, descent=None)
--

All pairs of triangles of one model that touch each other, sorted: an array of the shape (K, 2), a < b. Exact.

Neighbours that share nothing but their common corners do not count: an intact surface has no contacts.
sat, descent: for classic models, as in collide.

>>> abut.self_contacts(abut.shapes.sphere(1.0))
array([], shape=(0, 2), dtype=uint32)
)";

constexpr const char* about_contacts = R"(The contacts of a batch.

contacts[i] holds the pairs that collide finds at pose i, an array of the shape (K, 2); `pairs` holds all of them.)";

/// The contacts of all poses in one array.
struct BatchContacts {
  py::array pairs, offsets;

  py::ssize_t poses() const { return offsets.size() - 1; }
  std::int64_t offset(py::ssize_t i) const { return static_cast<const std::int64_t*>(offsets.data())[i]; }
};

/// There may be millions of them: all threads copy, and each gives back what it has copied.
BatchContacts joined(std::vector<Contacts> poses, int threads) {
  std::vector<std::int64_t> offsets{0};
  offsets.reserve(poses.size() + 1);
  for (const Contacts& contacts : poses)
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(contacts.pairs.size()));
  py::array_t<std::uint32_t> pairs({static_cast<py::ssize_t>(offsets.back()), py::ssize_t{2}});
  const std::int64_t* const data = offsets.data();
  std::uint32_t* const to = pairs.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    Workers(threads).for_each(poses.size(), [&](std::size_t i) {
      const std::vector<Contact> found = std::move(poses[i].pairs);
      if (!found.empty()) std::memcpy(to + 2 * data[i], found.data(), found.size() * sizeof(Contact));
    });
  }
  const auto count = static_cast<py::ssize_t>(offsets.size());
  return {std::move(pairs), py::array_t<std::int64_t>({count}, data, owner_of(std::move(offsets)))};
}

py::object pairs_at(const BatchContacts& self, py::ssize_t index) {
  const py::ssize_t i = index < 0 ? index + self.poses() : index;
  if (i < 0 || i >= self.poses())
    throw py::index_error("pose " + std::to_string(index) + " of " + std::to_string(self.poses()) + " poses");
  return self
      .pairs[py::slice(static_cast<py::ssize_t>(self.offset(i)), static_cast<py::ssize_t>(self.offset(i + 1)), 1)];
}

constexpr std::array all_sats{classic::Sat::full, classic::Sat::lite};

CollideOptions options_from(bool first, const Count& max_contacts, double margin) {
  CollideOptions options;
  options.max_contacts = limit_from(max_contacts, "max_contacts");
  if (first) options.max_contacts = std::min<std::uint64_t>(1, options.max_contacts);
  options.margin = margin;
  return options;
}

classic::CollideMethod contact_method(const Word& sat, const Word& descent) {
  return {.descent = chosen(classic::all_descents, descent, "descent"), .sat = chosen(all_sats, sat, "sat")};
}

/// For a single query; None is one thread.
int threads_from(const std::optional<int>& threads, const EitherModel& a, const EitherModel& b) {
  if (threads && !(a.engine() && b.engine()))
    throw Error(
        "classic trees answer a single query on one thread; leave out the option 'threads', or ask two models of the "
        "engine.");
  return threads ? require_threads(*threads) : 1;
}

py::array collide_once(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, bool first,
                       const Count& max_contacts, double margin, const std::optional<int>& threads, const Word& sat,
                       const Word& descent) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  CollideOptions options = options_from(first, max_contacts, margin);
  const classic::CollideMethod method = contact_method(sat, descent);
  options.threads = threads_from(threads, model_a, model_b);
  std::vector<Contact> pairs;
  {
    py::gil_scoped_release release;
    pairs = classic::collide(model_a.ref(), at_a, model_b.ref(), at_b, options, method).pairs;
  }
  return array_of(std::move(pairs));
}

bool touches_once(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, double margin,
                  const std::optional<int>& threads, const Word& sat, const Word& descent) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  CollideOptions options = options_from(false, {}, margin);
  const classic::CollideMethod method = contact_method(sat, descent);
  options.threads = threads_from(threads, model_a, model_b);
  py::gil_scoped_release release;
  return classic::touches(model_a.ref(), at_a, model_b.ref(), at_b, options, method);
}

std::vector<Contacts> collide_many(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b,
                                   CollideOptions options, const classic::CollideMethod& method, int threads) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  options.threads = require_threads(threads);
  return ask_at_many(
      model_a, model_b, pose_a, pose_b, options, method,
      [](const auto& items, const CollideOptions& query) { return collide(items, query); },
      [&](const auto& of_a, const auto& of_b, const auto& poses, const CollideOptions& query) {
        return classic::collide(of_a, of_b, poses, query, method);
      });
}

py::array_t<bool> touches_many(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, double margin,
                               int threads, const Word& sat, const Word& descent) {
  const std::vector<Contacts> found =
      collide_many(a, b, pose_a, pose_b, options_from(true, {}, margin), contact_method(sat, descent), threads);
  py::array_t<bool> touching(static_cast<py::ssize_t>(found.size()));
  bool* next = touching.mutable_data();
  for (const Contacts& contacts : found) *next++ = !contacts.pairs.empty();
  return touching;
}

void add_batch_contacts(py::module_& module) {
  py::class_<BatchContacts>(module, "Contacts", about_contacts)
      .def_readonly("pairs", &BatchContacts::pairs, "(K, 2) uint32: the pairs of all poses, one pose after the other.")
      .def_readonly("offsets", &BatchContacts::offsets,
                    "(N + 1,) int64: the pairs of pose i are pairs[offsets[i] : offsets[i + 1]].")
      .def_property_readonly(
          "counts", [](const BatchContacts& self) { return py::module_::import("numpy").attr("diff")(self.offsets); },
          "(N,): how many pairs each pose has.")
      .def("__len__", &BatchContacts::poses)
      .def("__getitem__", &pairs_at, py::arg("pose"))
      .def("__repr__", [](const BatchContacts& self) {
        return "<abut.Contacts: " + std::to_string(self.pairs.shape(0)) + " pairs in " + std::to_string(self.poses()) +
               " poses>";
      });
}

}  // namespace

void add_collide(py::module_& module) {
  add_batch_contacts(module);
  const py::arg a("a"), b("b");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none()), margin("margin", 0.0),
      threads("threads", 1), first("first", false), max_contacts("max_contacts", py::none()),
      split_threads("threads", py::none()), sat("sat", py::none()), descent("descent", py::none());
  const py::kw_only named;
  module.def("collide", &collide_once, a, b, pose_a, pose_b, named, first, max_contacts, margin, split_threads, sat,
             descent, about_collide);
  module.def("touches", &touches_once, a, b, pose_a, pose_b, named, margin, split_threads, sat, descent, about_touches);
  module.def(
      "collide_batch",
      [](py::handle of_a, py::handle of_b, py::handle at_a, py::handle at_b, bool one, const Count& most, double within,
         int on_threads, const Word& axes, const Word& opened) {
        return joined(collide_many(of_a, of_b, at_a, at_b, options_from(one, most, within),
                                   contact_method(axes, opened), on_threads),
                      on_threads);
      },
      a, b, pose_a, pose_b, named, first, max_contacts, margin, threads, sat, descent, about_collide_batch);
  module.def("touches_batch", &touches_many, a, b, pose_a, pose_b, named, margin, threads, sat, descent,
             about_touches_batch);
  module.def(
      "self_contacts",
      [](py::handle of, const Count& most, int on_threads, const Word& axes, const Word& opened) {
        const EitherModel model = either_model_from(of);
        SelfOptions options;
        options.max_contacts = limit_from(most, "max_contacts");
        options.threads = require_threads(on_threads);
        const classic::CollideMethod method = contact_method(axes, opened);
        return array_of(run_interruptibly([&](const std::atomic<bool>& stop) {
          options.budget.stop = &stop;
          return classic::self_contacts(model.ref(), options, method).pairs;
        }));
      },
      py::arg("model"), named, max_contacts, threads, sat, descent, about_self);
}

}  // namespace abut::python
