// The long comparison of rays with rational arithmetic: campaign_rays --rays N --seed S --threads T --out FILE

#include "support/campaign.h"
#include "support/placement_families.h"
#include "support/ray_cases.h"
#include "support/ray_oracle.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

namespace abut {
namespace {

struct Options : CampaignOptions {
  int rays = 1'000'000;
};

struct Tally {
  std::uint64_t rays = 0, hits = 0, in_planes = 0, ties = 0, disagreements = 0;

  void add(const Tally& other) {
    rays += other.rays, hits += other.hits, in_planes += other.in_planes, ties += other.ties;
    disagreements += other.disagreements;
  }
};

void print(const RayMesh& shape, const Ray& ray, const std::string& difference) {
  static std::mutex printing;
  const std::lock_guard lock(printing);
  std::fprintf(stderr, "%s: %s: origin {%a, %a, %a}, direction {%a, %a, %a} + {%a, %a, %a}, t %a .. %a\n",
               shape.name.c_str(), difference.c_str(), ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x,
               ray.direction.y, ray.direction.z, ray.rest.x, ray.rest.y, ray.rest.z, ray.t_min, ray.t_max);
}

/// Rays against one mesh at one placement, half of them in either tree.
Tally run_batch(const RayMesh& shape, const PlacementFamily& family, int count, Random& random) {
  const Placement at = family.next(random);
  const Model models[] = {Model(shape.mesh), Model(shape.mesh, {.rays = true})};
  const RayOracle oracle(shape.mesh, at);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const Ray ray = next_ray(shape.mesh, at, random);
    const std::vector<RayOracle::Hit> hits = oracle.hits(ray);
    const std::string difference = ray_difference(models[i % 2], at, oracle, hits, ray);
    ++tally.rays;
    tally.hits += hits.size();
    for (std::size_t k = 0; k < hits.size(); ++k) {
      tally.in_planes += hits[k].side == 0;
      tally.ties += k > 0 && hits[k - 1].t == hits[k].t;
    }
    if (!difference.empty()) ++tally.disagreements, print(shape, ray, difference);
  }
  return tally;
}

// Work is cut into batches with seeds of their own, so that the rays do not depend on the number of threads.
Tally run(const PlacementFamily& family, std::size_t number, int rays, const Options& options) {
  constexpr int batch_size = 50;
  const int batches = (rays + batch_size - 1) / batch_size;
  Tally total;
  std::atomic<int> next_batch{0};
  std::mutex adding;
  const auto work = [&] {
    for (int batch; (batch = next_batch++) < batches;) {
      Random random(Random(options.seed).bits() ^ Random(1000000 * number + static_cast<std::size_t>(batch)).bits());
      const RayMesh& shape = ray_meshes()[static_cast<std::size_t>(batch) % ray_meshes().size()];
      const Tally tally = run_batch(shape, family, std::min(batch_size, rays - batch * batch_size), random);
      const std::lock_guard lock(adding);
      total.add(tally);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return total;
}

std::string report(const Options& options, const std::vector<PlacementFamily>& families,
                   const std::vector<Tally>& tallies, double seconds) {
  std::string text =
      "{\"title\": \"Rays against rational arithmetic\",\n \"about\": \"Each ray is sent against every triangle of a "
      "small mesh in rational arithmetic, by other formulas, and through abut's trees. A disagreement is any "
      "difference "
      "in the triangles hit, their order, t beyond its error, faces, culling, or crossings. Two in five rays are aimed "
      "at corners, sides and faces, or start there.\",\n \"seed\": " +
      std::to_string(options.seed) + ", \"threads\": " + std::to_string(options.threads) +
      ", \"seconds\": " + std::to_string(seconds) + ",\n \"families\": [\n";
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Tally& tally = tallies[i];
    text += "  {\"name\": \"" + families[i].name + "\", \"rays\": " + std::to_string(tally.rays) +
            ", \"hits\": " + std::to_string(tally.hits) + ", \"in_planes\": " + std::to_string(tally.in_planes) +
            ", \"ties\": " + std::to_string(tally.ties) +
            ", \"disagreements\": " + std::to_string(tally.disagreements) + (i + 1 < tallies.size() ? "},\n" : "}]}\n");
  }
  return text;
}

}  // namespace
}  // namespace abut

int main(int count, char** arguments) {
  abut::Options options;
  if (!abut::read_campaign(count, arguments, "--rays", options.rays, options)) {
    std::fprintf(stderr, "usage: campaign_rays [--rays N] [--seed S] [--threads T] [--out FILE.json]\n");
    return 2;
  }
  const std::vector<abut::PlacementFamily>& families = abut::placement_families();
  const auto start = std::chrono::steady_clock::now();
  std::vector<abut::Tally> tallies;
  const int each = (options.rays + static_cast<int>(families.size()) - 1) / static_cast<int>(families.size());
  for (std::size_t i = 0; i < families.size(); ++i) {
    tallies.push_back(abut::run(families[i], i, each, options));
    std::fprintf(stderr, "%s: %llu disagreements\n", families[i].name.c_str(),
                 static_cast<unsigned long long>(tallies.back().disagreements));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (!abut::tell(abut::report(options, families, tallies, taken.count()), options, "campaign_rays")) return 2;
  for (const abut::Tally& tally : tallies)
    if (tally.disagreements != 0) return 1;
  return 0;
}
