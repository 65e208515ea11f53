#include "experiments.h"
#include "goals.h"
#include "motion_works.h"
#include "peer.h"
#include "race.h"
#include <abut/collide.h>
#include <abut/distance.h>

#include <algorithm>

namespace abut::bench::peers {

namespace {

/// One motion as we answered it, and what that took.
struct Answered {
  MovingContact contact;
  double seconds = 0, distance_seconds = 0;  ///< the latter: of the distance where it begins
  double distances() const { return seconds / distance_seconds; }
};

double part_of(std::vector<double> values, double part) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5)];
}

template <class Value>
std::vector<double> values_of(const std::vector<Answered>& all, MotionVerdict verdict, const Value& value) {
  std::vector<double> values;
  for (const Answered& one : all)
    if (one.contact.verdict == verdict) values.push_back(value(one));
  return values;
}

Answered answer(const Model& a, const Motion& motion, const Model& b, const Surroundings& to) {
  Answered result;
  const Motion still;
  const Placement begin = motion.at(motion.during().begin), at_rest;
  double kept = 0;  // so that no query is left out
  const std::vector<double> seconds = race({[&] { result.contact = first_contact(a, motion, b, still); },
                                            [&] { kept += distance(a, begin, b, at_rest).upper; }},
                                           rules_for(to, {.rounds = 5, .seconds_each = 0.1}));
  result.seconds = seconds[0], result.distance_seconds = kept >= 0 ? seconds[1] : 0;
  return result;
}

/// What a peer says of some of the motions, held against contacts that anybody can check: models that touch at a time,
/// by exact `touches`.
struct PeerTally {
  std::uint64_t motions = 0, contacts = 0, missed = 0, late = 0, early = 0;
  std::vector<double> seconds;
};

/// The first time at which the models touch, of so many evenly spread ones and the contact that was found; infinite if
/// there is none.
double first_seen_touch(const Model& a, const Motion& motion, const Model& b, const MovingContact& contact) {
  constexpr int samples = 512;
  for (int i = 0; i <= samples; ++i) {
    const double time = static_cast<double>(i) / samples;
    if (touches(a, motion.at(time), b, {})) return time;
  }
  const bool touches_there = contact.verdict == MotionVerdict::contact && touches(a, motion.at(contact.upper), b, {});
  return touches_there ? contact.upper : std::numeric_limits<double>::infinity();
}

PeerTally ask_peer(const Peer& peer, const MotionWork& work, const Model& a, const Model& b,
                   std::span<const Answered> answered) {
  PeerTally tally;
  const std::unique_ptr<MovedPair> pair = peer.moved(work.a, work.b);
  for (std::size_t i = 0; i < answered.size(); ++i) {
    const auto& [from, to] = work.motions[i];
    const double before = thread_seconds();
    const MovedPair::Told told = pair->first_contact(from, to);
    tally.seconds.push_back(thread_seconds() - before);
    const double touch = first_seen_touch(a, Motion::screw(from, to), b, answered[i].contact);
    // What it was asked to be exact to, and as much again.
    constexpr double allowed = 2e-6;
    ++tally.motions;
    tally.contacts += touch <= 1;
    tally.missed += touch <= 1 && !told.contact;
    tally.late += told.contact && told.time > touch + allowed;
    tally.early += told.contact && told.time < answered[i].contact.lower - allowed;
  }
  return tally;
}

void add_goals(const std::string& name, const std::vector<Answered>& all, double peer_median,
               std::vector<Goal>& goals) {
  const auto distances = [](const Answered& one) { return one.distances(); };
  const auto seconds = [](const Answered& one) { return one.seconds; };
  const std::vector<double> hits = values_of(all, MotionVerdict::contact, distances),
                            clear = values_of(all, MotionVerdict::clear, distances);
  const double median = part_of(hits, 0.5);
  if (!hits.empty()) {
    goals.push_back({name + ", first contact: median", "distances of the pair", median, 5, 2, true});
    goals.push_back(
        {name + ", first contact: 95 of 100", "times the median", part_of(hits, 0.95) / median, 5, 0, true});
  }
  if (!clear.empty())
    goals.push_back(
        {name + ", proof of a clear motion: median", "distances of the pair", part_of(clear, 0.5), 2, 1, true});
  const double ours = part_of(values_of(all, MotionVerdict::contact, seconds), 0.5);
  if (peer_median > 0 && ours > 0)
    goals.push_back({name + ", first contact", "times FCL's speed", peer_median / ours, 5000});
}

struct MotionTables {
  Table works{{"work", "contestant", "motions", "contacts", "missed", "late", "early", "undecided", "median_us",
               "p95_us", "median_distances", "p95_distances", "clear_median_distances"}};
  Table each{{"work", "verdict", "clearance", "distance_us", "us", "distances"}};
  std::vector<Goal> goals;
};

void tell_ours(const MotionWork& work, const std::vector<Answered>& all, const Model& a, const Model& b,
               MotionTables& tables) {
  std::uint64_t contacts = 0, undecided = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const MovingContact& contact = all[i].contact;
    contacts += contact.verdict == MotionVerdict::contact;
    undecided += contact.verdict == MotionVerdict::undecided;
    const Motion motion = Motion::screw(work.motions[i].from, work.motions[i].to);
    const double clearance = contact.verdict == MotionVerdict::clear ? least_clearance(a, motion, b, {}).upper : 0;
    tables.each.row({work.name, std::string(name_of(contact.verdict)), cell(clearance),
                     cell(1e6 * all[i].distance_seconds), cell(1e6 * all[i].seconds), cell(all[i].distances())});
  }
  const auto of = [&](MotionVerdict verdict, double part, double scale, bool in_distances) {
    return cell(scale *
                part_of(values_of(all, verdict,
                                  [&](const Answered& one) { return in_distances ? one.distances() : one.seconds; }),
                        part));
  };
  tables.works.row({work.name, std::string(default_name), cell(std::uint64_t{all.size()}), cell(contacts), "0", "0",
                    "0", cell(undecided), of(MotionVerdict::contact, 0.5, 1e6, false),
                    of(MotionVerdict::contact, 0.95, 1e6, false), of(MotionVerdict::contact, 0.5, 1, true),
                    of(MotionVerdict::contact, 0.95, 1, true), of(MotionVerdict::clear, 0.5, 1, true)});
}

void compare_on(const MotionWork& work, const Surroundings& to, bool with_others, MotionTables& tables) {
  const Model a(work.a), b(work.b);
  std::vector<Answered> all;
  for (const auto& [from, end] : work.motions) all.push_back(answer(a, Motion::screw(from, end), b, to));
  tell_ours(work, all, a, b, tables);
  to.say(work.name);
  // The others take seconds for each.
  const std::size_t few = std::min(all.size(), static_cast<std::size_t>(to.count(25, 3)));
  double fcl_median = 0;
  for (const Peer& peer : other_libraries()) {
    if (!with_others || !peer.moved) continue;
    const PeerTally tally = ask_peer(peer, work, a, b, std::span(all).first(few));
    const double median = part_of(tally.seconds, 0.5), unit = all[0].distance_seconds;
    if (peer.name == "FCL") fcl_median = median;
    tables.works.row({work.name, peer.name, cell(tally.motions), cell(tally.contacts), cell(tally.missed),
                      cell(tally.late), cell(tally.early), "", cell(1e6 * median),
                      cell(1e6 * part_of(tally.seconds, 0.95)), cell(median / unit),
                      cell(part_of(tally.seconds, 0.95) / unit), ""});
    to.say(work.name + ", " + peer.name);
  }
  add_goals(work.name, all, fcl_median, tables.goals);
}

void compare_fits(const Surroundings& to, std::vector<Goal>& goals) {
  Table table({"fit", "triangles", "verdict", "clearance", "distance_us", "us", "distances"});
  for (const Fit& fit : close_fits(to.count(128, 24))) {
    const Model inner(fit.inner), outer(fit.outer);
    const Answered found = answer(inner, fit.motion, outer, to);
    const double clearance = distance(inner, {}, outer, {}).upper;
    table.row({fit.name, cell(std::uint64_t{fit.inner.triangles.size()}), std::string(name_of(found.contact.verdict)),
               cell(clearance), cell(1e6 * found.distance_seconds), cell(1e6 * found.seconds),
               cell(found.distances())});
    // A fit that is not proved clear has not been measured.
    const bool proved = found.contact.verdict == MotionVerdict::clear;
    goals.push_back({fit.name + ", a turn", "distances of the pair",
                     proved ? found.distances() : std::numeric_limits<double>::infinity(), 50, 20, true});
    to.say(fit.name);
  }
  table.save(to.out / "fits.csv");
}

void measure(const Surroundings& to, std::string_view experiment, bool with_others) {
  MotionTables tables;
  for (const MotionWork& work : random_screws(to.count(20000, 2000), to.count(200, 12)))
    compare_on(work, to, with_others, tables);
  compare_fits(to, tables.goals);
  tables.works.save(to.out / "motions.csv");
  tables.each.save(to.out / "each_motion.csv");
  record_goals(to, experiment, tables.goals);
}

}  // namespace

void compare_motions(const Surroundings& to) { measure(to, "motions", true); }
void measure_motions(const Surroundings& to) { measure(to, "motion", false); }

}  // namespace abut::bench::peers
