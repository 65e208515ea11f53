#pragma once

#include "classic/any_model.h"
#include "commands.h"
#include <abut/motion.h>
#include <abut/solid.h>

#include <optional>

namespace abut::cli {

/// A check for CLI11: is it a whole number in [low, high]?
std::function<std::string(const std::string&)> whole_number(std::uint64_t low, std::uint64_t high);

/// A check for CLI11: is it a finite number of 0 or more? `noun` says of what kind: "length".
std::function<std::string(const std::string&)> number_from_zero(const std::string& noun);

// Options stay unset unless they are given: models and queries throw Error for those that the kind of volume lacks.
/// How a model's tree is made: --volume --fit --split --leaf --storage --tile.
void add_model_options(CLI::App& app, any::ModelOptions& options);
/// How far a distance may be off: --relative-error --absolute-error.
void add_errors(CLI::App& app, double& relative_error, double& absolute_error);
/// When a query ends early: --max-tests --budget-ms; `of_what` says which query: " of a pose".
void add_budget(CLI::App& app, Budget& budget, const std::string& of_what);
// How a pair of trees is searched, an option each.
void add_sat(CLI::App& app, std::optional<any::Sat>& sat);
void add_descent(CLI::App& app, std::optional<any::Descent>& descent);
void add_search(CLI::App& app, std::optional<any::Search>& search);
/// --queue and --overflow of a priority directed search.
void add_queue(CLI::App& app, classic::DistanceMethod& method);
/// --holes of a solid.
void add_holes(CLI::App& app, std::optional<Holes>& holes);
/// --way: how a motion gets from one placement to the next.
void add_way(CLI::App& app, Way& way);
void add_simd(CLI::App& app, std::optional<Simd>& simd);
/// Throws Error when instructions are chosen for a kind of volume that has no choice.
void require_simd_of(any::VolumeKind volume, const std::optional<Simd>& simd);
/// --first and --max-contacts; `of_what` ends their sentences: "" or " of each pose".
void add_contact_limits(CLI::App& app, bool& first, std::uint64_t& max_contacts, const std::string& of_what);
/// --stats.
void add_stats(CLI::App& app, bool& stats);

/// --json and --quiet.
struct Voice {
  bool json = false, quiet = false;
};
void add_voice(CLI::App& app, Voice& voice);

/// --threads; none when it was not given.
void add_threads(CLI::App& app, std::optional<int>& threads, const std::string& unless_told);

}  // namespace abut::cli
