#pragma once

#include "classic/any_model.h"
#include "repeated.h"
#include "scenario.h"

namespace abut::bench::pqp {

/// Trees as the paper builds them: axes from the covariance of the vertices, split at the mean vertex, one triangle a
/// leaf, in double. The engine has its own.
any::ModelOptions trees_of(any::VolumeKind kind);

/// What is asked at each placement, and how the answer is looked for.
struct Way {
  enum class Ask { contact, distance };
  Ask ask = Ask::distance;
  double relative_error = 0;            ///< of a distance
  std::optional<any::Search> search{};  ///< of classic trees; priority by default
  std::optional<classic::Overflow> overflow{};
  bool cached = false;                 ///< the last closest pair of the track is measured first
  std::span<const double> known = {};  ///< the distances of all questions: the paper's ideal query
};

/// What it took to answer.
struct Cost {
  Counters counters;
  Timing time;                ///< of all questions
  std::vector<double> upper;  ///< per question: the distance's upper bound; 0 or infinity when contact was asked for
  std::vector<double> lower;  ///< of distances

  double milliseconds_each() const { return milliseconds_each(time.seconds); }
  double milliseconds_each(double of_all) const { return 1e3 * of_all / static_cast<double>(upper.size()); }
};

/// The columns that every table of costs ends in, and a row's cells of them.
inline const std::vector<std::string> cost_columns{"volume_tests",      "triangle_tests",    "seconds", "ms_per_query",
                                                   "ms_lower_quartile", "ms_upper_quartile", "runs"};
std::vector<std::string> cells(const Cost& cost);
/// One list after another.
std::vector<std::string> joined(std::vector<std::string> head, const std::vector<std::string>& tail);

/// The models of a scenario, with trees of one kind.
class Replayer {
 public:
  Replayer(const Scenario& scenario, const any::ModelOptions& options);

  /// Asks all questions, again and again while repeated() wants to know their time better.
  Cost ask(const Way& way) const;
  Cost ask_once(const Way& way) const;
  /// Of all trees together.
  std::size_t leaves() const;

 private:
  const Scenario& scenario_;
  std::vector<any::Model> models_;
};

/// Every so many of the questions.
Scenario thinned(const Scenario& scenario, std::size_t every);
/// The first questions, as many as there are of so many.
Scenario first_of(const Scenario& scenario, std::size_t count);

/// The distances of all questions, by the fast engine.
std::vector<double> true_distances(const Scenario& scenario);

/// Throws Error when an answer is not the one that follows from the distances: exactly, or within the error.
void require_right(const Scenario& scenario, std::string_view how, const Way& way, const Cost& cost,
                   std::span<const double> distances);

}  // namespace abut::bench::pqp
