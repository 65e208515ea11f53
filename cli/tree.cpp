#include "commands.h"
#include "model_file.h"
#include "options.h"
#include "output.h"
#include "report/shown.h"
#include "separate_files.h"
#include <abut/error.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

struct TreeArguments {
  std::string file;
  std::string output;  // empty: none
  bool quality = false;
  any::ModelOptions model;
  Voice voice;
  std::optional<int> threads;
};

double bytes_per_triangle(const any::Model& model) {
  return static_cast<double>(model.bytes()) / static_cast<double>(model.mesh().triangles.size());
}

Json json_of(const Bracket& bracket) { return Json::array({bracket.lower, bracket.upper}); }

Json json_of(const std::vector<classic::LevelQuality>& levels) {
  Json result = Json::array();
  for (const classic::LevelQuality& level : levels)
    result.push_back({{"level", level.level},
                      {"nodes", level.nodes},
                      {"leaves", level.leaves},
                      {"measured", level.measured},
                      {"diameter", json_of(level.diameter)},
                      {"tightness", json_of(level.tightness)},
                      {"reach", json_of(level.reach)},
                      {"aspect", json_of(level.aspect)}});
  return result;
}

/// The fit of a kind that has one.
std::optional<classic::Fit> fit_of(const any::Model& model) {
  if (!any::takes_fit(model.volume())) return std::nullopt;
  return model.classic().options().fit.value_or(classic::Fit::vertex_covariance);
}

/// How the tree was made; what does not apply to its kind is null.
Json json_of_making(const any::Model& model) {
  Json json = {{"volume", name_of(model.volume())},
               {"fit", nullptr},
               {"split", nullptr},
               {"storage", nullptr},
               {"leaf", nullptr},
               {"tile", nullptr}};
  if (model.is_engine()) return json;
  if (const auto fit = fit_of(model)) json["fit"] = name_of(*fit);
  const classic::ModelOptions& options = model.classic().options();
  json.update({{"split", name_of(options.split)}, {"storage", name_of(options.storage)}, {"leaf", options.leaf_size}});
  if (options.tile) json["tile"] = *options.tile;
  return json;
}

Json json_of(const TreeArguments& arguments, const ModelFile& file) {
  const Mesh& mesh = file.model.mesh();
  const TreeSummary tree = file.model.tree_summary();
  const DegenerateCount degenerate = count_degenerate(mesh);
  const Bounds bounds = bounds_of(mesh.points);
  Json parts = Json::array();
  for (const Part& part : mesh.parts)
    parts.push_back({{"name", part.name}, {"first", part.first}, {"triangles", part.count}});
  Json json = {{"model", arguments.file},
               {"triangles", mesh.triangles.size()},
               {"degenerate", {{"segments", degenerate.segments}, {"points", degenerate.points}}},
               {"vertices", mesh.points.size()},
               {"parts", parts},
               {"low", to_json(bounds.low)},
               {"high", to_json(bounds.high)}};
  json.update(json_of_making(file.model));
  json.update({{"nodes", tree.nodes},
               {"leaves", tree.leaves},
               {"depth", tree.depth},
               {"tree_bytes", tree.tree_bytes},
               {"bytes", file.model.bytes()},
               {"bytes_per_triangle", bytes_per_triangle(file.model)},
               {"build_ms", 1e3 * file.build_seconds}});
  if (!arguments.output.empty()) json["output"] = arguments.output;
  return json;
}

std::string text_of_degenerate(const DegenerateCount& count) {
  if (count.segments + count.points == 0) return "";
  return fmt::format(", of which {} degenerate: {}, {}", with_commas(count.segments + count.points),
                     counted_with_commas(count.segments, "segment"), counted_with_commas(count.points, "point"));
}

void append_parts(std::string& text, const std::vector<Part>& parts) {
  constexpr std::size_t most = 20;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  parts         {}\n", with_commas(parts.size()));
  for (std::size_t i = 0; i < std::min(most, parts.size()); ++i)
    fmt::format_to(out, "    {:>9} triangles  {}\n", with_commas(parts[i].count),
                   parts[i].name.empty() ? "(no name)" : shown(parts[i].name));
  if (parts.size() > most)
    fmt::format_to(out, "    and {} more (--json lists all)\n", with_commas(parts.size() - most));
}

/// The middle of each bracket: lower and upper agree to about a percent.
std::string text_of(const std::vector<classic::LevelQuality>& levels) {
  const auto middle = [](const Bracket& bracket) { return (bracket.lower + bracket.upper) / 2; };
  std::string text = "quality of its levels (means; lengths in the model's unit)\n";
  text += "  level     nodes  measured    diameter   tightness  aspect ratio\n";
  for (const classic::LevelQuality& level : levels)
    text +=
        fmt::format("  {:>5}  {:>8}  {:>8}  {:>10.4g}  {:>10.4g}  {:>12.4g}\n", level.level, with_commas(level.nodes),
                    with_commas(level.measured), middle(level.diameter), middle(level.tightness), middle(level.aspect));
  return text;
}

std::string describe(const any::Model& model) {
  if (model.is_engine()) return "tree of oriented boxes, eight side by side (the fast engine)\n";
  const std::optional<classic::Fit> fit = fit_of(model);
  const classic::ModelOptions& options = model.classic().options();
  return fmt::format("tree of {} volumes ({}split {}, leaf {}, {}{})\n", name_of(model.volume()),
                     fit ? fmt::format("fit {}, ", name_of(*fit)) : "", name_of(options.split), options.leaf_size,
                     name_of(options.storage), options.tile ? fmt::format(", tile {}", *options.tile) : "");
}

std::string text_of(const TreeArguments& arguments, const ModelFile& file) {
  const Mesh& mesh = file.model.mesh();
  const TreeSummary tree = file.model.tree_summary();
  const Bounds box = bounds_of(mesh.points);
  std::string text = shown(arguments.file) + "\n";
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  triangles     {}{}\n", with_commas(mesh.triangles.size()),
                 text_of_degenerate(count_degenerate(mesh)));
  fmt::format_to(out, "  vertices      {}\n", with_commas(mesh.points.size()));
  fmt::format_to(out, "  from          {:.6g} {:.6g} {:.6g}\n", box.low.x, box.low.y, box.low.z);
  fmt::format_to(out, "  to            {:.6g} {:.6g} {:.6g}\n", box.high.x, box.high.y, box.high.z);
  if (!mesh.parts.empty()) append_parts(text, mesh.parts);
  text += describe(file.model);
  fmt::format_to(out, "  nodes         {}, of which {} leaves\n", with_commas(tree.nodes), with_commas(tree.leaves));
  fmt::format_to(out, "  depth         {}\n", tree.depth);
  fmt::format_to(out, "  memory        {}; with the triangles {}\n", as_memory(tree.tree_bytes),
                 as_memory(file.model.bytes()));
  fmt::format_to(out, "  per triangle  {:.0f} bytes (OBBTree paper: 412)\n", bytes_per_triangle(file.model));
  if (file.was_tree_file)
    text += "  built         before: it was in the file\n";
  else
    fmt::format_to(out, "  built in      {}\n", as_duration(file.build_seconds));
  if (!arguments.output.empty()) fmt::format_to(out, "written to      {}\n", shown(arguments.output));
  return text;
}

ExitStatus run_tree(TreeArguments arguments) {
  arguments.model.threads = arguments.threads;
  if (!arguments.output.empty()) {
    require_separate({{"MODEL", arguments.file}}, {{"--output", arguments.output}});
    if (arguments.model.volume != any::VolumeKind::automatic)
      throw Error("--output writes trees of the fast engine alone: leave --volume out.");
  }
  const ModelFile file = load_model(arguments.file, arguments.model);
  if (!arguments.output.empty()) save(file.model.engine(), arguments.output);
  const bool wanted = arguments.quality && (arguments.voice.json || !arguments.voice.quiet);
  std::vector<classic::LevelQuality> quality;
  if (wanted) quality = classic::tree_quality(file.model);
  Output output;
  if (arguments.voice.json) {
    Json json = json_of(arguments, file);
    if (arguments.quality) json["quality"] = json_of(quality);
    output.text = json_line(json);
  } else if (!arguments.voice.quiet) {
    output.text = text_of(arguments, file) + (arguments.quality ? text_of(quality) : "");
  }
  output.flush();
  return done;
}

constexpr const char* tree_footer = R"(Examples:
  abut tree block.obj
  abut tree block.obj --quality
  abut tree block.obj -o block.abut && abut self block.abut
  abut tree block.obj --volume aabb --split median --storage float --json

Exit status: 0, or 2 on an error, 130 when interrupted.)";

}  // namespace

void add_tree(Command& app, Work& work) {
  auto arguments = std::make_shared<TreeArguments>();
  Command command = app.add_subcommand("tree", "Build the tree of a model and describe it");
  command.add_option("MODEL", arguments->file, "Mesh file (STL, OBJ, PLY) or tree file (.abut)")
      .required()
      .type_name("FILE");
  command
      .add_option("-o,--output", arguments->output,
                  "Write model and tree to this file, which every command\ntakes in place of the mesh: then it builds "
                  "no tree.\nNamed .abut by custom")
      .type_name("FILE");
  add_model_options(command, arguments->model);
  command.add_flag(
      "--quality", arguments->quality,
      "Measure, level by level, how well volumes fit: the\ndiameter of their contents, the largest distance of a\n"
      "volume's points from them (tightness), and the ratio");
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "default: 1; for building the tree of auto, which is\nthe same for every N");
  command.footer(tree_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_tree(*arguments); }; });
}

}  // namespace abut::cli
