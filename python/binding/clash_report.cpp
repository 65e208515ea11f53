#include "clash_report.h"

#include "arrays.h"
#include "interruptible.h"
#include "parts.h"
#include "pickle_values.h"

#include <filesystem>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace abut::python {

namespace {

constexpr const char* about_report = R"(What clash finds, and the files about it, which are those of `abut clash`.

>>> parts = {"plate": abut.shapes.box([5, 5, 1]), "peg": abut.shapes.cylinder(1.0, 3.0)}
>>> report = abut.clash(parts)
>>> report.to_text().splitlines()[0].split()[:3]
['clash', 'plate', 'peg']
>>> [round(volume) for volume in report.findings[0].volume]
[6, 6]
)";

constexpr const char* about_compare = R"(compare(baseline)
--

The same report, compared with an earlier one: findings then have a state, and files tell what is new, worse, better and gone.

baseline: an abut.Baseline; see abut.read_baseline.
)";

constexpr const char* about_write_page = R"(write_page(path)
--

Writes a page for any browser, as `abut clash --report` does: whole or not at all.

Raises abut.Error when this abut was built without the page, which needs npm.
)";

constexpr const char* about_baseline = R"(read_baseline(path)
--

Reads an earlier report, as `abut clash --save` and ClashReport.to_json write it: for ClashReport.compare.

Raises abut.Error, with the file's name, when it is not one.
)";

struct NamedFinding {
  py::object report;  ///< the abut.ClashReport, by which findings that are pickled together share it
  std::shared_ptr<const ClashRun> run;
  std::size_t index = 0;

  const ClashFinding& finding() const { return run->report.findings[index]; }
  const std::string& a() const { return run->name_a(finding()); }
  const std::string& b() const { return run->name_b(finding()); }
  /// Null without a baseline.
  const FindingState* state() const { return run->comparison ? &run->comparison->states[index] : nullptr; }
};

SharedRun compared(const SharedRun& self, const Baseline& baseline) {
  const py::gil_scoped_release unlocked;
  const auto run = std::make_shared<ClashRun>(*self.run);
  run->comparison = compare(*run, baseline);
  return {run};
}

std::string describe(const NamedFinding& self) {
  return "<abut.ClashFinding: " + std::string(name_of(self.finding().kind)) + " of '" + self.a() + "' and '" +
         self.b() + "' at step " + std::to_string(self.finding().worst_step) + ">";
}

std::string describe(const SharedRun& self) {
  return "<abut.ClashReport: " + counted(self.report().findings.size(), "finding") + " in " +
         counted(self.report().pairs, "pair") + " of parts>";
}

NamedFinding finding_of(const py::object& report, std::size_t index) {
  const auto& run = report.cast<const SharedRun&>().run;
  require_fit(index < run->report.findings.size());
  return {report, run, index};
}

py::list findings_of(const py::object& report) {
  py::list findings;
  const std::size_t count = report.cast<const SharedRun&>().report().findings.size();
  for (std::size_t i = 0; i < count; ++i) findings.append(finding_of(report, i));
  return findings;
}

/// (id, kind, name, name) of each, in the order of ids.
py::list rows_of(const std::map<std::string, OldFinding>& findings) {
  py::list rows;
  for (const auto& [id, old] : findings) rows.append(py::make_tuple(id, old.kind, old.name_a, old.name_b));
  return rows;
}

py::object gone_of(const SharedRun& self) {
  return self.run->comparison ? py::object(rows_of(self.run->comparison->gone)) : py::object(py::none());
}

py::object differing_of(const SharedRun& self) {
  return self.run->comparison ? py::cast(self.run->comparison->differing) : py::object(py::none());
}

py::dict closed_of(const SharedRun& self) {
  py::dict closed;
  for (std::size_t i = 0; i < self.report().closed.size(); ++i)
    closed[py::str(self.run->assembly.parts()[i].name)] = self.report().closed[i] != 0;
  return closed;
}

py::dict degenerate_of(const SharedRun& self) {
  py::dict degenerate;
  for (std::size_t i = 0; i < self.report().degenerate.size(); ++i)
    degenerate[py::str(self.run->assembly.parts()[i].name)] = self.report().degenerate[i];
  return degenerate;
}

/// None without a baseline.
py::object state_of_finding(const NamedFinding& self) {
  const FindingState* state = self.state();
  return state ? py::object(py::str(std::string(name_of(state->change)))) : py::object(py::none());
}

py::object former_kind_of(const NamedFinding& self) {
  const FindingState* state = self.state();
  return state && !state->was.empty() ? py::object(py::str(state->was)) : py::object(py::none());
}

py::list spans_of(const NamedFinding& self) {
  py::list spans;
  for (const ClashSpan& span : self.finding().spans)
    spans.append(py::make_tuple(std::string(name_of(span.kind)), span.first, span.last));
  return spans;
}

py::object bracket_of(const NamedFinding& self, Bracket ClashSeverity::*member) {
  const auto& severity = self.finding().severity;
  return severity ? py::object(tuple_of((*severity).*member)) : py::object(py::none());
}

py::object reach_of(const NamedFinding& self, Reach ClashSeverity::*member) {
  const auto& severity = self.finding().severity;
  return severity ? py::object(tuple_of(((*severity).*member).length)) : py::object(py::none());
}

py::list patches_of(const NamedFinding& self) {
  py::list patches;
  if (!self.finding().severity) return patches;
  for (const ClashPatch& patch : self.finding().severity->patches) {
    py::dict row;
    row["depth"] = tuple_of(patch.depth);
    row["centre"] = array_of(patch.centre);
    row["normal"] = array_of(patch.normal);
    row["area"] = patch.area;
    row["length"] = patch.length;
    row["extent"] = array_of(patch.extent);
    row["contacts"] = patch.contacts;
    patches.append(row);
  }
  return patches;
}

py::object way_out_of(const NamedFinding& self) {
  const auto& severity = self.finding().severity;
  return severity ? py::object(array_of(severity->way_out)) : py::object(py::none());
}

py::list intervals_of(const NamedFinding& self) {
  py::list intervals;
  for (const ClashInterval& interval : self.finding().intervals)
    intervals.append(
        py::make_tuple(std::string(name_of(interval.kind)), tuple_of(interval.begin), tuple_of(interval.end)));
  return intervals;
}

py::object least_of(const NamedFinding& self) {
  if (!self.run->between_steps) return py::none();
  const LeastClearance& least = self.finding().least;
  return py::make_tuple(least.distance.lower, least.distance.upper, least.time);
}

py::list undecided_of(const SharedRun& self) {
  const auto& parts = self.run->assembly.parts();
  py::list times;
  for (const UndecidedTime& time : self.report().undecided)
    times.append(py::make_tuple(parts[time.parts.a].name, parts[time.parts.b].name, time.begin, time.end));
  return times;
}

py::list undecided_inside_of(const SharedRun& self) {
  const auto& parts = self.run->assembly.parts();
  py::list pairs;
  for (const UndecidedInside& pair : self.report().undecided_inside)
    pairs.append(py::make_tuple(parts[pair.inner].name, parts[pair.outer].name, pair.step));
  return pairs;
}

py::list unknown_ways_of(const SharedRun& self) {
  py::list ways;
  for (const UnknownWay& way : self.report().unknown_ways)
    ways.append(py::make_tuple(self.run->assembly.parts()[way.part].name, way.begin, way.end, way.why));
  return ways;
}

py::object region_of(const NamedFinding& self) {
  const Bounds& region = self.finding().region;
  return region.low.x <= region.high.x ? py::object(array_of(region)) : py::object(py::none());
}

py::object inner_of(const NamedFinding& self) {
  if (self.finding().kind != ClashKind::inside) return py::none();
  return py::str(self.finding().a_is_inside ? self.a() : self.b());
}

void add_finding(py::module_& module) {
  using Self = const NamedFinding&;
  py::class_<NamedFinding> type(module, "ClashFinding",
                                "Two parts that clash, or come too close, in at least one step.");
  type.def_property_readonly(
          "kind", [](Self self) { return std::string(name_of(self.finding().kind)); },
          "The worst over all steps: 'clash', 'inside', 'perhaps', 'touch' or 'clearance'.")
      .def_property_readonly("a", &NamedFinding::a, "The name of a part.")
      .def_property_readonly("b", &NamedFinding::b, "The name of the other.")
      .def_property_readonly(
          "id", [](Self self) { return clash_id(self.a(), self.b()); }, "The same for the same parts in every run.")
      .def_property_readonly(
          "limit", [](Self self) { return self.finding().limit; }, "The clearance required of this pair.")
      .def_property_readonly(
          "worst_step", [](Self self) { return self.finding().worst_step; }, "The step that the finding is about.")
      .def_property_readonly(
          "worst_time", [](Self self) { return self.finding().worst_time; },
          "The time of that step, or, where the kind occurs between steps alone, a time between it and the next.")
      .def_property_readonly(
          "is_between_steps", [](Self self) { return self.finding().is_between_steps; }, "Is it such a time?")
      .def_property_readonly(
          "gap", [](Self self) { return self.finding().gap; }, "How far apart the surfaces are then: an abut.Distance.")
      .def_property_readonly(
          "contacts", [](Self self) { return self.finding().contacts; }, "How many pairs of triangles meet then.")
      .def_property_readonly(
          "triangles_a", [](Self self) { return array_of(self.finding().triangles_a); },
          "The triangles of a that take part, sorted.")
      .def_property_readonly(
          "triangles_b", [](Self self) { return array_of(self.finding().triangles_b); },
          "The triangles of b that take part, sorted.")
      .def_property_readonly(
          "triangles_complete", [](Self self) { return self.finding().triangles_complete; },
          "False when there are more than max_triangles.")
      .def_property_readonly("region", &region_of, "(2, 3): a box around the contacts; None if there are none.")
      .def_property_readonly("inner", &inner_of, "For 'inside': the name of the part inside the other; else None.")
      .def_property_readonly("spans", &spans_of, "Runs of steps of one kind: (kind, first step, last step).")
      .def_property_readonly(
          "accepted", [](Self self) { return self.finding().accepted; }, "The depth that is accepted of this pair.")
      .def_property_readonly("patches", &patches_of,
                             "Where the surfaces meet, the deepest first: depth, centre, normal, area, length, extent, "
                             "contacts of each. Empty if not looked for.")
      .def_property_readonly(
          "is_tolerance_cut", [](Self self) { return self.finding().is_tolerance_cut; },
          "Is the tolerance cut to half the thickness of a part where they meet?")
      .def_property_readonly(
          "stray", [](Self self) { return self.finding().stray; },
          "How far the triangles of both parts may be from their surfaces, together.")
      .def_property_readonly(
          "is_sure", [](Self self) { return self.finding().is_sure; },
          "Does the kind hold for the surfaces, too, as far as their strays are known?")
      .def_property_readonly(
          "refined", [](Self self) { return self.finding().refined; }, "How often finer triangles were asked for.")
      .def_property_readonly(
          "refine_end", [](Self self) { return name_of(self.finding().refine_end); },
          "Why it was not refined further: 'decided', 'rounds', 'triangles', 'seconds' or 'no finer triangles'.")
      .def_property_readonly(
          "is_duplicate", [](Self self) { return self.finding().is_duplicate; },
          "Is one part the other a second time, in the same place?")
      .def_property_readonly(
          "depth", [](Self self) { return bracket_of(self, &ClashSeverity::depth); },
          "(lower, upper): how deep the parts are in each other; None if one is not closed or they do not meet.")
      .def_property_readonly(
          "volume", [](Self self) { return bracket_of(self, &ClashSeverity::volume); },
          "(lower, upper): what they have in common; None as for depth.")
      .def_property_readonly(
          "way_out_length", [](Self self) { return bracket_of(self, &ClashSeverity::way_out_length); },
          "(lower, upper): the length of the shortest translation that parts them; None as for depth.")
      .def_property_readonly("way_out", &way_out_of, "(3,): a translation of b that parts them; None as for depth.")
      .def_property_readonly(
          "reach_a", [](Self self) { return reach_of(self, &ClashSeverity::reach_a); },
          "(lower, upper): how far the surface of a gets inside b; None as for depth.")
      .def_property_readonly(
          "reach_b", [](Self self) { return reach_of(self, &ClashSeverity::reach_b); },
          "(lower, upper): how far the surface of b gets inside a; None as for depth.")
      .def_property_readonly("intervals", &intervals_of,
                             "When the parts meet, checked between steps: (kind, (lower, upper) of the time at which "
                             "it begins, (lower, upper) of that at which it ends).")
      .def_property_readonly("least", &least_of,
                             "How close the parts come at any time: (lower, upper, time); None without between_steps.")
      .def_property_readonly(
          "curve",
          [](Self self) {
            const auto& curve = self.finding().curve;
            return py::array_t<double>({static_cast<py::ssize_t>(curve.size())}, curve.data());
          },
          "The distance at each step; infinite where it is beyond the range that was searched.")
      .def_property_readonly("state", &state_of_finding,
                             "'new', 'returned', 'worse', 'still' or 'better' than in the baseline; None without one.")
      .def_property_readonly("was", &former_kind_of, "Its kind in the baseline, if that was another one; else None.")
      .def(py::pickle([](Self self) { return py::make_tuple(self.report, self.index); },
                      [](const py::tuple& state) {
                        return unpickled("abut.ClashFinding", state, [](const py::tuple& given) {
                          require_fit(given.size() == 2);
                          return finding_of(given[0], given[1].cast<std::size_t>());
                        });
                      }))
      .def("__repr__", [](Self self) { return describe(self); });
  add_copies_of_constant(type);
}

}  // namespace

void add_clash_report(py::module_& module) {
  add_finding(module);
  using Self = const SharedRun&;
  py::class_<SharedRun>(module, "ClashReport", about_report)
      .def_property_readonly("findings", &findings_of,
                             "Clashes and parts inside others, the deepest first, then the other kinds by distance.")
      .def_property_readonly(
          "pairs", [](Self self) { return self.report().pairs; }, "How many pairs of parts the rules select.")
      .def_property_readonly(
          "pairs_checked", [](Self self) { return self.report().pairs_checked; },
          "How many of these are near enough for a close check.")
      .def_property_readonly(
          "complete", [](Self self) { return self.report().complete; },
          "False when a budget ended the check: there may be more findings.")
      .def_property_readonly(
          "unmatched", [](Self self) { return self.report().unmatched; },
          "Patterns of the rules that match no pair of parts.")
      .def_property_readonly("undecided", &undecided_of,
                             "Times between steps that a budget left open: (name, name, begin, end).")
      .def_property_readonly("undecided_inside", &undecided_inside_of,
                             "Parts that may be inside of open parts: (inner name, outer name, first step).")
      .def_property_readonly("unknown_ways", &unknown_ways_of,
                             "Times in which it is not known how a part moves: (name, begin, end, why).")
      .def_property_readonly(
          "closed", [](Self self) { return closed_of(self); },
          "For each part by name: does its surface enclose a volume?")
      .def_property_readonly(
          "gone", &gone_of,
          "What the baseline has and this report does not: (id, kind, name, name); None without a baseline.")
      .def_property_readonly("differing", &differing_of,
                             "Settings that were others in the baseline, in words; None without a baseline.")
      .def_property_readonly(
          "left_out", [](Self self) { return self.report().left_out; },
          "How many clashes are below min_depth or min_volume.")
      .def_property_readonly(
          "degenerate", [](Self self) { return degenerate_of(self); },
          "For each part by name: how many triangles have no area.")
      .def_property_readonly(
          "notes", [](Self self) { return notes_of(*self.run); },
          "Sentences about what the check left open, open parts, and what was left out.")
      .def("compare", &compared, py::arg("baseline"), about_compare)
      .def(
          "to_json", [](Self self) { return without_lock([&] { return to_json(*self.run); }); },
          "to_json()\n--\n\nThe report on one line, as docs/clash-schema.md describes it; read_baseline reads it.")
      .def(
          "to_csv", [](Self self) { return without_lock([&] { return to_csv(*self.run); }); },
          "to_csv()\n--\n\nA table: one row per finding and per one that is gone, below a head.")
      .def(
          "to_text", [](Self self) { return without_lock([&] { return to_text(*self.run); }); },
          "to_text()\n--\n\nFor people: the most severe findings, at most 25, and the totals.")
      .def(
          "write_page",
          [](Self self, const std::filesystem::path& path) {
            const py::gil_scoped_release release;
            write_page(*self.run, path);
          },
          py::arg("path"), about_write_page)
      .def("__len__", [](Self self) { return self.report().findings.size(); })
      .def("__repr__", [](Self self) { return describe(self); });

  py::class_<Baseline>(module, "Baseline", "What an earlier report found.")
      .def_readonly("complete", &Baseline::complete,
                    "False when that check was stopped: findings that it lacks count as new.")
      .def_property_readonly(
          "findings", [](const Baseline& self) { return rows_of(self.findings); },
          "(id, kind, name, name) of each, in the order of ids.")
      .def("__len__", [](const Baseline& self) { return self.findings.size(); })
      .def("__repr__",
           [](const Baseline& self) { return "<abut.Baseline: " + counted(self.findings.size(), "finding") + ">"; });
  module.def(
      "read_baseline",
      [](const std::filesystem::path& path) { return without_lock([&] { return read_baseline(path); }); },
      py::arg("path"), about_baseline);
}

}  // namespace abut::python
