#include "clash_arguments.h"

#include "separate_files.h"
#include <abut/error.h>

#include <fmt/format.h>

namespace abut::cli {

namespace {

std::vector<NamedFile> outputs_of(const ClashArguments& arguments) {
  std::vector<NamedFile> outputs;
  for (const auto& [option, file] : {std::pair("--save", &arguments.save),
                                     {"--csv", &arguments.csv},
                                     {"--report", &arguments.report},
                                     {"--out", &arguments.destination.out}})
    if (!file->empty()) outputs.push_back({option, *file});
  return outputs;
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

void add_lengths(Command& command, ClashArguments& arguments) {
  command
      .add_option("--clearance", arguments.clearance,
                  "Report parts closer than this (default: 0), in the\nunit of the files")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command
      .add_option("--clearances", arguments.clearances,
                  "Clearances of pairs: two patterns and a length per\nline; the last line that matches counts")
      .type_name("FILE");
  command
      .add_option("--tolerance", arguments.tolerance,
                  "Parts at most this deep in each other, or at most this\nfar apart, touch (default: 0)")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_option("--touch", arguments.touch).hidden();
  command.add_option("--min-depth", arguments.min_depth, "Leave out clashes that are proved less deep (default: 0)")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command
      .add_option("--min-volume", arguments.min_volume,
                  "Leave out clashes that are proved to have less volume\nin common (default: 0)")
      .type_name("VOLUME")
      .check(number_from_zero("volume"));
  command
      .add_option("--deflection", arguments.deflection,
                  "Largest distance of triangles from the surfaces of\nSTEP files, in mm (default: a thousandth of "
                  "each\npart's size)")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command
      .add_option("--refine", arguments.refine,
                  "How often finer triangles of STEP parts are asked for\nwhere it takes them to decide (default: 4)")
      .type_name("ROUNDS")
      .check(whole_number(0, 16));
  command.add_flag("--estimate-strays", arguments.estimate_strays,
                   "Take smooth edges of other files for round surfaces");
}

void add_pairs(Command& command, ClashArguments& arguments) {
  command.add_option("--ignore", arguments.ignore, "Do not check these pairs: 'bolt*:plate*'")
      .type_name("PATTERNS")
      .repeatable();
  command.add_option("--only", arguments.only, "Check only these pairs").type_name("PATTERNS").repeatable();
  command
      .add_option("--allow", arguments.allow,
                  "Pairs that may clash: two patterns per line, and the\ndepth up to which they may, if there is one")
      .type_name("FILE");
}

}  // namespace

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
  add(outputs, "--out", arguments.destination.out);
  require_separate(inputs, outputs);
  require_separate({}, outputs_of(arguments));
}

void require_separate_files(const Assembly& assembly, const ClashArguments& arguments) {
  std::vector<NamedFile> inputs;
  for (const std::string& file : assembly.other_files) inputs.push_back({"named in ASSEMBLY", file});
  require_separate(inputs, outputs_of(arguments));
}

std::vector<std::string> files_read(const Assembly& assembly, const ClashArguments& arguments) {
  std::vector<std::string> files = arguments.files;
  files.insert(files.end(), assembly.other_files.begin(), assembly.other_files.end());
  for (const std::string& file : {arguments.clearances, arguments.allow, arguments.motion})
    if (!file.empty()) files.push_back(file);
  return files;
}

void add_arguments(Command& command, ClashArguments& arguments) {
  command.add_option("ASSEMBLY", arguments.files, "A file with several parts, or several mesh files")
      .required()
      .type_name("FILE");
  add_lengths(command, arguments);
  add_pairs(command, arguments);
  command.add_option("--motion", arguments.motion, "Placements of parts over time; checked at and between steps")
      .type_name("FILE");
  command.add_flag("--steps-only", arguments.steps_only, "Check the steps of the motion, not what is between them");
  command.add_flag("--curves", arguments.curves, "Measure pairs with a finding at every step of the motion");
  command.add_option("--baseline", arguments.baseline, "An earlier --save: show what is new, worse, better, gone")
      .type_name("FILE");
  command
      .add_option("--fail-on", arguments.fail_on,
                  "What the exit status 1 means: new, worse (or new),\nclash, touch (any contact), any (default: "
                  "everything\nbut touches)")
      .type_name("WHAT")
      .one_of({"new", "worse", "clash", "touch", "any"});
  command.add_option("--save", arguments.save, "Write the findings as JSON").type_name("FILE");
  command.add_option("--csv", arguments.csv, "Write the findings as a table").type_name("FILE");
  command.add_option("--report", arguments.report, "Write a page for any browser").type_name("FILE");
  command.add_flag("--allow-outside-files", arguments.outside_files,
                   "Let glTF files read buffers outside their own folder");
  command.add_flag("--any-size", arguments.any_size, "Accept parts whose sizes look like mixed units");
  command
      .add_option("--memory", arguments.memory,
                  "Take no more memory than this, on each rank: 2GB,\n500MB. Parts stay in tree files until they are\n"
                  "needed (default: all parts are in memory)")
      .type_name("SIZE")
      .bytes();
  add_destination(command, arguments.destination);
  add_voice(command, arguments.voice);
  add_threads(command, arguments.threads, "default: all cores");
  command.footer(clash_footer);
}

}  // namespace abut::cli
