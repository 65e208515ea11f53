#include "../peers/goals.h"
#include "choices.h"
#include "least_seconds.h"
#include "math/random.h"
#include <abut/collide.h>
#include <abut/deforming_motion.h>
#include <abut/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace abut::bench {

namespace {

constexpr int cells = 100;  // 20 000 triangles a cloth
constexpr double edge = 1.0 / cells;

/// Two cloths, one above the other, and where their points go: no farther than two edges.
struct Cloths {
  std::string name;
  Mesh below, above;
  std::vector<Vec3> below_after, above_after;
};

double wave(double x, double y) {
  // Of period 1, without a library's sine.
  const auto bump = [](double t) { return 16 * (t - std::floor(t) - 0.5) * (t - std::floor(t) - 0.5) - 2; };
  return 0.03 * (bump(2 * x + 0.3 * y) + bump(1.5 * y - 0.2 * x));
}

Mesh cloth(double height, double ripple, Random& random) {
  Mesh mesh = shapes::plate(1, 1, cells, cells);
  for (Vec3& point : mesh.points) {
    point.z = height + wave(point.x, point.y);
    point += random.in_cube(ripple * edge);
  }
  return mesh;
}

std::vector<Vec3> moved(const Mesh& mesh, const Vec3& way, double ripple, Random& random) {
  std::vector<Vec3> points = mesh.points;
  for (Vec3& point : points) point += (way + random.in_cube(ripple)) * edge;
  return points;
}

std::vector<Cloths> cloth_scenes() {
  Random random(1);
  std::vector<Cloths> scenes;
  const auto add = [&](const char* name, double gap, const Vec3& way, double ripple) {
    Cloths scene{name, cloth(0, 0.1, random), cloth(gap * edge, 0.1, random), {}, {}};
    scene.below_after = moved(scene.below, {}, ripple, random);
    scene.above_after = moved(scene.above, way, ripple, random);
    scenes.push_back(std::move(scene));
  };
  add("resting on each other", 1.5, {1.5, 0, 0}, 0.3);
  add("closing in, clear", 3, {0, 0.5, -1.6}, 0.3);
  add("closing in, meet near the end", 2, {0.5, 0, -1.7}, 0.1);
  add("passing through each other", 1, {0, 0, -1.9}, 0.05);
  return scenes;
}

void measure_cloths(const Surroundings& to) {
  Table table({"scene", "answer", "lower", "upper", "seconds", "refit_and_contacts_seconds", "ratio", "volume_tests",
               "feature_tests", "exact_tests"});
  const Placement here = Placement::identity();
  std::vector<peers::Goal> goals;
  for (const Cloths& scene : cloth_scenes()) {
    Model below(scene.below), above(scene.above);
    // As in a simulation, where no step but the first is the first refit.
    below.refit(scene.below.points), above.refit(scene.above.points);
    Model other_below = below, other_above = above;
    DeformingContact found;
    double ours = std::numeric_limits<double>::infinity(), theirs = ours;
    for (int round = 0; round < to.count(9, 1); ++round) {
      ours = std::min(ours, least_seconds(1, [&] {
                        found = first_contact_deforming(below, scene.below_after, above, scene.above_after);
                      }));
      other_below.refit(scene.below.points), other_above.refit(scene.above.points);
      theirs = std::min(theirs, least_seconds(1, [&] {
                          collide(other_below, here, other_above, here);
                          other_below.refit(scene.below_after), other_above.refit(scene.above_after);
                          collide(other_below, here, other_above, here);
                        }));
    }
    table.row({scene.name, std::string(name_of(found.answer)), cell(found.lower), cell(found.upper), cell(ours),
               cell(theirs), cell(ours / theirs), cell(found.counters.volume_tests),
               cell(found.counters.triangle_tests), cell(found.counters.exact_tests)});
    goals.push_back({"cloths " + scene.name, "times refit and contacts at both ends", ours / theirs, 5, 2, true});
  }
  table.save(to.out / "deforming_cloths.csv");
  peers::record_goals(to, "deforming", goals);
}

using Points = std::array<MovingPoint, 4>;

bool boxes_meet(const Points& x, int first_of_b) {
  const auto bounds = [&](int first, int last) {
    Bounds all;
    for (int i = first; i < last; ++i)
      all = {min(all.low, min(x[i].from, x[i].to)), max(all.high, max(x[i].from, x[i].to))};
    return all;
  };
  const Bounds a = bounds(0, first_of_b), b = bounds(first_of_b, 4);
  return a.low.x <= b.high.x && a.low.y <= b.high.y && a.low.z <= b.high.z && b.low.x <= a.high.x &&
         b.low.y <= a.high.y && b.low.z <= a.high.z;
}

/// What a simulation asks after its broad phase: features whose swept boxes meet.
std::vector<Points> queries_of(const Cloths& scene, bool is_edge_edge, std::size_t count) {
  Random random(2);
  std::vector<Points> queries;
  const auto point = [&](bool is_above, std::uint32_t i) {
    return is_above ? MovingPoint{scene.above.points[i], scene.above_after[i]}
                    : MovingPoint{scene.below.points[i], scene.below_after[i]};
  };
  // Triangles of the two plates with nearly the same number are near each other.
  const std::size_t triangles = scene.below.triangles.size();
  while (queries.size() < count) {
    const std::size_t i = random.below(triangles);
    const auto column = static_cast<std::int64_t>(random.below(9)) - 4,
               row = static_cast<std::int64_t>(random.below(5)) - 2;
    const std::int64_t other = static_cast<std::int64_t>(i) + column + row * 2 * cells;
    if (other < 0 || other >= static_cast<std::int64_t>(triangles)) continue;
    const Triangle &s = scene.below.triangles[i], &t = scene.above.triangles[static_cast<std::size_t>(other)];
    const Points x = is_edge_edge ? Points{point(false, s[0]), point(false, s[1]), point(true, t[0]), point(true, t[1])}
                                  : Points{point(false, s[0]), point(true, t[0]), point(true, t[1]), point(true, t[2])};
    if (boxes_meet(x, is_edge_edge ? 2 : 1)) queries.push_back(x);
  }
  return queries;
}

void measure_features(const Surroundings& to) {
  Table table({"scene", "features", "queries", "contacts", "mean_microseconds", "slowest_microseconds"});
  for (const Cloths& scene : cloth_scenes())
    for (const bool is_edge_edge : {false, true}) {
      const std::vector<Points> queries = queries_of(scene, is_edge_edge, to.count<std::size_t>(20'000, 1'000));
      const auto ask = [&](const Points& x) {
        return is_edge_edge ? first_contact_edge_edge({x[0], x[1]}, {x[2], x[3]})
                            : first_contact_vertex_face(x[0], {x[1], x[2], x[3]});
      };
      std::uint64_t contacts = 0;
      const double all = least_seconds(5, [&] {
        contacts = 0;
        for (const Points& x : queries) contacts += ask(x).found;
      });
      double slowest = 0;
      for (const Points& x : queries) slowest = std::max(slowest, least_seconds(3, [&] { ask(x); }));
      const double mean = all / static_cast<double>(queries.size());
      const std::string features = is_edge_edge ? "edge_edge" : "vertex_face";
      table.row({scene.name, features, cell(std::uint64_t{queries.size()}), cell(contacts), cell(mean * 1e6),
                 cell(slowest * 1e6)});
      to.report(scene.name + ", " + features + ": " + cell(std::round(mean * 1e8) / 100) + " us in the mean, " +
                cell(std::round(slowest * 1e6)) + " us at worst");
    }
  table.save(to.out / "deforming_features.csv");
}

}  // namespace

void measure_deforming(const Surroundings& to) {
  measure_features(to);
  measure_cloths(to);
}

}  // namespace abut::bench
