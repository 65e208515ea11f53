#include "io/text.h"
#include "motions.h"
#include "pair_command.h"
#include <abut/error.h>
#include <abut/first_contact.h>

#include <cmath>
#include <memory>

namespace abut::cli {

namespace {

struct SweepArguments {
  PairArguments pair;
  std::string motions;
  Way way = Way::screw;
  FirstContactOptions query;
  ClearanceOptions closeness;
  bool intervals = false, clearance = false;
};

/// What is known of one motion, and how that is said after its number.
struct SweepResult {
  Answer answer = Answer::no;
  Counters counters;
  std::string text;
};

constexpr const char* ran_out = " (the search ran out of its budget)";
constexpr const char* ran_out_in_json = ",\"complete\":false";

// The first contact.

Answer answer_of(const MovingContact& contact) {
  constexpr Answer answers[] = {Answer::no, Answer::yes, Answer::unknown};
  return answers[static_cast<int>(contact.verdict)];
}

void append_json(std::string& text, const MovingContact& contact) {
  auto out = std::back_inserter(text);
  const auto add = [&](const char* name, const Vec3& vector) {
    fmt::format_to(out, ",\"{}\":", name);
    append_json_point(text, vector);
  };
  fmt::format_to(out, ",\"verdict\":\"{}\",\"lower\":{},\"upper\":", name_of(contact.verdict), contact.lower);
  append_json_number(text, contact.upper);
  if (contact.verdict == MotionVerdict::contact) {
    add("point", contact.point_a);
    add("point_b", contact.point_b);
    fmt::format_to(out, ",\"triangle_a\":{},\"triangle_b\":{},\"distance\":{}", contact.triangle_a, contact.triangle_b,
                   contact.distance);
    add("normal", contact.normal);
    add("velocity", contact.velocity);
    fmt::format_to(out, ",\"feature_a\":\"{}\",\"feature_b\":\"{}\"", name_of(contact.feature_a),
                   name_of(contact.feature_b));
  }
  if (!contact.complete) text += ran_out_in_json;
}

void append_text(std::string& text, const MovingContact& contact, double margin) {
  auto out = std::back_inserter(text);
  if (contact.verdict == MotionVerdict::clear)
    text += margin == 0 ? "no contact" : fmt::format("never within {}", margin);
  else if (contact.verdict == MotionVerdict::contact)
    fmt::format_to(out, "{} at time {}, triangle {} of A and {} of B at {}{}",
                   margin == 0 ? "contact" : fmt::format("within {}", margin), as_bracket(contact.lower, contact.upper),
                   contact.triangle_a, contact.triangle_b, as_point(contact.point_a), contact.complete ? "" : ran_out);
  else
    fmt::format_to(out, "clear before time {}, undecided from there on{}", contact.lower,
                   contact.complete ? " (the tolerance is too small)" : ran_out);
}

// The intervals of contact.

Answer answer_of(const MotionParts& parts) {
  Answer answer = Answer::no;
  for (const MotionPart& part : parts.parts) {
    if (part.kind == MotionPartKind::within) return Answer::yes;
    if (part.kind == MotionPartKind::undecided) answer = Answer::unknown;
  }
  return answer;
}

void append_json(std::string& text, const MotionParts& parts) {
  text += ",\"parts\":[";
  for (const MotionPart& part : parts.parts)
    fmt::format_to(std::back_inserter(text), "{}{{\"kind\":\"{}\",\"begin\":{},\"end\":{}}}",
                   &part == parts.parts.data() ? "" : ",", name_of(part.kind), part.begin, part.end);
  text += ']';
  if (!parts.complete) text += ran_out_in_json;
}

void append_text(std::string& text, const MotionParts& parts) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{}{}", counted(parts.parts.size(), "part"), parts.complete ? "" : ran_out);
  for (const MotionPart& part : parts.parts)
    fmt::format_to(out, "\n  {} from {} to {}", name_of(part.kind), part.begin, part.end);
}

// The least clearance.

Answer answer_of(const MotionClearance& clearance) {
  return clearance.upper == 0 ? Answer::yes : clearance.lower > 0 ? Answer::no : Answer::unknown;
}

void append_json(std::string& text, const MotionClearance& clearance) {
  text += ",\"clearance\":";
  append_json_number(text, clearance.upper);
  text += ",\"lower\":";
  append_json_number(text, clearance.lower);
  fmt::format_to(std::back_inserter(text), ",\"time\":{}{}", clearance.time, clearance.complete ? "" : ran_out_in_json);
}

void append_text(std::string& text, const MotionClearance& clearance) {
  auto out = std::back_inserter(text);
  if (clearance.upper == 0)
    fmt::format_to(out, "touching at time {:.6g}", clearance.time);
  else if (std::isinf(clearance.upper))
    fmt::format_to(out, "at least {:.6g} apart", clearance.lower);
  else
    fmt::format_to(out, "least clearance {} at time {:.6g}", as_bracket(clearance.lower, clearance.upper),
                   clearance.time);
  if (!clearance.complete) text += ran_out;
}

/// What happens on the way, motion by motion.
struct SweepQuery {
  using Item = MotionPair;
  using Result = SweepResult;
  const SweepArguments& arguments;
  const Model &a, &b;

  std::vector<SweepResult> ask(std::span<const MotionPair> motions) const {
    std::vector<MovingPair> items;
    items.reserve(motions.size());
    for (const MotionPair& motion : motions) items.push_back({&a, &b, motion.a, motion.b});
    if (arguments.intervals) return told(contact_intervals(items, arguments.query));
    if (arguments.clearance) return told(least_clearance(items, arguments.closeness));
    return told(first_contact(items, arguments.query), arguments.query.margin);
  }
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
  const std::vector<MotionPair> motions = read_motions(arguments.motions, arguments.way);
  const PosedModels models = load_posed_models(pair);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  arguments.query.threads = arguments.closeness.threads = pair.thread_count();
  arguments.closeness.budget = arguments.query.budget;
  arguments.closeness.simd = arguments.query.simd;
  const SweepQuery query{arguments, models.a.model.engine(), models.b.model.engine()};
  const Answered answered =
      answer_in_pieces(std::span(motions), query, {"motions", !pair.voice.quiet, pair.is_silent()}, interrupt);
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
touch it.

)";
constexpr const char* sweep_about_status = R"(

Exit status: 0 clear on every motion, 1 a contact on some motion (with --clearance: a touch), 2 error,
3 undecided, 130 interrupted.)";

/// Throws Error for options that say nothing to the question that is asked.
void require_compatible(const CLI::App& command) {
  const auto exclude = [&](const char* one, const char* other) {
    if (command.count(one) > 0 && command.count(other) > 0)
      throw Error(fmt::format("{} and {} exclude each other.", one, other));
  };
  for (const char* other : {"--intervals", "--margin", "--tolerance", "--time-tolerance", "--after-parting"})
    exclude("--clearance", other);
  exclude("--intervals", "--after-parting");
  for (const char* error : {"--relative-error", "--absolute-error"})
    if (command.count(error) > 0 && command.count("--clearance") == 0)
      throw Error(fmt::format("{} goes with --clearance.", error));
}

void add_clearance(CLI::App& command, SweepArguments& arguments) {
  command.add_flag("--clearance", arguments.clearance, "Tell how close the models come, and when");
  command
      .add_option("--relative-error", arguments.closeness.relative_error,
                  "The clearance may be too large by this fraction of it\n(default: 0.001)")
      ->type_name("SHARE")
      ->check(number_from_zero("number"));
  command
      .add_option("--absolute-error", arguments.closeness.absolute_error,
                  "The clearance may be too large by this length\n(default: 0); meeting one of the two is enough")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
}

void add_questions(CLI::App& command, SweepArguments& arguments) {
  FirstContactOptions& query = arguments.query;
  command.add_option("--margin", query.margin, "How close counts as contact (default: 0, touching)")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  command
      .add_option("--tolerance", query.distance_tolerance,
                  "A contact may be told where the distance is above\nthe margin by this length (default: 2^-40 of "
                  "the sizes)")
      ->type_name("LENGTH")
      ->check(number_from_zero("length"));
  command
      .add_option("--time-tolerance", query.time_tolerance,
                  "How far the time of a contact may be off\n(default: 1e-6 of the motion's time)")
      ->type_name("TIME")
      ->check(number_from_zero("time"));
  command.add_flag("--after-parting", query.after_parting,
                   "Of models that touch at the beginning, tell the next\ncontact");
  command.add_flag("--intervals", arguments.intervals, "Tell every time of contact, not only the first");
}

}  // namespace

void add_sweep(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<SweepArguments>();
  PairArguments& pair = arguments->pair;
  CLI::App& command = *app.add_subcommand("sweep", "Find when two moving models first touch, and where");
  add_pair_files(command, pair);
  command.add_option("--motion", arguments->motions, "How A and B move, a placement per line; - reads\nstandard input")
      ->required()
      ->type_name("FILE");
  add_way(command, arguments->way);
  add_questions(command, *arguments);
  add_clearance(command, *arguments);
  add_budget(command, arguments->query.budget, " of a motion");
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(sweep_examples + about_ids + sweep_about_status);
  command.callback([arguments, &command, &work] {
    work = [arguments, &command] {
      require_compatible(command);
      return run_sweep(*arguments);
    };
  });
}

}  // namespace abut::cli
