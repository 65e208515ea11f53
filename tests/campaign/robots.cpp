// The long comparison of robots with brute force and samples: campaign_robots --configurations N --seed S --threads T
// --out FILE. As many edges in all, and a hundred times as many configurations for the pairs that never touch.

#include "query/batch.h"
#include "support/campaign.h"
#include "support/checker_oracle.h"
#include "support/figures.h"
#include "support/robot_worlds.h"
#include <abut/edge.h>
#include <abut/never.h>
#include <abut/robot.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>

namespace abut::test {
namespace {

struct Options : CampaignOptions {
  int configurations = 10'000;  // of each figure
};

constexpr int samples = 1000;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Random random_for(const Options& options, std::size_t what, std::size_t number) {
  return Random(Random(options.seed).bits() ^ Random(10'000'000 * what + number).bits());
}

/// Counts of one line of the page, by their names.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

Counts sum_of(std::vector<Counts> all) {
  Counts total = std::move(all.at(0));
  for (std::size_t i = 1; i < all.size(); ++i)
    for (std::size_t k = 0; k < total.size(); ++k) total[k].second += all[i][k].second;
  return total;
}

std::uint64_t wrong_in(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}, [](std::uint64_t sum, const auto& count) {
    return sum + (count.first == "wrong" ? count.second : 0);
  });
}

// --- Configurations against brute force over all pairs of bodies.

Counts look_at_configuration(const CheckerSetup& setup, const Checker& checker, std::span<const double> q, bool free,
                             bool free_when_prepared, const std::vector<CheckedPair>& touching, double margin) {
  const NamesThatTouch truth = brute_force_contacts(setup, q, margin);
  const bool is_right =
      names_of(checker, touching) == truth && free == truth.empty() && free_when_prepared == truth.empty();
  return {{"configurations", 1}, {"free", free}, {"touching_pairs", truth.size()}, {"wrong", !is_right}};
}

Counts check_configurations(const RobotWorld& world, std::size_t number, const Options& options) {
  const Checker checker(world.setup);
  std::vector<double> all;
  for (int i = 0; i < options.configurations; ++i) {
    Random random = random_for(options, number, static_cast<std::size_t>(i));
    const std::vector<double> one = random_configuration(world.figure(), random);
    all.insert(all.end(), one.begin(), one.end());
  }
  const CheckOptions asked{.margin = world.margin, .threads = static_cast<int>(options.threads)};
  const std::vector<char> free = checker.are_free(all, asked);
  const auto touching = checker.touching_each(all, asked);
  checker.prepare(asked.threads);
  const std::vector<char> when_prepared = checker.are_free(all, asked);
  return sum_of(batch_of<Counts>(free.size(), asked.threads, [&](std::size_t i) {
    return look_at_configuration(world.setup, checker, std::span(all).subspan(i * checker.dof(), checker.dof()),
                                 free[i] != 0, when_prepared[i] != 0, touching[i], world.margin);
  }));
}

// --- Edges against samples.

/// Is a sample in the part that is proved free not free?
std::uint64_t missed_by(const EdgeAnswer& answer, const RobotWorld& world, const Checker& checker,
                        std::span<const double> from, std::span<const double> to, std::uint64_t& sampled) {
  std::vector<double> on_edge;
  for (int i = 0; i <= samples; ++i) {
    const double time = static_cast<double>(i) / samples;
    if (answer.verdict != MotionVerdict::clear && !(time < answer.lower)) break;
    const std::vector<double> q = world.figure().between(from, to, time);
    on_edge.insert(on_edge.end(), q.begin(), q.end());
  }
  const std::vector<char> free = checker.are_free(on_edge, {.margin = world.margin});
  sampled += free.size();
  return static_cast<std::uint64_t>(std::count(free.begin(), free.end(), 0));
}

/// Is a contact one, within the tolerance, and its bracket short?
bool is_contact(const EdgeAnswer& answer, const RobotWorld& world, const Checker& checker, std::span<const double> from,
                std::span<const double> to) {
  const double margin = world.margin + answer.tolerance * (1 + 1e-9) + 1e-12;
  const std::vector<CheckedPair> touching =
      checker.touching(world.figure().between(from, to, answer.upper), {.margin = margin});
  return answer.upper - answer.lower <= EdgeOptions{}.time_tolerance &&
         std::find(touching.begin(), touching.end(), answer.pair) != touching.end();
}

Counts look_at_edge(const RobotWorld& world, const EdgeChecker& edges, Random& random) {
  const Checker& checker = edges.checker();
  std::vector<double> from = random_configuration(world.figure(), random);
  // What touches from the beginning says little.
  for (int tries = 0; tries < 30 && !checker.is_free(from, {.margin = world.margin}); ++tries)
    from = random_configuration(world.figure(), random);
  const std::vector<double> to = configuration_near(world.figure(), from, random.between(0.05, 1), random);
  const EdgeAnswer answer = edges.check(from, to, {.margin = world.margin});
  std::uint64_t sampled = 0, wrong = missed_by(answer, world, checker, from, to, sampled);
  if (answer.verdict == MotionVerdict::contact) wrong += !is_contact(answer, world, checker, from, to);
  return {{"edges", 1},
          {"clear", answer.verdict == MotionVerdict::clear},
          {"contacts", answer.verdict == MotionVerdict::contact},
          {"undecided", answer.verdict == MotionVerdict::undecided},
          {"samples", sampled},
          {"wrong", wrong}};
}

Counts check_edges(const RobotWorld& world, std::size_t number, std::size_t count, const Options& options) {
  const EdgeChecker edges{Checker(world.setup)};
  return sum_of(batch_of<Counts>(count, static_cast<int>(options.threads), [&](std::size_t i) {
    Random random = random_for(options, 100 + number, i);
    return look_at_edge(world, edges, random);
  }));
}

// --- Pairs of links that never touch, against samples.

bool do_touch(const Figure& figure, std::span<const Placement> at, const LinkPairProof& pair, double margin) {
  for (const LinkShape& a : figure.links()[pair.a].shapes)
    for (const LinkShape& b : figure.links()[pair.b].shapes)
      if (touches(a.shape, at[pair.a] * a.at, b.shape, at[pair.b] * b.at, margin)) return true;
  return false;
}

/// Which pairs come within a margin in random configurations.
std::vector<char> seen_within(const Figure& figure, const NeverProofs& proofs, double margin, const Options& options) {
  constexpr std::size_t share = 1000;
  const std::size_t shares = static_cast<std::size_t>(options.configurations) * 100 / share;
  const auto seen = batch_of<std::vector<char>>(shares, static_cast<int>(options.threads), [&](std::size_t i) {
    Random random = random_for(options, 200, i);
    std::vector<char> within(proofs.pairs.size());
    for (std::size_t k = 0; k < share; ++k) {
      const std::vector<Placement> at = figure.place(random_configuration(figure, random));
      for (std::size_t pair = 0; pair < within.size(); ++pair)
        if (!within[pair]) within[pair] = do_touch(figure, at, proofs.pairs[pair], margin);
    }
    return within;
  });
  std::vector<char> any(proofs.pairs.size());
  for (const std::vector<char>& each : seen)
    for (std::size_t pair = 0; pair < any.size(); ++pair) any[pair] |= each[pair];
  return any;
}

std::size_t joints_between_links(const Figure& figure, const LinkPairProof& pair) {
  const auto depth = [&](std::size_t link) {
    std::vector<std::size_t> above{link};
    while (const auto joint = figure.joint_of(above.back())) above.push_back(figure.joint_places()[*joint].parent);
    return above;
  };
  const std::vector<std::size_t> a = depth(pair.a), b = depth(pair.b);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const auto found = std::find(b.begin(), b.end(), a[i]); found != b.end())
      return i + static_cast<std::size_t>(found - b.begin());
  return 0;
}

struct Never {
  Counts counts;
  double seconds = 0;
};

/// Pairs that no sample brings within a hundredth of the reach count as clear by that.
Never check_never(const RobotWorld& world, const Options& options) {
  const Figure& figure = world.figure();
  const double start = now();
  const NeverProofs proofs = prove_never(figure, {.threads = static_cast<int>(options.threads)});
  const double seconds = now() - start;
  const std::vector<char> touched = seen_within(figure, proofs, 0, options),
                          near = seen_within(figure, proofs, 0.01 * world.reach, options);
  std::uint64_t proved = 0, wrong = 0, few = 0, few_proved = 0, more = 0, more_proved = 0;
  for (std::size_t i = 0; i < proofs.pairs.size(); ++i) {
    const bool is_never = proofs.pairs[i].verdict == NeverVerdict::never;
    const std::size_t joints = joints_between_links(figure, proofs.pairs[i]);
    proved += is_never, wrong += is_never && touched[i];
    if (near[i] || joints > 5) continue;
    ++(joints <= 3 ? few : more);
    (joints <= 3 ? few_proved : more_proved) += is_never;
  }
  return {{{"pairs", proofs.pairs.size()},
           {"proved", proved},
           {"clear_up_to_3_joints", few},
           {"proved_up_to_3", few_proved},
           {"clear_4_or_5_joints", more},
           {"proved_4_or_5", more_proved},
           {"wrong", wrong}},
          seconds};
}

// --- The report.

std::string line_of(const std::string& name, const Counts& counts) {
  std::string line = "  {\"name\": \"" + name + "\"";
  for (const auto& [key, value] : counts) line += ", \"" + key + "\": " + std::to_string(value);
  return line + "}";
}

constexpr const char* about =
    "Configurations: what touches, and whether anything does, against brute force over all pairs of bodies. Edges: no "
    "sample of 1000 in the part that is proved free may touch, and at the end of a bracket the pair must touch, within "
    "the tolerance that is told. Never: pairs of links of the arm that are proved never to touch must not touch in a "
    "hundred times as many random configurations; those that no such configuration brings within a hundredth of the "
    "reach count as clear.";

class Campaign {
 public:
  explicit Campaign(const Options& options) : options_(options), start_(now()) {}

  int run() {
    const std::vector<RobotWorld> worlds = robot_worlds();
    const std::size_t edges = static_cast<std::size_t>(options_.configurations) / worlds.size();
    for (std::size_t i = 0; i < worlds.size(); ++i)
      add(worlds[i].name + ", configurations", check_configurations(worlds[i], i, options_));
    for (std::size_t i = 0; i < worlds.size(); ++i)
      add(worlds[i].name + ", edges", check_edges(worlds[i], i, edges, options_));
    const Never never = check_never(worlds[0], options_);
    add(worlds[0].name + ", never", never.counts);
    if (!tell(report(never.seconds), options_, "campaign_robots")) return 2;
    return wrong_ == 0 ? 0 : 1;
  }

 private:
  void add(const std::string& name, const Counts& counts) {
    std::fprintf(stderr, "%s: %llu wrong, %.0f s\n", name.c_str(), static_cast<unsigned long long>(wrong_in(counts)),
                 now() - start_);
    wrong_ += wrong_in(counts);
    lines_ += (lines_.empty() ? "" : ",\n") + line_of(name, counts);
  }

  std::string report(double seconds_of_proofs) const {
    return std::string("{\"title\": \"Robots against brute force and samples\",\n \"about\": \"") + about +
           "\",\n \"seed\": " + std::to_string(options_.seed) + ", \"threads\": " + std::to_string(options_.threads) +
           ", \"seconds\": " + std::to_string(now() - start_) +
           ", \"seconds_for_never_proofs\": " + std::to_string(seconds_of_proofs) + ",\n \"families\": [\n" + lines_ +
           "]}\n";
  }

  const Options& options_;
  double start_;
  std::string lines_;
  std::uint64_t wrong_ = 0;
};

}  // namespace
}  // namespace abut::test

int main(int count, char** arguments) {
  abut::test::Options options;
  if (!abut::read_campaign(count, arguments, "--configurations", options.configurations, options)) {
    std::fprintf(stderr, "usage: campaign_robots [--configurations N] [--seed S] [--threads T] [--out FILE.json]\n");
    return 2;
  }
  return abut::test::Campaign(options).run();
}
