#include "classic/tree/cluster.h"

#include <abut/mesh.h>

#include <algorithm>
#include <numeric>

namespace abut::classic {

namespace {

constexpr int search_radius = 8;
constexpr std::uint32_t none = 0xffffffff;

/// Every third bit of 63: the low 21 bits of x spread out.
std::uint64_t spread(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffffu;
  x = (x | x << 16) & 0x1f0000ff0000ffu;
  x = (x | x << 8) & 0x100f00f00f00f00fu;
  x = (x | x << 4) & 0x10c30c30c30c30c3u;
  return (x | x << 2) & 0x1249249249249249u;
}

/// The place of a point with coordinates in [-1, 1] on a Morton curve.
std::uint64_t morton(const Vec3& p) {
  const auto cell = [](double x) { return static_cast<std::uint64_t>(std::clamp((x + 1) * 0x1p20, 0.0, 0x1p21 - 1)); };
  return spread(cell(p.x)) << 2 | spread(cell(p.y)) << 1 | spread(cell(p.z));
}

struct Group {
  Bounds bounds;
  std::uint32_t left = none, right = none;  // children, as indices of groups; a leaf has neither
  std::uint32_t count = 1;
};

double area_of_union(const Bounds& a, const Bounds& b) {
  const Vec3 d = max(a.high, b.high) - min(a.low, b.low);
  return d.x * d.y + d.y * d.z + d.z * d.x;
}

void sort_along_curve(std::span<BuildTriangle> triangles) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(triangles.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = {morton(triangles[i].centroid()), i};
  std::sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
    return a.first < b.first || (a.first == b.first && triangles[a.second].id < triangles[b.second].id);
  });
  std::vector<BuildTriangle> sorted;
  sorted.reserve(keys.size());
  for (const auto& key : keys) sorted.push_back(triangles[key.second]);
  std::copy(sorted.begin(), sorted.end(), triangles.begin());
}

/// How well two groups at positions i and j on the curve go together: least first. Ties go to pairs 2k, 2k + 1, so that
/// copies on top of each other merge by halves instead of one by one.
struct Affinity {
  double area = std::numeric_limits<double>::infinity();
  std::size_t parity = 0;

  friend bool operator<(const Affinity& a, const Affinity& b) {
    return a.area < b.area || (a.area == b.area && a.parity < b.parity);
  }
};

/// For each active group, the position of the best partner among its neighbours on the curve. The best pair of all is
/// always mutual, so every round merges something.
std::vector<std::uint32_t> partners(const std::vector<std::uint32_t>& active, const std::vector<Group>& groups) {
  std::vector<std::uint32_t> best(active.size());
  std::vector<Affinity> least(active.size());
  for (std::size_t i = 0; i < active.size(); ++i)
    for (std::size_t j = i + 1; j < std::min(active.size(), i + 1 + search_radius); ++j) {
      const Affinity affinity{area_of_union(groups[active[i]].bounds, groups[active[j]].bounds), i ^ j};
      if (affinity < least[i]) least[i] = affinity, best[i] = static_cast<std::uint32_t>(j);
      if (affinity < least[j]) least[j] = affinity, best[j] = static_cast<std::uint32_t>(i);
    }
  return best;
}

std::vector<Group> merge_all(std::span<const BuildTriangle> triangles) {
  std::vector<Group> groups;
  groups.reserve(2 * triangles.size());
  for (const BuildTriangle& t : triangles) groups.push_back({bounds_of(t.corners)});
  std::vector<std::uint32_t> active(triangles.size());
  std::iota(active.begin(), active.end(), 0u);
  while (active.size() > 1) {
    const std::vector<std::uint32_t> best = partners(active, groups);
    std::vector<std::uint32_t> next;
    for (std::uint32_t i = 0; i < active.size(); ++i) {
      const bool mutual = best[best[i]] == i;
      if (mutual && best[i] < i) continue;
      if (!mutual) {
        next.push_back(active[i]);
        continue;
      }
      const Group &a = groups[active[i]], &b = groups[active[best[i]]];
      const Group merged{{min(a.bounds.low, b.bounds.low), max(a.bounds.high, b.bounds.high)},
                         active[i],
                         active[best[i]],
                         a.count + b.count};
      next.push_back(static_cast<std::uint32_t>(groups.size()));
      groups.push_back(merged);
    }
    active = std::move(next);
  }
  return groups;
}

}  // namespace

std::vector<Cluster> cluster_bottom_up(std::span<BuildTriangle> triangles) {
  sort_along_curve(triangles);
  const std::vector<Group> groups = merge_all(triangles);
  std::vector<BuildTriangle> ordered(triangles.begin(), triangles.end());
  struct Task {
    std::uint32_t group, cluster;
  };
  std::vector<Cluster> clusters{{0, groups.back().count, 0}};
  std::vector<Task> tasks{{static_cast<std::uint32_t>(groups.size() - 1), 0}};
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    const Group& group = groups[task.group];
    const std::uint32_t first = clusters[task.cluster].first;
    if (group.left == none) {
      triangles[first] = ordered[task.group];
      continue;
    }
    const auto child = static_cast<std::uint32_t>(clusters.size());
    clusters[task.cluster].child = child;
    const std::uint32_t left_count = groups[group.left].count;
    clusters.push_back({first, left_count, 0});
    clusters.push_back({first + left_count, groups[group.right].count, 0});
    tasks.push_back({group.right, child + 1});
    tasks.push_back({group.left, child});
  }
  return clusters;
}

}  // namespace abut::classic
