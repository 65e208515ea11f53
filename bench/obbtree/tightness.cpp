#include "experiment.h"
#include "log_fit.h"
#include "math/random.h"
#include "proximity.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <cmath>
#include <cstdio>

namespace abut::bench::obbtree {

namespace {

using classic::LevelQuality;
using classic::Model;
using classic::VolumeKind;

/// A circle of radius 1 as a soup of segments, in a plane that no axis-aligned box is aligned with.
Mesh circle(std::uint32_t segments) {
  const Placement turn = Random(7).rotation();
  Mesh mesh;
  for (std::uint32_t i = 0; i < segments; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / segments;
    mesh.points.push_back(turn * Vec3{std::cos(angle), std::sin(angle), 0});
    const std::uint32_t next = (i + 1) % segments;
    mesh.triangles.push_back({i, next, next});
  }
  return mesh;
}

double middle(const Bracket& bracket) { return (bracket.lower + bracket.upper) / 2; }

/// Nearly flat geometry, as the paper's argument has it: no longer than the radius; and no leaves, whose geometry is
/// flat whatever the surface.
bool is_fitted(const LevelQuality& level) { return level.leaves == 0 && level.diameter.upper <= 1; }

struct Tables {
  Table levels{{"geometry", "volume", "level", "nodes", "measured", "diameter_lower", "diameter_upper",
                "tightness_lower", "tightness_upper", "reach_lower", "reach_upper", "aspect_lower", "aspect_upper",
                "fitted"}};
  Table fits{
      {"geometry", "volume", "measure", "slope", "r_squared", "points", "diameter_from", "diameter_to", "intercept"}};
};

void measure(const char* geometry, const Mesh& mesh, VolumeKind kind, const Surroundings& surroundings,
             Tables& tables) {
  std::vector<double> diameters, tightness, reach;
  for (const LevelQuality& level : tree_quality(Model(mesh, as_in_the_paper(kind)), {.nodes_per_level = 64})) {
    tables.levels.row({geometry, std::string(name_of(kind)), cell(static_cast<std::uint64_t>(level.level)),
                       cell(static_cast<std::uint64_t>(level.nodes)), cell(static_cast<std::uint64_t>(level.measured)),
                       cell(level.diameter.lower), cell(level.diameter.upper), cell(level.tightness.lower),
                       cell(level.tightness.upper), cell(level.reach.lower), cell(level.reach.upper),
                       cell(level.aspect.lower), cell(level.aspect.upper), is_fitted(level) ? "1" : "0"});
    if (!is_fitted(level)) continue;
    diameters.push_back(middle(level.diameter));
    tightness.push_back(middle(level.tightness));
    reach.push_back(middle(level.reach));
  }
  const auto fit = [&](const char* what, const std::vector<double>& lengths) {
    const LogFit line = fit_logarithms(diameters, lengths);
    tables.fits.row({geometry, std::string(name_of(kind)), what, cell(line.slope), cell(line.r_squared),
                     cell(static_cast<std::uint64_t>(line.points)), cell(diameters.front()), cell(diameters.back()),
                     cell(line.intercept)});
    char text[120];
    std::snprintf(text, sizeof text, "%s, %s, %s: slope %.3f, R^2 %.4f over %zu levels", geometry,
                  std::string(name_of(kind)).c_str(), what, line.slope, line.r_squared, line.points);
    surroundings.say(text);
  };
  fit("tightness", tightness);
  fit("reach", reach);
}

}  // namespace

/// Section 6: tightness against diameter, over the levels of the trees of a circle and of a sphere.
void tightness(const Surroundings& surroundings) {
  Tables tables;
  for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb, VolumeKind::sphere}) {
    measure("circle", circle(4096), kind, surroundings, tables);
    measure("sphere", shapes::sphere(1, 40), kind, surroundings, tables);
  }
  tables.levels.save(surroundings.out / "tightness.csv");
  tables.fits.save(surroundings.out / "tightness_fit.csv");
}

}  // namespace abut::bench::obbtree
