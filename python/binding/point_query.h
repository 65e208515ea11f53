#pragma once

#include "arrays.h"
#include "interruptible.h"
#include "keywords.h"
#include "parts.h"
#include "records.h"
#include <abut/closest_point.h>

namespace abut::python {

/// What a query about points is called, and what its help says, one by one and in batches.
struct PointQueryNames {
  const char *of, *query, *batch;
  const char *about, *about_batch;
};

/// What is asked about points, and how a classic tree is searched for them.
struct PointQuestion : ClosestPointOptions {
  classic::PointMethod method;
};

/// Adds a query that asks something placed about a point, with the options of closest_point(), and its batch. `from`
/// makes what is asked of a Python object; `ask(asked, at, point, question)` is the query, also with many points;
/// `take_more(options, question)` takes further options.
template <class From, class Ask, class TakeMore>
void add_point_query(py::module_& module, const PointQueryNames& names, const From& from, const Ask& ask,
                     RecordType (*record_type)(), const TakeMore& take_more) {
  const auto take = [take_more](Keywords& options) {
    PointQuestion question{take_measuring_options<ClosestPointOptions>(options), {}};
    take_more(options, question);
    return question;
  };
  module.def(
      names.query,
      [=](py::handle object, py::handle point, py::handle at, const py::kwargs& given) {
        const auto asked = from(object);
        const Placement placed = placement_from(at, "pose");
        const Vec3 where = point_from(point, "point");
        Keywords options(names.query, given);
        const PointQuestion question = take(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return ask(asked, placed, where, question);
      },
      py::arg(names.of), py::arg("point"), py::arg("pose") = py::none(), names.about);
  module.def(
      names.batch,
      [=](py::handle object, py::handle points, py::handle at, const py::kwargs& given) {
        const auto asked = from(object);
        const Placement placed = placement_from(at, "pose");
        const Points where = points_from(points, "points");
        Keywords options(names.batch, given);
        PointQuestion question = take(options);
        question.threads = take_threads(options);
        options.finish();
        return records_of(run_interruptibly(where.points().size(),
                                            [&](const std::atomic<bool>& stop) {
                                              question.budget.stop = &stop;
                                              return ask(asked, placed, where.points(), question);
                                            }),
                          record_type());
      },
      py::arg(names.of), py::arg("points"), py::arg("pose") = py::none(), names.about_batch);
}

}  // namespace abut::python
