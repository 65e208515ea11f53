#include "either_model.h"
#include "keywords.h"
#include "parts.h"
#include "records.h"

namespace abut::python {

namespace {

constexpr const char* about_cost_type =
    R"(Where a query's time goes: T = Nv Cv + Np Cp (Gottschalk et al. 1996, equation 1).

volume_tests and triangle_tests are Nv and Np, total_seconds is T, seconds_per_volume_test and seconds_per_triangle_test
are Cv and Cp.)";

constexpr const char* about_cost =
    R"(measure_cost(a, b, pose_a=None, pose_b=None, *, repetitions=5, max_contacts=None, margin=0.0, sat=None, descent=None)
--

Runs collide some times and gives its counters and the shortest time, divided among volumes and triangles.

>>> ball = abut.classic.Model(abut.shapes.sphere(1.0), "obb")
>>> cost = abut.classic.measure_cost(ball, ball, pose_b=[[1, 0, 0, 1.5], [0, 1, 0, 0], [0, 0, 1, 0]], repetitions=1)
>>> cost.volume_tests > cost.triangle_tests > 0, cost.total_seconds > 0
(True, True)
)";

constexpr const char* about_levels = R"(tree_quality(model, *, nodes_per_level=32, tolerance=0.01)
--

How well the volumes of a tree fit, level by level (Gottschalk et al. 1996, section 6): a numpy record array.

level, nodes, leaves, measured: which level, and how many nodes of it were measured, at most nodes_per_level.
diameter, tightness, reach, aspect: means over the measured nodes, each as a bracket (lower, upper): the largest distance
within the geometry below a node, the largest distance of a point of its volume from that geometry and from the whole
surface, and tightness over diameter. tolerance: the width at which a bracket is narrow enough, relative to the length.

>>> levels = abut.classic.tree_quality(abut.classic.Model(abut.shapes.sphere(1.0), "obb"))
>>> int(levels.nodes[0]), bool(levels.tightness[0, 1] > levels.tightness[5, 1])
(1, True)
)";

constexpr const char* about_nodes = R"(node_quality(model, *, nodes_per_level=32, tolerance=0.01)
--

The same node by node: a numpy record array with the fields node, level, diameter, tightness and reach.

>>> nodes = abut.classic.node_quality(abut.classic.Model(abut.shapes.box([1, 1, 1]), "aabb"))
>>> nodes.level[0], bool(nodes.tightness[0, 0] <= nodes.tightness[0, 1])
(0, True)
)";

RecordType level_record() {
  using Level = classic::LevelQuality;
  static_assert(sizeof(Bracket) == 2 * sizeof(double) && sizeof(int) == 4 && sizeof(std::size_t) == 8);
  RecordType type;
  type.add("level", "i4", offsetof(Level, level))
      .add("nodes", "u8", offsetof(Level, nodes))
      .add("leaves", "u8", offsetof(Level, leaves))
      .add("measured", "u8", offsetof(Level, measured))
      .add("diameter", "2f8", offsetof(Level, diameter))
      .add("tightness", "2f8", offsetof(Level, tightness))
      .add("reach", "2f8", offsetof(Level, reach))
      .add("aspect", "2f8", offsetof(Level, aspect));
  return type;
}

RecordType node_record() {
  using Node = classic::NodeQuality;
  RecordType type;
  type.add("node", "u4", offsetof(Node, node))
      .add("level", "i4", offsetof(Node, level))
      .add("diameter", "2f8", offsetof(Node, diameter))
      .add("tightness", "2f8", offsetof(Node, tightness))
      .add("reach", "2f8", offsetof(Node, reach));
  return type;
}

classic::QualityOptions take_quality_options(Keywords& options) {
  classic::QualityOptions query;
  if (const Count nodes = options.take<std::int64_t>("nodes_per_level"))
    query.nodes_per_level = limit_from(nodes, "nodes_per_level");
  query.tolerance = options.take<double>("tolerance").value_or(query.tolerance);
  return query;
}

/// Runs measure(model, options) without the interpreter's lock.
template <class Measure>
auto measured(const char* function, py::handle object, const py::kwargs& given, const Measure& measure) {
  const EitherModel model = either_model_from(object);
  Keywords options(function, given);
  const classic::QualityOptions query = take_quality_options(options);
  options.finish();
  const py::gil_scoped_release unlocked;
  return measure(model.ref(), query);
}

classic::QueryCost cost_of(py::handle a, py::handle b, py::handle pose_a, py::handle pose_b, const py::kwargs& given) {
  const EitherModel model_a = either_model_from(a), model_b = either_model_from(b);
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  Keywords options("measure_cost", given);
  CollideOptions query;
  query.max_contacts = limit_from(options.take<std::int64_t>("max_contacts"), "max_contacts");
  query.margin = options.take<double>("margin").value_or(0);
  const int repetitions = options.take<int>("repetitions").value_or(5);
  const classic::CollideMethod method = take_collide_method(options);
  options.finish();
  const py::gil_scoped_release unlocked;
  return classic::measure_cost(model_a.ref(), at_a, model_b.ref(), at_b, query, repetitions, method);
}

}  // namespace

void add_measures(py::module_& module) {
  using Cost = classic::QueryCost;
  py::class_<Cost>(module, "QueryCost", about_cost_type)
      .def_readonly("volume_tests", &Cost::volume_tests)
      .def_readonly("triangle_tests", &Cost::triangle_tests)
      .def_readonly("total_seconds", &Cost::total_seconds)
      .def_readonly("seconds_per_volume_test", &Cost::seconds_per_volume_test)
      .def_readonly("seconds_per_triangle_test", &Cost::seconds_per_triangle_test)
      .def("__repr__", [](const Cost& self) {
        return std::string(py::str("<abut.classic.QueryCost: {:.3g} seconds, {} volume tests, {} triangle tests>")
                               .format(self.total_seconds, self.volume_tests, self.triangle_tests));
      });
  module.def("measure_cost", &cost_of, py::arg("a"), py::arg("b"), py::arg("pose_a") = py::none(),
             py::arg("pose_b") = py::none(), about_cost);
  module.def(
      "tree_quality",
      [](py::handle model, const py::kwargs& given) {
        return records_of(measured("tree_quality", model, given,
                                   [](const classic::ModelRef& of, const classic::QualityOptions& options) {
                                     return classic::tree_quality(of, options);
                                   }),
                          level_record());
      },
      py::arg("model"), about_levels);
  module.def(
      "node_quality",
      [](py::handle model, const py::kwargs& given) {
        return records_of(measured("node_quality", model, given,
                                   [](const classic::ModelRef& of, const classic::QualityOptions& options) {
                                     return classic::node_quality(of, options);
                                   }),
                          node_record());
      },
      py::arg("model"), about_nodes);
}

}  // namespace abut::python
