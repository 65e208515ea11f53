#include "../workloads.h"
#include "experiments.h"
#include "goals.h"
#include "race.h"
#include "two_processes.h"
#include <abut/shapes.h>

#include <array>
#include <memory>

namespace abut::bench::peers {

namespace {

/// Something that can be done on any number of threads.
struct Job {
  std::string name;
  std::function<void(int threads)> run;
};

constexpr int queries = 10000;

/// Moves a model to its other shape each time.
Job refit_job(const std::string& name, const Mesh& mesh) {
  struct State {
    Model model;
    std::array<std::vector<Vec3>, 2> shapes;
    int turn = 0;
  };
  auto state = std::make_shared<State>(State{Model(mesh), {mesh.points, waved(mesh)}});
  return {name, [state](int threads) { state->model.refit(state->shapes[++state->turn % 2], threads); }};
}

}  // namespace

void measure_threads(const Surroundings& to) {
  const Mesh mesh = shapes::bumpy_scan(70000, 1);
  const Model model(mesh);
  const std::vector<PlacementPair> placements = sixty_percent_touching(model, queries, 13);
  const Mesh large = shapes::bumpy_scan(1000000, 1);
  const std::vector<Job> jobs{
      {"build, 70k triangles", [&](int threads) { Model(mesh, {.threads = threads}); }},
      {"build, 1M triangles", [&](int threads) { Model(large, {.threads = threads}); }},
      refit_job("refit, 70k triangles", mesh),
      refit_job("refit, 1M triangles", large),
      {"10000 queries, first contact",
       [&](int threads) { collide(model, model, placements, {.max_contacts = 1, .threads = threads}); }},
  };
  std::vector<std::function<void()>> alone;
  for (const Job& job : jobs) alone.push_back([&job] { job.run(1); });
  TwoProcesses processes(alone);

  Table table(
      {"work", "one_thread_ms", "two_threads_ms", "two_processes_ms", "gain_of_threads", "gain_of_processes", "share"});
  std::vector<Goal> goals;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::vector<double> seconds =
        race_by_wall_clock({alone[i], [&] { jobs[i].run(2); }, [&] { processes.run(i); }},
                           rules_for(to, {.rounds = 9, .seconds_each = 2}));
    // The two processes do the work twice.
    const double of_threads = seconds[0] / seconds[1], of_processes = 2 * seconds[0] / seconds[2];
    table.row({jobs[i].name, cell(1e3 * seconds[0]), cell(1e3 * seconds[1]), cell(1e3 * seconds[2]), cell(of_threads),
               cell(of_processes), cell(of_threads / of_processes)});
    to.say(jobs[i].name + ": two threads gain " + std::to_string(of_threads) + ", two processes " +
           std::to_string(of_processes));
    goals.push_back({jobs[i].name, "of what two processes gain", of_threads / of_processes, 0.9, 0});
  }
  table.save(to.out / "threads.csv");
  record_goals(to, "threads", goals);
}

}  // namespace abut::bench::peers
