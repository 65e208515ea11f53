#include "export.h"
#include "log_fit.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <cmath>
#include <cstdio>
#include <limits>

namespace abut::bench::obbtree {

namespace {

double shortest_build(const Mesh& mesh, classic::Fit fit) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 3; ++round) {
    Mesh copy = mesh;
    const double start = thread_seconds();
    const classic::Model model(std::move(copy), {.fit = fit, .split = classic::Split::mean});
    best = std::min(best, thread_seconds() - start);
  }
  return best;
}

Mesh torus_of(int around) { return shapes::torus(1, 0.3, around, around / 2); }
constexpr int least_around = 32, most_around = 256;

}  // namespace

void export_build_time(Exporter& exporter) {
  for (int around = least_around; around <= most_around; around *= 2)
    exporter.add({"torus_of_build_" + std::to_string(around), torus_of(around)},
                 "Section 4: a torus whose trees are built to see how the time grows.");
}

/// Section 4: a tree of n triangles is built in O(n lg^2 n) with convex hulls, in O(n lg n) without. A time that grows
/// no faster keeps its ratio to that, or lowers it.
void build_time(const Surroundings& surroundings) {
  Table table({"fit", "triangles", "seconds", "ns_per_n_lg_n", "ns_per_n_lg2_n", "slope", "slope_of_bound"});
  for (classic::Fit fit : classic::all_fits) {
    const bool by_hull = fit == classic::Fit::hull_vertices || fit == classic::Fit::hull_surface;
    std::vector<double> counts, times, bounds;
    for (int around = least_around; around <= surroundings.count(most_around, 64); around *= 2) {
      const Mesh mesh = torus_of(around);
      const auto n = static_cast<double>(mesh.triangles.size());
      counts.push_back(n);
      times.push_back(shortest_build(mesh, fit));
      bounds.push_back(n * std::log2(n) * (by_hull ? std::log2(n) : 1));
    }
    const LogFit slope = fit_logarithms(counts, times), of_bound = fit_logarithms(counts, bounds);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double n = counts[i], lg = std::log2(n);
      table.row({std::string(name_of(fit)), cell(static_cast<std::uint64_t>(n)), cell(times[i]),
                 cell(1e9 * times[i] / (n * lg)), cell(1e9 * times[i] / (n * lg * lg)), cell(slope.slope),
                 cell(of_bound.slope)});
    }
    char text[160];
    std::snprintf(text, sizeof text, "%s: time grows as n^%.2f, n lg%s n as n^%.2f; %.1f us a triangle at the end",
                  std::string(name_of(fit)).c_str(), slope.slope, by_hull ? "^2" : "", of_bound.slope,
                  1e6 * times.back() / counts.back());
    surroundings.report(text);
  }
  table.save(surroundings.out / "build.csv");
}

}  // namespace abut::bench::obbtree
