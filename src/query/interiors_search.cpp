#include "query/interiors_search.h"

#include "query/around_lines.h"
#include "query/farthest_point.h"
#include "query/local_overlap.h"
#include <abut/collide.h>

namespace abut {

namespace {

// Why this decides it. If the interiors share a point, they share an open set, and somewhere an inner point f of a
// triangle is on its rim, with both insides on one side of the triangle. Let S be the shell of the triangle, of A, say.
//
// Solids with proper surfaces (see ProperSurface), on which the inside of A is on the same side all over S:
// - f is on both surfaces. Then coplanar triangles share an area around f, with their insides on the same side.
// - f is on the surface of A alone, in B's interior. Walk from f over S, past corners and single points of contact, of
//   which there are finitely many. Either the way leads to a line that both surfaces share, a piece of which two
//   triangles have in common. Before it the way is in B's interior, so there the insides overlap next to the line. Or
//   it never does, and all of S, but for single points, is in B's interior.
// So LocalOverlap finds it at a pair of triangles in contact, or a shell that shares no line with the other surface has
// a corner in the other's interior or, if all of its corners touch the other surface, a point of a side has.
//
// Other solids: a triangle may have an inside on both sides, where shells of one group cross, or on none, in a hole
// made of several. Walk from f over S to a point of a side of S. What is on both sides of S, of A and of B, changes on
// the way only at lines in which S meets itself, other shells of A, or B: triangles in contact, and edges with more
// than two triangles. If all that surrounds such lines is looked at, and what surrounds one side of each shell, then
// where it first changes, or at the end, a sector is seen that is inside both. Lines without a point in the other
// solid's box need no look.
//
// A part of A's surface without an inside that is in B's interior is found the same way, if the answer is no: on a walk
// over its shell it is first left at a line that it shares with B's surface, of which a pair of triangles in contact
// has a piece, or never, and then the side that is looked at of each shell is in B's interior. Only improper surfaces
// have such parts. Triangles that are segments or points are looked at one by one.

using Of = PlacedSigns::Of;

class Search {
 public:
  Search(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b, const InteriorsOptions& options)
      : a_(a, at_a),
        b_(b, at_b),
        options_(options),
        watch_(options.budget),
        signs_(a.model().data(), at_a, b.model().data(), at_b) {}

  InteriorsMeeting run() {
    look_at_contacts();
    if (!are_parted_) look_beyond_contacts();
    if (around_ && result_.answer == Answer::no) {
      result_.a_runs_into_b = result_.a_runs_into_b || around_->sheets().a_runs_into_b;
      result_.b_runs_into_a = result_.b_runs_into_a || around_->sheets().b_runs_into_a;
      result_.sheets_cross = around_->sheets().cross;
    }
    result_.counters.exact_tests += signs_.exact_tests();
    if (around_) result_.counters.triangle_tests += around_->triangle_tests();
    if (!result_.complete) result_.answer = Answer::unknown;
    return result_;
  }

 private:
  struct Body {
    Body(const Solid& s, const Placement& where)
        : solid(s), at(where), is_settled(s.data().shells.count()), unsettled(is_settled.size()) {}

    const Solid& solid;
    const Placement& at;
    std::vector<char> is_settled;  // for each shell: is it known that no more is to be found on it?
    std::size_t unsettled;         // how many are not
    bool is_in_doubt = false;      // are there shells that may reach the other's interior, and is the surface improper?

    const Solid::Data& data() const { return solid.data(); }
    void settle(std::uint32_t triangle) {
      char& shell = is_settled[data().shells.of[triangle]];
      unsettled -= shell == 0;
      shell = 1;
    }
  };
  Body& body(Of of) { return of == Of::a ? a_ : b_; }
  bool is_over() const { return !result_.complete || result_.answer == Answer::yes; }

  void look_at_budget() {
    const std::uint64_t tests = around_ ? around_->triangle_tests() : 0;
    watch_.spend({0, tests - spent_tests_, 0});
    spent_tests_ = tests;
    if (result_.answer == Answer::no && watch_.is_over_now()) result_.complete = false;
  }

  AroundLines& around() {
    if (!around_) around_.emplace(signs_, a_.data(), b_.data());
    return *around_;
  }

  void found(std::optional<std::uint32_t> triangle_a, std::optional<std::uint32_t> triangle_b) {
    result_.answer = Answer::yes;
    result_.triangle_a = triangle_a, result_.triangle_b = triangle_b;
  }
  void found(Of of, std::uint32_t triangle) {
    if (of == Of::a)
      found(triangle, {});
    else
      found({}, triangle);
  }

  void look_beyond_contacts() {
    for (const Of of : {Of::a, Of::b}) look_at_shells(of);
    for (const Of of : {Of::a, Of::b})
      if (body(of).is_in_doubt) look_within(of);
    for (const Of of : {Of::a, Of::b}) look_at_segments(of);
  }

  /// Triangles without an area are in no shell.
  void look_at_segments(Of of) {
    const Body &own = body(of), &other = body(of == Of::a ? Of::b : Of::a);
    const std::span<const TriangleForm> forms = own.solid.model().data().leaf_geometry().forms;
    bool& runs_in = of == Of::a ? result_.a_runs_into_b : result_.b_runs_into_a;
    for (const std::uint32_t i : own.data().without_area) {
      if (is_over() || runs_in) return;
      if (forms[i] != TriangleForm::point) {
        around().look_along_segment(of, i);
      } else {
        const Mesh& mesh = own.solid.model().mesh();
        const Located located =
            SolidSearch(other.solid, other.at, options_.simd).where(mesh.points[mesh.triangles[i][0]], own.at, watch_);
        result_.counters += located.counters;
        runs_in = located.side == Containment::inside;
      }
      look_at_budget();
    }
  }

  void look_at_contacts() {
    CollideOptions options;
    options.budget = options_.budget;
    options.simd = options_.simd;
    std::optional<LocalOverlap> local;
    const auto look = [&](const Contact& contact) {
      if (contacts_seen_++ < most_planes && is_in_plane_between(contact)) {
        are_parted_ = true;
        return Flow::stop;
      }
      if (!has_touched_) {
        has_touched_ = true;
        are_proper_ = a_.data().proper_surface().is_proper && b_.data().proper_surface().is_proper;
        a_.is_in_doubt = !a_.data().proper_surface().is_proper;
        b_.is_in_doubt = !b_.data().proper_surface().is_proper;
        local.emplace(signs_, ProperShells{a_.data().shells, a_.data().proper_surface()},
                      ProperShells{b_.data().shells, b_.data().proper_surface()});
      }
      if (are_proper_)
        look_at(contact, *local);
      else if (around().overlap_where_they_meet(Of::a, contact.a, Of::b, contact.b))
        found(contact.a, contact.b);
      look_at_budget();
      return is_over() ? Flow::stop : Flow::go_on;
    };
    const CollideSummary summary = collide(a_.solid.model(), a_.at, b_.solid.model(), b_.at, options, look);
    result_.counters += summary.counters;
    if (!summary.complete && result_.answer == Answer::no && !are_parted_) result_.complete = false;
    watch_.spend(summary.counters);
  }

  /// Is one solid all on one side of the plane of a triangle in contact, or in it, and the other on the other side? So
  /// mates mostly stand, and it costs far less than a look at all of their contacts.
  bool is_in_plane_between(const Contact& contact) {
    return is_plane_between(Of::a, contact.a) || is_plane_between(Of::b, contact.b);
  }
  bool is_plane_between(Of of, std::uint32_t triangle) {
    if (body(of).solid.model().data().leaf_geometry().forms[triangle] != TriangleForm::triangle) return false;
    const SeenTriangle plane = signs_.triangle(of, triangle);
    if (have_extremes_on_one_side(plane)) return false;
    const int side = side_of_plane(plane, of == Of::a ? Of::b : Of::a, 0);
    return side != on_both_sides && side_of_plane(plane, of, -side) != on_both_sides;
  }
  /// Is a point of A on the same side as one of B? Asked of a few, then of those that are farthest from the plane, as
  /// mostly tells; to find these takes as long as to ask of a hundred others.
  bool have_extremes_on_one_side(const SeenTriangle& plane) {
    std::array<bool, 2> in_front{}, behind{};
    const auto look = [&](Of of, std::uint32_t point) {
      const int side = signs_.orientation3d(plane[0], plane[1], plane[2], signs_.point(of, point));
      (side > 0 ? in_front : behind)[of == Of::a ? 0 : 1] |= side != 0;
      return (in_front[0] && in_front[1]) || (behind[0] && behind[1]);
    };
    constexpr std::uint32_t few = 4;
    for (std::uint32_t i = 0; i < few; ++i)
      for (const Of of : {Of::a, Of::b})
        if (look(of, static_cast<std::uint32_t>(std::uint64_t{i} * points_of(of) / few))) return true;
    const Vec3 across = cross(plane[1].near - plane[0].near, plane[2].near - plane[0].near);
    for (const Of of : {Of::a, Of::b}) {
      const FarthestCorner farthest(body(of).solid.model(), body(of).at);
      for (const Vec3& way : {across, -across})
        if (look(of, farthest.index_along(way))) return true;
    }
    return false;
  }
  std::uint32_t points_of(Of of) {
    return static_cast<std::uint32_t>(body(of).solid.model().data().mesh.points().size());
  }
  /// On which side all points of a solid are that are not in the plane; `wanted`, unless that is 0, or on_both_sides.
  static constexpr int on_both_sides = 2;
  int side_of_plane(const SeenTriangle& plane, Of of, int wanted) {
    const std::uint32_t points = points_of(of);
    for (std::uint32_t i = 0; i < points; ++i) {
      const int side = signs_.orientation3d(plane[0], plane[1], plane[2], signs_.point(of, i));
      if (side != 0 && wanted != 0 && side != wanted) return on_both_sides;
      if (side != 0) wanted = side;
    }
    return wanted;
  }

  void look_at(const Contact& contact, LocalOverlap& local) {
    const Meeting meeting = local.at(contact.a, contact.b);
    if (meeting == Meeting::points) return;
    a_.settle(contact.a), b_.settle(contact.b);
    if (meeting == Meeting::overlap) found(contact.a, contact.b);
  }

  /// Where a surface meets itself.
  void look_within(Of of) {
    const ProperSurface& surface = body(of).data().proper_surface();
    for (const Contact& contact : surface.contacts) {
      if (is_over()) return;
      if (around().overlap_where_they_meet(of, contact.a, of, contact.b)) found(of, contact.a);
      look_at_budget();
    }
    for (const auto& [triangle, number] : surface.seams) {
      if (is_over()) return;
      if (around().overlap_along_side(of, triangle, number)) found(of, triangle);
      look_at_budget();
    }
  }

  void look_at_shells(Of of) {
    if (is_over()) return;
    if (!has_touched_ || are_proper_) look_at_corners(of);
    const Shells& shells = body(of).data().shells;
    for (std::uint32_t i = 0; i < shells.of.size() && body(of).unsettled > 0 && !is_over(); ++i) {
      if (shells.of[i] == Shells::none || body(of).is_settled[shells.of[i]] || !around().is_triangle(of, i)) continue;
      if (around().overlap_along_side(of, i, 0)) found(of, i);
      body(of).settle(i);
      look_at_budget();
    }
  }

  /// Asks where a corner is of each shell that shares no line with the other surface.
  void look_at_corners(Of of) {
    Body &own = body(of), &other = body(of == Of::a ? Of::b : Of::a);
    const Mesh& mesh = own.solid.model().mesh();
    const Shells& shells = own.data().shells;
    const SolidSearch search(other.solid, other.at, options_.simd);
    const auto needs_a_look = [&](std::uint32_t i) {
      return !is_over() && shells.of[i] != Shells::none && !own.is_settled[shells.of[i]];
    };
    for (std::uint32_t i = 0; i < mesh.triangles.size() && own.unsettled > 0 && !own.is_in_doubt; ++i)
      for (int k = 0; k < 3 && needs_a_look(i); ++k) {
        const Located located = search.where(mesh.points[mesh.triangles[i][k]], own.at, watch_);
        watch_.spend(located.counters);
        result_.counters += located.counters;
        if (located.side == Containment::unknown) result_.complete = false;
        if (located.side == Containment::outside) own.settle(i);
        if (located.side != Containment::inside) continue;
        if (own.data().proper_surface().is_proper) return found(of, i);
        own.is_in_doubt = true;
        break;
      }
  }

  Body a_, b_;
  const InteriorsOptions& options_;
  BudgetWatch watch_;
  PlacedSigns signs_;
  std::optional<AroundLines> around_;
  InteriorsMeeting result_;
  static constexpr int most_planes = 4;  // that are tried
  int contacts_seen_ = 0;
  bool has_touched_ = false, are_proper_ = false;
  bool are_parted_ = false;  // by a plane
  std::uint64_t spent_tests_ = 0;
};

}  // namespace

InteriorsMeeting search_interiors(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                                  const InteriorsOptions& options) {
  return Search(a, at_a, b, at_b, options).run();
}

}  // namespace abut
