#include "io/file.h"
#include "robot_ways.h"
#include "separate_files.h"
#include "work_time.h"
#include <abut/error.h>
#include <abut/robot_report.h>
#include <abut/world_file.h>

#include <memory>

namespace abut::cli {

namespace {

RobotOptions options_of(const RobotArguments& arguments) {
  RobotOptions options;
  options.srdf = arguments.srdf;
  options.solid = !arguments.surfaces;
  for (const std::string& package : arguments.packages) {
    const std::size_t equals = package.find('=');
    if (equals == 0 || equals >= package.size() - 1)
      throw Error(fmt::format("--packages: '{}' is not of the form NAME=FOLDER.", package));
    options.packages.push_back({package.substr(0, equals), package.substr(equals + 1)});
  }
  return options;
}

CheckerSetup setup_of(const Robot& robot, std::vector<CheckedBody> bodies, double padding) {
  CheckerSetup setup;
  setup.figures.push_back({{}, robot.figure, {}, padding, 0, {}});
  setup.bodies = std::move(bodies);
  const std::vector<Link>& links = robot.figure.links();
  for (const AllowedLinks& pair : robot.allowed) setup.allowed.push_back({links[pair.a].name, links[pair.b].name});
  return setup;
}

/// A body that is called like a link has no other place to be told of than the scene.
Checker checker_of(const RobotArguments& arguments, const CheckerSetup& setup) {
  try {
    return Checker(setup);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", arguments.scene.empty() ? arguments.urdf : arguments.scene, error.what()));
  }
}

struct ConfigurationResult {
  bool is_free = true;
  std::vector<CheckedPair> touching;
  Counters counters;
};

/// What touches in each configuration.
struct ConfigurationQuery {
  using Item = Configuration;
  using Result = ConfigurationResult;
  const RobotArguments& arguments;
  const Checker& checker;
  CheckOptions options;

  std::vector<ConfigurationResult> ask(std::span<const Configuration> piece) const {
    const std::span<const double> configurations(piece.front(), piece.size() * checker.dof());
    std::vector<ConfigurationResult> results;
    if (arguments.is_silent()) {
      for (const char is_free : checker.are_free(configurations, options)) results.push_back({is_free != 0, {}, {}});
    } else {
      for (std::vector<CheckedPair>& pairs : checker.touching_each(configurations, options)) {
        const bool is_free = pairs.empty();
        results.push_back({is_free, std::move(pairs), {}});
      }
    }
    return results;
  }
  std::string pack(std::span<const Configuration> piece) const {
    return packed_configurations(piece, checker.dof(), 0);
  }
  UnpackedConfigurations unpack(std::string_view bytes) const { return {bytes, checker.dof(), 0}; }
  int threads() const { return options.threads; }
  std::size_t bytes_of(const ConfigurationResult& result) const {
    return sizeof(result) + result.touching.size() * sizeof(CheckedPair);
  }
  Answer answer_of(const ConfigurationResult& result) const { return result.is_free ? Answer::no : Answer::yes; }

  void print(std::string& text, std::size_t index, const ConfigurationResult& result) const {
    if (arguments.voice.json) {
      Json pairs = Json::array();
      for (const CheckedPair& pair : result.touching) pairs.push_back(names_as_json(checker, pair));
      text += json_line({{"configuration", index}, {"free", result.is_free}, {"contacts", std::move(pairs)}});
    } else if (!arguments.voice.quiet) {
      fmt::format_to(std::back_inserter(text), "configuration {}: {}", index, result.is_free ? "free" : "");
      for (std::size_t i = 0; i < result.touching.size(); ++i)
        text += (i == 0 ? "" : ", ") + names_of(checker, result.touching[i]);
      text += '\n';
    }
  }
};

/// The first configurations as a page.
void write_report(const RobotArguments& arguments, const std::string& name, const CheckerSetup& setup,
                  const Checker& checker, std::span<const double> configurations, const CheckOptions& options) {
  constexpr std::size_t most = 500;
  const std::size_t count = configurations.size() / checker.dof(), shown_count = std::min(count, most);
  const std::span<const double> some = configurations.first(shown_count * checker.dof());
  const RobotRun run{name, setup, {some.begin(), some.end()}, checker.touching_each(some, options), count};
  OutputFile file(arguments.report);
  write_robot_page(run, [&](std::string_view piece) { file.write(piece); });
  file.finish();
}

void require_sensible(const RobotArguments& arguments) {
  const Budget no_budget;
  if (!arguments.report.empty() && !has_page())
    throw Error("--report: this abut was built without the report page, which needs npm.");
  if (arguments.edges && arguments.spline) throw Error("give --edges or --spline, not both.");
  if (!arguments.checks_ways() &&
      (arguments.budget.tests != no_budget.tests || arguments.budget.seconds != no_budget.seconds))
    throw Error("--max-tests and --budget-ms are about ways: give --edges or --spline with them.");
  std::vector<NamedFile> inputs{{"the URDF file", arguments.urdf}, {"--configurations", arguments.configurations}};
  if (!arguments.srdf.empty()) inputs.push_back({"--srdf", arguments.srdf});
  if (!arguments.scene.empty()) inputs.push_back({"--scene", arguments.scene});
  if (!arguments.report.empty()) require_separate(inputs, {{"--report", arguments.report}});
  std::vector<std::string> files;
  for (const NamedFile& input : inputs) files.push_back(input.path);
  arguments.destination.require_usable(arguments.is_silent(), files);
}

ExitStatus run_robot(const RobotArguments& arguments) {
  require_sensible(arguments);
  const RobotOptions robot_options = options_of(arguments);
  const Robot robot = read_robot(arguments.urdf, robot_options);
  World world;
  if (!arguments.scene.empty()) world = read_world(arguments.scene, robot_options);
  if (!arguments.voice.quiet)
    for (const std::vector<std::string>& warnings : {robot.warnings, world.warnings})
      for (const std::string& warning : warnings) say(warning);
  if (robot.figure.dof() == 0) throw Error(fmt::format("{}: the robot has no joint that moves.", arguments.urdf));
  // Meshes that they name count, too.
  std::vector<std::string> files = robot.files;
  files.insert(files.end(), world.files.begin(), world.files.end());
  // The other ranks are told theirs.
  GivenConfigurations given;
  if (is_first_rank()) given = read_configurations(arguments.configurations, robot.figure);
  const CheckerSetup setup = setup_of(robot, std::move(world.bodies), arguments.padding);
  const std::int64_t started = worked_nanoseconds();
  const Checker checker = checker_of(arguments, setup);
  std::int64_t prepared = worked_nanoseconds() - started;

  Interrupt interrupt;
  const CheckOptions check{arguments.margin, arguments.thread_count()};
  Answered answered;
  if (arguments.checks_ways()) {
    answered = ask_ways(arguments, checker, given, files, interrupt, prepared);
  } else {
    const std::vector<Configuration> items = configuration_items(given.numbers, checker.dof(), 0);
    answered = answer_in_pieces<ConfigurationQuery>(items, {arguments, checker, check},
                                                    arguments.asking("configurations", files), interrupt);
  }
  if (arguments.stats) {
    Json stats = to_json(answered.sums.queries, answered.sums.counters);
    stats.update(
        {{"prepare_ms", 1e-6 * static_cast<double>(prepared)}, {"query_us", answered.microseconds_per_query()}});
    print_stats(stats);
  }
  if (!arguments.report.empty()) write_report(arguments, robot.name, setup, checker, given.numbers, check);
  return answered.status();
}

constexpr const char* robot_footer = R"(Examples:
  abut robot arm.urdf --srdf arm.srdf --configurations path.csv
  abut robot arm.urdf --srdf arm.srdf --scene cell.txt --configurations path.csv --edges
  abut robot arm.urdf --srdf arm.srdf --scene cell.txt --configurations trajectory.csv --spline
  abut robot arm.urdf --packages arm_description=~/arm --configurations - --json < path.csv

A configuration is one line of numbers: one for each joint that moves and follows no other, in the
order of the URDF file; radians and the file's unit of length. A planar joint takes x, y and an angle,
a floating one x, y, z and a quaternion x, y, z, w. The first line may name the joints, in any order,
and a column 'time' beside them.

A scene is a mesh file or a text file (.txt, .scene) with one body per line:
  table  box 1.2 0.8 0.05  at 0.5 0 -0.03
  part   mesh part.stl     at 0.6 0.1 0.05  rpy 0 0 1.57  scale 0.001 0.001 0.001
  floor  half-space        at 0 0 -0.05
Shapes are box, sphere, cylinder, capsule, half-space and mesh.

Links may touch what the SRDF file allows, and the links that a joint connects them with.

With --edges the robot goes straight from each configuration to the next, and joints without limits
turn the short way. Each edge is proved clear, or a contact on it is found: time 0 is the edge's start,
1 its end.

With --spline the robot follows one smooth curve through all configurations, a cubic spline that begins
and ends at rest. Each piece of it, from a configuration to the next, is proved clear, or a contact on
it is found. The column 'time' says when the robot is where; without it, at 0, 1, 2 and so on. Angles
are taken as written: from 3 to -3 a joint turns back through 0.

Exit status: 0 all is free, 1 something touches, 2 error, 3 not known because a budget ran out, 130
interrupted.)";

}  // namespace

void add_robot(Command& app, Work& work) {
  auto arguments = std::make_shared<RobotArguments>();
  Command command = app.add_subcommand("robot", "Check configurations and motions of a robot");
  command.add_option("URDF", arguments->urdf, "The robot").required().type_name("FILE");
  command.add_option("--srdf", arguments->srdf, "What may touch; without it, neighbours may").type_name("FILE");
  command.add_option("--packages", arguments->packages, "Where package://NAME/ leads; may be given several times")
      .type_name("NAME=DIR")
      .repeatable();
  command.add_option("--scene", arguments->scene, "What stands around the robot: a mesh or a list of bodies")
      .type_name("FILE");
  command.add_option("--configurations", arguments->configurations, "One per line; - reads standard input")
      .required()
      .type_name("FILE");
  command.add_flag("--edges", arguments->edges, "Check the ways between configurations, not the\nconfigurations alone");
  command.add_flag("--spline", arguments->spline, "Check the smooth curve through all configurations");
  command.add_option("--margin", arguments->margin, "What is at most this far apart counts as touching")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_option("--padding", arguments->padding, "How far links must stay away from the scene, too")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_flag("--surfaces", arguments->surfaces, "Meshes are surfaces, even if they are closed");
  command.add_option("--report", arguments->report, "Write a page that shows the first 500 configurations")
      .type_name("FILE");
  add_budget(command, arguments->budget, " of an edge or piece");
  add_voice(command, arguments->voice);
  add_stats(command, arguments->stats);
  add_threads(command, arguments->threads, "default: all cores; 1 with --stats");
  add_destination(command, arguments->destination);
  command.footer(robot_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_robot(*arguments); }; });
}

}  // namespace abut::cli
