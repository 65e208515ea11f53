#include "filter.h"
#include "interruptible.h"
#include "parts.h"
#include "ray_path.h"
#include "records.h"

#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_hit =
    R"(The first point of a triangle on a ray: the real t is no farther from t than t_error.

face: the side that the ray comes to, "front", "back" or "edge": in the triangle's plane.)";

constexpr const char* about_first =
    R"(first_hit(model, origin, direction=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None)
--

The first triangle that a ray comes to, as an abut.RayHit, or None.

The ray is the points origin + t direction with t from t_min (0) to t_max (without end). With `to` instead of a
direction it is the segment between two points, exactly; t runs from 0 to 1. Whether a ray meets a triangle is decided
exactly: none slips through between two of them.

pose: the placement of the model, (4, 4) or (3, 4), world <- model; None is the identity.
back_faces: "keep", or "cull" to leave out triangles that the ray comes to from behind.
consider: a function of a triangle's id; False makes the triangle as if it were not there.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> hit = abut.first_hit(box, [5, 0.25, 0.5], [-1, 0, 0])
>>> hit.t, hit.face
(4.0, 'front')
>>> hit.point
array([1.  , 0.25, 0.5 ])
>>> abut.first_hit(box, [5, 0, 0], to=[2, 0, 0]) is None
True
)";

constexpr const char* about_any =
    R"(any_hit(model, origin, direction=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None)
--

Does a ray meet the model? Sooner known than first_hit, whose arguments it takes.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> abut.any_hit(box, [5, 0, 0], to=[-5, 0, 0])
True
)";

constexpr const char* about_all =
    R"(all_hits(model, origin, direction=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None)
--

Every triangle that a ray meets, in order: a record array with the fields of abut.RayHit.

In records a face is a number: 0 front, 1 back, 2 edge. A ray through a side meets both of its triangles. Takes the
arguments of first_hit.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> abut.all_hits(box, [5, 0.25, 0.5], [-1, 0, 0]).t
array([4., 6.])
)";

constexpr const char* about_crossings =
    R"(crossings(model, origin, direction=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None)
--

How often a ray crosses the model, and how often it leaves less how often it enters: a tuple (count, balance).

The ray is shifted by less than anything that can be measured, so that it meets no corner and no side: the count of a
closed mesh is even for every segment with both ends outside. Takes the arguments of first_hit.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> abut.crossings(box, [5, 5, 5], to=[-5, -5, -5])
(2, 0)
)";

constexpr const char* about_first_batch =
    R"(first_hit_batch(model, origins, directions=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None, threads=1)
--

first_hit for many rays: arrays of the shape (N, 3).

Gives a numpy record array with the field `hit` and those of abut.RayHit, which are 0 where nothing is hit. Runs on
`threads` threads (0: all cores) without the interpreter's lock. Ctrl-C ends it.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]), rays=True)
>>> hits = abut.first_hit_batch(box, [[5, 0.25, 0.5], [5, 3, 0]], [[-1, 0, 0], [-1, 0, 0]])
>>> hits.hit, hits.t
(array([ True, False]), array([4., 0.]))
)";

constexpr const char* about_any_batch =
    R"(any_hit_batch(model, origins, directions=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None, threads=1)
--

any_hit for many rays: an array of truths. Takes the arguments of first_hit_batch.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]), rays=True)
>>> abut.any_hit_batch(box, [[5, 0, 0], [5, 3, 0]], to=[[0, 0, 0], [0, 3, 0]])
array([ True, False])
)";

constexpr const char* about_all_batch =
    R"(all_hits_batch(model, origins, directions=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None, threads=1)
--

all_hits for many rays: one record array, ray by ray, with the field `ray` and those of abut.RayHit.

Takes the arguments of first_hit_batch.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]), rays=True)
>>> abut.all_hits_batch(box, [[5, 0.25, 0.5], [5, 3, 0]], [[-1, 0, 0], [-1, 0, 0]]).ray
array([0, 0], dtype=uint32)
)";

constexpr const char* about_crossings_batch =
    R"(crossings_batch(model, origins, directions=None, pose=None, *, to=None, t_min=None, t_max=None, back_faces="keep", consider=None, simd=None, threads=1)
--

crossings for many rays: a record array with the fields count and balance. Takes the arguments of first_hit_batch.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]), rays=True)
>>> abut.crossings_batch(box, [[5, 0, 0]], to=[[0, 0, 0]]).balance
array([-1])
)";

/// A hit as records have it.
struct HitRecord {
  RayHit hit;
  std::uint32_t ray = 0;
  bool is_hit = false;
};

RecordType hit_record(bool has_hit, bool has_ray) {
  RecordType type;
  const std::size_t base = offsetof(HitRecord, hit);
  if (has_hit) type.add("hit", "?", offsetof(HitRecord, is_hit));
  if (has_ray) type.add("ray", "u4", offsetof(HitRecord, ray));
  type.add("t", "f8", base + offsetof(RayHit, t))
      .add("t_error", "f8", base + offsetof(RayHit, t_error))
      .add("triangle", "u4", base + offsetof(RayHit, triangle))
      .add("face", "i4", base + offsetof(RayHit, face))
      .add("weights", "3f8", base + offsetof(RayHit, weights))
      .add("point", "3f8", base + offsetof(RayHit, point))
      .add("normal", "3f8", base + offsetof(RayHit, normal));
  return type;
}

RecordType crossings_record() {
  RecordType type;
  type.add("count", "u8", offsetof(Crossings, count)).add("balance", "i8", offsetof(Crossings, balance));
  return type;
}

/// What one query and a batch take alike.
struct RayQuestion : RayPath {
  RayOptions options;

  explicit RayQuestion(Keywords& taken) : RayPath(taken) {
    const auto back_faces = taken.take<std::string>("back_faces").value_or("keep");
    if (back_faces != "keep" && back_faces != "cull")
      throw Error("back_faces must be 'keep' or 'cull'; it is '" + back_faces + "'.");
    options.back_faces = back_faces == "cull" ? BackFaces::cull : BackFaces::keep;
    options.simd = take_simd(taken);
  }
};

/// A ray and the question about it: `ask` runs without the interpreter's lock, `hand_over` makes of its result what
/// Python gets.
template <class Ask, class HandOver>
void add_ray_query(py::module_& module, const char* name, const char* about, const Ask& ask,
                   const HandOver& hand_over) {
  module.def(
      name,
      [=](py::handle object, py::handle origin, py::handle direction, py::handle at, const py::kwargs& given) {
        const Model model = model_from(object);
        const Placement placed = placement_from(at, "pose");
        Keywords taken(name, given);
        RayQuestion question(taken);
        HitFilter filter(taken);
        taken.finish();
        question.options.consider = filter.consider(1);
        const Ray ray = question.ray(origin, direction);
        auto found = without_lock([&] { return ask(model, placed, ray, question.options); });
        filter.rethrow();
        return hand_over(std::move(found));
      },
      py::arg("model"), py::arg("origin"), py::arg("direction") = py::none(), py::arg("pose") = py::none(), about);
}

/// The same for many rays.
template <class Ask, class HandOver>
void add_ray_batch(py::module_& module, const char* name, const char* about, const Ask& ask,
                   const HandOver& hand_over) {
  module.def(
      name,
      [=](py::handle object, py::handle origins, py::handle directions, py::handle at, const py::kwargs& given) {
        const Model model = model_from(object);
        const Placement placed = placement_from(at, "pose");
        Keywords taken(name, given);
        RayQuestion question(taken);
        question.options.threads = take_threads(taken);
        HitFilter filter(taken);
        taken.finish();
        question.options.consider = filter.consider(question.options.threads);
        const std::vector<Ray> rays = rays_from(question, origins, directions);
        auto found = run_interruptibly(rays.size(), [&](const std::atomic<bool>& stop) {
          question.options.stop = &stop;
          return ask(model, placed, std::span(rays), question.options);
        });
        filter.rethrow();
        return hand_over(std::move(found));
      },
      py::arg("model"), py::arg("origins"), py::arg("directions") = py::none(), py::arg("pose") = py::none(), about);
}

std::string describe_hit(const RayHit& hit) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.RayHit: t = " << hit.t << ", (" << hit.point.x << ", " << hit.point.y << ", " << hit.point.z
       << ") on the " << name_of(hit.face) << " of triangle " << hit.triangle << ">";
  return text.str();
}

void add_hit_type(py::module_& module) {
  py::class_<RayHit>(module, "RayHit", about_hit)
      .def_readonly("t", &RayHit::t, "Where on the ray.")
      .def_readonly("t_error", &RayHit::t_error, "The real t is no farther from t than this.")
      .def_readonly("triangle", &RayHit::triangle, "The triangle that is hit.")
      .def_property_readonly(
          "face", [](const RayHit& self) { return std::string(name_of(self.face)); }, "The side that the ray comes to.")
      .def_property_readonly(
          "weights", [](const RayHit& self) { return array_of(self.weights); },
          "Where it is in its triangle: three weights; see Mesh.point_on.")
      .def_property_readonly(
          "point", [](const RayHit& self) { return array_of(self.point); }, "In the world, rounded.")
      .def_property_readonly(
          "normal", [](const RayHit& self) { return array_of(self.normal); },
          "Of length 1, out of the triangle's front.")
      .def("__repr__", &describe_hit);
}

std::vector<HitRecord> records_from(const std::vector<RayHit>& hits) {
  std::vector<HitRecord> records;
  records.reserve(hits.size());
  for (const RayHit& hit : hits) records.push_back({hit, 0, true});
  return records;
}

void add_ray_batches(py::module_& module) {
  add_ray_batch(
      module, "first_hit_batch", about_first_batch,
      [](const Model& model, const Placement& at, std::span<const Ray> rays, const RayOptions& options) {
        const std::vector<std::optional<RayHit>> hits = first_hit(model, at, rays, options);
        std::vector<HitRecord> records(hits.size());
        for (std::size_t i = 0; i < hits.size(); ++i)
          if (hits[i]) records[i] = {*hits[i], 0, true};
        return records;
      },
      [](std::vector<HitRecord> records) { return records_of(std::move(records), hit_record(true, false)); });
  add_ray_batch(
      module, "any_hit_batch", about_any_batch,
      [](const Model& model, const Placement& at, std::span<const Ray> rays, const RayOptions& options) {
        return any_hit(model, at, rays, options);
      },
      [](std::vector<std::uint8_t> hits) {
        const auto count = static_cast<py::ssize_t>(hits.size());
        const std::uint8_t* const data = hits.data();
        return py::array(py::dtype("?"), {count}, {1}, data, owner_of(std::move(hits)));
      });
  add_ray_batch(
      module, "all_hits_batch", about_all_batch,
      [](const Model& model, const Placement& at, std::span<const Ray> rays, const RayOptions& options) {
        std::vector<HitRecord> records;
        std::uint32_t ray = 0;
        for (const std::vector<RayHit>& hits : all_hits(model, at, rays, options)) {
          for (const RayHit& hit : hits) records.push_back({hit, ray, true});
          ++ray;
        }
        return records;
      },
      [](std::vector<HitRecord> records) { return records_of(std::move(records), hit_record(false, true)); });
  add_ray_batch(
      module, "crossings_batch", about_crossings_batch,
      [](const Model& model, const Placement& at, std::span<const Ray> rays, const RayOptions& options) {
        return crossings(model, at, rays, options);
      },
      [](std::vector<Crossings> found) { return records_of(std::move(found), crossings_record()); });
}

}  // namespace

void add_rays(py::module_& module) {
  add_hit_type(module);
  const auto as_it_is = [](auto found) { return found; };
  add_ray_query(
      module, "first_hit", about_first,
      [](const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
        return first_hit(model, at, ray, options);
      },
      as_it_is);
  add_ray_query(
      module, "any_hit", about_any,
      [](const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
        return any_hit(model, at, ray, options);
      },
      as_it_is);
  add_ray_query(
      module, "all_hits", about_all,
      [](const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
        return records_from(all_hits(model, at, ray, options));
      },
      [](std::vector<HitRecord> records) { return records_of(std::move(records), hit_record(false, false)); });
  add_ray_query(
      module, "crossings", about_crossings,
      [](const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
        return crossings(model, at, ray, options);
      },
      [](const Crossings& found) { return py::make_tuple(found.count, found.balance); });
  add_ray_batches(module);
}

}  // namespace abut::python
