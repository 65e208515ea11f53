#pragma once

// The parts of the module; each adds its names to it.

#include "arrays.h"
#include <abut/shape.h>

#include <memory>

namespace abut::python {

/// A mesh as Python sees it: never changed, so that arrays may look into it.
struct SharedMesh {
  std::shared_ptr<const Mesh> mesh;
};

// Read-only arrays over what the mesh holds, which keep it alive.
py::array vertices_of(const SharedMesh& mesh);
py::array faces_of(const SharedMesh& mesh);

/// Anything with .vertices and .faces, or a mesh of our own. Not yet validated.
Mesh mesh_from(py::handle object);

/// A model of the engine, or one that is built from a mesh for this occasion; TypeError for a model of classic trees.
Model model_from(py::handle object);

/// An abut.Solid, or one that is made of a model or a mesh for this occasion.
Solid solid_from(py::handle object);

/// An abut.Shape, a solid as one, or the surface of a model or mesh.
Shape shape_from(py::handle object);

/// "1 pair", "2 pairs".
inline std::string counted(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}
inline py::tuple tuple_of(const Bracket& bracket) { return py::make_tuple(bracket.lower, bracket.upper); }

/// An abut.Answer.
inline py::object answer_of(Answer answer) {
  return py::module_::import("abut").attr("Answer")(static_cast<int>(answer));
}

void add_meshes(py::module_& module);
void add_shapes(py::module_& module);
void add_models(py::module_& module);
// To the module abut.classic.
void add_classic_models(py::module_& module);
void add_measures(py::module_& module);
void add_regions(py::module_& module);
// To the module abut.small.
void add_small_tests(py::module_& module);
/// Counters and caches, which queries are given.
void add_tally(py::module_& module);
void add_collide(py::module_& module);
void add_distance(py::module_& module);
void add_bound_pair(py::module_& module);
void add_closest_point(py::module_& module);
void add_deforming_motion(py::module_& module);
void add_motions(py::module_& module);
void add_first_contact(py::module_& module);
void add_bullets(py::module_& module);
void add_rays(py::module_& module);
void add_casts(py::module_& module);
void add_solids(py::module_& module);
/// abut.Shape and what makes one; add_shapes() is about meshes.
void add_body_shapes(py::module_& module);
void add_robots(py::module_& module);
void add_never(py::module_& module);
/// Configurations and motions of robots in scenes.
void add_checkers(py::module_& module);
/// To the module abut.shapes.
void add_robot_models(py::module_& module);
void add_interiors(py::module_& module);
void add_contact_regions(py::module_& module);
void add_overlap(py::module_& module);
void add_penetration(py::module_& module);
void add_strays(py::module_& module);
void add_assemblies(py::module_& module);
void add_clash(py::module_& module);
void add_clash_report(py::module_& module);
// Pickles and copies of the types that the parts above have added.
void add_pickled_results();
void add_pickled_bodies();
void add_pickled_robots();
void add_pickled_clashes();

}  // namespace abut::python
