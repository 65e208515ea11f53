#include "base/workers.h"
#include "motions.h"
#include "pair_command.h"
#include "solid_pair.h"
#include "sweep_results.h"
#include <abut/error.h>
#include <abut/moving_solids.h>

#include <memory>

namespace abut::cli {

namespace {

struct SweepArguments {
  PairArguments pair;
  std::string motions;
  Way way = Way::screw;
  FirstContactOptions query;
  ClearanceOptions closeness;
  bool intervals = false, clearance = false, solid = false;
  std::optional<double> accuracy;
};

/// What is known of one motion, and how that is said after its number.
struct SweepResult {
  Answer answer = Answer::no;
  Counters counters;
  std::string text;
};

/// The trees of a game, for --accuracy.
struct RoughPair {
  classic::game::Tree<double> a, b;
};

/// What happens on the way, motion by motion.
struct SweepQuery {
  using Item = MotionPair;
  using Result = SweepResult;
  const SweepArguments& arguments;
  const Model &a, &b;
  std::optional<ClosedPair> solids{};
  std::optional<RoughPair> rough{};

  std::vector<SweepResult> ask(std::span<const MotionPair> motions) const {
    if (rough) return told(rough_contacts(motions));
    if (solids) {
      std::vector<MovingSolids> items;
      for (const MotionPair& motion : motions) items.push_back({&solids->a, &solids->b, motion.a, motion.b});
      return told(first_contact(items, arguments.query), arguments.query.margin);
    }
    std::vector<MovingPair> items;
    items.reserve(motions.size());
    for (const MotionPair& motion : motions) items.push_back({&a, &b, motion.a, motion.b});
    if (arguments.intervals) return told(contact_intervals(items, arguments.query));
    if (arguments.clearance) return told(least_clearance(items, arguments.closeness));
    return told(first_contact(items, arguments.query), arguments.query.margin);
  }
  std::string pack(std::span<const MotionPair> motions) const { return packed_motions(motions); }
  UnpackedMotions unpack(std::string_view bytes) const { return unpacked_motions(bytes, arguments.way); }
  int threads() const { return arguments.query.threads; }
  std::size_t bytes_of(const SweepResult& result) const { return sizeof(result) + result.text.size(); }
  Answer answer_of(const SweepResult& result) const { return result.answer; }
  void print(std::string& text, std::size_t sweep, const SweepResult& result) const {
    const Voice& voice = arguments.pair.voice;
    if (voice.json)
      fmt::format_to(std::back_inserter(text), "{{\"sweep\":{}{}}}\n", sweep, result.text);
    else if (!voice.quiet)
      fmt::format_to(std::back_inserter(text), "sweep {}: {}\n", sweep, result.text);
  }

 private:
  std::vector<RoughContact> rough_contacts(std::span<const MotionPair> motions) const {
    std::vector<RoughContact> contacts(motions.size());
    Workers(threads()).for_each(motions.size(), [&](std::size_t i) {
      const classic::game::Options options{.accuracy = *arguments.accuracy};
      contacts[i] = RoughContact(contact_along(rough->a, motions[i].a, rough->b, motions[i].b, options));
    });
    return contacts;
  }

  /// `more` is what the text for people needs besides.
  template <class Found, class... More>
  std::vector<SweepResult> told(const std::vector<Found>& all, More... more) const {
    std::vector<SweepResult> results;
    results.reserve(all.size());
    for (const Found& found : all) {
      SweepResult& result = results.emplace_back(SweepResult{cli::answer_of(found), found.counters, {}});
      if (arguments.pair.voice.json)
        append_json(result.text, found);
      else
        append_text(result.text, found, more...);
    }
    return results;
  }
};

ExitStatus run_sweep(SweepArguments arguments) {
  const PairArguments& pair = arguments.pair;
  pair.destination.require_usable(pair.is_silent(), {arguments.motions});
  // The other ranks are told theirs.
  std::vector<MotionPair> motions;
  if (is_first_rank()) motions = read_motions(arguments.motions, arguments.way);
  const PosedModels models = load_posed_models(pair);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  arguments.query.threads = arguments.closeness.threads = pair.thread_count();
  arguments.closeness.budget = arguments.query.budget;
  arguments.closeness.simd = arguments.query.simd;
  SweepQuery query{arguments, models.a.model.engine(), models.b.model.engine()};
  if (arguments.solid) query.solids.emplace(models, pair);
  if (arguments.accuracy)
    query.rough.emplace(classic::game::Tree<double>(query.a), classic::game::Tree<double>(query.b));
  const Answered answered =
      answer_in_pieces(std::span<const MotionPair>(motions), query, pair.asking("motions"), interrupt);
  if (pair.stats) print_stats(stats_of(models, answered));
  return answered.status();
}

constexpr const char* sweep_examples = R"(Examples:
  abut sweep piston.stl block.obj --motion moves.txt
  abut sweep piston.stl block.obj --motion moves.txt --margin 0.5 --quiet
  abut sweep piston.stl block.obj --motion moves.txt --clearance --json > clearances.jsonl

A motion is a list of placements, one per line, 25 numbers each: the time, A's 3x4 matrix row by row,
then B's (world <- model). An empty line starts the next motion; '#' starts a comment. From each line to
the next the models turn by less than half a turn.

The answer holds for the whole motion, not only for steps of it. "contact": before "lower" the models are
apart, and at "upper" they are at most the margin and the tolerance apart; "point" is on A, "point_b" on
B, in the world at "upper". "clear": they stay apart. "undecided": a budget ran out, or the tolerance that
was given is too small; they are apart before "lower". With --intervals the time is cut into parts:
apart, within the margin and the tolerance, or undecided. With --clearance, "lower" <= the least distance
<= "clearance", which is that at "time". Times are those of the file. A model inside the other does not
touch it, unless --solid is given.

)";
constexpr const char* sweep_about_status = R"(

Exit status: 0 clear on every motion, 1 a contact on some motion (with --clearance: a touch), 2 error,
3 undecided, 130 interrupted.)";

/// Throws Error for options that say nothing to the question that is asked.
void require_compatible(const Command& command, const std::optional<double>& accuracy) {
  const auto exclude = [&](const char* one, const char* other) {
    if (command.count(one) > 0 && command.count(other) > 0)
      throw Error(fmt::format("{} and {} exclude each other.", one, other));
  };
  for (const char* other : {"--intervals", "--margin", "--tolerance", "--time-tolerance", "--after-parting"})
    exclude("--clearance", other);
  exclude("--intervals", "--after-parting");
  for (const char* other : {"--intervals", "--clearance"}) exclude("--solid", other);
  require_alone(accuracy, command,
                {"--solid", "--margin", "--tolerance", "--time-tolerance", "--after-parting", "--intervals",
                 "--clearance", "--max-tests", "--budget-ms", "--simd"});
  for (const char* error : {"--relative-error", "--absolute-error"})
    if (command.count(error) > 0 && command.count("--clearance") == 0)
      throw Error(fmt::format("{} goes with --clearance.", error));
}

void add_clearance(Command& command, SweepArguments& arguments) {
  command.add_flag("--clearance", arguments.clearance, "Tell how close the models come, and when");
  command
      .add_option("--relative-error", arguments.closeness.relative_error,
                  "The clearance may be too large by this fraction of it\n(default: 0.001)")
      .type_name("SHARE")
      .check(number_from_zero("number"));
  command
      .add_option("--absolute-error", arguments.closeness.absolute_error,
                  "The clearance may be too large by this length\n(default: 0); meeting one of the two is enough")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
}

void add_questions(Command& command, SweepArguments& arguments) {
  FirstContactOptions& query = arguments.query;
  command.add_option("--margin", query.margin, "How close counts as contact (default: 0, touching)")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command
      .add_option("--tolerance", query.distance_tolerance,
                  "A contact may be told where the distance is above\nthe margin by this length (default: 2^-40 of "
                  "the sizes)")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  command
      .add_option("--time-tolerance", query.time_tolerance,
                  "How far the time of a contact may be off\n(default: 1e-6 of the motion's time)")
      .type_name("TIME")
      .check(number_from_zero("time"));
  command.add_flag("--after-parting", query.after_parting,
                   "Of models that touch at the beginning, tell the next\ncontact");
  command.add_flag("--solid", arguments.solid,
                   "Closed models: one inside the other when the motion\nbegins is in contact");
  command.add_flag("--intervals", arguments.intervals, "Tell every time of contact, not only the first");
}

}  // namespace

void add_sweep(Command& app, Work& work) {
  auto arguments = std::make_shared<SweepArguments>();
  PairArguments& pair = arguments->pair;
  Command command = app.add_subcommand("sweep", "Find when two moving models first touch, and where");
  add_pair_files(command, pair);
  command.add_option("--motion", arguments->motions, "How A and B move, a placement per line; - reads\nstandard input")
      .required()
      .type_name("FILE");
  add_way(command, arguments->way);
  add_questions(command, *arguments);
  add_clearance(command, *arguments);
  add_accuracy(command, arguments->accuracy);
  add_budget(command, arguments->query.budget, " of a motion");
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(sweep_examples + about_accuracy + about_ids + sweep_about_status);
  command.callback([arguments, command, &work] {
    work = [arguments, command] {
      require_compatible(command, arguments->accuracy);
      return run_sweep(*arguments);
    };
  });
}

}  // namespace abut::cli
