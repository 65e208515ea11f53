#include "choices.h"
#include "parts.h"

#include <filesystem>
#include <optional>

#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_model =
    R"(A mesh prepared for queries: a tree of bounding volumes over its triangles.

mesh: an abut.Mesh, any object with .vertices and .faces, or the path of a file.
volume: "auto" is the fast engine; "sphere", "aabb", "obb", "lss", "rss", "kdop18", "hybrid" and "hybrid-dynamic" are
binary trees, for which fit, split, storage and leaf_size say how they are made. Every choice gives the same answers.
threads: how many threads build the tree (0: all cores).

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> ball
<abut.Model: 1002 vertices, 2000 faces, volume 'auto'>
)";

constexpr const char* signature =
    R"(__init__(self, mesh, volume="auto", *, fit="vertices", split="surface-area", storage="double", leaf_size=1, threads=1)
--

)";

constexpr const char* about_refit = R"(refit(vertices, threads=1)
--

Moves the vertices, all of them, in their order, and fits the tree to them in linear time; the faces stay.

Raises abut.Error, with the model unchanged, when their number is another or one is not finite. Views of the vertices
that were taken before keep what they show, which costs a copy of the tree as long as they are held.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> ball.refit(2 * ball.mesh.vertices)
>>> float(abs(ball.vertices).max())
2.0
)";

Model make_model(py::handle mesh, const ModelOptions& options) {
  const bool is_path = py::isinstance<py::str>(mesh) || py::hasattr(mesh, "__fspath__");
  const auto path = is_path ? std::optional(mesh.cast<std::filesystem::path>()) : std::nullopt;
  Mesh content = is_path ? Mesh{} : mesh_from(mesh);
  py::gil_scoped_release release;
  if (path) content = load(*path);
  return Model(std::move(content), options);
}

/// The mesh as it is now; a refit leaves it as it was.
SharedMesh mesh_of(const Model& model) {
  const auto keeper = std::make_shared<const Model>(model);
  return {std::shared_ptr<const Mesh>(keeper, &keeper->mesh())};
}

std::string describe_model(const Model& model) {
  return "<abut.Model: " + std::to_string(model.mesh().points.size()) + " vertices, " +
         std::to_string(model.mesh().triangles.size()) + " faces, volume '" +
         std::string(name_of(model.options().volume)) + "'>";
}

py::dict summary_of(const Model& model) {
  const TreeSummary tree = model.tree_summary();
  using namespace py::literals;
  return py::dict("nodes"_a = tree.nodes, "leaves"_a = tree.leaves, "depth"_a = tree.depth,
                  "bytes"_a = tree.tree_bytes);
}

}  // namespace

Model model_from(py::handle object) {
  if (py::isinstance<Model>(object)) return object.cast<const Model&>();
  return make_model(object, {});
}

void add_models(py::module_& module) {
  py::class_<Model>(module, "Model", about_model)
      .def(py::init([](py::handle mesh, const std::string& volume, const std::string& fit, const std::string& split,
                       const std::string& storage, std::uint32_t leaf_size, int threads) {
             ModelOptions options;
             options.volume = chosen(all_volume_kinds, volume, "volume");
             options.fit = chosen(all_fits, fit, "fit");
             options.split = chosen(all_splits, split, "split");
             options.storage = chosen(all_storages, storage, "storage");
             if (leaf_size == 0) throw Error("leaf_size must be 1 or more; it is 0.");
             options.leaf_size = leaf_size;
             options.threads = require_threads(threads);
             return make_model(mesh, options);
           }),
           py::arg("mesh"), py::arg("volume") = "auto", py::kw_only(), py::arg("fit") = "vertices",
           py::arg("split") = "surface-area", py::arg("storage") = "double", py::arg("leaf_size") = 1,
           py::arg("threads") = 1, signature)
      .def_property_readonly("mesh", &mesh_of, "The mesh as it is now; a later refit does not change it.")
      .def_property_readonly(
          "vertices", [](const Model& self) { return vertices_of(mesh_of(self)); },
          "(N, 3) float64: a read-only view of the vertices as they are now.")
      .def_property_readonly(
          "faces", [](const Model& self) { return faces_of(mesh_of(self)); }, "(M, 3) uint32: a read-only view.")
      .def_property_readonly(
          "volume", [](const Model& self) { return std::string(name_of(self.options().volume)); },
          "The kind of its bounding volumes.")
      .def_property_readonly("tree", &summary_of, "What its tree looks like: nodes, leaves, depth, bytes.")
      .def_property_readonly("nbytes", &Model::bytes, "The memory that a query needs, tree and triangles.")
      .def(
          "refit",
          [](Model& self, py::handle vertices, int threads) {
            // With the interpreter's lock: no query can take its share of the model meanwhile.
            self.refit(points_from(vertices, "vertices").points(), require_threads(threads));
          },
          py::arg("vertices"), py::arg("threads") = 1, about_refit)
      .def("rebuild", &Model::rebuild, "rebuild()\n--\n\nBuilds the tree anew for the vertices as they are.")
      .def_property_readonly("spread", &Model::spread,
                             "How far refits have spread the tree out, relative to a new one; 1 at first.")
      .def_property_readonly("should_rebuild", &Model::should_rebuild, "Would queries gain from rebuild()?")
      .def_property_readonly("generation", &Model::generation, "How often refit and rebuild were called.")
      .def("__repr__", &describe_model);
}

}  // namespace abut::python
