#include "property/rows.h"
#include <abut/clash.h>
#include <abut/interiors.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace abut::property {

namespace {

/// Is a piece of the inner mesh inside the outer one? For surfaces that do not meet: one corner tells.
bool is_inside(const PlacedMesh& inner, const Topology& pieces, const Topology& outer, const InsideOracle& oracle) {
  if (!outer.is_closed() || outer.edges == 0) return false;
  return std::any_of(pieces.first_triangles.begin(), pieces.first_triangles.end(),
                     [&](std::uint32_t t) { return oracle.where(inner[t][0]) == Side::inside; });
}

struct Truth {
  bool clash = false, a_inside = false, b_inside = false;
  long double distance = 0;
};
Truth truth_of(Context& c) {
  Truth truth;
  truth.clash = !c.contacts().empty();
  truth.distance = std::sqrt(c.pairs.least().rounded());
  if (truth.clash) return truth;
  truth.a_inside = is_inside(c.placed_a, c.topology_a, c.topology_b, c.inside_b);
  truth.b_inside = !truth.a_inside && is_inside(c.placed_b, c.topology_b, c.topology_a, c.inside_a);
  return truth;
}

/// With `comes_from_afar` there is a step before, at which B is far away; what it meets on its way is not asked.
ClashReport report_of(const Context& c, const PairRules& rules, ClashOptions options, bool comes_from_afar) {
  options.between_steps = false;
  Assembly assembly;
  assembly.add("a", c.a, c.given.at.a);
  assembly.add("b", c.b, c.given.at.b);
  if (!comes_from_afar) return find_clashes(assembly, at_rest(assembly), rules, options);
  Placement afar = c.given.at.b;
  afar.shift.x += static_cast<double>(100 * (c.placed_a.reach() + c.placed_b.reach()));
  const AssemblyMotion motion = motion_from({0, 1}, std::array{c.given.at.a, afar, c.given.at.a, c.given.at.b});
  return find_clashes(assembly, motion, rules, options);
}
/// Is the only finding at the last step?
bool is_last(const ClashReport& report, ClashKind kind, bool comes_from_afar) {
  const std::size_t last = comes_from_afar ? 1 : 0;
  const ClashFinding& found = report.findings[0];
  return found.worst_step == last && found.spans == std::vector<ClashSpan>{{kind, last, last}} &&
         found.curve.size() == last + 1 && (last == 0 || std::isinf(found.curve[0]));
}
bool may_come_from_afar(const Context& c, Random& random) {
  return random.chance(0.3) && c.placed_a.reach() + c.placed_b.reach() < 0x1p290L;
}
std::string shown(const ClashReport& report) {
  return report.findings.empty() ? "nothing" : std::string(name_of(report.findings[0].kind));
}
bool has(const ClashReport& report, ClashKind kind) {
  return report.findings.size() == 1 && report.findings[0].kind == kind;
}

/// Is something found inside a part that is open? tests/assembly/open_parts_test asks about these: an oracle of its own
/// tries lids.
bool is_about_lids(const ClashReport& report, const Context& c) {
  if (!has(report, ClashKind::inside)) return false;
  const Topology& outer = report.findings[0].a_is_inside ? c.topology_b : c.topology_a;
  return !outer.is_closed();
}

/// Contacts and where they are.
std::string problem_of_clash(const ClashFinding& found, Context& c) {
  std::set<std::uint32_t> of_a, of_b;
  for (const auto& [a, b] : c.contacts()) of_a.insert(a), of_b.insert(b);
  if (found.contacts != c.contacts().size()) return text(found.contacts, " contacts of ", c.contacts().size());
  if (found.triangles_a != std::vector<std::uint32_t>(of_a.begin(), of_a.end()) ||
      found.triangles_b != std::vector<std::uint32_t>(of_b.begin(), of_b.end()) || !found.triangles_complete)
    return "the triangles are not those that take part";
  if (found.gap.upper != 0 || found.gap.lower != 0) return "the gap is not 0";
  return "";
}

/// What surfaces that meet are called: of closed parts of which nothing is in the other, a touch.
ClashKind kind_of_contact(const Context& c) {
  const auto is_solid = [](const Topology& topology) { return topology.is_closed() && topology.edges > 0; };
  if (!is_solid(c.topology_a) || !is_solid(c.topology_b)) return ClashKind::clash;
  const InteriorsMeeting found = interiors_meet(Solid(c.a), c.given.at.a, Solid(c.b), c.given.at.b);
  return found.is_apart() && !found.sheets_cross ? ClashKind::touch : ClashKind::clash;
}

/// The kinds that need no tolerance.
Outcome clash_row(Context& c, Random& random) {
  const Truth truth = truth_of(c);
  ClashOptions options;
  options.threads = static_cast<int>(1 + random.below(2));
  const bool afar = may_come_from_afar(c, random);
  const ClashReport report = report_of(c, {}, options, afar);
  if (!report.complete || report.pairs != 1) return is_wrong("not complete, or not one pair");
  if (report.closed != std::vector<char>{c.topology_a.is_closed() && c.topology_a.edges > 0,
                                         c.topology_b.is_closed() && c.topology_b.edges > 0})
    return is_wrong("which parts are closed");
  if (!truth.clash && is_about_lids(report, c)) return is_not_asked("inside with every lid of an open part");
  const bool inside = truth.a_inside || truth.b_inside;
  const char* expected = truth.clash      ? "clash"
                         : truth.a_inside ? "inside (a)"
                         : truth.b_inside ? "inside (b)"
                                          : "nothing";
  if (truth.clash || inside) {
    if (!has(report, truth.clash ? kind_of_contact(c) : ClashKind::inside))
      return is_wrong("says ", shown(report), ", true is ", expected);
    const ClashFinding& found = report.findings[0];
    if (!is_last(report, found.kind, afar)) return is_wrong("the steps of the finding");
    if (truth.clash) {
      const std::string problem = problem_of_clash(found, c);
      return problem.empty() ? is_right() : is_wrong(problem);
    }
    if (found.a_is_inside != truth.a_inside) return is_wrong("the wrong part is inside; true is ", expected);
    if (std::string problem = problem_of(found.gap, c, true); !problem.empty()) return is_wrong("gap: ", problem);
    return is_right();
  }
  return report.findings.empty() ? is_right() : is_wrong("says ", shown(report), ", true is nothing");
}

/// The clearances that are asked for, and with a touch tolerance; never right at a limit, where rounding up decides.
Outcome clearance_row(Context& c, Random& random) {
  const Truth truth = truth_of(c);
  if (truth.clash || truth.a_inside || truth.b_inside)
    return is_not_asked("the parts meet, or one is inside the other");
  const bool touch = random.chance(0.3);
  const double factor = random.chance(0.5) ? random.between(0.1, 0.99) : random.between(1.01, 3);
  const long double size = std::max(c.placed_a.diameter(0), c.placed_b.diameter(0));
  const auto limit = static_cast<double>(truth.distance * factor);
  if (!(std::abs(limit - truth.distance) >
        1000 * 0x1p-53L * (size + truth.distance + c.placed_a.reach() + c.placed_b.reach())))
    return is_not_asked("the limit is too close to the distance to tell");
  PairRules rules;
  ClashOptions options;
  if (!(limit <= 0x1p300)) return is_not_asked("a length beyond 2^300, which abut refuses");
  (touch ? options.tolerance : rules.clearance) = limit;
  const bool afar = may_come_from_afar(c, random);
  const ClashReport report = report_of(c, rules, options, afar);
  if (is_about_lids(report, c)) return is_not_asked("inside with every lid of an open part");
  const ClashKind kind = touch ? ClashKind::touch : ClashKind::clearance;
  if (limit < truth.distance)
    return report.findings.empty() ? is_right()
                                   : is_wrong("limit ", limit, ", distance ", truth.distance, ": says ", shown(report));
  if (!has(report, kind)) return is_wrong("limit ", limit, ", distance ", truth.distance, ": says ", shown(report));
  const ClashFinding& found = report.findings[0];
  if (!is_last(report, kind, afar)) return is_wrong("the steps of the finding");
  if (std::string problem = problem_of(found.gap, c, true); !problem.empty()) return is_wrong("gap: ", problem);
  if (found.curve.back() != found.gap.upper) return is_wrong("the curve is not the gap");
  return is_right();
}

}  // namespace

std::vector<Row> clash_rows() {
  return {
      {"find_clashes: clash, inside", "find_clashes", clash_row},
      {"find_clashes: clearance, touch", "find_clashes", clearance_row},
  };
}

}  // namespace abut::property
