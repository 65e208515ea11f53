#include "caches.h"
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
    R"(distance(a, b, pose_a=None, pose_b=None, *, relative_error=0.0, absolute_error=0.0, known_upper=None, smallest_touching=False, cache=None, max_tests=None, max_seconds=None, simd=None, search=None, descent=None, queue_size=None, overflow=None)
--

The smallest distance between two models, as a bracket, and the closest points. Exact unless errors are allowed.

a, b: models of the engine, classic ones, or one of each; a mesh is made into a model for this call.
pose_a, pose_b: their placements, (4, 4) or (3, 4), world <- model; None is the identity.
relative_error, absolute_error: the answer has upper <= lower (1 + relative_error) or upper <= lower + absolute_error,
or the two are neighbouring doubles. Without them, upper - lower is at most 64 * 2^-53 * (the longest sides of the two
triangles named, summed, + the distance) + 2^-1065, and the pair named is the smallest (triangle_a, triangle_b) of those
with the least upper.
known_upper: a bound known in advance; pairs farther apart need not be searched, and upper may stay infinite.
smallest_touching: of models that touch, name the smallest pair that does, instead of one that does; takes longer.
cache: an abut.DistanceCache, for pairs that move a little between queries.
max_tests, max_seconds: budgets; a search that runs out of one has complete = False and still a valid bracket.
simd: the instructions of the engine, one of abut.available_simd(); they do not change the answer.
search, descent, queue_size, overflow: how classic trees are searched, see abut.classic; if both models are the
engine's, they raise abut.Error.

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
    R"(distance_batch(a, b, pose_a=None, pose_b=None, *, relative_error=0.0, absolute_error=0.0, known_upper=None, smallest_touching=False, max_tests=None, max_seconds=None, simd=None, threads=1, search=None, descent=None, queue_size=None, overflow=None)
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
    R"(within(a, b, limit, pose_a=None, pose_b=None, *, cache=None, max_tests=None, max_seconds=None, simd=None, search=None, descent=None, queue_size=None, overflow=None)
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
    R"(within_batch(a, b, limit, pose_a=None, pose_b=None, *, max_tests=None, max_seconds=None, simd=None, threads=1, search=None, descent=None, queue_size=None, overflow=None)
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

constexpr const char* about_distance_pairs =
    R"(distance_pairs(pairs, *, relative_error=0.0, absolute_error=0.0, known_upper=None, smallest_touching=False, max_tests=None, max_seconds=None, simd=None, threads=1)
--

distance for many pairs of models. Otherwise like distance_batch.

pairs: tuples (a, b), (a, b, pose_a) or (a, b, pose_a, pose_b) of abut.Models, with placements as in distance.

>>> box, ring = abut.Model(abut.shapes.box([1, 1, 1])), abut.Model(abut.shapes.torus(3.0, 0.5))
>>> abut.distance_pairs([(box, box, [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 0]]), (ring, ring)]).upper
array([1., 0.])
)";

constexpr const char* about_within_pairs =
    R"(within_pairs(pairs, limit, *, max_tests=None, max_seconds=None, simd=None, threads=1)
--

within for many pairs of models, as in distance_pairs: records as those of within_batch.

>>> box, ring = abut.Model(abut.shapes.box([1, 1, 1])), abut.Model(abut.shapes.torus(3.0, 0.5))
>>> abut.within_pairs([(box, ring), (ring, ring)], 0.5).answer == abut.Answer.YES
array([False,  True])
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

bool is_plain(const classic::DistanceMethod& method) {
  return !method.search && !method.descent && !method.queue_size && !method.overflow;
}

Distance distance_once(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  Keywords options("distance", given);
  DistanceOptions query = take_measuring_options<DistanceOptions>(options);
  const classic::DistanceMethod method = take_distance_method(options);
  const CacheInUse<DistanceCache> cache(options);
  options.finish();
  query.cache = cache.get();
  const py::gil_scoped_release unlocked;
  return classic::distance(model_a.ref(), at_a, model_b.ref(), at_b, query, method);
}

DistanceOptions take_batch_distance(Keywords& options) {
  DistanceOptions query = take_measuring_options<DistanceOptions>(options);
  query.threads = take_threads(options);
  return query;
}

py::object distance_batch(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  Keywords options("distance_batch", given);
  const DistanceOptions query = take_batch_distance(options);
  const classic::DistanceMethod method = take_distance_method(options);
  options.finish();
  return records_of(ask_at_many(
                        model_a, model_b, pose_a, pose_b, query, is_plain(method),
                        [](const auto& items, const DistanceOptions& asked) { return distance(items, asked); },
                        [&](const auto& of_a, const auto& of_b, const auto& poses, const DistanceOptions& asked) {
                          return classic::distance(of_a, of_b, poses, asked, method);
                        }),
                    distance_record());
}

py::object distance_pairs(py::handle pairs, const py::kwargs& given) {
  Keywords options("distance_pairs", given);
  const DistanceOptions query = take_batch_distance(options);
  options.finish();
  return records_of(ModelPairs(pairs).ask(
                        query, [](const auto& items, const DistanceOptions& asked) { return distance(items, asked); }),
                    distance_record());
}

WithinOptions take_within_options(Keywords& options) {
  WithinOptions query;
  query.budget = take_budget(options);
  query.simd = take_simd(options);
  return query;
}

Nearness within_once(py::handle a, py::handle b, double limit, py::handle pose_a, py::handle pose_b,
                     const py::kwargs& given) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  Keywords options("within", given);
  WithinOptions query = take_within_options(options);
  const classic::DistanceMethod method = take_distance_method(options);
  const CacheInUse<DistanceCache> cache(options);
  options.finish();
  query.cache = cache.get();
  const py::gil_scoped_release unlocked;
  return classic::within(model_a.ref(), at_a, model_b.ref(), at_b, limit, query, method);
}

py::object within_batch(py::handle a, py::handle b, double limit, py::handle pose_a, py::handle pose_b,
                        const py::kwargs& given) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  Keywords options("within_batch", given);
  WithinOptions query = take_within_options(options);
  query.threads = take_threads(options);
  const classic::DistanceMethod method = take_distance_method(options);
  options.finish();
  return records_of(ask_at_many(
                        model_a, model_b, pose_a, pose_b, query, is_plain(method),
                        [&](const auto& items, const WithinOptions& asked) { return within(items, limit, asked); },
                        [&](const auto& of_a, const auto& of_b, const auto& poses, const WithinOptions& asked) {
                          return classic::within(of_a, of_b, poses, limit, asked, method);
                        }),
                    nearness_record());
}

py::object within_pairs(py::handle pairs, double limit, const py::kwargs& given) {
  Keywords options("within_pairs", given);
  WithinOptions query = take_within_options(options);
  query.threads = take_threads(options);
  options.finish();
  return records_of(
      ModelPairs(pairs).ask(query,
                            [&](const auto& items, const WithinOptions& asked) { return within(items, limit, asked); }),
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
          "answer", [](const Nearness& self) { return answer_of(self.answer); }, "An abut.Answer.")
      .def_readonly("upper", &Nearness::upper, "If YES, how far apart the two triangles are, rounded up.")
      .def("__bool__", [](const Nearness& self) { return static_cast<bool>(self); })
      .def("__repr__", &describe_nearness);
  add_pair(type);
}

}  // namespace

RecordType distance_records() { return distance_record(); }
RecordType nearness_records() { return nearness_record(); }

void add_distance(py::module_& module) {
  add_distance_type(module);
  add_nearness_type(module);
  const py::arg a("a"), b("b"), limit("limit"), pairs("pairs");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none());
  module.def("distance", &distance_once, a, b, pose_a, pose_b, about_distance);
  module.def("distance_batch", &distance_batch, a, b, pose_a, pose_b, about_distance_batch);
  module.def("distance_pairs", &distance_pairs, pairs, about_distance_pairs);
  module.def("within", &within_once, a, b, limit, pose_a, pose_b, about_within);
  module.def("within_batch", &within_batch, a, b, limit, pose_a, pose_b, about_within_batch);
  module.def("within_pairs", &within_pairs, pairs, limit, about_within_pairs);
}

}  // namespace abut::python
