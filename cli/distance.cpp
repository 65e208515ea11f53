#include "solid_pair.h"
#include <abut/error.h>

#include <memory>

namespace abut::cli {

namespace {

struct DistanceArguments {
  PairArguments pair;
  DistanceOptions query;
  classic::DistanceMethod method;
  bool is_signed = false;
};

/// How far apart the models are at each pose.
struct PoseDistances {
  using Result = Distance;
  const DistanceArguments& arguments;

  std::vector<Distance> ask(const any::Model& a, const any::Model& b, std::span<const PlacementPair> poses,
                            int threads) const {
    DistanceOptions options = arguments.query;
    options.threads = threads;
    return distance(a, b, poses, options, arguments.method);
  }
  std::size_t bytes_of(const Distance& result) const { return sizeof(result); }
  Answer answer_of(const Distance&) const { return Answer::no; }
  void append_json(std::string& text, std::size_t pose, const Distance& result) const;
  void append_text(std::string& text, std::size_t pose, const Distance& result) const;
};

void PoseDistances::append_json(std::string& text, std::size_t pose, const Distance& result) const {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{{\"pose\":{},\"distance\":", pose);
  append_json_number(text, result.upper);
  text += ",\"lower\":";
  append_json_number(text, result.lower);
  text += ",\"point_a\":";
  append_json_point(text, result.point_a);
  text += ",\"point_b\":";
  append_json_point(text, result.point_b);
  fmt::format_to(out, ",\"triangle_a\":{},\"triangle_b\":{}{}}}\n", result.triangle_a, result.triangle_b,
                 result.complete ? "" : ",\"complete\":false");
}

void PoseDistances::append_text(std::string& text, std::size_t pose, const Distance& result) const {
  auto out = std::back_inserter(text);
  if (result.upper == 0)
    fmt::format_to(out, "pose {}: touching, triangle {} of A and {} of B at {}\n", pose, result.triangle_a,
                   result.triangle_b, as_point(result.point_a));
  else
    fmt::format_to(out, "pose {}: {} apart, between triangle {} of A at {} and {} of B at {}{}\n", pose,
                   as_bracket(result.lower, result.upper), result.triangle_a, as_point(result.point_a),
                   result.triangle_b, as_point(result.point_b),
                   result.complete ? "" : " (the search ran out of its budget)");
}

/// Refuses options that would do nothing.
void require_usable_with_signed(const DistanceArguments& arguments) {
  const any::VolumeKind volume = arguments.pair.model.volume;
  if (volume != any::VolumeKind::automatic)
    throw Error(
        fmt::format("--signed needs the volume 'auto'; '{}' does not tell inside from outside.", name_of(volume)));
  if (arguments.query.smallest_touching)
    throw Error("--signed does not take --smallest-touching; leave out one of them.");
  const classic::DistanceMethod& method = arguments.method;
  if (method.search || method.descent || method.queue_size || method.overflow)
    throw Error("'auto' takes none of the options 'search', 'descent', 'queue' and 'overflow': leave them out.");
}

ExitStatus run_distance(DistanceArguments arguments) {
  const PairArguments& pair = arguments.pair;
  if (arguments.is_signed) {
    require_usable_with_signed(arguments);
    PenetrationOptions options;
    if (arguments.query.relative_error > 0 || arguments.query.absolute_error > 0) {
      options.relative_error = arguments.query.relative_error;
      options.absolute_error = arguments.query.absolute_error;
    }
    options.budget = arguments.query.budget;
    return run_signed_distance(pair, options);
  }
  const PosedModels models = load_posed_models(pair);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  const Answered answered = answer_poses(models, pair, PoseDistances{arguments}, interrupt);
  if (pair.stats) print_stats(stats_of(models, answered));
  return done;
}

constexpr const char* distance_examples = R"(Examples:
  abut distance piston.stl block.obj
  abut distance piston.stl block.obj --poses poses.txt --json --stats > distances.jsonl
  abut distance piston.stl block.obj --poses poses.txt --relative-error 0.1 --budget-ms 1
  abut distance piston.stl block.obj --signed

)";
constexpr const char* distance_about_text = R"(

The text gives for each pose the distance (a bracket if errors or budgets leave one), the two
closest triangles and the closest points on them. In JSON, "lower" <= the true distance <=
"distance". Without errors and budgets these two differ by at most 64 * 2^-53 * (the longest sides of
the two triangles named, summed, + the distance) + 2^-1065, and the pair named is the smallest
(triangle_a, triangle_b) of those with the least "distance". Of models that touch, one pair that does
is named. A search that ran out of its budget has "complete":false. Points are in the world.

With --signed both meshes must be closed. Of solids whose interiors meet, "distance" is minus the depth
that is proved, at 1 % or the errors given, and "lower" minus the length of "way_out": a translation of B
after which the interiors are disjoint. See abut depth. The distance of others is exact.
)";
constexpr const char* distance_about_status = R"(

Exit status: 0, or 2 on an error, 130 when interrupted.)";

}  // namespace

void add_distance(Command& app, Work& work) {
  auto arguments = std::make_shared<DistanceArguments>();
  PairArguments& pair = arguments->pair;
  Command command = app.add_subcommand("distance", "Find how far apart two models are, and where");
  add_pair_files(command, pair);
  add_poses(command, pair);
  command.add_flag("--smallest-touching", arguments->query.smallest_touching,
                   "Of models that touch, name the smallest pair that does;\ntakes as long as to find all contacts");
  command.add_flag("--signed", arguments->is_signed, "Of solids that overlap: how deep, as a negative distance");
  add_errors(command, arguments->query.relative_error, arguments->query.absolute_error);
  add_budget(command, arguments->query.budget, " of a pose");
  add_model_options(command, pair.model);
  add_search(command, arguments->method.search);
  add_descent(command, arguments->method.descent);
  add_queue(command, arguments->method);
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(distance_examples + about_poses + distance_about_text + about_ids + distance_about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_distance(*arguments); }; });
}

}  // namespace abut::cli
