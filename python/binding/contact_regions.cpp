#include "keywords.h"
#include "parts.h"
#include <abut/contact_regions.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_contact_regions =
    R"(contact_regions(a, b, pose_a=None, pose_b=None, *, max_tests=None, max_seconds=None, simd=None, threads=None)
--

Where two models touch, as connected patches: curves, flat areas and single points. Gives an abut.ContactRegions.

a, b: models; a mesh is made into one for this call. Every pair of touching triangles is in exactly one patch. If a budget
ends the search, complete is False and the patches are those of the pairs found by then.
threads: number of threads that share the search (0: all cores); it does not change the answer.

>>> box = abut.shapes.box([1, 1, 1])
>>> beside = np.eye(4)
>>> beside[:3, 3] = 2, 0.5, 0
>>> [patch] = abut.contact_regions(box, box, pose_b=beside).patches
>>> patch.area, patch.normal.tolist(), patch.centre.tolist()
(3.0, [1.0, 0.0, 0.0], [1.0, 0.25, 0.0])
)";

constexpr const char* about_patch = R"(A connected part of what two surfaces share, in the world.

Which pairs belong together and how curves and outlines run is exact; the numbers are rounded.)";

py::array points_of(const std::vector<Vec3>& points) {
  py::array_t<double> result({static_cast<py::ssize_t>(points.size()), py::ssize_t{3}});
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) result.mutable_at(i, axis) = points[i][axis];
  return result;
}

std::string number(double value) { return std::string(py::str("{:.9g}").format(value)); }

void add_parts_of_patches(py::module_& module) {
  py::class_<ContactCurve>(module, "ContactCurve", "A polyline in which two surfaces cut or touch each other.")
      .def_property_readonly(
          "points", [](const ContactCurve& self) { return points_of(self.points); },
          "(N, 3); the first point of a closed curve is not repeated.")
      .def_readonly("is_closed", &ContactCurve::is_closed, "Does it end where it begins?")
      .def("__len__", [](const ContactCurve& self) { return self.points.size(); })
      .def("__repr__", [](const ContactCurve& self) {
        return "<abut.ContactCurve: " + counted(self.points.size(), "point") + (self.is_closed ? ", closed>" : ">");
      });
  py::class_<ContactArea>(module, "ContactArea", "A flat area that two surfaces share.")
      .def_property_readonly(
          "outlines",
          [](const ContactArea& self) {
            py::list outlines;
            for (const auto& outline : self.outlines) outlines.append(points_of(outline));
            return outlines;
          },
          "A list of arrays (N, 3): seen from A's front, the outer one turns left, those around holes turn right.")
      .def_readonly("area", &ContactArea::area, "Its size.")
      .def_property_readonly(
          "normal", [](const ContactArea& self) { return array_of(self.normal); }, "Of A's triangles.")
      .def("__repr__", [](const ContactArea& self) {
        return "<abut.ContactArea: area " + number(self.area) + ", " + counted(self.outlines.size(), "outline") + ">";
      });
}

void add_patches(py::module_& module) {
  py::class_<ContactPatch>(module, "ContactPatch", about_patch)
      .def_property_readonly(
          "pairs", [](const ContactPatch& self) { return array_of(self.pairs); },
          "(K, 2): the pairs of triangles that touch in it, sorted.")
      .def_readonly("curves", &ContactPatch::curves, "Curves, without those along the outlines of areas.")
      .def_readonly("areas", &ContactPatch::areas, "Flat areas.")
      .def_property_readonly(
          "points", [](const ContactPatch& self) { return points_of(self.points); },
          "(N, 3): where they touch in single points.")
      .def_property_readonly(
          "centre", [](const ContactPatch& self) { return array_of(self.centre); },
          "Of its areas; without any, of its curves; without any, of its points.")
      .def_property_readonly(
          "normal", [](const ContactPatch& self) { return array_of(self.normal); },
          "From A into B, for surfaces that are wound outwards; 0 where normals cancel.")
      .def_readonly("area", &ContactPatch::area, "Of all areas.")
      .def_readonly("length", &ContactPatch::length, "Of all curves.")
      .def_property_readonly(
          "extent", [](const ContactPatch& self) { return array_of(self.extent); }, "(2, 3): the box around it.")
      .def("__len__", [](const ContactPatch& self) { return self.pairs.size(); })
      .def("__repr__", [](const ContactPatch& self) {
        return "<abut.ContactPatch: " + counted(self.pairs.size(), "pair") + " of triangles, area " +
               number(self.area) + ", length " + number(self.length) + ", " + counted(self.points.size(), "point") +
               ">";
      });
  py::class_<ContactRegions>(module, "ContactRegions", "Where two models touch.")
      .def_readonly("patches", &ContactRegions::patches, "Connected patches, in the order of their first pairs.")
      .def_readonly("complete", &ContactRegions::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const ContactRegions& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const ContactRegions& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const ContactRegions& self) { return self.counters.exact_tests; })
      .def("__len__", [](const ContactRegions& self) { return self.patches.size(); })
      .def("__repr__", [](const ContactRegions& self) {
        const std::size_t count = self.patches.size();
        return "<abut.ContactRegions: " + std::to_string(count) + (count == 1 ? " patch" : " patches") +
               (self.complete ? ">" : ", not complete>");
      });
}

}  // namespace

void add_contact_regions(py::module_& module) {
  add_parts_of_patches(module);
  add_patches(module);
  module.def(
      "contact_regions",
      [](py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
        const Model model_a = model_from(a), model_b = model_from(b);
        const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
        Keywords options("contact_regions", given);
        ContactRegionsOptions query;
        query.budget = take_budget(options);
        query.simd = take_simd(options);
        query.threads = take_threads(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return contact_regions(model_a, at_a, model_b, at_b, query);
      },
      py::arg("a"), py::arg("b"), py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none(),
      about_contact_regions);
}

}  // namespace abut::python
