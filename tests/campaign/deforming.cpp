// The long comparison of moving vertices, faces and edges with rational arithmetic: campaign_deforming --motions N
// --seed S --threads T --out FILE

#include "support/campaign.h"
#include "support/feature_motions.h"
#include "support/motion_oracle.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <thread>

namespace abut {
namespace {

struct Options : CampaignOptions {
  int motions = 100'000;  // of all families together
};

struct Tally {
  std::uint64_t motions = 0, contacts = 0, disagreements = 0;
  double seconds = 0, slowest = 0;  // of abut at its defaults

  void add(const Tally& other) {
    motions += other.motions, contacts += other.contacts, disagreements += other.disagreements;
    seconds += other.seconds, slowest = std::max(slowest, other.slowest);
  }
};

using Points = std::array<MovingPoint, 4>;
using Clock = std::chrono::steady_clock;

// What others on the machine take does not count.
double seconds_of_this_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

FeatureContact ask(bool is_edge_edge, const Points& x, const FeatureContactOptions& options) {
  return is_edge_edge ? first_contact_edge_edge({x[0], x[1]}, {x[2], x[3]}, options)
                      : first_contact_vertex_face(x[0], {x[1], x[2], x[3]}, options);
}

void print(const MotionFamily& family, bool is_edge_edge, const Points& x, const FeatureContact& found,
           const FeatureContactOptions& options, const std::string& fault) {
  static std::mutex printing;
  const std::lock_guard lock(printing);
  std::fprintf(stderr, "%s, %s: %s (tolerances %g, %g; abut %d, %.17g .. %.17g)\n", family.name.c_str(),
               is_edge_edge ? "edges" : "vertex and face", fault.c_str(), options.distance_tolerance,
               options.time_tolerance, found.found, found.lower, found.upper);
  for (const auto& [p, q] : x) std::fprintf(stderr, "  {{%a, %a, %a}, {%a, %a, %a}}\n", p.x, p.y, p.z, q.x, q.y, q.z);
}

// Each motion is asked for with defaults, as tightly as doubles allow, and with a tolerance.
Tally run(const MotionFamily& family, int count, Random& random) {
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const bool is_edge_edge = i % 2 != 0;
    const Points x = family.make(random, is_edge_edge);
    double taken = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 3; ++repeat) {
      const double start = seconds_of_this_thread();
      ask(is_edge_edge, x, {});
      taken = std::min(taken, seconds_of_this_thread() - start);
    }
    const MotionOracle oracle(is_edge_edge, x);
    bool good = true;
    for (const FeatureContactOptions& options :
         {FeatureContactOptions{}, {.time_tolerance = 0}, {.distance_tolerance = 1e-3, .time_tolerance = 0.25}}) {
      const FeatureContact found = ask(is_edge_edge, x, options);
      const std::string fault = oracle.fault(found, options);
      if (!fault.empty()) good = false, print(family, is_edge_edge, x, found, options, fault);
    }
    tally.add({1, oracle.touches(), !good, taken, taken});
  }
  return tally;
}

// Work is cut into batches with seeds of their own, so that the motions do not depend on the number of threads.
Tally run(std::size_t family, int count, const Options& options) {
  constexpr int batch_size = 100;
  const int batches = (count + batch_size - 1) / batch_size;
  Tally total;
  std::atomic<int> next_batch{0};
  std::mutex adding;
  const auto work = [&] {
    for (int batch; (batch = next_batch++) < batches;) {
      Random random(Random(options.seed).bits() ^ Random(100'000 * family + static_cast<std::size_t>(batch)).bits());
      const Tally tally = run(motion_families()[family], std::min(batch_size, count - batch * batch_size), random);
      const std::lock_guard lock(adding);
      total.add(tally);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return total;
}

constexpr const char* about =
    "Motions of a vertex and a face, or of two edges, each asked three times: with the default tolerances, as tightly "
    "as "
    "doubles allow, and with a distance tolerance. A disagreement is a contact that is missed, late, early or false, "
    "or "
    "a bracket that is too wide, as Sturm sequences over the rationals have it. Times are of the defaults, the "
    "shortest of three on the thread's own clock, which takes up to a microsecond to read.";

std::string report(const Options& options, const std::vector<Tally>& tallies, double seconds) {
  const auto microseconds = [](double s) { return std::to_string(s * 1e6); };
  std::string text = "{\"title\": \"Moving features against rational arithmetic\",\n \"about\": \"" +
                     std::string(about) + "\",\n \"motions\": " + std::to_string(options.motions) +
                     ", \"seed\": " + std::to_string(options.seed) + ", \"seconds\": " + std::to_string(seconds) +
                     ",\n \"families\": [\n";
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const MotionFamily& family = motion_families()[i];
    const Tally& tally = tallies[i];
    text += "  {\"name\": \"" + family.name + "\", \"degenerate\": " + (family.is_degenerate ? "true" : "false") +
            ", \"motions\": " + std::to_string(tally.motions) + ", \"contacts\": " + std::to_string(tally.contacts) +
            ", \"disagreements\": " + std::to_string(tally.disagreements) + ", \"mean_microseconds\": " +
            microseconds(tally.seconds / static_cast<double>(std::max<std::uint64_t>(tally.motions, 1))) +
            ", \"slowest_microseconds\": " + microseconds(tally.slowest) + (i + 1 < tallies.size() ? "},\n" : "}]}\n");
  }
  return text;
}

}  // namespace
}  // namespace abut

int main(int count, char** arguments) {
  abut::Options options;
  if (!abut::read_campaign(count, arguments, "--motions", options.motions, options)) {
    std::fprintf(stderr, "usage: campaign_deforming [--motions N] [--seed S] [--threads T] [--out FILE.json]\n");
    return 2;
  }
  const auto start = abut::Clock::now();
  const std::size_t families = abut::motion_families().size();
  std::vector<abut::Tally> tallies;
  for (std::size_t i = 0; i < families; ++i) {
    const auto share = static_cast<int>((i + 1) * options.motions / families - i * options.motions / families);
    tallies.push_back(abut::run(i, share, options));
    std::fprintf(stderr, "%s: %llu disagreements\n", abut::motion_families()[i].name.c_str(),
                 static_cast<unsigned long long>(tallies.back().disagreements));
  }
  const std::chrono::duration<double> taken = abut::Clock::now() - start;
  if (!abut::tell(abut::report(options, tallies, taken.count()), options, "campaign_deforming")) return 2;
  for (const abut::Tally& tally : tallies)
    if (tally.disagreements != 0) return 1;
  return 0;
}
