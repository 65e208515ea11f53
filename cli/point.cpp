#include "in_pieces.h"
#include "model_file.h"
#include "options.h"
#include "points.h"
#include <abut/error.h>

#include <cmath>
#include <memory>

namespace abut::cli {

namespace {

struct PointArguments {
  std::string file, points;
  bool is_signed = false, solid = false, csv = false, stats = false;
  std::optional<double> max_distance;
  std::optional<Holes> holes;
  any::ModelOptions model;
  ClosestPointOptions query;
  classic::PointMethod method;
  std::optional<Simd> simd;
  Voice voice;
  std::optional<int> threads;
  Destination destination;

  bool needs_solid() const { return is_signed || solid; }
  bool is_silent() const { return voice.quiet && !voice.json && !csv && !stats; }
  /// The times of --stats are those of one thread.
  int thread_count() const { return threads.value_or(stats ? 1 : default_threads()); }
};

/// What is known of a point: its side for --solid, its distance and what is closest otherwise, both for --signed.
struct PointResult {
  Vec3 point;
  Containment side = Containment::unknown;
  double lower = 0, upper = 0;
  ClosestPoint closest;
  Counters counters;
  bool complete = true;
};

/// Where each point is.
struct PointQuery {
  using Item = Vec3;
  using Result = PointResult;
  const PointArguments& arguments;
  const any::Model& model;
  const Solid* solid;  ///< null unless sides are asked for

  std::vector<PointResult> ask(std::span<const Vec3> piece) const;
  int threads() const { return arguments.thread_count(); }
  std::size_t bytes_of(const PointResult& result) const { return sizeof(result); }
  Answer answer_of(const PointResult& result) const {
    if (!arguments.solid || result.side == Containment::outside) return Answer::no;
    return result.side == Containment::unknown ? Answer::unknown : Answer::yes;
  }
  void print(std::string& text, std::size_t index, const PointResult& result) const {
    if (arguments.voice.json)
      append_json(text, index, result);
    else if (arguments.csv)
      append_csv(text, index, result);
    else if (!arguments.voice.quiet)
      append_text(text, index, result);
  }

 private:
  void append_json(std::string& text, std::size_t index, const PointResult& result) const;
  void append_csv(std::string& text, std::size_t index, const PointResult& result) const;
  void append_text(std::string& text, std::size_t index, const PointResult& result) const;
  /// Is a triangle named? None is when all are farther away than --max-distance.
  static bool names_triangle(const PointResult& result) { return std::isfinite(result.closest.upper); }
};

std::vector<PointResult> PointQuery::ask(std::span<const Vec3> piece) const {
  const Placement here = Placement::identity();
  std::vector<PointResult> results;
  results.reserve(piece.size());
  const auto next = [&] { return piece[results.size()]; };
  if (arguments.solid) {
    const ContainsOptions options{arguments.query.budget, arguments.query.simd, arguments.query.threads};
    for (const Located& found : locate(*solid, here, piece, options))
      results.push_back({next(), found.side, 0, 0, {}, found.counters, found.side != Containment::unknown});
  } else if (arguments.is_signed) {
    for (const SignedDistance& found : signed_distance(*solid, here, piece, arguments.query))
      results.push_back(
          {next(), found.side, found.lower, found.upper, found.closest, found.counters, found.closest.complete});
  } else {
    for (const ClosestPoint& found : closest_point(model.ref(), here, piece, arguments.query, arguments.method))
      results.push_back(
          {next(), Containment::unknown, found.lower, found.upper, found, found.counters, found.complete});
  }
  return results;
}

void PointQuery::append_json(std::string& text, std::size_t index, const PointResult& result) const {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{{\"point\":{}", index);
  if (solid) fmt::format_to(out, ",\"side\":\"{}\"", name_of(result.side));
  if (!arguments.solid) {
    text += ",\"distance\":";
    append_json_number(text, result.upper);
    text += ",\"lower\":";
    append_json_number(text, result.lower);
    if (names_triangle(result)) {
      text += ",\"closest\":";
      append_json_point(text, result.closest.point);
      fmt::format_to(out, ",\"triangle\":{}", result.closest.triangle);
    } else {
      text += ",\"closest\":null,\"triangle\":null";
    }
  }
  text += result.complete ? "}\n" : ",\"complete\":false}\n";
}

void PointQuery::append_csv(std::string& text, std::size_t index, const PointResult& result) const {
  auto out = std::back_inserter(text);
  if (index == 0)
    fmt::format_to(out, "x,y,z{}{},complete\n", solid ? ",side" : "",
                   arguments.solid ? "" : ",distance,lower,closest_x,closest_y,closest_z,triangle");
  fmt::format_to(out, "{},{},{}", result.point.x, result.point.y, result.point.z);
  if (solid) fmt::format_to(out, ",{}", name_of(result.side));
  if (!arguments.solid) {
    const Vec3& point = result.closest.point;
    fmt::format_to(out, ",{},{}", result.upper, result.lower);
    if (names_triangle(result))
      fmt::format_to(out, ",{},{},{},{}", point.x, point.y, point.z, result.closest.triangle);
    else
      text += ",,,,";
  }
  text += result.complete ? ",true\n" : ",false\n";
}

void PointQuery::append_text(std::string& text, std::size_t index, const PointResult& result) const {
  constexpr std::string_view sides[] = {"outside", "inside", "on the surface", "the search ran out of its budget"};
  auto out = std::back_inserter(text);
  fmt::format_to(out, "point {}: ", index);
  if (solid) text += sides[static_cast<int>(result.side)];
  const ClosestPoint& closest = result.closest;
  if (!arguments.solid) {
    if (solid) text += ", ";
    if (!names_triangle(result))
      fmt::format_to(out, "farther than {} from the model", *arguments.max_distance);
    else if (closest.upper == 0)
      fmt::format_to(out, "on triangle {}", closest.triangle);
    else
      fmt::format_to(out, "{} from triangle {} at {}", as_bracket(closest.lower, closest.upper), closest.triangle,
                     as_point(closest.point));
    const bool is_told = solid && result.side == Containment::unknown;
    if (!result.complete && !is_told) text += " (the search ran out of its budget)";
  }
  text += '\n';
}

/// Refuses options that do not go together, or that would do nothing.
void require_compatible(const PointArguments& arguments) {
  if (arguments.is_signed && arguments.solid)
    throw Error("--signed tells what --solid tells, and the distance; leave out one of them.");
  if (arguments.csv && arguments.voice.json) throw Error("--csv and --json exclude each other.");
  if (arguments.needs_solid() && arguments.model.volume != any::VolumeKind::automatic)
    throw Error(fmt::format("{} needs the volume 'auto'; '{}' does not tell inside from outside.",
                            arguments.solid ? "--solid" : "--signed", name_of(arguments.model.volume)));
  if (arguments.holes && !arguments.needs_solid())
    throw Error("--holes is about the inside of a model: give --solid or --signed with it.");
  if (arguments.needs_solid() && arguments.method.search)
    throw Error("'auto' does not take the option 'search': leave it out, or choose another kind of volume.");
  if (!arguments.solid) return;
  const auto refuse = [](bool is_set, const char* option) {
    if (is_set)
      throw Error(fmt::format("--solid measures no distance: leave out {}, or give --signed instead.", option));
  };
  refuse(arguments.max_distance.has_value(), "--max-distance");
  refuse(arguments.query.relative_error > 0, "--relative-error");
  refuse(arguments.query.absolute_error > 0, "--absolute-error");
}

Solid solid_of(const any::Model& model, const PointArguments& arguments) {
  try {
    return Solid(model.engine(), {arguments.holes.value_or(Holes::refuse)});
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", arguments.file, error.what()));
  }
}

ExitStatus run_point(PointArguments arguments) {
  require_compatible(arguments);
  if (arguments.simd) require_available(*arguments.simd);
  require_simd_of(arguments.model.volume, arguments.simd);
  arguments.destination.require_usable(arguments.is_silent(), {arguments.file, arguments.points});
  // The other ranks are told theirs.
  std::vector<Vec3> points;
  if (is_first_rank()) points = read_points(arguments.points);
  if (arguments.model.volume == any::VolumeKind::automatic) arguments.model.threads = arguments.thread_count();
  const ModelFile file = load_model(arguments.file, arguments.model);
  std::optional<Solid> solid;
  if (arguments.needs_solid()) solid = solid_of(file.model, arguments);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = arguments.simd.value_or(Simd::best);
  arguments.query.threads = arguments.thread_count();
  if (arguments.max_distance) arguments.query.known_upper = *arguments.max_distance;
  const PointQuery query{arguments, file.model, solid ? &*solid : nullptr};
  const Asking asking{"points", !arguments.voice.quiet, arguments.is_silent(), arguments.destination, {arguments.file}};
  const Answered answered = answer_in_pieces(std::span<const Vec3>(points), query, asking, interrupt);
  if (arguments.stats) print_stats(answered, file.build_seconds, file.model.bytes());
  return answered.status();
}

constexpr const char* point_footer = R"(Examples:
  abut point housing.stl probes.csv
  abut point housing.stl probes.csv --signed --csv > depths.csv
  abut point housing.stl - --solid --json < probes.csv

A points file has x, y and z on each line, with commas or blanks between them. '#' starts a comment;
the first line may be the head x,y,z. The model is placed as in its file.

Without --solid and --signed, the text gives for each point the distance, the closest triangle and
the closest point on it. In JSON and CSV, "lower" <= the true distance <= "distance", and with
--signed both are negative inside. Without errors and budgets these two differ by at most 64 * 2^-53 *
(the longest side of the triangle named + the distance) + 2^-1065. A search that ran out of its budget
has "complete":false. Ids count from 0 in the file's order; a polygon of n corners counts n - 2.

With --holes any-lid a point is unknown where lids of the holes may differ: within the convex hull of
a hole's rim.

Exit status: 0, with --solid 1 if a point is inside or on the surface; 2 error, 3 not known because a
budget ran out or lids may differ (--solid), 130 interrupted.)";

}  // namespace

void add_point(Command& app, Work& work) {
  auto arguments = std::make_shared<PointArguments>();
  Command command = app.add_subcommand("point", "Find how far points are from a model, or whether they are inside");
  command.add_option("MODEL", arguments->file, "Mesh file (STL, OBJ, PLY) or tree file (.abut)")
      .required()
      .type_name("FILE");
  command.add_option("POINTS,--points", arguments->points, "Points, one per line: x,y,z; - reads standard input")
      .required()
      .type_name("FILE");
  command.add_flag("--signed", arguments->is_signed,
                   "Distances are negative inside, which is told as well.\nNeeds a closed model");
  command.add_flag("--solid", arguments->solid,
                   "Tell only whether a point is inside, outside or on the\nsurface, which is faster. Needs a closed "
                   "model");
  add_holes(command, arguments->holes);
  command.add_option("--max-distance", arguments->max_distance, "Do not search farther away from a point than this")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  add_errors(command, arguments->query.relative_error, arguments->query.absolute_error);
  add_budget(command, arguments->query.budget, " of a point");
  add_model_options(command, arguments->model);
  add_search(command, arguments->method.search);
  add_simd(command, arguments->simd);
  add_stats(command, arguments->stats);
  command.add_flag("--csv", arguments->csv, "Print a table instead of text");
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "default: all cores; 1 with --stats");
  add_destination(command, arguments->destination);
  command.footer(point_footer);
  command.callback([arguments, &work] { work = [arguments] { return run_point(*arguments); }; });
}

}  // namespace abut::cli
