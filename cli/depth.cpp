#include "solid_pair.h"
#include <abut/overlap.h>
#include <abut/patch_depths.h>

#include <memory>

namespace abut::cli {

namespace {

struct DepthArguments {
  PairArguments pair;
  PenetrationOptions query;
  bool overlap = false, regions = false;
};

struct DepthResult {
  Penetration penetration;
  Overlap overlap;         ///< if it is asked for
  ContactRegions regions;  ///< likewise
  PatchDepths patches;
  Counters counters;

  bool is_complete() const { return penetration.complete && overlap.complete && regions.complete && patches.complete; }
};

/// How deep the solids are in each other at each pose.
struct PoseDepths {
  using Result = DepthResult;
  const DepthArguments& arguments;
  const ClosedPair& solids;
  const OverlapSolid *overlap_a, *overlap_b;  ///< null unless the overlap is asked for

  std::vector<DepthResult> ask(const any::Model&, const any::Model&, std::span<const PlacementPair> poses,
                               int threads) const {
    PenetrationOptions options = arguments.query;
    options.threads = threads;
    std::vector<DepthResult> results;
    for (Penetration& found : penetration(solids.a, solids.b, poses, options)) {
      DepthResult result{std::move(found), {}, {}, {}, {}};
      const PlacementPair& at = poses[results.size()];
      if (overlap_a)
        result.overlap = overlap(*overlap_a, at.a, *overlap_b, at.b, {.budget = options.budget, .simd = options.simd});
      if (arguments.regions) {
        result.regions = contact_regions(solids.a.model(), at.a, solids.b.model(), at.b,
                                         {.budget = options.budget, .simd = options.simd});
        result.patches = patch_depths(solids.a, at.a, solids.b, at.b, result.regions, options);
      }
      result.counters = result.penetration.counters;
      for (const Counters& more : {result.overlap.counters, result.regions.counters, result.patches.counters})
        result.counters += more;
      results.push_back(std::move(result));
    }
    return results;
  }
  std::size_t bytes_of(const DepthResult& result) const {
    std::size_t bytes = sizeof(result);
    for (const ContactPatch& patch : result.regions.patches)
      bytes += sizeof(patch) + sizeof(PatchDepth) + patch.pairs.size() * sizeof(Contact);
    return bytes;
  }
  Answer answer_of(const DepthResult&) const { return Answer::no; }
  void append_json(std::string& text, std::size_t pose, const DepthResult& result) const;
  void append_text(std::string& text, std::size_t pose, const DepthResult& result) const;
};

void append_json_bracket(std::string& text, const Bracket& bracket) {
  text += "{\"lower\":";
  append_json_number(text, bracket.lower);
  text += ",\"upper\":";
  append_json_number(text, bracket.upper);
  text += '}';
}

void append_json_reach(std::string& text, const char* name, const Reach& reach) {
  text += fmt::format(",\"{}\":{{\"lower\":", name);
  append_json_number(text, reach.length.lower);
  text += ",\"upper\":";
  append_json_number(text, reach.length.upper);
  text += ",\"point\":";
  append_json_point(text, reach.point);
  text += fmt::format(",\"triangle\":{}}}", reach.triangle);
}

void append_json_patch(std::string& text, const ContactPatch& patch, const PatchDepth& depth) {
  text += fmt::format("{{\"pairs\":{},\"curves\":{},\"areas\":{},\"points\":{},\"length\":", patch.pairs.size(),
                      patch.curves.size(), patch.areas.size(), patch.points.size());
  append_json_number(text, patch.length);
  text += ",\"area\":";
  append_json_number(text, patch.area);
  text += ",\"centre\":";
  append_json_point(text, patch.centre);
  text += ",\"normal\":";
  append_json_point(text, patch.normal);
  text += ",\"lower\":";
  append_json_point(text, patch.extent.low);
  text += ",\"upper\":";
  append_json_point(text, patch.extent.high);
  text += ",\"depth\":";
  append_json_bracket(text, depth.depth);
  append_json_reach(text, "reach_a", depth.reach_a);
  append_json_reach(text, "reach_b", depth.reach_b);
  text += '}';
}

void append_json_patches(std::string& text, const DepthResult& result) {
  text += ",\"patches\":[";
  for (std::size_t i = 0; i < result.regions.patches.size(); ++i) {
    if (i > 0) text += ',';
    append_json_patch(text, result.regions.patches[i], result.patches.patches[i]);
  }
  text += ']';
}

void append_text_patches(std::string& text, const DepthResult& result) {
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < result.regions.patches.size(); ++i) {
    const ContactPatch& patch = result.regions.patches[i];
    const Bracket& depth = result.patches.patches[i].depth;
    fmt::format_to(out, "  patch {}: {} deep, {:.4g} long, area {:.4g}, around {}\n", i,
                   as_bracket(depth.lower, depth.upper), patch.length, patch.area, as_point(patch.centre));
  }
}

void PoseDepths::append_json(std::string& text, std::size_t pose, const DepthResult& result) const {
  const Penetration& found = result.penetration;
  text += fmt::format("{{\"pose\":{},\"depth\":", pose);
  append_json_bracket(text, found.depth);
  text += ",\"deepest\":";
  append_json_point(text, found.deepest);
  append_json_reach(text, "reach_a", found.reach_a);
  append_json_reach(text, "reach_b", found.reach_b);
  text += ",\"way_out\":";
  append_json_point(text, found.way_out);
  text += ",\"way_out_length\":";
  append_json_bracket(text, found.way_out_length);
  if (overlap_a) {
    text += ",\"volume\":";
    append_json_bracket(text, result.overlap.volume);
    text += ",\"centre\":";
    append_json_point(text, result.overlap.centre);
  }
  if (arguments.regions) append_json_patches(text, result);
  text += result.is_complete() ? "}\n" : ",\"complete\":false}\n";
}

void PoseDepths::append_text(std::string& text, std::size_t pose, const DepthResult& result) const {
  auto out = std::back_inserter(text);
  const Penetration& found = result.penetration;
  if (found.depth.upper == 0) {
    fmt::format_to(out, "pose {}: the interiors do not meet\n", pose);
    append_text_patches(text, result);
    return;
  }
  const auto bracket = [](const Bracket& of) { return as_bracket(of.lower, of.upper); };
  fmt::format_to(out, "pose {}: {} deep at {}\n", pose, bracket(found.depth), as_point(found.deepest));
  fmt::format_to(out, "  A reaches {} into B, at {}\n", bracket(found.reach_a.length), as_point(found.reach_a.point));
  fmt::format_to(out, "  B reaches {} into A, at {}\n", bracket(found.reach_b.length), as_point(found.reach_b.point));
  fmt::format_to(out, "  apart when B moves by {}, {} long; no way is shorter than {}\n", as_point(found.way_out),
                 as_bracket(found.way_out_length.upper, found.way_out_length.upper),
                 as_bracket(found.way_out_length.lower, found.way_out_length.lower));
  if (overlap_a) fmt::format_to(out, "  the common volume is {}\n", bracket(result.overlap.volume));
  append_text_patches(text, result);
  if (!result.is_complete()) text += "  (the search ended before it was as narrow as asked for)\n";
}

ExitStatus run_depth(DepthArguments arguments) {
  const PairArguments& pair = arguments.pair;
  const PosedModels models = load_posed_models(pair);
  const ClosedPair solids(models, pair);
  std::optional<OverlapSolid> overlap_a, overlap_b;
  if (arguments.overlap) overlap_a.emplace(solids.a), overlap_b.emplace(solids.b);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  const PoseDepths query{arguments, solids, overlap_a ? &*overlap_a : nullptr, overlap_b ? &*overlap_b : nullptr};
  const Answered answered = answer_poses(models, pair, query, interrupt);
  if (pair.stats) print_stats(stats_of(models, answered));
  return done;
}

constexpr const char* depth_examples = R"(Examples:
  abut depth pin.stl housing.stl
  abut depth pin.stl housing.stl --poses poses.txt --overlap --json > depths.jsonl
  abut depth pin.stl housing.stl --relative-error 0.1 --budget-ms 20

)";
constexpr const char* depth_about_text = R"(

Both meshes must be closed. The depth is the largest sum of both distances from the surface, inside, of
a point of the overlap: two faces pressed into each other by 0.1 are 0.1 deep. A part's reach is how
far its surface gets inside the other. The way out is a translation of B after which the interiors are
disjoint; an exact query confirmed it. With --regions, what the surfaces share is listed in connected
patches; the depth of a patch is how far its triangles, and those inside that hang together with them,
reach into the other solid. In JSON every length is a bracket: "lower" <= the truth <=
"upper". All are 0 if and only if the interiors are disjoint. A search that ended before the depth and
the reaches were as narrow as asked for has "complete":false.
)";
constexpr const char* depth_about_status = R"(

Exit status: 0, or 2 on an error, 130 when interrupted.)";

}  // namespace

void add_depth(Command& app, Work& work) {
  auto arguments = std::make_shared<DepthArguments>();
  PairArguments& pair = arguments->pair;
  Command command = app.add_subcommand("depth", "Find how deep two solids are in each other, and a way out");
  add_pair_files(command, pair);
  add_poses(command, pair);
  command.add_flag("--overlap", arguments->overlap, "Also the volume that they have in common, and its centre");
  command.add_flag("--regions", arguments->regions,
                   "Also the connected patches in which the surfaces\nmeet, each with its depth");
  add_depth_errors(command, arguments->query.relative_error, arguments->query.absolute_error);
  add_budget(command, arguments->query.budget, " of a pose");
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(depth_examples + about_poses + depth_about_text + about_ids + depth_about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_depth(*arguments); }; });
}

}  // namespace abut::cli
