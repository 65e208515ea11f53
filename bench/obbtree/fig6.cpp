#include "export.h"
#include "math/random.h"
#include "proximity.h"
#include <abut/shapes.h>

#include <cstdio>

namespace abut::bench::obbtree {

namespace {

using classic::Model;
using classic::VolumeKind;

constexpr int directions = 64;

/// Where the second sphere stands, so far away in so many random directions. Each points at a vertex; the geodesic
/// sphere has its opposite too, so that two vertices face each other, and the distance of the centres less that of the
/// vertices is the true distance.
std::vector<Vec3> vertices_faced(const Mesh& sphere) {
  Random random(6);
  std::vector<Vec3> result;
  for (int i = 0; i < directions; ++i) result.push_back(sphere.points[random.below(sphere.points.size())]);
  return result;
}
Placement beyond(const Vec3& vertex, double gap) { return Placement::translation(vertex * (2 + gap / length(vertex))); }

constexpr int frequencies[] = {40, 120};  // the paper's 32000 triangles, and finer ones, whose curves level off later

/// Mean counts over the directions from one sphere to the other.
CostCurve side_by_side(VolumeKind kind, const Mesh& sphere) {
  const std::vector<double> gaps = falling_gaps(5);
  const Model model(sphere, as_in_the_paper(kind));
  CostCurve mean{kind, gaps, std::vector<double>(gaps.size()), std::vector<double>(gaps.size())};
  for (const Vec3& vertex : vertices_faced(sphere)) {
    CostCurve curve{kind, {}, {}, {}};
    for (double gap : gaps) add_query(curve, gap, model, model, beyond(vertex, gap));
    for (std::size_t k = 0; k < gaps.size(); ++k) {
      mean.volume_tests[k] += curve.volume_tests[k] / directions;
      mean.triangle_tests[k] += curve.triangle_tests[k] / directions;
    }
  }
  return mean;
}

/// The gap from which on the ratio rises without a break to the gap at `last`.
std::size_t rises_from(const std::vector<double>& ratio, std::size_t last) {
  std::size_t first = last;
  while (first > 0 && ratio[first - 1] < ratio[first]) --first;
  return first;
}

}  // namespace

/// Fig. 6: volume tests against the gap of two equal spheres side by side.
void fig6(const Surroundings& surroundings) {
  Table table({"triangles", "gap", "obb", "aabb", "ratio", "before_levelling", "rising"});
  for (int frequency : frequencies) {
    const Mesh sphere = shapes::sphere(1, frequency);
    const CostCurve obb = side_by_side(VolumeKind::obb, sphere), aabb = side_by_side(VolumeKind::aabb, sphere);
    const std::size_t last = last_before_levelling(aabb.volume_tests, 0.5);
    std::vector<double> ratio;
    for (std::size_t i = 0; i < obb.gaps.size(); ++i) ratio.push_back(aabb.volume_tests[i] / obb.volume_tests[i]);
    const std::size_t first = rises_from(ratio, last);
    for (std::size_t i = 0; i < obb.gaps.size(); ++i)
      table.row({cell(static_cast<std::uint64_t>(sphere.triangles.size())), cell(obb.gaps[i]),
                 cell(obb.volume_tests[i]), cell(aabb.volume_tests[i]), cell(ratio[i]), i <= last ? "1" : "0",
                 first <= i && i <= last ? "1" : "0"});
    char text[160];
    std::snprintf(text, sizeof text,
                  "%zu triangles: AABB / OBB rises from %.1f to %.1f as the gap shrinks from %.3g to %.3g",
                  sphere.triangles.size(), ratio[first], ratio[last], obb.gaps[first], obb.gaps[last]);
    surroundings.say(text);
  }
  table.save(surroundings.out / "fig6.csv");
}

/// All directions at all gaps.
void export_fig6(Exporter& exporter) {
  for (int frequency : frequencies) {
    const Mesh sphere = shapes::sphere(1, frequency);
    const std::string triangles = std::to_string(sphere.triangles.size());
    ExportedScenario result{"fig6_" + triangles,
                            "Fig. 6: spheres side by side, in " + std::to_string(directions) +
                                " directions at 51 gaps each, 1 down to 0.00001.",
                            {"sphere_" + triangles, sphere},
                            {"sphere_" + triangles, sphere},
                            {}};
    for (const Vec3& vertex : vertices_faced(sphere))
      for (double gap : falling_gaps(5)) result.poses.push_back({{}, beyond(vertex, gap)});
    exporter.add(std::move(result));
  }
}

}  // namespace abut::bench::obbtree
