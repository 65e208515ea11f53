#include "interruptible.h"
#include "moving_options.h"
#include "moving_results.h"
#include "parts.h"
#include <abut/moving_solids.h>

#include <map>
#include <optional>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_first_contact =
    R"(first_contact(a, b, motion_a=None, motion_b=None, *, solid=False, margin=0.0, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None)
--

When do two moving models first touch, or come within a margin? Proved: nothing tunnels.

motion_a, motion_b: an abut.Motion, or a placement for a model that stays; None is the identity.
margin: how close counts as contact.
distance_tolerance: a contact may be told where the distance is above the margin by this (default: 2^-40 of the models'
sizes, or what rounding needs). With 0 a contact is what touches confirms, and models that graze may stay undecided.
time_tolerance: how wide the bracket of the time may be (default: 1e-6 of the time that is looked at).
after_parting: of models that are in contact at the beginning, tell the next contact after they have parted.
solid: the models are closed, and one that is inside the other at the beginning is in contact; abut.Solids are then taken
as they are. Of such a contact the triangles and points are those of the surfaces where they are closest.
during: a tuple (begin, end); only this time is looked at, of that in which both motions are defined.
max_tests, max_seconds: budgets; one that runs out leaves a valid bracket and complete = False.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> hit = abut.first_contact(box, box, abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]], [4, 0, 0]))
>>> hit.verdict, hit.lower <= 0.75 <= hit.upper + 1e-9, hit.normal.round(9)[0]
('contact', True, 1.0)
>>> bool(abut.first_contact(box, box, abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]], [2.5, 0, 0])))
False
>>> within = abut.Solid(abut.shapes.box([0.5, 0.5, 0.5])), abut.Solid(box), abut.Motion.straight(None, [0.1, 0, 0])
>>> abut.first_contact(*within, solid=True).upper
0.0
)";

constexpr const char* about_within_along =
    R"(within_along(a, b, limit, motion_a=None, motion_b=None, *, solid=False, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None)
--

When do two moving models first come within a limit of each other? first_contact with the limit as its margin.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> near = abut.within_along(box, box, 0.5, abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]], [4, 0, 0]))
>>> near.lower <= 0.625 <= near.upper + 1e-9
True
)";

constexpr const char* about_first_contact_batch =
    R"(first_contact_batch(a, b, motion_a=None, motion_b=None, *, solid=False, margin=0.0, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

first_contact for many motions: lists of them for one model or both; a single one is used for all.

Gives a numpy record array with the fields of abut.MovingContact. In records a verdict is a number: 0 clear, 1 contact,
2 undecided; so is a feature: 0 corner, 1 side, 2 face. Runs on `threads` threads (0: all cores) without the
interpreter's lock; the answers are the same for every number. Ctrl-C ends it.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> start = [[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]]
>>> hits = abut.first_contact_batch(box, box, [abut.Motion.straight(start, [x, 0, 0]) for x in (2, 4, 6)])
>>> hits.verdict, hits.upper.round(6)
(array([0, 1, 1], dtype=int32), array([ inf, 0.75, 0.5 ]))
)";

constexpr const char* about_first_contact_pairs =
    R"(first_contact_pairs(pairs, *, solid=False, margin=0.0, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

first_contact for many pairs of models: records as those of first_contact_batch.

pairs: tuples (a, b, motion_a) or (a, b, motion_a, motion_b) of abut.Models, with `solid` also abut.Solids, and motions.

>>> box, ring = abut.Model(abut.shapes.box([1, 1, 1])), abut.Model(abut.shapes.torus(3.0, 0.5))
>>> move = abut.Motion.straight(None, [4, 0, 0])
>>> abut.first_contact_pairs([(box, ring, move), (ring, box, None, move)]).verdict
array([1, 1], dtype=int32)
)";

// `solid` says that a and b are solids, so that one inside the other is in contact.

const auto hand_over_contacts = [](std::vector<MovingContact> found) {
  return records_of(std::move(found), moving_contact_record());
};

bool take_solid(Keywords& given) { return given.take<bool>("solid").value_or(false); }

/// first_contact, or within_along, whose margin is its limit.
MovingContact contact_once(const char* function, py::handle a, py::handle b, std::optional<double> limit,
                           py::handle motion_a, py::handle motion_b, const py::kwargs& given) {
  const Motion of_a = motion_from(motion_a, "motion_a"), of_b = motion_from(motion_b, "motion_b");
  Keywords options(function, given);
  const bool solid = take_solid(options);
  FirstContactOptions taken = take_contact_options(options, !limit, true);
  options.finish();
  taken.margin = limit.value_or(taken.margin);
  if (solid) {
    const Solid solid_a = solid_from(a), solid_b = solid_from(b);
    return without_lock([&] { return first_contact(solid_a, of_a, solid_b, of_b, taken); });
  }
  const Model model_a = model_from(a), model_b = model_from(b);
  return without_lock([&] { return first_contact(model_a, of_a, model_b, of_b, taken); });
}

/// Both questions of a batch, `pairs` being MovingPairs or MovingSolids.
template <class Pair>
py::object contacts_of(const std::vector<Pair>& pairs, FirstContactOptions taken) {
  return hand_over_contacts(run_interruptibly(pairs.size(), [&](const std::atomic<bool>& stop) {
    taken.budget.stop = &stop;
    return first_contact(std::span<const Pair>(pairs), taken);
  }));
}

py::object contact_batch(py::handle a, py::handle b, py::handle motion_a, py::handle motion_b,
                         const py::kwargs& given) {
  const Motions of_a(motion_a, "motion_a"), of_b(motion_b, "motion_b");
  Keywords options("first_contact_batch", given);
  const bool solid = take_solid(options);
  FirstContactOptions taken = take_contact_options(options, true, true);
  taken.threads = take_threads(options);
  options.finish();
  if (solid) {
    const Solid solid_a = solid_from(a), solid_b = solid_from(b);
    return contacts_of(pairs_of<MovingSolids>(solid_a, solid_b, of_a, of_b), taken);
  }
  const Model model_a = model_from(a), model_b = model_from(b);
  return contacts_of(pairs_of<MovingPair>(model_a, model_b, of_a, of_b), taken);
}

/// The rows of first_contact_pairs. Bodies are shared, so that a refit meanwhile does not matter; one that is in
/// several rows is made once.
template <class Pair, class Body>
struct MovingRows {
  MovingRows(py::handle tuples, Body (*body_from)(py::handle)) {
    if (!py::isinstance<py::sequence>(tuples))
      throw py::type_error("pairs must be a list of tuples (a, b, motion_a, motion_b).");
    for (const py::handle row : tuples) {
      const bool is_tuple = py::isinstance<py::tuple>(row) && (py::len(row) == 3 || py::len(row) == 4);
      if (!is_tuple || !is_body(row[py::int_(0)]) || !is_body(row[py::int_(1)]))
        throw py::type_error("pairs[" + std::to_string(pairs.size()) +
                             "] must be a tuple of two abut.Models and one or two motions.");
      const auto taken = row.cast<py::tuple>();
      const auto body = [&](int index) {
        const py::handle object = taken[index];
        const auto known = bodies.find(object.ptr());
        return known != bodies.end() ? &known->second : &bodies.emplace(object.ptr(), body_from(object)).first->second;
      };
      pairs.push_back({body(0), body(1), motion_from(taken[2], "motion_a"),
                       taken.size() > 3 ? motion_from(taken[3], "motion_b") : Motion()});
    }
  }
  static bool is_body(py::handle object) {
    return py::isinstance<Model>(object) || (std::is_same_v<Body, Solid> && py::isinstance<Solid>(object));
  }

  std::map<const void*, Body> bodies;
  std::vector<Pair> pairs;
};

py::object contact_pairs(py::handle tuples, const py::kwargs& given) {
  Keywords options("first_contact_pairs", given);
  const bool solid = take_solid(options);
  FirstContactOptions taken = take_contact_options(options, true, true);
  taken.threads = take_threads(options);
  options.finish();
  if (solid) return contacts_of(MovingRows<MovingSolids, Solid>(tuples, &solid_from).pairs, taken);
  return contacts_of(MovingRows<MovingPair, Model>(tuples, &model_from).pairs, taken);
}

void add_contact_queries(py::module_& module) {
  const py::arg a("a"), b("b"), limit("limit");
  const py::arg_v motion_a("motion_a", py::none()), motion_b("motion_b", py::none());
  module.def(
      "first_contact",
      [](py::handle one, py::handle other, py::handle of_one, py::handle of_other, const py::kwargs& given) {
        return contact_once("first_contact", one, other, {}, of_one, of_other, given);
      },
      a, b, motion_a, motion_b, about_first_contact);
  module.def(
      "within_along",
      [](py::handle one, py::handle other, double most, py::handle of_one, py::handle of_other,
         const py::kwargs& given) { return contact_once("within_along", one, other, most, of_one, of_other, given); },
      a, b, limit, motion_a, motion_b, about_within_along);
  module.def("first_contact_batch", &contact_batch, a, b, motion_a, motion_b, about_first_contact_batch);
  module.def("first_contact_pairs", &contact_pairs, py::arg("pairs"), about_first_contact_pairs);
}

}  // namespace

void add_first_contact(py::module_& module) {
  add_moving_results(module);
  add_contact_queries(module);
  add_motion_measures(module);
}

}  // namespace abut::python
