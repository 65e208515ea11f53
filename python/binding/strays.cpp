#include "parts.h"
#include <abut/stray.h>

namespace abut::python {

namespace {

constexpr const char* about_stray = R"(How far the triangles of a mesh stray from the surface that they stand for.
)";

constexpr const char* about_estimated_stray = R"(estimated_stray(mesh)
--

Estimates a mesh's stray from the angles between its triangles.

Those that meet at an angle t of at most 40 degrees are taken for pieces of a round surface, from which a triangle of
width w strays by w/2 tan(t/4).

>>> stray = abut.estimated_stray(abut.shapes.cylinder(1.0, 3.0))
>>> stray.kind
'estimated'
)";

}  // namespace

void add_strays(py::module_& module) {
  py::class_<Stray>(module, "Stray", about_stray)
      .def_property_readonly(
          "kind", [](const Stray& self) { return std::string(name_of(self.kind())); },
          "How it is known: 'none', 'estimated', 'sampled' or 'bounded'.")
      .def_property_readonly(
          "of_triangles",
          [](const Stray& self) {
            const std::span<const float> lengths = self.of_triangles();
            return py::array_t<float>(static_cast<py::ssize_t>(lengths.size()), lengths.data());
          },
          "A length for each triangle; 0 where the surface is flat. Empty when nothing is known.")
      .def_property_readonly("largest", &Stray::largest, "The largest of them.")
      .def_property_readonly(
          "spacing", &Stray::spacing,
          "How far the surface itself may be off: the spacing of the file's numbers or its tolerance.")
      .def("__repr__", [](const Stray& self) {
        return "<abut.Stray: " + std::string(name_of(self.kind())) + ", at most " +
               py::str(py::float_(self.largest())).cast<std::string>() + ">";
      });
  module.def(
      "estimated_stray",
      [](py::handle object) {
        const Mesh mesh = mesh_from(object);
        const py::gil_scoped_release unlocked;
        return estimated_stray(mesh);
      },
      py::arg("mesh"), about_estimated_stray);
}

}  // namespace abut::python
