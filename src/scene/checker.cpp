#include "base/threads.h"
#include "query/option_check.h"
#include "scene/checker_data.h"
#include "scene/configuration_check.h"
#include "scene/distance_gradient.h"
#include <abut/checker.h>
#include <abut/error.h>

#include <algorithm>

namespace abut {

namespace {

/// How many configurations a thread takes at a time.
constexpr std::size_t run_length = 256;
/// From so many configurations on a batch prepares the checker by itself: the map costs about as much as a tenth of a
/// second, and half a millisecond for each body, and then saves some 2 us a configuration; a small batch never waits.
std::size_t many(const CheckerData& data) { return 50000 + 500 * data.bodies.size(); }

std::size_t count_of(std::span<const double> configurations, std::size_t dof) {
  if (dof == 0) throw Error("the figures have no joint that moves: ask about one configuration without numbers.");
  if (configurations.size() % dof != 0)
    throw Error("configurations of " + std::to_string(dof) + " numbers each cannot have " +
                std::to_string(configurations.size()) + " numbers in all.");
  return configurations.size() / dof;
}

void require_valid_rows(const CheckerData& data, std::span<const double> configurations) {
  for (std::size_t row = 0; row < count_of(configurations, data.dof); ++row)
    for (const FigurePart& part : data.figures)
      part.figure.require_valid(configurations.subspan(row * data.dof + part.first_number, part.figure.dof()),
                                ("configuration " + std::to_string(row) + " (from 0)").c_str());
}

/// run(check, first, end) for ranges of configurations, on threads.
template <class Run>
void for_each_run(const CheckerData& data, std::span<const double> configurations, double margin, int threads,
                  const Run& run) {
  const std::size_t count = count_of(configurations, data.dof);
  require_margin(margin);
  const auto run_with_check = [&](std::size_t first, std::size_t end) {
    ConfigurationCheck check(data, margin);
    run(check, first, end);
  };
  // What is one run is done at once.
  const int helping = count <= run_length ? 1 : threads_meant(threads);
  try {
    with_threads(helping, [&] { for_each_range(helping, count, run_length, run_with_check); });
  } catch (const Error&) {
    require_valid_rows(data, configurations);
    throw;
  }
}

/// answer(check, configuration, i) for every configuration, on threads.
template <class Answer>
void for_each_configuration(const CheckerData& data, std::span<const double> configurations, double margin, int threads,
                            const Answer& answer) {
  for_each_run(data, configurations, margin, threads,
               [&](ConfigurationCheck& check, std::size_t first, std::size_t end) {
                 for (std::size_t i = first; i < end; ++i)
                   answer(check, configurations.subspan(i * data.dof, data.dof), i);
               });
}

std::vector<CheckedPair> touching_pairs(const CheckerData& data, ConfigurationCheck& check,
                                        std::span<const double> configuration, double margin) {
  check.place(configuration);
  std::vector<CheckedPair> pairs;
  check.for_each_mover_pair([&](const MoverPair& pair) {
    if (check.touches(pair)) pairs.push_back({data.movers[pair.a].name, data.movers[pair.b].name});
  });
  for (std::uint32_t mover = 0; mover < data.movers.size(); ++mover)
    check.for_each_near_body(mover, margin, [&](std::uint32_t body) {
      if (check.touches(mover, body)) pairs.push_back({data.movers[mover].name, data.bodies[body].name});
      return true;
    });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

Checker::Checker(const CheckerSetup& setup) : data_(new CheckerData(setup)) {}

std::size_t Checker::dof() const { return data_->dof; }
const std::vector<std::string>& Checker::names() const { return data_->names; }
std::size_t Checker::movers() const { return data_->mover_names; }
const std::vector<std::string>& Checker::open() const { return data_->open; }

bool Checker::is_allowed(CheckedPair pair) const {
  const auto [first, second] = std::minmax(pair.a, pair.b);
  if (second >= data_->names.size()) throw Error("there are fewer names than the pair says.");
  return first >= data_->mover_names || data_->may_touch(first, second);
}

bool Checker::is_free(std::span<const double> configuration, const CheckOptions& options) const {
  require_margin(options.margin);
  return ConfigurationCheck(*data_, options.margin).is_free(configuration);
}

std::vector<char> Checker::are_free(std::span<const double> configurations, const CheckOptions& options) const {
  std::vector<char> answers(count_of(configurations, data_->dof));
  are_free(configurations, answers, options);
  return answers;
}

void Checker::are_free(std::span<const double> configurations, std::span<char> answers,
                       const CheckOptions& options) const {
  if (answers.size() != count_of(configurations, data_->dof))
    throw Error("there are " + std::to_string(count_of(configurations, data_->dof)) + " configurations, and room for " +
                std::to_string(answers.size()) + " answers.");
  if (answers.size() >= many(*data_)) prepare(options.threads);
  const std::size_t dof = data_->dof;
  for_each_run(*data_, configurations, options.margin, options.threads,
               [&](ConfigurationCheck& check, std::size_t first, std::size_t end) {
                 check.are_free(configurations.subspan(first * dof, (end - first) * dof),
                                answers.subspan(first, end - first));
               });
}

void Checker::require_valid(std::span<const double> configurations) const {
  require_valid_rows(*data_, configurations);
}

void Checker::prepare(int threads) const { data_->prepare(threads_meant(threads)); }

std::vector<CheckedPair> Checker::touching(std::span<const double> configuration, const CheckOptions& options) const {
  require_margin(options.margin);
  ConfigurationCheck check(*data_, options.margin);
  return touching_pairs(*data_, check, configuration, options.margin);
}

std::vector<std::vector<CheckedPair>> Checker::touching_each(std::span<const double> configurations,
                                                             const CheckOptions& options) const {
  std::vector<std::vector<CheckedPair>> pairs(count_of(configurations, data_->dof));
  for_each_configuration(*data_, configurations, options.margin, options.threads,
                         [&](ConfigurationCheck& check, std::span<const double> configuration, std::size_t i) {
                           pairs[i] = touching_pairs(*data_, check, configuration, options.margin);
                         });
  return pairs;
}

std::vector<CheckedDistance> Checker::distances(std::span<const double> configuration,
                                                const CheckDistanceOptions& options) const {
  require_margin(options.cut_off);
  ConfigurationCheck check(*data_, 0);
  return distances_with_gradients(*data_, check, configuration, options);
}

std::vector<std::vector<CheckedDistance>> Checker::distances_each(std::span<const double> configurations,
                                                                  const CheckDistanceOptions& options) const {
  require_margin(options.cut_off);
  std::vector<std::vector<CheckedDistance>> results(count_of(configurations, data_->dof));
  for_each_configuration(*data_, configurations, 0, options.threads,
                         [&](ConfigurationCheck& check, std::span<const double> configuration, std::size_t i) {
                           results[i] = distances_with_gradients(*data_, check, configuration, options);
                         });
  return results;
}

}  // namespace abut
