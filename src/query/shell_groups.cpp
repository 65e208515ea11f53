#include "query/shell_groups.h"

#include "leaf/triangle_pair.h"
#include "query/met_triangles.h"
#include "query/model_data.h"
#include "query/shell_meeting.h"
#include <abut/collide.h>

#include <map>
#include <numeric>
#include <set>

namespace abut {

namespace {

// How crossing is decided. Surfaces whose triangles pass through each other somewhere are on both sides of each other
// there. Otherwise let A's surface have points of both parities with respect to B, and walk on it from one of these to
// the other. A shell hangs together through edges, so the way can avoid any finite number of points: corners, isolated
// points of contact, places where sides cross. The parity changes only where the way comes upon B and where it leaves B
// again; no triangles pass through each other there, so each of the two places is on a side of A or of B that lies in a
// triangle, or along a side, of the other shell. Around an inner point of such a side both surfaces are half-planes
// that meet in its line, and those of A that are not in B tell on which side of B the way came, or went on. The
// surroundings are the same along each piece of the side between two cuts, where other triangles of the two shells
// begin, end or cross. So one point of each piece shows every side of B that A is on.

class Grouping {
 public:
  Grouping(const Model& model, const Shells& shells)
      : model_(model),
        mesh_(model.mesh()),
        forms_(model.data().leaf_geometry().forms),
        shells_(shells),
        met_(model),
        boxes_(shells.count()),
        triangles_(shells.count()),
        parent_(shells.count()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
      if (!is_triangle(i)) continue;
      triangles_[shells.of[i]].push_back(i);
      const Bounds box = bounds_of(mesh_.corners(i));
      Bounds& whole = boxes_[shells.of[i]];
      whole = {min(whole.low, box.low), max(whole.high, box.high)};
    }
  }

  std::vector<std::uint32_t> run(std::span<const Side> sides) {
    look_at_common_edges(sides);
    SelfOptions options;
    // Triangles without an area lie on sides of others.
    options.consider = [this](std::uint32_t a, std::uint32_t b) {
      return is_triangle(a) && is_triangle(b) && may_cross(shells_.of[a], shells_.of[b]);
    };
    self_contacts(model_, options, [this](const Contact& contact) {
      if (may_cross(shells_.of[contact.a], shells_.of[contact.b])) look_at(contact.a, contact.b);
      return Flow::go_on;
    });
    // Surfaces that met and showed nothing of themselves beside the other are the same.
    for (const auto& [pair, seen] : seen_)
      if (seen.of_a == 0 && seen.of_b == 0) join(pair.first, pair.second);
    std::vector<std::uint32_t> groups(parent_.size());
    for (std::uint32_t shell = 0; shell < groups.size(); ++shell) groups[shell] = root_of(shell);
    return groups;
  }

 private:
  /// On which sides of the other shell each of two was seen: bits as of Fan::sides_in.
  struct Seen {
    int of_a = 0, of_b = 0;
  };

  bool is_triangle(std::uint32_t i) const {
    return shells_.of[i] != Shells::none && forms_[i] == TriangleForm::triangle;
  }
  std::uint32_t root_of(std::uint32_t shell) {
    while (parent_[shell] != shell) shell = parent_[shell] = parent_[parent_[shell]];
    return shell;
  }
  bool are_together(std::uint32_t a, std::uint32_t b) { return root_of(a) == root_of(b); }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root_of(a), b = root_of(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  /// Worth a look? Not what is in one group already, nor shells with a plane between them: one along their boxes, or
  /// one that is_between() found.
  bool may_cross(std::uint32_t a, std::uint32_t b) {
    if (are_together(a, b)) return false;
    for (int axis = 0; axis < 3; ++axis)
      if (boxes_[a].high[axis] <= boxes_[b].low[axis] || boxes_[b].high[axis] <= boxes_[a].low[axis]) return false;
    return !apart_.contains(std::minmax(a, b));
  }

  /// Is the other shell all on one side of the triangle's plane, or on it, and the triangle's own on the other side?
  bool is_between(std::uint32_t triangle, std::uint32_t other) const {
    // 2: on both sides, or not where it is wanted.
    const auto side_of_shell = [&](std::uint32_t shell, int wanted) {
      for (const std::uint32_t i : triangles_[shell])
        for (const std::uint32_t corner : mesh_.triangles[i]) {
          const int side = side_of_triangle(mesh_, triangle, mesh_.points[corner]);
          if (side == 0 || side == wanted) continue;
          if (wanted != 0) return 2;
          wanted = side;
        }
      return wanted;
    };
    const int side = side_of_shell(other, 0);
    return side != 2 && side_of_shell(shells_.of[triangle], -side) != 2;
  }

  /// Triangles that have a side in common and meet nowhere else are not in contact, so these are looked for here.
  void look_at_common_edges(std::span<const Side> sides) {
    for_each_edge(sides, [&](std::span<const Side> edge) {
      std::vector<std::uint32_t> shells;
      for (const Side& side : edge)
        if (edge.size() > 2) shells.push_back(shells_.of[side.triangle]);
      std::sort(shells.begin(), shells.end());
      shells.erase(std::unique(shells.begin(), shells.end()), shells.end());
      if (shells.size() < 2) return;
      const Vec3 &from = mesh_.points[edge[0].low], &to = mesh_.points[edge[0].high];
      for (std::size_t i = 0; i < shells.size(); ++i)
        for (std::size_t j = i + 1; j < shells.size(); ++j)
          if (may_cross(shells[i], shells[j])) look_along(from, to, {}, shells[i], shells[j]);
    });
  }

  void look_at(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t of_a = shells_.of[a], of_b = shells_.of[b];
    if (pass_through(mesh_, a, b)) return join(of_a, of_b);
    // Bodies that lie on each other mostly do so along a plane. Asked once of each pair, and of small ones only: many
    // bodies may lie on a large one, and what is not asked here is found out side by side.
    constexpr std::size_t most_triangles = 512;
    const bool are_small = triangles_[of_a].size() + triangles_[of_b].size() <= most_triangles;
    if (are_small && asked_.insert(std::minmax(of_a, of_b)).second && (is_between(a, of_b) || is_between(b, of_a))) {
      apart_.insert(std::minmax(of_a, of_b));
      return;
    }
    look_at_sides(a, b);
    look_at_sides(b, a);
  }

  /// The sides of one triangle that lie in the other.
  void look_at_sides(std::uint32_t triangle, std::uint32_t other) {
    const std::uint32_t a = shells_.of[triangle], b = shells_.of[other];
    const auto corners = mesh_.corners(triangle);
    std::array<bool, 3> is_in_plane{};
    for (int i = 0; i < 3; ++i) is_in_plane[i] = side_of_triangle(mesh_, other, corners[i]) == 0;
    for (int i = 0; i < 3; ++i) {
      const int next = (i + 1) % 3;
      if (!is_in_plane[i] || !is_in_plane[next] || are_together(a, b)) continue;
      if (const auto overlap = overlap_in_plane(corners[i], corners[next], mesh_, other))
        look_along(corners[i], corners[next], *overlap, std::min(a, b), std::max(a, b));
    }
  }

  /// Looks at a point of each piece of the overlap. Pieces too short for a double between their ends are left out.
  void look_along(const Vec3& from, const Vec3& to, const CommonPart& overlap, std::uint32_t a, std::uint32_t b) {
    std::vector<double> cuts{overlap.first, overlap.last};
    for (const std::uint32_t triangle : met_.by_segment(from, to)) {
      if (!is_triangle(triangle) || (shells_.of[triangle] != a && shells_.of[triangle] != b)) continue;
      for (const double cut : cuts_of_line(from, to, mesh_, triangle))
        if (cut > overlap.first && cut < overlap.last) cuts.push_back(cut);
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size() && !are_together(a, b); ++i) {
      const double t = cuts[i - 1] + (cuts[i] - cuts[i - 1]) * 0.5;
      if (!(cuts[i - 1] < t && t < cuts[i])) continue;
      // Counted from the nearer end, where numbers are denser.
      if (t <= 0.5)
        look_around(LinePoint(from, to, t), a, b);
      else
        look_around(LinePoint(to, from, 1 - t), a, b);
    }
  }

  /// Nothing is to be seen at a cut, where rounding may have put the point.
  void look_around(const LinePoint& point, std::uint32_t a, std::uint32_t b) {
    Fan of_a, of_b;
    for (const std::uint32_t triangle : met_.by_ray(point.rounded())) {
      if (!is_triangle(triangle) || (shells_.of[triangle] != a && shells_.of[triangle] != b)) continue;
      if (!(shells_.of[triangle] == a ? of_a : of_b).add(point, mesh_, triangle)) return;
    }
    Seen& seen = seen_[{a, b}];
    seen.of_a |= of_a.sides_in(point, of_b);
    seen.of_b |= of_b.sides_in(point, of_a);
    if (seen.of_a == 3 || seen.of_b == 3) join(a, b);
  }

  const Model& model_;
  const Mesh& mesh_;
  std::span<const TriangleForm> forms_;
  const Shells& shells_;
  MetTriangles met_;
  std::vector<Bounds> boxes_;                          // of each shell
  std::vector<std::vector<std::uint32_t>> triangles_;  // of each shell, those with an area
  std::vector<std::uint32_t> parent_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> asked_, apart_;  // pairs, the smaller one first
  std::map<std::pair<std::uint32_t, std::uint32_t>, Seen> seen_;
};

}  // namespace

std::vector<std::uint32_t> groups_of(const Model& model, const Shells& shells, std::span<const Side> sides) {
  if (shells.count() < 2) return std::vector<std::uint32_t>(shells.count());
  return Grouping(model, shells).run(sides);
}

}  // namespace abut
