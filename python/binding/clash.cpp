#include "assemblies.h"
#include "choices.h"
#include "interruptible.h"
#include "shared_clash.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_clash =
    R"(clash(assembly, *, clearance=0.0, clearances=(), only=(), ignore=(), tolerance=0.0, allowed=(), min_depth=0.0, min_volume=0.0, motion=None, times=None, threads=1, max_triangles=2000, max_depths=500, max_volumes=100, max_patches=20, whole_curves=False, between_steps=True, tests_between_steps=1048576, refine_rounds=4, refine_triangles=262144, refine_seconds=60.0, max_tests=None, max_seconds=None)
--

All pairs of parts that clash or are closer than the clearance, worst first. Exact.

assembly: an abut.Assembly, a dict of names and models, or the paths of files.
clearance: how far apart parts must be. clearances: triples (pattern, pattern, length) for some pairs; the last match
counts. only, ignore: pairs of patterns, such as ("bolt*", "plate*"), that select which pairs of parts are checked.
tolerance: parts at most this far apart, or at most this deep in each other, touch instead of clashing; parts that only
touch always do. allowed: triples (pattern, pattern, depth) of pairs that may be deeper; the last match counts.
min_depth, min_volume: clashes that are proved to be smaller are left out and counted. Depths are measured of at most
max_depths clashes, volumes of at most max_volumes, patches of at most max_patches: of the worst.
motion: a dict of names and placements (S, 4, 4) over time, or the path of a motion file; parts that it does not
name stand still. times: the times of the S steps (default: 0, 1, 2, ...).
max_triangles: the most triangles of each part that a finding lists. whole_curves: measure pairs with a finding at every
step, also where they are far apart.
between_steps: follow the motion from each step to the next, too, where parts move by screws, with at most
tests_between_steps for a query of a pair. What that leaves open gives a UserWarning and stands in
ClashReport.undecided and unknown_ways.
refine_rounds: how often finer triangles of STEP parts are asked for where strays leave a verdict open, unless their
parts have more than refine_triangles, and for no more than refine_seconds altogether.
max_tests, max_seconds: budgets for the whole check; a report that one cut short has complete = False.
Patterns that match no pair give a UserWarning and stand in ClashReport.unmatched.

>>> def at(x): return [[1, 0, 0, x], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
>>> parts = {"left": abut.shapes.box([1, 1, 1]), "right": abut.shapes.box([1, 1, 1])}
>>> report = abut.clash(parts, clearance=0.5, motion={"right": [at(3.0), at(2.25), at(1.5)]})
>>> report
<abut.ClashReport: 1 finding in 1 pair of parts>
>>> report.findings[0]
<abut.ClashFinding: clash of 'left' and 'right' at step 2>
>>> report.findings[0].curve.round(12)
array([ inf, 0.25, 0.  ])
>>> print(report.to_csv().splitlines()[1][:34])
76cf7a191436,clash,,,left,right,0.
)";

constexpr const char* about_read_pairs = R"(read_pairs(path)
--

Reads pairs of patterns, one per line: for `only` and `ignore` of clash.
)";

constexpr const char* about_read_allowed = R"(read_allowed(path)
--

Reads pairs that may clash, one per line, as `abut clash --allow` does.

Returns (pairs, triples): pairs of patterns that may at all, for `ignore` of clash, and (pattern, pattern, depth) of those
that may up to a depth, for `allowed`.
)";

constexpr const char* about_read_clearances = R"(read_clearances(path)
--

Reads triples (pattern, pattern, length), one per line, as `abut clash --clearances` does: for `clearances` of clash.
)";

constexpr const char* about_sane_sizes = R"(require_sane_sizes(assembly, clearance=0.0)
--

Catches mixed units, as the command does.

Raises abut.Error when the sizes of two parts differ by more than a million, or when `clearance` is larger than the whole
assembly.

>>> abut.require_sane_sizes({"nut": abut.shapes.box([1, 1, 1]), "mill": abut.shapes.box([9, 9, 9])}, clearance=0.5)
)";

using Pattern = std::pair<std::string, std::string>;
using Clearance = std::tuple<std::string, std::string, double>;
using Times = std::optional<std::vector<double>>;

AssemblyMotion motion_from_dict(const py::dict& moving, const Times& times, const Assembly& assembly) {
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
  AssemblyMotion motion{{}, "", at_rest(assembly).tracks};
  for (std::size_t step = 0; step < *steps; ++step) {
    motion.times.push_back(times ? (*times)[step] : static_cast<double>(step));
    if (step > 0 && !(motion.times[step - 1] < motion.times[step]))
      throw Error("times must increase; step " + std::to_string(step) + " does not.");
    for (const auto& [part, path] : paths) motion.place(step, part, path[step]);
  }
  return motion;
}

AssemblyMotion motion_from_python(py::handle object, const Times& times, const Assembly& assembly) {
  if (py::isinstance<py::dict>(object)) return motion_from_dict(object.cast<py::dict>(), times, assembly);
  if (times) throw Error("times belong to a motion that is given as a dict.");
  if (object.is_none()) return at_rest(assembly);
  const auto path = object.cast<std::filesystem::path>();
  return without_lock([&] { return read_motion(path, assembly); });
}

PairRules rules_from(double clearance, const std::vector<Clearance>& clearances, const std::vector<Pattern>& only,
                     const std::vector<Pattern>& ignore, const std::vector<Clearance>& allowed) {
  PairRules rules;
  rules.clearance = clearance;
  for (const auto& [a, b, length] : clearances) rules.clearances.push_back({{a, b}, length});
  for (const auto& [a, b] : only) rules.only.push_back({a, b});
  for (const auto& [a, b] : ignore) rules.ignore.push_back({a, b});
  for (const auto& [a, b, depth] : allowed) rules.allowed.push_back({{a, b}, depth});
  return rules;
}

std::vector<Pattern> read_python_pairs(const std::filesystem::path& path) {
  std::vector<Pattern> pairs;
  for (const PairPattern& pair : read_pairs(path)) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

std::vector<Clearance> read_python_clearances(const std::filesystem::path& path) {
  std::vector<Clearance> clearances;
  for (const PairClearance& each : read_clearances(path))
    clearances.emplace_back(each.pairs.a, each.pairs.b, each.clearance);
  return clearances;
}

std::pair<std::vector<Pattern>, std::vector<Clearance>> read_python_allowed(const std::filesystem::path& path) {
  std::pair<std::vector<Pattern>, std::vector<Clearance>> result;
  const AllowedPairs allowed = read_allowed(path);
  for (const PairPattern& pair : allowed.entirely) result.first.emplace_back(pair.a, pair.b);
  for (const PairAllowance& each : allowed.up_to_depth)
    result.second.emplace_back(each.pairs.a, each.pairs.b, each.depth);
  return result;
}

void warn(const std::string& sentence) {
  if (PyErr_WarnEx(PyExc_UserWarning, sentence.c_str(), 1) != 0) throw py::error_already_set();
}

/// What clash() was asked, before anything is checked.
ClashTask task_from(py::handle parts, double clearance, const std::vector<Clearance>& clearances,
                    const std::vector<Pattern>& only, const std::vector<Pattern>& ignore, double tolerance,
                    const std::vector<Clearance>& allowed, double min_depth, double min_volume, py::handle motion,
                    const Times& times, int threads, std::size_t max_triangles, std::size_t max_depths,
                    std::size_t max_volumes, std::size_t max_patches, bool whole_curves, bool between_steps,
                    std::uint64_t tests_between_steps, int refine_rounds, std::size_t refine_triangles,
                    double refine_seconds, const Count& max_tests, const Seconds& max_seconds) {
  ClashTask task;
  ClashRun& run = task.run;
  run.inputs = input_names(parts);
  run.assembly = assembly_from(parts, require_threads(threads));
  run.motion = motion_from_python(motion, times, run.assembly);
  run.moves = !motion.is_none();
  run.clearance = clearance;
  run.tolerance = tolerance;
  run.min_depth = min_depth;
  run.min_volume = min_volume;
  for (const std::string& warning : run.motion.warnings) warn(warning);
  task.rules = rules_from(clearance, clearances, only, ignore, allowed);
  ClashOptions& options = task.options;
  options.tolerance = tolerance;
  options.min_depth = min_depth;
  options.min_volume = min_volume;
  options.max_depths = max_depths;
  options.max_volumes = max_volumes;
  options.max_patches = max_patches;
  options.threads = threads;
  options.max_triangles = max_triangles;
  options.whole_curves = whole_curves;
  options.between_steps = run.between_steps = between_steps && run.moves;
  options.tests_between_steps = tests_between_steps;
  options.refine = {refine_rounds, refine_triangles, refine_seconds};
  options.budget = budget_from(max_tests, max_seconds);
  return task;
}

/// A function of Python that takes what clash() takes.
template <auto finish, class... Given>
auto of_task(Given... given) {
  const auto start = std::chrono::steady_clock::now();
  return finish(task_from(given...), start);
}

SharedRun clash(ClashTask task, std::chrono::steady_clock::time_point start) {
  ClashReport report = run_interruptibly([&](const std::atomic<bool>& stop) {
    task.options.budget.stop = &stop;
    return find_clashes(task.run.assembly, task.run.motion, task.rules, task.options);
  });
  return finished(std::move(task.run), std::move(report), start);
}

std::shared_ptr<SharedClash> shared_clash(ClashTask task, std::chrono::steady_clock::time_point start) {
  return std::make_shared<SharedClash>(std::move(task), start);
}

/// The function under a name, with the arguments of clash().
template <auto finish>
void define(py::module_& module, const char* name, const char* about) {
  module.def(name,
             &of_task<finish, py::handle, double, std::vector<Clearance>, std::vector<Pattern>, std::vector<Pattern>,
                      double, std::vector<Clearance>, double, double, py::handle, Times, int, std::size_t, std::size_t,
                      std::size_t, std::size_t, bool, bool, std::uint64_t, int, std::size_t, double, Count, Seconds>,
             py::arg("assembly"), py::kw_only(), py::arg("clearance") = 0.0, py::arg("clearances") = py::tuple(),
             py::arg("only") = py::tuple(), py::arg("ignore") = py::tuple(), py::arg("tolerance") = 0.0,
             py::arg("allowed") = py::tuple(), py::arg("min_depth") = 0.0, py::arg("min_volume") = 0.0,
             py::arg("motion") = py::none(), py::arg("times") = py::none(), py::arg("threads") = 1,
             py::arg("max_triangles") = 2000, py::arg("max_depths") = ClashOptions{}.max_depths,
             py::arg("max_volumes") = ClashOptions{}.max_volumes, py::arg("max_patches") = ClashOptions{}.max_patches,
             py::arg("whole_curves") = false, py::arg("between_steps") = true,
             py::arg("tests_between_steps") = ClashOptions{}.tests_between_steps,
             py::arg("refine_rounds") = RefineOptions{}.rounds, py::arg("refine_triangles") = RefineOptions{}.triangles,
             py::arg("refine_seconds") = RefineOptions{}.seconds, py::arg("max_tests") = py::none(),
             py::arg("max_seconds") = py::none(), about);
}

}  // namespace

SharedRun finished(ClashRun run, ClashReport report, std::chrono::steady_clock::time_point start) {
  const auto whole = std::make_shared<ClashRun>(std::move(run));
  whole->report = std::move(report);
  for (const std::string& pattern : whole->report.unmatched) warn("no two parts match " + pattern + ".");
  for (const std::string& doubt : doubts_of(*whole)) warn(doubt);
  whole->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {whole};
}

void add_clash(py::module_& module) {
  define<clash>(module, "clash", about_clash);
  define<shared_clash>(module, "_shared_clash", "clash in pieces, for abut.dask: an abut._abut._SharedClash.");
  module.def("read_pairs", &read_python_pairs, py::arg("path"), about_read_pairs);
  module.def("read_allowed", &read_python_allowed, py::arg("path"), about_read_allowed);
  module.def("read_clearances", &read_python_clearances, py::arg("path"), about_read_clearances);
  module.def(
      "require_sane_sizes",
      [](py::handle assembly, double clearance) { require_sane_sizes(assembly_from(assembly, 1), clearance); },
      py::arg("assembly"), py::arg("clearance") = 0.0, about_sane_sizes);
}

}  // namespace abut::python
