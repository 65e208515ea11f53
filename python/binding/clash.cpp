#include "assemblies.h"
#include "choices.h"
#include "interruptible.h"

#include <filesystem>
#include <map>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_clash =
    R"(clash(assembly, *, clearance=0.0, clearances=(), only=(), ignore=(), touch_tolerance=0.0, motion=None, times=None, threads=1, max_triangles=2000)
--

All pairs of parts that clash or are closer than the clearance, worst first. Exact.

assembly: an abut.Assembly, a dict of names and models, or the paths of files.
clearance: how far apart parts must be. clearances: triples (pattern, pattern, length) for some pairs; the last match
counts. only, ignore: pairs of patterns, such as ("bolt*", "plate*"), that select which pairs of parts are checked.
touch_tolerance: parts at most this far apart, or at most this deep in each other, touch instead of clashing.
motion: a dict of names and placements (S, 4, 4) over time, or the path of a motion file; parts that it does not
name stand still. times: the times of the S steps (default: 0, 1, 2, ...).

>>> def at(x): return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
>>> parts = {"left": abut.shapes.box([1, 1, 1]), "right": abut.shapes.box([1, 1, 1])}
>>> report = abut.clash(parts, clearance=0.5, motion={"right": [at(3.0), at(2.25), at(1.5)]})
>>> report
<abut.ClashReport: 1 finding in 1 pair of parts>
>>> report.findings[0]
<abut.ClashFinding: clash of 'left' and 'right' at step 2>
>>> report.findings[0].curve.round(12)
array([ inf, 0.25, 0.  ])
)";

/// A finding with what only the assembly and the motion know.
struct NamedFinding {
  ClashFinding finding;
  std::string a, b;
  double time = 0;
};

struct NamedReport {
  py::list findings;
  std::uint64_t pairs = 0, pairs_checked = 0;
};

using Pattern = std::pair<std::string, std::string>;
using Clearance = std::tuple<std::string, std::string, double>;
using Times = std::optional<std::vector<double>>;

Motion motion_from_dict(const py::dict& moving, const Times& times, const Assembly& assembly) {
  std::map<std::size_t, std::vector<Placement>> paths;
  std::optional<std::size_t> steps;
  if (times) steps = times->size();
  for (const auto& [key, poses] : moving) {
    const std::string name = key.cast<std::string>();
    const auto index = assembly.find(name);
    if (!index) throw Error("the motion names '" + name + "', which is not a part of the assembly.");
    std::vector<Placement> path = placements_from(poses, ("the motion of '" + name + "'").c_str());
    for (std::size_t i = 0; i < path.size(); ++i)
      abut::require_valid(path[i], ("the placement of '" + name + "' in step " + std::to_string(i)).c_str());
    if (!steps) steps = path.size();
    if (path.size() != *steps)
      throw Error("the motion of '" + name + "' has " + std::to_string(path.size()) + " steps; there must be " +
                  std::to_string(*steps) + ".");
    paths[*index] = std::move(path);
  }
  if (steps.value_or(0) == 0) throw Error("the motion has no step.");
  Motion motion{{}, "", at_rest(assembly).tracks};
  for (std::size_t step = 0; step < *steps; ++step) {
    motion.times.push_back(times ? (*times)[step] : static_cast<double>(step));
    if (step > 0 && !(motion.times[step - 1] < motion.times[step]))
      throw Error("times must increase; step " + std::to_string(step) + " does not.");
    for (const auto& [part, path] : paths) motion.place(step, part, path[step]);
  }
  return motion;
}

Motion motion_from_python(py::handle object, const Times& times, const Assembly& assembly) {
  if (py::isinstance<py::dict>(object)) return motion_from_dict(object.cast<py::dict>(), times, assembly);
  if (times) throw Error("times belong to a motion that is given as a dict.");
  if (object.is_none()) return at_rest(assembly);
  return read_motion(object.cast<std::filesystem::path>(), assembly);
}

PairRules rules_from(double clearance, const std::vector<Clearance>& clearances, const std::vector<Pattern>& only,
                     const std::vector<Pattern>& ignore) {
  PairRules rules;
  rules.clearance = clearance;
  for (const auto& [a, b, length] : clearances) rules.clearances.push_back({{a, b}, length});
  for (const auto& [a, b] : only) rules.only.push_back({a, b});
  for (const auto& [a, b] : ignore) rules.ignore.push_back({a, b});
  return rules;
}

NamedReport named(ClashReport report, const Assembly& assembly, const Motion& motion) {
  NamedReport result{py::list(), report.pairs, report.pairs_checked};
  for (ClashFinding& finding : report.findings) {
    const std::string &a = assembly.parts()[finding.parts.a].name, &b = assembly.parts()[finding.parts.b].name;
    const double time = motion.times[finding.worst_step];
    result.findings.append(py::cast(NamedFinding{std::move(finding), a, b, time}));
  }
  return result;
}

NamedReport clash(py::handle parts, double clearance, const std::vector<Clearance>& clearances,
                  const std::vector<Pattern>& only, const std::vector<Pattern>& ignore, double touch_tolerance,
                  py::handle motion, const Times& times, int threads, std::size_t max_triangles) {
  const Assembly assembly = assembly_from(parts, require_threads(threads));
  const Motion moving = motion_from_python(motion, times, assembly);
  for (const std::string& warning : moving.warnings)
    if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
  const PairRules rules = rules_from(clearance, clearances, only, ignore);
  ClashOptions options;
  options.touch_tolerance = touch_tolerance;
  options.threads = threads;
  options.max_triangles = max_triangles;
  return named(run_interruptibly([&](const std::atomic<bool>& stop) {
                 options.budget.stop = &stop;
                 return find_clashes(assembly, moving, rules, options);
               }),
               assembly, moving);
}

std::string describe(const NamedFinding& self) {
  return "<abut.ClashFinding: " + std::string(name_of(self.finding.kind)) + " of '" + self.a + "' and '" + self.b +
         "' at step " + std::to_string(self.finding.worst_step) + ">";
}

std::string describe(const NamedReport& self) {
  const auto counted = [](std::size_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  return "<abut.ClashReport: " + counted(self.findings.size(), "finding") + " in " + counted(self.pairs, "pair") +
         " of parts>";
}

py::list spans_of(const NamedFinding& self) {
  py::list spans;
  for (const ClashSpan& span : self.finding.spans)
    spans.append(py::make_tuple(std::string(name_of(span.kind)), span.first, span.last));
  return spans;
}

py::object region_of(const NamedFinding& self) {
  const Bounds& region = self.finding.region;
  return region.low.x <= region.high.x ? py::object(array_of(region)) : py::object(py::none());
}

py::object inner_of(const NamedFinding& self) {
  if (self.finding.kind != ClashKind::inside) return py::none();
  return py::str(self.finding.a_is_inside ? self.a : self.b);
}

void add_finding(py::module_& module) {
  using Self = const NamedFinding&;
  py::class_<NamedFinding>(module, "ClashFinding", "Two parts that clash, or come too close, in at least one step.")
      .def_property_readonly(
          "kind", [](Self self) { return std::string(name_of(self.finding.kind)); },
          "The worst over all steps: 'clash', 'inside', 'touch' or 'clearance'.")
      .def_readonly("a", &NamedFinding::a, "The name of a part.")
      .def_readonly("b", &NamedFinding::b, "The name of the other.")
      .def_property_readonly(
          "id", [](Self self) { return clash_id(self.a, self.b); }, "The same for the same parts in every run.")
      .def_property_readonly(
          "limit", [](Self self) { return self.finding.limit; }, "The clearance required of this pair.")
      .def_property_readonly(
          "worst_step", [](Self self) { return self.finding.worst_step; }, "The step that the finding is about.")
      .def_readonly("worst_time", &NamedFinding::time, "The time of that step.")
      .def_property_readonly(
          "gap", [](Self self) { return self.finding.gap; }, "How far apart the surfaces are then: an abut.Distance.")
      .def_property_readonly(
          "contacts", [](Self self) { return self.finding.contacts; }, "How many pairs of triangles meet then.")
      .def_property_readonly(
          "triangles_a", [](Self self) { return array_of(self.finding.triangles_a); },
          "The triangles of a that take part, sorted.")
      .def_property_readonly(
          "triangles_b", [](Self self) { return array_of(self.finding.triangles_b); },
          "The triangles of b that take part, sorted.")
      .def_property_readonly(
          "triangles_complete", [](Self self) { return self.finding.triangles_complete; },
          "False when there are more than max_triangles.")
      .def_property_readonly("region", &region_of, "(2, 3): a box around the contacts; None if there are none.")
      .def_property_readonly("inner", &inner_of, "For 'inside': the name of the part inside the other; else None.")
      .def_property_readonly("spans", &spans_of, "Runs of steps of one kind: (kind, first step, last step).")
      .def_property_readonly(
          "curve",
          [](Self self) {
            const auto& curve = self.finding.curve;
            return py::array_t<double>({static_cast<py::ssize_t>(curve.size())}, curve.data());
          },
          "The distance at each step; infinite where it is beyond the range that was searched.")
      .def("__repr__", [](Self self) { return describe(self); });
}

}  // namespace

void add_clash(py::module_& module) {
  add_finding(module);
  py::class_<NamedReport>(module, "ClashReport", "What clash finds.")
      .def_readonly("findings", &NamedReport::findings, "Sorted by kind, distance, names: the worst first.")
      .def_readonly("pairs", &NamedReport::pairs, "How many pairs of parts the rules select.")
      .def_readonly("pairs_checked", &NamedReport::pairs_checked,
                    "How many of these are near enough for a close check.")
      .def("__len__", [](const NamedReport& self) { return self.findings.size(); })
      .def("__repr__", [](const NamedReport& self) { return describe(self); });
  module.def("clash", &clash, py::arg("assembly"), py::kw_only(), py::arg("clearance") = 0.0,
             py::arg("clearances") = py::tuple(), py::arg("only") = py::tuple(), py::arg("ignore") = py::tuple(),
             py::arg("touch_tolerance") = 0.0, py::arg("motion") = py::none(), py::arg("times") = py::none(),
             py::arg("threads") = 1, py::arg("max_triangles") = 2000, about_clash);
}

}  // namespace abut::python
