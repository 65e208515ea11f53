#include "tally.h"

#include "caches.h"
#include "parts.h"

namespace abut::python {

namespace {

constexpr const char* about_counters = R"(Counts the tests of queries that return an array or a truth value.

Pass one as `counters` to any number of queries. Results that are objects or records have the counts themselves.

>>> counters = abut.Counters()
>>> abut.touches(abut.shapes.sphere(1.0), abut.shapes.torus(3.0, 0.5), counters=counters)
False
>>> counters.queries, counters.complete, counters.volume_tests > 0
(1, True, True)
)";

constexpr const char* about_collide_cache =
    R"(Speeds up repeated collide and touches between two models that move a little between queries.

Use one per moving pair, as `cache`. It never changes whether models touch, nor the list of all contacts. It serves one
query at a time, on one thread, of two models of the engine.

>>> cache = abut.CollideCache()
>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> [abut.touches(ball, ball, pose_b=[[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]], cache=cache) for x in (1.9, 1.95, 2.1)]
[True, True, False]
)";

constexpr const char* about_distance_cache =
    R"(Speeds up repeated distance and within between two models that move a little between queries.

Use one per moving pair, as `cache`. It never changes an exact answer. It serves one query at a time.

>>> cache = abut.DistanceCache()
>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> [round(abut.distance(box, box, pose_b=[[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0]], cache=cache).upper) for x in (3, 4)]
[1, 2]
)";

template <class Cache>
void add_cache(py::module_& module, const char* name, const char* about) {
  using Guarded = GuardedCache<Cache>;
  py::class_<Guarded>(module, name, about)
      .def(py::init<>(), "__init__(self)\n--\n\n")
      .def(
          "clear",
          [](Guarded& self) {
            if (self.is_busy) throw Error("the cache serves a query at the moment.");
            self.cache.clear();
          },
          "clear()\n--\n\nForgets everything.")
      .def("__repr__", [text = "<abut." + std::string(name) + ">"](const Guarded&) { return text; });
}

}  // namespace

TallyInUse::TallyInUse(Keywords& options) {
  const py::handle given = options.take("counters");
  if (!given) return;
  if (!py::isinstance<Tally>(given))
    throw py::type_error("counters must be an abut.Counters; it is " + std::string(py::repr(given)) + ".");
  held_ = py::reinterpret_borrow<py::object>(given);
  tally_ = &given.cast<Tally&>();
}

void TallyInUse::add(const Counters& counters, bool complete) const {
  if (!tally_ && !complete)
    throw Error(
        "the budget ended the query before it was done; pass counters=abut.Counters() to take what it found, and see "
        "its `complete`.");
  if (!tally_) return;
  static_cast<Counters&>(*tally_) += counters;
  ++tally_->queries;
  tally_->complete = tally_->complete && complete;
}

void add_tally(py::module_& module) {
  py::class_<Tally>(module, "Counters", about_counters)
      .def(py::init<>(), "__init__(self)\n--\n\n")
      .def_property_readonly("volume_tests", [](const Tally& self) { return self.volume_tests; })
      .def_property_readonly("triangle_tests", [](const Tally& self) { return self.triangle_tests; })
      .def_property_readonly(
          "exact_tests", [](const Tally& self) { return self.exact_tests; },
          "How many of the tests of triangles needed exact arithmetic.")
      .def_readonly("queries", &Tally::queries, "How many queries were counted.")
      .def_readonly("complete", &Tally::complete, "False once a budget ended one of them.")
      .def("__repr__", [](const Tally& self) {
        return "<abut.Counters: " + std::to_string(self.volume_tests) + " volume tests, " +
               std::to_string(self.triangle_tests) + " triangle tests, " + std::to_string(self.exact_tests) +
               " of them exact, in " + std::to_string(self.queries) + (self.queries == 1 ? " query>" : " queries>");
      });
  add_cache<CollideCache>(module, "CollideCache", about_collide_cache);
  add_cache<DistanceCache>(module, "DistanceCache", about_distance_cache);
}

}  // namespace abut::python
