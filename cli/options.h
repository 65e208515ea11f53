#pragma once

#include "classic/any_model.h"
#include "commands.h"
#include <abut/motion.h>
#include <abut/solid.h>

#include <optional>

namespace abut::cli {

// Options stay unset unless they are given: models and queries throw Error for those that the kind of volume lacks.
/// How a model's tree is made: --volume --fit --split --leaf --storage --tile.
void add_model_options(Command& app, any::ModelOptions& options);
/// How far a distance may be off: --relative-error --absolute-error.
void add_errors(Command& app, double& relative_error, double& absolute_error);
/// When a query ends early: --max-tests --budget-ms; `of_what` says which query: " of a pose".
void add_budget(Command& app, Budget& budget, const std::string& of_what);
// How a pair of trees is searched, an option each.
void add_sat(Command& app, std::optional<any::Sat>& sat);
void add_descent(Command& app, std::optional<any::Descent>& descent);
void add_search(Command& app, std::optional<any::Search>& search);
/// --queue and --overflow of a priority directed search.
void add_queue(Command& app, classic::DistanceMethod& method);
/// --holes of a solid.
void add_holes(Command& app, std::optional<Holes>& holes);
/// --way: how a motion gets from one placement to the next.
void add_way(Command& app, Way& way);
void add_simd(Command& app, std::optional<Simd>& simd);
/// Throws Error when instructions are chosen for a kind of volume that has no choice.
void require_simd_of(any::VolumeKind volume, const std::optional<Simd>& simd);
/// --first and --max-contacts; `of_what` ends their sentences: "" or " of each pose".
void add_contact_limits(Command& app, bool& first, std::uint64_t& max_contacts, const std::string& of_what);
/// --stats.
void add_stats(Command& app, bool& stats);

/// --json and --quiet.
struct Voice {
  bool json = false, quiet = false;
};
void add_voice(Command& app, Voice& voice);

/// --threads; none when it was not given.
void add_threads(Command& app, std::optional<int>& threads, const std::string& unless_told);

}  // namespace abut::cli
