#pragma once

#include "query/met_triangles.h"
#include "query/solid_search.h"
#include "query/spot_signs.h"

#include <set>
#include <tuple>

namespace abut {

/// Looks for points that are inside two placed solids around lines of their surfaces, whatever these surfaces are like:
/// shells may cross and touch each other and themselves. Exact, and slower than LocalOverlap.
class AroundLines {
 public:
  using Of = PlacedSigns::Of;

  /// Solids are closed; all outlive the search.
  AroundLines(PlacedSigns& signs, const Solid::Data& a, const Solid::Data& b);

  /// Are there points inside both next to inner points of lines that the two triangles share, or of the rim of an area
  /// that they share? They are of one solid or of both. Looks at the whole line in which one of them meets the plane of
  /// the other, and at whole sides. False when either is a segment or a point.
  bool overlap_where_they_meet(Of of_first, std::uint32_t first, Of of_second, std::uint32_t second);
  /// The same along the side of a triangle from corner i on. False when it was looked at before.
  bool overlap_along_side(Of of, std::uint32_t triangle, int i);

  bool is_triangle(Of of, std::uint32_t triangle) const;
  /// What was seen so far of surfaces without an inside; see InteriorsMeeting.
  struct Sheets {
    bool a_runs_into_b = false, b_runs_into_a = false, cross = false;
  };
  const Sheets& sheets() const { return sheets_; }
  /// Looks whether a triangle that is a segment runs into the other solid.
  void look_along_segment(Of of, std::uint32_t triangle);
  /// How many triangles were looked at.
  std::uint64_t triangle_tests() const { return triangle_tests_; }

 private:
  using Corners = std::array<Spot, 3>;
  using Crossings = Solid::Data::ShellCrossings;
  struct Body {
    const Solid::Data& solid;
    MetTriangles met;
    Bounds box;  // around the model, where filters see it
  };
  /// A part of a surface that begins at the line.
  struct HalfPlane {
    Of of;
    std::uint32_t shell;
    int way;  // what is crossed when the eye turns left past it, as in ShellCrossings
    Spot tip;
    bool comes_first;  // counted from the ray, the line pointing at the eye: before half a turn?
  };
  /// What surrounds a point of a line: the crossings of a ray from there along the first axis, and half-planes.
  struct Surroundings {
    Crossings of_a, of_b;
    std::vector<HalfPlane> half_planes;
    Crossings& of(Of which) { return which == Of::a ? of_a : of_b; }
  };

  const Body& body(Of of) const { return of == Of::a ? a_ : b_; }
  Corners corners(Of of, std::uint32_t triangle) const;
  Vec3 world(const Spot& spot) const { return spot.seen.near + shift_; }
  std::vector<Fraction> cuts(const SpotLine& line);
  void add_cuts(const Corners& t, const SpotLine& line, std::vector<Fraction>& into);
  bool overlap_along(const SpotLine& line);
  /// Calls look(point) between any two cuts next to each other until it says true, and says whether it did.
  template <class Look>
  bool for_each_part(const SpotLine& line, const Look& look);
  Body body_of(Of of, const Solid::Data& solid, double error) const;
  bool overlap_around(const SpotLine& line, const Spot& point);
  void add(Of of, std::uint32_t triangle, const SpotLine& line, const Spot& point, Surroundings& around);
  void add_in_plane(Of of, std::uint32_t triangle, const SpotLine& line, const Spot& point, Surroundings& around);
  Surroundings surroundings(const SpotLine& line, const Spot& point);
  bool have_common_sector(const SpotLine& line, Surroundings& around);
  bool is_inside(Of of, Crossings& crossings) const { return body(of).solid.is_inside(crossings); }
  bool& runs_in(Of of) { return of == Of::a ? sheets_.a_runs_into_b : sheets_.b_runs_into_a; }

  PlacedSigns& placed_;
  SpotSigns signs_;
  Vec3 shift_;  // the signs' origin, rounded
  Body a_, b_;
  std::set<std::tuple<Of, std::array<double, 3>, std::array<double, 3>>> known_sides_;
  Sheets sheets_;
  std::uint64_t triangle_tests_ = 0;
};

}  // namespace abut
