#pragma once

// What pickles of clashes hold.

#include "pickle_values.h"
#include <abut/report.h>

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
ABUT_FIELDS(PartSize, &Self::triangles, &Self::bounds)
ABUT_FIELDS(ClashReport, &Self::findings, &Self::pairs, &Self::pairs_checked, &Self::complete, &Self::closed,
            &Self::degenerate, &Self::sizes, &Self::left_out, &Self::without_depth, &Self::without_volume,
            &Self::undecided_inside, &Self::undecided, &Self::unknown_ways, &Self::unmatched)
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
            &Self::comparison, &Self::not_drawn)

}  // namespace abut::python
