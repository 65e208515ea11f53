#include "interruptible.h"
#include "parts.h"
#include "ray_path.h"
#include "records.h"
#include <abut/cast.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_cast_hit =
    R"(When a shape that is moved along a ray first touches a model: clear before lower, touching at upper.)";

constexpr const char* about_cast =
    R"(cast(model, origin, direction=None, pose=None, *, radius, axis=None, to=None, t_min=None, t_max=None, simd=None)
--

When a ball that is moved along a ray first comes within its radius of a model, as an abut.CastHit, or None.

With an axis it is a capsule: all points within the radius of the segment from the ray's point to there + axis. That the
shape is clear of the model before lower is proved; at upper it is within the radius, but for 2^-40 of it and rounding.
Rays are told as in first_hit.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> hit = abut.cast(box, [5, 0.25, 0.5], [-1, 0, 0], radius=0.5)
>>> round(hit.upper, 9), hit.lower <= hit.upper
(3.5, True)
)";

constexpr const char* about_cast_batch =
    R"(cast_batch(model, origins, directions=None, pose=None, *, radius, axis=None, to=None, t_min=None, t_max=None, simd=None, threads=1)
--

cast for many rays: a record array with the field `hit` and those of abut.CastHit, which are 0 where nothing is touched.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> abut.cast_batch(box, [[5, 0, 0], [5, 3, 0]], [[-1, 0, 0], [-1, 0, 0]], radius=0.5).hit
array([ True, False])
)";

struct CastRecord {
  CastHit hit;
  bool is_hit = false;
};

RecordType cast_record() {
  RecordType type;
  const std::size_t base = offsetof(CastRecord, hit);
  type.add("hit", "?", offsetof(CastRecord, is_hit))
      .add("lower", "f8", base + offsetof(CastHit, lower))
      .add("upper", "f8", base + offsetof(CastHit, upper))
      .add("triangle", "u4", base + offsetof(CastHit, triangle))
      .add("point", "3f8", base + offsetof(CastHit, point));
  return type;
}

CastShape take_shape(Keywords& taken) {
  const auto radius = taken.take<double>("radius");
  if (!radius) throw py::type_error("cast needs a radius.");
  const py::handle axis = taken.take("axis");
  return {*radius, axis ? point_from(axis, "axis") : Vec3{}};
}

}  // namespace

void add_casts(py::module_& module) {
  py::class_<CastHit>(module, "CastHit", about_cast_hit)
      .def_readonly("lower", &CastHit::lower, "Clear of the model before this t.")
      .def_readonly("upper", &CastHit::upper, "Touching at this t.")
      .def_readonly("triangle", &CastHit::triangle, "The triangle that is touched.")
      .def_property_readonly(
          "point", [](const CastHit& self) { return array_of(self.point); }, "Where, in the world, rounded.")
      .def("__repr__", [](const CastHit& self) {
        return "<abut.CastHit: t = " + std::to_string(self.upper) + ", triangle " + std::to_string(self.triangle) + ">";
      });
  module.def(
      "cast",
      [](py::handle object, py::handle origin, py::handle direction, py::handle at, const py::kwargs& given) {
        const Model model = model_from(object);
        const Placement placed = placement_from(at, "pose");
        Keywords taken("cast", given);
        const RayPath path(taken);
        const CastShape shape = take_shape(taken);
        const CastOptions options{.simd = take_simd(taken)};
        taken.finish();
        const Ray ray = path.ray(origin, direction);
        const py::gil_scoped_release unlocked;
        return cast(model, placed, ray, shape, options);
      },
      py::arg("model"), py::arg("origin"), py::arg("direction") = py::none(), py::arg("pose") = py::none(), about_cast);
  module.def(
      "cast_batch",
      [](py::handle object, py::handle origins, py::handle directions, py::handle at, const py::kwargs& given) {
        const Model model = model_from(object);
        const Placement placed = placement_from(at, "pose");
        Keywords taken("cast_batch", given);
        const RayPath path(taken);
        const CastShape shape = take_shape(taken);
        CastOptions options{.simd = take_simd(taken)};
        options.threads = take_threads(taken);
        taken.finish();
        const std::vector<Ray> rays = rays_from(path, origins, directions);
        return records_of(run_interruptibly(rays.size(),
                                            [&](const std::atomic<bool>& stop) {
                                              options.stop = &stop;
                                              const auto hits = cast(model, placed, rays, shape, options);
                                              std::vector<CastRecord> records(hits.size());
                                              for (std::size_t i = 0; i < hits.size(); ++i)
                                                if (hits[i]) records[i] = {*hits[i], true};
                                              return records;
                                            }),
                          cast_record());
      },
      py::arg("model"), py::arg("origins"), py::arg("directions") = py::none(), py::arg("pose") = py::none(),
      about_cast_batch);
}

}  // namespace abut::python
