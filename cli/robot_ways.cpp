#include "robot_ways.h"

#include "base/workers.h"
#include "report/shown.h"
#include <abut/edge.h>

namespace abut::cli {

std::string names_of(const Checker& checker, CheckedPair pair) {
  return fmt::format("{} touches {}", shown(checker.names()[pair.a]), shown(checker.names()[pair.b]));
}
Json names_as_json(const Checker& checker, CheckedPair pair) {
  return Json::array({checker.names()[pair.a], checker.names()[pair.b]});
}

namespace {

/// What is told of a way.
struct WayQuery {
  using Item = Configuration;
  using Result = EdgeAnswer;
  const char* name;  ///< of a way
  const RobotArguments& arguments;
  const EdgeChecker& edges;
  EdgeOptions options;

  std::size_t dof() const { return edges.checker().dof(); }
  int threads() const { return options.threads; }
  std::size_t bytes_of(const EdgeAnswer& result) const { return sizeof(result); }
  Answer answer_of(const EdgeAnswer& result) const {
    if (result.verdict == MotionVerdict::clear) return Answer::no;
    return result.verdict == MotionVerdict::contact ? Answer::yes : Answer::unknown;
  }

  void print(std::string& text, std::size_t index, const EdgeAnswer& result) const {
    if (arguments.voice.json)
      text += json_line(as_json(index, result));
    else if (!arguments.voice.quiet)
      append_text(text, index, result);
  }

 private:
  Json as_json(std::size_t index, const EdgeAnswer& result) const {
    Json json{{name, index}, {"verdict", name_of(result.verdict)}, {"clear_until", result.lower}};
    if (result.verdict == MotionVerdict::contact) {
      json["contact_at"] = result.upper;
      json["touching"] = names_as_json(edges.checker(), result.pair);
    }
    if (!result.complete) json["complete"] = false;
    return json;
  }

  void append_text(std::string& text, std::size_t index, const EdgeAnswer& result) const {
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{} {}: ", name, index);
    if (result.verdict == MotionVerdict::clear)
      text += "clear";
    else if (result.verdict == MotionVerdict::contact)
      fmt::format_to(out, "{} at time {}", names_of(edges.checker(), result.pair),
                     as_bracket(result.lower, result.upper));
    else
      fmt::format_to(out, "not decided, clear until {:.6g}", result.lower);
    text += '\n';
  }
};

/// The straight way from each configuration to the next.
struct EdgeQuery : WayQuery {
  std::vector<EdgeAnswer> ask(std::span<const Configuration> some) const {
    return edges.check_path({some.front(), (some.size() + 1) * dof()}, options);
  }
  // An edge ends at the configuration after it.
  std::string pack(std::span<const Configuration> some) const { return packed_configurations(some, dof(), 1); }
  UnpackedConfigurations unpack(std::string_view bytes) const { return {bytes, dof(), 1}; }
};

/// The piece of a spline from each configuration to the next. An item is the piece's two times and its four points.
struct SplineQuery : WayQuery {
  static std::size_t size_of_piece(std::size_t dof) { return 2 + 4 * dof; }

  static std::vector<double> pieces_of(const JointCurve& spline) {
    std::vector<double> numbers;
    for (std::size_t i = 0; i < spline.pieces(); ++i) {
      const std::span<const double> points = spline.points(i);
      numbers.insert(numbers.end(), {spline.times()[i], spline.times()[i + 1]});
      numbers.insert(numbers.end(), points.begin(), points.end());
    }
    return numbers;
  }
  JointCurve curve_of(Configuration piece) const {
    return JointCurve(dof(), 3, {piece + 2, piece + size_of_piece(dof())}, {piece[0], piece[1]});
  }

  std::vector<EdgeAnswer> ask(std::span<const Configuration> some) const {
    std::vector<EdgeAnswer> answers(some.size());
    Workers(options.threads).for_each(some.size(), [&](std::size_t i) {
      answers[i] = edges.check(curve_of(some[i]), options);
    });
    return answers;
  }
  std::string pack(std::span<const Configuration> some) const {
    return packed_configurations(some, size_of_piece(dof()), 0);
  }
  UnpackedConfigurations unpack(std::string_view bytes) const { return {bytes, size_of_piece(dof()), 0}; }
};

EdgeOptions options_of(const RobotArguments& arguments, Interrupt& interrupt) {
  EdgeOptions options;
  options.margin = arguments.margin;
  options.threads = arguments.thread_count();
  options.any_contact = arguments.is_silent();
  options.budget = arguments.budget;
  options.budget.stop = &interrupt.flag();
  return options;
}

/// The numbers of all pieces, each looked at for limits, so that nothing is printed if one leaves them.
std::vector<double> spline_pieces(const SplineQuery& query, const GivenConfigurations& given) {
  given.require_ascending_times();
  try {
    const std::vector<double> numbers =
        SplineQuery::pieces_of(JointCurve::through(query.dof(), given.numbers, given.times));
    for (const Configuration piece : configuration_items(numbers, SplineQuery::size_of_piece(query.dof()), 0))
      query.edges.require_valid(query.curve_of(piece));
    return numbers;
  } catch (const Error& error) {
    throw Error(given.file + ": " + error.what());
  }
}

}  // namespace

Answered ask_ways(const RobotArguments& arguments, const Checker& checker, const GivenConfigurations& given,
                  const std::vector<std::string>& files, Interrupt& interrupt, std::int64_t& prepared) {
  const std::size_t dof = checker.dof();
  if (given.numbers.size() < 2 * dof && is_first_rank())
    throw Error(
        fmt::format("{}: {} needs two configurations or more.", given.file, arguments.spline ? "--spline" : "--edges"));
  const std::int64_t started = worked_nanoseconds();
  const EdgeChecker edges(checker);
  // Now, so that what is told depends on neither threads nor ranks.
  edges.prepare();
  prepared += worked_nanoseconds() - started;
  const EdgeOptions options = options_of(arguments, interrupt);
  if (!arguments.spline) {
    const std::vector<Configuration> items = configuration_items(given.numbers, dof, 1);
    return answer_in_pieces<EdgeQuery>(items, EdgeQuery{{"edge", arguments, edges, options}},
                                       arguments.asking("edges", files), interrupt);
  }
  const SplineQuery query{{"piece", arguments, edges, options}};
  std::vector<double> numbers;
  if (is_first_rank()) numbers = spline_pieces(query, given);
  const std::vector<Configuration> items = configuration_items(numbers, SplineQuery::size_of_piece(dof), 0);
  return answer_in_pieces<SplineQuery>(items, query, arguments.asking("pieces", files), interrupt);
}

}  // namespace abut::cli
