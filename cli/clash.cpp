#include "assembly/size_check.h"
#include "clash_arguments.h"
#include "clash_files.h"
#include "clash_in_pieces.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "ranks.h"
#include "stored_assembly.h"
#include <abut/error.h>
#include <abut/report.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

void warn(const ClashArguments& arguments, const std::string& sentence) {
  if (!arguments.voice.quiet) say(sentence);
}

/// One check, and where its parts are, if they stay in files.
struct ClashCheck {
  ClashRun run;
  std::unique_ptr<BodyCache> cache;
  Bodies bodies;
};

void require_sane_sizes(const ClashCheck& check, const PairRules& rules, const ClashArguments& arguments) {
  std::vector<Bounds> boxes;
  for (const auto& body : check.bodies) boxes.push_back(body->bounds);
  double listed = 0;
  for (const PairClearance& rule : rules.clearances) listed = std::max(listed, rule.clearance);
  // With several files the parts are called what their files are.
  const std::string whole = arguments.files.size() > 1 ? "" : arguments.files[0];
  for (const auto& [length, file] :
       {std::pair(std::max(arguments.clearance, arguments.tolerance), whole), {listed, arguments.clearances}})
    try {
      if (check.cache)
        abut::require_sane_sizes(check.run.assembly, boxes, length);
      else
        abut::require_sane_sizes(check.run.assembly, length);
    } catch (const Error& error) {
      throw Error(file.empty() ? error.what() : fmt::format("{}: {}", file, error.what()));
    }
}

void load_parts(ClashCheck& check, const ClashArguments& arguments, int threads) {
  const GltfOptions gltf{.outside_files = arguments.outside_files};
  if (arguments.memory == 0) {
    check.run.assembly = load_assembly(arguments.files, {}, threads, {.deflection = arguments.deflection}, gltf);
    return;
  }
  if (arguments.estimate_strays) throw Error("--estimate-strays looks at all parts at once: leave out --memory.");
  StoredAssembly stored = store_assembly(arguments.files, threads, gltf, arguments.memory);
  check.run.assembly = std::move(stored.assembly);
  check.cache = std::make_unique<BodyCache>(std::move(stored.meshes), arguments.memory);
  Bodies by_mesh;
  for (std::size_t i = 0; i < check.cache->size(); ++i) by_mesh.push_back(check.cache->body(i));
  for (const std::size_t mesh : stored.mesh_of) check.bodies.push_back(by_mesh[mesh]);
}

ClashCheck load_check(const ClashArguments& arguments, const PairRules& rules, int threads) {
  ClashCheck check;
  ClashRun& run = check.run;
  run.inputs = arguments.files;
  run.clearance = arguments.clearance;
  run.tolerance = arguments.tolerance;
  run.min_depth = arguments.min_depth;
  run.min_volume = arguments.min_volume;
  load_parts(check, arguments, threads);
  require_separate_files(run.assembly, arguments);
  if (arguments.estimate_strays) run.assembly.estimate_strays();
  run.moves = !arguments.motion.empty();
  run.between_steps = run.moves && !arguments.steps_only;
  run.motion = run.moves ? read_motion(arguments.motion, run.assembly) : at_rest(run.assembly);
  for (const std::string& warning : run.motion.warnings) warn(arguments, warning);
  if (!arguments.any_size) require_sane_sizes(check, rules, arguments);
  return check;
}

/// The findings, with what has to be done for them kept in a journal if there is one.
ClashReport report_of(const ClashCheck& check, const PairRules& rules, const ClashOptions& options,
                      Interrupt& interrupt, ClashJournal* journal) {
  const ClashRun& run = check.run;
  const Bodies* bodies = check.cache ? &check.bodies : nullptr;
  if (!crew() && !journal) return find_clashes(run.assembly, run.motion, rules, options, nullptr, bodies);
  try {
    ClashReport report = find_clashes_in_pieces(run.assembly, run.motion, rules, options, {interrupt, bodies, journal});
    if (journal && !report.complete)
      throw Interrupted{"stopped before the end; the answer is not complete. " + journal->ending()};
    return report;
  } catch (const Error& error) {
    if (!journal) throw;
    throw Error(fmt::format("{} {}", error.what(), journal->ending()));
  }
}

void find(ClashCheck& check, const PairRules& rules, const ClashArguments& arguments, int threads,
          ClashJournal* journal) {
  Interrupt interrupt;
  ClashRun& run = check.run;
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
  run.report = report_of(check, rules, options, interrupt, journal);
  progress.reset();
  for (const std::string& pattern : run.report.unmatched)
    warn(arguments, fmt::format("no two parts match {}.", pattern));
  // An answer that is not complete is no matter of taste: --quiet does not hide it.
  if (arguments.voice.quiet || arguments.voice.json)
    for (const std::string& doubt : doubts_of(run)) say(doubt);
  if (!run.report.complete) say("stopped before the end; what was found so far is not complete.");
}

/// Of parts that stay in files, gives those to the page that have findings, the worst first, as many as it can show.
void show_some_parts(ClashCheck& check, const ClashArguments& arguments) {
  if (!check.cache || arguments.report.empty()) return;
  constexpr std::size_t most_triangles = 2'000'000;
  ClashRun& run = check.run;
  std::vector<char> is_shown(check.bodies.size(), false);
  std::map<std::size_t, Model> models;
  std::size_t triangles = 0;
  const auto show = [&](std::size_t part) {
    const Body& body = *check.bodies[part];
    if (!models.contains(body.place())) {
      const std::size_t bytes = check.cache->source(body.place()).bytes;
      if (triangles + body.triangles > most_triangles || bytes > check.cache->room() / 2) return;
      triangles += body.triangles;
      models.emplace(body.place(), map_model(check.cache->source(body.place()).tree));
    }
    is_shown[part] = true;
  };
  for (const ClashFinding& finding : run.report.findings) show(finding.parts.a), show(finding.parts.b);
  Assembly shown;
  shown.other_files = run.assembly.other_files;
  const Model none;
  for (std::size_t i = 0; i < is_shown.size(); ++i) {
    const AssemblyPart& part = run.assembly.parts()[i];
    shown.add(part.name, is_shown[i] ? models.at(check.bodies[i]->place()) : none, part.at);
    run.not_drawn += !is_shown[i];
  }
  run.assembly = std::move(shown);
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
  arguments.destination.require_usable(arguments.voice.quiet && !arguments.voice.json, arguments.files);
  // Before anything is read: an input is never lost, and nobody waits for a folder that is not there.
  ClashFiles files(arguments);
  const PairRules rules = rules_of(arguments);
  std::optional<Baseline> baseline;
  if (!arguments.baseline.empty()) baseline = read_baseline(arguments.baseline);
  ClashCheck check = load_check(arguments, rules, threads);
  ClashRun& run = check.run;
  std::optional<ClashJournal> journal;
  if (!arguments.destination.out.empty() && is_first_rank())
    journal.emplace(arguments.destination, files_read(run.assembly, arguments));
  find(check, rules, arguments, threads, journal ? &*journal : nullptr);
  if (baseline) run.comparison = compare(run, *baseline);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (baseline && !baseline->complete)
    warn(arguments, fmt::format("{}: is from a check that was stopped, so findings that it lacks count as new.",
                                arguments.baseline));
  show_some_parts(check, arguments);
  files.write(run);
  if (journal) journal->remove();
  return status_of(run, arguments.fail_on);
}

}  // namespace

void add_clash(Command& app, Work& work) {
  auto arguments = std::make_shared<ClashArguments>();
  Command command = app.add_subcommand("clash", "Find the parts of an assembly that clash or are too close");
  add_arguments(command, *arguments);
  command.callback([arguments, &work] { work = [arguments] { return run_clash(*arguments); }; });
}

}  // namespace abut::cli
