#include "interruptible.h"
#include "motions.h"
#include "moving_results.h"
#include "parts.h"

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_first_contact =
    R"(first_contact(a, b, motion_a=None, motion_b=None, *, margin=0.0, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None)
--

When do two moving models first touch, or come within a margin? Proved: nothing tunnels.

motion_a, motion_b: an abut.Motion, or a placement for a model that stays; None is the identity.
margin: how close counts as contact.
distance_tolerance: a contact may be told where the distance is above the margin by this (default: 2^-40 of the models'
sizes, or what rounding needs). With 0 a contact is what touches confirms, and models that graze may stay undecided.
time_tolerance: how wide the bracket of the time may be (default: 1e-6 of the time that is looked at).
after_parting: of models that are in contact at the beginning, tell the next contact after they have parted.
during: a tuple (begin, end); only this time is looked at, of that in which both motions are defined.
max_tests, max_seconds: budgets; one that runs out leaves a valid bracket and complete = False.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> hit = abut.first_contact(box, box, abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]], [4, 0, 0]))
>>> hit.verdict, hit.lower <= 0.75 <= hit.upper + 1e-9, hit.normal.round(9)[0]
('contact', True, 1.0)
>>> bool(abut.first_contact(box, box, abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]], [2.5, 0, 0])))
False
)";

constexpr const char* about_within_along =
    R"(within_along(a, b, limit, motion_a=None, motion_b=None, *, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None)
--

When do two moving models first come within a limit of each other? first_contact with the limit as its margin.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> near = abut.within_along(box, box, 0.5, abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0], [0, 0, 1, 0]], [4, 0, 0]))
>>> near.lower <= 0.625 <= near.upper + 1e-9
True
)";

constexpr const char* about_first_contact_batch =
    R"(first_contact_batch(a, b, motion_a=None, motion_b=None, *, margin=0.0, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None, threads=1)
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
    R"(first_contact_pairs(pairs, *, margin=0.0, distance_tolerance=None, time_tolerance=None, after_parting=False, during=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

first_contact for many pairs of models: records as those of first_contact_batch.

pairs: tuples (a, b, motion_a) or (a, b, motion_a, motion_b) of abut.Models and motions.

>>> box, ring = abut.Model(abut.shapes.box([1, 1, 1])), abut.Model(abut.shapes.torus(3.0, 0.5))
>>> move = abut.Motion.straight(None, [4, 0, 0])
>>> abut.first_contact_pairs([(box, ring, move), (ring, box, None, move)]).verdict
array([1, 1], dtype=int32)
)";

constexpr const char* about_intervals =
    R"(contact_intervals(a, b, motion_a=None, motion_b=None, *, max_parts=1000, until_apart=False, margin=0.0, distance_tolerance=None, time_tolerance=None, during=None, max_tests=None, max_seconds=None, simd=None)
--

Cuts the time into parts in which two moving models are proved apart, proved within the tolerance, or undecided.

Gives an abut.MotionParts. "apart": farther apart than the margin all the time; "within": no farther apart than the
margin and the tolerance all the time; "undecided": shorter than the time tolerance, or beyond the budget or max_parts.
until_apart: ends with the first part that is apart. Other options as in first_contact.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> through = abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 0.3], [0, 0, 1, 0.2]], [10, 0, 0])
>>> [kind for kind, begin, end in abut.contact_intervals(box, box, through).parts if kind != "undecided"]
['apart', 'within', 'apart']
)";

constexpr const char* about_intervals_batch =
    R"(contact_intervals_batch(a, b, motion_a=None, motion_b=None, *, max_parts=1000, until_apart=False, margin=0.0, distance_tolerance=None, time_tolerance=None, during=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

contact_intervals for many motions, as in first_contact_batch: a list of abut.MotionParts.
)";

constexpr const char* about_clearance =
    R"(least_clearance(a, b, motion_a=None, motion_b=None, *, relative_error=0.001, absolute_error=0.0, during=None, max_tests=None, max_seconds=None, simd=None)
--

The least distance of two moving models over all of the time, as a bracket, and when.

relative_error, absolute_error: the search ends when upper <= lower (1 + relative_error) or
upper <= lower + absolute_error. Other arguments as in first_contact. Infinite if a model is empty.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> past = abut.Motion.straight([[1, 0, 0, -5], [0, 1, 0, 3], [0, 0, 1, 0]], [10, 0, 0])
>>> close = abut.least_clearance(box, box, past)
>>> close.lower <= 1 <= close.upper <= 1.001 * close.lower
True
)";

constexpr const char* about_clearance_batch =
    R"(least_clearance_batch(a, b, motion_a=None, motion_b=None, *, relative_error=0.001, absolute_error=0.0, during=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

least_clearance for many motions, as in first_contact_batch: a record array with the fields of abut.MotionClearance.
)";

// --- Options.

/// Without a margin, where that is an argument.
FirstContactOptions take_contact_options(Keywords& given, bool has_margin, bool has_parting) {
  FirstContactOptions taken;
  if (has_margin) taken.margin = given.take<double>("margin").value_or(0);
  const auto tolerance = [&](const char* name) {
    const auto chosen = given.take<double>(name);
    if (chosen && !(*chosen >= 0)) throw Error(std::string(name) + " must be a number, 0 or more.");
    return chosen.value_or(FirstContactOptions::automatic);
  };
  taken.distance_tolerance = tolerance("distance_tolerance");
  taken.time_tolerance = tolerance("time_tolerance");
  if (has_parting) taken.after_parting = given.take<bool>("after_parting").value_or(false);
  taken.during = take_during(given, taken.during);
  taken.budget = take_budget(given);
  taken.simd = take_simd(given);
  return taken;
}

IntervalOptions take_interval_options(Keywords& given) {
  IntervalOptions taken;
  if (const Count parts = given.take<std::int64_t>("max_parts")) taken.max_parts = limit_from(parts, "max_parts");
  taken.until_apart = given.take<bool>("until_apart").value_or(false);
  return taken;
}

ClearanceOptions take_clearance_options(Keywords& given) {
  ClearanceOptions taken;
  taken.relative_error = given.take<double>("relative_error").value_or(taken.relative_error);
  taken.absolute_error = given.take<double>("absolute_error").value_or(taken.absolute_error);
  taken.during = take_during(given, taken.during);
  taken.budget = take_budget(given);
  taken.simd = take_simd(given);
  return taken;
}

// --- Queries. take(options) reads what they are asked with, ask(pairs, that) answers.

/// The question without the interpreter's lock; functions of motions take it back.
template <class Take, class Ask>
void add_query(py::module_& module, const char* name, const char* about, const Take& take, const Ask& ask) {
  module.def(
      name,
      [=](py::handle a, py::handle b, py::handle motion_a, py::handle motion_b, const py::kwargs& given) {
        const Model model_a = model_from(a), model_b = model_from(b);
        const MovingPair pair{&model_a, &model_b, motion_from(motion_a, "motion_a"), motion_from(motion_b, "motion_b")};
        Keywords options(name, given);
        const auto taken = take(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return ask(pair, taken);
      },
      py::arg("a"), py::arg("b"), py::arg("motion_a") = py::none(), py::arg("motion_b") = py::none(), about);
}

std::vector<MovingPair> pairs_of(const Model& a, const Model& b, const Motions& of_a, const Motions& of_b) {
  if (!of_a.is_many && !of_b.is_many) throw Error("a batch needs a list of motions as motion_a, motion_b or both.");
  if (of_a.is_many && of_b.is_many && of_a.all.size() != of_b.all.size())
    throw Error("motion_a holds " + std::to_string(of_a.all.size()) + " motions and motion_b " +
                std::to_string(of_b.all.size()) + "; there must be as many, or a single one of either.");
  std::vector<MovingPair> pairs;
  const std::size_t count = of_a.is_many ? of_a.all.size() : of_b.all.size();
  for (std::size_t i = 0; i < count; ++i) pairs.push_back({&a, &b, of_a[i], of_b[i]});
  return pairs;
}

template <class Take, class Ask, class HandOver>
void add_batch(py::module_& module, const char* name, const char* about, const Take& take, const Ask& ask,
               const HandOver& hand_over) {
  module.def(
      name,
      [=](py::handle a, py::handle b, py::handle motion_a, py::handle motion_b, const py::kwargs& given) {
        const Model model_a = model_from(a), model_b = model_from(b);
        const std::vector<MovingPair> pairs =
            pairs_of(model_a, model_b, Motions(motion_a, "motion_a"), Motions(motion_b, "motion_b"));
        Keywords options(name, given);
        auto taken = take(options);
        const int threads = take_threads(options);
        options.finish();
        return hand_over(run_interruptibly(
            [&](const std::atomic<bool>& stop) { return ask(std::span(pairs), taken, threads, stop); }));
      },
      py::arg("a"), py::arg("b"), py::arg("motion_a") = py::none(), py::arg("motion_b") = py::none(), about);
}

// --- The functions.

const auto all_contact_options = [](Keywords& given) { return take_contact_options(given, true, true); };
const auto hand_over_contacts = [](std::vector<MovingContact> found) {
  return records_of(std::move(found), moving_contact_record());
};
const auto ask_contacts = [](std::span<const MovingPair> pairs, FirstContactOptions options, int threads,
                             const std::atomic<bool>& stop) {
  options.threads = threads;
  options.budget.stop = &stop;
  return first_contact(pairs, options);
};

void add_contact_queries(py::module_& module) {
  add_query(module, "first_contact", about_first_contact, all_contact_options,
            [](const MovingPair& pair, const FirstContactOptions& options) {
              return first_contact(*pair.a, pair.motion_a, *pair.b, pair.motion_b, options);
            });
  add_batch(module, "first_contact_batch", about_first_contact_batch, all_contact_options, ask_contacts,
            hand_over_contacts);
  module.def(
      "within_along",
      [](py::handle a, py::handle b, double limit, py::handle motion_a, py::handle motion_b, const py::kwargs& given) {
        const Model model_a = model_from(a), model_b = model_from(b);
        const Motion of_a = motion_from(motion_a, "motion_a"), of_b = motion_from(motion_b, "motion_b");
        Keywords options("within_along", given);
        const FirstContactOptions taken = take_contact_options(options, false, true);
        options.finish();
        const py::gil_scoped_release unlocked;
        return within(model_a, of_a, model_b, of_b, limit, taken);
      },
      py::arg("a"), py::arg("b"), py::arg("limit"), py::arg("motion_a") = py::none(), py::arg("motion_b") = py::none(),
      about_within_along);
}

/// The rows of first_contact_pairs. Models are shared, so that a refit meanwhile does not matter.
struct MovingPairs {
  explicit MovingPairs(py::handle tuples) {
    if (!py::isinstance<py::sequence>(tuples))
      throw py::type_error("pairs must be a list of tuples (a, b, motion_a, motion_b).");
    models.reserve(2 * py::len(tuples));
    for (const py::handle row : tuples) {
      const bool is_tuple = py::isinstance<py::tuple>(row) && (py::len(row) == 3 || py::len(row) == 4);
      if (!is_tuple || !py::isinstance<Model>(row[py::int_(0)]) || !py::isinstance<Model>(row[py::int_(1)]))
        throw py::type_error("pairs[" + std::to_string(pairs.size()) +
                             "] must be a tuple of two abut.Models and one or two motions.");
      const auto taken = row.cast<py::tuple>();
      const Model& a = models.emplace_back(taken[0].cast<const Model&>());
      const Model& b = models.emplace_back(taken[1].cast<const Model&>());
      pairs.push_back(
          {&a, &b, motion_from(taken[2], "motion_a"), taken.size() > 3 ? motion_from(taken[3], "motion_b") : Motion()});
    }
  }
  std::vector<Model> models;
  std::vector<MovingPair> pairs;
};

void add_contact_pairs(py::module_& module) {
  module.def(
      "first_contact_pairs",
      [](py::handle tuples, const py::kwargs& given) {
        const MovingPairs asked(tuples);
        Keywords options("first_contact_pairs", given);
        const FirstContactOptions taken = all_contact_options(options);
        const int threads = take_threads(options);
        options.finish();
        return hand_over_contacts(run_interruptibly(
            [&](const std::atomic<bool>& stop) { return ask_contacts(asked.pairs, taken, threads, stop); }));
      },
      py::arg("pairs"), about_first_contact_pairs);
}

void add_intervals(py::module_& module) {
  const auto take = [](Keywords& given) {
    const IntervalOptions intervals = take_interval_options(given);
    return std::pair(take_contact_options(given, true, false), intervals);
  };
  using Taken = std::pair<FirstContactOptions, IntervalOptions>;
  add_query(module, "contact_intervals", about_intervals, take, [](const MovingPair& pair, const Taken& taken) {
    return contact_intervals(*pair.a, pair.motion_a, *pair.b, pair.motion_b, taken.first, taken.second);
  });
  add_batch(
      module, "contact_intervals_batch", about_intervals_batch, take,
      [](std::span<const MovingPair> pairs, Taken taken, int threads, const std::atomic<bool>& stop) {
        taken.first.threads = threads;
        taken.first.budget.stop = &stop;
        return contact_intervals(pairs, taken.first, taken.second);
      },
      [](std::vector<MotionParts> found) { return py::cast(std::move(found)); });
}

void add_clearance(py::module_& module) {
  add_query(module, "least_clearance", about_clearance, take_clearance_options,
            [](const MovingPair& pair, const ClearanceOptions& options) {
              return least_clearance(*pair.a, pair.motion_a, *pair.b, pair.motion_b, options);
            });
  add_batch(
      module, "least_clearance_batch", about_clearance_batch, take_clearance_options,
      [](std::span<const MovingPair> pairs, ClearanceOptions options, int threads, const std::atomic<bool>& stop) {
        options.threads = threads;
        options.budget.stop = &stop;
        return least_clearance(pairs, options);
      },
      [](std::vector<MotionClearance> found) { return records_of(std::move(found), clearance_record()); });
}

}  // namespace

void add_first_contact(py::module_& module) {
  add_moving_results(module);
  add_contact_queries(module);
  add_contact_pairs(module);
  add_intervals(module);
  add_clearance(module);
}

}  // namespace abut::python
