#include "commands.h"
#include "interrupt.h"
#include "model_file.h"
#include "options.h"
#include "output.h"
#include "report/shown.h"
#include "work_time.h"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

struct SelfArguments {
  std::string file;
  bool first = false, stats = false;
  any::ModelOptions model;
  SelfOptions query;
  classic::CollideMethod method;
  std::optional<Simd> simd;
  Voice voice;
  std::optional<int> threads;

  bool is_silent() const { return voice.quiet && !voice.json && !stats; }
};

/// The index of the part that a triangle belongs to; the mesh has parts.
std::size_t part_of(const Mesh& mesh, std::uint32_t triangle) {
  const auto after = std::upper_bound(mesh.parts.begin(), mesh.parts.end(), triangle,
                                      [](std::uint32_t id, const Part& part) { return id < part.first; });
  return static_cast<std::size_t>(after - mesh.parts.begin()) - 1;
}

std::string name_of_part(const Mesh& mesh, std::size_t part) {
  return mesh.parts[part].name.empty() ? "(no name)" : shown(mesh.parts[part].name);
}

/// How many contacts there are between which parts, most first.
void append_parts(std::string& text, const Mesh& mesh, const Contacts& contacts) {
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> counts;
  for (const Contact& pair : contacts.pairs) ++counts[{part_of(mesh, pair.a), part_of(mesh, pair.b)}];
  std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::uint64_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& x, const auto& y) { return x.second > y.second; });
  auto out = std::back_inserter(text);
  for (const auto& [parts, count] : rows) {
    const std::string first = name_of_part(mesh, parts.first), second = name_of_part(mesh, parts.second);
    if (parts.first == parts.second)
      fmt::format_to(out, "  {} within {}\n", with_commas(count), first);
    else
      fmt::format_to(out, "  {} between {} and {}\n", with_commas(count), first, second);
  }
}

void append_text(std::string& text, const Mesh& mesh, const Contacts& contacts, const SelfArguments& arguments) {
  const auto& pairs = contacts.pairs;
  auto out = std::back_inserter(text);
  if (pairs.empty()) {
    text += contacts.complete ? "no contact\n" : "the search ran out of its budget and found no contact\n";
  } else if (arguments.first) {
    const auto named = [&](std::uint32_t triangle) {
      return mesh.parts.empty() ? fmt::format("{}", triangle)
                                : fmt::format("{} of {}", triangle, name_of_part(mesh, part_of(mesh, triangle)));
    };
    fmt::format_to(out, "contact of triangle {} and {}\n", named(pairs[0].a), named(pairs[0].b));
  } else {
    fmt::format_to(out, "{}{}\n", counted_with_commas(pairs.size(), "contact"),
                   contacts.complete ? "" : " (there may be more)");
    if (!mesh.parts.empty()) {
      append_parts(text, mesh, contacts);
      text += "triangles\n";
    }
    for (const Contact& pair : pairs) fmt::format_to(out, "  {} {}\n", pair.a, pair.b);
  }
}

ExitStatus run_self(SelfArguments arguments) {
  if (arguments.simd) require_available(*arguments.simd);
  require_simd_of(arguments.model.volume, arguments.simd);
  arguments.query.simd = arguments.simd.value_or(Simd::best);
  arguments.query.threads = arguments.threads.value_or(arguments.stats ? 1 : 0);
  if (arguments.model.volume == any::VolumeKind::automatic) arguments.model.threads = arguments.query.threads;
  const ModelFile file = load_model(arguments.file, arguments.model);
  // Asked for a verdict alone, one contact is enough.
  if (arguments.first || arguments.is_silent()) arguments.query.max_contacts = 1;
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  const std::int64_t before = worked_nanoseconds();
  const Contacts contacts = self_contacts(file.model, arguments.query, arguments.method);
  const double microseconds = static_cast<double>(worked_nanoseconds() - before) / 1e3;
  if (interrupt.flag()) throw Interrupted{};
  Output output;
  if (arguments.voice.json) {
    output.text += '{';
    append_json_pairs(output.text, contacts);
    const bool is_cut = !contacts.complete && contacts.pairs.size() < arguments.query.max_contacts;
    output.text += is_cut ? ",\"complete\":false}\n" : "}\n";
  } else if (!arguments.voice.quiet) {
    append_text(output.text, file.model.mesh(), contacts, arguments);
  }
  output.flush();
  if (arguments.stats) {
    Json stats = to_json(1, contacts.counters);
    stats.update({{"build_ms", 1e3 * file.build_seconds}, {"query_us", microseconds}, {"bytes", file.model.bytes()}});
    print_stats(stats);
  }
  if (!contacts.pairs.empty()) return found;
  return contacts.complete ? not_found : not_known;
}

constexpr const char* self_footer = R"(Examples:
  abut self cloth.ply
  abut self cloth.ply --first
  abut self assembly.obj --json --stats > contacts.json

Neighbours are triangles with a corner at the same place. They touch only if they overlap beyond
their common corner or side: if they cross, are folded onto each other, or are copies. For all other
pairs, touching means the same as in abut collide.

The text lists the ids of the triangles that touch. If the file names parts, it also counts the
contacts of each pair of parts. Ids count from 0 in the file's order; a polygon of n corners counts
n - 2.

A search that ran out of its budget has "complete":false in JSON.

Exit status: 0 nothing touches, 1 something touches, 2 error, 3 not known because a budget ran out,
130 interrupted.)";

}  // namespace

void add_self(Command& app, Work& work) {
  auto arguments = std::make_shared<SelfArguments>();
  Command command = app.add_subcommand("self", "Find the pairs of triangles of one model that touch each other");
  command.add_option("MODEL", arguments->file, "Mesh file (STL, OBJ, PLY) or tree file (.abut)")
      .required()
      .type_name("FILE");
  add_contact_limits(command, arguments->first, arguments->query.max_contacts, "");
  add_budget(command, arguments->query.budget, "");
  add_model_options(command, arguments->model);
  add_sat(command, arguments->method.sat);
  add_descent(command, arguments->method.descent);
  add_simd(command, arguments->simd);
  add_stats(command, arguments->stats);
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "default: all cores; 1 with --stats");
  command.footer(self_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_self(*arguments); }; });
}

}  // namespace abut::cli
