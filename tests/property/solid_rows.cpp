#include "property/rows.h"
#include <abut/error.h>
#include <abut/interiors.h>

#include <cmath>

namespace abut::property {

namespace {

constexpr const char* no_points = "the points would be beyond 2^300";
constexpr const char* not_closed = "the mesh is not closed; that it is refused is asked";

const char* name_of(Side side) {
  return side == Side::inside ? "inside" : side == Side::outside ? "outside" : "on the surface";
}
Side side_of(Containment c) {
  return c == Containment::inside ? Side::inside : c == Containment::outside ? Side::outside : Side::on_surface;
}
Outcome compared(Containment found, Side truth, std::size_t i, const std::string& how = "") {
  if (side_of(found) == truth) return is_right();
  return is_wrong("point ", i, how.empty() ? "" : ", ", how, ": says ", name_of(side_of(found)), ", true is ",
                  name_of(truth));
}

/// A mesh with a hole has to be refused.
Outcome refusal(const Model& model) {
  try {
    const Solid solid(model);
  } catch (const Error&) {
    return is_not_asked(not_closed);
  }
  return is_wrong("a mesh that is not closed became a solid");
}

Outcome contains_row(Context& c, Random&) {
  if (!c.topology_a.is_closed()) return refusal(c.a);
  if (c.given.points.empty()) return is_not_asked(no_points);
  const Solid solid(c.a);
  for (std::size_t i = 0; i < c.given.points.size(); ++i)
    if (const Outcome o = compared(contains(solid, c.given.at.a, c.given.points[i]), c.side(c.given.points[i]), i);
        o.kind)
      return o;
  return is_right();
}

Outcome contains_batch_row(Context& c, Random& random) {
  if (!c.topology_a.is_closed()) return is_not_asked(not_closed);
  if (c.given.points.empty()) return is_not_asked(no_points);
  const Solid solid(c.a);
  const ContainsOptions options{.threads = static_cast<int>(random.below(4))};
  const std::vector<Containment> found = contains(solid, c.given.at.a, c.given.points, options);
  const std::vector<Located> located = locate(solid, c.given.at.a, c.given.points, options);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (const Outcome o = compared(found[i], c.side(c.given.points[i]), i); o.kind) return o;
    if (located[i].side != found[i]) return is_wrong("locate and contains disagree about point ", i);
  }
  return is_right();
}

Outcome contains_machines_row(Context& c, Random& random) {
  if (!c.topology_a.is_closed()) return is_not_asked(not_closed);
  if (c.given.points.empty()) return is_not_asked(no_points);
  const std::size_t i = random.below(c.given.points.size());
  const Vec3& p = c.given.points[i];
  const Side truth = c.side(p);
  const Solid solid(c.a);
  for (Simd simd : available_simd())
    if (const Outcome o =
            compared(contains(solid, c.given.at.a, p, {.simd = simd}), truth, i, std::string(abut::name_of(simd)));
        o.kind)
      return o;
  return is_right();
}

/// How far a winding number may be off: some roundings for each triangle's sides, of which none is worth more than the
/// point's distance from the rim, relative to the coordinates that it is measured in, allows for.
long double allowed_error(const Context& c, const Vec3& p, const Point& seen) {
  const std::optional<Ratio> rim = c.inside_a.squared_distance_from_rim(seen);
  if (!rim) return 0;  // a whole number
  long double size = term_size(c.given.meshes.a, c.given.at.a);
  for (int i = 0; i < 3; ++i) size = std::max(size, std::abs(static_cast<long double>(p[i])));
  const long double closeness = std::sqrt(rim->rounded()) / size;
  const long double sides = 3 * static_cast<long double>(c.placed_a.size());
  return sides * 0x1p-48L * (1 + 0x1p-3L / closeness);
}

Outcome winding_row(Context& c, Random&) {
  if (c.given.points.empty()) return is_not_asked(no_points);
  SolidOptions options;
  options.holes = Holes::by_winding_number;
  const Solid solid(c.a, options);
  for (std::size_t i = 0; i < c.given.points.size(); ++i) {
    const Point p = exact(c.given.points[i]);
    const double found = winding_number(solid, c.given.at.a, c.given.points[i]);
    if (c.squared_distance(c.given.points[i]).over.sign() == 0) {
      if (!std::isnan(found)) return is_wrong("point ", i, ": ", found, " on the surface");
      continue;
    }
    const long double truth = c.inside_a.winding_number(p), allowed = allowed_error(c, c.given.points[i], p);
    if (allowed == 0 ? found != std::round(truth) : !(std::abs(found - truth) <= allowed))
      return is_wrong("point ", i, ": ", found, ", true is ", truth, " (allowed: ", allowed, ")");
  }
  return is_right();
}

Outcome holes_row(Context& c, Random&) {
  if (c.topology_a.is_closed()) return is_not_asked("the mesh is closed");
  if (c.given.points.empty()) return is_not_asked(no_points);
  SolidOptions options;
  options.holes = Holes::by_winding_number;
  const Solid solid(c.a, options);
  for (std::size_t i = 0; i < c.given.points.size(); ++i) {
    const Point p = exact(c.given.points[i]);
    const Containment found = contains(solid, c.given.at.a, c.given.points[i]);
    const bool on = c.squared_distance(c.given.points[i]).over.sign() == 0;
    const long double turns = on ? 0 : std::abs(c.inside_a.winding_number(p));
    if (!on && std::abs(turns - 0.5L) <= allowed_error(c, c.given.points[i], p)) continue;
    const Side truth = on ? Side::on_surface : turns > 0.5L ? Side::inside : Side::outside;
    if (const Outcome o = compared(found, truth, i); o.kind) return o;
  }
  return is_right();
}

std::string problem_of_signed(const SignedDistance& found, const Vec3& point, Context& c) {
  const Point p = exact(point);
  const Side truth = c.side(point);
  if (side_of(found.side) != truth) return text("says ", name_of(side_of(found.side)), ", true is ", name_of(truth));
  if (std::string problem = problem_of(found.closest, point, c, true); !problem.empty()) return problem;
  const double sign = truth == Side::inside ? -1 : 1;
  const double nearer = sign < 0 ? -found.upper : found.lower, farther = sign < 0 ? -found.lower : found.upper;
  const Ratio& square = c.squared_distance(point);
  if (!(nearer >= 0) || !is_at_most(nearer, square) || !is_at_least(farther, square))
    return text("[", found.lower, ", ", found.upper, "] around ", sign * std::sqrt(square.rounded()));
  if ((found.lower == 0 && found.upper == 0) != (truth == Side::on_surface))
    return text("[", found.lower, ", ", found.upper, "] ", name_of(truth));
  return "";
}

Outcome signed_row(Context& c, Random&) {
  if (!c.topology_a.is_closed()) return is_not_asked(not_closed);
  if (c.given.points.empty()) return is_not_asked(no_points);
  const Solid solid(c.a);
  const std::vector<SignedDistance> many = signed_distance(solid, c.given.at.a, c.given.points, {.threads = 2});
  for (std::size_t i = 0; i < c.given.points.size(); ++i) {
    const SignedDistance found = signed_distance(solid, c.given.at.a, c.given.points[i]);
    if (const std::string problem = problem_of_signed(found, c.given.points[i], c); !problem.empty())
      return is_wrong("point ", i, ": ", problem);
    if (many[i].lower != found.lower || many[i].upper != found.upper || many[i].side != found.side ||
        !is_same(many[i].closest, found.closest))
      return is_wrong("point ", i, ": another answer in a batch");
  }
  return is_right();
}

/// The first piece of the inner mesh whose first corner is inside.
std::optional<std::uint32_t> true_enclosed(const PlacedMesh& inner, const Topology& pieces, const InsideOracle& outer) {
  for (const std::uint32_t triangle : pieces.first_triangles)
    if (outer.where(inner[triangle][0]) == Side::inside) return triangle;
  return std::nullopt;
}

Outcome enclosed_of(Context& c, const std::optional<std::uint32_t>& found, const std::optional<std::uint32_t>& truth,
                    const char* which) {
  const auto shown = [](const std::optional<std::uint32_t>& piece) {
    return piece ? text("piece ", *piece) : std::string("nothing");
  };
  if (found == truth) return is_right();
  return is_wrong(which, ": ", shown(found), " is inside, true is ", shown(truth),
                  c.contacts().empty() ? "" : " (the surfaces meet)");
}

Outcome enclosed_row(Context& c, Random&) {
  if (!c.topology_a.is_closed() && !c.topology_b.is_closed()) return is_not_asked(not_closed);
  if (c.topology_b.is_closed()) {
    const auto found = enclosed(Pieces(c.a), c.given.at.a, Solid(c.b), c.given.at.b).triangle;
    if (const Outcome o = enclosed_of(c, found, true_enclosed(c.placed_a, c.topology_a, c.inside_b), "A in B"); o.kind)
      return o;
  }
  if (!c.topology_a.is_closed()) return is_right();
  const auto found = enclosed(Pieces(c.b), c.given.at.b, Solid(c.a), c.given.at.a).triangle;
  return enclosed_of(c, found, true_enclosed(c.placed_b, c.topology_b, c.inside_a), "B in A");
}

Point midpoint(const Point& p, const Point& q) { return {(p.x + q.x) * 0.5, (p.y + q.y) * 0.5, (p.z + q.z) * 0.5}; }

/// Of points between corners of both, one that is inside of both says yes. Where surfaces do not meet, a whole shell is
/// inside of the other solid or outside.
Outcome interiors_row(Context& c, Random& random) {
  if (!c.topology_a.is_closed() || !c.topology_b.is_closed()) return is_not_asked(not_closed);
  const Solid a(c.a), b(c.b);
  const InteriorsMeeting meeting = interiors_meet(a, c.given.at.a, b, c.given.at.b);
  const Answer found = meeting.answer;
  if (found == Answer::unknown) return is_wrong("unknown without a budget");
  if (interiors_meet(b, c.given.at.b, a, c.given.at.a).answer != found) return is_wrong("swapped it says otherwise");
  if (c.placed_a.size() == 0 || c.placed_b.size() == 0) return found == Answer::no ? is_right() : is_wrong("empty");
  const auto corner_of = [&](const PlacedMesh& mesh) { return mesh[random.below(mesh.size())][random.below(3)]; };
  const auto is_inside_both = [&](const Point& p) {
    return c.inside_a.where(p) == Side::inside && c.inside_b.where(p) == Side::inside;
  };
  bool yes = false;
  for (int i = 0; i < 12 && !yes; ++i) {
    const Point p = corner_of(random.chance(0.5) ? c.placed_a : c.placed_b), q = corner_of(c.placed_b);
    const Point r = corner_of(c.placed_a);
    yes = is_inside_both(midpoint(p, midpoint(q, r)));
  }
  if (yes && found == Answer::no) return is_wrong("a point is inside both");
  const auto middle_of = [&](const PlacedMesh& mesh) {
    const auto& t = mesh[random.below(mesh.size())];
    return midpoint(t[0], midpoint(t[1], t[2]));
  };
  for (int i = 0; i < 6; ++i) {
    const bool a_is_in_b = c.inside_b.where(middle_of(c.placed_a)) == Side::inside;
    const bool b_is_in_a = c.inside_a.where(middle_of(c.placed_b)) == Side::inside;
    if (found == Answer::no && ((a_is_in_b && !meeting.a_runs_into_b) || (b_is_in_a && !meeting.b_runs_into_a)))
      return is_wrong("a point of one surface is inside the other solid");
  }
  if (!c.contacts().empty() || found == Answer::no) return is_right();
  if (!true_enclosed(c.placed_a, c.topology_a, c.inside_b) && !true_enclosed(c.placed_b, c.topology_b, c.inside_a))
    return is_wrong("they do not touch, and none is inside the other");
  return is_right();
}

}  // namespace

std::vector<Row> solid_rows() {
  return {
      {"contains", "contains", contains_row},
      {"contains, holes", "contains", holes_row},
      {"contains, batch", "contains locate", contains_batch_row},
      {"contains, simd", "contains", contains_machines_row},
      {"winding_number", "winding_number", winding_row},
      {"signed_distance", "signed_distance", signed_row},
      {"enclosed", "enclosed", enclosed_row},
      {"interiors_meet", "interiors_meet", interiors_row},
  };
}

}  // namespace abut::property
