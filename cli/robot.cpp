#include "configurations.h"
#include "in_pieces.h"
#include "io/file.h"
#include "options.h"
#include "report/shown.h"
#include "separate_files.h"
#include "work_time.h"
#include <abut/edge.h>
#include <abut/error.h>
#include <abut/robot_report.h>
#include <abut/world_file.h>

#include <memory>

namespace abut::cli {

namespace {

struct RobotArguments {
  std::string urdf, srdf, scene, configurations, report;
  std::vector<std::string> packages;
  bool edges = false, surfaces = false, stats = false;
  double margin = 0, padding = 0;
  Budget budget;
  Voice voice;
  std::optional<int> threads;
  Destination destination;

  bool is_silent() const { return voice.quiet && !voice.json; }
  /// The times of --stats are those of one thread.
  int thread_count() const { return threads.value_or(stats ? 1 : default_threads()); }
  Asking asking(const char* items, const std::vector<std::string>& files) const {
    return {items, !voice.quiet, is_silent(), destination, files};
  }
};

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

std::string names_of(const Checker& checker, CheckedPair pair) {
  return fmt::format("{} touches {}", shown(checker.names()[pair.a]), shown(checker.names()[pair.b]));
}
Json names_as_json(const Checker& checker, CheckedPair pair) {
  return Json::array({checker.names()[pair.a], checker.names()[pair.b]});
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

/// What is known of the way from each configuration to the next.
struct EdgeQuery {
  using Item = Configuration;
  using Result = EdgeAnswer;
  const RobotArguments& arguments;
  const EdgeChecker& edges;
  EdgeOptions options;

  std::vector<EdgeAnswer> ask(std::span<const Configuration> piece) const {
    return edges.check_path({piece.front(), (piece.size() + 1) * edges.checker().dof()}, options);
  }
  // An edge ends at the configuration after it.
  std::string pack(std::span<const Configuration> piece) const {
    return packed_configurations(piece, edges.checker().dof(), 1);
  }
  UnpackedConfigurations unpack(std::string_view bytes) const { return {bytes, edges.checker().dof(), 1}; }
  int threads() const { return options.threads; }
  std::size_t bytes_of(const EdgeAnswer& result) const { return sizeof(result); }
  Answer answer_of(const EdgeAnswer& result) const {
    if (result.verdict == MotionVerdict::clear) return Answer::no;
    return result.verdict == MotionVerdict::contact ? Answer::yes : Answer::unknown;
  }

  void print(std::string& text, std::size_t index, const EdgeAnswer& result) const {
    if (arguments.voice.json)
      text += json_line(as_json(index, result));
    else if (!arguments.voice.quiet)
      append_text(text, index, result);
  }

 private:
  Json as_json(std::size_t index, const EdgeAnswer& result) const {
    Json json{{"edge", index}, {"verdict", name_of(result.verdict)}, {"clear_until", result.lower}};
    if (result.verdict == MotionVerdict::contact) {
      json["contact_at"] = result.upper;
      json["touching"] = names_as_json(edges.checker(), result.pair);
    }
    if (!result.complete) json["complete"] = false;
    return json;
  }

  void append_text(std::string& text, std::size_t index, const EdgeAnswer& result) const {
    auto out = std::back_inserter(text);
    fmt::format_to(out, "edge {}: ", index);
    if (result.verdict == MotionVerdict::clear)
      text += "clear";
    else if (result.verdict == MotionVerdict::contact)
      fmt::format_to(out, "{} at time {}", names_of(edges.checker(), result.pair),
                     as_bracket(result.lower, result.upper));
    else
      fmt::format_to(out, "not decided, clear until {:.6g}", result.lower);
    text += '\n';
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
  if (!arguments.edges && (arguments.budget.tests != no_budget.tests || arguments.budget.seconds != no_budget.seconds))
    throw Error("--max-tests and --budget-ms are about edges: give --edges with them.");
  std::vector<NamedFile> inputs{{"the URDF file", arguments.urdf}, {"--configurations", arguments.configurations}};
  if (!arguments.srdf.empty()) inputs.push_back({"--srdf", arguments.srdf});
  if (!arguments.scene.empty()) inputs.push_back({"--scene", arguments.scene});
  if (!arguments.report.empty()) require_separate(inputs, {{"--report", arguments.report}});
  std::vector<std::string> files;
  for (const NamedFile& input : inputs) files.push_back(input.path);
  arguments.destination.require_usable(arguments.is_silent(), files);
}

/// Adds to `prepared` what it takes to get ready.
Answered ask_edges(const RobotArguments& arguments, const Checker& checker, std::span<const Configuration> items,
                   const std::vector<std::string>& files, Interrupt& interrupt, std::int64_t& prepared) {
  if (items.empty() && is_first_rank())
    throw Error(arguments.configurations + ": --edges needs two configurations or more.");
  EdgeOptions options;
  options.margin = arguments.margin;
  options.threads = arguments.thread_count();
  options.any_contact = arguments.is_silent();
  options.budget = arguments.budget;
  options.budget.stop = &interrupt.flag();
  const std::int64_t started = worked_nanoseconds();
  const EdgeChecker edges(checker);
  prepared += worked_nanoseconds() - started;
  const EdgeQuery query{arguments, edges, options};
  return answer_in_pieces(items, query, arguments.asking("edges", files), interrupt);
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
  std::vector<double> configurations;
  if (is_first_rank()) configurations = read_configurations(arguments.configurations, robot.figure);
  const CheckerSetup setup = setup_of(robot, std::move(world.bodies), arguments.padding);
  const std::int64_t started = worked_nanoseconds();
  const Checker checker(setup);
  std::int64_t prepared = worked_nanoseconds() - started;
  const std::vector<Configuration> items = configuration_items(configurations, checker.dof(), arguments.edges ? 1 : 0);

  Interrupt interrupt;
  const CheckOptions check{arguments.margin, arguments.thread_count()};
  Answered answered;
  if (arguments.edges) {
    answered = ask_edges(arguments, checker, items, files, interrupt, prepared);
  } else {
    const ConfigurationQuery query{arguments, checker, check};
    answered = answer_in_pieces(std::span<const Configuration>(items), query, arguments.asking("configurations", files),
                                interrupt);
  }
  if (arguments.stats) {
    Json stats = to_json(answered.sums.queries, answered.sums.counters);
    stats.update(
        {{"prepare_ms", 1e-6 * static_cast<double>(prepared)}, {"query_us", answered.microseconds_per_query()}});
    print_stats(stats);
  }
  if (!arguments.report.empty()) write_report(arguments, robot.name, setup, checker, configurations, check);
  return answered.status();
}

constexpr const char* robot_footer = R"(Examples:
  abut robot arm.urdf --srdf arm.srdf --configurations path.csv
  abut robot arm.urdf --srdf arm.srdf --scene cell.txt --configurations path.csv --edges
  abut robot arm.urdf --packages arm_description=~/arm --configurations - --json < path.csv

A configuration is one line of numbers: one for each joint that moves and follows no other, in the
order of the URDF file; radians and the file's unit of length. A planar joint takes x, y and an angle,
a floating one x, y, z and a quaternion x, y, z, w. The first line may name the joints, in any order.

A scene is a mesh file or a text file (.txt, .scene) with one body per line:
  table  box 1.2 0.8 0.05  at 0.5 0 -0.03
  part   mesh part.stl     at 0.6 0.1 0.05  rpy 0 0 1.57  scale 0.001 0.001 0.001
  floor  half-space        at 0 0 -0.05
Shapes are box, sphere, cylinder, capsule, half-space and mesh.

Links may touch what the SRDF file allows, and the links that a joint connects them with. With --edges
the straight ways from each configuration to the next are proved clear, or a contact on them is found:
0 is the start of an edge, 1 its end.

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
  command.add_option("--margin", arguments->margin, "What is at most this far apart counts as touching")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_option("--padding", arguments->padding, "How far links must stay away from the scene, too")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_flag("--surfaces", arguments->surfaces, "Meshes are surfaces, even if they are closed");
  command.add_option("--report", arguments->report, "Write a page that shows the first 500 configurations")
      .type_name("FILE");
  add_budget(command, arguments->budget, " of an edge");
  add_voice(command, arguments->voice);
  add_stats(command, arguments->stats);
  add_threads(command, arguments->threads, "default: all cores; 1 with --stats");
  add_destination(command, arguments->destination);
  command.footer(robot_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_robot(*arguments); }; });
}

}  // namespace abut::cli
