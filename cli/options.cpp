#include "options.h"

#include <abut/error.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace abut::cli {

namespace {

constexpr std::string_view name_of(Way way) { return way == Way::screw ? "screw" : "slerp"; }

template <class Choice>
using Named = std::vector<std::pair<std::string, Choice>>;

template <class Choice, std::size_t n>
Named<Choice> named(const std::array<Choice, n>& all) {
  Named<Choice> result;
  for (const Choice choice : all) result.emplace_back(name_of(choice), choice);
  return result;
}

/// "a, b, c" with a line's end where a line of help would grow too long.
std::string list_for_help(const std::string& names) {
  constexpr std::size_t widest = 50;
  std::string result;
  std::size_t line = 0;
  for (std::size_t at = 0; at < names.size();) {
    const std::size_t end = std::min(names.find(", ", at), names.size() - 2) + 2;
    if (line + end - at > widest && line > 0) result.back() = '\n', line = 0;
    result += names.substr(at, end - at);
    line += end - at;
    at = end;
  }
  return result;
}

/// An option that takes one of several names; the help lists them. The value may be a std::optional.
template <class Choice, class Value>
void add_choice(Command& app, const std::string& option, Value& value, const Named<Choice>& choices, Choice unless_told,
                const std::string& what) {
  std::string names;
  for (const auto& [name, choice] : choices) names += (names.empty() ? "" : ", ") + name;
  const auto choose = [&value, choices, names, option](const std::string& given) {
    for (const auto& [name, choice] : choices)
      if (name == given) return void(value = choice);
    refuse(option + " is '" + given + "'; it must be one of " + names);
  };
  app.add_option(option, choose,
                 what + ":\n" + list_for_help(names) + " (default: " + std::string(name_of(unless_told)) + ")")
      .type_name("NAME");
}

}  // namespace

void add_model_options(Command& app, any::ModelOptions& options) {
  const classic::ModelOptions usual;
  add_choice(app, "--volume", options.volume, named(any::all_volume_kinds), options.volume,
             "Bounding volume of the tree; auto is the fast engine,\nwhich takes none of the other five options");
  add_choice(app, "--fit", options.fit, named(any::all_fits), any::Fit::vertex_covariance,
             "How volumes with their own axes find them");
  add_choice(app, "--split", options.split, named(any::all_splits), usual.split,
             "How a group of triangles is split in two");
  add_choice(app, "--storage", options.storage, named(any::all_storages), usual.storage,
             "Number type of the stored volumes");
  app.add_option("--leaf", options.leaf_size, "Most triangles in a leaf (default: 1)")
      .type_name("N")
      .check(whole_number(1, std::uint32_t{1} << 30));
  app.add_option(
         "--tile", options.tile,
         "The longest that a leaf's piece of a triangle may be;\nlonger triangles are cut into tiles, each in its "
         "own\nleaf (default: no tiles)")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
}

void add_sat(Command& app, std::optional<any::Sat>& sat) {
  add_choice(app, "--sat", sat, named(std::array{any::Sat::full, any::Sat::lite}), any::Sat::full,
             "Axes that a box test tries: all, or only those of faces");
}

void add_descent(Command& app, std::optional<any::Descent>& descent) {
  add_choice(app, "--descent", descent, named(any::all_descents), any::Descent::larger_diameter,
             "Which node of a pair of volumes is opened: the one\nwith the larger diameter or volume, or both");
}

void add_holes(Command& app, std::optional<Holes>& holes) {
  add_choice(app, "--holes", holes, named(all_holes), Holes::refuse,
             "What to do with a model that is not closed: report\nit, decide as if every hole had the best lid, "
             "or\nsay what is so with any lid and leave the rest\nunknown");
}

void add_search(Command& app, std::optional<any::Search>& search) {
  add_choice(app, "--search", search, named(any::all_searches), any::Search::priority,
             "Order in which pairs of volumes are opened; auto has\nits own order");
}

void add_queue(Command& app, classic::DistanceMethod& method) {
  app.add_option("--queue", method.queue_size,
                 "Most pairs in the queue of the search 'priority'\n(default: 200, as in the paper)")
      .type_name("N")
      .check(whole_number(0, std::numeric_limits<std::size_t>::max()));
  add_choice(app, "--overflow", method.overflow, named(any::all_overflows), any::Overflow::new_queue,
             "What it does when the queue is full: begin another for\nthe nearest pair, or search depth first");
}

void add_way(Command& app, Way& way) {
  add_choice(
      app, "--way", way, named(std::array{Way::screw, Way::slerp}), Way::screw,
      "How a model gets from one placement to the next: by a\nscrew, or its frame's origin moves straight as it turns");
}

void add_simd(Command& app, std::optional<Simd>& simd) {
  add_choice(app, "--simd", simd, named(all_simd), Simd::best,
             "Vector instructions of the fast engine; they change\nthe time, never the answer");
}

void require_simd_of(any::VolumeKind volume, const std::optional<Simd>& simd) {
  if (simd && volume != any::VolumeKind::automatic)
    throw Error("'" + std::string(name_of(volume)) +
                "' does not take the option 'simd': leave it out, or choose another kind of volume.");
}

void add_errors(Command& app, double& relative_error, double& absolute_error) {
  app.add_option("--relative-error", relative_error,
                 "The distance may be too large by this fraction of it\n(default: 0); 0.1 is ten percent")
      .type_name("SHARE")
      .check(number_from_zero("number"));
  app.add_option("--absolute-error", absolute_error,
                 "The distance may be too large by this length\n(default: 0); with both errors, meeting one is enough")
      .type_name("LENGTH")
      .check(number_from_zero("length"));
}

void add_budget(Command& app, Budget& budget, const std::string& of_what) {
  app.add_option("--max-tests", budget.tests,
                 "End the search" + of_what + " after N tests of volumes and\ntriangles, with what is known by then")
      .type_name("N")
      .check(whole_number(0, Budget::no_limit));
  const auto set_seconds = [&budget](const std::string& given) { budget.seconds = 1e-3 * number_of(given); };
  app.add_option("--budget-ms", set_seconds, "The same after this time, in milliseconds")
      .type_name("TIME")
      .check(number_from_zero("time"));
}

void add_contact_limits(Command& app, bool& first, std::uint64_t& max_contacts, const std::string& of_what) {
  app.add_flag("--first", first, "Stop at the first contact" + of_what);
  app.add_option("--max-contacts", max_contacts, "Stop after N contacts" + of_what)
      .type_name("N")
      .check(whole_number(1, CollideOptions::all));
}

void add_stats(Command& app, bool& stats) {
  app.add_flag("--stats", stats, "At the end, print counts and times as JSON to\nstandard error");
}

void add_voice(Command& app, Voice& voice) {
  app.add_flag("--json", voice.json, "Print JSON for programs instead of text");
  app.add_flag("--quiet", voice.quiet, "Print no text and no progress, only errors and\nrequested JSON");
}

void add_threads(Command& app, std::optional<int>& threads, const std::string& unless_told) {
  app.add_option("--threads", threads, "Number of threads, 0 for all cores\n(" + unless_told + ")")
      .type_name("N")
      .check(whole_number(0, 1024));
}

}  // namespace abut::cli
