// The long comparison of first contacts of moving models with oracles: campaign_motion --scenes N --seed S --threads T
// --out FILE

#include "support/campaign.h"
#include "support/moving_scenes.h"
#include "support/turning_oracle.h"
#include <abut/error.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

namespace abut {
namespace {

struct Options : CampaignOptions {
  int scenes = 1700;  // of each family
};

struct Tally {
  std::uint64_t scenes = 0, refused = 0, motions = 0, contacts = 0, decided_by_the_oracle = 0, undecided = 0, wrong = 0;

  void add(const Tally& other) {
    scenes += other.scenes, refused += other.refused, motions += other.motions, contacts += other.contacts;
    decided_by_the_oracle += other.decided_by_the_oracle, undecided += other.undecided, wrong += other.wrong;
  }
};

void print(std::string_view family, int number, const std::string& wrong, const std::string& scene) {
  static std::mutex printing;
  const std::lock_guard lock(printing);
  std::fprintf(stderr, "%.*s, scene %d:\n%s%s\n", static_cast<int>(family.size()), family.data(), number, wrong.c_str(),
               scene.c_str());
}

Tally look_at(const MovingFamily& family, int number, Random& random) {
  Tally tally;
  ++tally.scenes;
  const MovingScene scene = family.make(random);
  try {
    const MovingCheck check = check_moving(scene, random);
    tally.motions += static_cast<std::uint64_t>(check.motions), tally.contacts += check.contact;
    tally.decided_by_the_oracle += check.known_by_oracle, tally.undecided += check.undecided;
    if (!check.wrong.empty()) ++tally.wrong, print(family.name, number, check.wrong, description_of(scene));
  } catch (const Error&) {
    // Rounded placements may be half a turn apart, as far as can be told.
    ++tally.refused;
  }
  return tally;
}

constexpr std::string_view turns = "turns, by Sturm sequences";

Tally look_at_turn(int number, Random& random) {
  Tally tally;
  const TurningScene scene = turning_scene(random);
  int contacts = 0;
  const std::string wrong = check_turning(scene, contacts);
  tally.scenes = 1, tally.motions = 2, tally.decided_by_the_oracle = 1;
  tally.contacts += static_cast<std::uint64_t>(contacts);
  if (!wrong.empty()) ++tally.wrong, print(turns, number, wrong, "");
  return tally;
}

// Every scene has a seed of its own, so that it does not depend on the number of threads.
Tally run(std::size_t family, const Options& options) {
  Tally total;
  std::atomic<int> next{0};
  std::mutex adding;
  const auto work = [&] {
    for (int i; (i = next++) < options.scenes;) {
      Random random(Random(options.seed).bits() ^ Random(1'000'000 * family + static_cast<std::size_t>(i)).bits());
      const bool is_turn = family == moving_families().size();
      const Tally tally = is_turn ? look_at_turn(i, random) : look_at(moving_families()[family], i, random);
      const std::lock_guard lock(adding);
      total.add(tally);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return total;
}

std::string as_json(const Tally& t) {
  return "\"scenes\": " + std::to_string(t.scenes) + ", \"refused\": " + std::to_string(t.refused) +
         ", \"motions\": " + std::to_string(t.motions) + ", \"contacts\": " + std::to_string(t.contacts) +
         ", \"decided_by_the_oracle\": " + std::to_string(t.decided_by_the_oracle) +
         ", \"undecided\": " + std::to_string(t.undecided) + ", \"wrong\": " + std::to_string(t.wrong);
}

std::string_view name_of_family(std::size_t i) {
  return i < moving_families().size() ? moving_families()[i].name : turns;
}

std::string report(const Options& options, const std::vector<Tally>& tallies, double seconds) {
  std::string text =
      "{\"title\": \"First contacts of moving models against oracles\",\n \"about\": \"Each scene is asked for as it "
      "is, "
      "with its models exchanged, and in one more way that must not change the answer: turned, cut in time, with finer "
      "or more triangles, with another tolerance. Brute force over all pairs of triangles says when they surely touch, "
      "where it comes to an end; some families know the time in closed form; turns about an axis are decided in "
      "integers, by Sturm sequences. Wrong is: a proof beyond a contact, a contact where the exact distance exceeds "
      "the "
      "tolerance, a bracket that is empty or too wide, models that touch at a time that was proved clear, or no "
      "decision though a tolerance was given. Only without a tolerance may a motion be undecided.\",\n \"seed\": " +
      std::to_string(options.seed) + ", \"threads\": " + std::to_string(options.threads) +
      ", \"seconds\": " + std::to_string(seconds) + ",\n \"families\": [\n";
  for (std::size_t i = 0; i < tallies.size(); ++i)
    text += "  {\"name\": \"" + std::string(name_of_family(i)) + "\", " + as_json(tallies[i]) +
            (i + 1 < tallies.size() ? "},\n" : "}]}\n");
  return text;
}

}  // namespace
}  // namespace abut

int main(int count, char** arguments) {
  abut::Options options;
  if (!abut::read_campaign(count, arguments, "--scenes", options.scenes, options)) {
    std::fprintf(stderr, "usage: campaign_motion [--scenes N] [--seed S] [--threads T] [--out FILE.json]\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<abut::Tally> tallies;
  for (std::size_t i = 0; i <= abut::moving_families().size(); ++i) {
    tallies.push_back(abut::run(i, options));
    std::fprintf(stderr, "%s: %llu wrong\n", std::string(abut::name_of_family(i)).c_str(),
                 static_cast<unsigned long long>(tallies.back().wrong));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  if (!abut::tell(abut::report(options, tallies, taken.count()), options, "campaign_motion")) return 2;
  for (const abut::Tally& tally : tallies)
    if (tally.wrong != 0) return 1;
  return 0;
}
