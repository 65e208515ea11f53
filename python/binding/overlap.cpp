#include "interruptible.h"
#include "keywords.h"
#include "parts.h"
#include <abut/overlap.h>

#include <sstream>

namespace abut::python {

namespace {

constexpr const char* about_overlap_solid =
    R"(A solid prepared for overlap. Make it once for a solid that is asked about more than once.

>>> abut.OverlapSolid(abut.shapes.sphere(1.0))
<abut.OverlapSolid: 2000 faces, clean>
)";

constexpr const char* about_result =
    R"(What two solids have in common: volume[0] <= the volume <= volume[1], proved.

centre is the centre of mass, off by at most centre_error in each coordinate; centre_error is infinite if the overlap may
be empty. from_surfaces: the volume was integrated over both surfaces, as of two clean solids; otherwise it is bounded by
cells of space. complete is False when a budget, or the limit of cells, ended the query before the bracket was as narrow
as was asked for.)";

constexpr const char* about_overlap =
    R"(overlap(a, b, pose_a=None, pose_b=None, *, relative_error=0.05, max_tests=None, max_seconds=None, simd=None)
--

The volume that two solids have in common, as a proved bracket, and its centre. Gives an abut.Overlap.

a, b: an abut.OverlapSolid; a Solid, a model or a mesh is made into one for this call. If each shell is wound consistently
and touches itself nowhere, and no two of them cross, the bracket is narrower than 1e-9 of the volume, whatever lies flush.
relative_error: how wide it may be for other solids. The volume is 0 if and only if the interiors do not meet.

>>> box = abut.OverlapSolid(abut.shapes.box([1, 1, 1]))
>>> sunk = np.eye(4)
>>> sunk[:3, 3] = 1.5, 1, 0
>>> common = abut.overlap(box, box, pose_b=sunk)
>>> common.volume[0] <= 0.5 * 1 * 2 <= common.volume[1]
True
>>> common.centre
array([0.75, 0.5 , 0.  ])
)";

OverlapSolid overlap_solid_from(py::handle object) {
  if (py::isinstance<OverlapSolid>(object)) return object.cast<const OverlapSolid&>();
  const Solid solid = solid_from(object);
  const py::gil_scoped_release unlocked;
  return OverlapSolid(solid);
}

std::string describe_overlap(const Overlap& overlap) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.Overlap: volume " << overlap.volume.lower << " to " << overlap.volume.upper
       << (overlap.complete ? ">" : ", not complete>");
  return text.str();
}

void add_types(py::module_& module) {
  py::class_<OverlapSolid>(module, "OverlapSolid", about_overlap_solid)
      .def(py::init(&overlap_solid_from), py::arg("solid"), "__init__(self, solid)\n--\n\n")
      .def_property_readonly(
          "solid", [](const OverlapSolid& self) { return self.solid(); }, "What it was made of.")
      .def_property_readonly("is_clean", &OverlapSolid::is_clean,
                             "Is every shell wound consistently, does none touch itself, and do none cross?")
      .def("__repr__", [](const OverlapSolid& self) {
        return "<abut.OverlapSolid: " + std::to_string(self.solid().model().mesh().triangles.size()) + " faces, " +
               (self.is_clean() ? "clean>" : "not clean>");
      });
  py::class_<Overlap>(module, "Overlap", about_result)
      .def_property_readonly(
          "volume", [](const Overlap& self) { return py::make_tuple(self.volume.lower, self.volume.upper); },
          "At least, and at most.")
      .def_property_readonly(
          "centre", [](const Overlap& self) { return array_of(self.centre); },
          "The centre of mass of the overlap, in the world, rounded.")
      .def_readonly("centre_error", &Overlap::centre_error, "What no coordinate of the centre is off by more than.")
      .def_readonly("from_surfaces", &Overlap::from_surfaces, "Integrated over both surfaces?")
      .def_readonly("complete", &Overlap::complete, "False when a budget or the limit of cells ended the query.")
      .def_property_readonly("volume_tests", [](const Overlap& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const Overlap& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const Overlap& self) { return self.counters.exact_tests; })
      .def("__repr__", &describe_overlap);
}

}  // namespace

void add_overlap(py::module_& module) {
  add_types(module);
  module.def(
      "overlap",
      [](py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
        const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
        Keywords options("overlap", given);
        OverlapOptions query;
        query.relative_error = options.take<double>("relative_error").value_or(query.relative_error);
        query.budget = take_budget(options);
        query.simd = take_simd(options);
        options.finish();
        const OverlapSolid solid_a = overlap_solid_from(a), solid_b = overlap_solid_from(b);
        return run_interruptibly([&](const std::atomic<bool>& stop) {
          query.budget.stop = &stop;
          return overlap(solid_a, at_a, solid_b, at_b, query);
        });
      },
      py::arg("a"), py::arg("b"), py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none(), about_overlap);
}

}  // namespace abut::python
