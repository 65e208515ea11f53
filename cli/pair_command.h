#pragma once

#include "in_pieces.h"
#include "model_file.h"
#include "options.h"

#include <optional>

#include <fmt/format.h>

namespace abut::cli {

/// What every command about two models is told.
struct PairArguments {
  std::string file_a, file_b, poses;
  any::ModelOptions model;
  std::optional<Simd> simd;
  bool stats = false;
  Voice voice;
  std::optional<int> threads;
  Destination destination;

  /// Nothing is printed: the exit status is all that is asked for.
  bool is_silent() const { return voice.quiet && !voice.json && !stats; }
  /// The times of --stats are those of one thread.
  Asking asking(const char* items) const { return {items, !voice.quiet, is_silent(), destination, {file_a, file_b}}; }
  int thread_count() const { return threads.value_or(stats ? 1 : default_threads()); }
};

/// A and B.
void add_pair_files(Command& app, PairArguments& arguments);
/// --poses.
void add_poses(Command& app, PairArguments& arguments);
/// --json, --quiet, --threads, --out and --resume, the last options of a command; `more` ends the sentence of
/// --threads.
void add_voice_and_threads(Command& app, PairArguments& arguments, const std::string& more = "");

/// How every footer of these commands explains poses.
extern const std::string about_poses;
/// ... and the ids that it prints.
extern const std::string about_ids;

/// Both models and all poses of one run.
struct PosedModels {
  std::vector<PlacementPair> poses;
  ModelFile a, b;
};
/// Throws Error for whatever is wrong with the files, for instructions that this machine or the kind of volume lacks,
/// and for threads that would have nothing to do.
PosedModels load_posed_models(const PairArguments& arguments);

/// What the statistics of --stats say about the models and all queries.
Json stats_of(const PosedModels& models, const Answered& answered);

/// What a command asks of two models at each pose.
template <class Q>
concept PoseQuery = requires(const Q& query, const any::Model& a, const any::Model& b,
                             std::span<const PlacementPair> poses, int threads, const typename Q::Result& result,
                             std::size_t pose, std::string& text) {
  /// As in ItemQuery, on so many threads (0: all cores).
  { query.ask(a, b, poses, threads) } -> std::same_as<std::vector<typename Q::Result>>;
  // A line for programs, or lines for people.
  query.append_json(text, pose, result);
  query.append_text(text, pose, result);
};

/// A query at the poses of one run.
template <PoseQuery Query>
struct AtPoses {
  using Item = PlacementPair;
  using Result = typename Query::Result;
  const PosedModels& models;
  const PairArguments& arguments;
  const Query& query;

  std::vector<Result> ask(std::span<const PlacementPair> poses) const {
    return query.ask(models.a.model, models.b.model, poses, threads());
  }
  int threads() const { return arguments.thread_count(); }
  std::size_t bytes_of(const Result& result) const { return query.bytes_of(result); }
  Answer answer_of(const Result& result) const { return query.answer_of(result); }
  void print(std::string& text, std::size_t pose, const Result& result) const {
    if (arguments.voice.json)
      query.append_json(text, pose, result);
    else if (!arguments.voice.quiet)
      query.append_text(text, pose, result);
  }
};

/// Asks the query at every pose; whoever is asked for a verdict alone has it with the first pose that is found.
template <PoseQuery Query>
Answered answer_poses(const PosedModels& models, const PairArguments& arguments, const Query& query,
                      Interrupt& interrupt) {
  return answer_in_pieces(std::span(models.poses), AtPoses<Query>{models, arguments, query}, arguments.asking("poses"),
                          interrupt);
}

}  // namespace abut::cli
