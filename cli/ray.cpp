#include "base/workers.h"
#include "in_pieces.h"
#include "options.h"
#include "rays.h"
#include "rough.h"
#include <abut/error.h>
#include <abut/load.h>
#include <abut/tree_file.h>

#include <chrono>
#include <memory>

namespace abut::cli {

namespace {

struct RayArguments {
  std::string file, from, to, rays;
  bool any = false, all = false, cull = false, csv = false, stats = false;
  std::optional<double> accuracy;
  std::optional<Simd> simd;
  Voice voice;
  std::optional<int> threads;
  Destination destination;

  bool is_silent() const { return voice.quiet && !voice.json && !csv && !stats; }
  /// The times of --stats are those of one thread.
  int thread_count() const { return threads.value_or(stats ? 1 : default_threads()); }
};

/// What a ray meets: the first triangle, all of them, or no more than whether there is one.
struct RayResult {
  bool is_hit = false;
  std::vector<RayHit> hits;
  Counters counters;
  std::optional<RoughContact> rough{};  ///< with --accuracy instead
};

struct RayQuery {
  using Item = Ray;
  using Result = RayResult;
  const RayArguments& arguments;
  const Model& model;
  const RayOptions& options;
  std::optional<classic::game::Tree<double>> tree{};  ///< for --accuracy

  std::vector<RayResult> ask(std::span<const Ray> rays) const;
  int threads() const { return options.threads; }
  std::size_t bytes_of(const RayResult& result) const { return sizeof(result) + result.hits.size() * sizeof(RayHit); }
  Answer answer_of(const RayResult& result) const { return result.is_hit ? Answer::yes : Answer::no; }
  void print(std::string& text, std::size_t index, const RayResult& result) const {
    if (arguments.voice.json)
      append_json(text, index, result);
    else if (arguments.csv)
      append_csv(text, index, result);
    else if (!arguments.voice.quiet)
      append_text(text, index, result);
  }

 private:
  /// Is the verdict all that is asked for?
  bool is_bare() const { return arguments.any || arguments.is_silent(); }
  std::vector<RayResult> ask_roughly(std::span<const Ray> rays) const;
  void append_json(std::string& text, std::size_t index, const RayResult& result) const;
  void append_csv(std::string& text, std::size_t index, const RayResult& result) const;
  void append_text(std::string& text, std::size_t index, const RayResult& result) const;
};

std::vector<RayResult> RayQuery::ask_roughly(std::span<const Ray> rays) const {
  const classic::game::Target<double> target(*tree, [](double) { return Placement::identity(); });
  classic::game::MovingOptions rough;
  rough.accuracy = *arguments.accuracy;
  std::vector<RayResult> results(rays.size());
  Workers(threads()).for_each(rays.size(), [&](std::size_t i) {
    const Vec3 end = rays[i].origin + rays[i].direction * rays[i].t_max;
    const RoughContact found(target.repaired(rays[i].origin, end, rough));
    results[i] = {found.contact.found, {}, found.counters, found};
  });
  return results;
}

std::vector<RayResult> RayQuery::ask(std::span<const Ray> rays) const {
  if (tree) return ask_roughly(rays);
  const Placement here = Placement::identity();
  std::vector<RayResult> results;
  results.reserve(rays.size());
  if (is_bare()) {
    for (const std::uint8_t is_hit : any_hit(model, here, rays, options)) results.push_back({is_hit != 0, {}, {}});
  } else if (arguments.all) {
    for (std::vector<RayHit>& hits : all_hits(model, here, rays, options))
      results.push_back({!hits.empty(), std::move(hits), {}});
  } else {
    for (const std::optional<RayHit>& hit : first_hit(model, here, rays, options))
      results.push_back({hit.has_value(), hit ? std::vector{*hit} : std::vector<RayHit>{}, {}});
  }
  return results;
}

void append_json_hit(std::string& text, const RayHit& hit) {
  text += "\"t\":";
  append_json_number(text, hit.t);
  text += ",\"t_error\":";
  append_json_number(text, hit.t_error);
  text += ",\"point\":";
  append_json_point(text, hit.point);
  text += ",\"normal\":";
  append_json_point(text, hit.normal);
  fmt::format_to(std::back_inserter(text), ",\"triangle\":{},\"face\":\"{}\"", hit.triangle, name_of(hit.face));
}

void RayQuery::append_json(std::string& text, std::size_t index, const RayResult& result) const {
  fmt::format_to(std::back_inserter(text), "{{\"ray\":{},\"hit\":{}", index, result.is_hit);
  if (arguments.all) {
    text += ",\"hits\":[";
    for (std::size_t i = 0; i < result.hits.size(); ++i) {
      text += i == 0 ? "{" : ",{";
      append_json_hit(text, result.hits[i]);
      text += '}';
    }
    text += ']';
  } else if (result.rough) {
    cli::append_json(text, *result.rough, "t");
  } else if (!result.hits.empty()) {
    text += ',';
    append_json_hit(text, result.hits[0]);
  }
  text += "}\n";
}

void RayQuery::append_csv(std::string& text, std::size_t index, const RayResult& result) const {
  auto out = std::back_inserter(text);
  if (arguments.any) {
    if (index == 0) text += "ray,hit\n";
    fmt::format_to(out, "{},{}\n", index, result.is_hit);
    return;
  }
  if (index == 0) text += "ray,t,t_error,x,y,z,normal_x,normal_y,normal_z,triangle,face\n";
  for (const RayHit& hit : result.hits)
    fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},{}\n", index, hit.t, hit.t_error, hit.point.x, hit.point.y,
                   hit.point.z, hit.normal.x, hit.normal.y, hit.normal.z, hit.triangle, name_of(hit.face));
  if (!result.is_hit && !arguments.all) fmt::format_to(out, "{},,,,,,,,,,\n", index);
}

void RayQuery::append_text(std::string& text, std::size_t index, const RayResult& result) const {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "ray {}: ", index);
  if (!result.is_hit)
    text += "meets nothing\n";
  else if (result.rough)
    fmt::format_to(out, "{} at {}, t = {:.6g}\n", result.rough->contact.exact ? "meets the model" : "perhaps meets it",
                   as_point(result.rough->contact.point), result.rough->contact.time);
  else if (arguments.any)
    text += "meets the model\n";
  else if (arguments.all)
    fmt::format_to(out, "{} hit{}\n", result.hits.size(), result.hits.size() == 1 ? "" : "s");
  for (const RayHit& hit : result.hits)
    fmt::format_to(out, "{}triangle {} at {}, t = {:.6g} ({})\n", arguments.all ? "  " : "", hit.triangle,
                   as_point(hit.point), hit.t, name_of(hit.face));
}

void require_compatible(const RayArguments& arguments) {
  if (arguments.any && arguments.all) throw Error("--any and --all exclude each other.");
  if (arguments.csv && arguments.voice.json) throw Error("--csv and --json exclude each other.");
  const bool one = !arguments.from.empty() || !arguments.to.empty();
  if (one == !arguments.rays.empty()) throw Error("give either --from and --to, or --rays.");
  if (one && (arguments.from.empty() || arguments.to.empty())) throw Error("--from and --to belong together.");
}

struct BuiltModel {
  Model model;
  double seconds = 0;
};

/// The tree of a tree file is taken as it is. Otherwise a tree for rays is worth its time when there are many of them.
BuiltModel model_for(std::size_t rays, const std::string& file, int threads) {
  if (is_tree_file(file)) return {open_model(file, {.threads = threads})};
  Mesh mesh = load(file);
  // A rank that is told its rays cannot know.
  const bool are_many = rays > mesh.triangles.size() / 8 || !is_first_rank();
  const auto start = std::chrono::steady_clock::now();
  Model model(std::move(mesh), {.threads = threads, .rays = are_many});
  return {std::move(model), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
}

ExitStatus run_ray(const RayArguments& arguments, const Command& command) {
  require_compatible(arguments);
  require_alone(arguments.accuracy, command, {"--any", "--all", "--cull", "--csv", "--simd"});
  RayOptions options;
  options.simd = arguments.simd.value_or(Simd::best);
  require_available(options.simd);
  options.back_faces = arguments.cull ? BackFaces::cull : BackFaces::keep;
  options.threads = arguments.thread_count();
  arguments.destination.require_usable(arguments.is_silent(), {arguments.file, arguments.rays});
  // The other ranks are told theirs.
  std::vector<Ray> rays;
  if (is_first_rank())
    rays = arguments.rays.empty() ? std::vector{ray_between(arguments.from, arguments.to)} : read_rays(arguments.rays);
  const BuiltModel built = model_for(rays.size(), arguments.file, options.threads);
  Interrupt interrupt;
  options.stop = &interrupt.flag();
  RayQuery query{arguments, built.model, options};
  if (arguments.accuracy) query.tree.emplace(built.model);
  const Asking asking{"rays", !arguments.voice.quiet, arguments.is_silent(), arguments.destination, {arguments.file}};
  const Answered answered = answer_in_pieces(std::span<const Ray>(rays), query, asking, interrupt);
  if (arguments.stats) print_stats(answered, built.seconds, built.model.bytes(), query.tree.has_value());
  return answered.status();
}

constexpr const char* ray_examples = R"(Examples:
  abut ray hall.stl --from 0,0,2 --to 9,4,1
  abut ray hall.stl --rays sights.txt --any --quiet
  abut ray hall.stl --rays sights.txt --all --csv > hits.csv

A ray is a segment, both ends included. A file of rays has six numbers on each line, where the ray begins
and where it ends, with commas or blanks between them; '#' starts a comment. The model is placed as in its
file. Whether a ray meets a triangle is decided exactly: none slips through between two of them.

t is 0 where a ray begins and 1 where it ends; the real t is no farther from "t" than "t_error". "face" is
the side that the ray comes to: front, back, or edge when it runs in the triangle's plane or the triangle is
a segment or a point. Ids count from 0 in the file's order; a polygon of n corners counts n - 2.

)";
constexpr const char* ray_about_status =
    R"(Exit status: 0 no ray meets the model, 1 a ray does; 2 error, 130 interrupted.)";

}  // namespace

void add_ray(Command& app, Work& work) {
  auto arguments = std::make_shared<RayArguments>();
  Command command = app.add_subcommand("ray", "Find what rays meet between two points each");
  command.add_option("MODEL", arguments->file, "Mesh file (STL, OBJ, PLY) or tree file (.abut)")
      .required()
      .type_name("FILE");
  command.add_option("--from", arguments->from, "Where one ray begins: x,y,z").type_name("POINT");
  command.add_option("--to", arguments->to, "Where it ends").type_name("POINT");
  command.add_option("--rays", arguments->rays, "Rays, one per line: six numbers; - reads standard input")
      .type_name("FILE");
  command.add_flag("--any", arguments->any, "Tell only whether a ray meets the model, which is faster");
  command.add_flag("--all", arguments->all, "Tell every triangle that a ray meets, nearest first");
  command.add_flag("--cull", arguments->cull, "Triangles that a ray comes to from behind do not count");
  add_accuracy(command, arguments->accuracy);
  add_simd(command, arguments->simd);
  command.add_flag("--csv", arguments->csv, "Print a table instead of text");
  add_voice(command, arguments->voice);
  add_stats(command, arguments->stats);
  add_threads(command, arguments->threads, "default: all cores; 1 with --stats");
  add_destination(command, arguments->destination);
  command.footer(ray_examples + about_accuracy + ray_about_status);
  command.callback(
      [arguments, command, &work] { work = [arguments, command] { return run_ray(*arguments, command); }; });
}

}  // namespace abut::cli
