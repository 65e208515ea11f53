#include "experiments.h"
#include "goals.h"
#include "race.h"
#include "robot_works.h"
#include "two_processes.h"

#include <algorithm>

namespace abut::bench::peers {

namespace {

/// One library's answers, with the kinematics that its user pays for.
class Asked {
 public:
  Asked(const Peer& peer, const RobotWork& work, std::size_t count)
      : work_(&work), robot_(peer.robot(work.links, work.pairs, work.world)), answers_(count) {}

  void run() {
    std::vector<Placement> links(work_->links.size());
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      work_->figure.place(work_->configuration(i), {}, links);
      answers_[i] = robot_->is_free(links);
    }
  }
  std::uint64_t other_than(const std::vector<char>& exact) const {
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < answers_.size(); ++i) others += (answers_[i] != 0) != (exact[i] != 0);
    return others;
  }

 private:
  const RobotWork* work_;
  std::unique_ptr<PreparedRobot> robot_;
  std::vector<char> answers_;
};

void compare_on(const RobotWork& work, const Surroundings& to, Table& table, std::vector<Goal>& goals) {
  // As the trees of all, this is made once and not timed.
  work.checker.prepare();
  std::vector<char> free(work.count());
  const auto ask = [&] { work.checker.are_free(work.configurations, free, {}); };
  // The others are slower: a part of the configurations is enough.
  const std::size_t part = std::min<std::size_t>(work.count(), to.count(2000, 50));
  const auto ask_part = [&] {
    work.checker.are_free(std::span(work.configurations).first(part * work.checker.dof()), std::span(free).first(part),
                          {});
  };
  ask();
  const auto share = static_cast<double>(std::count(free.begin(), free.end(), 1)) / static_cast<double>(work.count());
  std::vector<std::string> names{"abut"};
  std::vector<std::function<void()>> runs{ask_part};
  std::vector<Asked> others;
  for (const Peer& peer : other_libraries())
    if (peer.robot) others.emplace_back(peer, work, part), names.push_back(peer.name);
  for (Asked& each : others) runs.push_back([&each] { each.run(); });
  const std::vector<double> seconds = race(runs, rules_for(to, {.rounds = 7, .seconds_each = 1}));
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double rate = static_cast<double>(part) / seconds[i];
    table.row({work.name, names[i], cell(std::uint64_t{part}), cell(share), cell(rate), cell(seconds[i] / seconds[0]),
               cell(i == 0 ? 0 : others[i - 1].other_than(free))});
    if (names[i] == "FCL")
      goals.push_back({work.name + ", free or not", "times FCL's rate", seconds[i] / seconds[0], 20, 50});
  }
  if (work.name.find("300") != std::string::npos)
    goals.push_back({work.name, "configurations a second", static_cast<double>(part) / seconds[0], 1e5, 2.5e5});
  to.say(work.name + ": " + std::to_string(static_cast<double>(part) / seconds[0]) + " configurations a second");
}

void measure_two_threads(const std::vector<RobotWork>& works, TwoProcesses& processes, const Surroundings& to,
                         std::vector<Goal>& goals) {
  Table table({"work", "one_thread_ms", "two_threads_ms", "two_processes_ms", "share"});
  for (std::size_t i = 0; i < works.size(); ++i) {
    const auto ask = [&](int threads) { works[i].checker.are_free(works[i].configurations, {.threads = threads}); };
    const std::vector<double> seconds = race_by_wall_clock(
        {[&] { ask(1); }, [&] { ask(2); }, [&] { processes.run(i); }}, rules_for(to, {.rounds = 7, .seconds_each = 2}));
    const double share = seconds[2] / (2 * seconds[1]);
    table.row({works[i].name, cell(1e3 * seconds[0]), cell(1e3 * seconds[1]), cell(1e3 * seconds[2]), cell(share)});
    goals.push_back({works[i].name + ", two threads", "of what two processes reach", share, 0.9, 0});
  }
  table.save(to.out / "robot_threads.csv");
}

}  // namespace

void compare_robots(const Surroundings& to) {
  Table table({"work", "contestant", "configurations", "share_free", "per_second", "over_abut", "other_answers"});
  std::vector<Goal> goals;
  for (const RobotWork& work : robot_works(to.count(20000, 50))) compare_on(work, to, table, goals);
  table.save(to.out / "robot.csv");
  record_goals(to, "robot", goals);
}

void measure_robot_threads(const Surroundings& to) {
  const std::vector<RobotWork> works = robot_works(to.count(20000, 50));
  std::vector<std::function<void()>> alone;
  for (const RobotWork& work : works) alone.push_back([&work] { work.checker.are_free(work.configurations); });
  TwoProcesses processes(alone);
  std::vector<Goal> goals;
  measure_two_threads(works, processes, to, goals);
  record_goals(to, "robot-threads", goals);
}

}  // namespace abut::bench::peers
