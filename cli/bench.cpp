#include "bench_in_pieces.h"
#include "commands.h"
#include "experiment.h"
#include "export.h"
#include "folder.h"
#include "options.h"
#include "output.h"
#include "peers/merged_goals.h"
#include "ranks.h"
#include "report/shown.h"
#include <abut/error.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

namespace abut::cli {

namespace {

using bench::Experiment;

struct BenchArguments {
  std::string set, filter;
  std::filesystem::path out, export_to;
  bool quick = false;
  Voice voice;
  std::optional<int> threads;
};

/// Groups are the papers' systems, but for two that are sets of their own.
std::string_view set_of(const Experiment& experiment) {
  return experiment.group == "peers" || experiment.group == "engine" ? experiment.group : "papers";
}

/// The sets that have an experiment, in their order.
std::vector<std::string> sets() {
  std::vector<std::string> result;
  for (const Experiment& experiment : bench::all_experiments())
    if (std::find(result.begin(), result.end(), set_of(experiment)) == result.end())
      result.emplace_back(set_of(experiment));
  return result;
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string list_of_experiments() {
  std::string text;
  for (const Experiment& experiment : bench::all_experiments())
    text += fmt::format("  {:<8} {:<10} {:<10} {}\n", set_of(experiment), experiment.group, experiment.name,
                        experiment.title);
  return text;
}

std::vector<Experiment> chosen(const BenchArguments& arguments) {
  std::vector<Experiment> result;
  for (const Experiment& experiment : bench::all_experiments()) {
    const bool in_set = arguments.set.empty() || set_of(experiment) == arguments.set;
    const std::string name = fmt::format("{}/{}", experiment.group, experiment.name);
    if (in_set && name.find(arguments.filter) != std::string::npos) result.push_back(experiment);
  }
  for (const Experiment& experiment : result)
    if (arguments.quick && arguments.export_to.empty() && experiment.group != "peers")
      throw Error(fmt::format("--quick is for the experiments of the set peers; {}/{} is none of them.",
                              experiment.group, experiment.name));
  if (result.empty())
    throw Error(fmt::format("no experiment{} has '{}' in its name. See abut bench --help for all of them.",
                            arguments.set.empty() ? "" : " of the " + arguments.set, arguments.filter));
  return result;
}

/// Where all results go.
std::filesystem::path root_of(const BenchArguments& arguments) {
  return arguments.out.empty() ? std::filesystem::path("out/bench") : arguments.out;
}

/// Where in it those of a group go: there itself, but a folder per group when there are several or DIR is not given.
std::filesystem::path place_of(std::string_view group, const std::vector<Experiment>& experiments,
                               const BenchArguments& arguments) {
  const auto other = [&](const Experiment& experiment) { return experiment.group != group; };
  const bool several = std::any_of(experiments.begin(), experiments.end(), other);
  return several || arguments.out.empty() ? std::filesystem::path(group) : std::filesystem::path();
}

/// Runs one experiment, whose files are to be in the folder `before` at the end; what it says on its way goes to a
/// terminal only.
ExperimentRun run_timed(const Experiment& experiment, const std::filesystem::path& out,
                        const std::filesystem::path& before, const BenchArguments& arguments) {
  const bool talkative = !arguments.voice.quiet && isatty(STDERR_FILENO);
  ExperimentRun run;
  const auto say = [&](std::string_view line) {
    if (talkative) write_error(fmt::format("  {} {}: {}\n", experiment.group, experiment.name, line));
  };
  std::filesystem::create_directories(out);
  const auto start = std::chrono::steady_clock::now();
  experiment.run(
      {out, say, [&](std::string_view line) { run.report += fmt::format("{}\n", line); }, before, arguments.quick});
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say("done in " + as_duration(run.seconds));
  return run;
}

std::string report_of(const Experiment& experiment, const std::filesystem::path& folder, const ExperimentRun& run,
                      const Voice& voice) {
  if (voice.json)
    return json_line({{"group", experiment.group},
                      {"name", experiment.name},
                      {"title", experiment.title},
                      {"seconds", run.seconds},
                      {"out", folder.string()}});
  if (voice.quiet) return "";
  return fmt::format("{:<8} {:<10} {:>8}  {}\n{}", experiment.group, experiment.name, as_duration(run.seconds),
                     experiment.title, run.report);
}

/// Moves the files of an experiment to those of the others.
void add_files(const std::filesystem::path& from, const bench::Surroundings& to) {
  std::filesystem::create_directories(to.out);
  for (const std::filesystem::directory_entry& file : std::filesystem::directory_iterator(from))
    if (file.path().filename() == bench::peers::goals_file)
      bench::peers::merge_goals(to, file.path());
    else
      std::filesystem::rename(file.path(), to.out / file.path().filename());
}

/// Files and report appear at the end of all experiments: one that fails leaves nothing half done.
void run_experiments(const BenchArguments& arguments) {
  const std::vector<Experiment> experiments = chosen(arguments);
  const auto folder_of = [&](std::size_t i) {
    const std::filesystem::path place = place_of(experiments[i].group, experiments, arguments);
    // Without the slash that joining nothing would leave at the end.
    return place.empty() ? root_of(arguments) : root_of(arguments) / place;
  };
  const auto run = [&](std::size_t i, const std::filesystem::path& out) {
    // On ranks, each writes into a folder of its own, and what is there from before is added by the first.
    return run_timed(experiments[i], out, crew() ? out : folder_of(i), arguments);
  };
  if (!is_first_rank()) follow_experiments(experiments.size(), run);
  Output output;
  ResultFolder root(root_of(arguments));
  std::vector<std::string> folders;
  const auto place = [&](std::size_t i) {
    return root.unfinished() / place_of(experiments[i].group, experiments, arguments);
  };
  const auto take = [&](std::size_t i, const ExperimentRun& done) {
    output.text += report_of(experiments[i], folder_of(i), done, arguments.voice);
    if (folders.empty() || folders.back() != folder_of(i)) folders.push_back(folder_of(i).string());
  };
  const auto add = [&](std::size_t i, const ExperimentRun& done, const std::filesystem::path& files) {
    add_files(files, {place(i), {}, {}, folder_of(i)});
    take(i, done);
  };
  if (crew())
    lead_experiments(experiments.size(), run, root.unfinished() / ".of-one", add);
  else
    for (std::size_t i = 0; i < experiments.size(); ++i) take(i, run(i, place(i)));
  root.finish();
  if (!arguments.voice.json && !arguments.voice.quiet)
    output.text +=
        fmt::format("\n{}The tables are in {}. scripts/record makes plots and pages, too.\n",
                    arguments.quick ? "These were quick runs: their times mean little. " : "", shown(joined(folders)));
  output.flush();
}

void run_export(const BenchArguments& arguments) {
  ResultFolder folder(arguments.export_to);
  constexpr std::size_t queries_of_a_quick_export = 100;
  bench::Exporter exporter(folder.unfinished(), arguments.threads.value_or(0),
                           arguments.quick ? queries_of_a_quick_export : 0);
  bench::export_experiments(chosen(arguments), exporter);
  folder.finish();
  Output output;
  if (arguments.voice.json)
    output.text = json_line({{"exported", arguments.export_to.string()}});
  else if (!arguments.voice.quiet)
    output.text = fmt::format("The meshes and placements are in {0}; {0}/README.txt explains them.\n",
                              shown(arguments.export_to.string()));
  output.flush();
}

ExitStatus run_bench(const BenchArguments& arguments) {
  if (!arguments.export_to.empty()) {
    if (crew()) throw Error("--export does not run on several ranks: start it without mpirun or srun.");
    run_export(arguments);
    return done;
  }
  run_experiments(arguments);
  return done;
}

constexpr const char* bench_footer = R"(Examples:
  abut bench papers --filter obbtree
  abut bench papers --filter fig5 --out results

Each experiment writes its tables as CSV into DIR; with several groups, into one folder per group
below it. The files appear when the last experiment is done. If one fails, none appear.
scripts/record runs a whole group and makes its plots and its page.
With mpirun, ranks share the experiments, and the tables are the same but for the times, which are
those of a machine that is busy with others. Give each rank cores of its own.

Exit status: 0, or 2 on an error, 130 when interrupted.

All experiments (set, group, name, what it shows):
)";

}  // namespace

void add_bench(Command& app, Work& work) {
  auto arguments = std::make_shared<BenchArguments>();
  Command command = app.add_subcommand("bench", "Run the experiments of the papers and comparisons with peers");
  command.add_option("SET", arguments->set, "Which experiments: " + joined(sets()) + " (default: all)")
      .type_name("")
      .check([](const std::string& given) -> std::string {
        const std::vector<std::string> all = sets();
        const bool known = std::find(all.begin(), all.end(), given) != all.end();
        return known ? "" : "'" + given + "' is not a set of experiments; the sets are " + joined(all);
      });
  command.add_option("--filter", arguments->filter, "Only those with this text in their group/name").type_name("TEXT");
  command.add_flag("--quick", arguments->quick,
                   "Few placements, short runs, to see that all works:\nthe times mean little. For the set peers, and "
                   "--export");
  command.add_option("--out", arguments->out, "Folder for the results (default: out/bench/GROUP)").type_name("DIR");
  command
      .add_option(
          "--export", arguments->export_to,
          "Run nothing; write the meshes and placements of the\nexperiments chosen to this folder: those of the "
          "papers")
      .type_name("DIR");
  add_voice(command, arguments->voice);
  add_threads(
      command, arguments->threads,
      "default: all cores; used by --export only: experiments\nrun on one thread, or on the numbers they compare");
  command.footer(bench_footer + list_of_experiments());
  command.callback([arguments, &work] { work = [arguments] { return run_bench(*arguments); }; });
}

}  // namespace abut::cli
