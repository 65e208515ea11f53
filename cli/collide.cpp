#include "pair_command.h"
#include <abut/query/cost.h>

#include <memory>

namespace abut::cli {

namespace {

struct CollideArguments {
  PairArguments pair;
  bool first = false, costs = false;
  CollideOptions query;
};

/// All contacts of each pose, or those that the limits leave.
struct CollideQuery {
  using Result = Contacts;
  const CollideArguments& arguments;

  std::vector<Contacts> ask(const Model& a, const Model& b, std::span<const PlacementPair> poses, int threads) const {
    if (poses.size() > 1) return collide(a, b, poses, arguments.query, threads);
    CollideOptions split = arguments.query;
    split.threads = threads;
    return {collide(a, poses[0].a, b, poses[0].b, split)};
  }
  std::size_t bytes_of(const Contacts& contacts) const { return contacts.pairs.size() * sizeof(Contact); }
  bool is_found(const Contacts& contacts) const { return !contacts.pairs.empty(); }
  void append_json(std::string& text, std::size_t pose, const Contacts& contacts) const {
    append_json_line(text, pose, contacts);
  }
  void append_text(std::string& text, std::size_t pose, const Contacts& contacts) const;
};

void CollideQuery::append_text(std::string& text, std::size_t pose, const Contacts& contacts) const {
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

/// Cv and Cp of the paper's T = Nv Cv + Np Cp, over all poses.
void add_costs(Json& stats, const PosedModels& models, const CollideOptions& options) {
  constexpr int repetitions = 3;
  double on_volumes = 0, on_triangles = 0, volume_tests = 0, triangle_tests = 0;
  for (const PlacementPair& at : models.poses) {
    const QueryCost cost = measure_cost(models.a.model, at.a, models.b.model, at.b, options, repetitions);
    volume_tests += static_cast<double>(cost.volume_tests);
    triangle_tests += static_cast<double>(cost.triangle_tests);
    on_volumes += cost.seconds_per_volume_test * static_cast<double>(cost.volume_tests);
    on_triangles += cost.seconds_per_triangle_test * static_cast<double>(cost.triangle_tests);
  }
  stats["volume_test_ns"] = 1e9 * on_volumes / std::max(1.0, volume_tests);
  stats["triangle_test_ns"] = 1e9 * on_triangles / std::max(1.0, triangle_tests);
}

ExitStatus run_collide(CollideArguments arguments) {
  PairArguments& pair = arguments.pair;
  pair.stats = pair.stats || arguments.costs;
  const PosedModels models = load_posed_models(pair);
  // Asked for a verdict alone, one contact is enough.
  if (arguments.first || pair.is_silent()) arguments.query.max_contacts = 1;
  Interrupt interrupt;
  arguments.query.stop = &interrupt.flag();
  arguments.query.simd = pair.simd;
  Answered answered = answer_poses(models, pair, CollideQuery{arguments}, interrupt);
  if (arguments.costs) {
    add_costs(answered.stats, models, arguments.query);
    if (interrupt.flag()) interrupt.end_program();
  }
  if (pair.stats) print_stats(answered.stats);
  return answered.any_found ? found : not_found;
}

constexpr const char* examples = R"(Examples:
  abut collide piston.stl block.obj
  abut collide piston.stl block.obj --poses poses.txt --first
  abut collide piston.stl block.obj --poses poses.txt --json --stats > contacts.jsonl

)";
constexpr const char* about_text = R"(

The text lists each pose and, below it, the ids of the triangles that touch: A's, B's.
)";
constexpr const char* about_status = R"(

Exit status: 0 nothing touches, 1 something touches, 2 error.)";

}  // namespace

void add_collide(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<CollideArguments>();
  PairArguments& pair = arguments->pair;
  CLI::App& command = *app.add_subcommand("collide", "Find the pairs of triangles of two models that touch");
  add_pair_files(command, pair);
  add_poses(command, pair);
  add_contact_limits(command, arguments->first, arguments->query.max_contacts, " of each pose");
  command
      .add_option("--margin", arguments->query.margin,
                  "Pairs at most this far apart count, too (0 unless\ntold); distances are rounded up before they "
                  "are\ncompared, so a gap of exactly LENGTH may not count")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  add_model_options(command, pair.model);
  add_sat(command, arguments->query.sat);
  add_descent(command, arguments->query.descent);
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  command.add_flag(
      "--costs", arguments->costs,
      "As --stats, and the time of one volume test and one\ntriangle test; runs every query a few times more");
  add_voice_and_threads(command, pair, ";\na single pose is divided among them with auto");
  command.footer(examples + about_poses + about_text + about_ids + about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_collide(*arguments); }; });
}

}  // namespace abut::cli
