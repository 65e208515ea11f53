#include "pair_command.h"

#include <memory>

namespace abut::cli {

namespace {

struct WithinArguments {
  PairArguments pair;
  double limit = 0;
  WithinOptions query;
  classic::DistanceMethod method;
};

/// Whether the models are at most the limit apart at each pose.
struct WithinQuery {
  using Result = Nearness;
  const WithinArguments& arguments;

  std::vector<Nearness> ask(const any::Model& a, const any::Model& b, std::span<const PlacementPair> poses,
                            int threads) const {
    WithinOptions options = arguments.query;
    options.threads = threads;
    return within(a, b, poses, arguments.limit, options, arguments.method);
  }
  std::size_t bytes_of(const Nearness& result) const { return sizeof(result); }
  Answer answer_of(const Nearness& result) const { return result.answer; }
  void append_json(std::string& text, std::size_t pose, const Nearness& result) const {
    constexpr std::string_view words[] = {"false", "true", "null"};
    fmt::format_to(std::back_inserter(text), "{{\"pose\":{},\"within\":{}}}\n", pose,
                   words[static_cast<int>(result.answer)]);
  }
  void append_text(std::string& text, std::size_t pose, const Nearness& result) const {
    constexpr std::string_view words[] = {"farther apart than", "within",
                                          "the search ran out of its budget: perhaps within"};
    fmt::format_to(std::back_inserter(text), "pose {}: {} {}\n", pose, words[static_cast<int>(result.answer)],
                   arguments.limit);
  }
};

ExitStatus run_within(WithinArguments arguments) {
  const PairArguments& pair = arguments.pair;
  const PosedModels models = load_posed_models(pair);
  Interrupt interrupt;
  arguments.query.budget.stop = &interrupt.flag();
  arguments.query.simd = pair.simd.value_or(Simd::best);
  const Answered answered = answer_poses(models, pair, WithinQuery{arguments}, interrupt);
  if (pair.stats) print_stats(stats_of(models, answered));
  return answered.status();
}

constexpr const char* within_examples = R"(Examples:
  abut within piston.stl block.obj 0.5
  abut within piston.stl block.obj 0.5 --poses poses.txt --quiet
  abut within piston.stl block.obj 0.5 --poses poses.txt --json --stats > near.jsonl

)";
constexpr const char* within_about_status = R"(

Distances are rounded up before they are compared, so a gap of exactly D may not count.

With a budget the answer may stay unknown; the text says so, and "within" is null in JSON.

Exit status: 0 farther apart at every pose, 1 within D at some pose, 2 error, 3 not known because a
budget ran out, 130 interrupted.)";

}  // namespace

void add_within(Command& app, Work& work) {
  auto arguments = std::make_shared<WithinArguments>();
  PairArguments& pair = arguments->pair;
  Command command = app.add_subcommand("within", "Tell whether two models are within a distance");
  add_pair_files(command, pair);
  command.add_option("D", arguments->limit, "The distance, 0 or more, in the world's unit")
      .required()
      .type_name("LENGTH")
      .check(number_from_zero("length"));
  add_poses(command, pair);
  add_budget(command, arguments->query.budget, " of a pose");
  add_model_options(command, pair.model);
  add_search(command, arguments->method.search);
  add_descent(command, arguments->method.descent);
  add_queue(command, arguments->method);
  add_simd(command, pair.simd);
  add_stats(command, pair.stats);
  add_voice_and_threads(command, pair);
  command.footer(within_examples + about_poses + within_about_status);
  command.callback([arguments, &work] { work = [arguments] { return run_within(*arguments); }; });
}

}  // namespace abut::cli
