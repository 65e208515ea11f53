#include "interruptible.h"
#include "keywords.h"
#include "parts.h"
#include "records.h"
#include <abut/patch_depths.h>

#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_penetration =
    R"(penetration(a, b, pose_a=None, pose_b=None, *, relative_error=0.01, absolute_error=0.0, max_cells=None, max_tests=None, max_seconds=None, simd=None)
--

How deep two solids are in each other, and a way to part them. Gives an abut.Penetration.

a, b: an abut.Solid; a model or a mesh is made into one for this call. Both must be closed. Every length is a bracket
(lower, upper) that holds the truth, (0, 0) if the interiors are disjoint.

relative_error, absolute_error: the search ends when upper <= lower (1 + relative_error) or upper <= lower +
absolute_error; that for a reach also when upper <= lower + relative_error**2 times the depth. max_cells, max_tests,
max_seconds: limits; brackets are true whatever the limit.

>>> box, beside = abut.Solid(abut.shapes.box([1, 1, 1])), np.eye(4)
>>> beside[2, 3] = 1.75
>>> found = abut.penetration(box, box, pose_b=beside)
>>> [round(length, 6) for length in (*found.depth, *found.reach_a, *found.way_out_length)]
[0.25, 0.25, 0.25, 0.25, 0.25, 0.25]
>>> np.abs(found.way_out).round(6)
array([0.  , 0.  , 0.25])
)";

constexpr const char* about_penetration_batch =
    R"(penetration_batch(a, b, pose_a=None, pose_b=None, *, relative_error=0.01, absolute_error=0.0, max_cells=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

penetration for many placements, as in distance_batch.

Gives a numpy record array with the fields of abut.Penetration.

>>> box = abut.Solid(abut.shapes.box([1, 1, 1]))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [1.5, 1.75, 2]
>>> abut.penetration_batch(box, box, pose_b=poses).depth.round(6)
array([[0.5 , 0.5 ],
       [0.25, 0.25],
       [0.  , 0.  ]])
)";

constexpr const char* about_signed_gap =
    R"(signed_gap(a, b, pose_a=None, pose_b=None, *, relative_error=0.01, absolute_error=0.0, max_cells=None, max_tests=None, max_seconds=None, simd=None)
--

The distance of two solids, negative where they overlap: lower <= distance <= upper. Gives an abut.SignedGap.

Of solids whose interiors meet, lower is minus the length of a verified way out and upper minus the depth. Otherwise the
distance is exact. Arguments as in penetration.

>>> box, beside = abut.Solid(abut.shapes.box([1, 1, 1])), np.eye(4)
>>> beside[2, 3] = 3
>>> round(abut.signed_gap(box, box, pose_b=beside).upper, 6)
1.0
>>> round(abut.signed_gap(box, box).upper, 6)
-2.0
)";

constexpr const char* about_signed_gap_batch =
    R"(signed_gap_batch(a, b, pose_a=None, pose_b=None, *, relative_error=0.01, absolute_error=0.0, max_cells=None, max_tests=None, max_seconds=None, simd=None, threads=1)
--

signed_gap for many placements, as in distance_batch.

Gives a numpy record array with the fields lower, upper, overlaps, complete and the counters.

>>> box = abut.Solid(abut.shapes.box([1, 1, 1]))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [1.5, 2, 4]
>>> abut.signed_gap_batch(box, box, pose_b=poses).upper.round(6)
array([-0.5,  0. ,  2. ])
)";

constexpr const char* about_patch_depths =
    R"(patch_depths(a, b, regions, pose_a=None, pose_b=None, *, relative_error=0.01, absolute_error=0.0, max_cells=None, max_tests=None, max_seconds=None, simd=None)
--

How deep two solids are in each other at each patch of contact_regions.

Gives an abut.PatchDepths, for the patches that were found for the same poses.

a, b: an abut.Solid; a model or a mesh is made into one for this call. The depth of a patch is how far its triangles, and
those inside that hang together with them, reach into the other solid.

>>> box = abut.shapes.box([1, 1, 1])
>>> sunk = np.eye(4)
>>> sunk[:3, 3] = 1.75, 0.5, 0.25
>>> [depth] = abut.patch_depths(box, box, abut.contact_regions(box, box, pose_b=sunk), pose_b=sunk).patches
>>> depth.depth[0] <= 0.25 <= depth.depth[1]
True
)";

PenetrationOptions take_penetration_options(Keywords& options) {
  PenetrationOptions query;
  query.relative_error = options.take<double>("relative_error").value_or(query.relative_error);
  query.absolute_error = options.take<double>("absolute_error").value_or(query.absolute_error);
  query.max_cells = options.take<std::uint64_t>("max_cells").value_or(query.max_cells);
  query.budget = take_budget(options);
  query.simd = take_simd(options);
  return query;
}

RecordType penetration_record() {
  static_assert(sizeof(Bracket) == 2 * sizeof(double));
  RecordType type;
  type.add("depth", "2f8", offsetof(Penetration, depth)).add("deepest", "3f8", offsetof(Penetration, deepest));
  for (const bool of_a : {true, false}) {
    const std::string name = of_a ? "reach_a" : "reach_b";
    const std::size_t at = of_a ? offsetof(Penetration, reach_a) : offsetof(Penetration, reach_b);
    type.add(name.c_str(), "2f8", at + offsetof(Reach, length))
        .add((name + "_point").c_str(), "3f8", at + offsetof(Reach, point))
        .add((name + "_triangle").c_str(), "u4", at + offsetof(Reach, triangle));
  }
  type.add("way_out_length", "2f8", offsetof(Penetration, way_out_length))
      .add("way_out", "3f8", offsetof(Penetration, way_out))
      .add("complete", "?", offsetof(Penetration, complete))
      .add_counters(offsetof(Penetration, counters));
  return type;
}

RecordType signed_gap_record() {
  RecordType type;
  type.add("lower", "f8", offsetof(SignedGap, lower))
      .add("upper", "f8", offsetof(SignedGap, upper))
      .add("overlaps", "?", offsetof(SignedGap, overlaps))
      .add("complete", "?", offsetof(SignedGap, complete))
      .add_counters(offsetof(SignedGap, counters));
  return type;
}

template <class Result>
void add_counters(py::class_<Result>& type) {
  type.def_readonly("complete", &Result::complete, "Are the brackets as narrow as asked for?")
      .def_property_readonly("volume_tests", [](const Result& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const Result& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const Result& self) { return self.counters.exact_tests; });
}

void add_penetration_type(py::module_& module) {
  py::class_<Penetration> type(module, "Penetration",
                               "How deep two solids are in each other; lengths are (lower, upper), in the world.");
  type.def_property_readonly(
          "depth", [](const Penetration& self) { return tuple_of(self.depth); },
          "The largest sum of both distances from the boundaries, over the points of the overlap.")
      .def_property_readonly(
          "deepest", [](const Penetration& self) { return array_of(self.deepest); }, "A point that is so deep.")
      .def_property_readonly(
          "reach_a", [](const Penetration& self) { return tuple_of(self.reach_a.length); },
          "How far A's surface gets inside B.")
      .def_property_readonly(
          "reach_a_point", [](const Penetration& self) { return array_of(self.reach_a.point); },
          "A point of A's surface that is so deep.")
      .def_property_readonly("reach_a_triangle", [](const Penetration& self) { return self.reach_a.triangle; })
      .def_property_readonly(
          "reach_b", [](const Penetration& self) { return tuple_of(self.reach_b.length); },
          "How far B's surface gets inside A.")
      .def_property_readonly(
          "reach_b_point", [](const Penetration& self) { return array_of(self.reach_b.point); },
          "A point of B's surface that is so deep.")
      .def_property_readonly("reach_b_triangle", [](const Penetration& self) { return self.reach_b.triangle; })
      .def_property_readonly(
          "way_out_length", [](const Penetration& self) { return tuple_of(self.way_out_length); },
          "How long the shortest translation is that parts them.")
      .def_property_readonly(
          "way_out", [](const Penetration& self) { return array_of(self.way_out); },
          "A translation of B that parts them, confirmed by an exact query.")
      .def("__repr__", [](const Penetration& self) {
        std::ostringstream text;
        text.precision(9);
        text << "<abut.Penetration: depth " << self.depth.lower << " to " << self.depth.upper
             << (self.complete ? ">" : ", not complete>");
        return text.str();
      });
  add_counters(type);
}

void add_patch_depth_types(py::module_& module) {
  py::class_<PatchDepth>(module, "PatchDepth",
                         "How deep two solids are in each other at a patch; lengths are (lower, upper).")
      .def_property_readonly(
          "depth", [](const PatchDepth& self) { return tuple_of(self.depth); }, "The larger one of both reaches.")
      .def_property_readonly(
          "reach_a", [](const PatchDepth& self) { return tuple_of(self.reach_a.length); },
          "How far A's triangles reach into B.")
      .def_property_readonly(
          "reach_a_point", [](const PatchDepth& self) { return array_of(self.reach_a.point); },
          "A point of A's surface that is so deep.")
      .def_property_readonly("reach_a_triangle", [](const PatchDepth& self) { return self.reach_a.triangle; })
      .def_property_readonly(
          "reach_b", [](const PatchDepth& self) { return tuple_of(self.reach_b.length); },
          "How far B's triangles reach into A.")
      .def_property_readonly(
          "reach_b_point", [](const PatchDepth& self) { return array_of(self.reach_b.point); },
          "A point of B's surface that is so deep.")
      .def_property_readonly("reach_b_triangle", [](const PatchDepth& self) { return self.reach_b.triangle; });
  py::class_<PatchDepths> type(module, "PatchDepths", "How deep two solids are in each other at all patches.");
  type.def_readonly("patches", &PatchDepths::patches, "An abut.PatchDepth for each patch, in the order of the regions.")
      .def("__len__", [](const PatchDepths& self) { return self.patches.size(); });
  add_counters(type);
}

void add_patch_depths(py::module_& module) {
  module.def(
      "patch_depths",
      [](py::handle a, py::handle b, const ContactRegions& regions, py::handle pose_a, py::handle pose_b,
         const py::kwargs& given) {
        const Solid solid_a = solid_from(a), solid_b = solid_from(b);
        const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
        Keywords options("patch_depths", given);
        const PenetrationOptions query = take_penetration_options(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return patch_depths(solid_a, at_a, solid_b, at_b, regions, query);
      },
      py::arg("a"), py::arg("b"), py::arg("regions"), py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none(),
      about_patch_depths);
}

void add_signed_gap_type(py::module_& module) {
  py::class_<SignedGap> type(module, "SignedGap", "How far apart two solids are, or how deep in each other.");
  type.def_readonly("lower", &SignedGap::lower, "The distance is at least this.")
      .def_readonly("upper", &SignedGap::upper, "The distance is at most this.")
      .def_readonly("overlaps", &SignedGap::overlaps,
                    "May the interiors meet? Otherwise it is proved that they do not.")
      .def_readonly("distance", &SignedGap::distance, "An abut.Distance, if they do not overlap.")
      .def_readonly("penetration", &SignedGap::penetration, "An abut.Penetration, if they do.")
      .def("__repr__", [](const SignedGap& self) {
        std::ostringstream text;
        text.precision(9);
        text << "<abut.SignedGap: " << self.lower << " to " << self.upper << (self.complete ? ">" : ", not complete>");
        return text.str();
      });
  add_counters(type);
}

/// Adds a query of two placed solids and its batch.
template <class Ask>
void add_query(py::module_& module, const char* name, const char* about, const std::string& batch_name,
               const char* about_batch, const Ask& ask, RecordType (*record_type)()) {
  const py::arg a("a"), b("b");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none());
  module.def(
      name,
      [=](py::handle of_a, py::handle of_b, py::handle place_a, py::handle place_b, const py::kwargs& given) {
        const Solid solid_a = solid_from(of_a), solid_b = solid_from(of_b);
        const PlacementPair at{placement_from(place_a, "pose_a"), placement_from(place_b, "pose_b")};
        Keywords options(name, given);
        const PenetrationOptions query = take_penetration_options(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return std::move(ask(solid_a, solid_b, std::span(&at, 1), query).front());
      },
      a, b, pose_a, pose_b, about);
  module.def(
      batch_name.c_str(),
      [=](py::handle of_a, py::handle of_b, py::handle place_a, py::handle place_b, const py::kwargs& given) {
        const Solid solid_a = solid_from(of_a), solid_b = solid_from(of_b);
        const std::vector<PlacementPair> poses = placement_pairs_from(place_a, place_b);
        Keywords options(batch_name.c_str(), given);
        PenetrationOptions query = take_penetration_options(options);
        query.threads = take_threads(options);
        options.finish();
        return records_of(run_interruptibly(poses.size(),
                                            [&](const std::atomic<bool>& stop) {
                                              query.budget.stop = &stop;
                                              return ask(solid_a, solid_b, poses, query);
                                            }),
                          record_type());
      },
      a, b, pose_a, pose_b, about_batch);
}

}  // namespace

void add_penetration(py::module_& module) {
  add_penetration_type(module);
  add_signed_gap_type(module);
  add_patch_depth_types(module);
  add_patch_depths(module);
  add_query(
      module, "penetration", about_penetration, "penetration_batch", about_penetration_batch,
      [](const Solid& a, const Solid& b, std::span<const PlacementPair> at, const PenetrationOptions& options) {
        return penetration(a, b, at, options);
      },
      penetration_record);
  add_query(
      module, "signed_gap", about_signed_gap, "signed_gap_batch", about_signed_gap_batch,
      [](const Solid& a, const Solid& b, std::span<const PlacementPair> at, const PenetrationOptions& options) {
        return signed_distance(a, b, at, options);
      },
      signed_gap_record);
}

}  // namespace abut::python
