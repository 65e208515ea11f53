#pragma once

#include "cluster/bytes.h"
#include <abut/clash.h>

#include <optional>
#include <span>

namespace abut::cli {

// Findings as bytes, for other ranks and journals.

// Calls `each` with all that one of them has, in one order.
template <class Severity, class Each>
void for_each_member_of_severity(Severity& severity, const Each& each) {
  each(severity.depth), each(severity.deepest), each(severity.reach_a), each(severity.reach_b);
  each(severity.way_out_length), each(severity.way_out), each(severity.volume);
  each(severity.is_depth_measured), each(severity.is_volume_measured), each(severity.patches);
}
template <class Finding, class Each>
void for_each_member(Finding& finding, const Each& each) {
  each(finding.kind), each(finding.parts), each(finding.limit), each(finding.worst_step), each(finding.worst_time);
  each(finding.is_between_steps), each(finding.gap), each(finding.contacts);
  each(finding.triangles_a), each(finding.triangles_b), each(finding.triangles_complete);
  each(finding.region), each(finding.a_is_inside), each(finding.accepted), each(finding.is_tolerance_cut),
      each(finding.stray), each(finding.is_sure);
  each(finding.refined), each(finding.refine_end), each(finding.severity), each(finding.is_duplicate);
  each(finding.spans), each(finding.curve), each(finding.intervals), each(finding.least);
}

struct PutMember {
  ByteWriter& writer;

  template <class Value>
  void operator()(const Value& value) const {
    writer.put(value);
  }
  template <class Value>
  void operator()(const std::vector<Value>& values) const {
    writer.put_all(std::span(values));
  }
  void operator()(const ClashSeverity& severity) const { for_each_member_of_severity(severity, *this); }
  void operator()(const std::optional<ClashSeverity>& severity) const {
    writer.put(severity.has_value());
    if (severity) (*this)(*severity);
  }
};

struct GetMember {
  ByteReader& reader;

  template <class Value>
  void operator()(Value& value) const {
    value = reader.get<Value>();
  }
  template <class Value>
  void operator()(std::vector<Value>& values) const {
    reader.get_all(values);
  }
  void operator()(ClashSeverity& severity) const { for_each_member_of_severity(severity, *this); }
  void operator()(std::optional<ClashSeverity>& severity) const {
    if (reader.get<bool>()) (*this)(severity.emplace());
  }
};

inline void put(ByteWriter& writer, const ClashFinding& finding) { for_each_member(finding, PutMember{writer}); }

inline ClashFinding finding_from(ByteReader& reader) {
  ClashFinding finding;
  for_each_member(finding, GetMember{reader});
  return finding;
}

}  // namespace abut::cli
