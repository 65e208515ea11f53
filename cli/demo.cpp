#include "commands.h"
#include "demo_engine.h"
#include "engine_picture.h"
#include "folder.h"
#include "interrupt.h"
#include "io/file.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "report/shown.h"
#include <abut/error.h>
#include <abut/load.h>

#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

/// In millimetres: more than valves and pistons keep from each other when all is well.
constexpr double demo_clearance = 2;
/// Crank degrees by which the camshafts run ahead in the second engine.
constexpr double mistiming = 60;

struct DemoArguments {
  std::filesystem::path out = "out/demo";
  Voice voice;
  std::optional<int> threads;
};

/// One engine: its parts, what the check found, and what the design foretells.
struct DemoRun {
  std::string name;  ///< of its files
  DemoEngine demo;
  ClashRun run;
  std::vector<GapCheck> gaps;
  std::vector<SpanCheck> spans;
};

void check(ClashRun& run, const PairRules& rules, const std::string& name, const DemoArguments& arguments) {
  Interrupt interrupt;
  std::optional<Progress> progress;
  ClashOptions options;
  options.threads = arguments.threads.value_or(0);
  options.between_steps = run.between_steps;
  options.budget.stop = &interrupt.flag();
  options.progress = [&](std::size_t done, std::size_t total) {
    if (!progress)
      progress.emplace(total, "checks of the engine " + name, !arguments.voice.quiet, Progress::Results::at_the_end);
    progress->reached(done, total);
  };
  run.report = find_clashes(run.assembly, run.motion, rules, options);
  if (!run.report.complete) throw Interrupted{"the demo was stopped; nothing was written."};
}

/// Turns an engine as abut clash does with the files that are written here.
DemoRun turn(const std::string& name, double cam_advance, const std::filesystem::path& out,
             const DemoArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  DemoRun result{name, make_demo_engine(cam_advance), {}, {}, {}};
  // Mistimed camshafts move other parts than at their proper place from the first step on.
  const std::string assembly = name + ".obj", motion = name + "_motion.txt";
  save(result.demo.assembly, out / assembly);
  write_file(out / motion, motion_text(result.demo));
  ClashRun& run = result.run;
  run.inputs = {assembly};
  run.clearance = demo_clearance;
  const int threads = arguments.threads.value_or(0);
  run.assembly = load_assembly(std::vector{(out / assembly).string()}, {}, threads);
  run.moves = true;
  run.motion = read_motion(out / motion, run.assembly);

  PairRules rules;
  rules.clearance = demo_clearance;
  check(run, rules, name, arguments);
  ClashRun fine = run;
  const std::string fine_motion = name + "_valves_motion.txt";
  write_file(out / fine_motion, fine_motion_text(result.demo));
  fine.motion = read_motion(out / fine_motion, fine.assembly);
  fine.between_steps = true;
  PairRules valves;
  valves.only = {{"*valve*", "piston*"}};
  check(fine, valves, name, arguments);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.gaps = check_gaps(result.demo, run);
  result.spans = check_spans(result.demo, run, fine);
  return result;
}

void write_reports(const DemoRun& result, const std::filesystem::path& out) {
  write_file(out / (result.name + ".json"), to_json(result.run));
  write_file(out / (result.name + ".csv"), to_csv(result.run));
  if (has_page()) write_page(result.run, out / (result.name + ".html"));
}

std::size_t clashes_of(const ClashRun& run) {
  std::size_t count = 0;
  for (const ClashFinding& finding : run.report.findings) count += finding.kind == ClashKind::clash;
  return count;
}

std::string clash_count(const ClashRun& run) {
  const std::size_t count = clashes_of(run);
  return fmt::format("{} {}", count, count == 1 ? "clash" : "clashes");
}

std::string gaps_text(const DemoRun& result) {
  std::string text = "  smallest clearance [mm]        designed   found\n";
  for (const GapCheck& gap : result.gaps)
    fmt::format_to(std::back_inserter(text),
                   "    {:<28} {:>8.4f} {:>8.4f}  at {:g} degrees, meshes allow {:.4f} more\n", gap.name, gap.designed,
                   gap.found, gap.designed_at, gap.mesh_error);
  return text;
}

std::string spans_text(const DemoRun& result) {
  std::string text =
      fmt::format("  {:<32} {:>20}  {:>14}  {:>20}\n", "crank angle [deg]", "foretold", "in steps", "between steps");
  for (const SpanCheck& span : result.spans)
    fmt::format_to(std::back_inserter(text),
                   "    {:<30} {:>8.4f} to {:>8.4f}  {:>7g} to {:>3g}  {:>8.4f} to {:>8.4f}\n",
                   span.valve + " - " + span.piston, span.foretold_from, span.foretold_to, span.found_from,
                   span.found_to, span.begin, span.end);
  return text;
}

std::string text_of(const DemoRun& right, const DemoRun& mistimed, const std::filesystem::path& out) {
  std::string text;
  auto to = std::back_inserter(text);
  const ClashRun& run = right.run;
  fmt::format_to(to, "An inline-four of {} parts and {} triangles turns twice, checked every {:g} degrees.\n\n",
                 run.assembly.parts().size(), with_commas(right.demo.assembly.triangles.size()),
                 right.demo.angles[1] - right.demo.angles[0]);
  fmt::format_to(to, "Timed right: {} among {} pairs of parts, {} closer than {:g} mm; checked in {}.\n",
                 clashes_of(run) == 0 ? "nothing clashes" : clash_count(run), with_commas(run.report.pairs),
                 with_commas(run.report.findings.size()), demo_clearance, as_duration(run.seconds));
  text += gaps_text(right);
  fmt::format_to(to, "\nCamshafts {:g} degrees early: {} of a valve with its piston; checked in {}.\n", mistiming,
                 clash_count(mistimed.run), as_duration(mistimed.run.seconds));
  text += spans_text(mistimed);
  const std::string folder = shown(out.string());
  if (has_page())
    fmt::format_to(to,
                   "\nOpen {0}/mistimed.html and {0}/right.html in a browser: the engine turns, a click shows a\n"
                   "finding. {0}/engine.png is a picture.\n",
                   folder);
  else
    fmt::format_to(to, "\nThis abut was built without the report page, which needs npm. See {0}/engine.png.\n", folder);
  fmt::format_to(to,
                 "The same from the files beside them:\n  abut clash {0}/mistimed.obj --motion {0}/mistimed_motion.txt "
                 "--clearance {1:g} --steps-only\n  abut clash {0}/mistimed.obj --motion "
                 "{0}/mistimed_valves_motion.txt --only '*valve*:piston*'\n",
                 folder, demo_clearance);
  return text;
}

Json json_of(const DemoRun& result) {
  Json gaps = Json::array(), spans = Json::array();
  for (const GapCheck& gap : result.gaps)
    gaps.push_back({{"gap", gap.name},
                    {"designed", gap.designed},
                    {"at", gap.designed_at},
                    {"found", gap.found},
                    {"mesh_error", gap.mesh_error},
                    {"rounding", gap.rounding}});
  for (const SpanCheck& span : result.spans)
    spans.push_back({{"valve", span.valve},
                     {"piston", span.piston},
                     {"foretold", {span.foretold_from, span.foretold_to}},
                     {"found", {span.found_from, span.found_to}},
                     {"between_steps", {span.begin, span.end}}});
  return {{"parts", result.run.assembly.parts().size()},
          {"triangles", result.demo.assembly.triangles.size()},
          {"steps", result.demo.angles.size()},
          {"clashes", clashes_of(result.run)},
          {"findings", result.run.report.findings.size()},
          {"seconds", result.run.seconds},
          {"gaps", gaps},
          {"spans", spans}};
}

/// The engine at the worst moment, what clashes in red.
Image picture_of(const DemoRun& mistimed) {
  const ClashRun& run = mistimed.run;
  // The most severe finding comes first.
  const std::size_t step = run.report.findings.empty() ? 0 : run.report.findings.front().worst_step;
  std::vector<std::string> clashing;
  for (const ClashFinding& finding : run.report.findings)
    for (const ClashSpan& span : finding.spans)
      if (span.kind == ClashKind::clash && span.first <= step && step <= span.last)
        for (const std::string& name : {run.name_a(finding), run.name_b(finding)}) clashing.push_back(name);
  return engine_picture(mistimed.demo.engine, run.motion.times[step], 1200, 900, clashing);
}

ExitStatus run_demo(const DemoArguments& arguments) {
  ResultFolder folder(arguments.out);
  const std::filesystem::path& out = folder.unfinished();
  const DemoRun right = turn("right", 0, out, arguments), mistimed = turn("mistimed", mistiming, out, arguments);
  write_reports(right, out);
  write_reports(mistimed, out);
  save_png(picture_of(mistimed), out / "engine.png");
  const std::string numbers = Json{{"right", json_of(right)}, {"mistimed", json_of(mistimed)}}.dump(1) + "\n";
  write_file(out / "demo.json", numbers);
  folder.finish();
  Output output;
  if (arguments.voice.json)
    output.text = numbers;
  else if (!arguments.voice.quiet)
    output.text = text_of(right, mistimed, arguments.out);
  output.flush();
  return done;
}

constexpr const char* demo_footer = R"(Examples:
  abut demo
  abut demo --out here --json

Turns an inline-four engine through two revolutions, once timed right and once with camshafts that
run early, and looks for clashes and small clearances. Writes right and mistimed, each as .html (the
report), .json, .csv, .obj (the parts) and _motion.txt; abut clash finds the same from the last two.
Valves and pistons are also followed between steps of one degree (_valves_motion.txt), which tells
when they first touch.
Also writes demo.json (found and designed values) and engine.png (a picture).

Exit status: 0, or 2 on an error, 130 when interrupted.)";

}  // namespace

void add_demo(Command& app, Work& work) {
  auto arguments = std::make_shared<DemoArguments>();
  Command command = app.add_subcommand("demo", "Turn an engine, timed right and wrong, and report its clashes");
  command.add_option("--out", arguments->out, "Folder for the results (default: out/demo)").type_name("DIR");
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "default: all cores");
  command.footer(demo_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_demo(*arguments); }; });
}

}  // namespace abut::cli
