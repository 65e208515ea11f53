#include "distance_options.h"
#include "either_model.h"
#include "interruptible.h"
#include "parts.h"
#include "records.h"

#include <cmath>
#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_distance_type =
    R"(How close two models are: lower <= distance <= upper, lengths in the world.

upper is the length between the closest points of the two triangles, rounded up; it is 0 if and only if the models
touch. point_a and point_b are these points, rounded.)";

constexpr const char* about_distance =
    R"(distance(a, b, pose_a=None, pose_b=None, *, relative_error=0.0, absolute_error=0.0, max_tests=None, max_seconds=None, search=None, descent=None, queue_size=None)
--

The smallest distance between two models, as a bracket, and the closest points. Exact unless errors are allowed.

a, b: models of the engine, classic ones, or one of each; a mesh is made into a model for this call.
pose_a, pose_b: their placements, (4, 4) or (3, 4), world <- model; None is the identity.
relative_error, absolute_error: the answer has upper <= lower (1 + relative_error) or upper <= lower + absolute_error,
or the two are neighbouring doubles. Without them, upper - lower is at most 64 * 2^-53 * (the longest sides of the two
triangles named, summed, + the distance) + 2^-1065, and the pair named is the smallest (triangle_a, triangle_b) of those
with the least upper.
max_tests, max_seconds: budgets; a search that runs out of one has complete = False and still a valid bracket.
search, descent, queue_size: how classic trees are searched, see abut.classic; if both models are the engine's, they
raise abut.Error.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> gap = abut.distance(box, box, pose_b=[[1, 0, 0, 3.0], [0, 1, 0, 0], [0, 0, 1, 0]])
>>> gap.lower <= 1.0 <= gap.upper
True
>>> gap
<abut.Distance: 1 between triangles 6 and 10>
>>> gap.point_a[0], gap.point_b[0]
(1.0, 2.0)
)";

constexpr const char* about_distance_batch =
    R"(distance_batch(a, b, pose_a=None, pose_b=None, *, relative_error=0.0, absolute_error=0.0, max_tests=None, max_seconds=None, threads=1, search=None, descent=None, queue_size=None)
--

distance for many placements: (N, 4, 4) or (N, 3, 4) for one model or both; a single placement is used for all.

Gives a numpy record array with the fields of abut.Distance, not copied from where they were computed. Runs on `threads`
threads (0: all cores) without the interpreter's lock; the answers are the same for every number. Ctrl-C ends it.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [1.5, 2.25, 4.0]
>>> gaps = abut.distance_batch(box, box, pose_b=poses)
>>> gaps.upper.round(12)
array([0.  , 0.25, 2.  ])
>>> gaps[gaps.upper > 1].point_b[:, 0]
array([3.])
)";

constexpr const char* about_nearness =
    R"(Are two models within a limit of each other? bool(nearness) is the answer.

answer is an abut.Answer. If it is YES, triangle_a and triangle_b are that close, upper is the length between their
closest points, point_a and point_b; otherwise upper is infinite. If a budget ended the search before the answer was
known, it is UNKNOWN, complete is False, and bool(nearness) raises abut.Error.)";

constexpr const char* about_within =
    R"(within(a, b, limit, pose_a=None, pose_b=None, *, max_tests=None, max_seconds=None, search=None, descent=None, queue_size=None)
--

Is the distance at most `limit`? Ends as soon as that is known. Arguments as in distance.

Gives an abut.Nearness, which is true or false, with two triangles that are so close.

max_tests, max_seconds: budgets; a search that runs out of one before the answer is known answers abut.Answer.UNKNOWN.

>>> ball = abut.Model(abut.shapes.sphere(1.0))
>>> near = abut.within(ball, ball, 0.6, pose_b=[[1, 0, 0, 2.5], [0, 1, 0, 0], [0, 0, 1, 0]])
>>> bool(near), near.answer.name, near.upper <= 0.6
(True, 'YES', True)
)";

constexpr const char* about_within_batch =
    R"(within_batch(a, b, limit, pose_a=None, pose_b=None, *, max_tests=None, max_seconds=None, threads=1, search=None, descent=None, queue_size=None)
--

within for many placements, as in distance_batch.

Gives a numpy record array with the fields of abut.Nearness; `answer` holds the numbers of abut.Answer.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [1.5, 2.25, 4.0]
>>> near = abut.within_batch(box, box, 0.5, pose_b=poses)
>>> near.answer == abut.Answer.YES
array([ True,  True, False])
)";

std::string describe_distance(const Distance& result) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.Distance: ";
  if (result.upper - result.lower <= 1e-9 * result.upper || std::isinf(result.lower))
    text << result.upper;
  else
    text << result.lower << " to " << result.upper;
  if (std::isfinite(result.upper)) text << " between triangles " << result.triangle_a << " and " << result.triangle_b;
  if (!result.complete) text << ", not complete";
  text << ">";
  return text.str();
}

/// The two triangles and where on them they are closest, as Distance and Nearness have them.
template <class Result>
void add_pair(RecordType& type) {
  type.add("triangle_a", "u4", offsetof(Result, triangle_a))
      .add("triangle_b", "u4", offsetof(Result, triangle_b))
      .add("weights_a", "3f8", offsetof(Result, weights_a))
      .add("weights_b", "3f8", offsetof(Result, weights_b))
      .add("point_a", "3f8", offsetof(Result, point_a))
      .add("point_b", "3f8", offsetof(Result, point_b))
      .add("complete", "?", offsetof(Result, complete))
      .add_counters(offsetof(Result, counters));
}

RecordType distance_record() {
  RecordType type;
  type.add("lower", "f8", offsetof(Distance, lower)).add("upper", "f8", offsetof(Distance, upper));
  add_pair<Distance>(type);
  return type;
}

RecordType nearness_record() {
  static_assert(sizeof(Answer) == 4);
  RecordType type;
  type.add("answer", "i4", offsetof(Nearness, answer)).add("upper", "f8", offsetof(Nearness, upper));
  add_pair<Nearness>(type);
  return type;
}

std::string describe_nearness(const Nearness& result) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.Nearness: " << name_of(result.answer);
  if (std::isfinite(result.upper))
    text << ", " << result.upper << " between triangles " << result.triangle_a << " and " << result.triangle_b;
  text << ">";
  return text.str();
}

py::object distances(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, DistanceOptions options,
                     const SearchWords& words, int threads) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const classic::DistanceMethod method = method_from(words);
  options.threads = require_threads(threads);
  return records_of(ask_at_many(
                        model_a, model_b, pose_a, pose_b, options, method,
                        [](const auto& items, const DistanceOptions& query) { return distance(items, query); },
                        [&](const auto& of_a, const auto& of_b, const auto& poses, const DistanceOptions& query) {
                          return classic::distance(of_a, of_b, poses, query, method);
                        }),
                    distance_record());
}

py::object within_many(py::handle a, py::handle b, double limit, py::handle pose_a, py::handle pose_b,
                       const Count& tests, const Seconds& seconds, int threads, const Word& search, const Word& descent,
                       const Count& queue_size) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const classic::DistanceMethod method = method_from({search, descent, queue_size});
  WithinOptions options{.budget = budget_from(tests, seconds), .threads = require_threads(threads)};
  return records_of(ask_at_many(
                        model_a, model_b, pose_a, pose_b, options, method,
                        [&](const auto& items, const WithinOptions& query) { return within(items, limit, query); },
                        [&](const auto& of_a, const auto& of_b, const auto& poses, const WithinOptions& query) {
                          return classic::within(of_a, of_b, poses, limit, query, method);
                        }),
                    nearness_record());
}

/// What Distance and Nearness have in common.
template <class Result>
void add_pair(py::class_<Result>& type) {
  type.def_readonly("triangle_a", &Result::triangle_a)
      .def_readonly("triangle_b", &Result::triangle_b)
      .def_property_readonly(
          "triangles", [](const Result& self) { return py::make_tuple(self.triangle_a, self.triangle_b); },
          "The two triangles that are this close.")
      .def_property_readonly(
          "weights_a", [](const Result& self) { return array_of(self.weights_a); },
          "Where point_a is in its triangle: three weights; see Mesh.point_on.")
      .def_property_readonly(
          "weights_b", [](const Result& self) { return array_of(self.weights_b); },
          "Where point_b is in its triangle: three weights; see Mesh.point_on.")
      .def_property_readonly(
          "point_a", [](const Result& self) { return array_of(self.point_a); }, "In the world, rounded.")
      .def_property_readonly(
          "point_b", [](const Result& self) { return array_of(self.point_b); }, "In the world, rounded.")
      .def_readonly("complete", &Result::complete, "False when a budget ended the search.")
      .def_property_readonly("volume_tests", [](const Result& self) { return self.counters.volume_tests; })
      .def_property_readonly("triangle_tests", [](const Result& self) { return self.counters.triangle_tests; })
      .def_property_readonly("exact_tests", [](const Result& self) { return self.counters.exact_tests; });
}

void add_distance_type(py::module_& module) {
  py::class_<Distance> type(module, "Distance", about_distance_type);
  type.def_readonly("lower", &Distance::lower, "The distance is at least this.")
      .def_readonly("upper", &Distance::upper, "The distance is at most this.")
      .def("__repr__", &describe_distance);
  add_pair(type);
}

void add_nearness_type(py::module_& module) {
  py::class_<Nearness> type(module, "Nearness", about_nearness);
  type.def_property_readonly(
          "answer",
          [](const Nearness& self) {
            return py::module_::import("abut").attr("Answer")(static_cast<int>(self.answer));
          },
          "An abut.Answer.")
      .def_readonly("upper", &Nearness::upper, "If YES, how far apart the two triangles are, rounded up.")
      .def("__bool__", [](const Nearness& self) { return static_cast<bool>(self); })
      .def("__repr__", &describe_nearness);
  add_pair(type);
}

}  // namespace

void add_distance(py::module_& module) {
  add_distance_type(module);
  add_nearness_type(module);
  const py::arg a("a"), b("b"), limit("limit");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none()), threads("threads", 1),
      relative_error("relative_error", 0.0), absolute_error("absolute_error", 0.0), max_tests("max_tests", py::none()),
      max_seconds("max_seconds", py::none()), search("search", py::none()), descent("descent", py::none()),
      queue_size("queue_size", py::none());
  const py::kw_only named;
  module.def(
      "distance",
      [](py::handle of_a, py::handle of_b, py::handle at_a, py::handle at_b, double relative, double absolute,
         const Count& tests, const Seconds& seconds, const Word& order, const Word& opened, const Count& queue) {
        const EitherModel model_a = either_model_from(of_a), model_b = either_model_from(of_b);
        const Placement placed_a = placement_from(at_a, "pose_a"), placed_b = placement_from(at_b, "pose_b");
        const auto options = options_from<DistanceOptions>({relative, absolute, tests, seconds});
        const classic::DistanceMethod method = method_from({order, opened, queue});
        py::gil_scoped_release release;
        return classic::distance(model_a.ref(), placed_a, model_b.ref(), placed_b, options, method);
      },
      a, b, pose_a, pose_b, named, relative_error, absolute_error, max_tests, max_seconds, search, descent, queue_size,
      about_distance);
  module.def(
      "distance_batch",
      [](py::handle of_a, py::handle of_b, py::handle at_a, py::handle at_b, double relative, double absolute,
         const Count& tests, const Seconds& seconds, int on_threads, const Word& order, const Word& opened,
         const Count& queue) {
        return distances(of_a, of_b, at_a, at_b, options_from<DistanceOptions>({relative, absolute, tests, seconds}),
                         {order, opened, queue}, on_threads);
      },
      a, b, pose_a, pose_b, named, relative_error, absolute_error, max_tests, max_seconds, threads, search, descent,
      queue_size, about_distance_batch);
  module.def(
      "within",
      [](py::handle of_a, py::handle of_b, double most, py::handle at_a, py::handle at_b, const Count& tests,
         const Seconds& seconds, const Word& order, const Word& opened, const Count& queue) {
        const EitherModel model_a = either_model_from(of_a), model_b = either_model_from(of_b);
        const Placement placed_a = placement_from(at_a, "pose_a"), placed_b = placement_from(at_b, "pose_b");
        const WithinOptions options{.budget = budget_from(tests, seconds)};
        const classic::DistanceMethod method = method_from({order, opened, queue});
        py::gil_scoped_release release;
        return classic::within(model_a.ref(), placed_a, model_b.ref(), placed_b, most, options, method);
      },
      a, b, limit, pose_a, pose_b, named, max_tests, max_seconds, search, descent, queue_size, about_within);
  module.def("within_batch", &within_many, a, b, limit, pose_a, pose_b, named, max_tests, max_seconds, threads, search,
             descent, queue_size, about_within_batch);
}

}  // namespace abut::python
