#include "either_model.h"
#include "keywords.h"
#include "parts.h"
#include "pickle_values.h"
#include "tally.h"
#include <abut/classic_region.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

using classic::Region;

constexpr const char* about_region = R"(A box without thickness or without end along some of its axes, in the world.

The points x with low[i] <= w_i <= high[i] for i = 0, 1, 2, where w_i = axes[i] . (x - centre) / axes[i]^2: how far x is
along an axis, in lengths of that axis. Ends may be infinite, and low[i] may be high[i]. plane, slab, line, ray, segment,
beam and fat_ray make the usual ones.

>>> region = abut.classic.plane([0, 0, 1], [0, 0, 2])
>>> region.low, region.high
(array([  0., -inf, -inf]), array([ 0., inf, inf]))
)";

constexpr const char* region_signature = R"(__init__(self, centre, axes, low, high)
--

)";

constexpr const char* about_triangles_in =
    R"(triangles_in(model, region, pose=None, *, max_triangles=None, counters=None)
--

The triangles of a model that share a point with a region, as sorted ids; touching counts. Decided exactly.

model: of either kind, or a mesh. pose: its placement, (4, 4) or (3, 4), world <- model; None is the identity.
max_triangles: end the search after so many. counters: an abut.Counters to add to.

>>> box = abut.classic.Model(abut.shapes.box([1, 1, 1]), "obb")
>>> len(abut.classic.triangles_in(box, abut.classic.plane([0, 0, 0], [0, 0, 1])))
8
>>> abut.classic.triangles_in(box, abut.classic.beam([5, 0, 0], [0, 0, 1], 0.5)).tolist()
[]
)";

constexpr const char* about_touches_region = R"(touches_region(model, region, pose=None)
--

Does a model share a point with a region?

>>> abut.classic.touches_region(abut.shapes.box([1, 1, 1]), abut.classic.ray([3, 0, 0], [1, 0, 0]))
False
)";

constexpr const char* about_plane = R"(plane(point, normal)
--

The plane through a point, as an abut.classic.Region.

>>> abut.classic.touches_region(abut.shapes.sphere(1.0), abut.classic.plane([0, 0, 1.5], [0, 0, 1]))
False
)";
constexpr const char* about_slab = R"(slab(point, normal, half_width)
--

What is up to half_width away from a plane, to either side.

>>> abut.classic.touches_region(abut.shapes.sphere(1.0), abut.classic.slab([0, 0, 1.5], [0, 0, 1], 0.75))
True
)";
constexpr const char* about_line = R"(line(point, direction)
--

The line through a point, without end.

>>> abut.classic.touches_region(abut.shapes.box([1, 1, 1]), abut.classic.line([3, 0, 0], [1, 0, 0]))
True
)";
constexpr const char* about_ray = R"(ray(start, direction)
--

The points start + w direction with 0 <= w.

>>> abut.classic.touches_region(abut.shapes.box([1, 1, 1]), abut.classic.ray([3, 0, 0], [-1, 0, 0]))
True
)";
constexpr const char* about_segment = R"(segment(start, direction)
--

The points start + w direction with 0 <= w <= 1.

>>> abut.classic.touches_region(abut.shapes.box([1, 1, 1]), abut.classic.segment([3, 0, 0], [-1, 0, 0]))
False
)";
constexpr const char* about_beam = R"(beam(point, direction, half_width)
--

A square, half_width to either side of its middle, swept along a line without end.

>>> abut.classic.touches_region(abut.shapes.box([1, 1, 1]), abut.classic.beam([3, 0, 0], [0, 0, 1], 2.5))
True
)";
constexpr const char* about_fat_ray = R"(fat_ray(start, direction, half_width)
--

The same, swept along a ray.

>>> abut.classic.touches_region(abut.shapes.box([1, 1, 1]), abut.classic.fat_ray([3, 0, 0], [1, 0, 0], 2.5))
False
)";

py::array axes_of(const Region& region) {
  py::array_t<double> result({3, 3});
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) result.mutable_at(i, k) = region.axes[static_cast<std::size_t>(i)][k];
  return result;
}

Region region_from(py::handle centre, py::handle axes, py::handle low, py::handle high) {
  const Points three = points_from(axes, "axes");
  if (three.points().size() != 3) throw Error("axes must have the shape (3, 3): one axis a row.");
  Region region{point_from(centre, "centre"), {}, point_from(low, "low"), point_from(high, "high")};
  std::copy(three.points().begin(), three.points().end(), region.axes.begin());
  return region;
}

void add_region_type(py::module_& module) {
  py::class_<Region>(module, "Region", about_region)
      .def(py::init(&region_from), py::arg("centre"), py::arg("axes"), py::arg("low"), py::arg("high"),
           region_signature)
      .def_property_readonly(
          "centre", [](const Region& self) { return array_of(self.centre); }, "A point of it, or of its planes.")
      .def_property_readonly("axes", &axes_of, "(3, 3): one axis a row.")
      .def_property_readonly(
          "low", [](const Region& self) { return array_of(self.low); }, "Where it begins along each axis.")
      .def_property_readonly(
          "high", [](const Region& self) { return array_of(self.high); }, "Where it ends along each axis.")
      .def("__repr__",
           [](const Region& self) {
             return std::string(py::str("<abut.classic.Region: centre {}, low {}, high {}>")
                                    .format(array_of(self.centre), array_of(self.low), array_of(self.high)));
           })
      .def("__copy__", [](const Region& self) { return self; })
      .def("__deepcopy__", [](const Region& self, py::handle) { return self; })
      .def(py::pickle(
          [](const Region& self) {
            return py::make_tuple(array_of(self.centre), axes_of(self), array_of(self.low), array_of(self.high));
          },
          [](const py::tuple& state) {
            return unpickled("abut.classic.Region", state, [](const py::tuple& given) {
              require_fit(given.size() == 4);
              return region_from(given[0], given[1], given[2], given[3]);
            });
          }));
}

}  // namespace

void add_regions(py::module_& module) {
  add_region_type(module);
  const auto add_thin = [&](const char* name, Region (*make)(const Vec3&, const Vec3&), const char* first,
                            const char* second, const char* about) {
    module.def(
        name, [=](py::handle a, py::handle b) { return make(point_from(a, first), point_from(b, second)); },
        py::arg(first), py::arg(second), about);
  };
  const auto add_wide = [&](const char* name, Region (*make)(const Vec3&, const Vec3&, double), const char* first,
                            const char* second, const char* about) {
    module.def(
        name,
        [=](py::handle a, py::handle b, double half_width) {
          return make(point_from(a, first), point_from(b, second), half_width);
        },
        py::arg(first), py::arg(second), py::arg("half_width"), about);
  };
  add_thin("plane", classic::plane, "point", "normal", about_plane);
  add_wide("slab", classic::slab, "point", "normal", about_slab);
  add_thin("line", classic::line, "point", "direction", about_line);
  add_thin("ray", classic::ray, "start", "direction", about_ray);
  add_thin("segment", classic::segment, "start", "direction", about_segment);
  add_wide("beam", classic::beam, "point", "direction", about_beam);
  add_wide("fat_ray", classic::fat_ray, "start", "direction", about_fat_ray);
  module.def(
      "triangles_in",
      [](py::handle object, const Region& region, py::handle pose, const py::kwargs& given) {
        const EitherModel model = either_model_from(object);
        const Placement at = placement_from(pose, "pose");
        Keywords options("triangles_in", given);
        const classic::RegionOptions query{limit_from(options.take<std::int64_t>("max_triangles"), "max_triangles")};
        const TallyInUse tally(options);
        options.finish();
        classic::RegionTriangles found =
            without_lock([&] { return classic::triangles_in(model.ref(), at, region, query); });
        tally.add(found.counters, true);
        return array_of(std::move(found.triangles));
      },
      py::arg("model"), py::arg("region"), py::arg("pose") = py::none(), about_triangles_in);
  module.def(
      "touches_region",
      [](py::handle object, const Region& region, py::handle pose) {
        const EitherModel model = either_model_from(object);
        const Placement at = placement_from(pose, "pose");
        return without_lock([&] { return classic::touches(model.ref(), at, region); });
      },
      py::arg("model"), py::arg("region"), py::arg("pose") = py::none(), about_touches_region);
}

}  // namespace abut::python
