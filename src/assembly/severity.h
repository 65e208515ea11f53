#pragma once

#include "assembly/body.h"
#include <abut/clash.h>

#include <span>
#include <string_view>

namespace abut {

/// A finding to be measured, and where its parts are.
struct MeasuredPair {
  ClashFinding* finding;
  const Body *a, *b;
  PlacementPair at;
};

/// What is measured of a finding whose parts are in each other.
enum class Measure { depth, volume, patches };
constexpr std::string_view name_of(Measure what) {
  constexpr std::string_view names[] = {"depth", "volume", "patches"};
  return names[static_cast<int>(what)];
}

/// Measures one of them, within what is known already; returns what it cost.
Counters measure_one(const MeasuredPair& pair, Measure what, const Budget& budget);

/// Measures these, one after the other or elsewhere.
using MeasureAll = Function<void(std::span<const MeasuredPair> pairs, Measure what)>;

/// Measures how badly the parts of each finding are in each other, the worst of them first as far as the options say.
/// Brackets hold if measure_all leaves some out.
void measure(std::vector<MeasuredPair> pairs, const ClashOptions& options, const MeasureAll& measure_all,
             ClashReport& report);

/// May the parts be in each other, and are both closed, so that they have a depth?
bool has_depth(const MeasuredPair& pair);
/// Are both the same triangles in the same place? Places are compared as they are rounded, to within 2^-40 of the size.
bool is_duplicate(const MeasuredPair& pair);
/// The effort of depths in findings.
PenetrationOptions depth_effort(const Budget& budget);

/// Takes away the findings that are proved to be smaller than the options ask for, and counts them.
void leave_out_small_ones(const ClashOptions& options, ClashReport& report);

}  // namespace abut
