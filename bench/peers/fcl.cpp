#include "fcl.h"

#include "../workloads.h"
#include <abut/mesh/shapes.h>

#include <cmath>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

namespace abut::bench {

namespace {

using FclModel = fcl::BVHModel<fcl::OBB<double>>;

std::unique_ptr<FclModel> fcl_model(const Mesh& mesh) {
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3& p : mesh.points) points.push_back({p.x, p.y, p.z});
  for (const Triangle& t : mesh.triangles) triangles.push_back({t[0], t[1], t[2]});
  auto model = std::make_unique<FclModel>();
  model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
  model->addSubModel(points, triangles);
  model->endModel();
  return model;
}

fcl::Transform3d fcl_placement(const Placement& at) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.linear()(i, j) = at.linear(i, j);
    result.translation()[i] = at.shift[i];
  }
  return result;
}

/// Best of some interleaved runs of each contestant, in seconds of thread time.
std::vector<double> best_times(int rounds, const std::vector<std::function<void()>>& contestants) {
  std::vector<double> best(contestants.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const double start = thread_seconds();
      contestants[i]();
      best[i] = std::min(best[i], thread_seconds() - start);
    }
  return best;
}

/// The tree that FCL builds, built by us: vertex covariance and mean split.
constexpr ModelOptions same_tree{.volume = VolumeKind::obb, .fit = Fit::vertex_covariance, .split = Split::mean};

std::size_t fcl_contacts(const FclModel& a, const FclModel& b, const PlacementPair& at, std::size_t cap) {
  fcl::CollisionRequest<double> request(cap, false);
  fcl::CollisionResult<double> result;
  fcl::collide(&a, fcl_placement(at.a), &b, fcl_placement(at.b), request, result);
  return result.numContacts();
}

void compare_queries(const Workload& work, bool first_only, Table& table) {
  const auto fcl_a = fcl_model(work.a), fcl_b = fcl_model(work.b);
  const Model same_a(work.a, same_tree), same_b(work.b, same_tree), our_a(work.a), our_b(work.b);
  const std::uint64_t cap = first_only ? 1 : CollideOptions::all;
  std::size_t fcl_found = 0, same_found = 0, our_found = 0;
  const auto ours = [&](const Model& a, const Model& b, std::size_t& found) {
    found = 0;
    for (const PlacementPair& at : work.placements)
      found += collide(a, at.a, b, at.b, {.max_contacts = cap}).pairs.size();
  };
  const std::vector<double> seconds = best_times(5, {
                                                        [&] {
                                                          fcl_found = 0;
                                                          const std::size_t most =
                                                              first_only ? 1 : std::numeric_limits<int>::max();
                                                          for (const PlacementPair& at : work.placements)
                                                            fcl_found += fcl_contacts(*fcl_a, *fcl_b, at, most);
                                                        },
                                                        [&] { ours(same_a, same_b, same_found); },
                                                        [&] { ours(our_a, our_b, our_found); },
                                                    });
  const double per_query = 1e6 / static_cast<double>(work.placements.size());
  table.row({work.name + (first_only ? ", first contact" : ", all contacts"), cell(seconds[0] * per_query),
             cell(seconds[1] * per_query), cell(seconds[2] * per_query), cell(seconds[0] / seconds[1]),
             cell(seconds[0] / seconds[2]), cell(std::uint64_t{fcl_found}), cell(std::uint64_t{our_found})});
}

}  // namespace

void compare_with_fcl(const Surroundings& to) {
  Table build({"triangles", "fcl_ms", "same_tree_ms", "default_ms", "fcl_over_same_tree", "fcl_over_default"});
  const Mesh scan = shapes::bumpy_scan(70000, 1);
  const std::vector<double> seconds =
      best_times(5, {[&] { fcl_model(scan); }, [&] { Model(scan, same_tree); }, [&] { Model{scan}; }});
  build.row({cell(std::uint64_t{scan.triangles.size()}), cell(1e3 * seconds[0]), cell(1e3 * seconds[1]),
             cell(1e3 * seconds[2]), cell(seconds[0] / seconds[1]), cell(seconds[0] / seconds[2])});
  build.save(to.out / "fcl_build.csv");
  to.say("build: " + cell(seconds[0] * 1e3) + " ms FCL, " + cell(seconds[1] * 1e3) + " ms ours");

  Table queries({"work", "fcl_us", "same_tree_us", "default_us", "fcl_over_same_tree", "fcl_over_default",
                 "fcl_contacts", "our_contacts"});
  for (const Workload& work : collide_workloads(300)) {
    to.say(work.name);
    compare_queries(work, true, queries);
    if (work.placements.size() > 10) compare_queries(work, false, queries);
  }
  queries.save(to.out / "fcl_collide.csv");
}

void measure_build_growth(const Surroundings& to) {
  struct Measured {
    std::uint64_t triangles;
    double seconds, normalised;
  };
  std::vector<Measured> all;
  double log_sum = 0;
  for (int wanted : {10000, 31623, 100000, 316228, 1000000}) {
    const Mesh mesh = shapes::bumpy_scan(wanted, 1);
    const double seconds = best_times(wanted > 200000 ? 3 : 15, {[&] { Model(mesh, same_tree); }})[0];
    const double n = static_cast<double>(mesh.triangles.size());
    all.push_back({mesh.triangles.size(), seconds, 1e9 * seconds / (n * std::log2(n))});
    log_sum += std::log(all.back().normalised);
    to.say(std::to_string(mesh.triangles.size()) + " triangles: " + cell(1e3 * seconds) + " ms");
  }
  const double mean = std::exp(log_sum / static_cast<double>(all.size()));
  Table table({"triangles", "build_ms", "ns_per_n_log2_n", "relative_to_mean"});
  for (const Measured& m : all)
    table.row({cell(m.triangles), cell(1e3 * m.seconds), cell(m.normalised), cell(m.normalised / mean)});
  table.save(to.out / "build_growth.csv");
}

}  // namespace abut::bench
