#pragma once

// What goes in and comes out as numpy arrays. Names of arguments open the messages of what is thrown.

#include "models_in_change.h"
#include <abut/abut.h>

#include <span>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace abut::python {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The numbers of anything that numpy makes an array of integers or floats from; no copy when it is a C-ordered array
/// of doubles. Throws TypeError for other things.
Doubles doubles_from(py::handle object, const char* name);

/// "(3, 4)", as Python prints a shape.
std::string shape_of(const py::array& array);

/// Points that stay where numpy has them, as long as `array` lives.
struct Points {
  Doubles array;
  std::span<const Vec3> points() const;
};
/// From an array of the shape (N, 3), or an empty one.
Points points_from(py::handle object, const char* name);

/// A single point, from three numbers.
Vec3 point_from(py::handle object, const char* name);

/// From integers of the shape (M, 3), or an empty array. Whether the points are there is not checked.
std::vector<Triangle> triangles_from(py::handle object, const char* name);

/// From one integer or an array of N of them, none negative or beyond 2^32 - 1.
std::vector<std::uint32_t> ids_from(py::handle object, const char* name);

/// The identity for None, else from the shape (4, 4) or (3, 4), row by row.
Placement placement_from(py::handle object, const char* name);

/// From the shape (N, 4, 4) or (N, 3, 4).
std::vector<Placement> placements_from(py::handle object, const char* name);

/// For batches: one placement for all, or as many as the other model has, as (N, 4, 4) or (N, 3, 4); one of the two has
/// to be such an array.
std::vector<PlacementPair> placement_pairs_from(py::handle a, py::handle b);

/// Throws the Error that the placements of a batch deserve, with the number of the pose in it; returns when all are
/// valid.
void require_valid(std::span<const PlacementPair> placements);

/// What the query of a batch returns; when it refuses a placement, the message says in which pose.
template <class Query>
auto of_valid(std::span<const PlacementPair> placements, const Query& query) {
  try {
    return query();
  } catch (const Error&) {
    require_valid(placements);
    throw;
  }
}

/// An array over memory that `owner` keeps alive, not to be written to.
py::array view_of(const py::dtype& type, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
                  const void* data, py::handle owner);

/// Hands memory to Python: a capsule that deletes `content`.
template <class Content>
py::capsule owner_of(Content content) {
  return py::capsule(new Content(std::move(content)), [](void* held) { delete static_cast<Content*>(held); });
}

/// The pairs as an array of the shape (K, 2), without a copy.
py::array array_of(std::vector<Contact> pairs);

/// Whole numbers, without a copy.
py::array array_of(std::vector<std::uint32_t> ids);

/// A point or barycentric coordinates as an array of three.
py::array array_of(const Vec3& point);
py::array array_of(const std::array<double, 3>& coordinates);
/// (2, 3): the lower corner, then the upper one.
py::array array_of(const Bounds& bounds);
/// (4, 4), row by row.
py::array array_of(const Placement& at);

}  // namespace abut::python
