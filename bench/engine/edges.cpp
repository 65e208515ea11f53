#include "../peers/robot_works.h"
#include "choices.h"
#include "least_seconds.h"
#include "math/random.h"
#include <abut/edge.h>

#include <algorithm>
#include <cmath>

namespace abut::bench {

namespace {

using peers::RobotWork;

/// The arm is as long as eight links of 0.25.
constexpr double clearance = 0.02 * 8 * 0.25;
constexpr int samples = 100;

struct Edges {
  std::vector<std::vector<double>> from, to;
};

/// Edges that change every joint by up to a radian and keep the clearance everywhere.
Edges clear_edges(const RobotWork& work, const EdgeChecker& checker, std::size_t count) {
  Edges edges;
  Random random(17);
  for (std::size_t i = 0; i < work.count() && edges.from.size() < count; ++i) {
    const std::span<const double> from = work.configuration(i);
    std::vector<double> to(from.begin(), from.end());
    for (double& angle : to) angle = std::clamp(angle + random.between(-1, 1), -2.2, 2.2);
    if (checker.check(from, to, {.margin = clearance, .any_contact = true}).verdict != MotionVerdict::clear) continue;
    edges.from.emplace_back(from.begin(), from.end());
    edges.to.push_back(std::move(to));
  }
  return edges;
}

double at_share(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

/// What a proof takes, in single checks of configurations on the same edge.
struct EdgeCost {
  double proof_us, check_us;
  std::uint64_t tests;
  double in_checks() const { return proof_us / check_us; }
};

EdgeCost cost_of(const RobotWork& work, const EdgeChecker& checker, const std::vector<double>& from,
                 const std::vector<double>& to, int rounds) {
  std::vector<double> sampled;
  for (int i = 0; i < samples; ++i) {
    const std::vector<double> at = work.figure.between(from, to, (i + 0.5) / samples);
    sampled.insert(sampled.end(), at.begin(), at.end());
  }
  std::vector<char> free(samples);
  EdgeAnswer answer;
  const double proof = least_seconds(rounds, [&] { answer = checker.check(from, to); }),
               checks = least_seconds(rounds, [&] { work.checker.are_free(sampled, free, {}); });
  return {1e6 * proof, 1e6 * checks / samples, answer.counters.volume_tests + answer.counters.triangle_tests};
}

/// Of all edges.
struct EdgeCosts {
  std::vector<double> proofs, checks, ratios;

  EdgeCosts(const RobotWork& work, const EdgeChecker& checker, const Edges& edges, int rounds) {
    for (std::size_t i = 0; i < edges.from.size(); ++i) {
      const EdgeCost cost = cost_of(work, checker, edges.from[i], edges.to[i], rounds);
      proofs.push_back(cost.proof_us), checks.push_back(cost.check_us), ratios.push_back(cost.in_checks());
    }
  }
};

}  // namespace

void measure_edges(const Surroundings& to) {
  Table table({"work", "edges", "proof_us", "check_us", "checks_median", "checks_p95", "checks_most",
               "prepared_proof_us", "prepared_check_us"});
  for (const RobotWork& work : peers::robot_works(to.count(20000, 400))) {
    const EdgeChecker checker(work.checker);
    const Edges edges = clear_edges(work, checker, to.count(std::size_t{300}, std::size_t{10}));
    if (edges.from.empty()) continue;
    const int rounds = to.count(5, 1);
    const EdgeCosts plain(work, checker, edges, rounds);
    work.checker.prepare();
    const EdgeCosts prepared(work, checker, edges, rounds);
    table.row({work.name, cell(std::uint64_t{plain.ratios.size()}), cell(at_share(plain.proofs, 0.5)),
               cell(at_share(plain.checks, 0.5)), cell(at_share(plain.ratios, 0.5)), cell(at_share(plain.ratios, 0.95)),
               cell(at_share(plain.ratios, 1)), cell(at_share(prepared.proofs, 0.5)),
               cell(at_share(prepared.checks, 0.5))});
    to.report(work.name + ": a proved edge takes " + cell(std::round(10 * at_share(plain.ratios, 0.5)) / 10) +
              " single checks in the median, " + cell(std::round(10 * at_share(plain.ratios, 0.95)) / 10) +
              " in 95 of 100 edges, " + cell(std::round(at_share(plain.proofs, 0.5))) + " us; prepared " +
              cell(std::round(at_share(prepared.proofs, 0.5))) + " us");
  }
  table.save(to.out / "edges.csv");
}

}  // namespace abut::bench
