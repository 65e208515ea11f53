#include "base/workers.h"
#include "in_pieces.h"
#include "model_file.h"
#include "options.h"
#include "regions.h"
#include <abut/error.h>

#include <memory>

namespace abut::cli {

namespace {

struct RegionArguments {
  std::string file, shape, at, along, regions;
  std::optional<double> half_width;
  bool first = false, stats = false;
  classic::RegionOptions query;
  any::ModelOptions model;
  Voice voice;
  std::optional<int> threads;
  Destination destination;

  bool is_silent() const { return voice.quiet && !voice.json && !stats; }
};

/// The triangles of a model that have a point in each region.
struct RegionQuery {
  using Item = classic::Region;
  using Result = classic::RegionTriangles;
  const RegionArguments& arguments;
  const any::Model& model;
  int count_of_threads;

  std::vector<Result> ask(std::span<const Item> regions) const {
    std::vector<Result> results(regions.size());
    Workers(threads()).for_each(regions.size(), [&](std::size_t i) {
      results[i] = triangles_in(model, Placement::identity(), regions[i], arguments.query);
    });
    return results;
  }
  int threads() const { return count_of_threads; }
  std::size_t bytes_of(const Result& result) const { return sizeof(result) + 4 * result.triangles.size(); }
  Answer answer_of(const Result& result) const { return result.triangles.empty() ? Answer::no : Answer::yes; }
  void print(std::string& text, std::size_t index, const Result& result) const {
    if (arguments.voice.json)
      fmt::format_to(std::back_inserter(text), "{{\"region\":{},\"triangles\":[{}]}}\n", index,
                     fmt::join(result.triangles, ","));
    else if (!arguments.voice.quiet)
      append_text(text, index, result);
  }

 private:
  void append_text(std::string& text, std::size_t index, const Result& result) const {
    auto out = std::back_inserter(text);
    fmt::format_to(out, "region {}: ", index);
    if (result.triangles.empty())
      text += "meets nothing\n";
    else if (arguments.first)
      fmt::format_to(out, "meets triangle {}\n", result.triangles[0]);
    else
      fmt::format_to(out, "meets {}{}\n", counted_with_commas(result.triangles.size(), "triangle"),
                     result.complete ? "" : " (there may be more)");
    if (!arguments.first)
      for (const std::uint32_t triangle : result.triangles) fmt::format_to(out, "  {}\n", triangle);
  }
};

std::vector<classic::Region> regions_of(const RegionArguments& arguments) {
  const RegionShape shape(arguments.shape, arguments.half_width);
  const bool one = !arguments.at.empty() || !arguments.along.empty();
  if (one == !arguments.regions.empty()) throw Error("give either --at and --along, or --regions.");
  if (!one) return read_regions(arguments.regions, shape);
  if (arguments.at.empty() || arguments.along.empty()) throw Error("--at and --along belong together.");
  return {region_at(arguments.at, arguments.along, shape)};
}

ExitStatus run_region(RegionArguments arguments) {
  arguments.destination.require_usable(arguments.is_silent(), {arguments.file, arguments.regions});
  const int threads = arguments.threads.value_or(arguments.stats ? 1 : default_threads());
  if (arguments.model.volume == any::VolumeKind::automatic) arguments.model.threads = threads;
  // Asked for a verdict alone, one triangle is enough.
  if (arguments.first || arguments.is_silent()) arguments.query.max_triangles = 1;
  // The other ranks are told theirs.
  std::vector<classic::Region> regions;
  if (is_first_rank()) regions = regions_of(arguments);
  const ModelFile file = load_model(arguments.file, arguments.model);
  Interrupt interrupt;
  const Asking asking{
      "regions", !arguments.voice.quiet, arguments.is_silent(), arguments.destination, {arguments.file}};
  const Answered answered = answer_in_pieces(std::span<const classic::Region>(regions),
                                             RegionQuery{arguments, file.model, threads}, asking, interrupt);
  if (arguments.stats) print_stats(answered, file.build_seconds, file.model.bytes());
  return answered.status();
}

constexpr const char* region_footer = R"(Examples:
  abut region block.obj plane --at 0,0,5 --along 0,0,1
  abut region block.obj slab --at 0,0,5 --along 0,0,1 --half-width 0.1 --json
  abut region hall.stl beam --at 0,0,2 --along 1,0,0 --half-width 0.3 --first
  abut region hall.stl fat-ray --regions sights.txt --half-width 0.01 --stats

A plane and a slab are across --along, the other shapes go along it:
  plane                  the points of a plane
  slab                   those up to --half-width from a plane
  line, ray, segment     without end; from --at on; from --at to --at + --along
  beam, fat-ray          a square of --half-width, swept along a line or a ray without end
A file of regions has six numbers on each line, those of --at and --along, with commas or blanks between
them; '#' starts a comment. The model is placed as in its file.

Whether a triangle has a point in a region is decided exactly; touching counts. In JSON a line has the ids
of the triangles, sorted. Ids count from 0 in the file's order; a polygon of n corners counts n - 2.

Exit status: 0 no region meets the model, 1 one does; 2 error, 130 interrupted.)";

}  // namespace

void add_region(Command& app, Work& work) {
  auto arguments = std::make_shared<RegionArguments>();
  Command command =
      app.add_subcommand("region", "Find the triangles of a model in a plane, slab, beam, line, ray or segment");
  command.add_option("MODEL", arguments->file, "Mesh file (STL, OBJ, PLY) or tree file (.abut)")
      .required()
      .type_name("FILE");
  command.add_option("SHAPE", arguments->shape, "plane, slab, line, ray, segment, beam or fat-ray")
      .required()
      .type_name("NAME");
  command.add_option("--at", arguments->at, "A point of the plane or line, or where it begins: x,y,z")
      .type_name("POINT");
  command.add_option("--along", arguments->along, "The plane's normal, or the line's direction: x,y,z")
      .type_name("VECTOR");
  command.add_option("--regions", arguments->regions, "Regions, one per line: six numbers; - reads standard input")
      .type_name("FILE");
  command
      .add_option("--half-width", arguments->half_width,
                  "Of a slab, a beam or a fat-ray: how far it reaches to\neither side, in the world's unit")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_flag("--first", arguments->first, "Stop at the first triangle of each region");
  command.add_option("--max-triangles", arguments->query.max_triangles, "Stop after N triangles of each region")
      .type_name("N")
      .check(whole_number(1, std::numeric_limits<std::uint64_t>::max()));
  add_model_options(command, arguments->model);
  add_stats(command, arguments->stats);
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "default: all cores; 1 with --stats");
  add_destination(command, arguments->destination);
  command.footer(region_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_region(*arguments); }; });
}

}  // namespace abut::cli
