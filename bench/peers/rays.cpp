#include "experiments.h"
#include "goals.h"
#include "math/random.h"
#include "peer.h"
#include "race.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench::peers {

namespace {

class OurRays : public RayTarget {
 public:
  OurRays(const Mesh& mesh, bool own_tree) : model_(mesh, {.rays = own_tree}) {}
  void first_hits(std::span<const Ray> rays, RayForm form, std::span<std::uint32_t> found) override {
    const auto triangle_of = [](const std::optional<RayHit>& hit) { return hit ? hit->triangle : none; };
    if (form == RayForm::one_by_one) {
      for (std::size_t i = 0; i < rays.size(); ++i) found[i] = triangle_of(first_hit(model_, at_, rays[i]));
      return;
    }
    const std::vector<std::optional<RayHit>> hits = first_hit(model_, at_, rays);
    std::transform(hits.begin(), hits.end(), found.begin(), triangle_of);
  }

 private:
  Model model_;
  Placement at_;
};

/// Rounded to float, so that those who compute in float are sent the same ray.
Vec3 rounded(const Vec3& v) {
  return {static_cast<double>(static_cast<float>(v.x)), static_cast<double>(static_cast<float>(v.y)),
          static_cast<double>(static_cast<float>(v.z))};
}

struct RayWork {
  std::string name;
  std::vector<Ray> rays;
};

/// From all around the mesh to its middle at random; and a picture of it, ray by ray.
std::vector<RayWork> works_for(const Mesh& mesh, int side) {
  const Bounds bounds = bounds_of(mesh.points);
  const Vec3 middle = (bounds.low + bounds.high) * 0.5;
  const double reach = 0.5 * length(bounds.high - bounds.low);
  Random random(7);
  RayWork strewn{"strewn", {}}, picture{"picture", {}};
  for (int i = 0; i < side * side; ++i) {
    const Vec3 from = middle + random.direction() * (1.5 * reach);
    strewn.rays.push_back({rounded(from), rounded(middle + random.in_cube(0.5 * reach) - from)});
    const Vec3 eye = middle + Vec3{3 * reach, 0.1 * reach, 0.2 * reach};
    const Vec3 pixel{0, reach * (i % side * 1.0 / side - 0.5), reach * (i / side * 1.0 / side - 0.5)};
    picture.rays.push_back({rounded(eye), rounded(middle + pixel - eye)});
  }
  return {strewn, picture};
}

struct Target {
  std::string name;
  std::unique_ptr<RayTarget> target;
};

std::vector<Target> targets_for(const Mesh& mesh) {
  std::vector<Target> targets;
  targets.push_back({std::string(default_name) + " (rays)", std::make_unique<OurRays>(mesh, true)});
  targets.push_back({std::string(default_name), std::make_unique<OurRays>(mesh, false)});
  for (const Peer& peer : other_libraries())
    if (peer.ray_target) targets.push_back({peer.name, peer.ray_target(mesh)});
  return targets;
}

constexpr RayForm forms[] = {RayForm::one_by_one, RayForm::all_at_once};

void compare_on(const Mesh& mesh, const RayWork& work, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  std::vector<Target> targets = targets_for(mesh);
  std::vector<std::vector<std::uint32_t>> found(targets.size(), std::vector<std::uint32_t>(work.rays.size()));
  std::vector<std::function<void()>> runs;
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (RayForm form : forms)
      runs.push_back([&, i, form] { targets[i].target->first_hits(work.rays, form, found[i]); });
  const std::vector<double> seconds = race(runs, rules_for(to, {.seconds_each = 0.5}));
  const std::string name = work.name + " " + std::to_string(mesh.triangles.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::size_t differing = 0;
    for (std::size_t k = 0; k < work.rays.size(); ++k) differing += found[i][k] != found[0][k];
    for (int form = 0; form < 2; ++form)
      table.row({name, targets[i].name, form == 0 ? "one by one" : "all at once", cell(std::uint64_t{work.rays.size()}),
                 cell(1e9 * seconds[2 * i + form] / static_cast<double>(work.rays.size())),
                 cell(seconds[2 * i + form] / seconds[form]), cell(std::uint64_t{differing})});
    if (targets[i].name != "Embree") continue;
    const double best = std::min(seconds[2 * i], seconds[2 * i + 1]);
    goals.push_back({name + ", one by one", "times Embree's speed", best / seconds[0], 1, 1.1});
    goals.push_back({name + ", all at once", "times Embree's speed", best / seconds[1], 1.3, 2});
  }
  to.say(name);
}

}  // namespace

void compare_rays(const Surroundings& to) {
  Table table({"work", "contestant", "form", "rays", "ns", "over_abut", "differing"});
  std::vector<Goal> goals;
  for (int wanted : {70000, 1000000}) {
    if (to.quick && wanted > 70000) break;
    const Mesh mesh = shapes::bumpy_scan(wanted, 1);
    for (const RayWork& work : works_for(mesh, to.count(140, 20))) compare_on(mesh, work, to, table, goals);
  }
  table.save(to.out / "rays.csv");
  record_goals(to, "rays", goals);
}

}  // namespace abut::bench::peers
