// The long comparison of containment and signed distance with exact rays: campaign_points --points N --seed S --threads
// T --out FILE

#include "leaf/point_distance.h"
#include "support/campaign.h"
#include "support/closed_shapes.h"
#include "support/probe_points.h"
#include "support/solid_oracle.h"
#include <abut/solid.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

namespace abut {
namespace {

struct Options : CampaignOptions {
  int points = 100'000;  // of each shape
};

struct Tally {
  std::uint64_t points = 0, inside = 0, on_surface = 0, measured_by_brute_force = 0, disagreements = 0;

  void add(const Tally& other) {
    points += other.points, inside += other.inside, on_surface += other.on_surface;
    measured_by_brute_force += other.measured_by_brute_force, disagreements += other.disagreements;
  }
};

/// One shape, its solids and its oracle.
class Trial {
 public:
  explicit Trial(const ClosedShape& shape)
      : shape_(shape),
        oracle_(shape.mesh, {}),
        forms_(classify_triangles(shape.mesh.points, shape.mesh.triangles)),
        solid_(Model(shape.mesh)) {}

  Tally run(int count, Random& random) const {
    Tally tally;
    const std::vector<Vec3> points = probe_points(shape_.mesh, {}, count, random);
    const std::vector<SignedDistance> found = signed_distance(solid_, {}, points);
    const std::vector<Containment> sides = contains(solid_, {}, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const SolidOracle::Answer truth = oracle_.ask(points[i], random);
      const Containment side = expected(truth, shape_.is_united ? truth.winding != 0 : truth.crossings % 2 != 0);
      bool good = sides[i] == side && has_sign(found[i], side);
      // Every triangle is measured for some of the points.
      if (i % 100 == 0) good = good && has_size(found[i], points[i]), ++tally.measured_by_brute_force;
      ++tally.points;
      tally.inside += side == Containment::inside, tally.on_surface += truth.on_surface;
      if (!good) ++tally.disagreements, print(points[i], truth, sides[i], found[i]);
    }
    return tally;
  }

 private:
  static Containment expected(const SolidOracle::Answer& truth, bool inside) {
    return truth.on_surface ? Containment::on_surface : inside ? Containment::inside : Containment::outside;
  }
  static bool has_sign(const SignedDistance& found, Containment side) {
    if (found.side != side || !(found.lower <= found.upper)) return false;
    if (side == Containment::on_surface) return found.lower == 0 && found.upper == 0;
    return side == Containment::inside ? found.lower < 0 : found.upper > 0;
  }
  bool has_size(const SignedDistance& found, const Vec3& point) const {
    PointDistanceTest test({shape_.mesh.points, shape_.mesh.triangles, forms_, {}}, at_);
    test.set_point(point);
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    for (std::uint32_t t = 0; t < forms_.size(); ++t) {
      const PointDistance one = test.measure(t);
      lower = std::min(lower, one.lower), upper = std::min(upper, one.upper);
    }
    return found.closest.lower == lower && found.closest.upper == upper;
  }
  void print(const Vec3& p, const SolidOracle::Answer& truth, Containment side, const SignedDistance& found) const {
    static std::mutex printing;
    const std::lock_guard lock(printing);
    std::fprintf(stderr, "%s: {%a, %a, %a}: on surface %d, crossings %d, winding %d; abut %d, distance %g .. %g\n",
                 shape_.name.c_str(), p.x, p.y, p.z, truth.on_surface, truth.crossings, truth.winding,
                 static_cast<int>(side), found.lower, found.upper);
  }

  const ClosedShape& shape_;
  Placement at_;
  SolidOracle oracle_;
  std::vector<TriangleForm> forms_;
  Solid solid_;
};

// Work is cut into batches with seeds of their own, so that the points do not depend on the number of threads.
Tally run(const Trial& trial, std::size_t shape, const Options& options) {
  constexpr int batch_size = 1000;
  const int batches = (options.points + batch_size - 1) / batch_size;
  Tally total;
  std::atomic<int> next_batch{0};
  std::mutex adding;
  const auto work = [&] {
    for (int batch; (batch = next_batch++) < batches;) {
      Random random(Random(options.seed).bits() ^ Random(1000 * shape + static_cast<std::size_t>(batch)).bits());
      const Tally tally = trial.run(std::min(batch_size, options.points - batch * batch_size), random);
      const std::lock_guard lock(adding);
      total.add(tally);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return total;
}

std::string as_json(const Tally& tally) {
  return "\"points\": " + std::to_string(tally.points) + ", \"inside\": " + std::to_string(tally.inside) +
         ", \"on_surface\": " + std::to_string(tally.on_surface) +
         ", \"measured_by_brute_force\": " + std::to_string(tally.measured_by_brute_force) +
         ", \"disagreements\": " + std::to_string(tally.disagreements);
}

std::string report(const Options& options, const std::vector<Tally>& tallies, double seconds) {
  std::string text =
      "{\"title\": \"Containment and signed distance against exact rays\",\n \"about\": \"Each point is judged by CGAL "
      "with rays in random directions, exactly, and by abut; a disagreement is any difference in containment, in the "
      "sign of the distance, or from the least distance of all triangles where that was measured. Points are strewn "
      "around, on corners, sides and faces, a unit in the "
      "last "
      "place off, and in line with corners along the axes.\",\n \"seed\": " +
      std::to_string(options.seed) + ", \"threads\": " + std::to_string(options.threads) +
      ", \"seconds\": " + std::to_string(seconds) + ",\n \"families\": [\n";
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const ClosedShape& shape = closed_shapes()[i];
    text += "  {\"name\": \"" + shape.name + "\", \"triangles\": " + std::to_string(shape.mesh.triangles.size()) +
            ", " + as_json(tallies[i]) + (i + 1 < tallies.size() ? "},\n" : "}]}\n");
  }
  return text;
}

}  // namespace
}  // namespace abut

int main(int count, char** arguments) {
  abut::Options options;
  if (!abut::read_campaign(count, arguments, "--points", options.points, options)) {
    std::fprintf(stderr, "usage: campaign_points [--points N] [--seed S] [--threads T] [--out FILE.json]\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<abut::Tally> tallies;
  for (std::size_t i = 0; i < abut::closed_shapes().size(); ++i) {
    const abut::ClosedShape& shape = abut::closed_shapes()[i];
    tallies.push_back(abut::run(abut::Trial(shape), i, options));
    std::fprintf(stderr, "%s: %llu disagreements\n", shape.name.c_str(),
                 static_cast<unsigned long long>(tallies.back().disagreements));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (!abut::tell(abut::report(options, tallies, taken.count()), options, "campaign_points")) return 2;
  for (const abut::Tally& tally : tallies)
    if (tally.disagreements != 0) return 1;
  return 0;
}
