#include "clash_report.h"
#include "parts.h"
#include "pickle_values.h"

namespace abut::python {

template <>
inline constexpr int count_of<ClashKind> = static_cast<int>(all_clash_kinds.size());
template <>
inline constexpr int count_of<FindingChange> = 5;
template <>
inline constexpr int count_of<RefineEnd> = 5;

ABUT_FIELDS(MotionKey, &Self::step, &Self::at)
ABUT_FIELDS(AssemblyMotion, &Self::times, &Self::time_name, &Self::tracks, &Self::warnings)
ABUT_FIELDS(PartPair, &Self::a, &Self::b)
ABUT_FIELDS(ClashSpan, &Self::kind, &Self::first, &Self::last)
ABUT_FIELDS(ClashInterval, &Self::kind, &Self::begin, &Self::end)
ABUT_FIELDS(ClashPatch, &Self::depth, &Self::centre, &Self::normal, &Self::area, &Self::length, &Self::extent,
            &Self::contacts)
ABUT_FIELDS(ClashSeverity, &Self::depth, &Self::deepest, &Self::reach_a, &Self::reach_b, &Self::way_out_length,
            &Self::way_out, &Self::volume, &Self::is_depth_measured, &Self::is_volume_measured, &Self::patches)
ABUT_FIELDS(LeastClearance, &Self::distance, &Self::time)
ABUT_FIELDS(ClashFinding, &Self::kind, &Self::parts, &Self::limit, &Self::worst_step, &Self::worst_time,
            &Self::is_between_steps, &Self::gap, &Self::contacts, &Self::triangles_a, &Self::triangles_b,
            &Self::triangles_complete, &Self::region, &Self::a_is_inside, &Self::accepted, &Self::is_tolerance_cut,
            &Self::stray, &Self::is_sure, &Self::refined, &Self::refine_end, &Self::severity, &Self::is_duplicate,
            &Self::spans, &Self::curve, &Self::intervals, &Self::least)
ABUT_FIELDS(UndecidedInside, &Self::inner, &Self::outer, &Self::step)
ABUT_FIELDS(UndecidedTime, &Self::parts, &Self::begin, &Self::end)
ABUT_FIELDS(UnknownWay, &Self::part, &Self::begin, &Self::end, &Self::why)
ABUT_FIELDS(ClashReport, &Self::findings, &Self::pairs, &Self::pairs_checked, &Self::complete, &Self::closed,
            &Self::degenerate, &Self::left_out, &Self::without_depth, &Self::without_volume, &Self::undecided_inside,
            &Self::undecided, &Self::unknown_ways, &Self::unmatched)
ABUT_FIELDS(OldFinding, &Self::kind, &Self::name_a, &Self::name_b, &Self::depth, &Self::distance)
ABUT_FIELDS(Baseline, &Self::complete, &Self::findings, &Self::gone, &Self::settings)
ABUT_FIELDS(FindingState, &Self::change, &Self::was)
ABUT_FIELDS(Comparison, &Self::states, &Self::gone, &Self::differing)

/// As the class of Python pickles it.
template <>
struct Pickled<Assembly> {
  static py::object out(const Assembly& value) { return py::cast(value); }
  static Assembly in(py::handle state) { return state.cast<const Assembly&>(); }
};

ABUT_FIELDS(ClashRun, &Self::inputs, &Self::assembly, &Self::motion, &Self::moves, &Self::between_steps,
            &Self::clearance, &Self::tolerance, &Self::min_depth, &Self::min_volume, &Self::report, &Self::seconds,
            &Self::comparison)

template <>
struct Pickled<SharedRun> {
  static py::object out(const SharedRun& value) { return Pickled<ClashRun>::out(*value.run); }
  static SharedRun in(py::handle state) { return {std::make_shared<const ClashRun>(Pickled<ClashRun>::in(state))}; }
};

namespace {

/// Findings look their parts up in the assembly, steps in the motion.
void require_whole(const ClashRun& run) {
  const std::size_t parts = run.assembly.parts().size();
  const auto has = [&](const PartPair& pair) { return pair.a < parts && pair.b < parts; };
  for (const ClashFinding& finding : run.report.findings) require_fit(has(finding.parts));
  for (const UndecidedTime& time : run.report.undecided) require_fit(has(time.parts));
  for (const UndecidedInside& pair : run.report.undecided_inside) require_fit(pair.inner < parts && pair.outer < parts);
  for (const UnknownWay& way : run.report.unknown_ways) require_fit(way.part < parts);
  require_fit(run.report.closed.size() <= parts && run.report.degenerate.size() <= parts);
  require_fit(!run.comparison || run.comparison->states.size() == run.report.findings.size());
  require_fitting(run.motion, run.assembly);
}

}  // namespace

void add_pickled_clashes() {
  py::class_<SharedRun> type = class_of<SharedRun>();
  type.def(py::pickle(&Pickled<SharedRun>::out, [](const py::object& state) {
    return unpickled("abut.ClashReport", state, [](py::handle given) {
      SharedRun run = Pickled<SharedRun>::in(given);
      require_whole(*run.run);
      return run;
    });
  }));
  add_copies_of_constant(type);
  add_pickle<Baseline>("abut.Baseline");
}

}  // namespace abut::python
