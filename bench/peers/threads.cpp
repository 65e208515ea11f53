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
  int times = 1;  ///< how often one run does the work
};

constexpr int queries = 10000;

/// Moves a model to its other shape each time, many times in a row as what deforms does: a thread that has slept is
/// often woken on the core of the one that woke it, and stays there for milliseconds however idle the other core is.
Job refit_job(const std::string& name, const Mesh& mesh, int times) {
  struct State {
    Model model;
    std::array<std::vector<Vec3>, 2> shapes;
    int turn = 0;
  };
  auto state = std::make_shared<State>(State{Model(mesh), {mesh.points, waved(mesh)}});
  const auto run = [state, times](int threads) {
    for (int i = 0; i < times; ++i) state->model.refit(state->shapes[++state->turn % 2], threads);
  };
  return {name, run, times};
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
      refit_job("refit, 70k triangles", mesh, to.count(200, 2)),
      refit_job("refit, 1M triangles", large, to.count(10, 1)),
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
    const double ms = 1e3 / jobs[i].times;
    table.row({jobs[i].name, cell(ms * seconds[0]), cell(ms * seconds[1]), cell(ms * seconds[2]), cell(of_threads),
               cell(of_processes), cell(of_threads / of_processes)});
    to.say(jobs[i].name + ": two threads gain " + std::to_string(of_threads) + ", two processes " +
           std::to_string(of_processes));
    goals.push_back({jobs[i].name, "of what two processes gain", of_threads / of_processes, 0.9, 0});
  }
  table.save(to.out / "threads.csv");
  record_goals(to, "threads", goals);
}

}  // namespace abut::bench::peers
