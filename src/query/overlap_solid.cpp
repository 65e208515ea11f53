#include "query/overlap_solid.h"

#include "leaf/point_distance.h"
#include "query/met_triangles.h"
#include <abut/error.h>

#include <algorithm>
#include <map>

namespace abut {

namespace {

using Data = OverlapSolid::Data;

/// Are the triangles of one shell around an edge wound against each other in turn? Then the winding number takes two
/// values there. No two of them lie on each other.
bool alternates(const Mesh& mesh, std::span<const Side> edge) {
  static constexpr Placement world = Placement::identity();
  const auto tip = [&](const Side& side) {
    for (const std::uint32_t corner : mesh.triangles[side.triangle])
      if (const Vec3& p = mesh.points[corner]; p != mesh.points[side.low] && p != mesh.points[side.high]) return &p;
    return &mesh.points[side.low];
  };
  const auto turn = [&](const Vec3* from, const Vec3* to) {
    return exact_orientation3d({&mesh.points[edge[0].low], &world}, {&mesh.points[edge[0].high], &world},
                               {from, &world}, {to, &world});
  };
  struct HalfPlane {
    const Vec3* tip;
    bool forward;
    int part;  // of a turn from the first one: 0 none, 1 less than half, 2 half, 3 more
  };
  std::vector<HalfPlane> around;
  for (const Side& side : edge) {
    const Vec3* here = tip(side);
    const int from_first = around.empty() ? 0 : turn(around[0].tip, here);
    around.push_back({here, side.forward, around.empty() ? 0 : from_first > 0 ? 1 : from_first == 0 ? 2 : 3});
  }
  std::sort(around.begin(), around.end(), [&](const HalfPlane& x, const HalfPlane& y) {
    return x.part != y.part ? x.part < y.part : turn(x.tip, y.tip) > 0;
  });
  for (std::size_t i = 0; i < around.size(); ++i)
    if (around[i].forward == around[(i + 1) % around.size()].forward) return false;
  return true;
}

/// Does the winding number take only two values around each edge of each shell? Edges with two triangles are wound
/// consistently. Where there are more, shells that share an edge do not cross and need not be compared.
bool all_edges_alternate(const Solid& solid, std::span<const Side> sides) {
  const Mesh& mesh = solid.model().mesh();
  const Shells& shells = solid.data().shells;
  const std::span<const TriangleForm> forms = solid.model().data().forms;
  bool all_do = true;
  for_each_edge(sides, [&](std::span<const Side> edge) {
    if (edge.size() <= 2 || !all_do) return;
    std::vector<Side> here(edge.begin(), edge.end());
    std::erase_if(here, [&](const Side& side) { return forms[side.triangle] != TriangleForm::triangle; });
    std::stable_sort(here.begin(), here.end(),
                     [&](const Side& x, const Side& y) { return shells.of[x.triangle] < shells.of[y.triangle]; });
    for (std::size_t first = 0, last; first < here.size(); first = last) {
      for (last = first; last < here.size() && shells.of[here[last].triangle] == shells.of[here[first].triangle];)
        ++last;
      if (last - first > 2) all_do = all_do && alternates(mesh, std::span(here).subspan(first, last - first));
    }
  });
  return all_do;
}

/// Does the surface take only two values of the winding number, side by side, wherever it is? Not if a shell is not
/// wound consistently, touches itself beyond common corners and sides, or passes through itself at a side, nor if
/// shells cross.
bool is_clean(const Solid& solid, std::span<const Side> sides) {
  const Solid::Data& data = solid.data();
  const ProperSurface& surface = data.proper_surface();
  if (surface.is_proper) return true;
  const Shells& shells = data.shells;
  const std::span<const TriangleForm> forms = solid.model().data().forms;
  for (const char oriented : shells.oriented)
    if (!oriented) return false;
  for (std::uint32_t shell = 0; shell < shells.count(); ++shell)
    if (data.groups[shell] != shell) return false;
  for (const auto& [a, b] : surface.contacts)
    if (shells.of[a] == shells.of[b] && forms[a] == TriangleForm::triangle && forms[b] == TriangleForm::triangle)
      return false;
  return all_edges_alternate(solid, sides);
}

/// Says which shells are to be turned, so that the winding number is 1 inside the solid and 0 outside. No shell crosses
/// or touches itself, and none crosses another.
//
// A ray from an inner point of one of the shell's triangles tells, leaving that triangle out, how often each shell
// winds around the points beside it on the ray's side. The shell itself winds around one side of its triangle alone;
// the others wind around all of the shell or nothing of it, unless the point is on them: then another point is taken.
class Turning {
 public:
  explicit Turning(const Solid& solid)
      : mesh_(solid.model().mesh()),
        geometry_(solid.model().data().leaf_geometry()),
        shells_(solid.data().shells),
        met_(solid.model()) {}

  /// Is the triangle's shell to be turned? Nothing when the point on it is on another shell.
  std::optional<bool> turns(std::uint32_t triangle) const {
    const auto corners = mesh_.corners(triangle);
    const LonePoint weights({0.25, 0.25, 0.5});
    const Placement between{Matrix3::from_columns(corners[0], corners[1], corners[2]), {}};
    RayCrossingTest test(geometry_, world, weights.geometry(), between);
    std::map<std::uint32_t, int> winding;  // by shell
    for (const std::uint32_t other : met_.by_ray(between * Vec3{0.25, 0.25, 0.5})) {
      if (other == triangle || geometry_.forms[other] != TriangleForm::triangle) continue;
      const Crossing crossing = test.cross(other, AxisRay{});
      if (crossing == Crossing::starts_on) return std::nullopt;
      if (crossing != Crossing::none) winding[shells_.of[other]] += crossing == Crossing::through_back ? 1 : -1;
    }
    const std::uint32_t shell = shells_.of[triangle];
    int around = 0;
    for (const auto& [other, winds] : winding) around += other != shell && winds != 0;
    const bool is_outward = winding[shell] == (leaves_in_front(corners) ? 0 : 1);
    return is_outward != (around % 2 == 0);
  }

 private:
  static bool leaves_in_front(const std::array<Vec3, 3>& corners) {
    const auto point = [&](int i) { return PlacedPoint{&corners[i], &world}; };
    for (int axis = 0; axis < 3; ++axis)
      if (const int sign = exact_orientation2d(point(0), point(1), point(2), axis); sign != 0) return sign > 0;
    return false;
  }

  static constexpr Placement world = Placement::identity();
  const Mesh& mesh_;
  const LeafGeometry geometry_;
  const Shells& shells_;
  MetTriangles met_;
};

/// Faces as the mesh has them, their corners welded, sides numbered.
void add_faces(Data& data, std::span<const Side> sides) {
  const Mesh& mesh = data.solid.model().mesh();
  const std::span<const TriangleForm> forms = data.solid.model().data().forms;
  data.face_of_triangle.assign(mesh.triangles.size(), Data::none);
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
    if (forms[i] == TriangleForm::triangle) data.face_of_triangle[i] = count++;
  data.faces.resize(count);
  for_each_edge(sides, [&](std::span<const Side> edge) {
    std::uint32_t owner = Data::none;
    const auto number = static_cast<std::uint32_t>(data.side_owners.size());
    for (const Side& side : edge) {
      const std::uint32_t face = data.face_of_triangle[side.triangle];
      if (face == Data::none) continue;
      owner = std::min(owner, face);
      const std::uint32_t from = side.forward ? side.low : side.high;
      const Triangle& t = mesh.triangles[side.triangle];
      const int i = mesh.points[t[0]] == mesh.points[from] ? 0 : mesh.points[t[1]] == mesh.points[from] ? 1 : 2;
      Data::Face& here = data.faces[face];
      here.corners[i] = from, here.sides[i] = number, here.forward[i] = side.forward;
    }
    if (owner != Data::none) data.side_owners.push_back(owner);
  });
}

/// False when a shell lies on others wherever it was looked at.
bool turn_faces(Data& data) {
  constexpr int most_tries = 64;
  const Shells& shells = data.solid.data().shells;
  const Turning turning(data.solid);
  std::vector<std::optional<bool>> is_turned(shells.count());
  std::vector<int> tries(shells.count());
  for (std::uint32_t i = 0; i < shells.of.size(); ++i) {
    const std::uint32_t shell = shells.of[i];
    if (data.face_of_triangle[i] == Data::none || is_turned[shell] || ++tries[shell] > most_tries) continue;
    is_turned[shell] = turning.turns(i);
  }
  for (std::uint32_t i = 0; i < shells.of.size(); ++i) {
    if (data.face_of_triangle[i] == Data::none) continue;
    if (!is_turned[shells.of[i]]) return false;
    if (*is_turned[shells.of[i]]) {
      Data::Face& face = data.faces[data.face_of_triangle[i]];
      face = face.turned_over();
    }
  }
  return true;
}

/// Each side at both of its corners: those of a corner follow each other.
struct Ways {
  std::vector<std::uint32_t> first;  ///< by corner, and one more
  std::vector<Data::Step> all;

  explicit Ways(const Data& data) : first(data.solid.model().mesh().points.size() + 2) {
    // Counted two places ahead, so that what is filled in moves the beginnings to where they belong.
    for_each(data, [&](const Data::Step& way) { ++first[way.from + 2]; });
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    all.resize(first.back());
    for_each(data, [&](const Data::Step& way) { all[first[way.from + 1]++] = way; });
  }

  template <class Visit>
  static void for_each(const Data& data, const Visit& visit) {
    for (std::uint32_t face = 0; face < data.faces.size(); ++face)
      for (int i = 0; i < 3; ++i) {
        const std::uint32_t side = data.faces[face].sides[i];
        if (data.side_owners[side] != face) continue;
        const std::uint32_t from = data.faces[face].corners[i], to = data.faces[face].corners[i == 2 ? 0 : i + 1];
        visit(Data::Step{from, to, side}), visit(Data::Step{to, from, side});
      }
  }
};

void add_steps(Data& data) {
  const Ways ways(data);
  std::vector<bool> is_reached(ways.first.size());
  const auto reach = [&](const Data::Step& step) {
    if (is_reached[step.to]) return;
    is_reached[step.to] = true;
    data.steps.push_back(step);
  };
  for (const Data::Face& face : data.faces) {
    std::size_t next = data.steps.size();
    reach({Data::none, face.corners[0], Data::none});
    for (; next < data.steps.size(); ++next) {
      const std::uint32_t at = data.steps[next].to;
      for (std::uint32_t i = ways.first[at]; i < ways.first[at + 1]; ++i) reach(ways.all[i]);
    }
  }
}

}  // namespace

OverlapSolid::Data::Data(Solid&& s) : solid(std::move(s)) {
  if (!solid.closedness().is_closed())
    throw Error("the mesh is " + solid.closedness().report() + ". The overlap of solids with holes is not known.");
  const std::vector<Side> sides = sorted_sides(solid.model().mesh());
  is_clean = abut::is_clean(solid, sides);
  if (!is_clean) return;
  add_faces(*this, sides);
  is_clean = turn_faces(*this);
  add_steps(*this);
}

OverlapSolid::OverlapSolid(Solid solid) : data_(new Data(std::move(solid))) {}

const Solid& OverlapSolid::solid() const { return data_->solid; }
bool OverlapSolid::is_clean() const { return data_->is_clean; }

}  // namespace abut
