#include "commands.h"
#include "interrupt.h"
#include "model_file.h"
#include "options.h"
#include "output.h"
#include "poses.h"
#include "progress.h"
#include "work_time.h"
#include <abut/query/cost.h>

#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

struct CollideArguments {
  std::string file_a, file_b, poses;
  bool first = false, stats = false, costs = false;
  ModelOptions model;
  CollideOptions query;
  Voice voice;
  std::optional<int> threads;

  bool wants_stats() const { return stats || costs; }
  bool is_silent() const { return voice.quiet && !voice.json && !wants_stats(); }
};

/// The queries of one run, in pieces, so that results of millions of poses need not be in memory at once.
class PosesInPieces {
 public:
  PosesInPieces(const Model& a, const Model& b, std::span<const PlacementPair> poses, const CollideOptions& options,
                int threads)
      : a_(a), b_(b), poses_(poses), options_(options), threads_(threads) {}

  bool at_end() const { return done_ == poses_.size(); }
  std::size_t done() const { return done_; }
  const Counters& counters() const { return counters_; }
  double microseconds_per_query() const {
    return static_cast<double>(nanoseconds_) / 1e3 / static_cast<double>(std::max<std::size_t>(1, done_));
  }

  /// The results of the next piece, in input order.
  std::vector<Contacts> next() {
    const auto piece = poses_.subspan(done_, std::min(size_, poses_.size() - done_));
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t before = worked_nanoseconds();
    std::vector<Contacts> results = collide_all(piece);
    nanoseconds_ += worked_nanoseconds() - before;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::size_t pairs = 0;
    for (const Contacts& contacts : results) {
      counters_ += contacts.counters;
      pairs += contacts.pairs.size();
    }
    done_ += piece.size();
    // A piece of some 50 ms keeps all threads busy and Ctrl-C and progress prompt.
    constexpr std::size_t most_pairs = 4'000'000, most_poses = 1 << 16;
    if (took > 0.1 || pairs > most_pairs)
      size_ = std::max<std::size_t>(1, size_ / 2);
    else if (took < 0.025 && pairs < most_pairs / 4)
      size_ = std::min(most_poses, 2 * size_);
    return results;
  }

 private:
  std::vector<Contacts> collide_all(std::span<const PlacementPair> piece) const {
    if (threads_ != 1 && piece.size() > 1) return collide(a_, b_, piece, options_, threads_);
    std::vector<Contacts> results;
    results.reserve(piece.size());
    for (const PlacementPair& at : piece) {
      results.push_back(collide(a_, at.a, b_, at.b, options_));
      if (options_.stop->load()) break;
    }
    return results;
  }

  const Model &a_, &b_;
  std::span<const PlacementPair> poses_;
  const CollideOptions& options_;
  int threads_;
  std::size_t done_ = 0, size_ = 16;
  Counters counters_;
  std::int64_t nanoseconds_ = 0;
};

void append_text(std::string& text, std::size_t pose, const Contacts& contacts, const CollideArguments& arguments) {
  const auto& pairs = contacts.pairs;
  auto out = std::back_inserter(text);
  if (pairs.empty()) {
    fmt::format_to(out, "pose {}: no contact\n", pose);
  } else if (arguments.first) {
    fmt::format_to(out, "pose {}: contact of triangle {} of A and {} of B\n", pose, pairs[0].a, pairs[0].b);
  } else {
    const bool capped = pairs.size() == arguments.query.max_contacts;
    fmt::format_to(out, "pose {}: {}{}\n", pose, counted_with_commas(pairs.size(), "contact"),
                   capped ? " (there may be more)" : "");
    for (const Contact& pair : pairs) fmt::format_to(out, "  {} {}\n", pair.a, pair.b);
  }
}

Json stats_of(const PosesInPieces& queries, const ModelFile& a, const ModelFile& b) {
  Json stats = to_json(queries.done(), queries.counters());
  stats.update({{"build_ms_a", 1e3 * a.build_seconds},
                {"build_ms_b", 1e3 * b.build_seconds},
                {"query_us", queries.microseconds_per_query()},
                {"bytes_a", a.model.bytes()},
                {"bytes_b", b.model.bytes()}});
  return stats;
}

/// Cv and Cp of the paper's T = Nv Cv + Np Cp, over all poses.
void add_costs(Json& stats, const Model& a, const Model& b, std::span<const PlacementPair> poses,
               const CollideOptions& options) {
  constexpr int repetitions = 3;
  double on_volumes = 0, on_triangles = 0, volume_tests = 0, triangle_tests = 0;
  for (const PlacementPair& at : poses) {
    const QueryCost cost = measure_cost(a, at.a, b, at.b, options, repetitions);
    volume_tests += static_cast<double>(cost.volume_tests);
    triangle_tests += static_cast<double>(cost.triangle_tests);
    on_volumes += cost.seconds_per_volume_test * static_cast<double>(cost.volume_tests);
    on_triangles += cost.seconds_per_triangle_test * static_cast<double>(cost.triangle_tests);
  }
  stats["volume_test_ns"] = 1e9 * on_volumes / std::max(1.0, volume_tests);
  stats["triangle_test_ns"] = 1e9 * on_triangles / std::max(1.0, triangle_tests);
}

ExitStatus run_collide(CollideArguments arguments) {
  std::vector<PlacementPair> poses{{}};
  if (!arguments.poses.empty()) poses = read_poses(arguments.poses);
  const ModelFile a = load_model(arguments.file_a, arguments.model);
  const ModelFile b = load_model(arguments.file_b, arguments.model);

  // Asked for a verdict alone, one contact is enough.
  if (arguments.first || arguments.is_silent()) arguments.query.max_contacts = 1;
  Interrupt interrupt;
  arguments.query.stop = &interrupt.flag();
  PosesInPieces queries(a.model, b.model, poses, arguments.query,
                        arguments.threads.value_or(arguments.wants_stats() ? 1 : 0));
  Output output;
  auto progress = std::make_unique<Progress>(poses.size(), "poses", !arguments.voice.quiet);
  bool any = false;
  while (!queries.at_end()) {
    std::size_t pose = queries.done();
    const std::vector<Contacts> results = queries.next();
    if (interrupt.flag()) {
      progress.reset();
      fmt::print(stderr, "abut: stopped after {} of {} poses.\n", pose, poses.size());
      interrupt.end_program();
    }
    for (const Contacts& contacts : results) {
      any = any || !contacts.pairs.empty();
      if (arguments.voice.json)
        append_json_line(output.text, pose, contacts);
      else if (!arguments.voice.quiet)
        append_text(output.text, pose, contacts, arguments);
      ++pose;
    }
    output.flush();
    if (any && arguments.is_silent()) return found;
    progress->reached(queries.done());
  }
  progress.reset();
  if (arguments.wants_stats()) {
    Json stats = stats_of(queries, a, b);
    if (arguments.costs) add_costs(stats, a.model, b.model, poses, arguments.query);
    if (interrupt.flag()) interrupt.end_program();
    fmt::print(stderr, "{}\n", stats.dump());
  }
  return any ? found : not_found;
}

constexpr const char* footer = R"(Examples:
  abut collide piston.stl block.obj
  abut collide piston.stl block.obj --poses poses.txt --first
  abut collide piston.stl block.obj --poses poses.txt --json --stats > contacts.jsonl

A poses file has 24 numbers a line: A's 3x4 matrix row by row, then B's (world <- model); '#' starts
a comment. Without --poses both models stand as their files say.

The text lists each pose and, below it, the ids of the triangles that touch: A's, B's. Ids count from 0
in the file's order; a polygon of n corners counts n - 2.

Exit status: 0 nothing touches, 1 something touches, 2 error.)";

}  // namespace

void add_collide(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<CollideArguments>();
  CLI::App& command = *app.add_subcommand("collide", "Find the pairs of triangles of two models that touch");
  command.add_option("A", arguments->file_a, "Mesh file: STL, OBJ or PLY")->required()->type_name("FILE");
  command.add_option("B", arguments->file_b, "Mesh file: STL, OBJ or PLY")->required()->type_name("FILE");
  command.add_option("--poses", arguments->poses, "Where A and B stand, one pose a line; - reads the\nstandard input")
      ->type_name("FILE");
  add_contact_limits(command, arguments->first, arguments->query.max_contacts, " of each pose");
  command
      .add_option("--margin", arguments->query.margin,
                  "Pairs at most this far apart count, too (0 unless\ntold); distances are rounded up before they "
                  "are\ncompared, so a gap of exactly LENGTH may not count")
      ->type_name("LENGTH")
      ->check([](const std::string& given) -> std::string {
        double margin = -1;
        const bool good = CLI::detail::lexical_cast(given, margin) && margin >= 0 && std::isfinite(margin);
        return good ? "" : "'" + given + "' is not a length of 0 or more";
      });
  add_model_options(command, arguments->model);
  add_search_options(command, arguments->query.sat, arguments->query.descent);
  add_stats(command, arguments->stats);
  command.add_flag(
      "--costs", arguments->costs,
      "As --stats, and the time of one volume test and one\ntriangle test; runs every query a few times more");
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "all cores unless told; 1 with --stats");
  command.footer(footer);
  command.callback([arguments, &work] { work = [arguments] { return run_collide(*arguments); }; });
}

}  // namespace abut::cli
