// A haptic device asks for a force every millisecond and cannot wait. abut gets half of that for the distance and
// returns what is proved by then: the force may come too early, never too late.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace {

constexpr double budget = 0.5e-3;  // seconds, of the millisecond that a round has
constexpr double safe_gap = 0.05, stiffness = 400;
constexpr int rounds = 1000;  // one second of a hand's motion

double push_back(double gap) { return stiffness * std::max(0.0, safe_gap - gap); }

// The hand leads the tool around the part, turning it, now nearer and now farther.
abut::Placement tool_at(int round) {
  const double way = 6.283185307179586 * round / rounds;
  const double out = 1.75 + 0.2 * std::cos(9 * way);
  return abut::Placement::rotation(std::cos(2 * way), 0.6 * std::sin(2 * way), 0, 0.8 * std::sin(2 * way),
                                   {out * std::cos(way), out * std::sin(way), 0.3 * std::sin(3 * way)});
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main() {
  const abut::Model part(abut::shapes::bumpy_scan(70000, 1));
  const abut::Model tool(abut::shapes::torus(0.3, 0.1, 50, 50));
  const auto part_at = abut::Placement::identity();

  abut::DistanceCache cache;  // remembers the closest pair from one round to the next
  int complete = 0, pushed = 0, late = 0;
  double slowest = 0, widest = 0;
  bool right = true;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const abut::Distance gap =
        abut::distance(tool, tool_at(round), part, part_at, {.budget = {.seconds = budget}, .cache = &cache});
    const double force = push_back(gap.lower);  // lower is proved, whether or not the search came to its end
    const double took = seconds_since(start);

    complete += gap.complete;
    pushed += force > 0;
    late += took > 1e-3;
    slowest = std::max(slowest, took);
    widest = std::max(widest, gap.upper - gap.lower);

    // With all the time in the world: the bracket was true, and the force not too small.
    const abut::Distance exact = abut::distance(tool, tool_at(round), part, part_at);
    right &= gap.lower <= exact.upper && exact.lower <= gap.upper && force >= push_back(exact.upper);
  }

  std::printf("%d rounds: %d searched to the end, %d pushed back\n", rounds, complete, pushed);
  std::printf("widest bracket %.3g, slowest round %.3g ms, rounds beyond 1 ms: %d\n", widest, 1e3 * slowest, late);
  std::puts(right ? "every bracket held the exact distance" : "WRONG: a bracket did not hold the exact distance");
  return right && pushed > 0 && pushed < rounds ? 0 : 1;
}
