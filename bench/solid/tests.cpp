#include "tests.h"

#include "classic/model_data.h"
#include "leaf/triangle_triangle.h"
#include <abut/error.h>

namespace abut::bench::solid {

namespace {

constexpr std::size_t placements_in_a_turn = 1000;
constexpr int rounds = 2;
/// Placements whose pairs of triangles are tested again to time a single test.
constexpr std::size_t sampled_placements = 2000;

/// The pairs of triangles that a query tests.
std::vector<Contact> tested_pairs(const Contestant& contestant, const PlacementPair& at) {
  std::vector<Contact> pairs;
  CollideOptions recording{.max_contacts = 1};
  recording.consider = [&](std::uint32_t a, std::uint32_t b) {
    pairs.push_back({a, b});
    return true;
  };
  collide(contestant.model, at.a, contestant.model, at.b, recording, method_of_the_paper(contestant.sat));
  return pairs;
}

/// Tests sampled pairs again, and does all but the tests; the difference is what the tests take.
double time_triangle_tests(const Contestant& contestant, std::span<const PlacementPair> placements) {
  const std::size_t samples = std::min(placements.size(), sampled_placements);
  std::vector<std::vector<Contact>> pairs(samples);
  std::size_t tests = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    pairs[i] = tested_pairs(contestant, placements[i]);
    tests += pairs[i].size();
  }
  if (tests == 0) return 0;
  const LeafGeometry geometry = contestant.model.data().leaf_geometry();
  volatile std::size_t touching = 0;
  const auto run = [&](bool test) {
    for (std::size_t i = 0; i < samples; ++i) {
      ContactTest contact(geometry, placements[i].a, geometry, placements[i].b);
      std::size_t found = contact.exact_tests();
      if (test)
        for (const Contact& pair : pairs[i]) found += contact.touch(pair.a, pair.b);
      touching = found;
    }
  };
  const double all = least_seconds(5, [&] { run(true); }), without = least_seconds(5, [&] { run(false); });
  return std::max(0.0, all - without) / static_cast<double>(tests);
}

}  // namespace

Contestant::Contestant(std::string tree_name, Mesh mesh, const ModelOptions& how, Sat axes)
    : tree(std::move(tree_name)), split(name_of(how.split)), sat(axes), model(std::move(mesh), how) {}

void run_in_turns(std::vector<Contestant>& contestants, std::span<const PlacementPair> placements) {
  for (std::size_t first = 0; first < placements.size(); first += placements_in_a_turn) {
    const auto some = placements.subspan(first, std::min(placements_in_a_turn, placements.size() - first));
    std::vector<double> shortest(contestants.size(), std::numeric_limits<double>::infinity());
    for (int round = 0; round < rounds; ++round)
      for (std::size_t i = 0; i < contestants.size(); ++i) {
        Contestant& c = contestants[i];
        const Contestant::Tally before = c.tally;
        const double start = thread_seconds();
        for (const PlacementPair& at : some) {
          const Contacts contacts = first_contact(c.model, at, c.sat);
          c.tally.counters += contacts.counters;
          c.tally.touching += !contacts.pairs.empty();
        }
        shortest[i] = std::min(shortest[i], thread_seconds() - start);
        if (round > 0) c.tally = before;
      }
    for (std::size_t i = 0; i < contestants.size(); ++i) contestants[i].total_seconds += shortest[i];
  }
  for (Contestant& c : contestants) {
    if (c.tally.touching != contestants[0].tally.touching)
      throw Error("the " + c.tree + " tree finds other contacts than the " + contestants[0].tree + " tree.");
    c.seconds_per_triangle_test = time_triangle_tests(c, placements);
  }
}

Table table_of_tests() {
  return Table({"model", "triangles", "tree", "split", "sat", "placements", "touching", "box_tests", "us_per_box_test",
                "box_seconds", "triangle_tests", "us_per_triangle_test", "triangle_seconds", "total_seconds"});
}

void add_row(Table& table, const PaperModel& model, const Contestant& c) {
  table.row({model.name, cell(std::uint64_t{model.mesh.triangles.size()}), c.tree, c.split, std::string(name_of(c.sat)),
             cell(std::uint64_t{model.placements.size()}), cell(c.tally.touching), cell(c.tally.counters.volume_tests),
             cell(1e6 * c.box_seconds() / static_cast<double>(c.tally.counters.volume_tests)), cell(c.box_seconds()),
             cell(c.tally.counters.triangle_tests), cell(1e6 * c.seconds_per_triangle_test), cell(c.triangle_seconds()),
             cell(c.total_seconds)});
}

}  // namespace abut::bench::solid
