#include "experiment.h"
#include "export.h"
#include <abut/classic.h>
#include <abut/shapes.h>

namespace abut::bench::pqp {

namespace {

constexpr int segments = 2048;

/// Segments of length 1 in a row, each a triangle without area: spheres around them have the radius 1/2.
Mesh row_of_segments() {
  Mesh mesh;
  for (int i = 0; i <= segments; ++i) mesh.points.push_back({static_cast<double>(i) - segments / 2, 0, 0});
  for (std::uint32_t i = 0; i < segments; ++i) mesh.triangles.push_back({i, i + 1, i + 1});
  return mesh;
}

struct Shape {
  const char* name;
  Mesh mesh;
  double widest;  ///< gap
};
std::vector<Shape> both_shapes() {
  return {{"rows", row_of_segments(), 128}, {"plates", shapes::plate(48, 48, 48, 48), 16}};
}

}  // namespace

/// Fig. 4: how many volumes each one meets in the ideal distance query between parallel surfaces, as they are moved
/// apart: rows of segments, as in the paper's drawing, and plates.
void fig4(const Surroundings& surroundings) {
  using Kind = classic::VolumeKind;
  Table table({"shape", "kind", "gap", "leaves", "volume_tests", "triangle_tests", "met_by_each"});
  for (const Shape& shape : both_shapes())
    for (Kind kind : {Kind::sphere, Kind::aabb, Kind::obb, Kind::lss, Kind::rss}) {
      const classic::Model model(shape.mesh, {.volume = kind, .split = classic::Split::median});
      for (double gap = 0.5; gap <= shape.widest; gap *= 2) {
        const Placement at = Placement::translation({0, 0, gap});
        const Distance found =
            distance(model, {}, model, at, {.known_upper = gap}, {.search = classic::Search::left_first});
        const auto leaves = static_cast<std::uint64_t>(shape.mesh.triangles.size());
        const double met = static_cast<double>(found.counters.triangle_tests) / static_cast<double>(leaves);
        table.row({shape.name, std::string(name_of(kind)), cell(gap), cell(leaves), cell(found.counters.volume_tests),
                   cell(found.counters.triangle_tests), cell(met)});
      }
    }
  table.save(surroundings.out / "fig4.csv");
}

void export_fig4(Exporter& exporter) {
  for (const Shape& shape : both_shapes()) {
    const std::string name = "swept_spheres_fig4_" + std::string(shape.name);
    ExportedScenario result{name,
                            "Swept spheres, Fig. 4: parallel " + std::string(shape.name) + " moved apart.",
                            {name, shape.mesh},
                            {name, shape.mesh},
                            {},
                            true};
    for (double gap = 0.5; gap <= shape.widest; gap *= 2)
      result.poses.push_back({{}, Placement::translation({0, 0, gap})});
    exporter.add(std::move(result));
  }
}

}  // namespace abut::bench::pqp
