#pragma once

#include "assembly/pair_check.h"
#include "assembly/part_ways.h"

namespace abut {

/// A finding about the worst step of a pair, without spans and curve: which triangles take part, and where.
ClashFinding finding_of(const WorstState& worst, const PairOnTheWay& pair, const PlacementPair& at,
                        std::size_t max_triangles);

Severity severity_of(const ClashFinding& finding);

/// Adds a run of steps behind those already there.
void append_span(std::vector<ClashSpan>& spans, const ClashSpan& span);

/// Sets the distance at a run of steps.
void fill_curve(std::vector<double>& curve, const StepRun& run, double value);

/// As ClashReport::findings says; names by their ids, and parts whose ids are equal by their indices.
void sort_findings(std::vector<ClashFinding>& findings, const Assembly& assembly);

}  // namespace abut
