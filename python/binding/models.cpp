#include "choices.h"
#include "classic/any_model.h"
#include "interruptible.h"
#include "parts.h"
#include "pickle_values.h"
#include <abut/load.h>
#include <abut/tree_file.h>

#include <filesystem>
#include <optional>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_model =
    R"(A mesh prepared for queries: a tree of bounding volumes over its triangles.

mesh: an abut.Mesh, any object with .vertices and .faces, or the path of a file.
threads: how many threads build the tree (0: all cores).
rays: build a second tree, for rays alone: first_hit and the like give the same answers sooner.

Of a tree file (see save) the tree is taken, too, and not built. Models can be pickled, with their tree (that for rays is
built again), and copied; a copy shares its data until one of the two is refitted.

abut.classic has the trees of the papers, to compare with; they give the same answers.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> ball
<abut.Model: 1002 vertices, 2000 faces, volume 'auto'>
)";

constexpr const char* about_save_model = R"(save(path)
--

Writes the model, its tree included, to a tree file; by custom its name ends in .abut.

The file is replaced in one step at the end: whoever has the old one mapped keeps it.

>>> abut.Model(abut.shapes.sphere(1.0)).save(folder / "ball.abut")
>>> abut.Model.open(folder / "ball.abut")
<abut.Model: 1002 vertices, 2000 faces, volume 'auto'>
)";

constexpr const char* about_open_model = R"(open(path, *, threads=1, rays=False)
--

Reads a model from a tree file into memory and verifies it, on so many threads (0: all cores).

rays: build a tree for rays, which the file has not.

Raises abut.Error, naming the file and the reason, unless it is whole and sound; queries cannot fail with what it
returns, whoever wrote the file.
)";

constexpr const char* about_map_model = R"(map(path, *, threads=1, rays=False)
--

Maps a tree file into memory: in no time, and shared with all processes that do the same.

For files that you trust: only the file's head is checked. While the model lives, the file may be replaced or removed,
but not changed in place. A refit copies the model first. threads: how many threads a later rebuild() uses.
rays: build a tree for rays, which the file has not, at once.

>>> abut.Model(abut.shapes.sphere(1.0)).save(folder / "ball.abut")
>>> abut.touches(abut.Model.map(folder / "ball.abut"), abut.shapes.sphere(1.0))
True
)";

constexpr const char* about_making_a_model = R"(__init__(self, mesh, *, threads=1, rays=False)
--

)";

constexpr const char* about_classic_model =
    R"(A mesh prepared for queries by one of the trees of the papers.

mesh: an abut.Mesh, any object with .vertices and .faces, or the path of a file.
volume: "sphere", "aabb", "obb", "obb-quaternion", "lss", "rss", "kdop6", "kdop14", "kdop18", "kdop26", "hybrid" or
"hybrid-dynamic".
fit: how volumes with their own axes find them: "vertices" (the default), "hull-vertices", "hull-surface" or
"surface"; abut.Error for "sphere", "aabb" and the k-DOPs, which have none.
split: how triangles are split in two: "mean", "area-centroid", "median", "middle", "half-balanced", "surface-area" (the
default) or "bottom-up".
storage: the number type of the volumes, "float" or "double" (the default). leaf_size: most triangles in a leaf
(default: 1).
tile: the longest that a leaf's piece of a triangle may be; longer triangles are tiled. Default: no tiles.

>>> ball = abut.classic.Model(abut.shapes.sphere(1.0), "rss", fit="hull-vertices")
>>> ball
<abut.classic.Model: 1002 vertices, 2000 faces, volume 'rss'>
>>> abut.touches(ball, abut.Model(abut.shapes.torus(3.0, 0.5)))
False
)";

constexpr const char* classic_signature =
    R"(__init__(self, mesh, volume="obb", *, fit=None, split=None, storage=None, leaf_size=None, tile=None)
--

)";

constexpr const char* about_refit = R"(refit(vertices, threads=1)
--

Replaces all vertices, in their order, and refits the tree in linear time; the faces stay the same.

Raises abut.Error and leaves the model unchanged when the number of vertices differs or one is not finite. Views of the
vertices that were taken before keep their values, which costs a copy of the tree as long as they are held. Other threads
go on meanwhile; those that ask about this model wait until it is done.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> ball.refit(2 * ball.mesh.vertices)
>>> float(abs(ball.vertices).max())
2.0
)";

constexpr const char* about_rebuild = R"(rebuild()
--

Rebuilds the tree for the current vertices. As in refit, other threads go on.
)";

template <class AnyModel, class Options>
AnyModel make_model(py::handle mesh, const Options& options) {
  const bool is_path = py::isinstance<py::str>(mesh) || py::hasattr(mesh, "__fspath__");
  const auto path = is_path ? std::optional(mesh.cast<std::filesystem::path>()) : std::nullopt;
  Mesh content = is_path ? Mesh{} : mesh_from(mesh);
  py::gil_scoped_release release;
  if constexpr (std::is_same_v<AnyModel, Model>)
    if (path && is_tree_file(*path)) return open_model(*path, options);
  if (path) content = load(*path);
  return AnyModel(std::move(content), options);
}

/// The mesh as it is now; a refit leaves it as it was.
template <class AnyModel>
SharedMesh mesh_of(const AnyModel& model) {
  const auto keeper = std::make_shared<const AnyModel>(model);
  return {std::shared_ptr<const Mesh>(keeper, &keeper->mesh())};
}

std::string volume_of(const Model&) { return std::string(name_of(any::VolumeKind::automatic)); }
std::string volume_of(const classic::Model& model) { return std::string(name_of(model.options().volume)); }

template <class AnyModel>
py::dict summary_of(const AnyModel& model) {
  const TreeSummary tree = model.tree_summary();
  using namespace py::literals;
  return py::dict("nodes"_a = tree.nodes, "leaves"_a = tree.leaves, "depth"_a = tree.depth,
                  "bytes"_a = tree.tree_bytes);
}

/// What models of both houses have.
template <class AnyModel>
void add_members(py::class_<AnyModel>& type, const std::string& name) {
  type.def_property_readonly("mesh", &mesh_of<AnyModel>, "The mesh as it is now; a later refit does not change it.")
      .def_property_readonly(
          "vertices", [](const AnyModel& self) { return vertices_of(mesh_of(self)); },
          "(N, 3) float64: a read-only view of the vertices as they are now.")
      .def_property_readonly(
          "faces", [](const AnyModel& self) { return faces_of(mesh_of(self)); }, "(M, 3) uint32: a read-only view.")
      .def_property_readonly(
          "volume", [](const AnyModel& self) { return volume_of(self); }, "The kind of its bounding volumes.")
      .def_property_readonly("tree", &summary_of<AnyModel>, "What its tree looks like: nodes, leaves, depth, bytes.")
      .def_property_readonly("nbytes", &AnyModel::bytes, "The memory of tree and triangles, in bytes.")
      .def(
          "refit",
          [](AnyModel& self, py::handle vertices, int threads) {
            const Points points = points_from(vertices, "vertices");
            const int count = require_threads(threads);
            const ModelInChange change(&self);
            const py::gil_scoped_release unlocked;
            self.refit(points.points(), count);
          },
          py::arg("vertices"), py::arg("threads") = 1, about_refit)
      .def(
          "rebuild",
          [](AnyModel& self) {
            const ModelInChange change(&self);
            const py::gil_scoped_release unlocked;
            self.rebuild();
          },
          about_rebuild)
      .def_property_readonly("spread", &AnyModel::spread,
                             "How much refits have enlarged the tree, relative to when it was built; 1 at first.")
      .def_property_readonly("should_rebuild", &AnyModel::should_rebuild, "Would a rebuild() make queries faster?")
      .def_property_readonly("generation", &AnyModel::generation, "How often refit and rebuild were called.")
      .def("__repr__", [name](const AnyModel& self) {
        return "<" + name + ": " + std::to_string(self.mesh().points.size()) + " vertices, " +
               std::to_string(self.mesh().triangles.size()) + " faces, volume '" + volume_of(self) + "'>";
      });
}

classic::ModelOptions classic_options_from(const std::string& volume, const Word& fit, const Word& split,
                                           const Word& storage, const Count& leaf_size,
                                           const std::optional<double>& tile) {
  classic::ModelOptions options;
  options.volume = chosen(classic::all_volume_kinds, volume, "volume");
  options.fit = chosen(classic::all_fits, fit, "fit");
  if (split) options.split = chosen(classic::all_splits, *split, "split");
  if (storage) options.storage = chosen(classic::all_storages, *storage, "storage");
  if (leaf_size) {
    if (*leaf_size < 1 || *leaf_size > std::numeric_limits<std::uint32_t>::max())
      throw Error("leaf_size must be from 1 to 2^32 - 1; it is " + std::to_string(*leaf_size) + ".");
    options.leaf_size = static_cast<std::uint32_t>(*leaf_size);
  }
  options.tile = tile;
  return options;
}

/// How a classic tree is built, and of what; its pickle builds it again.
py::tuple state_of_model(const classic::Model& model) {
  const classic::ModelOptions& options = model.options();
  return py::make_tuple(mesh_of(model), std::string(name_of(options.volume)),
                        options.fit ? py::object(py::str(std::string(name_of(*options.fit)))) : py::object(py::none()),
                        std::string(name_of(options.split)), std::string(name_of(options.storage)), options.leaf_size,
                        options.tile);
}

classic::Model classic_model_of_state(const py::tuple& state) {
  require_fit(state.size() == 7);
  const Mesh& mesh = *state[0].cast<const SharedMesh&>().mesh;
  const classic::ModelOptions options =
      classic_options_from(state[1].cast<std::string>(), state[2].cast<Word>(), state[3].cast<Word>(),
                           state[4].cast<Word>(), state[5].cast<Count>(), state[6].cast<std::optional<double>>());
  return without_lock([&] { return classic::Model(mesh, options); });
}

/// Saving, opening, pickles and copies, which the engine's models have.
void add_storing(py::class_<Model>& type) {
  type.def(
          "save",
          [](const Model& self, const std::filesystem::path& path) {
            const Model kept = self;
            py::gil_scoped_release release;
            save(kept, path);
          },
          py::arg("path"), about_save_model)
      .def_static(
          "open",
          [](const std::filesystem::path& path, int threads, bool rays) {
            const ModelOptions options{.threads = require_threads(threads), .rays = rays};
            py::gil_scoped_release release;
            return open_model(path, options);
          },
          py::arg("path"), py::kw_only(), py::arg("threads") = 1, py::arg("rays") = false, about_open_model)
      .def_static(
          "map",
          [](const std::filesystem::path& path, int threads, bool rays) {
            const ModelOptions options{.threads = require_threads(threads), .rays = rays};
            const py::gil_scoped_release release;
            return map_model(path, options);
          },
          py::arg("path"), py::kw_only(), py::arg("threads") = 1, py::arg("rays") = false, about_map_model)
      .def("__copy__", [](const Model& self) { return self; })
      .def("__deepcopy__", [](const Model& self, py::handle) { return self; })
      .def(py::pickle(
          [](const Model& self) {
            const Model kept = self;
            const std::vector<std::byte> bytes = without_lock([&] { return saved_bytes(kept); });
            return py::make_tuple(py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                                  kept.options().rays);
          },
          [](const py::tuple& state) {
            return unpickled("abut.Model", state, [](const py::tuple& given) {
              require_fit(given.size() == 2);
              const auto held = given[0].cast<py::bytes>();
              const std::string_view text = held;
              const ModelOptions options{.rays = given[1].cast<bool>()};
              return without_lock(
                  [&] { return open_bytes(std::as_bytes(std::span(text)), options, "the pickled model"); });
            });
          }));
}

}  // namespace

Model model_from(py::handle object) {
  if (py::isinstance<Model>(object)) return object.cast<const Model&>();
  if (py::isinstance<classic::Model>(object))
    throw py::type_error(
        "solids and assemblies need the engine: an abut.Model is expected, not an abut.classic.Model.");
  return make_model<Model>(object, ModelOptions{});
}

void add_models(py::module_& module) {
  py::class_<Model> type(module, "Model", about_model);
  type.def(py::init([](py::handle mesh, int threads, bool rays) {
             return make_model<Model>(mesh, ModelOptions{.threads = require_threads(threads), .rays = rays});
           }),
           py::arg("mesh"), py::kw_only(), py::arg("threads") = 1, py::arg("rays") = false, about_making_a_model);
  add_members(type, "abut.Model");
  add_storing(type);
}

void add_classic_models(py::module_& module) {
  py::class_<classic::Model> type(module, "Model", about_classic_model);
  type.def(py::init([](py::handle mesh, const std::string& volume, const Word& fit, const Word& split,
                       const Word& storage, const Count& leaf_size, const std::optional<double>& tile) {
             return make_model<classic::Model>(mesh,
                                               classic_options_from(volume, fit, split, storage, leaf_size, tile));
           }),
           py::arg("mesh"), py::arg("volume") = "obb", py::kw_only(), py::arg("fit") = py::none(),
           py::arg("split") = py::none(), py::arg("storage") = py::none(), py::arg("leaf_size") = py::none(),
           py::arg("tile") = py::none(), classic_signature);
  add_members(type, "abut.classic.Model");
  type.def("__copy__", [](const classic::Model& self) { return self; })
      .def("__deepcopy__", [](const classic::Model& self, py::handle) { return self; })
      .def(py::pickle(&state_of_model, [](const py::tuple& state) {
        return unpickled("abut.classic.Model", state, &classic_model_of_state);
      }));
}

}  // namespace abut::python
