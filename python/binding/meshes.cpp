#include "parts.h"
#include "pickle_values.h"
#include <abut/load.h>

#include <filesystem>
#include <optional>
#include <utility>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_part = R"(A named run of consecutive triangles of a mesh, for example an OBJ group.

The triangles are ``mesh.faces[part.first : part.first + part.count]``.)";

constexpr const char* about_mesh =
    R"(Triangles between points: any soup of them, cracks and degenerate triangles included.

vertices: (N, 3) numbers. faces: (M, 3) indices of vertices. parts: pairs (name, number of triangles) that cover the
faces in their order. The numbers are copied, once; a Mesh never changes.

>>> mesh = abut.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
>>> mesh
<abut.Mesh: 3 vertices, 1 face>
>>> mesh.vertices.shape
(3, 3)
)";

constexpr const char* about_load_mesh = R"(load(path)
--

Reads a mesh from an STL, OBJ or PLY file, or that of a tree file (.abut).

Raises abut.Error, naming the file, the position and the reason, for anything that is not a valid mesh.

>>> abut.load("no_such_file.stl")
Traceback (most recent call last):
    ...
abut.Error: no_such_file.stl: there is no such file. Check the path.
)";

constexpr const char* about_save = R"(save(mesh, path)
--

Writes a mesh in the format that the extension names: .stl (binary), .obj or .ply (binary).

>>> abut.save(abut.shapes.box([1, 1, 1]), folder / "box.obj")
>>> abut.load(folder / "box.obj")
<abut.Mesh: 8 vertices, 12 faces>
)";

constexpr const char* about_point_on = R"(point_on(triangle, weights, pose=None)
--

The point of a triangle with these barycentric weights: v0 + w1 (v1 - v0) + w2 (v2 - v0).

Takes the triangle and barycentric values that distance and closest_point return: one triangle and three weights, or N
triangles and (N, 3) weights for (N, 3) points. With a pose, the point in the world. A plain sum of weights times
corners has an error in proportion to the mesh's distance from the origin; this form has one in proportion to the
triangle's size.

Raises abut.Error for a triangle that does not exist.

>>> mesh = abut.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
>>> mesh.point_on(0, [0.5, 0.25, 0.25])
array([1., 1., 0.])
)";

using PartSizes = std::vector<std::pair<std::string, std::uint32_t>>;

SharedMesh make_mesh(py::handle vertices, py::handle faces, const PartSizes& parts) {
  const Points points = points_from(vertices, "vertices");
  Mesh mesh{{points.points().begin(), points.points().end()}, triangles_from(faces, "faces"), {}};
  std::uint32_t first = 0;
  for (const auto& [name, count] : parts) {
    mesh.parts.push_back({name, first, count});
    first += count;
  }
  const py::gil_scoped_release unlocked;
  validate(mesh);
  return {std::make_shared<const Mesh>(std::move(mesh))};
}

std::string amount_of(std::size_t count, const char* noun, const char* plural) {
  return std::to_string(count) + " " + (count == 1 ? noun : plural);
}

py::array points_on(const SharedMesh& self, py::handle triangle, py::handle weights, py::handle pose) {
  const std::vector<std::uint32_t> ids = ids_from(triangle, "triangle");
  const Doubles shares = doubles_from(weights, "weights");
  const Placement at = placement_from(pose, "pose");
  require_valid(at, "pose");
  const py::ssize_t dimensions = shares.ndim();
  if (dimensions < 1 || dimensions > 2 || shares.shape(dimensions - 1) != 3 ||
      static_cast<std::size_t>(shares.size()) != 3 * ids.size())
    throw Error("weights must hold three numbers for each triangle: the shape (3,) for one, (N, 3) for N; it has " +
                shape_of(shares) + " for " + amount_of(ids.size(), "triangle", "triangles") + ".");
  std::vector<py::ssize_t> shape{3};
  if (dimensions == 2) shape.insert(shape.begin(), static_cast<py::ssize_t>(ids.size()));
  Doubles result(shape);
  double* to = result.mutable_data();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const double* w = shares.data() + 3 * i;
    const std::array<double, 3> of_corners{w[0], w[1], w[2]};
    const Vec3 point =
        pose.is_none() ? point_on(*self.mesh, ids[i], of_corners) : point_on(*self.mesh, at, ids[i], of_corners);
    for (int axis = 0; axis < 3; ++axis) *to++ = point[axis];
  }
  return result;
}

std::string describe_mesh(const SharedMesh& self) {
  const Mesh& mesh = *self.mesh;
  std::string text = "<abut.Mesh: " + amount_of(mesh.points.size(), "vertex", "vertices") + ", " +
                     amount_of(mesh.triangles.size(), "face", "faces");
  if (!mesh.parts.empty()) text += ", " + amount_of(mesh.parts.size(), "part", "parts");
  return text + ">";
}

SharedMesh part_named(const SharedMesh& self, const std::string& name) {
  Mesh mesh{self.mesh->points, {}, {}};
  for (const Part& part : self.mesh->parts)
    if (part.name == name) {
      const auto begin = self.mesh->triangles.begin() + part.first;
      mesh.triangles.insert(mesh.triangles.end(), begin, begin + part.count);
    }
  if (mesh.triangles.empty()) throw py::key_error("the mesh has no part '" + name + "'.");
  return {std::make_shared<const Mesh>(std::move(mesh))};
}

/// What make_mesh() makes the mesh of.
py::tuple state_of_mesh(const SharedMesh& self) {
  PartSizes parts;
  for (const Part& part : self.mesh->parts) parts.emplace_back(part.name, part.count);
  return py::make_tuple(vertices_of(self), faces_of(self), parts);
}

}  // namespace

py::array vertices_of(const SharedMesh& self) {
  const auto& points = self.mesh->points;
  return view_of(py::dtype::of<double>(), {static_cast<py::ssize_t>(points.size()), 3}, {sizeof(Vec3), sizeof(double)},
                 points.data(), owner_of(self.mesh));
}

py::array faces_of(const SharedMesh& self) {
  const auto& triangles = self.mesh->triangles;
  return view_of(py::dtype::of<std::uint32_t>(), {static_cast<py::ssize_t>(triangles.size()), 3},
                 {sizeof(Triangle), sizeof(std::uint32_t)}, triangles.data(), owner_of(self.mesh));
}

Mesh mesh_from(py::handle object) {
  if (py::isinstance<SharedMesh>(object)) return *object.cast<const SharedMesh&>().mesh;
  if (py::isinstance<Solid>(object))
    throw py::type_error("a model is expected, whose surface is meant; this is an abut.Solid. Pass its .model.");
  if (!py::hasattr(object, "vertices") || !py::hasattr(object, "faces"))
    throw py::type_error(
        "a mesh is expected: an abut.Mesh, an object with .vertices and .faces, or the path of a file; this is " +
        std::string(py::str(py::type::of(object).attr("__name__"))) + ".");
  const Points points = points_from(object.attr("vertices"), "vertices");
  return {{points.points().begin(), points.points().end()}, triangles_from(object.attr("faces"), "faces"), {}};
}

void add_meshes(py::module_& module) {
  py::class_<Part>(module, "Part", about_part)
      .def_readonly("name", &Part::name)
      .def_readonly("first", &Part::first, "Its first triangle.")
      .def_readonly("count", &Part::count, "How many triangles it has.")
      .def("__repr__", [](const Part& part) {
        return "<abut.Part '" + part.name + "': " + amount_of(part.count, "face", "faces") + " from " +
               std::to_string(part.first) + ">";
      });

  py::class_<SharedMesh>(module, "Mesh", about_mesh)
      .def(py::init(&make_mesh), py::arg("vertices"), py::arg("faces"), py::arg("parts") = PartSizes{},
           "__init__(self, vertices, faces, parts=())\n--\n\n")
      .def_property_readonly("vertices", &vertices_of, "(N, 3) float64: a read-only view, not a copy.")
      .def_property_readonly("faces", &faces_of, "(M, 3) uint32: a read-only view, not a copy.")
      .def_property_readonly(
          "parts", [](const SharedMesh& self) { return self.mesh->parts; },
          "The named parts in the order of their triangles; empty when the mesh has none.")
      .def_property_readonly(
          "bounds", [](const SharedMesh& self) { return array_of(bounds_of(self.mesh->points)); },
          "(2, 3): the lower and the upper corner of its box.")
      .def("part", &part_named, py::arg("name"),
           "part(name)\n--\n\nThe triangles of the parts of this name as a mesh of its own, with all vertices.\n\n"
           "Raises KeyError when there is none.")
      .def("point_on", &points_on, py::arg("triangle"), py::arg("weights"), py::arg("pose") = py::none(),
           about_point_on)
      .def("__copy__", [](const SharedMesh& self) { return self; })
      .def("__deepcopy__", [](const SharedMesh& self, py::handle) { return self; })
      .def(py::pickle(&state_of_mesh,
                      [](const py::tuple& state) {
                        return unpickled("abut.Mesh", state, [](const py::tuple& given) {
                          require_fit(given.size() == 3);
                          return make_mesh(given[0], given[1], given[2].cast<PartSizes>());
                        });
                      }))
      .def("__repr__", &describe_mesh);

  module.def(
      "load",
      [](const std::filesystem::path& path) {
        py::gil_scoped_release release;
        return SharedMesh{std::make_shared<const Mesh>(load(path))};
      },
      py::arg("path"), about_load_mesh);
  module.def(
      "save",
      [](py::handle mesh, const std::filesystem::path& path) {
        const Mesh content = mesh_from(mesh);
        py::gil_scoped_release release;
        validate(content);
        save(content, path);
      },
      py::arg("mesh"), py::arg("path"), about_save);
}

}  // namespace abut::python
