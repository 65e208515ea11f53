#include "checkers.h"

#include "configurations.h"
#include "keywords.h"
#include "parts.h"
#include <abut/error.h>
#include <abut/robot_report.h>
#include <abut/robot_scene.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_checker =
    R"(Robots among the bodies of a scene, made ready for many configurations; Scene.checker() makes one.

It keeps what the scene was then, and may be shared by threads.)";
constexpr const char* about_prepare = R"(prepare(self, *, threads=1)
--

Makes free() two to four times as fast; answers stay the same.

Maps how far the world is from the places that robots reach, for some tenths of a second and a megabyte, so it pays from
some 50 000 configurations on, and 500 more for each body. The first batch that is so large does it by itself. threads:
how many share the work, 0 for all cores.)";
constexpr const char* about_free = R"(free(self, configurations, *, margin=0.0, threads=1)
--

Which configurations are free: nothing touches that may not. (N,) truth values for (N, dof); one for (dof,).

margin: what is at most this far apart counts as touching, beside paddings.
threads: how many share the work; 0 is all cores. The answers are the same.)";
constexpr const char* about_checked_contacts = R"(contacts(self, configurations, *, margin=0.0, threads=1)
--

What touches and may not: a list of tuples of two names; for (N, dof) a list of such lists.)";
constexpr const char* about_distances = R"(distances(self, configuration, *, cut_off, depth=False, threads=1)
--

How far apart those are that may not touch, within the cut-off: a list of abut.CheckedDistance.

For (N, dof) configurations: a list of such lists. threads: how many share the work; 0 is all cores.

depth: measure how deep solids are in each other; the distance is negative then. Otherwise it is 0.)";
constexpr const char* about_checked_motion =
    R"(motion(self, a, b, *, margin=0.0, time_tolerance=1e-6, any_contact=False, samples=3, max_seconds=None)
--

Is the straight way between two configurations free, all of it? Proved, not sampled: an abut.Edge.)";
constexpr const char* about_path =
    R"(path(self, configurations, *, margin=0.0, time_tolerance=1e-6, any_contact=False, samples=3, max_seconds=None, threads=1)
--

motion from each of (N, dof) configurations to the next: N - 1 abut.Edges.)";
constexpr const char* about_curve =
    R"(curve(self, configurations, *, times=None, velocities=None, degree=None, margin=0.0, time_tolerance=1e-6, any_contact=False, samples=3, max_seconds=None)
--

Is a curve of configurations free, all of it? Proved, not sampled: an abut.Edge whose times are those of the curve.

The curve is the cubic spline through (N, dof) configurations that begins and ends at rest; with velocities, as many,
cubic pieces that have them. With a degree, the configurations are Bezier points: `degree` for each piece and one more.
times: when the curve is at the configurations, or where pieces begin and end; 0, 1, 2 and so on if None. Angles do not
wrap: a joint may turn several times. Error where the curve leaves the limits of a joint.
time_tolerance: how wide the bracket of a contact may be, as a part of the whole time.)";
constexpr const char* about_free_ball = R"(free_ball(self, configuration, *, margin=0.0)
--

How far every number of a configuration may change at the same time, proved: nothing touches that may not.)";
constexpr const char* about_page = R"(page(self, configurations, file, *, name='robot', margin=0.0, threads=1)
--

Writes an HTML page that shows the robots at these configurations, what touches, and a slider for each joint.)";
constexpr const char* about_edge =
    R"(What is known of the straight way from one configuration to another, or of a curve.

verdict: 'clear' is proved for the whole way; 'contact'; or 'undecided', when a budget ended the search.
first_contact: (lower, upper) from 0 to 1, or times of the curve; or None. Before `lower` the way is proved free; at `upper` `pair` touches.
last_valid: the last place that is proved free; None if the first configuration is not.
clearance: (lower, upper): with any margin below `lower` the way is free, proved. Looked for when it is asked for.)";
constexpr const char* about_checked_distance =
    R"(How far two things are apart, and how that changes with the configuration.

a, b: names. lower, upper: the distance, negative for a depth. point_a, point_b, normal: in the world, the normal from a
to b. gradient: how the distance changes with each number of the configuration, or None where that is not known.)";

std::vector<AttachedBody> attached_from(const py::handle& given) {
  std::vector<AttachedBody> bodies;
  for (const py::handle item : given) {
    const auto tuple = item.cast<py::tuple>();
    bodies.push_back({tuple[0].cast<std::string>(), tuple[1].cast<std::string>(), shape_from(tuple[2]),
                      placement_from(tuple[3], "at")});
  }
  return bodies;
}

/// robots: tuples (robot, base, name, padding, self_padding, attached).
std::shared_ptr<BoundChecker> checker_of(const Scene& scene, const py::list& robots) {
  std::vector<SceneRobot> placed;
  for (const py::handle item : robots) {
    const auto tuple = item.cast<py::tuple>();
    placed.push_back({.robot = tuple[0].cast<const Robot&>(),
                      .base = placement_from(tuple[1], "base"),
                      .name = tuple[2].cast<std::string>(),
                      .padding = tuple[3].cast<double>(),
                      .self_padding = tuple[4].cast<double>(),
                      .attached = attached_from(tuple[5])});
  }
  const py::gil_scoped_release unlocked;
  return std::make_shared<BoundChecker>(checker_setup(scene, placed));
}

py::object free_of(const BoundChecker& self, py::handle given, double margin, int threads) {
  const Configurations all = configurations_from(given, self.checker.dof(), "configurations");
  require_threads(threads);
  static_assert(sizeof(bool) == sizeof(char));
  if (all.is_single) {
    const py::gil_scoped_release unlocked;
    const bool is_free = self.checker.is_free(all.all(), {.margin = margin});
    const py::gil_scoped_acquire locked;
    return py::bool_(is_free);
  }
  py::array_t<bool> answers(static_cast<py::ssize_t>(all.count));
  const std::span<char> to(reinterpret_cast<char*>(answers.mutable_data()), all.count);
  // In shares, so that Ctrl-C is heard.
  constexpr std::size_t share = 1 << 16;
  for (std::size_t first = 0; first < all.count; first += share) {
    const std::size_t count = std::min(share, all.count - first);
    {
      const py::gil_scoped_release unlocked;
      try {
        self.checker.are_free(all.all().subspan(first * all.dof, count * all.dof), to.subspan(first, count),
                              {.margin = margin, .threads = threads});
      } catch (const Error&) {
        // So that the message counts the rows of all shares.
        self.checker.require_valid(all.all());
        throw;
      }
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return answers;
}

py::list list_of(const BoundChecker& self, const std::vector<CheckedPair>& pairs) {
  py::list list;
  for (const CheckedPair& pair : pairs) list.append(self.names(pair));
  return list;
}

std::vector<std::vector<CheckedPair>> touching_in(const BoundChecker& self, const Configurations& all, double margin,
                                                  int threads) {
  const py::gil_scoped_release unlocked;
  if (all.is_single) return {self.checker.touching(all.all(), {.margin = margin})};
  return self.checker.touching_each(all.all(), {.margin = margin, .threads = threads});
}

py::list checked_contacts_of(const BoundChecker& self, py::handle given, double margin, int threads) {
  const Configurations all = configurations_from(given, self.checker.dof(), "configurations");
  const auto touching = touching_in(self, all, margin, require_threads(threads));
  if (all.is_single) return list_of(self, touching[0]);
  py::list lists;
  for (const std::vector<CheckedPair>& pairs : touching) lists.append(list_of(self, pairs));
  return lists;
}

std::vector<NamedDistance> with_names(const BoundChecker& self, std::vector<CheckedDistance> distances) {
  std::vector<NamedDistance> named;
  const std::vector<std::string>& names = self.checker.names();
  for (CheckedDistance& each : distances) named.push_back({names[each.pair.a], names[each.pair.b], std::move(each)});
  return named;
}

py::object distances_of(const BoundChecker& self, py::handle given, double cut_off, bool depth, int threads) {
  const Configurations all = configurations_from(given, self.checker.dof(), "configuration");
  const CheckDistanceOptions options{.cut_off = cut_off, .depth = depth, .threads = require_threads(threads)};
  std::vector<std::vector<NamedDistance>> each;
  {
    const py::gil_scoped_release unlocked;
    if (all.is_single)
      each.push_back(with_names(self, self.checker.distances(all.all(), options)));
    else
      for (std::vector<CheckedDistance>& one : self.checker.distances_each(all.all(), options))
        each.push_back(with_names(self, std::move(one)));
  }
  return all.is_single ? py::cast(std::move(each[0])) : py::cast(std::move(each));
}

EdgeOptions edge_options_from(const char* function, const py::kwargs& given, bool is_path) {
  Keywords keywords(function, given);
  EdgeOptions options;
  options.margin = keywords.take<double>("margin").value_or(0);
  options.time_tolerance = keywords.take<double>("time_tolerance").value_or(options.time_tolerance);
  options.any_contact = keywords.take<bool>("any_contact").value_or(false);
  options.samples = keywords.take<int>("samples").value_or(options.samples);
  options.budget = budget_from(std::nullopt, keywords.take<double>("max_seconds"));
  if (is_path) options.threads = take_threads(keywords);
  keywords.finish();
  return options;
}

Edge edge_of(std::shared_ptr<BoundChecker> self, py::handle a, py::handle b, const py::kwargs& given) {
  const std::size_t dof = self->checker.dof();
  const Configurations from = configurations_from(a, dof, "a"), to = configurations_from(b, dof, "b");
  const EdgeOptions options = edge_options_from("motion", given, false);
  const EdgeChecker& edges = self->edge_checker();
  const auto numbers = [](const Configurations& all) {
    return std::vector<double>(all.all().begin(), all.all().end());
  };
  Edge edge{self, numbers(from), numbers(to), {}};
  const py::gil_scoped_release unlocked;
  edge.answer = edges.check(edge.from, edge.to, options);
  return edge;
}

std::vector<Edge> path_of(std::shared_ptr<BoundChecker> self, py::handle given, const py::kwargs& keywords) {
  const Configurations all = configurations_from(given, self->checker.dof(), "configurations");
  const EdgeOptions options = edge_options_from("path", keywords, true);
  const EdgeChecker& edges = self->edge_checker();
  const py::gil_scoped_release unlocked;
  const std::vector<EdgeAnswer> answers = edges.check_path(all.all(), options);
  std::vector<Edge> path;
  for (std::size_t i = 0; i < answers.size(); ++i)
    path.push_back({self, {all[i].begin(), all[i].end()}, {all[i + 1].begin(), all[i + 1].end()}, answers[i]});
  return path;
}

JointCurve curve_from(const Configurations& all, const py::object& times, const py::object& velocities,
                      const py::object& degree) {
  const std::vector<double> when = times.is_none() ? std::vector<double>{} : times.cast<std::vector<double>>();
  if (!degree.is_none()) {
    if (!velocities.is_none()) throw Error("a curve has a degree or velocities, not both.");
    return JointCurve(all.dof, degree.cast<std::size_t>(), {all.all().begin(), all.all().end()}, when);
  }
  if (velocities.is_none()) return JointCurve::through(all.dof, all.all(), when);
  return JointCurve::with_velocities(all.dof, all.all(), configurations_from(velocities, all.dof, "velocities").all(),
                                     when);
}

Edge curve_of(std::shared_ptr<BoundChecker> self, py::handle given, const py::object& times,
              const py::object& velocities, const py::object& degree, const py::kwargs& keywords) {
  const Configurations all = configurations_from(given, self->checker.dof(), "configurations");
  const EdgeOptions options = edge_options_from("curve", keywords, false);
  const EdgeChecker& edges = self->edge_checker();
  Edge edge{self, {}, {}, {}};
  edge.curve = curve_from(all, times, velocities, degree);
  const py::gil_scoped_release unlocked;
  edge.answer = edges.check(*edge.curve, options);
  return edge;
}

py::tuple clearance_of(Edge& self) {
  if (!self.clearance) {
    const EdgeChecker& edges = self.checker->edge_checker();
    EdgeClearance found;
    {
      const py::gil_scoped_release unlocked;
      found = self.curve ? edges.clearance(*self.curve) : edges.clearance(self.from, self.to);
    }
    // With Python's lock: other threads may ask for it, too.
    self.clearance = found;
  }
  return py::make_tuple(self.clearance->lower, self.clearance->upper);
}

double free_ball_of(BoundChecker& self, py::handle given, double margin) {
  const Configurations one = configurations_from(given, self.checker.dof(), "configuration");
  const EdgeChecker& edges = self.edge_checker();
  const py::gil_scoped_release unlocked;
  return edges.free_ball(one.all(), margin).radius;
}

void write_page_of(const BoundChecker& self, py::handle given, py::handle file, const std::string& name, double margin,
                   int threads) {
  const Configurations all = configurations_from(given, self.checker.dof(), "configurations");
  const auto path = py::module_::import("os").attr("fspath")(file).cast<std::string>();
  RobotRun run{name, self.setup, {all.all().begin(), all.all().end()}, touching_in(self, all, margin, threads)};
  const py::gil_scoped_release unlocked;
  write_robot_page(run, path);
}

void add_results(py::module_& module) {
  py::class_<NamedDistance>(module, "CheckedDistance", about_checked_distance)
      .def_readonly("a", &NamedDistance::a)
      .def_readonly("b", &NamedDistance::b)
      .def_property_readonly("lower", [](const NamedDistance& self) { return self.found.distance.lower; })
      .def_property_readonly("upper", [](const NamedDistance& self) { return self.found.distance.upper; })
      .def_property_readonly("point_a", [](const NamedDistance& self) { return array_of(self.found.point_a); })
      .def_property_readonly("point_b", [](const NamedDistance& self) { return array_of(self.found.point_b); })
      .def_property_readonly("normal", [](const NamedDistance& self) { return array_of(self.found.normal); })
      .def_property_readonly("gradient",
                             [](const NamedDistance& self) -> py::object {
                               if (!self.found.has_gradient) return py::none();
                               const std::vector<double>& numbers = self.found.gradient;
                               return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
                             })
      .def("__repr__", [](const NamedDistance& self) {
        return "<abut.CheckedDistance: " + self.a + " and " + self.b + ", " +
               std::to_string(self.found.distance.upper) + ">";
      });
  py::class_<Edge>(module, "Edge", about_edge)
      .def_property_readonly("verdict", [](const Edge& self) { return std::string(name_of(self.answer.verdict)); })
      .def_property_readonly("first_contact",
                             [](const Edge& self) -> py::object {
                               if (self.answer.verdict != MotionVerdict::contact) return py::none();
                               return py::make_tuple(self.answer.lower, self.answer.upper);
                             })
      .def_property_readonly("pair",
                             [](const Edge& self) -> py::object {
                               if (self.answer.verdict != MotionVerdict::contact) return py::none();
                               return self.checker->names(self.answer.pair);
                             })
      .def_property_readonly("last_valid", [](const Edge& self) { return self.answer.last_valid; })
      .def_property_readonly("proved_until", [](const Edge& self) { return self.answer.lower; })
      .def_property_readonly("clearance", &clearance_of)
      .def("__bool__", [](const Edge& self) { return self.answer.verdict == MotionVerdict::clear; })
      .def("__repr__",
           [](const Edge& self) { return "<abut.Edge: " + std::string(name_of(self.answer.verdict)) + ">"; });
}

}  // namespace

void add_checkers(py::module_& module) {
  add_results(module);
  const auto margin = py::arg("margin") = 0.0;
  const auto threads = py::arg("threads") = 1;
  py::class_<BoundChecker, std::shared_ptr<BoundChecker>>(module, "Checker", about_checker)
      .def(py::init(&checker_of), py::arg("scene"), py::arg("robots"))
      .def_property_readonly(
          "dof", [](const BoundChecker& self) { return self.checker.dof(); }, "How many numbers a configuration has.")
      .def_property_readonly(
          "names", [](const BoundChecker& self) { return self.checker.names(); },
          "Of links and what they carry, then of bodies of the scene.")
      .def_property_readonly(
          "open", [](const BoundChecker& self) { return self.checker.open(); },
          "Names whose meshes are not closed: nothing is ever inside them.")
      .def("__repr__",
           [](const BoundChecker& self) {
             const std::size_t movers = self.checker.movers(), bodies = self.checker.names().size() - movers;
             return "<abut.Checker: " + std::to_string(self.checker.dof()) + " numbers, " + std::to_string(movers) +
                    " links and what they carry, " + std::to_string(bodies) + (bodies == 1 ? " body>" : " bodies>");
           })
      .def(
          "prepare",
          [](const BoundChecker& self, int count) {
            require_threads(count);
            const py::gil_scoped_release unlocked;
            self.checker.prepare(count);
          },
          py::kw_only(), threads, about_prepare)
      .def("free", &free_of, py::arg("configurations"), py::kw_only(), margin, threads, about_free)
      .def("contacts", &checked_contacts_of, py::arg("configurations"), py::kw_only(), margin, threads,
           about_checked_contacts)
      .def("distances", &distances_of, py::arg("configuration"), py::kw_only(), py::arg("cut_off"),
           py::arg("depth") = false, threads, about_distances)
      .def("motion", &edge_of, py::arg("a"), py::arg("b"), about_checked_motion)
      .def("path", &path_of, py::arg("configurations"), about_path)
      .def("curve", &curve_of, py::arg("configurations"), py::kw_only(), py::arg("times") = py::none(),
           py::arg("velocities") = py::none(), py::arg("degree") = py::none(), about_curve)
      .def("free_ball", &free_ball_of, py::arg("configuration"), py::kw_only(), margin, about_free_ball)
      .def("page", &write_page_of, py::arg("configurations"), py::arg("file"), py::kw_only(), py::arg("name") = "robot",
           margin, threads, about_page);
}

}  // namespace abut::python
