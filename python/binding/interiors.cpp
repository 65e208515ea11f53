#include "keywords.h"
#include "parts.h"
#include <abut/interiors.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_interiors_meet =
    R"(interiors_meet(a, b, pose_a=None, pose_b=None, *, max_tests=None, max_seconds=None, simd=None)
--

Do the interiors of two solids share a point? Exact. Gives an abut.InteriorsMeeting.

a, b: an abut.Solid; a model or a mesh is made into one for this call. Solids that only touch do not meet: flush faces, a
peg that fills its hole, a part in a cavity.

>>> box = abut.Solid(abut.shapes.box([1, 1, 1]))
>>> beside, sunk = np.eye(4), np.eye(4)
>>> beside[0, 3], sunk[0, 3] = 2, 2 - 1e-15
>>> bool(abut.interiors_meet(box, box, beside)), bool(abut.interiors_meet(box, box, sunk))
(False, True)
)";

constexpr const char* about_meeting =
    R"(Do the interiors of two solids share a point? bool(meeting) is the answer.

answer is an abut.Answer. If yes, triangle_a and triangle_b say where: both, when the interiors overlap next to a common
point of two triangles; one, when the interior of the other solid reaches that triangle. If a budget ended the search
before the answer was known, it is UNKNOWN, complete is False, and bool(meeting) raises abut.Error.)";

std::string describe_interiors(const InteriorsMeeting& self) {
  std::string text = "<abut.InteriorsMeeting: " + std::string(name_of(self.answer));
  if (self.triangle_a) text += ", triangle " + std::to_string(*self.triangle_a) + " of a";
  if (self.triangle_b) text += ", triangle " + std::to_string(*self.triangle_b) + " of b";
  return text + ">";
}

}  // namespace

void add_interiors(py::module_& module) {
  py::class_<InteriorsMeeting>(module, "InteriorsMeeting", about_meeting)
      .def_property_readonly(
          "answer", [](const InteriorsMeeting& self) { return answer_of(self.answer); }, "An abut.Answer.")
      .def_readonly("triangle_a", &InteriorsMeeting::triangle_a, "A triangle of A where they meet, or None.")
      .def_readonly("triangle_b", &InteriorsMeeting::triangle_b, "A triangle of B where they meet, or None.")
      .def_readonly("a_runs_into_b", &InteriorsMeeting::a_runs_into_b,
                    "If no: is a part of A's surface without an inside, as a triangle and its back, in B's interior?")
      .def_readonly("b_runs_into_a", &InteriorsMeeting::b_runs_into_a, "The same of B's surface.")
      .def_readonly("sheets_cross", &InteriorsMeeting::sheets_cross,
                    "If no: do triangles of both, without an inside beside them, pass through each other?")
      .def_readonly("complete", &InteriorsMeeting::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const InteriorsMeeting& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests",
                             [](const InteriorsMeeting& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const InteriorsMeeting& self) { return self.counters.exact_tests; })
      .def("__bool__", [](const InteriorsMeeting& self) { return static_cast<bool>(self); })
      .def("__repr__", &describe_interiors);
  module.def(
      "interiors_meet",
      [](py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
        const Solid solid_a = solid_from(a), solid_b = solid_from(b);
        const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
        Keywords options("interiors_meet", given);
        InteriorsOptions query;
        query.budget = take_budget(options);
        query.simd = take_simd(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return interiors_meet(solid_a, at_a, solid_b, at_b, query);
      },
      py::arg("a"), py::arg("b"), py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none(), about_interiors_meet);
}

}  // namespace abut::python
