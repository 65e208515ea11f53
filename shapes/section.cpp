#include "shapes/section.h"

#include "shapes/building.h"
#include "shapes/plan.h"
#include <abut/error.h>

#include <algorithm>
#include <map>

namespace abut::shapes {

namespace {

/// A side of the mesh that the plane cuts, by its two points in ascending order.
using Side = std::pair<std::uint32_t, std::uint32_t>;

/// Points where the plane cuts the mesh, and the way from each to the next along the cap's border.
struct Cut {
  const Mesh& mesh;
  int axis;
  double at;
  Mesh kept;
  std::map<Side, Vec3> points;
  std::map<Side, Side> next;

  bool is_kept(std::uint32_t point) const { return mesh.points[point][axis] > at; }

  Side crossed(std::uint32_t a, std::uint32_t b) {
    const Side side = std::minmax(a, b);
    const Vec3 &p = mesh.points[side.first], &q = mesh.points[side.second];
    const double t = (at - p[axis]) / (q[axis] - p[axis]);
    Vec3 point = p + (q - p) * t;
    for (int k = 0; k < 3; ++k) point[k] = on_grid(point[k]);
    point[axis] = at;
    points[side] = point;
    return side;
  }

  void add(const Triangle& t) {
    std::vector<Vec3> polygon;
    Side leaving, entering;
    bool is_cut = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (is_kept(a)) polygon.push_back(mesh.points[a]);
      if (is_kept(a) == is_kept(b)) continue;
      is_cut = true;
      (is_kept(a) ? leaving : entering) = crossed(a, b);
      polygon.push_back(points.at(std::minmax(a, b)));
    }
    // The surface runs from where it leaves to where it enters again; the cap's border runs the other way.
    if (is_cut) next[entering] = leaving;
    add_polygon(polygon);
  }

  void add_polygon(const std::vector<Vec3>& polygon) {
    std::vector<std::uint32_t> corners;
    for (const Vec3& p : polygon) {
      corners.push_back(static_cast<std::uint32_t>(kept.points.size()));
      kept.points.push_back(p);
    }
    if (!corners.empty()) kept.add_polygon(corners);
  }

  /// The borders of the caps, counterclockwise in the plane of the next two axes.
  std::vector<Loop> borders() {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::vector<Loop> loops;
    while (!next.empty()) {
      Loop loop;
      const Side start = next.begin()->first;
      Side side = start;
      do {
        const auto step = next.find(side);
        if (step == next.end()) throw Error("only a closed mesh can be cut away.");
        const Vec3& p = points.at(side);
        if (loop.empty() || loop.back() != PlanPoint{p[u], p[v]}) loop.push_back({p[u], p[v]});
        side = step->second;
        next.erase(step);
      } while (side != start);
      if (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
      if (turning(loop) < 0) std::reverse(loop.begin(), loop.end());
      if (turning(loop) > 0) loops.push_back(std::move(loop));
    }
    return loops;
  }
};

}  // namespace

Mesh cut_away(const Mesh& mesh, int axis, double at) {
  Cut cut{.mesh = mesh, .axis = axis, .at = on_grid(at), .kept = {}, .points = {}, .next = {}};
  for (const Vec3& p : mesh.points)
    if (p[axis] == cut.at) throw Error("a mesh cannot be cut away along a plane that one of its points lies on.");
  for (const Triangle& t : mesh.triangles) cut.add(t);
  end_part(cut.kept, "surface");
  for (const auto& triangle : filled(cut.borders())) {
    std::vector<Vec3> corners;
    // The cap faces what was taken away: against the axis.
    for (const PlanPoint& p : {triangle[0], triangle[2], triangle[1]}) {
      Vec3 corner;
      corner[axis] = cut.at, corner[(axis + 1) % 3] = p.u, corner[(axis + 2) % 3] = p.v;
      corners.push_back(corner);
    }
    cut.add_polygon(corners);
  }
  end_part(cut.kept, "section");
  weld(cut.kept);
  return cut.kept;
}

}  // namespace abut::shapes
