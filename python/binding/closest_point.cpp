#include "either_model.h"
#include "interruptible.h"
#include "parts.h"
#include "point_query.h"

#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_closest_point =
    R"(The point of a model that is closest to a given point: lower <= distance <= upper.

upper is 0 if and only if the given point lies on the surface. Lengths and points are in the world.)";

constexpr const char* about_closest =
    R"(closest_point(model, point, pose=None, *, relative_error=0.0, absolute_error=0.0, known_upper=None, max_tests=None, max_seconds=None, simd=None, search=None)
--

The point of a model that is closest to a point of the world.

Errors and budgets as in distance. Without them, upper - lower is at most
64 * 2^-53 * (the longest side of the triangle named + the distance) + 2^-1065, and the triangle named has the smallest
id of those with the least upper.

pose: the placement of the model, (4, 4) or (3, 4), world <- model; None is the identity.
search: how a classic tree is searched, see abut.classic; abut.Error for a model of the engine.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> closest = abut.closest_point(box, [3, 0.25, 0])
>>> closest.point
array([1.  , 0.25, 0.  ])
>>> closest.lower <= 2.0 <= closest.upper
True
)";

constexpr const char* about_batch =
    R"(closest_point_batch(model, points, pose=None, *, relative_error=0.0, absolute_error=0.0, known_upper=None, max_tests=None, max_seconds=None, simd=None, threads=1, search=None)
--

closest_point for many points, an array of the shape (N, 3).

Gives a numpy record array with the fields of abut.ClosestPoint, not copied from where they were computed. Runs on
`threads` threads (0: all cores) without the interpreter's lock. Ctrl-C ends it.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> closest = abut.closest_point_batch(box, [[3, 0, 0], [0, 0, 1], [0, 0, -5]])
>>> closest.upper.round(12)
array([2., 0., 4.])
)";

std::string describe_closest_point(const ClosestPoint& result) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.ClosestPoint: " << result.upper << " away, (" << result.point.x << ", " << result.point.y << ", "
       << result.point.z << ") on triangle " << result.triangle << (result.complete ? ">" : ", not complete>");
  return text.str();
}

RecordType closest_point_record() {
  RecordType type;
  type.add("lower", "f8", offsetof(ClosestPoint, lower))
      .add("upper", "f8", offsetof(ClosestPoint, upper))
      .add("triangle", "u4", offsetof(ClosestPoint, triangle))
      .add("weights", "3f8", offsetof(ClosestPoint, weights))
      .add("point", "3f8", offsetof(ClosestPoint, point))
      .add("complete", "?", offsetof(ClosestPoint, complete))
      .add_counters(offsetof(ClosestPoint, counters));
  return type;
}

void add_closest_point_type(py::module_& module) {
  py::class_<ClosestPoint>(module, "ClosestPoint", about_closest_point)
      .def_readonly("lower", &ClosestPoint::lower, "The distance is at least this.")
      .def_readonly("upper", &ClosestPoint::upper, "The distance is at most this.")
      .def_readonly("triangle", &ClosestPoint::triangle, "The triangle that it lies on.")
      .def_property_readonly(
          "weights", [](const ClosestPoint& self) { return array_of(self.weights); },
          "Where it is in its triangle: three weights; see Mesh.point_on.")
      .def_property_readonly(
          "point", [](const ClosestPoint& self) { return array_of(self.point); }, "In the world, rounded.")
      .def_readonly("complete", &ClosestPoint::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const ClosestPoint& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const ClosestPoint& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const ClosestPoint& self) { return self.counters.exact_tests; })
      .def("__repr__", &describe_closest_point);
}

}  // namespace

void add_closest_point(py::module_& module) {
  add_closest_point_type(module);
  add_point_query(
      module, {"model", "closest_point", "closest_point_batch", about_closest, about_batch}, either_model_from,
      [](const EitherModel& model, const Placement& at, const auto& points, const PointQuestion& question) {
        return classic::closest_point(model.ref(), at, points, question, question.method);
      },
      closest_point_record,
      [](Keywords& options, PointQuestion& question) {
        question.method.search = chosen(classic::all_searches, options.take<std::string>("search"), "search");
      });
}

}  // namespace abut::python
