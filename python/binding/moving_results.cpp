#include "moving_results.h"

#include <sstream>

namespace abut::python {

namespace {

constexpr const char* about_contact_type =
    R"(The first contact of two moving models: proved apart by more than the margin before `lower`, in contact at `upper`.

At `upper` the models, as Motion.at(upper) places them, are no farther apart than the margin and `tolerance`. The truth
value says whether there is a contact, and raises abut.Error when the verdict is "undecided".)";

constexpr const char* about_parts_type =
    R"(The time of a motion, cut into parts of which something is proved: see abut.contact_intervals.)";

constexpr const char* about_clearance_type =
    R"(How close two moving models come: never closer than `lower`; `upper` apart at `time`. Both are proved.)";

/// The counters and whether the search was complete.
template <class Result>
void add_cost(py::class_<Result>& type) {
  type.def_readonly("complete", &Result::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const Result& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const Result& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const Result& self) { return self.counters.exact_tests; });
}

bool is_contact(const MovingContact& self) {
  if (self.verdict == MotionVerdict::undecided)
    throw Error(std::string("it is not known whether the models touch on their way: ") +
                (self.complete ? "the tolerance is too small for the motion." : "the budget ended the query."));
  return self.verdict == MotionVerdict::contact;
}

std::string describe(const MovingContact& self) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.MovingContact: " << name_of(self.verdict);
  if (self.verdict == MotionVerdict::contact)
    text << " between " << self.lower << " and " << self.upper << ", triangles " << self.triangle_a << " and "
         << self.triangle_b;
  else
    text << (self.verdict == MotionVerdict::clear ? " until " : ", clear until ") << self.lower;
  text << ">";
  return text.str();
}

void add_contact_type(py::module_& module) {
  const auto vector = [](Vec3 MovingContact::*member) {
    return [member](const MovingContact& self) { return array_of(self.*member); };
  };
  py::class_<MovingContact> type(module, "MovingContact", about_contact_type);
  type.def_property_readonly(
          "verdict", [](const MovingContact& self) { return std::string(name_of(self.verdict)); },
          "'clear': proved to stay apart; 'contact'; or 'undecided'.")
      .def_readonly("lower", &MovingContact::lower, "Until before this time they are proved apart.")
      .def_readonly("upper", &MovingContact::upper, "At this time they are in contact; infinite if that is not known.")
      .def_readonly("tolerance", &MovingContact::tolerance, "The distance tolerance that was used.")
      .def_readonly("triangle_a", &MovingContact::triangle_a)
      .def_readonly("triangle_b", &MovingContact::triangle_b)
      .def_property_readonly("triangles",
                             [](const MovingContact& self) { return py::make_tuple(self.triangle_a, self.triangle_b); })
      .def_readonly("distance", &MovingContact::distance, "Of the two triangles at `upper`, rounded up.")
      .def_property_readonly("point_a", vector(&MovingContact::point_a), "Their closest points, in the world, rounded.")
      .def_property_readonly("point_b", vector(&MovingContact::point_b))
      .def_property_readonly("normal", vector(&MovingContact::normal),
                             "From a to b just before, of length 1; zero when they touch from the beginning.")
      .def_property_readonly("velocity", vector(&MovingContact::velocity), "Of a's point there, as seen from b.")
      .def_property_readonly(
          "feature_a", [](const MovingContact& self) { return std::string(name_of(self.feature_a)); },
          "What of the triangle comes into contact: 'corner', 'side' or 'face'.")
      .def_property_readonly("feature_b",
                             [](const MovingContact& self) { return std::string(name_of(self.feature_b)); })
      .def("__bool__", &is_contact)
      .def("__repr__", [](const MovingContact& self) { return describe(self); });
  add_cost(type);
}

void add_parts_type(py::module_& module) {
  py::class_<MotionParts> type(module, "MotionParts", about_parts_type);
  type.def_property_readonly(
          "parts",
          [](const MotionParts& self) {
            py::list parts;
            for (const MotionPart& part : self.parts)
              parts.append(py::make_tuple(std::string(name_of(part.kind)), part.begin, part.end));
            return parts;
          },
          "Tuples (kind, begin, end), one after the other, each of another kind than the one before.")
      .def_readonly("tolerance", &MotionParts::tolerance, "The distance tolerance that was used.")
      .def("__repr__", [](const MotionParts& self) {
        return "<abut.MotionParts: " + std::to_string(self.parts.size()) +
               (self.parts.size() == 1 ? " part" : " parts") + (self.complete ? ">" : ", not complete>");
      });
  add_cost(type);
}

void add_clearance_type(py::module_& module) {
  py::class_<MotionClearance> type(module, "MotionClearance", about_clearance_type);
  type.def_readonly("lower", &MotionClearance::lower, "Never closer than this.")
      .def_readonly("upper", &MotionClearance::upper, "How far apart they are at `time`, rounded up; 0 if they touch.")
      .def_readonly("time", &MotionClearance::time)
      .def("__repr__", [](const MotionClearance& self) {
        std::ostringstream text;
        text.precision(9);
        text << "<abut.MotionClearance: between " << self.lower << " and " << self.upper << ", at " << self.time << ">";
        return text.str();
      });
  add_cost(type);
}

}  // namespace

RecordType moving_contact_record() {
  RecordType type;
  type.add("verdict", "i4", offsetof(MovingContact, verdict))
      .add("lower", "f8", offsetof(MovingContact, lower))
      .add("upper", "f8", offsetof(MovingContact, upper))
      .add("tolerance", "f8", offsetof(MovingContact, tolerance))
      .add("triangle_a", "u4", offsetof(MovingContact, triangle_a))
      .add("triangle_b", "u4", offsetof(MovingContact, triangle_b))
      .add("distance", "f8", offsetof(MovingContact, distance))
      .add("point_a", "3f8", offsetof(MovingContact, point_a))
      .add("point_b", "3f8", offsetof(MovingContact, point_b))
      .add("normal", "3f8", offsetof(MovingContact, normal))
      .add("velocity", "3f8", offsetof(MovingContact, velocity))
      .add("feature_a", "i4", offsetof(MovingContact, feature_a))
      .add("feature_b", "i4", offsetof(MovingContact, feature_b))
      .add_counters(offsetof(MovingContact, counters))
      .add("complete", "?", offsetof(MovingContact, complete));
  return type;
}

RecordType clearance_record() {
  RecordType type;
  type.add("lower", "f8", offsetof(MotionClearance, lower))
      .add("upper", "f8", offsetof(MotionClearance, upper))
      .add("time", "f8", offsetof(MotionClearance, time))
      .add_counters(offsetof(MotionClearance, counters))
      .add("complete", "?", offsetof(MotionClearance, complete));
  return type;
}

void add_moving_results(py::module_& module) {
  add_contact_type(module);
  add_parts_type(module);
  add_clearance_type(module);
}

}  // namespace abut::python
