#include "math/random.h"
#include "proximity.h"
#include <abut/shapes.h>

namespace abut::bench::obbtree {

namespace {

using classic::Model;
using classic::ModelOptions;
using classic::VolumeKind;

constexpr int frequency = 40;  // 32000 triangles

Mesh scaled(Mesh mesh, double by) {
  for (Vec3& point : mesh.points) point = point * by;
  return mesh;
}

/// Both spheres have the same facets, so the outer one is the inner one grown: they never touch, however small the gap.
CostCurve concentric(VolumeKind kind, const Mesh& unit_sphere, int decades) {
  const ModelOptions options = as_in_the_paper(kind);
  const Model inner(unit_sphere, options);
  CostCurve curve{kind, {}, {}, {}};
  for (double gap : falling_gaps(decades))
    add_query(curve, gap, inner, Model(scaled(unit_sphere, 1 + gap), options), {});
  return curve;
}

}  // namespace

/// Fig. 5: volume tests against the gap of two concentric spheres of 32000 triangles each.
void fig5(const Surroundings& surroundings) {
  const Mesh sphere = shapes::sphere(1, frequency);
  std::vector<CostCurve> curves;
  for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb, VolumeKind::sphere}) {
    curves.push_back(concentric(kind, sphere, 5));
    surroundings.say(describe(curves.back()));
  }
  points_of(curves).save(surroundings.out / "fig5.csv");
  fits_of(curves).save(surroundings.out / "fig5_fit.csv");

  // Axis-aligned boxes depend on how the facets lie to the axes: the same with the sphere turned at random.
  Table turned({"turn", "volume", "slope", "r_squared"});
  Random random(5);
  for (std::uint64_t turn = 1; turn <= 2; ++turn) {
    const Mesh other = transformed(sphere, random.rotation());
    for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb}) {
      const LogFit fit = concentric(kind, other, 4).fit();
      turned.row({cell(turn), std::string(name_of(kind)), cell(fit.slope), cell(fit.r_squared)});
    }
  }
  turned.save(surroundings.out / "fig5_turned.csv");
}

}  // namespace abut::bench::obbtree
