#include "interruptible.h"
#include "parts.h"
#include "point_query.h"
#include "records.h"
#include "tally.h"

#include <optional>
#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_solid = R"(A model that has an inside.

Bodies of one mesh that cross are one body. A body within a body is a hole, and a body in the hole is a body again. The
direction in which they are wound does not matter. holes: "refuse" raises abut.Error for a mesh that is not closed and
says where; "winding-number" decides as if every hole had the best possible lid; "any-lid" says what is so with every
lid within the convex hull of a hole's rim, exactly, and Side.UNKNOWN where lids may differ.

A Solid keeps the vertices that the model had when it was made: a later refit does not change it.

>>> abut.Solid(abut.shapes.sphere(1.0))
<abut.Solid: 2000 faces, closed>
)";

constexpr const char* about_contains =
    R"(contains(solid, point, pose=None, *, max_tests=None, max_seconds=None, simd=None, counters=None)
--

Is a point of the world inside a closed model, or on its surface? Exact.

solid: an abut.Solid; a model or a mesh is made into one for this call.
max_tests, max_seconds: budgets; abut.Error is raised when one runs out before the answer is known.
counters: an abut.Counters, to which the query's tests are added.

>>> ball = abut.Solid(abut.shapes.sphere(1.0))
>>> abut.contains(ball, [0.1, 0.2, 0.3]), abut.contains(ball, [1, 1, 1])
(True, False)
)";

constexpr const char* about_contains_batch =
    R"(contains_batch(solid, points, pose=None, *, max_tests=None, max_seconds=None, simd=None, threads=1, counters=None)
--

contains for many points, an array of the shape (N, 3): an array of N booleans.

>>> ball = abut.Solid(abut.shapes.sphere(1.0))
>>> abut.contains_batch(ball, [[0, 0, 0], [0, 0, 2]])
array([ True, False])
)";

constexpr const char* about_winding = R"(winding_number(solid, point, pose=None, *, simd=None)
--

How often the surface winds around a point: 1 inside a closed mesh whose normals point outwards, a fraction near holes.

>>> abut.winding_number(abut.shapes.box([1, 1, 1]), [0, 0, 0.5])
1.0
)";

constexpr const char* about_signed =
    R"(signed_distance(solid, point, pose=None, *, relative_error=0.0, absolute_error=0.0, known_upper=None, max_tests=None, max_seconds=None, simd=None)
--

How far a point is from the surface, negative inside, as a bracket. The sign is exact; errors and budgets as in distance.

>>> depth = abut.signed_distance(abut.shapes.box([1, 1, 1]), [0, 0, 0.75])
>>> depth.lower <= -0.25 <= depth.upper
True
>>> depth.side.name
'INSIDE'
)";

constexpr const char* about_signed_batch =
    R"(signed_distance_batch(solid, points, pose=None, *, relative_error=0.0, absolute_error=0.0, known_upper=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

signed_distance for many points, an array of the shape (N, 3).

Gives a numpy record array with the fields of abut.SignedDistance; `side` holds the numbers of abut.Side.

>>> depths = abut.signed_distance_batch(abut.shapes.box([1, 1, 1]), [[0, 0, 0.75], [0, 0, 3], [1, 0, 0]])
>>> depths.upper.round(12)
array([-0.25,  2.  ,  0.  ])
>>> depths.side == abut.Side.INSIDE
array([ True, False, False])
)";

constexpr const char* about_locate =
    R"(locate(solid, point, pose=None, *, max_tests=None, max_seconds=None, simd=None, counters=None)
--

Where a point is: an abut.Side, which is UNKNOWN if a budget ran out. Arguments as in contains.

>>> abut.locate(abut.shapes.box([1, 1, 1]), [1, 0, 0]).name
'SURFACE'
)";

constexpr const char* about_enclosed =
    R"(enclosed(a, solid, pose_a=None, pose_b=None, *, max_tests=None, max_seconds=None, simd=None)
--

For surfaces that do not touch: is a connected piece of a inside the solid? Exact. Gives an abut.Enclosure.

a: an abut.Pieces; a model or a mesh is made into one for this call. One corner of each piece is tested.

>>> inner = abut.enclosed(abut.shapes.sphere(0.5), abut.Solid(abut.shapes.box([1, 1, 1])))
>>> bool(inner), inner.triangle
(True, 0)
)";

constexpr const char* about_enclosure =
    R"(Is a piece of a model inside a solid? bool(enclosure) is the answer.

answer is an abut.Answer; triangle is the first of the first such piece, or None. If a budget ended the search before the
answer was known, it is UNKNOWN, complete is False, and bool(enclosure) raises abut.Error.)";

constexpr const char* about_pieces = R"(The connected pieces of a model, for enclosed. Make it once per model.

>>> abut.Pieces(abut.shapes.sphere(1.0)).first_triangles
array([0], dtype=uint32)
)";

py::object side_of(Containment side) { return py::module_::import("abut").attr("Side")(static_cast<int>(side)); }

std::string describe_signed_distance(const SignedDistance& result) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.SignedDistance: " << result.upper << " to triangle " << result.closest.triangle
       << (result.closest.complete ? ">" : ", not complete>");
  return text.str();
}

RecordType signed_distance_record() {
  constexpr std::size_t closest = offsetof(SignedDistance, closest);
  static_assert(sizeof(Containment) == 4);
  RecordType type;
  type.add("lower", "f8", offsetof(SignedDistance, lower))
      .add("upper", "f8", offsetof(SignedDistance, upper))
      .add("side", "i4", offsetof(SignedDistance, side))
      .add("triangle", "u4", closest + offsetof(ClosestPoint, triangle))
      .add("weights", "3f8", closest + offsetof(ClosestPoint, weights))
      .add("point", "3f8", closest + offsetof(ClosestPoint, point))
      .add("complete", "?", closest + offsetof(ClosestPoint, complete))
      .add_counters(offsetof(SignedDistance, counters));
  return type;
}

void add_solid(py::module_& module) {
  py::class_<Solid>(module, "Solid", about_solid)
      .def(py::init([](py::handle mesh, const std::string& holes) {
             const SolidOptions options{chosen(all_holes, holes, "way with holes")};
             const Model model = model_from(mesh);
             py::gil_scoped_release release;
             return Solid(model, options);
           }),
           py::arg("model"), py::kw_only(), py::arg("holes") = "refuse",
           "__init__(self, model, *, holes=\"refuse\")\n--\n\n")
      .def_property_readonly(
          // A copy: who refits it does not reach the solid's own.
          "model", [](const Solid& self) { return Model(self.model()); }, "The model that it was made of.")
      .def_property_readonly(
          "is_closed", [](const Solid& self) { return self.closedness().is_closed(); },
          "Does its surface enclose a volume?")
      .def("__repr__", [](const Solid& self) {
        return "<abut.Solid: " + std::to_string(self.model().mesh().triangles.size()) + " faces, " +
               (self.closedness().is_closed() ? "closed>" : "with holes>");
      });
}

void add_signed_distance_type(py::module_& module) {
  py::class_<SignedDistance>(module, "SignedDistance",
                             "The distance of a point from a surface, negative inside: lower <= distance <= upper.")
      .def_readonly("lower", &SignedDistance::lower, "The signed distance is at least this.")
      .def_readonly("upper", &SignedDistance::upper, "The signed distance is at most this; 0 on the surface only.")
      .def_property_readonly(
          "side", [](const SignedDistance& self) { return side_of(self.side); }, "An abut.Side.")
      .def_property_readonly("triangle", [](const SignedDistance& self) { return self.closest.triangle; })
      .def_property_readonly(
          "weights", [](const SignedDistance& self) { return array_of(self.closest.weights); },
          "Where the closest point is in its triangle.")
      .def_property_readonly(
          "point", [](const SignedDistance& self) { return array_of(self.closest.point); },
          "The closest point of the surface, in the world, rounded.")
      .def_property_readonly(
          "complete", [](const SignedDistance& self) { return self.closest.complete; },
          "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const SignedDistance& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const SignedDistance& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const SignedDistance& self) { return self.counters.exact_tests; })
      .def("__repr__", &describe_signed_distance);
}

ContainsOptions take_contains_options(Keywords& options) {
  ContainsOptions query;
  query.budget = take_budget(options);
  query.simd = take_simd(options);
  return query;
}

Located locate_once(const char* function, py::handle solid, py::handle point, py::handle pose,
                    const py::kwargs& given) {
  const Solid asked = solid_from(solid);
  const Placement at = placement_from(pose, "pose");
  const Vec3 where = point_from(point, "point");
  Keywords options(function, given);
  const ContainsOptions query = take_contains_options(options);
  const TallyInUse tally(options);
  options.finish();
  Located found;
  {
    const py::gil_scoped_release unlocked;
    found = locate(asked, at, where, query);
  }
  tally.add(found.counters, true);
  return found;
}

bool is_within_surface(Containment side, bool complete) {
  if (side == Containment::unknown && complete)
    throw Error("it depends on what closes the holes whether the point is inside; locate() tells.");
  if (side == Containment::unknown) is_yes(Answer::unknown, "the point is inside");
  return side != Containment::outside;
}

py::array_t<bool> contains_batch(py::handle solid, py::handle points, py::handle pose, const py::kwargs& given) {
  const Solid asked = solid_from(solid);
  const Placement at = placement_from(pose, "pose");
  const Points where = points_from(points, "points");
  Keywords options("contains_batch", given);
  ContainsOptions query = take_contains_options(options);
  query.threads = take_threads(options);
  const TallyInUse tally(options);
  options.finish();
  const std::vector<Located> found = run_interruptibly(where.points().size(), [&](const std::atomic<bool>& stop) {
    query.budget.stop = &stop;
    return locate(asked, at, where.points(), query);
  });
  py::array_t<bool> inside(static_cast<py::ssize_t>(found.size()));
  bool* next = inside.mutable_data();
  for (const Located& located : found) {
    tally.add(located.counters, true);
    *next++ = is_within_surface(located.side, located.complete);
  }
  return inside;
}

void add_contains(py::module_& module) {
  const py::arg solid("solid"), point("point");
  const py::arg_v pose("pose", py::none());
  module.def(
      "contains",
      [](py::handle of, py::handle where, py::handle at, const py::kwargs& given) {
        const Located found = locate_once("contains", of, where, at, given);
        return is_within_surface(found.side, found.complete);
      },
      solid, point, pose, about_contains);
  module.def(
      "locate",
      [](py::handle of, py::handle where, py::handle at, const py::kwargs& given) {
        return side_of(locate_once("locate", of, where, at, given).side);
      },
      solid, point, pose, about_locate);
  module.def("contains_batch", &contains_batch, solid, py::arg("points"), pose, about_contains_batch);
  module.def(
      "winding_number",
      [](py::handle of, py::handle where, py::handle at, const py::kwargs& given) {
        const Solid asked = solid_from(of);
        const Placement placed = placement_from(at, "pose");
        const Vec3 position = point_from(where, "point");
        Keywords options("winding_number", given);
        const Simd simd = take_simd(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return winding_number(asked, placed, position, simd);
      },
      solid, point, pose, about_winding);
}

Pieces pieces_from(py::handle object) {
  if (py::isinstance<Pieces>(object)) return object.cast<const Pieces&>();
  const Model model = model_from(object);
  return without_lock([&] { return Pieces(model); });
}

void add_enclosed(py::module_& module) {
  py::class_<Pieces>(module, "Pieces", about_pieces)
      .def(py::init(&pieces_from), py::arg("model"), "__init__(self, model)\n--\n\n")
      .def_property_readonly(
          // A copy: who refits it does not reach this one.
          "model", [](const Pieces& self) { return Model(self.model()); }, "The model that it was made of.")
      .def_property_readonly(
          "first_triangles",
          [](const Pieces& self) {
            const auto first = self.first_triangles();
            return array_of(std::vector<std::uint32_t>(first.begin(), first.end()));
          },
          "The first triangle of each piece.")
      .def("__len__", [](const Pieces& self) { return self.first_triangles().size(); })
      .def("__repr__", [](const Pieces& self) {
        const std::size_t pieces = self.first_triangles().size(), faces = self.model().mesh().triangles.size();
        return "<abut.Pieces: " + std::to_string(pieces) + (pieces == 1 ? " piece, " : " pieces, ") +
               std::to_string(faces) + " faces>";
      });
  py::class_<Enclosure>(module, "Enclosure", about_enclosure)
      .def_property_readonly(
          "answer", [](const Enclosure& self) { return answer_of(self.answer); }, "An abut.Answer.")
      .def_readonly("triangle", &Enclosure::triangle, "The first triangle of the first piece that is inside, or None.")
      .def_readonly("complete", &Enclosure::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const Enclosure& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const Enclosure& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const Enclosure& self) { return self.counters.exact_tests; })
      .def("__bool__", [](const Enclosure& self) { return static_cast<bool>(self); })
      .def("__repr__", [](const Enclosure& self) {
        const std::string where = self.triangle ? ", the piece of triangle " + std::to_string(*self.triangle) : "";
        return "<abut.Enclosure: " + std::string(name_of(self.answer)) + where + ">";
      });
  module.def(
      "enclosed",
      [](py::handle a, py::handle solid, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
        const Pieces pieces = pieces_from(a);
        const Solid around = solid_from(solid);
        const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
        Keywords options("enclosed", given);
        const ContainsOptions query = take_contains_options(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return enclosed(pieces, at_a, around, at_b, query);
      },
      py::arg("a"), py::arg("solid"), py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none(), about_enclosed);
}

void add_signed_distance(py::module_& module) {
  add_point_query(
      module, {"solid", "signed_distance", "signed_distance_batch", about_signed, about_signed_batch}, solid_from,
      [](const Solid& solid, const Placement& at, const auto& asked, const PointQuestion& question) {
        return signed_distance(solid, at, asked, question);
      },
      signed_distance_record, [](Keywords&, PointQuestion&) {});
}

}  // namespace

Solid solid_from(py::handle object) {
  if (py::isinstance<Solid>(object)) return object.cast<const Solid&>();
  const Model model = model_from(object);
  py::gil_scoped_release release;
  return Solid(model);
}

void add_solids(py::module_& module) {
  add_solid(module);
  add_signed_distance_type(module);
  add_contains(module);
  add_enclosed(module);
  add_signed_distance(module);
}

}  // namespace abut::python
