#include "pair_command.h"

#include "poses.h"
#include "poses_together.h"
#include <abut/error.h>

namespace abut::cli {

const std::string about_poses =
    R"(A poses file has 24 numbers per line: A's 3x4 matrix row by row, then B's (world <- model). '#'
starts a comment. Without --poses both models are placed as in their files.)";

const std::string about_ids = R"(Ids count from 0 in the file's order; a polygon of n corners counts n - 2.)";

void add_pair_files(Command& app, PairArguments& arguments) {
  app.add_option("A", arguments.file_a, "Mesh file (STL, OBJ, PLY) or tree file (.abut)").required().type_name("FILE");
  app.add_option("B", arguments.file_b, "Mesh file (STL, OBJ, PLY) or tree file (.abut)").required().type_name("FILE");
}

void add_poses(Command& app, PairArguments& arguments) {
  app.add_option("--poses", arguments.poses, "Placements of A and B, one pose per line; - reads\nstandard input")
      .type_name("FILE");
}

void add_voice_and_threads(Command& app, PairArguments& arguments, const std::string& more) {
  add_voice(app, arguments.voice);
  add_threads(app, arguments.threads, "default: all cores; 1 with --stats" + more);
  add_destination(app, arguments.destination);
}

PosedModels load_posed_models(const PairArguments& arguments) {
  if (arguments.simd) require_available(*arguments.simd);
  require_simd_of(arguments.model.volume, arguments.simd);
  std::vector<std::string> inputs{arguments.file_a, arguments.file_b};
  if (!arguments.poses.empty()) inputs.push_back(arguments.poses);
  arguments.destination.require_usable(arguments.is_silent(), inputs);
  std::vector<PlacementPair> poses{{}};
  if (!arguments.poses.empty()) poses = crew() ? read_poses_together(arguments.poses) : read_poses(arguments.poses);
  any::ModelOptions options = arguments.model;
  if (options.volume == any::VolumeKind::automatic)
    options.threads = arguments.thread_count();
  else if (arguments.threads && poses.size() == 1 && is_first_rank())
    throw Error(
        fmt::format("'{}' does not take the option 'threads' for a single pose: leave it out, or choose another "
                    "kind of volume.",
                    name_of(options.volume)));
  ModelFile a = load_model(arguments.file_a, options);
  return {std::move(poses), std::move(a), load_model(arguments.file_b, options)};
}

Json stats_of(const PosedModels& models, const Answered& answered) {
  Json stats = to_json(answered.sums.queries, answered.sums.counters);
  stats.update({{"build_ms_a", 1e3 * models.a.build_seconds},
                {"build_ms_b", 1e3 * models.b.build_seconds},
                {"query_us", answered.microseconds_per_query()},
                {"bytes_a", models.a.model.bytes()},
                {"bytes_b", models.b.model.bytes()}});
  return stats;
}

}  // namespace abut::cli
