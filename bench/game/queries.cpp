#include "experiment.h"
#include "game/scenes.h"
#include <abut/collide.h>
#include <abut/shapes.h>
#include <abut/small_tests.h>

#include <cmath>

namespace abut::bench::game {

namespace {

constexpr double accuracies[] = {0, 0.25, 0.5, 0.75, 1};

/// What the queries of one kind gave, against the truth.
struct Tally {
  int queries = 0, contacts = 0, missed = 0, false_contacts = 0, late = 0;
  double early = 0, seconds = 0;  // of hits that are not late: how much too early, in all

  /// A time above 1 is no contact. `resolution`: how well the truth is known.
  void add(const Contact& found, double truth, double resolution) {
    ++queries;
    contacts += truth <= 1;
    missed += truth <= 1 && !found.found;
    false_contacts += truth > 1 && found.found;
    if (!found.found || truth > 1) return;
    late += found.time > truth + resolution;
    early += std::max(0.0, truth - found.time);
  }
};

void add_row(Table& table, const std::string& pair, const std::string& form, double accuracy, const Tally& tally) {
  const auto number = [](int n) { return cell(static_cast<std::uint64_t>(n)); };
  const int hits = std::max(1, tally.contacts - tally.missed - tally.late);
  table.row({pair, form, cell(accuracy), number(tally.queries), number(tally.contacts), number(tally.missed),
             number(tally.late), number(tally.false_contacts), cell(tally.early / hits),
             cell(1e6 * tally.seconds / tally.queries)});
}

/// The bullet's first hit, the path cut into pieces so short that they are straight to within 1e-4.
double true_bullet(const Actor& actor, const Drift& drift, const Vec3& start, const Vec3& end) {
  constexpr int pieces = 64;
  for (int i = 0; i < pieces; ++i) {
    const double from = static_cast<double>(i) / pieces, to = static_cast<double>(i + 1) / pieces;
    const Target<double> target(actor.tree, [&](double t) { return drift(from + (to - from) * t); });
    const Contact found = target.repaired(start + (end - start) * from, start + (end - start) * to);
    if (found.found) return from + (to - from) * found.time;
  }
  return 2;
}

double true_pair(const Actor& a, const Drift& drift_a, const Actor& b, const Drift& drift_b, int steps) {
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    if (touches(a.model, drift_a(t), b.model, drift_b(t))) return t;
  }
  return 2;
}

template <class Query>
void run(Tally& tally, double truth, double resolution, const Query& query) {
  const double start = thread_seconds();
  const Contact found = query();
  tally.seconds += thread_seconds() - start;
  tally.add(found, truth, resolution);
}

/// How fast a drift turns at most, and what a unit vector that turns with it is accelerated by at most: Cayley's
/// rotation turns by at most 2 tan(angle / 2) a unit of time, and its speed changes by less than the cube.
double rate_of(const Drift& drift) { return 2 * std::abs(std::tan(0.5 * drift.angle)); }
double swing_of(const Drift& drift) { return rate_of(drift) * rate_of(drift) * (1 + rate_of(drift)); }

/// An eighth of the largest acceleration in the model's frame bounds how far the path is from its chord.
double deviation_of(const Drift& drift, const Vec3& start, const Vec3& end) {
  const Vec3 first = start - drift.from, last = end - drift.to;
  const double farthest = std::max(length(first), length(last));
  return (swing_of(drift) * farthest + 2 * rate_of(drift) * length(last - first)) / 8;
}
/// The same for the points of b in a's frame.
double deviation_of(const Drift& a, const Actor& actor_b, const Drift& b) {
  const auto& head = actor_b.tree.head();
  const double size = length(Vec3{head.centre[0], head.centre[1], head.centre[2]}) + head.radius;
  const Vec3 first = b.from - a.from, last = b.to - a.to;
  const double farthest = std::max(length(first), length(last)) + size;
  const double speed = length(last - first) + rate_of(b) * size;
  return (swing_of(a) * farthest + 2 * rate_of(a) * speed + swing_of(b) * size) / 8;
}

void bullets_at(const Actor& actor, Table& table) {
  const std::vector<Shot> all = shots_at(actor, shots);
  std::vector<double> truths;
  for (const Shot& shot : all) truths.push_back(true_bullet(actor, shot.drift, shot.start, shot.end));
  for (const char* form : {"literal", "cheap", "repaired", "repaired+deviation"})
    for (double accuracy : accuracies) {
      Tally tally;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Shot& shot = all[i];
        const Target<double> target(actor.tree, shot.drift);
        MovingOptions options;
        options.accuracy = accuracy;
        options.cheap = form == std::string_view("cheap");
        if (form == std::string_view("repaired+deviation"))
          options.deviation = deviation_of(shot.drift, shot.start, shot.end);
        const bool literal = form == std::string_view("literal") || options.cheap;
        run(tally, truths[i], 1e-3, [&] {
          return literal ? target.literal(shot.start, shot.end, options)
                         : target.repaired(shot.start, shot.end, options);
        });
      }
      add_row(table, "bullet-" + actor.name, form, accuracy, tally);
    }
}

void pair_of(const Actor& a, const Actor& b, Table& table) {
  constexpr int steps = 200;
  const std::vector<Meeting> all = meetings_of(a, b, meetings);
  std::vector<double> truths;
  for (const Meeting& meeting : all) truths.push_back(true_pair(a, meeting.a, b, meeting.b, steps));
  for (const char* form : {"literal", "repaired", "repaired+deviation"})
    for (double accuracy : accuracies) {
      Tally tally;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Meeting& meeting = all[i];
        MovingOptions options;
        options.accuracy = accuracy;
        options.time_tolerance = 1e-4;
        if (form == std::string_view("repaired+deviation")) options.deviation = deviation_of(meeting.a, b, meeting.b);
        run(tally, truths[i], 1e-3, [&] {
          return form == std::string_view("literal")
                     ? classic::game::literal_contact(a.tree, meeting.a, b.tree, meeting.b, options)
                     : classic::game::repaired_contact(a.tree, meeting.a, b.tree, meeting.b, options);
        });
      }
      add_row(table, a.name + "-" + b.name, form, accuracy, tally);
    }
}

}  // namespace

/// Every pair of the paper's table: time and error over accuracy, as the pseudo code stands and repaired.
void pairs(const Surroundings& to) {
  Table table({"pair", "form", "accuracy", "queries", "contacts", "missed", "late", "false", "mean_early", "us"});
  const std::vector<Actor> all = actors();
  for (const Actor& actor : all) {
    to.say("bullets at the " + actor.name);
    bullets_at(actor, table);
  }
  for (const auto& [a, b] : meeting_pairs(all)) {
    to.say(a->name + " and " + b->name);
    pair_of(*a, *b, table);
  }
  table.save(to.out / "pairs.csv");
}

/// Where spheres should give way to boxes: tests and time of whole queries over the level.
void switch_level(const Surroundings& to) {
  Table table({"pair", "level", "sphere_tests", "box_tests", "triangle_tests", "us"});
  const std::vector<Actor> all = actors();
  for (const auto& [a, b] : switch_pairs(all)) {
    const std::vector<PlacementPair> placements = switch_placements(*b);
    for (int level = 0; level <= 16; level += level < 8 ? 1 : 4) {
      Contact sum;
      double best = 1e9;
      for (int round = 0; round < 3; ++round) {
        sum = {};
        const double start = thread_seconds();
        for (const PlacementPair& at : placements) {
          const Contact found = classic::game::touch(a->tree, at.a, b->tree, at.b, {1, level});
          sum.effort.sphere_tests += found.effort.sphere_tests, sum.effort.box_tests += found.effort.box_tests;
          sum.effort.triangle_tests += found.effort.triangle_tests;
        }
        best = std::min(best, thread_seconds() - start);
      }
      const double n = static_cast<double>(placements.size());
      table.row({a->name + "-" + b->name, cell(static_cast<std::uint64_t>(level)),
                 cell(static_cast<double>(sum.effort.sphere_tests) / n),
                 cell(static_cast<double>(sum.effort.box_tests) / n),
                 cell(static_cast<double>(sum.effort.triangle_tests) / n), cell(1e6 * best / n)});
    }
  }
  table.save(to.out / "switch.csv");
}

/// Tests and stack over the number of volumes: a pair that touches, one that is close in a place, one that is close
/// everywhere.
void growth(const Surroundings& to) {
  Table table({"triangles", "volumes", "case", "tests", "us", "deepest_stack", "depths"});
  for (const GrowthCase& each : growth_cases())
    for (int fineness = 2; fineness <= 64; fineness *= 2) {
      const Model model_a(each.mesh_a(fineness)), model_b(each.mesh_b(fineness));
      const Tree<double> a(model_a), b(model_b);
      const std::vector<PlacementPair> placements = growth_placements(each);
      std::uint64_t tests = 0;
      std::uint32_t deepest = 0;
      const double start = thread_seconds();
      for (const PlacementPair& at : placements) {
        const Contact found = classic::game::touch(a, at.a, b, at.b, {1, 3});
        tests += found.effort.sphere_tests + found.effort.box_tests;
        deepest = std::max(deepest, found.effort.deepest_stack);
      }
      const double seconds = thread_seconds() - start, queries = static_cast<double>(placements.size());
      table.row({cell(std::uint64_t{model_a.mesh().triangles.size()}),
                 cell(std::uint64_t{a.nodes().size() + b.nodes().size()}), each.name,
                 cell(static_cast<double>(tests) / queries), cell(1e6 * seconds / queries),
                 cell(std::uint64_t{deepest}), cell(static_cast<std::uint64_t>(a.depth() + b.depth()))});
    }
  table.save(to.out / "growth.csv");
}

/// The quadratic for straight motion against the motion as it is: the time at which a bullet enters a sphere of the
/// submarine's tree while the submarine turns.
void quadratic(const Surroundings& to) {
  Table table(
      {"degrees", "bullets", "both", "missed_by_quadratic", "false_by_quadratic", "mean_error", "largest_error"});
  const std::vector<Actor> all = actors();
  const auto nodes = all[0].tree.nodes();
  for (double degrees : {0.0, 1.0, 5.0, 15.0, 45.0, 90.0}) {
    Random random(11);
    std::uint64_t both = 0, missed = 0, wrong = 0;
    double sum = 0, largest_error = 0;
    constexpr int bullets = 4000, steps = 400;
    for (int i = 0; i < bullets; ++i) {
      Drift drift{random.in_cube(1), random.in_cube(1), random.direction(), random.rotation().linear,
                  degrees * 3.14159265358979323846 / 180};
      const auto& node = nodes[random.below(nodes.size() / 4)];
      const Vec3 start = random.direction() * 8, end = random.in_cube(3);
      const auto seen = [&](double t) {
        const Placement at = drift(t);
        return transposed_times(at.linear, start + (end - start) * t - at.shift) - node.centre();
      };
      const auto sweep = [&](const Vec3& p, const Vec3& q) -> double {
        const auto hit = small::first_contact({{}, node.radius}, {}, {p, 0}, q - p);
        return hit ? hit->lower : 2;
      };
      const double straight = sweep(seen(0), seen(1));
      double real = 2;
      for (int k = 0; k < steps && real > 1; ++k) {
        const double t = sweep(seen(static_cast<double>(k) / steps), seen(static_cast<double>(k + 1) / steps));
        if (t <= 1) real = (k + t) / steps;
      }
      missed += real <= 1 && straight > 1, wrong += straight <= 1 && real > 1;
      if (real > 1 || straight > 1) continue;
      ++both, sum += std::abs(straight - real), largest_error = std::max(largest_error, std::abs(straight - real));
    }
    table.row({cell(degrees), cell(std::uint64_t{bullets}), cell(both), cell(missed), cell(wrong),
               cell(both ? sum / static_cast<double>(both) : 0), cell(largest_error)});
  }
  table.save(to.out / "quadratic.csv");
}

}  // namespace abut::bench::game
