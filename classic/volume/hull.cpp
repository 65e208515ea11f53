#include "classic/volume/hull.h"

#include "classic/volume/obb_axes.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace abut::classic {

namespace {

constexpr double flat_below = 1e-10;

/// Points along their principal axes: coordinates of small extent can be dropped before Qhull, which refuses flat
/// input.
struct Aligned {
  std::vector<Vec3> points;
  int dimension = 0;
};

Aligned align(std::span<const Vec3> points) {
  Moments moments(points[0]);
  for (const Vec3& p : points) moments.add_point(p);
  const Matrix3 axes = principal_axes(moments.covariance());
  Aligned result;
  Vec3 low = transposed_times(axes, points[0] - points[0]), high = low;
  for (const Vec3& p : points) {
    result.points.push_back(transposed_times(axes, p - points[0]));
    low = min(low, result.points.back());
    high = max(high, result.points.back());
  }
  const Vec3 extent = high - low;
  while (result.dimension < 3 && extent[result.dimension] > flat_below * largest(extent)) ++result.dimension;
  return result;
}

Hull straight_hull(std::span<const Vec3> points, const Aligned& aligned) {
  const auto by_x = [](const Vec3& a, const Vec3& b) { return a.x < b.x; };
  const auto ends = std::minmax_element(aligned.points.begin(), aligned.points.end(), by_x);
  return {{points[ends.first - aligned.points.begin()], points[ends.second - aligned.points.begin()]}, {}};
}

/// One run of Qhull (its C interface: the C++ one does not compile as C++20). Facets are made simplicial.
class QhullRun {
 public:
  QhullRun(int dimension, std::vector<double>& coordinates) {
    qh_zero(&state_, silence());
    char options[] = "qhull Qt";
    const int count = static_cast<int>(coordinates.size()) / dimension;
    status_ = qh_new_qhull(&state_, dimension, count, coordinates.data(), False, options, nullptr, silence());
  }
  ~QhullRun() {
    qh_freeqhull(&state_, !qh_ALL);
    int long_blocks = 0, long_bytes = 0;
    qh_memfreeshort(&state_, &long_blocks, &long_bytes);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  bool failed() const { return status_ != 0; }
  std::vector<std::size_t> vertices() {
    std::vector<std::size_t> result;
    for (vertexT* v = state_.vertex_list; v && v->next; v = v->next) result.push_back(index_of(v));
    return result;
  }
  std::vector<std::array<std::size_t, 3>> triangles() {
    std::vector<std::array<std::size_t, 3>> result;
    for (facetT* f = state_.facet_list; f && f->next; f = f->next) {
      std::array<std::size_t, 3> corners{};
      for (int i = 0; i < 3; ++i) corners[i] = index_of(static_cast<vertexT*>(f->vertices->e[i].p));
      result.push_back(corners);
    }
    return result;
  }

 private:
  /// Where Qhull explains its failures: a library never prints.
  static std::FILE* silence() {
    static std::FILE* const nowhere = std::fopen("/dev/null", "w");
    return nowhere;
  }
  std::size_t index_of(const vertexT* v) { return static_cast<std::size_t>(qh_pointid(&state_, v->point)); }

  qhT state_;
  int status_ = 0;
};

/// What stands in for the hull when Qhull gives up on input that is flat to within its own precision.
Hull all_of(std::span<const Vec3> points) { return {{points.begin(), points.end()}, {}}; }

Hull flat_hull(std::span<const Vec3> points, const Aligned& aligned) {
  std::vector<double> coordinates;
  for (const Vec3& p : aligned.points) coordinates.insert(coordinates.end(), {p.x, p.y});
  QhullRun run(2, coordinates);
  if (run.failed()) return all_of(points);
  std::vector<std::size_t> ring = run.vertices();
  // Around the polygon: by the side of the line through the leftmost corner, as in a gift wrap; no angle is computed.
  std::swap(ring[0], *std::min_element(ring.begin(), ring.end(), [&](std::size_t i, std::size_t j) {
              const Vec3 &a = aligned.points[i], &b = aligned.points[j];
              return a.x < b.x || (a.x == b.x && a.y < b.y);
            }));
  const Vec3 first = aligned.points[ring[0]];
  std::sort(ring.begin() + 1, ring.end(), [&](std::size_t i, std::size_t j) {
    return cross(aligned.points[i] - first, aligned.points[j] - first).z > 0;
  });
  Hull hull;
  for (std::size_t i : ring) hull.vertices.push_back(points[i]);
  for (std::size_t i = 2; i < ring.size(); ++i)
    hull.facets.push_back({hull.vertices[0], hull.vertices[i - 1], hull.vertices[i]});
  return hull;
}

/// Two neighbouring triangles have four corners, and half of a tree's groups are such: not worth a run of Qhull.
Hull tetrahedron(std::span<const Vec3> p) {
  return {{p.begin(), p.end()}, {{p[0], p[1], p[2]}, {p[0], p[1], p[3]}, {p[0], p[2], p[3]}, {p[1], p[2], p[3]}}};
}

Hull solid_hull(std::span<const Vec3> points, const Aligned& aligned) {
  if (points.size() == 4) return tetrahedron(points);
  std::vector<double> coordinates;
  for (const Vec3& p : aligned.points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  QhullRun run(3, coordinates);
  if (run.failed()) return all_of(points);
  Hull hull;
  for (std::size_t i : run.vertices()) hull.vertices.push_back(points[i]);
  for (const auto& [i, j, k] : run.triangles()) hull.facets.push_back({points[i], points[j], points[k]});
  return hull;
}

}  // namespace

Hull convex_hull(std::span<const Vec3> all_points) {
  std::vector<Vec3> points(all_points.begin(), all_points.end());
  std::sort(points.begin(), points.end(),
            [](const Vec3& a, const Vec3& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const Aligned aligned = align(points);
  if (aligned.dimension == 3 && points.size() > 3) return solid_hull(points, aligned);
  if (aligned.dimension >= 2 && points.size() > 2) return flat_hull(points, aligned);
  if (aligned.dimension == 0) return {{points[0]}, {}};
  return straight_hull(points, aligned);
}

}  // namespace abut::classic
