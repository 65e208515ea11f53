#include "interruptible.h"
#include "keywords.h"
#include "parts.h"
#include "records.h"
#include <abut/shape.h>

#include <optional>
#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_shape = R"(What a body looks like: a mesh, a solid, or one of abut.Box, Sphere, Capsule, ...

Shape(model) is the surface of a mesh or model alone; Shape(solid) of an abut.Solid is all that it encloses, too. Other
shapes are made by the functions abut.Box, RoundedBox, Sphere, Capsule, Cylinder, Cone, HalfSpace, Hull, PointCloud,
HeightField and Boxes; all of them are solid.

>>> abut.Box(1, 2, 3)
<abut.Shape: box>
>>> abut.Shape(abut.shapes.sphere(1.0))
<abut.Shape: surface, 2000 triangles>
)";

constexpr const char* about_shape_touches = R"(touches(self, other, pose_a=None, pose_b=None, *, margin=0.0)
--

Do the placed shapes share a point, or come within the margin? Exact; a shape inside a solid one touches it.

other: an abut.Shape, or a Solid, Model or mesh that is made into one for this call.
pose_a, pose_b: where self and other stand. A shape with a radius may not be scaled.

>>> ball, box = abut.Sphere(0.5), abut.Box(2, 2, 2)
>>> ball.touches(box, pose_b=[[1, 0, 0, 1.5], [0, 1, 0, 0], [0, 0, 1, 0]])
True
)";

constexpr const char* about_shape_touches_batch =
    R"(touches_batch(self, other, pose_a=None, pose_b=None, *, margin=0.0, threads=1)
--

touches for many placements: one of the poses, or both, of the shape (N, 4, 4) or (N, 3, 4). An array of N booleans.

>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [0, 1.5, 1.6]
>>> abut.Sphere(0.5).touches_batch(abut.Box(2, 2, 2), pose_b=poses)
array([ True,  True, False])
)";

constexpr const char* about_shape_distance =
    R"(distance(self, other, pose_a=None, pose_b=None, *, depth=False, cut_off=None)
--

How far apart two placed shapes are: an abut.ShapeDistance.

depth: of solid shapes that overlap, say how deep; the distance is then negative. Otherwise it is 0.
cut_off: nothing farther apart than this is measured; lower is then at least this.

>>> gap = abut.Sphere(0.5).distance(abut.Box(2, 2, 2), pose_b=[[1, 0, 0, 4], [0, 1, 0, 0], [0, 0, 1, 0]])
>>> gap.upper, gap.normal
(2.5, array([1., 0., 0.]))
)";

constexpr const char* about_shape_distance_batch =
    R"(distance_batch(self, other, pose_a=None, pose_b=None, *, depth=False, cut_off=None, threads=1)
--

distance for many placements: a numpy record array with the fields of abut.ShapeDistance.

>>> poses = np.tile(np.eye(4), (2, 1, 1))
>>> poses[:, 0, 3] = [4, 5]
>>> abut.Sphere(0.5).distance_batch(abut.Box(2, 2, 2), pose_b=poses).upper
array([2.5, 3.5])
)";

constexpr const char* about_shape_result = R"(The distance between two shapes: lower <= distance <= upper.

normal is a unit vector along which the second shape leaves the first, known also at contact; point_a and point_b are the
closest points in the world, rounded. If a shape strays from a curved one, upper allows for it.)";

std::string describe_shape(const Shape& shape) {
  std::string text = "<abut.Shape: " + std::string(name_of(shape.kind()));
  if (shape.kind() == ShapeKind::surface || shape.kind() == ShapeKind::solid)
    text += ", " + std::to_string(shape.core().mesh().triangles.size()) + " triangles";
  return text + ">";
}

std::string describe_shape_distance(const ShapeDistance& result) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.ShapeDistance: " << result.upper << (result.touching ? ", touching>" : ">");
  return text.str();
}

ShapeDistanceOptions take_shape_options(Keywords& given) {
  ShapeDistanceOptions options;
  options.depth = given.take<bool>("depth").value_or(options.depth);
  options.cut_off = given.take<double>("cut_off").value_or(options.cut_off);
  return options;
}

ShapeDistance shape_distance_once(const Shape& self, py::handle other, py::handle pose_a, py::handle pose_b,
                                  const py::kwargs& given) {
  const Shape second = shape_from(other);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  Keywords keywords("distance", given);
  const ShapeDistanceOptions options = take_shape_options(keywords);
  keywords.finish();
  const py::gil_scoped_release unlocked;
  return distance(self, at_a, second, at_b, options);
}

RecordType shape_distance_record() {
  RecordType type;
  type.add("lower", "f8", offsetof(ShapeDistance, lower))
      .add("upper", "f8", offsetof(ShapeDistance, upper))
      .add("touching", "?", offsetof(ShapeDistance, touching))
      .add("point_a", "3f8", offsetof(ShapeDistance, point_a))
      .add("point_b", "3f8", offsetof(ShapeDistance, point_b))
      .add("normal", "3f8", offsetof(ShapeDistance, normal))
      .add_counters(offsetof(ShapeDistance, counters));
  return type;
}

py::object shape_distance_batch(const Shape& self, py::handle other, py::handle pose_a, py::handle pose_b,
                                const py::kwargs& given) {
  const Shape second = shape_from(other);
  const std::vector<PlacementPair> placements = placement_pairs_from(pose_a, pose_b);
  Keywords keywords("distance_batch", given);
  ShapeDistanceOptions options = take_shape_options(keywords);
  options.threads = take_threads(keywords);
  keywords.finish();
  std::vector<ShapeDistance> results = of_valid(placements, [&] {
    const py::gil_scoped_release unlocked;
    return distance(self, second, placements, options);
  });
  return records_of(std::move(results), shape_distance_record());
}

bool shape_touches_once(const Shape& self, py::handle other, py::handle pose_a, py::handle pose_b, double margin) {
  const Shape second = shape_from(other);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  const py::gil_scoped_release unlocked;
  return touches(self, at_a, second, at_b, margin);
}

py::array_t<bool> shape_touches_batch(const Shape& self, py::handle other, py::handle pose_a, py::handle pose_b,
                                      double margin, int threads) {
  const Shape second = shape_from(other);
  const std::vector<PlacementPair> placements = placement_pairs_from(pose_a, pose_b);
  const std::vector<std::uint8_t> found = of_valid(placements, [&] {
    const py::gil_scoped_release unlocked;
    return touches(self, second, placements, {margin, require_threads(threads)});
  });
  py::array_t<bool> result(static_cast<py::ssize_t>(found.size()));
  std::copy(found.begin(), found.end(), result.mutable_data());
  return result;
}

bool is_made_of_lengths(ShapeKind kind) {
  return kind == ShapeKind::box || kind == ShapeKind::rounded_box || kind == ShapeKind::sphere ||
         kind == ShapeKind::capsule || kind == ShapeKind::half_space || kind == ShapeKind::cylinder ||
         kind == ShapeKind::cone;
}

Shape made_of_lengths(ShapeKind kind, const std::vector<double>& lengths) {
  const auto at = [&](std::size_t i) { return lengths.at(i); };
  switch (kind) {
    case ShapeKind::box:
      return Shape::box({at(0), at(1), at(2)});
    case ShapeKind::rounded_box:
      return Shape::rounded_box({at(0), at(1), at(2)}, at(3));
    case ShapeKind::sphere:
      return Shape::sphere(at(0));
    case ShapeKind::capsule:
      return Shape::capsule(at(0), at(1));
    case ShapeKind::cylinder:
      return Shape::cylinder(at(0), at(1), at(2));
    case ShapeKind::cone:
      return Shape::cone(at(0), at(1), at(2));
    default:
      return Shape::half_space();
  }
}

/// What pickle keeps: the kind, lengths, and of what is not made of these alone the core, and a solid's way with holes.
py::tuple state_of_shape(const Shape& shape) {
  const Solid* const solid = shape.solid_core();
  const bool needs_core = !is_made_of_lengths(shape.kind());
  return py::make_tuple(std::string(name_of(shape.kind())),
                        std::vector<double>(shape.lengths().begin(), shape.lengths().end()),
                        needs_core ? py::cast(Model(shape.core())) : py::object(py::none()),
                        needs_core && solid ? std::string(name_of(solid->options().holes)) : std::string());
}

Shape shape_of_state(const py::tuple& state) {
  if (state.size() != 4) throw Error("this is not the state of a shape.");
  const ShapeKind kind = chosen(all_shape_kinds, state[0].cast<std::string>(), "kind of shape");
  const auto lengths = state[1].cast<std::vector<double>>();
  if (is_made_of_lengths(kind)) return made_of_lengths(kind, lengths);
  const auto& core = state[2].cast<const Model&>();
  if (kind == ShapeKind::hull) return Shape::hull(core.mesh().points, lengths.at(0));
  if (kind == ShapeKind::points) return Shape::points(core.mesh().points, lengths.at(0));
  if (kind == ShapeKind::height_field || kind == ShapeKind::boxes) return Shape::with_core(kind, core);
  const auto holes = state[3].cast<std::string>();
  if (holes.empty()) return Shape(core);
  return Shape(Solid(core, {chosen(all_holes, holes, "way with holes")}));
}

void add_shape(py::module_& module) {
  const py::arg other("other");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none());
  py::class_<Shape>(module, "Shape", about_shape)
      .def(py::init([](py::handle model) { return shape_from(model); }), py::arg("model"),
           "__init__(self, model)\n--\n\n")
      .def_property_readonly(
          "kind", [](const Shape& self) { return std::string(name_of(self.kind())); }, "\"box\", \"sphere\", ...")
      .def_property_readonly(
          "core", [](const Shape& self) { return Model(self.core()); },
          "The mesh whose points, with all within the radius of them, make up the shape.")
      .def_property_readonly("radius", &Shape::radius, "Points this far from the core belong to the shape.")
      .def_property_readonly("stray", &Shape::stray, "How far the shape sticks out of the cylinder or cone in it.")
      .def_property_readonly("is_solid", &Shape::is_solid, "Does what the surface encloses belong to it?")
      .def(
          "bounds",
          [](const Shape& self, py::handle pose) { return array_of(self.bounds_at(placement_from(pose, "pose"))); },
          py::arg("pose") = py::none(),
          "bounds(self, pose=None)\n--\n\nA box around the placed shape: its lower corner, then the upper one.")
      .def("touches", &shape_touches_once, other, pose_a, pose_b, py::kw_only(), py::arg("margin") = 0.0,
           about_shape_touches)
      .def("touches_batch", &shape_touches_batch, other, pose_a, pose_b, py::kw_only(), py::arg("margin") = 0.0,
           py::arg("threads") = 1, about_shape_touches_batch)
      .def("distance", &shape_distance_once, other, pose_a, pose_b, about_shape_distance)
      .def("distance_batch", &shape_distance_batch, other, pose_a, pose_b, about_shape_distance_batch)
      .def(py::pickle(&state_of_shape, &shape_of_state))
      .def("__copy__", [](const Shape& self) { return Shape(self); })
      .def(
          "__deepcopy__", [](const Shape& self, py::handle) { return Shape(self); }, py::arg("memo"))
      .def("__repr__", &describe_shape);
}

void add_result(py::module_& module) {
  py::class_<ShapeDistance>(module, "ShapeDistance", about_shape_result)
      .def_readonly("lower", &ShapeDistance::lower, "The distance is at least this.")
      .def_readonly("upper", &ShapeDistance::upper, "The distance is at most this.")
      .def_readonly("touching", &ShapeDistance::touching, "Do the shapes touch?")
      .def_property_readonly(
          "point_a", [](const ShapeDistance& self) { return array_of(self.point_a); }, "In the world, rounded.")
      .def_property_readonly(
          "point_b", [](const ShapeDistance& self) { return array_of(self.point_b); }, "In the world, rounded.")
      .def_property_readonly(
          "normal", [](const ShapeDistance& self) { return array_of(self.normal); },
          "A unit vector along which the second shape leaves the first.")
      .def_property_readonly("volume_tests", [](const ShapeDistance& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const ShapeDistance& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const ShapeDistance& self) { return self.counters.exact_tests; })
      .def("__repr__", &describe_shape_distance);
}

Shape height_field(py::handle heights, double width, double depth, double floor) {
  const Doubles array = doubles_from(heights, "heights");
  if (array.ndim() != 2)
    throw py::type_error("heights has the shape " + shape_of(array) + "; it must be (rows, columns).");
  const auto rows = static_cast<std::size_t>(array.shape(0)), columns = static_cast<std::size_t>(array.shape(1));
  return Shape::height_field({columns, rows, {width, depth}, {array.data(), rows * columns}, floor});
}

Shape boxes(py::handle lows, py::handle highs) {
  const Points low = points_from(lows, "lows"), high = points_from(highs, "highs");
  if (low.points().size() != high.points().size()) throw py::type_error("lows and highs differ in length.");
  std::vector<Bounds> made;
  for (std::size_t i = 0; i < low.points().size(); ++i) made.push_back({low.points()[i], high.points()[i]});
  return Shape::boxes(made);
}

void add_simple_makers(py::module_& module) {
  module.def(
      "Box",
      [](double x, double y, double z) {
        return Shape::box({x, y, z});
      },
      py::arg("x"), py::arg("y"), py::arg("z"), R"(Box(x, y, z)
--

A solid box of these full sizes around the origin.

>>> abut.Box(2, 4, 6).bounds().round(9)
array([[-1., -2., -3.],
       [ 1.,  2.,  3.]])
)");
  module.def(
      "RoundedBox",
      [](double x, double y, double z, double radius) {
        return Shape::rounded_box({x, y, z}, radius);
      },
      py::arg("x"), py::arg("y"), py::arg("z"), py::arg("radius"), R"(RoundedBox(x, y, z, radius)
--

All points within the radius of a box of these full sizes; it is as much larger.

>>> abut.RoundedBox(2, 4, 6, 0.5).radius
0.5
)");
  module.def("Sphere", &Shape::sphere, py::arg("radius"), R"(Sphere(radius)
--

A ball around the origin.

>>> abut.Sphere(1).is_solid
True
)");
  module.def("Capsule", &Shape::capsule, py::arg("radius"), py::arg("length"), R"(Capsule(radius, length)
--

All points within the radius of a segment of this length along z, around the origin.

>>> abut.Capsule(0.5, 2).bounds().round(9)[1]
array([0.5, 0.5, 1.5])
)");
  module.def("HalfSpace", &Shape::half_space, R"(HalfSpace()
--

All points with z <= 0: a floor.

>>> abut.HalfSpace().touches(abut.Sphere(1), pose_b=[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]])
True
)");
}

void add_round_makers(py::module_& module) {
  const py::arg_v stray("stray", py::none());
  module.def(
      "Cylinder",
      [](double radius, double length, std::optional<double> within) {
        return within ? Shape::cylinder(radius, length, *within) : Shape::cylinder(radius, length);
      },
      py::arg("radius"), py::arg("length"), stray, R"(Cylinder(radius, length, stray=None)
--

A cylinder along z, around the origin, as a prism around it that sticks out by stray at most.

stray: None for a thousandth of the radius. Queries are about the prism; brackets of distances hold that of the cylinder.

>>> abut.Cylinder(1, 2).stray < 0.001
True
)");
  module.def(
      "Cone",
      [](double radius, double height, std::optional<double> within) {
        return within ? Shape::cone(radius, height, *within) : Shape::cone(radius, height);
      },
      py::arg("radius"), py::arg("height"), stray, R"(Cone(radius, height, stray=None)
--

A cone about z, its base at -height / 2 and its apex at height / 2, as a pyramid around it; see Cylinder.

>>> abut.Cone(1, 2).kind
'cone'
)");
}

void add_point_makers(py::module_& module) {
  module.def(
      "Hull",
      [](py::handle points, double radius) {
        const Points array = points_from(points, "points");
        const py::gil_scoped_release unlocked;
        return Shape::hull(array.points(), radius);
      },
      py::arg("points"), py::arg("radius") = 0.0, R"(Hull(points, radius=0.0)
--

All points within the radius of the convex hull of points, an array of the shape (N, 3). The hull is exact.

>>> abut.Hull(abut.shapes.box([1, 1, 1]).vertices).touches(abut.Sphere(0.5))
True
)");
  module.def(
      "PointCloud",
      [](py::handle points, double radius) {
        const Points array = points_from(points, "points");
        const py::gil_scoped_release unlocked;
        return Shape::points(array.points(), radius);
      },
      py::arg("points"), py::arg("radius"), R"(PointCloud(points, radius)
--

All points within the radius of one of the points, an array of the shape (N, 3).

>>> cloud = abut.PointCloud([[0, 0, 0], [5, 0, 0]], 0.1)
>>> round(cloud.distance(abut.Sphere(1), pose_b=[[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0]]).upper, 9)
0.9
)");
  module.def("HeightField", &height_field, py::arg("heights"), py::arg("width"), py::arg("depth"), py::kw_only(),
             py::arg("floor"), R"(HeightField(heights, width, depth, *, floor)
--

The ground under heights, an array of the shape (rows, columns), down to the floor.

Columns are spread over the width along x, rows over the depth along y, around the origin.

>>> abut.HeightField([[1, 1], [1, 2]], 4, 4, floor=0).bounds().round(9)[1]
array([2., 2., 2.])
)");
  module.def("Boxes", &boxes, py::arg("lows"), py::arg("highs"), R"(Boxes(lows, highs)
--

The union of boxes along the axes, by their lower and upper corners, arrays of the shape (N, 3): voxels, octrees.

>>> abut.Boxes([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 1, 1]]).core.mesh
<abut.Mesh: 40 vertices, 20 faces>
)");
}

}  // namespace

Shape shape_from(py::handle object) {
  if (py::isinstance<Shape>(object)) return object.cast<const Shape&>();
  if (py::isinstance<Solid>(object)) return Shape(object.cast<const Solid&>());
  return Shape(model_from(object));
}

void add_body_shapes(py::module_& module) {
  add_result(module);
  add_shape(module);
  add_simple_makers(module);
  add_round_makers(module);
  add_point_makers(module);
}

}  // namespace abut::python
