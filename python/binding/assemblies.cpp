#include "assemblies.h"

#include "choices.h"

#include <filesystem>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_assembly = R"(Named parts that are checked together.

>>> assembly = abut.Assembly()
>>> assembly.add("plate", abut.shapes.box([5, 5, 1]))
'plate'
>>> assembly.add("peg", abut.shapes.cylinder(1.0, 3.0), pose=[[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0]])
'peg'
>>> assembly
<abut.Assembly: 2 parts, 140 faces>
)";

constexpr const char* about_load_assembly =
    R"(load_assembly(paths, *, threads=1, deflection=0, outside_files=False)
--

Reads an assembly from one file with several parts (OBJ groups, glTF nodes, STEP products, solids of an STL file) or from several files.

paths: a path or a list of paths. deflection: how far triangles may be from the surfaces of STEP files, in millimetres,
as asked of OpenCASCADE; 0: a thousandth of each part's size. Assembly.stray() says how far they are. outside_files: let glTF files read buffers outside their own
folder, which lets them read any file. Raises abut.Error with the file and the reason, also for fewer than two parts.
)";

constexpr const char* about_add = R"(add(name, model, pose=None)
--

Adds a part at its placement and returns its name: "name #2" and so on if another part has that name.
)";

using Paths = std::vector<std::string>;

Paths paths_from(py::handle object) {
  if (!py::isinstance<py::list>(object) && !py::isinstance<py::tuple>(object))
    return {object.cast<std::filesystem::path>()};
  const auto paths = object.cast<std::vector<std::filesystem::path>>();
  return {paths.begin(), paths.end()};
}

bool is_path(py::handle object) { return py::isinstance<py::str>(object) || py::hasattr(object, "__fspath__"); }

Assembly load_paths(const Paths& paths, int threads, double deflection = 0, bool outside_files = false) {
  py::gil_scoped_release release;
  return load_assembly(paths, {}, threads, {.deflection = deflection}, {.outside_files = outside_files});
}

std::string describe_assembly(const Assembly& self) {
  std::size_t faces = 0;
  for (const AssemblyPart& part : self.parts()) faces += part.model.mesh().triangles.size();
  return "<abut.Assembly: " + std::to_string(self.parts().size()) + " parts, " + std::to_string(faces) + " faces>";
}

const AssemblyPart& placed_part_named(const Assembly& self, const std::string& name) {
  const auto index = self.find(name);
  if (!index) throw py::key_error("the assembly has no part '" + name + "'.");
  return self.parts()[*index];
}

}  // namespace

Assembly assembly_from(py::handle object, int threads) {
  if (py::isinstance<Assembly>(object)) return object.cast<const Assembly&>();
  if (py::isinstance<py::dict>(object)) {
    Assembly assembly;
    for (const auto& [name, model] : object.cast<py::dict>()) assembly.add(name.cast<std::string>(), model_from(model));
    return assembly;
  }
  if (is_path(object) || py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
    return load_paths(paths_from(object), threads);
  throw py::type_error("an assembly is expected: an abut.Assembly, a dict of names and models, or paths; this is " +
                       std::string(py::str(py::type::of(object).attr("__name__"))) + ".");
}

std::vector<std::string> input_names(py::handle object) {
  std::vector<std::string> names;
  if (is_path(object) || py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
    names = paths_from(object);
  return names;
}

void add_assemblies(py::module_& module) {
  py::class_<Assembly>(module, "Assembly", about_assembly)
      .def(py::init<>(), "__init__(self)\n--\n\n")
      .def(
          "add",
          [](Assembly& self, const std::string& name, py::handle model, py::handle pose) {
            const std::size_t index = self.add(name, model_from(model), placement_from(pose, "pose"));
            return self.parts()[index].name;
          },
          py::arg("name"), py::arg("model"), py::arg("pose") = py::none(), about_add)
      .def_property_readonly(
          "names",
          [](const Assembly& self) {
            std::vector<std::string> names;
            for (const AssemblyPart& part : self.parts()) names.push_back(part.name);
            return names;
          },
          "The names of the parts, in their order.")
      .def(
          "model", [](const Assembly& self, const std::string& name) { return placed_part_named(self, name).model; },
          py::arg("name"), "model(name)\n--\n\nThe model of a part. Raises KeyError when there is none.")
      .def(
          "pose",
          [](const Assembly& self, const std::string& name) { return array_of(placed_part_named(self, name).at); },
          py::arg("name"), "pose(name)\n--\n\nWhere a part stands, (4, 4). Raises KeyError when there is none.")
      .def(
          "stray", [](const Assembly& self, const std::string& name) { return placed_part_named(self, name).stray; },
          py::arg("name"),
          "stray(name)\n--\n\nHow far a part's triangles may be from its surface. Raises KeyError when there is no "
          "such part.")
      .def("estimate_strays", &Assembly::estimate_strays,
           "estimate_strays()\n--\n\nGives every part whose stray is not known an estimated one: see "
           "abut.estimated_stray.")
      .def("__len__", [](const Assembly& self) { return self.parts().size(); })
      .def("__repr__", &describe_assembly);

  module.def(
      "load_assembly",
      [](py::handle paths, int threads, double deflection, bool outside_files) {
        return load_paths(paths_from(paths), require_threads(threads), deflection, outside_files);
      },
      py::arg("paths"), py::kw_only(), py::arg("threads") = 1, py::arg("deflection") = 0.0,
      py::arg("outside_files") = false, about_load_assembly);
}

}  // namespace abut::python
