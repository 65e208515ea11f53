#include "pair_command.h"

#include <cmath>
#include <memory>

namespace abut::cli {

namespace {

struct DistanceArguments {
  PairArguments pair;
  DistanceOptions query;
  classic::DistanceMethod method;
};

void append_json_number(std::string& text, double value) {
  // The shortest digits that read back as the same number; JSON has no word for infinity.
  if (std::isfinite(value))
    fmt::format_to(std::back_inserter(text), "{}", value);
  else
    text += "null";
}

void append_json_point(std::string& text, const Vec3& point) {
  for (int axis = 0; axis < 3; ++axis) {
    text += axis == 0 ? '[' : ',';
    append_json_number(text, point[axis]);
  }
  text += ']';
}

std::string as_point(const Vec3& point) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", point.x, point.y, point.z); }

/// "0.25", or "between 0.98 and 1.02" with digits enough to tell the two apart.
std::string as_bracket(double lower, double upper) {
  int digits = 6;
  // An exact answer's bracket is some roundings wide, which six digits do not show.
  if (upper - lower <= 1e-6 * upper) return fmt::format("{:.{}g}", upper, digits);
  while (fmt::format("{:.{}g}", lower, digits) == fmt::format("{:.{}g}", upper, digits)) ++digits;
  return fmt::format("between {:.{}g} and {:.{}g}", lower, digits, upper, digits);
}

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

ExitStatus run_distance(DistanceArguments arguments) {
  const PairArguments& pair = arguments.pair;
  const PosedModels models = load_posed_models(pair);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  const Answered answered = answer_poses(models, pair, PoseDistances{arguments}, interrupt);
  if (pair.stats) print_stats(answered.stats);
  return done;
}

void add_errors(CLI::App& command, DistanceOptions& options) {
  command
      .add_option("--relative-error", options.relative_error,
                  "The distance may be too large by this fraction of it\n(default: 0); 0.1 is ten percent")
      ->type_name("SHARE")
      ->check(number_from_zero("number"));
  command
      .add_option("--absolute-error", options.absolute_error,
                  "The distance may be too large by this length\n(default: 0); with both errors, meeting one is enough")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
}

constexpr const char* distance_examples = R"(Examples:
  abut distance piston.stl block.obj
  abut distance piston.stl block.obj --poses poses.txt --json --stats > distances.jsonl
  abut distance piston.stl block.obj --poses poses.txt --relative-error 0.1 --budget-ms 1

)";
constexpr const char* distance_about_text = R"(

The text gives for each pose the distance (a bracket if errors or budgets leave one), the two
closest triangles and the closest points on them. In JSON, "lower" <= the true distance <=
"distance". Without errors and budgets these two differ by at most 64 * 2^-53 * (the longest sides of
the two triangles named, summed, + the distance) + 2^-1065, and the pair named is the smallest
(triangle_a, triangle_b) of those with the least "distance". A search that ran out of its budget has
"complete":false. Points are in the world.
)";
constexpr const char* distance_about_status = R"(

Exit status: 0, or 2 on an error, 130 when interrupted.)";

}  // namespace

void add_distance(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<DistanceArguments>();
  PairArguments& pair = arguments->pair;
  CLI::App& command = *app.add_subcommand("distance", "Find how far apart two models are, and where");
  add_pair_files(command, pair);
  add_poses(command, pair);
  add_errors(command, arguments->query);
  add_budget(command, arguments->query.budget, " of a pose");
  add_model_options(command, pair.model);
  add_search(command, arguments->method.search);
  add_descent(command, arguments->method.descent);
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(distance_examples + about_poses + distance_about_text + about_ids + distance_about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_distance(*arguments); }; });
}

}  // namespace abut::cli
