#include "obbtree/simulation.h"
#include "obbtree/simulation_picture.h"
#include "proximity.h"
#include <abut/classic.h>
#include <abut/error.h>

#include <algorithm>
#include <cstdio>

namespace abut::bench::obbtree {

namespace {

using classic::Model;
using classic::ModelOptions;
using classic::VolumeKind;

/// A way to build both trees, by the name of its row.
struct Trees {
  std::string kind;
  ModelOptions options;
};

/// The paper's own trees, then every kind of binary tree as abut builds it unless told otherwise.
std::vector<Trees> all_trees() {
  std::vector<Trees> all{{"obb_paper", as_in_the_paper(VolumeKind::obb)}};
  for (VolumeKind kind : classic::all_volume_kinds) all.push_back({std::string(name_of(kind)), {.volume = kind}});
  return all;
}

/// Queries along a path, at every `every`-th of its steps.
struct Replay {
  std::size_t every = 1;
  std::vector<Contacts> steps;
  Counters counters;
  std::uint64_t contacts = 0;
  double seconds = 0;           ///< of the queries alone
  double volume_seconds = 0;    ///< the part of measured costs that went to volumes: Nv Cv
  double triangle_seconds = 0;  ///< and to triangles: Np Cp
};

/// Spheres around the pipes' long triangles hold the whole small cube: millions of tests per query, so that 24 of the
/// 4008 steps have to do.
std::size_t stride(const Simulation& simulation, VolumeKind kind) {
  return simulation.name == "pipes" && kind == VolumeKind::sphere ? 167 : 1;
}

/// Seconds of all queries of a path in a row, the shortest of some runs: disturbances only ever make one longer.
double shortest_run(const Simulation& simulation, const Model& object, const Model& environment, std::size_t every,
                    int repetitions) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repetitions; ++i) {
    const double start = thread_seconds();
    for (std::size_t step = 0; step < simulation.path.size(); step += every)
      collide(object, simulation.path[step], environment, {});
    shortest = std::min(shortest, thread_seconds() - start);
  }
  return shortest;
}

Replay replay(const Simulation& simulation, const ModelOptions& options) {
  const Model object(simulation.object, options), environment(simulation.environment, options);
  Replay result;
  result.every = stride(simulation, options.volume);
  for (std::size_t step = 0; step < simulation.path.size(); step += result.every) {
    result.steps.push_back(collide(object, simulation.path[step], environment, {}));
    result.counters += result.steps.back().counters;
    result.contacts += result.steps.back().pairs.size();
  }
  const int repetitions = result.every > 1 ? 1 : 3;
  result.seconds = shortest_run(simulation, object, environment, result.every, repetitions);
  for (std::size_t step = 0; step < simulation.path.size(); step += result.every) {
    const classic::QueryCost cost = measure_cost(object, simulation.path[step], environment, {}, {}, repetitions);
    result.volume_seconds += static_cast<double>(cost.volume_tests) * cost.seconds_per_volume_test;
    result.triangle_seconds += static_cast<double>(cost.triangle_tests) * cost.seconds_per_triangle_test;
  }
  return result;
}

/// Contacts are decided exactly, so a difference between two kinds of trees is a fault of one of them.
void require_same_contacts(const Simulation& simulation, const Replay& a, const Replay& b, const std::string& kind) {
  for (std::size_t i = 0; i < b.steps.size(); ++i)
    if (a.steps[i * b.every].pairs != b.steps[i].pairs)
      throw Error("Table 3, " + simulation.name + ", step " + std::to_string(i * b.every) + ": trees of kind " + kind +
                  " found other contacts than the paper's.");
}

std::vector<std::string> row_of(const Simulation& simulation, const Trees& trees, const Replay& replay) {
  const auto per = [](double amount, std::uint64_t count) {
    return cell(count > 0 ? amount / static_cast<double>(count) : 0);
  };
  const std::uint64_t steps = replay.steps.size();
  return {simulation.name,
          trees.kind,
          cell(simulation.environment.triangles.size()),
          cell(simulation.object.triangles.size()),
          cell(steps),
          cell(replay.contacts),
          cell(replay.counters.volume_tests),
          cell(replay.counters.triangle_tests),
          cell(replay.seconds),
          per(1e3 * replay.seconds, steps),
          per(1e6 * replay.volume_seconds, replay.counters.volume_tests),
          per(1e6 * replay.triangle_seconds, replay.counters.triangle_tests),
          per(static_cast<double>(replay.contacts), steps),
          std::string(name_of(trees.options.fit.value_or(classic::Fit::vertex_covariance))),
          std::string(name_of(trees.options.split)),
          std::string(name_of(trees.options.storage))};
}

void save_steps(const Replay& replay, const std::filesystem::path& csv) {
  Table table({"step", "contacts", "box_tests", "triangle_tests"});
  for (std::size_t step = 0; step < replay.steps.size(); ++step) {
    const Contacts& contacts = replay.steps[step];
    table.row({cell(std::uint64_t{step}), cell(std::uint64_t{contacts.pairs.size()}),
               cell(contacts.counters.volume_tests), cell(contacts.counters.triangle_tests)});
  }
  table.save(csv);
}

std::string describe(const Simulation& simulation, const Trees& trees, const Replay& replay) {
  const auto steps = static_cast<double>(replay.steps.size());
  char text[200];
  std::snprintf(text, sizeof text, "%s, %s: %.3f ms per query, %.0f box tests and %.1f contacts per step",
                simulation.name.c_str(), trees.kind.c_str(), 1e3 * replay.seconds / steps,
                static_cast<double>(replay.counters.volume_tests) / steps,
                static_cast<double>(replay.contacts) / steps);
  return text;
}

}  // namespace

/// Table 3: both simulations, with the paper's trees and every kind of ours on the same path; Fig. 8 and 10.
void table3(const Surroundings& surroundings) {
  Table table({"scenario", "kind", "environment_triangles", "object_triangles", "steps", "contacts", "box_tests",
               "triangle_tests", "seconds", "ms_per_query", "us_per_box_test", "us_per_triangle_test",
               "contacts_per_step", "fit", "split", "storage"});
  for (const auto& simulation : {pipes_in_pipes(), torus_on_landscape()}) {
    Replay paper;
    for (const Trees& trees : all_trees()) {
      Replay run = replay(simulation, trees.options);
      surroundings.say(describe(simulation, trees, run));
      table.row(row_of(simulation, trees, run));
      if (paper.steps.empty())
        paper = std::move(run);
      else
        require_same_contacts(simulation, paper, run, trees.kind);
    }
    save_steps(paper, surroundings.out / ("table3_steps_" + simulation.name + ".csv"));
    const bool is_pipes = simulation.name == "pipes";
    (is_pipes ? picture_of_pipes(simulation, paper.steps) : picture_of_torus(simulation, paper.steps))
        .save(surroundings.out);
  }
  table.save(surroundings.out / "table3.csv");
}

}  // namespace abut::bench::obbtree
