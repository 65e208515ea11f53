#include "keywords.h"
#include "parts.h"
#include "records.h"
#include <abut/deforming_motion.h>

#include <sstream>

namespace abut::python {

namespace {

constexpr const char* about_feature_contact =
    R"(The first contact of two moving features: apart on [0, lower), in contact at a time in [lower, upper].

Both times are infinite when there is none. The truth value says whether there is one.)";

constexpr const char* about_vertex_face =
    R"(first_contact_vertex_face(before, after, *, distance_tolerance=0.0, time_tolerance=9.313225746154785e-10)
--

When does a moving vertex first meet a moving face? Exact for all input, coplanar motion included.

before, after: where the vertex and the three corners of the face are at time 0 and at time 1, arrays of the shape
(4, 3); every point moves straight and at constant speed.
distance_tolerance: with 0, features that do not touch are never said to be in contact; with more, they may be when they
come as close as this. No contact is missed either way.
time_tolerance: upper - lower is at most this, or the two are neighbouring numbers.

>>> face = [[-4, -4, 0], [8, -4, 0], [-4, 8, 0]]
>>> hit = abut.first_contact_vertex_face([[0, 0, 1], *face], [[0, 0, -3], *face])
>>> hit.lower <= 0.25 <= hit.upper
True
>>> hit.normal[2]
-1.0
)";

constexpr const char* about_edge_edge =
    R"(first_contact_edge_edge(before, after, *, distance_tolerance=0.0, time_tolerance=9.313225746154785e-10)
--

When do two moving edges first meet? As first_contact_vertex_face; the four points are the ends of a, then those of b.

>>> still = [[0, -1, 0], [0, 1, 0]]
>>> hit = abut.first_contact_edge_edge([[-1, 0, 1], [1, 0, 1], *still], [[-1, 0, -1], [1, 0, -1], *still])
>>> hit.lower <= 0.5 <= hit.upper
True
)";

constexpr const char* about_vertex_faces =
    R"(first_contacts_vertex_face(before, after, *, distance_tolerance=0.0, time_tolerance=9.313225746154785e-10, threads=1)
--

first_contact_vertex_face for many motions: before and after have the shape (N, 4, 3).

Gives a numpy record array with the fields of abut.FeatureContact. Runs on `threads` threads (0: all cores) without the
interpreter's lock.

>>> face = [[-4, -4, 0], [8, -4, 0], [-4, 8, 0]]
>>> before, after = np.array([[[0, 0, 1], *face]] * 2), np.array([[[0, 0, -3], *face], [[0, 0, 3], *face]])
>>> abut.first_contacts_vertex_face(before, after).found
array([ True, False])
)";

constexpr const char* about_edge_edges =
    R"(first_contacts_edge_edge(before, after, *, distance_tolerance=0.0, time_tolerance=9.313225746154785e-10, threads=1)
--

first_contact_edge_edge for many motions, as first_contacts_vertex_face.
)";

constexpr const char* about_deforming_contact =
    R"(The first contact of deforming meshes: apart on [0, lower), in contact at a time in [lower, upper].

The truth value says whether there is one, and raises abut.Error when that is unknown.)";

constexpr const char* about_deforming =
    R"(first_contact_deforming(a, new_points_a, b, new_points_b, *, distance_tolerance=0.0, time_tolerance=9.313225746154785e-10, max_tests=None, max_seconds=None, simd=None)
--

When do two deforming meshes first touch?

Every point moves straight from where it is in its model to its new place, while time goes from 0 to 1. Places are in
the world: models stand where their points are. Every contact is found, exactly; meshes that touch at 0 are in contact at
0. Tolerances as in first_contact_vertex_face; a budget that ends the search leaves the answer unknown.

>>> box = abut.shapes.box([1, 1, 1])
>>> beside = abut.Mesh(box.vertices + [3, 0, 0], box.faces)
>>> hit = abut.first_contact_deforming(box, box.vertices, beside, beside.vertices - [2, 0, 0])
>>> bool(hit), hit.lower <= 0.5 <= hit.upper
(True, True)
)";

constexpr const char* about_deforming_self =
    R"(first_self_contact_deforming(model, new_points, *, distance_tolerance=0.0, time_tolerance=9.313225746154785e-10, max_tests=None, max_seconds=None, simd=None)
--

When does a deforming mesh first touch itself? Features that share a vertex are left out. As first_contact_deforming.

>>> box = abut.shapes.box([1, 1, 1])
>>> bool(abut.first_self_contact_deforming(box, 2 * box.vertices))
False
>>> bool(abut.first_self_contact_deforming(box, box.vertices * [-1, 1, 1]))  # turned inside out
True
)";

using Motion = std::array<MovingPoint, 4>;

/// From two arrays of the shape (N, 4, 3), or (4, 3) for one.
std::vector<Motion> motions_from(py::handle before, py::handle after, bool is_one) {
  const Doubles from = doubles_from(before, "before"), to = doubles_from(after, "after");
  for (const auto& [array, name] : {std::pair{&from, "before"}, {&to, "after"}}) {
    const py::ssize_t first = is_one ? 0 : 1;
    if (array->ndim() != first + 2 || array->shape(first) != 4 || array->shape(first + 1) != 3)
      throw Error(std::string(name) + " must have the shape " + (is_one ? "(4, 3)" : "(N, 4, 3)") + "; it has " +
                  shape_of(*array) + ".");
  }
  if (from.size() != to.size())
    throw Error("before and after must have the same shape; they have " + shape_of(from) + " and " + shape_of(to) +
                ".");
  std::vector<Motion> motions(static_cast<std::size_t>(from.size() / 12));
  const double *p = from.data(), *q = to.data();
  for (Motion& motion : motions)
    for (MovingPoint& point : motion) {
      point = {{p[0], p[1], p[2]}, {q[0], q[1], q[2]}};
      p += 3, q += 3;
    }
  return motions;
}

FeatureContactOptions take_feature_options(Keywords& options) {
  FeatureContactOptions taken;
  taken.distance_tolerance = options.take<double>("distance_tolerance").value_or(taken.distance_tolerance);
  taken.time_tolerance = options.take<double>("time_tolerance").value_or(taken.time_tolerance);
  return taken;
}

RecordType feature_contact_record() {
  RecordType type;
  type.add("found", "?", offsetof(FeatureContact, found))
      .add("lower", "f8", offsetof(FeatureContact, lower))
      .add("upper", "f8", offsetof(FeatureContact, upper))
      .add("weights_a", "3f8", offsetof(FeatureContact, weights_a))
      .add("weights_b", "3f8", offsetof(FeatureContact, weights_b))
      .add("point_a", "3f8", offsetof(FeatureContact, point_a))
      .add("point_b", "3f8", offsetof(FeatureContact, point_b))
      .add("normal", "3f8", offsetof(FeatureContact, normal));
  return type;
}

using FeatureBatch = std::vector<FeatureContact> (*)(std::span<const Motion>, const FeatureContactOptions&);

void add_feature_query(py::module_& module, const char* name, const char* about, const char* batch_name,
                       const char* about_batch, FeatureBatch batch) {
  module.def(
      name,
      [=](py::handle before, py::handle after, const py::kwargs& given) {
        const std::vector<Motion> motions = motions_from(before, after, true);
        Keywords options(name, given);
        const FeatureContactOptions taken = take_feature_options(options);
        options.finish();
        return batch(motions, taken).front();
      },
      py::arg("before"), py::arg("after"), about);
  module.def(
      batch_name,
      [=](py::handle before, py::handle after, const py::kwargs& given) {
        const std::vector<Motion> motions = motions_from(before, after, false);
        Keywords options(batch_name, given);
        FeatureContactOptions taken = take_feature_options(options);
        taken.threads = take_threads(options);
        options.finish();
        std::vector<FeatureContact> found;
        {
          const py::gil_scoped_release unlocked;
          found = batch(motions, taken);
        }
        return records_of(std::move(found), feature_contact_record());
      },
      py::arg("before"), py::arg("after"), about_batch);
}

DeformingOptions take_deforming_options(Keywords& options) {
  DeformingOptions taken;
  taken.distance_tolerance = options.take<double>("distance_tolerance").value_or(taken.distance_tolerance);
  taken.time_tolerance = options.take<double>("time_tolerance").value_or(taken.time_tolerance);
  taken.budget = take_budget(options);
  taken.simd = take_simd(options);
  return taken;
}

template <class Contact>
void add_place(py::class_<Contact>& type) {
  type.def_readonly("lower", &Contact::lower, "No contact before this time.")
      .def_readonly("upper", &Contact::upper, "There is a contact until this time.")
      .def_property_readonly(
          "weights_a", [](const Contact& self) { return array_of(self.weights_a); },
          "Where they meet, at `upper`: barycentric coordinates in a.")
      .def_property_readonly("weights_b", [](const Contact& self) { return array_of(self.weights_b); })
      .def_property_readonly(
          "point_a", [](const Contact& self) { return array_of(self.point_a); }, "The point of a, rounded.")
      .def_property_readonly("point_b", [](const Contact& self) { return array_of(self.point_b); })
      .def_property_readonly(
          "normal", [](const Contact& self) { return array_of(self.normal); },
          "Unit length, from a to b; zero where it is left open.");
}

std::string describe_times(double lower, double upper) {
  std::ostringstream text;
  text.precision(9);
  text << "between " << lower << " and " << upper;
  return text.str();
}

std::string describe_deforming_contact(const DeformingContact& self) {
  if (self.answer == Answer::no) return "<abut.DeformingContact: none>";
  if (self.answer == Answer::unknown) return "<abut.DeformingContact: unknown>";
  return "<abut.DeformingContact: " + describe_times(self.lower, self.upper) + ", triangles " +
         std::to_string(self.triangle_a) + " and " + std::to_string(self.triangle_b) + ", " +
         std::string(name_of(self.kind)) + ">";
}

void add_contact_types(py::module_& module) {
  py::class_<FeatureContact> feature(module, "FeatureContact", about_feature_contact);
  feature.def_readonly("found", &FeatureContact::found, "Is there a contact?")
      .def("__bool__", [](const FeatureContact& self) { return self.found; })
      .def("__repr__", [](const FeatureContact& self) {
        return "<abut.FeatureContact: " + (self.found ? describe_times(self.lower, self.upper) : "none") + ">";
      });
  add_place(feature);
  py::class_<DeformingContact> deforming(module, "DeformingContact", about_deforming_contact);
  deforming
      .def_property_readonly(
          "answer", [](const DeformingContact& self) { return answer_of(self.answer); },
          "abut.Answer: unknown when a budget ended the search before a contact was found.")
      .def_property_readonly(
          "kind", [](const DeformingContact& self) { return std::string(name_of(self.kind)); },
          "What meets: 'vertex_face', 'face_vertex', 'edge_edge', or 'triangles' that touch at time 0.")
      .def_readonly("triangle_a", &DeformingContact::triangle_a, "A triangle of a that has the feature.")
      .def_readonly("triangle_b", &DeformingContact::triangle_b, "A triangle of b that has the feature.")
      .def_readonly("complete", &DeformingContact::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const DeformingContact& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests",
                             [](const DeformingContact& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const DeformingContact& self) { return self.counters.exact_tests; })
      .def("__bool__", [](const DeformingContact& self) { return static_cast<bool>(self); })
      .def("__repr__", &describe_deforming_contact);
  add_place(deforming);
}

}  // namespace

void add_deforming_motion(py::module_& module) {
  add_contact_types(module);
  add_feature_query(module, "first_contact_vertex_face", about_vertex_face, "first_contacts_vertex_face",
                    about_vertex_faces, first_contacts_vertex_face);
  add_feature_query(module, "first_contact_edge_edge", about_edge_edge, "first_contacts_edge_edge", about_edge_edges,
                    first_contacts_edge_edge);
  module.def(
      "first_contact_deforming",
      [](py::handle a, py::handle new_a, py::handle b, py::handle new_b, const py::kwargs& given) {
        const Model model_a = model_from(a), model_b = model_from(b);
        const Points to_a = points_from(new_a, "new_points_a"), to_b = points_from(new_b, "new_points_b");
        Keywords options("first_contact_deforming", given);
        const DeformingOptions taken = take_deforming_options(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return first_contact_deforming(model_a, to_a.points(), model_b, to_b.points(), taken);
      },
      py::arg("a"), py::arg("new_points_a"), py::arg("b"), py::arg("new_points_b"), about_deforming);
  module.def(
      "first_self_contact_deforming",
      [](py::handle of, py::handle new_points, const py::kwargs& given) {
        const Model model = model_from(of);
        const Points to = points_from(new_points, "new_points");
        Keywords options("first_self_contact_deforming", given);
        const DeformingOptions taken = take_deforming_options(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return first_self_contact_deforming(model, to.points(), taken);
      },
      py::arg("model"), py::arg("new_points"), about_deforming_self);
}

}  // namespace abut::python
