#include "interruptible.h"
#include "moving_options.h"
#include "moving_results.h"
#include "parts.h"

#include <pybind11/stl.h>

namespace abut::python {

namespace {

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

template <class Take, class Ask, class HandOver>
void add_batch(py::module_& module, const char* name, const char* about, const Take& take, const Ask& ask,
               const HandOver& hand_over) {
  module.def(
      name,
      [=](py::handle a, py::handle b, py::handle motion_a, py::handle motion_b, const py::kwargs& given) {
        const Model model_a = model_from(a), model_b = model_from(b);
        const std::vector<MovingPair> pairs =
            pairs_of<MovingPair>(model_a, model_b, Motions(motion_a, "motion_a"), Motions(motion_b, "motion_b"));
        Keywords options(name, given);
        auto taken = take(options);
        const int threads = take_threads(options);
        options.finish();
        return hand_over(run_interruptibly(
            pairs.size(), [&](const std::atomic<bool>& stop) { return ask(std::span(pairs), taken, threads, stop); }));
      },
      py::arg("a"), py::arg("b"), py::arg("motion_a") = py::none(), py::arg("motion_b") = py::none(), about);
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

void add_motion_measures(py::module_& module) {
  add_intervals(module);
  add_clearance(module);
}

}  // namespace abut::python
