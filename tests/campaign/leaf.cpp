// The long comparison of the leaf test with CGAL's exact kernel: campaign_leaf --pairs N --seed S --threads T --out
// FILE

#include "leaf/triangle_triangle.h"
#include "support/campaign.h"
#include "support/cgal_oracle.h"
#include "support/pair_families.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace abut {
namespace {

struct Options : CampaignOptions {
  std::uint64_t pairs = 10'000'000;
};

struct Tally {
  std::uint64_t pairs = 0, contacts = 0, exact_fallbacks = 0, disagreements = 0;

  void add(const Tally& other) {
    pairs += other.pairs, contacts += other.contacts, exact_fallbacks += other.exact_fallbacks;
    disagreements += other.disagreements;
  }
};

// Checks one pair in both orders; a disagreement is printed at once, so that nothing is lost when the run is stopped.
void check(const PairFamily& family, Random& random, Tally& tally) {
  const TrianglePair pair = family.next(random);
  const OneTriangle a(pair.a, some_centre(pair.a, random)), b(pair.b, some_centre(pair.b, random));
  ContactTest test(a.geometry(), pair.at_a, b.geometry(), pair.at_b);
  ContactTest swapped(b.geometry(), pair.at_b, a.geometry(), pair.at_a);
  const bool expected = cgal_touch(pair.a, pair.at_a, pair.b, pair.at_b);
  const bool answer = test.touch(0, 0), swapped_answer = swapped.touch(0, 0);
  ++tally.pairs;
  tally.contacts += expected;
  tally.exact_fallbacks += test.exact_tests();
  if (answer == expected && swapped_answer == expected) return;
  ++tally.disagreements;
  static std::mutex printing;
  const std::lock_guard lock(printing);
  std::fprintf(stderr, "%s: CGAL says %d, abut %d, swapped %d\n%s", family.name.c_str(), expected, answer,
               swapped_answer, describe(pair).c_str());
}

// Work is cut into batches with seeds of their own, so that the pairs do not depend on the number of threads.
std::vector<Tally> run(const Options& options) {
  constexpr std::uint64_t batch_size = 1000;
  const std::vector<PairFamily>& families = pair_families();
  const std::uint64_t batches = (options.pairs + batch_size - 1) / batch_size;
  std::vector<Tally> total(families.size());
  std::atomic<std::uint64_t> next_batch{0};
  std::mutex adding;
  const bool show = isatty(STDERR_FILENO);
  const auto work = [&] {
    for (std::uint64_t batch; (batch = next_batch++) < batches;) {
      Random random(Random(options.seed).bits() ^ Random(batch).bits());
      Tally tally;
      const std::uint64_t count = std::min(batch_size, options.pairs - batch * batch_size);
      for (std::uint64_t i = 0; i < count; ++i) check(families[batch % families.size()], random, tally);
      const std::lock_guard lock(adding);
      total[batch % families.size()].add(tally);
      if (show && batch % 64 == 0) std::fprintf(stderr, "\r%3.0f %%", 100. * double(batch) / double(batches));
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (show) std::fprintf(stderr, "\r100 %%\n");
  return total;
}

std::string as_json(const Tally& tally) {
  return "\"pairs\": " + std::to_string(tally.pairs) + ", \"contacts\": " + std::to_string(tally.contacts) +
         ", \"exact_fallbacks\": " + std::to_string(tally.exact_fallbacks) +
         ", \"disagreements\": " + std::to_string(tally.disagreements);
}

std::string report(const Options& options, const std::vector<Tally>& tallies, double seconds) {
  Tally all;
  std::string text = "{\"seed\": " + std::to_string(options.seed) +
                     ", \"threads\": " + std::to_string(options.threads) + ", \"seconds\": " + std::to_string(seconds) +
                     ",\n \"families\": [\n";
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    all.add(tallies[i]);
    text += "  {\"name\": \"" + pair_families()[i].name + "\", " + as_json(tallies[i]) +
            (i + 1 < tallies.size() ? "},\n" : "}],\n");
  }
  return text + " \"all\": {" + as_json(all) + "}}\n";
}

}  // namespace
}  // namespace abut

int main(int count, char** arguments) {
  abut::Options options;
  if (!abut::read_campaign(count, arguments, "--pairs", options.pairs, options)) {
    std::fprintf(stderr, "usage: campaign_leaf [--pairs N] [--seed S] [--threads T] [--out FILE.json]\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::vector<abut::Tally> tallies = abut::run(options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (!abut::tell(abut::report(options, tallies, taken.count()), options, "campaign_leaf")) return 2;
  for (const abut::Tally& tally : tallies)
    if (tally.disagreements != 0) return 1;
  return 0;
}
