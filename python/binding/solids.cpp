#include "interruptible.h"
#include "parts.h"
#include "point_query.h"
#include "records.h"

#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_solid = R"(A model that has an inside.

Bodies of one mesh that cross are one body. A body within a body is a hole, and a body in the hole is a body again. The
direction in which they are wound does not matter. holes: "refuse" raises abut.Error for a mesh that is not closed and
says where; "winding-number" decides as if every hole had the best possible lid.

A Solid keeps the vertices that the model had when it was made: a later refit does not change it.

>>> abut.Solid(abut.shapes.sphere(1.0))
<abut.Solid: 2000 faces, closed>
)";

constexpr const char* about_contains = R"(contains(solid, point, pose=None)
--

Is a point of the world inside a closed model, or on its surface? Exact.

solid: an abut.Solid; a model or a mesh is made into one for this call.

>>> ball = abut.Solid(abut.shapes.sphere(1.0))
>>> abut.contains(ball, [0.1, 0.2, 0.3]), abut.contains(ball, [1, 1, 1])
(True, False)
)";

constexpr const char* about_contains_batch = R"(contains_batch(solid, points, pose=None, *, threads=1)
--

contains for many points, an array of the shape (N, 3): an array of N booleans.

>>> ball = abut.Solid(abut.shapes.sphere(1.0))
>>> abut.contains_batch(ball, [[0, 0, 0], [0, 0, 2]])
array([ True, False])
)";

constexpr const char* about_winding = R"(winding_number(solid, point, pose=None)
--

How often the surface winds around a point: 1 inside a closed mesh whose normals point outwards, a fraction near holes.

>>> abut.winding_number(abut.shapes.box([1, 1, 1]), [0, 0, 0.5])
1.0
)";

constexpr const char* about_signed =
    R"(signed_distance(solid, point, pose=None, *, relative_error=0.0, absolute_error=0.0, max_tests=None, max_seconds=None)
--

How far a point is from the surface, negative inside, as a bracket. The sign is exact; errors and budgets as in distance.

>>> depth = abut.signed_distance(abut.shapes.box([1, 1, 1]), [0, 0, 0.75])
>>> depth.lower <= -0.25 <= depth.upper
True
>>> depth.side.name
'INSIDE'
)";

constexpr const char* about_signed_batch =
    R"(signed_distance_batch(solid, points, pose=None, *, relative_error=0.0, absolute_error=0.0, max_tests=None, max_seconds=None, threads=1)
--

signed_distance for many points, an array of the shape (N, 3).

Gives a numpy record array with the fields of abut.SignedDistance; `side` holds the numbers of abut.Side.

>>> depths = abut.signed_distance_batch(abut.shapes.box([1, 1, 1]), [[0, 0, 0.75], [0, 0, 3], [1, 0, 0]])
>>> depths.upper.round(12)
array([-0.25,  2.  ,  0.  ])
>>> depths.side == abut.Side.INSIDE
array([ True, False, False])
)";

constexpr std::array all_holes{Holes::refuse, Holes::by_winding_number};

}  // namespace
}  // namespace abut::python

namespace abut {

// Found by chosen().
static std::string_view name_of(Holes holes) { return holes == Holes::refuse ? "refuse" : "winding-number"; }

}  // namespace abut

namespace abut::python {

namespace {

Solid solid_from(py::handle object) {
  if (py::isinstance<Solid>(object)) return object.cast<const Solid&>();
  const Model model = model_from(object);
  py::gil_scoped_release release;
  return Solid(model);
}

py::object side_of(Containment side) { return py::module_::import("abut").attr("Side")(static_cast<int>(side)); }

std::string describe_signed_distance(const SignedDistance& result) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.SignedDistance: " << result.upper << " to triangle " << result.closest.triangle
       << (result.closest.complete ? ">" : ", not complete>");
  return text.str();
}

RecordType signed_distance_record() {
  constexpr std::size_t closest = offsetof(SignedDistance, closest);
  static_assert(sizeof(Containment) == 4);
  RecordType type;
  type.add("lower", "f8", offsetof(SignedDistance, lower))
      .add("upper", "f8", offsetof(SignedDistance, upper))
      .add("side", "i4", offsetof(SignedDistance, side))
      .add("triangle", "u4", closest + offsetof(ClosestPoint, triangle))
      .add("weights", "3f8", closest + offsetof(ClosestPoint, weights))
      .add("point", "3f8", closest + offsetof(ClosestPoint, point))
      .add("complete", "?", closest + offsetof(ClosestPoint, complete));
  return type;
}

void add_solid(py::module_& module) {
  py::class_<Solid>(module, "Solid", about_solid)
      .def(py::init([](py::handle mesh, const std::string& holes) {
             const SolidOptions options{chosen(all_holes, holes, "way with holes")};
             const Model model = model_from(mesh);
             py::gil_scoped_release release;
             return Solid(model, options);
           }),
           py::arg("model"), py::kw_only(), py::arg("holes") = "refuse",
           "__init__(self, model, *, holes=\"refuse\")\n--\n\n")
      .def_property_readonly(
          // A copy: who refits it does not reach the solid's own.
          "model", [](const Solid& self) { return Model(self.model()); }, "The model that it was made of.")
      .def_property_readonly(
          "is_closed", [](const Solid& self) { return self.closedness().is_closed(); },
          "Does its surface enclose a volume?")
      .def("__repr__", [](const Solid& self) {
        return "<abut.Solid: " + std::to_string(self.model().mesh().triangles.size()) + " faces, " +
               (self.closedness().is_closed() ? "closed>" : "with holes>");
      });
}

void add_signed_distance_type(py::module_& module) {
  py::class_<SignedDistance>(module, "SignedDistance",
                             "The distance of a point from a surface, negative inside: lower <= distance <= upper.")
      .def_readonly("lower", &SignedDistance::lower, "The signed distance is at least this.")
      .def_readonly("upper", &SignedDistance::upper, "The signed distance is at most this; 0 on the surface only.")
      .def_property_readonly(
          "side", [](const SignedDistance& self) { return side_of(self.side); }, "An abut.Side.")
      .def_property_readonly("triangle", [](const SignedDistance& self) { return self.closest.triangle; })
      .def_property_readonly(
          "weights", [](const SignedDistance& self) { return array_of(self.closest.weights); },
          "Where the closest point is in its triangle.")
      .def_property_readonly(
          "point", [](const SignedDistance& self) { return array_of(self.closest.point); },
          "The closest point of the surface, in the world, rounded.")
      .def_property_readonly(
          "complete", [](const SignedDistance& self) { return self.closest.complete; },
          "False when a budget ended the search.")
      .def("__repr__", &describe_signed_distance);
}

void add_contains(py::module_& module) {
  module.def(
      "contains",
      [](py::handle solid, py::handle point, py::handle pose) {
        const Solid asked = solid_from(solid);
        const Placement at = placement_from(pose, "pose");
        const Vec3 where = point_from(point, "point");
        py::gil_scoped_release release;
        return contains(asked, at, where) != Containment::outside;
      },
      py::arg("solid"), py::arg("point"), py::arg("pose") = py::none(), about_contains);
  module.def(
      "contains_batch",
      [](py::handle solid, py::handle points, py::handle pose, int threads) {
        const Solid asked = solid_from(solid);
        const Placement at = placement_from(pose, "pose");
        const Points where = points_from(points, "points");
        require_threads(threads);
        std::vector<Containment> found;
        {
          py::gil_scoped_release release;
          found = contains(asked, at, where.points(), {.threads = threads});
        }
        py::array_t<bool> inside(static_cast<py::ssize_t>(found.size()));
        bool* next = inside.mutable_data();
        for (const Containment side : found) *next++ = side != Containment::outside;
        return inside;
      },
      py::arg("solid"), py::arg("points"), py::arg("pose") = py::none(), py::kw_only(), py::arg("threads") = 1,
      about_contains_batch);
  module.def(
      "winding_number",
      [](py::handle solid, py::handle point, py::handle pose) {
        const Solid asked = solid_from(solid);
        const Placement at = placement_from(pose, "pose");
        const Vec3 where = point_from(point, "point");
        py::gil_scoped_release release;
        return winding_number(asked, at, where);
      },
      py::arg("solid"), py::arg("point"), py::arg("pose") = py::none(), about_winding);
}

void add_signed_distance(py::module_& module) {
  add_point_query<ClosestPointOptions>(
      module, {"solid", "signed_distance", "signed_distance_batch", about_signed, about_signed_batch}, solid_from,
      [](const Solid& solid, const Placement& at, const auto& asked, const ClosestPointOptions& options) {
        return signed_distance(solid, at, asked, options);
      },
      signed_distance_record);
}

}  // namespace

void add_solids(py::module_& module) {
  add_solid(module);
  add_signed_distance_type(module);
  add_contains(module);
  add_signed_distance(module);
}

}  // namespace abut::python
