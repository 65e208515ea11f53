#include "clash_ranks.h"
#include "commands.h"
#include "interrupt.h"
#include "io/file.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "ranks.h"
#include "separate_files.h"
#include <abut/error.h>
#include <abut/report.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

struct ClashArguments {
  std::vector<std::string> files, ignore, only;
  std::string clearances, allow, motion, baseline, save, csv, report, fail_on, touch;
  double clearance = 0, tolerance = 0, min_depth = 0, min_volume = 0, deflection = 0;
  int refine = RefineOptions{}.rounds;
  bool estimate_strays = false;
  bool any_size = false, curves = false, outside_files = false, steps_only = false;
  Voice voice;
  std::optional<int> threads;
};

PairRules rules_of(const ClashArguments& arguments) {
  PairRules rules;
  rules.clearance = arguments.clearance;
  const auto add = [](std::vector<PairPattern>& patterns, const std::vector<std::string>& texts, const char* option) {
    for (const std::string& text : texts) try {
        patterns.push_back(PairPattern::from_text(text));
      } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", option, error.what()));
      }
  };
  add(rules.ignore, arguments.ignore, "--ignore");
  add(rules.only, arguments.only, "--only");
  if (!arguments.allow.empty()) {
    AllowedPairs allowed = read_allowed(arguments.allow);
    for (PairPattern& pair : allowed.entirely) rules.ignore.push_back(std::move(pair));
    rules.allowed = std::move(allowed.up_to_depth);
  }
  if (!arguments.clearances.empty()) rules.clearances = read_clearances(arguments.clearances);
  return rules;
}

std::vector<NamedFile> outputs_of(const ClashArguments& arguments) {
  std::vector<NamedFile> outputs;
  for (const auto& [option, file] :
       {std::pair("--save", &arguments.save), {"--csv", &arguments.csv}, {"--report", &arguments.report}})
    if (!file->empty()) outputs.push_back({option, *file});
  return outputs;
}

/// Refuses outputs that would take an input or each other away. A report may replace the baseline that it is compared
/// with.
void require_separate_files(const ClashArguments& arguments) {
  std::vector<NamedFile> inputs, outputs;
  for (const std::string& file : arguments.files) inputs.push_back({"ASSEMBLY", file});
  const auto add = [](std::vector<NamedFile>& files, const char* option, const std::string& file) {
    if (!file.empty()) files.push_back({option, file});
  };
  add(inputs, "--clearances", arguments.clearances);
  add(inputs, "--allow", arguments.allow);
  add(inputs, "--motion", arguments.motion);
  add(outputs, "--save", arguments.save);
  require_separate(inputs, outputs);
  add(inputs, "--baseline", arguments.baseline);
  outputs.clear();
  add(outputs, "--csv", arguments.csv);
  add(outputs, "--report", arguments.report);
  require_separate(inputs, outputs);
  require_separate({}, outputs_of(arguments));
}

/// The files of one run, made before the work begins, so that a folder that is missing is told at once.
struct ClashFiles {
  std::optional<OutputFile> save, csv, report;

  explicit ClashFiles(const ClashArguments& arguments) {
    require_separate_files(arguments);
    if (!is_first_rank()) return;
    if (!arguments.save.empty()) save.emplace(arguments.save);
    if (!arguments.csv.empty()) csv.emplace(arguments.csv);
    if (!arguments.report.empty()) report.emplace(arguments.report);
  }

  /// All of them or, where one cannot be written, none.
  void write(const ClashRun& run) {
    if (save) write_json(run, [&](std::string_view piece) { save->write(piece); });
    if (csv) write_csv(run, [&](std::string_view row) { csv->write(row); });
    if (report) write_page(run, [&](std::string_view piece) { report->write(piece); });
    for (std::optional<OutputFile>* file : {&save, &csv, &report})
      if (*file) (*file)->finish();
  }
};

void warn(const ClashArguments& arguments, const std::string& sentence) {
  if (!arguments.voice.quiet) say(sentence);
}

void require_sane_sizes(const Assembly& assembly, const PairRules& rules, const ClashArguments& arguments) {
  double listed = 0;
  for (const PairClearance& rule : rules.clearances) listed = std::max(listed, rule.clearance);
  // With several files the parts are called what their files are.
  const std::string whole = arguments.files.size() > 1 ? "" : arguments.files[0];
  for (const auto& [length, file] :
       {std::pair(std::max(arguments.clearance, arguments.tolerance), whole), {listed, arguments.clearances}})
    try {
      abut::require_sane_sizes(assembly, length);
    } catch (const Error& error) {
      throw Error(file.empty() ? error.what() : fmt::format("{}: {}", file, error.what()));
    }
}

/// Files that only their readers know of are inputs, too.
void require_separate_files(const Assembly& assembly, const ClashArguments& arguments) {
  std::vector<NamedFile> inputs;
  for (const std::string& file : assembly.other_files) inputs.push_back({"named in ASSEMBLY", file});
  require_separate(inputs, outputs_of(arguments));
}

ClashRun load_run(const ClashArguments& arguments, const PairRules& rules, int threads) {
  ClashRun run;
  run.inputs = arguments.files;
  run.clearance = arguments.clearance;
  run.tolerance = arguments.tolerance;
  run.min_depth = arguments.min_depth;
  run.min_volume = arguments.min_volume;
  run.assembly = load_assembly(arguments.files, {}, threads, {.deflection = arguments.deflection},
                               {.outside_files = arguments.outside_files});
  require_separate_files(run.assembly, arguments);
  if (arguments.estimate_strays) run.assembly.estimate_strays();
  run.moves = !arguments.motion.empty();
  run.between_steps = run.moves && !arguments.steps_only;
  run.motion = run.moves ? read_motion(arguments.motion, run.assembly) : at_rest(run.assembly);
  for (const std::string& warning : run.motion.warnings) warn(arguments, warning);
  if (!arguments.any_size) require_sane_sizes(run.assembly, rules, arguments);
  return run;
}

void check(ClashRun& run, const PairRules& rules, const ClashArguments& arguments, int threads) {
  Interrupt interrupt;
  std::optional<Progress> progress;
  ClashOptions options;
  options.tolerance = arguments.tolerance;
  options.min_depth = arguments.min_depth;
  options.min_volume = arguments.min_volume;
  options.refine.rounds = arguments.refine;
  options.threads = threads;
  options.whole_curves = arguments.curves;
  options.between_steps = run.between_steps;
  options.budget.stop = &interrupt.flag();
  options.progress = [&](std::size_t done, std::size_t total) {
    if (!progress) progress.emplace(total, "checks", !arguments.voice.quiet, Progress::Results::at_the_end);
    progress->reached(done, total);
  };
  run.report = crew() ? find_clashes_on_ranks(run.assembly, run.motion, rules, options, interrupt)
                      : find_clashes(run.assembly, run.motion, rules, options);
  progress.reset();
  for (const std::string& pattern : run.report.unmatched)
    warn(arguments, fmt::format("no two parts match {}.", pattern));
  // An answer that is not complete is no matter of taste: --quiet does not hide it.
  if (arguments.voice.quiet || arguments.voice.json)
    for (const std::string& doubt : doubts_of(run)) say(doubt);
  if (!run.report.complete) say("stopped before the end; what was found so far is not complete.");
}

/// Does a finding count for the exit status?
bool fails(const ClashRun& run, std::size_t index, const std::string& fail_on) {
  const ClashKind kind = run.report.findings[index].kind;
  if (fail_on == "any") return true;
  if (fail_on == "touch") return kind != ClashKind::clearance;
  if (fail_on == "clash") return kind == ClashKind::clash || kind == ClashKind::inside;
  if (kind == ClashKind::touch) return false;
  if (fail_on.empty()) return true;
  const FindingChange change = run.comparison->states[index].change;
  return change == FindingChange::is_new || change == FindingChange::returned ||
         (fail_on == "worse" && change == FindingChange::worse);
}

ExitStatus status_of(const ClashRun& run, const std::string& fail_on) {
  if (!run.report.complete) return interrupted;
  for (std::size_t i = 0; i < run.report.findings.size(); ++i)
    if (fails(run, i, fail_on)) return found;
  return not_found;
}

ExitStatus run_clash(const ClashArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  if (!arguments.touch.empty())
    throw Error("--touch: --tolerance has taken its place. Parts that only touch need no tolerance any more.");
  if ((arguments.fail_on == "new" || arguments.fail_on == "worse") && arguments.baseline.empty())
    throw Error(fmt::format("--fail-on {}: needs a --baseline to compare with.", arguments.fail_on));
  const int threads = arguments.threads.value_or(default_threads());
  if (!arguments.report.empty() && !has_page())
    throw Error("--report: this abut was built without the report page, which needs npm. --save and --csv work.");
  // Before anything is read: an input is never lost, and nobody waits for a folder that is not there.
  ClashFiles files(arguments);
  const PairRules rules = rules_of(arguments);
  std::optional<Baseline> baseline;
  if (!arguments.baseline.empty()) baseline = read_baseline(arguments.baseline);
  ClashRun run = load_run(arguments, rules, threads);
  check(run, rules, arguments, threads);
  if (baseline) run.comparison = compare(run, *baseline);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (baseline && !baseline->complete)
    warn(arguments, fmt::format("{}: is from a check that was stopped, so findings that it lacks count as new.",
                                arguments.baseline));
  files.write(run);
  Output output;
  if (arguments.voice.json)
    write_json(run, [&](std::string_view piece) {
      output.text = piece;
      output.flush();
    });
  else if (!arguments.voice.quiet)
    output.text = to_text(run, "--save, --csv and --report write them all");
  output.flush();
  return status_of(run, arguments.fail_on);
}

constexpr const char* clash_footer = R"(Examples:
  abut clash engine.obj
  abut clash block.stl head.stl piston.stl --clearance 0.5 --csv findings.csv
  abut clash engine.obj --motion turning.txt --clearances limits.txt --save today.json
  abut clash engine.glb --ignore 'bolt*:*' --baseline yesterday.json --report clashes.html

An assembly is one file with several parts (OBJ groups, glTF nodes, STEP products), or several
files. Parts clash if they are in each other, however little, unless --tolerance or --allow accepts
it. Parts that only touch are told apart: they count for the exit status with --fail-on touch alone.
They are too close if their distance is less than the clearance. Findings come with depth, way out
and common volume, the deepest first.

PATTERNS are two part names with a colon between them; * stands for any text, ? for one character.
Names and formats of all files: docs/clash.md.

Ctrl-C ends the check and reports what was found by then, marked as not complete; a second one ends
the program at once.

Exit status: 0 nothing found that --fail-on asks for, 1 something found, 2 error, 130 interrupted
(not complete).)";

void add_lengths(CLI::App& command, ClashArguments& arguments) {
  command
      .add_option("--clearance", arguments.clearance,
                  "Report parts closer than this (default: 0), in the\nunit of the files")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  command
      .add_option("--clearances", arguments.clearances,
                  "Clearances of pairs: two patterns and a length per\nline; the last line that matches counts")
      ->type_name("FILE");
  command
      .add_option("--tolerance", arguments.tolerance,
                  "Parts at most this deep in each other, or at most this\nfar apart, touch (default: 0)")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  command.add_option("--touch", arguments.touch)->group("");
  command.add_option("--min-depth", arguments.min_depth, "Leave out clashes that are proved less deep (default: 0)")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  command
      .add_option("--min-volume", arguments.min_volume,
                  "Leave out clashes that are proved to have less volume\nin common (default: 0)")
      ->type_name("VOLUME")
      ->check(number_from_zero("volume"));
  command
      .add_option("--deflection", arguments.deflection,
                  "Largest distance of triangles from the surfaces of\nSTEP files, in mm (default: a thousandth of "
                  "each\npart's size)")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  command
      .add_option("--refine", arguments.refine,
                  "How often finer triangles of STEP parts are asked for\nwhere it takes them to decide (default: 4)")
      ->type_name("ROUNDS")
      ->check(CLI::Range(0, 16));
  command.add_flag("--estimate-strays", arguments.estimate_strays,
                   "Take smooth edges of other files for round surfaces");
}

void add_pairs(CLI::App& command, ClashArguments& arguments) {
  const auto several = CLI::MultiOptionPolicy::TakeAll;
  command.add_option("--ignore", arguments.ignore, "Do not check these pairs: 'bolt*:plate*'")
      ->type_name("PATTERNS")
      ->expected(1)
      ->multi_option_policy(several);
  command.add_option("--only", arguments.only, "Check only these pairs")
      ->type_name("PATTERNS")
      ->expected(1)
      ->multi_option_policy(several);
  command
      .add_option("--allow", arguments.allow,
                  "Pairs that may clash: two patterns per line, and the\ndepth up to which they may, if there is one")
      ->type_name("FILE");
}

}  // namespace

void add_clash(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<ClashArguments>();
  CLI::App& command = *app.add_subcommand("clash", "Find the parts of an assembly that clash or are too close");
  command.add_option("ASSEMBLY", arguments->files, "A file with several parts, or several mesh files")
      ->required()
      ->type_name("FILE");
  add_lengths(command, *arguments);
  add_pairs(command, *arguments);
  command.add_option("--motion", arguments->motion, "Placements of parts over time; checked at and between steps")
      ->type_name("FILE");
  command.add_flag("--steps-only", arguments->steps_only, "Check the steps of the motion, not what is between them");
  command.add_flag("--curves", arguments->curves, "Measure pairs with a finding at every step of the motion");
  command.add_option("--baseline", arguments->baseline, "An earlier --save: show what is new, worse, better, gone")
      ->type_name("FILE");
  command
      .add_option("--fail-on", arguments->fail_on,
                  "What the exit status 1 means: new, worse (or new),\nclash, touch (any contact), any (default: "
                  "everything\nbut touches)")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"new", "worse", "clash", "touch", "any"}));
  command.add_option("--save", arguments->save, "Write the findings as JSON")->type_name("FILE");
  command.add_option("--csv", arguments->csv, "Write the findings as a table")->type_name("FILE");
  command.add_option("--report", arguments->report, "Write a page for any browser")->type_name("FILE");
  command.add_flag("--allow-outside-files", arguments->outside_files,
                   "Let glTF files read buffers outside their own folder");
  command.add_flag("--any-size", arguments->any_size, "Accept parts whose sizes look like mixed units");
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "default: all cores");
  command.footer(clash_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_clash(*arguments); }; });
}

}  // namespace abut::cli
