#include "solid_pair.h"
#include <abut/overlap.h>

#include <memory>

namespace abut::cli {

namespace {

struct DepthArguments {
  PairArguments pair;
  PenetrationOptions query;
  bool overlap = false;
};

struct DepthResult {
  Penetration penetration;
  Overlap overlap;  ///< if it is asked for
  Counters counters;

  bool is_complete() const { return penetration.complete && overlap.complete; }
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
      DepthResult result{std::move(found), {}, {}};
      const PlacementPair& at = poses[results.size()];
      if (overlap_a)
        result.overlap = overlap(*overlap_a, at.a, *overlap_b, at.b, {.budget = options.budget, .simd = options.simd});
      result.counters = result.penetration.counters;
      result.counters += result.overlap.counters;
      results.push_back(std::move(result));
    }
    return results;
  }
  std::size_t bytes_of(const DepthResult& result) const { return sizeof(result); }
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
  text += result.is_complete() ? "}\n" : ",\"complete\":false}\n";
}

void PoseDepths::append_text(std::string& text, std::size_t pose, const DepthResult& result) const {
  auto out = std::back_inserter(text);
  const Penetration& found = result.penetration;
  if (found.depth.upper == 0) {
    fmt::format_to(out, "pose {}: the interiors do not meet\n", pose);
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
disjoint; an exact query confirmed it. In JSON every length is a bracket: "lower" <= the truth <=
"upper". All are 0 if and only if the interiors are disjoint. A search that ended before the depth and
the reaches were as narrow as asked for has "complete":false.
)";
constexpr const char* depth_about_status = R"(

Exit status: 0, or 2 on an error, 130 when interrupted.)";

}  // namespace

void add_depth(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<DepthArguments>();
  PairArguments& pair = arguments->pair;
  CLI::App& command = *app.add_subcommand("depth", "Find how deep two solids are in each other, and a way out");
  add_pair_files(command, pair);
  add_poses(command, pair);
  command.add_flag("--overlap", arguments->overlap, "Also the volume that they have in common, and its centre");
  add_depth_errors(command, arguments->query.relative_error, arguments->query.absolute_error);
  add_budget(command, arguments->query.budget, " of a pose");
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(depth_examples + about_poses + depth_about_text + about_ids + depth_about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_depth(*arguments); }; });
}

}  // namespace abut::cli
