#include "cab/links.h"
#include "experiment.h"
#include "math/arc_tangent.h"
#include "math/sine.h"
#include <abut/classic_figure.h>
#include <abut/shapes.h>

#include <algorithm>
#include <limits>

namespace abut::bench::cab {

using classic::figure::Figures;
using classic::figure::Hierarchy;
using classic::figure::Way;

namespace {

/// A box as long as a link: its own box lies along it, whatever way it is fitted.
Mesh box_link(double ratio) {
  const double gap = tip_gap(ratio), half = 0.5 - gap;
  Mesh mesh = shapes::box({half, half / ratio, half / ratio});
  for (Vec3& p : mesh.points) p.x += 0.5;
  return mesh;
}

double volume(const small::Box& box) { return 8 * box.half.x * box.half.y * box.half.z; }

/// The volume of the box around the corners of two boxes that lies along the joint's axis, y, at its best angle, tried
/// in steps of a quarter of a degree.
double best_volume(const small::Box& a, const small::Box& b) {
  double best = std::numeric_limits<double>::infinity();
  for (int step = 0; step < 360; ++step) {
    const SineCosine turn = sine_and_cosine(pi * step / 720);
    const Vec3 axes[] = {{turn.cosine, 0, -turn.sine}, {0, 1, 0}, {turn.sine, 0, turn.cosine}};
    double product = 1;
    for (const Vec3& axis : axes) {
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (const small::Box* box : {&a, &b}) {
        double reach = 0;
        for (int k = 0; k < 3; ++k) reach += std::abs(dot(axis, box->axes.column(k))) * box->half[k];
        low = std::min(low, dot(axis, box->centre) - reach), high = std::max(high, dot(axis, box->centre) + reach);
      }
      product *= high - low;
    }
    best = std::min(best, product);
  }
  return best;
}

}  // namespace

/// Figure 1b: the volume of the box around two jointed links, over their angle, by major axis and by covariance. The
/// angle is that between the links: 180 degrees is a straight limb.
void angles(const Surroundings& surroundings) {
  Table table({"ratio", "degrees", "cab", "footnote", "covariance", "best"});
  for (double ratio : {3.0, 6.0}) {
    const Model link(box_link(ratio));
    const Figures figures({{{link, -1, {}}, {link, 0, {}}}});
    const std::uint32_t root = figures.roots()[0];
    for (int degrees = 0; degrees <= 180; degrees += 2) {
      const SineCosine turn = sine_and_cosine(pi * degrees / 180);
      const std::vector<Placement> at{{}, {{{turn.cosine, 0, turn.sine, 0, 1, 0, -turn.sine, 0, turn.cosine}}, {}}};
      double volumes[3];
      double best = 0;
      for (int i = 0; Way way : {Way::cab, Way::cab_footnote, Way::covariance}) {
        Hierarchy hierarchy(figures, way);
        hierarchy.place(at);
        hierarchy.update();
        volumes[i++] = volume(hierarchy.box(root));
        best = best_volume(hierarchy.box(0), hierarchy.box(1));
      }
      table.row({cell(ratio), cell(std::uint64_t(degrees)), cell(volumes[0]), cell(volumes[1]), cell(volumes[2]),
                 cell(best)});
    }
  }
  table.save(surroundings.out / "angles.csv");
}

}  // namespace abut::bench::cab
