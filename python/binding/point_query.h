#pragma once

#include "arrays.h"
#include "distance_options.h"
#include "interruptible.h"
#include "parts.h"
#include "records.h"
#include <abut/closest_point.h>

#include <pybind11/stl.h>

namespace abut::python {

/// What a query about points is called, and what its help says, one by one and in batches.
struct PointQueryNames {
  const char *of, *query, *batch;
  const char *about, *about_batch;
};

/// An option that is a word, or None to leave it out.
template <class Options>
struct WordOption {
  const char* name;
  void (*set)(Options& options, const std::string& word);
};
template <class>
using WordOf = Word;

/// Adds a query that asks something placed about a point, with the options of closest_point(), and its batch.
/// `from` makes what is asked of a Python object; `ask(asked, at, point, options)` is the query,
/// also with many points. More options, as words, come last.
template <class Options, class From, class Ask, class... More>
void add_point_query(py::module_& module, const PointQueryNames& names, const From& from, const Ask& ask,
                     RecordType (*record_type)(), const More&... more) {
  const py::arg of(names.of);
  const py::arg_v pose("pose", py::none()), relative_error("relative_error", 0.0),
      absolute_error("absolute_error", 0.0), max_tests("max_tests", py::none()), max_seconds("max_seconds", py::none());
  const py::kw_only named;
  module.def(
      names.query,
      [from, ask, more...](py::handle object, py::handle point, py::handle at, double relative, double absolute,
                           const Count& tests, const Seconds& seconds, const WordOf<More>&... words) {
        const auto asked = from(object);
        const Placement placed = placement_from(at, "pose");
        const Vec3 where = point_from(point, "point");
        auto options = options_from<Options>({relative, absolute, tests, seconds});
        (..., (words ? more.set(options, *words) : void()));
        py::gil_scoped_release release;
        return ask(asked, placed, where, options);
      },
      of, py::arg("point"), pose, named, relative_error, absolute_error, max_tests, max_seconds,
      py::arg_v(more.name, py::none())..., names.about);
  module.def(
      names.batch,
      [from, ask, record_type, more...](py::handle object, py::handle points, py::handle at, double relative,
                                        double absolute, const Count& tests, const Seconds& seconds, int threads,
                                        const WordOf<More>&... words) {
        const auto asked = from(object);
        const Placement placed = placement_from(at, "pose");
        const Points where = points_from(points, "points");
        auto options = options_from<Options>({relative, absolute, tests, seconds});
        (..., (words ? more.set(options, *words) : void()));
        options.threads = require_threads(threads);
        return records_of(run_interruptibly([&](const std::atomic<bool>& stop) {
                            options.budget.stop = &stop;
                            return ask(asked, placed, where.points(), options);
                          }),
                          record_type());
      },
      of, py::arg("points"), pose, named, relative_error, absolute_error, max_tests, max_seconds,
      py::arg_v("threads", 1), py::arg_v(more.name, py::none())..., names.about_batch);
}

}  // namespace abut::python
