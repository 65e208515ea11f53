#pragma once

#include "interrupt.h"
#include "model_file.h"
#include "options.h"
#include "output.h"
#include "poses_in_pieces.h"
#include "progress.h"

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

  /// Nothing is printed: the exit status is all that is asked for.
  bool is_silent() const { return voice.quiet && !voice.json && !stats; }
  /// The times of --stats are those of one thread.
  int thread_count() const { return threads.value_or(stats ? 1 : 0); }
};

/// A and B.
void add_pair_files(CLI::App& app, PairArguments& arguments);
/// --poses.
void add_poses(CLI::App& app, PairArguments& arguments);
/// --json, --quiet and --threads, the last options of a command; `more` ends the sentence of --threads.
void add_voice_and_threads(CLI::App& app, PairArguments& arguments, const std::string& more = "");

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
Json stats_of(const PosedModels& models, std::size_t queries, const Counters& counters, double microseconds_per_query);

struct Answered {
  bool any_found = false, any_unknown = false;
  Json stats;

  ExitStatus status() const { return any_found ? found : any_unknown ? not_known : not_found; }
};

/// Asks the query at every pose and prints the results piece by piece, with progress. Throws Interrupted when
/// the interrupt comes; whoever is asked for a verdict alone has it with the first pose that is found.
template <PoseQuery Query>
Answered answer_poses(const PosedModels& models, const PairArguments& arguments, const Query& query,
                      Interrupt& interrupt) {
  PosesInPieces queries(models.a.model, models.b.model, models.poses, query, arguments.thread_count());
  Output output;
  Answered answered;
  Progress progress(models.poses.size(), "poses", !arguments.voice.quiet);
  while (!queries.at_end() && !(answered.any_found && arguments.is_silent())) {
    std::size_t pose = queries.done();
    const auto results = queries.next();
    if (interrupt.flag()) {
      progress.clear();
      throw Interrupted{
          fmt::format("stopped after {} of {} poses; the answer is not complete.", pose, models.poses.size())};
    }
    for (const auto& result : results) {
      const Answer answer = query.answer_of(result);
      answered.any_found = answered.any_found || answer == Answer::yes;
      answered.any_unknown = answered.any_unknown || answer == Answer::unknown;
      if (arguments.voice.json)
        query.append_json(output.text, pose, result);
      else if (!arguments.voice.quiet)
        query.append_text(output.text, pose, result);
      ++pose;
    }
    output.flush();
    progress.reached(queries.done());
  }
  answered.stats = stats_of(models, queries.done(), queries.counters(), queries.microseconds_per_query());
  return answered;
}

/// The one object that --stats ends with.
void print_stats(const Json& stats);

}  // namespace abut::cli
