#pragma once

#include "classic/any_model.h"
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
  double seconds = 0;         ///< of all questions, the best of some repetitions
  std::vector<double> upper;  ///< per question: the distance's upper bound; 0 or infinity when contact was asked for
  std::vector<double> lower;  ///< of distances

  double milliseconds_each() const { return 1e3 * seconds / static_cast<double>(upper.size()); }
};

/// The models of a scenario, with trees of one kind.
class Replayer {
 public:
  Replayer(const Scenario& scenario, const any::ModelOptions& options);

  /// Asks all questions; again, up to three times, when that takes less than a second.
  Cost ask(const Way& way) const;
  Cost ask_once(const Way& way) const;

 private:
  const Scenario& scenario_;
  std::vector<any::Model> models_;
};

/// Every so many of the questions.
Scenario thinned(const Scenario& scenario, std::size_t every);

/// The distances of all questions, by the fast engine.
std::vector<double> true_distances(const Scenario& scenario);

/// Throws Error when an answer is not the one that follows from the distances: exactly, or within the error.
void require_right(const Scenario& scenario, std::string_view how, const Way& way, const Cost& cost,
                   std::span<const double> distances);

}  // namespace abut::bench::pqp
