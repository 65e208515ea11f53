#include "pair_command.h"
#include <abut/error.h>
#include <abut/solid.h>

#include <memory>

namespace abut::cli {

namespace {

struct CollideArguments {
  PairArguments pair;
  bool first = false, costs = false, solid = false;
  CollideOptions query;
  classic::CollideMethod method;
};

/// Which model is wholly inside the other, or has a piece that is; unknown when a budget ended the search.
enum class Inside { neither, a, b, unknown };

struct CollideResult : Contacts {
  Inside inside = Inside::neither;
};

/// Both models as solids, those that are closed.
class SolidPair {
 public:
  /// Throws Error when neither is closed; says so on stderr when one is not, unless it is to be quiet.
  SolidPair(const PosedModels& models, const PairArguments& arguments)
      : a_(solid_of(models.a.model.engine())),
        b_(solid_of(models.b.model.engine())),
        pieces_a_(models.a.model.engine()),
        pieces_b_(models.b.model.engine()) {
    const auto state = [](const std::string& file, const any::Model& model) {
      return file + " is " + closedness_of(model.mesh()).report();
    };
    if (!a_ && !b_)
      throw Error("--solid needs a closed model. " + state(arguments.file_a, models.a.model) + "; " +
                  state(arguments.file_b, models.b.model) + ".");
    if (arguments.voice.quiet) return;
    if (!a_) say(state(arguments.file_a, models.a.model) + "; bodies inside it are not found.");
    if (!b_) say(state(arguments.file_b, models.b.model) + "; bodies inside it are not found.");
  }

  /// When the surfaces do not touch.
  Inside enclosed_at(const PlacementPair& at, const ContainsOptions& options) const {
    const Enclosure a_in_b = b_ ? enclosed(pieces_a_, at.a, *b_, at.b, options) : Enclosure{};
    if (a_in_b.answer == Answer::yes) return Inside::a;
    const Enclosure b_in_a = a_ ? enclosed(pieces_b_, at.b, *a_, at.a, options) : Enclosure{};
    if (b_in_a.answer == Answer::yes) return Inside::b;
    return a_in_b.complete && b_in_a.complete ? Inside::neither : Inside::unknown;
  }

 private:
  static std::optional<Solid> solid_of(const Model& model) {
    if (!closedness_of(model.mesh()).is_closed()) return std::nullopt;
    return Solid(model);
  }

  std::optional<Solid> a_, b_;
  Pieces pieces_a_, pieces_b_;
};

/// All contacts of each pose, or those that the limits leave.
struct CollideQuery {
  using Result = CollideResult;
  const CollideArguments& arguments;
  const SolidPair* solids;  ///< null unless enclosed models are looked for

  std::vector<CollideResult> ask(const any::Model& a, const any::Model& b, std::span<const PlacementPair> poses,
                                 int threads) const;
  std::size_t bytes_of(const CollideResult& result) const {
    return sizeof(result) + result.pairs.size() * sizeof(Contact);
  }
  Answer answer_of(const CollideResult& result) const {
    if (!result.pairs.empty() || result.inside == Inside::a || result.inside == Inside::b) return Answer::yes;
    return is_cut(result) ? Answer::unknown : Answer::no;
  }
  void append_json(std::string& text, std::size_t pose, const CollideResult& result) const;
  void append_text(std::string& text, std::size_t pose, const CollideResult& result) const;

 private:
  /// Did the budget end the search?
  bool is_cut(const CollideResult& result) const {
    return (!result.complete && result.pairs.size() < arguments.query.max_contacts) || result.inside == Inside::unknown;
  }
  Inside enclosed_model(const any::Model& a, const any::Model& b, const PlacementPair& at,
                        const Contacts& contacts) const;
};

std::vector<CollideResult> CollideQuery::ask(const any::Model& a, const any::Model& b,
                                             std::span<const PlacementPair> poses, int threads) const {
  std::vector<Contacts> found;
  CollideOptions options = arguments.query;
  if (poses.size() > 1 || a.is_engine()) options.threads = threads;
  if (poses.size() > 1)
    found = collide(a, b, poses, options, arguments.method);
  else
    found.push_back(collide(a, poses[0].a, b, poses[0].b, options, arguments.method));
  std::vector<CollideResult> results;
  results.reserve(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Inside inside = solids ? enclosed_model(a, b, poses[i], found[i]) : Inside::neither;
    results.push_back({std::move(found[i]), inside});
  }
  return results;
}

Inside CollideQuery::enclosed_model(const any::Model& a, const any::Model& b, const PlacementPair& at,
                                    const Contacts& contacts) const {
  // With a margin, pairs that are found need not touch; with a limit of 0, pairs that touch are not found.
  const bool found = !contacts.pairs.empty();
  if (found ? arguments.query.margin == 0 : !contacts.complete) return Inside::neither;
  if (found && touches(a, at.a, b, at.b, {.simd = arguments.query.simd})) return Inside::neither;
  return solids->enclosed_at(at, {.budget = arguments.query.budget, .simd = arguments.query.simd});
}

void CollideQuery::append_json(std::string& text, std::size_t pose, const CollideResult& result) const {
  append_json_line(text, pose, result);
  // Before the brace and the line's end.
  const auto add = [&](const char* member) { text.insert(text.size() - 2, member); };
  if (result.inside == Inside::a) add(R"(,"inside":"a")");
  if (result.inside == Inside::b) add(R"(,"inside":"b")");
  if (is_cut(result)) add(R"(,"complete":false)");
}

void CollideQuery::append_text(std::string& text, std::size_t pose, const CollideResult& result) const {
  const auto& pairs = result.pairs;
  auto out = std::back_inserter(text);
  const bool is_inside = result.inside == Inside::a || result.inside == Inside::b;
  if (is_inside)
    fmt::format_to(out, "pose {}: {}\n", pose, result.inside == Inside::a ? "A is inside B" : "B is inside A");
  if (pairs.empty()) {
    if (!is_inside)
      fmt::format_to(out, "pose {}: {}\n", pose,
                     is_cut(result) ? "the search ran out of its budget and found no contact" : "no contact");
  } else if (arguments.first) {
    fmt::format_to(out, "pose {}: contact of triangle {} of A and {} of B\n", pose, pairs[0].a, pairs[0].b);
  } else {
    const bool capped = pairs.size() == arguments.query.max_contacts || is_cut(result);
    fmt::format_to(out, "pose {}: {}{}\n", pose, counted_with_commas(pairs.size(), "contact"),
                   capped ? " (there may be more)" : "");
    for (const Contact& pair : pairs) fmt::format_to(out, "  {} {}\n", pair.a, pair.b);
  }
}

/// Cv and Cp of the paper's T = Nv Cv + Np Cp, over all poses.
void add_costs(Json& stats, const PosedModels& models, const CollideArguments& arguments) {
  constexpr int repetitions = 3;
  double on_volumes = 0, on_triangles = 0, volume_tests = 0, triangle_tests = 0;
  for (const PlacementPair& at : models.poses) {
    const classic::QueryCost cost = classic::measure_cost(models.a.model, at.a, models.b.model, at.b, arguments.query,
                                                          repetitions, arguments.method);
    volume_tests += static_cast<double>(cost.volume_tests);
    triangle_tests += static_cast<double>(cost.triangle_tests);
    on_volumes += cost.seconds_per_volume_test * static_cast<double>(cost.volume_tests);
    on_triangles += cost.seconds_per_triangle_test * static_cast<double>(cost.triangle_tests);
  }
  stats["volume_test_ns"] = 1e9 * on_volumes / std::max(1.0, volume_tests);
  stats["triangle_test_ns"] = 1e9 * on_triangles / std::max(1.0, triangle_tests);
}

/// Refuses options that do not go together.
void require_compatible(const CollideArguments& arguments) {
  const PairArguments& pair = arguments.pair;
  if (arguments.solid && pair.model.volume != any::VolumeKind::automatic)
    throw Error(fmt::format("--solid needs the volume 'auto'; '{}' does not tell inside from outside.",
                            name_of(pair.model.volume)));
  if (arguments.costs && pair.simd && *pair.simd != Simd::best)
    throw Error("--costs always uses the best instructions of this machine; leave out --simd.");
}

ExitStatus run_collide(CollideArguments arguments) {
  require_compatible(arguments);
  PairArguments& pair = arguments.pair;
  pair.stats = pair.stats || arguments.costs;
  const PosedModels models = load_posed_models(pair);
  // Asked for a verdict alone, one contact is enough.
  if (arguments.first || pair.is_silent()) arguments.query.max_contacts = 1;
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  std::optional<SolidPair> solids;
  if (arguments.solid) solids.emplace(models, pair);
  const CollideQuery query{arguments, solids ? &*solids : nullptr};
  const Answered answered = answer_poses(models, pair, query, interrupt);
  Json stats = stats_of(models, answered);
  if (arguments.costs) {
    add_costs(stats, models, arguments);
    if (interrupt.flag()) throw Interrupted{};
  }
  if (pair.stats) print_stats(stats);
  return answered.status();
}

constexpr const char* collide_examples = R"(Examples:
  abut collide piston.stl block.obj
  abut collide piston.stl block.obj --poses poses.txt --first
  abut collide piston.stl block.obj --poses poses.txt --json --stats > contacts.jsonl
  abut collide pin.stl housing.stl --solid

)";
constexpr const char* collide_about_text = R"(

The text lists each pose and, below it, the ids of the triangles that touch: A's, B's.
)";
constexpr const char* collide_about_status = R"(

A search that ran out of its budget has "complete":false in JSON.

Exit status: 0 nothing touches, 1 something touches (or is inside, with --solid), 2 error, 3 not
known because a budget ran out, 130 interrupted.)";

}  // namespace

void add_collide(Command& app, Work& work) {
  auto arguments = std::make_shared<CollideArguments>();
  PairArguments& pair = arguments->pair;
  Command command = app.add_subcommand("collide", "Find the pairs of triangles of two models that touch");
  add_pair_files(command, pair);
  add_poses(command, pair);
  add_contact_limits(command, arguments->first, arguments->query.max_contacts, " of each pose");
  command
      .add_option("--margin", arguments->query.margin,
                  "Pairs at most this far apart count, too (default: 0).\nDistances are rounded up before they are "
                  "compared, so\na gap of exactly LENGTH may not count")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command.add_flag("--solid", arguments->solid,
                   "A model, or a connected piece of it, counts, too, if\nit is inside the other model and that one is "
                   "closed.\nExact. Bodies of one file that cross are one body; a\nbody within a body is a hole");
  add_budget(command, arguments->query.budget, " of a pose");
  add_model_options(command, pair.model);
  add_sat(command, arguments->method.sat);
  add_descent(command, arguments->method.descent);
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  command.add_flag(
      "--costs", arguments->costs,
      "As --stats, with the time of one volume test and one\ntriangle test; runs every query a few more times");
  add_voice_and_threads(command, pair, ";\nwith auto they share the work of a single pose");
  command.footer(collide_examples + about_poses + collide_about_text + about_ids + collide_about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_collide(*arguments); }; });
}

}  // namespace abut::cli
