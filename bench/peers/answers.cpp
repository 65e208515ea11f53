#include "answers.h"

#include <abut/classic.h>

#include <algorithm>

namespace abut::bench::peers {

namespace {

std::vector<Contact> without(const std::vector<Contact>& all, const std::vector<Contact>& removed) {
  std::vector<Contact> rest;
  std::set_difference(all.begin(), all.end(), removed.begin(), removed.end(), std::back_inserter(rest));
  return rest;
}

void compare_pairs(std::size_t placement, const std::vector<Contact>& found, const std::vector<Contact>& exact,
                   Differences& differences) {
  const std::vector<Contact> missed = without(exact, found), extra = without(found, exact);
  differences.pairs += exact.size();
  differences.missed += missed.size();
  differences.extra += extra.size();
  differences.wrong_yes += exact.empty() && !found.empty();
  differences.wrong_no += !exact.empty() && found.empty();
  if (!differences.example.empty() || (missed.empty() && extra.empty())) return;
  const Contact& pair = missed.empty() ? extra[0] : missed[0];
  differences.example = "placement " + std::to_string(placement) + ": pair (" + std::to_string(pair.a) + ", " +
                        std::to_string(pair.b) + ") " + (missed.empty() ? "does not touch" : "touches");
}

void compare_yes_or_no(std::size_t placement, bool found, bool exact, Differences& differences) {
  differences.wrong_yes += found && !exact;
  differences.wrong_no += exact && !found;
  if (found != exact && differences.example.empty())
    differences.example = "placement " + std::to_string(placement) + (exact ? " touches" : " is clear");
}

}  // namespace

std::vector<Contact> sorted_once(std::vector<Contact> pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::vector<std::vector<Contact>> exact_contacts(const Workload& work) {
  const classic::ModelOptions options{.volume = classic::VolumeKind::obb};
  const classic::Model a(work.a, options), b(work.b, options);
  std::vector<std::vector<Contact>> result;
  for (const PlacementPair& at : work.placements) result.push_back(collide(a, at.a, b, at.b).pairs);
  return result;
}

Differences compare_answers(const Workload& work, Query query, const std::vector<std::vector<Contact>>& exact,
                            PreparedPair& pair, double seconds) {
  Differences differences;
  std::vector<Contact> found;
  for (std::size_t i = 0; i < work.placements.size() && (i == 0 || differences.seconds < seconds); ++i) {
    const double start = thread_seconds();
    bool touching = false;
    if (query == Query::first_contact)
      touching = pair.touches(work.placements[i]);
    else
      pair.contacts(work.placements[i], found);
    differences.seconds += thread_seconds() - start;
    ++differences.placements;
    if (query == Query::first_contact)
      compare_yes_or_no(i, touching, !exact[i].empty(), differences);
    else
      compare_pairs(i, sorted_once(found), exact[i], differences);
  }
  return differences;
}

Table answers_table() {
  return Table(
      {"work", "query", "contestant", "placements", "wrong_yes", "wrong_no", "pairs", "missed", "extra", "example"});
}

void add_answers(const std::string& work, Query query, const std::string& contestant, const Differences& differences,
                 Table& table) {
  const auto count = [](std::size_t value) { return cell(std::uint64_t{value}); };
  table.row({work, std::string(name_of(query)), contestant, count(differences.placements), count(differences.wrong_yes),
             count(differences.wrong_no), count(differences.pairs), count(differences.missed), count(differences.extra),
             differences.example});
}

}  // namespace abut::bench::peers
