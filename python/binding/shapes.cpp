#include "parts.h"
#include <abut/shapes.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

SharedMesh shared(Mesh mesh) { return {std::make_shared<const Mesh>(std::move(mesh))}; }

}  // namespace

void add_shapes(py::module_& module) {
  module.def(
      "box",
      [](const std::array<double, 3>& half) {
        return shared(shapes::box({half[0], half[1], half[2]}));
      },
      py::arg("half"), R"(box(half)
--

A closed box of 12 triangles around the origin, from -half to half.

>>> abut.shapes.box([1, 2, 3]).bounds
array([[-1., -2., -3.],
       [ 1.,  2.,  3.]])
)");
  module.def(
      "sphere", [](double radius, int frequency) { return shared(shapes::sphere(radius, frequency)); },
      py::arg("radius"), py::arg("frequency") = 10, R"(sphere(radius, frequency=10)
--

A closed geodesic sphere around the origin: 20 frequency^2 triangles, all vertices on the sphere.

>>> abut.shapes.sphere(1.0)
<abut.Mesh: 1002 vertices, 2000 faces>
)");
  module.def(
      "cylinder",
      [](double radius, double half_height, int sides) { return shared(shapes::cylinder(radius, half_height, sides)); },
      py::arg("radius"), py::arg("half_height"), py::arg("sides") = 32, R"(cylinder(radius, half_height, sides=32)
--

A closed cylinder about the z axis, from -half_height to half_height: 4 sides triangles.
)");
  module.def(
      "torus",
      [](double major, double minor, int around, int across) {
        return shared(shapes::torus(major, minor, around, across));
      },
      py::arg("major"), py::arg("minor"), py::arg("around") = 50, py::arg("across") = 50,
      R"(torus(major, minor, around=50, across=50)
--

A closed torus about the z axis: 2 around across triangles.
)");
  module.def(
      "teapot", [] { return shared(shapes::teapot()); }, R"(teapot()
--

Martin Newell's teapot, z up, spout along +x: 3752 triangles, open at the spout and between lid and rim.
)");
}

}  // namespace abut::python
