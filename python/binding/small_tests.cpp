#include "interruptible.h"
#include "parts.h"
#include <abut/cull.h>
#include <abut/small_tests.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

using small::Box;
using small::Corners;
using small::Frustum;
using small::RoundedCone;
using small::Sphere;

Matrix3 matrix_from(py::handle object, const char* name) {
  if (object.is_none()) return {};
  const Doubles numbers = doubles_from(object, name);
  if (numbers.ndim() != 2 || numbers.shape(0) != 3 || numbers.shape(1) != 3)
    throw Error(std::string(name) + " has the shape " + shape_of(numbers) + ", not (3, 3).");
  Matrix3 matrix;
  std::copy_n(numbers.data(), 9, matrix.entries.begin());
  return matrix;
}

Frustum frustum_from(py::handle object, bool zero_to_one) {
  const Doubles numbers = doubles_from(object, "clip_from_world");
  if (numbers.ndim() != 2 || numbers.shape(0) != 4 || numbers.shape(1) != 4)
    throw Error("clip_from_world has the shape " + shape_of(numbers) + ", not (4, 4).");
  small::Matrix4 matrix;
  std::copy_n(numbers.data(), 16, matrix.begin());
  return Frustum::from_matrix(matrix, zero_to_one ? small::ClipDepth::zero_to_one : small::ClipDepth::minus_one_to_one);
}

Corners corners_from(py::handle object, const char* name) {
  const Points points = points_from(object, name);
  if (points.points().size() != 3) throw Error(std::string(name) + " has not three corners.");
  return {points.points()[0], points.points()[1], points.points()[2]};
}

py::object pair_or_none(const std::optional<Bracket>& found) {
  if (!found) return py::none();
  return py::make_tuple(found->lower, found->upper);
}

/// Calls `ask` with a box, frustum or whatever of `Solids` the object is; TypeError for other things.
template <class... Solids, class Ask>
auto with_solid(py::handle object, const char* name, const Ask& ask) {
  using Result = decltype(ask(std::declval<std::tuple_element_t<0, std::tuple<const Solids&...>>>()));
  std::optional<Result> result;
  const auto try_one = [&](auto* type) {
    using Solid = std::remove_pointer_t<decltype(type)>;
    if (!result && py::isinstance<Solid>(object)) result = ask(object.cast<const Solid&>());
  };
  (try_one(static_cast<Solids*>(nullptr)), ...);
  if (!result)
    throw py::type_error(std::string(name) + " is a " + Py_TYPE(object.ptr())->tp_name +
                         ", which this test does not take");
  return *result;
}

bool touches_of(py::handle a, py::handle b) {
  if (py::isinstance<Sphere>(a))
    return with_solid<Sphere, Box, Frustum>(
        b, "b", [&](const auto& other) { return small::touches(a.cast<const Sphere&>(), other); });
  if (py::isinstance<Box>(a) && py::isinstance<Sphere>(b))
    return small::touches(b.cast<const Sphere&>(), a.cast<const Box&>());
  if (py::isinstance<Box>(a))
    return with_solid<Box, Frustum>(b, "b",
                                    [&](const auto& other) { return small::touches(a.cast<const Box&>(), other); });
  if (py::isinstance<Frustum>(a))
    return with_solid<Sphere, Box>(b, "b",
                                   [&](const auto& other) { return small::touches(other, a.cast<const Frustum&>()); });
  return small::touches(corners_from(a, "a"), corners_from(b, "b"));
}

bool may_touch_of(py::handle solid, const RoundedCone& cone) {
  if (py::isinstance<Box>(solid)) return small::may_touch(solid.cast<const Box&>(), cone);
  if (py::isinstance<Frustum>(solid)) return small::may_touch(solid.cast<const Frustum&>(), cone);
  return small::may_touch(corners_from(solid, "solid"), cone);
}

py::object first_hit_of(py::handle origin, py::handle direction, py::handle solid, double t_min,
                        std::optional<double> t_max) {
  const Vec3 from = point_from(origin, "origin"), way = point_from(direction, "direction");
  const double end = t_max.value_or(std::numeric_limits<double>::infinity());
  const auto ask = [&](const auto& shape) { return pair_or_none(small::first_hit(from, way, t_min, end, shape)); };
  if (py::isinstance<Sphere>(solid) || py::isinstance<Box>(solid) || py::isinstance<Frustum>(solid))
    return with_solid<Sphere, Box, Frustum>(solid, "solid", ask);
  return ask(corners_from(solid, "solid"));
}

std::string described(double number) { return std::string(py::str(py::float_(number))); }
std::string described(const Vec3& at) {
  return "(" + described(at.x) + ", " + described(at.y) + ", " + described(at.z) + ")";
}

void add_solids_of_small(py::module_& module) {
  py::class_<Sphere>(module, "Sphere", "All points within radius of the centre.")
      .def(py::init([](py::handle centre, double radius) {
             return Sphere{point_from(centre, "centre"), radius};
           }),
           py::arg("centre"), py::arg("radius"), "__init__(self, centre, radius)\n--\n\n")
      .def_property_readonly("centre", [](const Sphere& sphere) { return array_of(sphere.centre); })
      .def_readonly("radius", &Sphere::radius)
      .def("__repr__", [](const Sphere& self) {
        return "<abut.small.Sphere: radius " + described(self.radius) + " at " + described(self.centre) + ">";
      });
  py::class_<Box>(module, "Box",
                  "An oriented box: centre + axes @ w with |w| <= half. The columns of axes are its axes (None: the "
                  "world's).")
      .def(py::init([](py::handle centre, py::handle half, py::handle axes) {
             return Box{point_from(centre, "centre"), matrix_from(axes, "axes"), point_from(half, "half")};
           }),
           py::arg("centre"), py::arg("half"), py::arg("axes") = py::none(),
           "__init__(self, centre, half, axes=None)\n--\n\n")
      .def_property_readonly("centre", [](const Box& box) { return array_of(box.centre); })
      .def_property_readonly("half", [](const Box& box) { return array_of(box.half); })
      .def("__repr__", [](const Box& self) {
        return "<abut.small.Box: half " + described(self.half) + " at " + described(self.centre) + ">";
      });
  py::class_<Frustum>(module, "Frustum", R"(What a camera sees: its matrix clip <- world maps it into the clip cube.

clip_from_world: (4, 4), for column vectors. zero_to_one: depth is from 0 to w (Direct3D, Vulkan), not from -w to w.)")
      .def(py::init(&frustum_from), py::arg("clip_from_world"), py::kw_only(), py::arg("zero_to_one") = false,
           "__init__(self, clip_from_world, *, zero_to_one=False)\n--\n\n")
      .def("__repr__", [](const Frustum&) { return "<abut.small.Frustum>"; });
  py::class_<RoundedCone>(module, "RoundedCone",
                          "What a spot light reaches: directions at most acos(cosine) from the axis, up to range.")
      .def(py::init([](py::handle apex, py::handle axis, double cosine, double range) {
             return RoundedCone{point_from(apex, "apex"), point_from(axis, "axis"), cosine, range};
           }),
           py::arg("apex"), py::arg("axis"), py::arg("cosine"), py::arg("range"),
           "__init__(self, apex, axis, cosine, range)\n--\n\n")
      .def_property_readonly("apex", [](const RoundedCone& cone) { return array_of(cone.apex); })
      .def_property_readonly("axis", [](const RoundedCone& cone) { return array_of(cone.axis); })
      .def_readonly("cosine", &RoundedCone::cosine)
      .def_readonly("range", &RoundedCone::range)
      .def("__repr__", [](const RoundedCone& self) {
        return "<abut.small.RoundedCone: range " + described(self.range) + ", cosine " + described(self.cosine) +
               ", from " + described(self.apex) + " along " + described(self.axis) + ">";
      });
}

}  // namespace

void add_small_tests(py::module_& module) {
  add_solids_of_small(module);
  module.def("touches", &touches_of, py::arg("a"), py::arg("b"), R"(touches(a, b)
--

Do two solids share a point? Exact.

Two spheres, boxes or triangles of the shape (3, 3), or a sphere or box and a box or frustum.

>>> ball = abut.small.Sphere([0, 0, 0], 1)
>>> abut.small.touches(ball, abut.small.Box([2, 0, 0], [1, 1, 1]))
True
)");
  module.def("may_touch", &may_touch_of, py::arg("solid"), py::arg("cone"), R"(may_touch(solid, cone)
--

May a box, frustum or triangle, of the shape (3, 3), share a point with a rounded cone? Never no wrongly.

>>> lamp = abut.small.RoundedCone([0, 0, 5], [0, 0, -1], cosine=0.9, range=8)
>>> abut.small.may_touch(abut.small.Box([0, 0, 0], [1, 1, 1]), lamp)
True
)");
  module.def(
      "contains",
      [](py::handle solid, py::handle point) {
        const Vec3 x = point_from(point, "point");
        return with_solid<Box, Frustum, RoundedCone>(solid, "solid",
                                                     [&](const auto& shape) { return small::contains(shape, x); });
      },
      py::arg("solid"), py::arg("point"), R"(contains(solid, point)
--

Is a point in a box, frustum or rounded cone? Exact.
)");
  module.def("first_hit", &first_hit_of, py::arg("origin"), py::arg("direction"), py::arg("solid"), py::kw_only(),
             py::arg("t_min") = 0.0, py::arg("t_max") = py::none(),
             R"(first_hit(origin, direction, solid, *, t_min=0.0, t_max=None)
--

The first t at which origin + t direction is in a sphere, box, frustum or triangle.

A pair (lower, upper) around it, or None when there is none, which is exact. A triangle has the shape (3, 3).
t_max: None is infinite.

>>> abut.small.first_hit([-4, 0, 0], [1, 0, 0], abut.small.Sphere([0, 0, 0], 1))
(3.0, 3.0)
)");
  module.def(
      "first_contact",
      [](const Sphere& a, py::handle way_a, const Sphere& b, py::handle way_b) {
        return pair_or_none(small::first_contact(a, point_from(way_a, "way_a"), b, point_from(way_b, "way_b")));
      },
      py::arg("a"), py::arg("way_a"), py::arg("b"), py::arg("way_b"), R"(first_contact(a, way_a, b, way_b)
--

The first time from 0 to 1 at which two spheres that move straight, by way_a and way_b, touch.

A pair (lower, upper) around it, or None.
)");
  module.def(
      "cull",
      [](py::handle model, py::handle view, py::handle pose) {
        const Model seen = model_from(model);
        const Placement at = placement_from(pose, "pose");
        return array_of(with_solid<Frustum, RoundedCone>(view, "view", [&](const auto& solid) {
          return without_lock([&] { return cull(seen, at, solid).triangles; });
        }));
      },
      py::arg("model"), py::arg("view"), py::arg("pose") = py::none(), R"(cull(model, view, pose=None)
--

The ids of the triangles of a model that may be seen.

All but those outside of one side of the frustum `view`, or those that the rounded cone `view` may touch.
)");
  module.def(
      "may_be_seen",
      [](py::handle model, py::handle view, py::handle pose) {
        const Model seen = model_from(model);
        const Placement at = placement_from(pose, "pose");
        return with_solid<Frustum, RoundedCone>(view, "view", [&](const auto& solid) {
          return without_lock([&] { return may_be_seen(seen, at, solid); });
        });
      },
      py::arg("model"), py::arg("view"), py::arg("pose") = py::none(), R"(may_be_seen(model, view, pose=None)
--

Would cull leave a triangle? Ends at the first one.
)");
}

}  // namespace abut::python
