#include "parts.h"
#include "scenes.h"
#include "shared_clash.h"

#include <exception>

PYBIND11_MODULE(_abut, module) {
  namespace py = pybind11;
  using namespace abut::python;
  py::options options;
  // Signatures stand in the docstrings, where inspect and help() find them.
  options.disable_function_signatures();

  // What is defined here belongs to the package, as far as a reader of tracebacks and help pages is concerned.
  const py::object name = module.attr("__name__");
  module.attr("__name__") = "abut";

  static PyObject* const error = PyErr_NewExceptionWithDoc(
      "abut.Error", "Bad input: the message says what is wrong with what, and nothing was changed.", PyExc_ValueError,
      nullptr);
  module.add_object("Error", error);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const abut::Error& problem) {
      PyErr_SetString(error, problem.what());
    }
  });

  add_meshes(module);
  add_models(module);
  add_tally(module);
  add_collide(module);
  add_distance(module);
  add_bound_pair(module);
  add_closest_point(module);
  add_deforming_motion(module);
  add_motions(module);
  add_first_contact(module);
  add_bullets(module);
  add_rays(module);
  add_casts(module);
  add_solids(module);
  add_body_shapes(module);
  add_robots(module);
  add_never(module);
  add_checkers(module);
  add_interiors(module);
  add_contact_regions(module);
  add_overlap(module);
  add_penetration(module);
  add_strays(module);
  add_scenes(module);
  add_assemblies(module);
  add_clash_report(module);
  add_shared_clash(module);
  add_clash(module);
  // Not def_submodule: the package has modules of these names, which must not be taken for imported.
  const auto submodule = [&](const char* own_name, const char* full_name) {
    auto made = py::reinterpret_steal<py::module_>(PyModule_New(full_name));
    if (!made) throw py::error_already_set();
    module.add_object(own_name, made);
    return made;
  };
  py::module_ classic = submodule("classic", "abut.classic"), shapes = submodule("shapes", "abut.shapes"),
              small = submodule("small", "abut.small");
  add_classic_models(classic);
  add_measures(classic);
  add_regions(classic);
  add_shapes(shapes);
  add_robot_models(shapes);
  add_small_tests(small);
  add_pickled_results();
  add_pickled_bodies();
  add_pickled_robots();
  add_pickled_clashes();
  module.def(
      "available_simd",
      [] {
        py::list names;
        for (const abut::Simd simd : abut::available_simd()) names.append(std::string(name_of(simd)));
        return names;
      },
      "available_simd()\n--\n\nThe instruction sets that this machine and this build can run, simplest first.");
  module.attr("__version__") = ABUT_VERSION;
  module.attr("__name__") = name;
}
