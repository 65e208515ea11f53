#pragma once

#include "scenario.h"
#include <abut/query/distance.h>

namespace abut::bench::pqp {

/// What is asked at each placement.
enum class Ask {
  contact,      ///< do they touch? (Table 2)
  distance,     ///< how far apart are they? (Table 3)
  ten_percent,  ///< the same with a relative error of 10 % (Table 4)
};

/// Trees as the paper builds them: axes from the covariance of the vertices, split at the mean vertex, one triangle a
/// leaf, in double. Those of `automatic` are as they always are.
ModelOptions trees_of(VolumeKind kind);

/// How a distance is looked for.
struct Way {
  Search search = Search::priority;
  bool cached = false;  ///< the last closest pair of the track is measured first
  bool ideal = false;   ///< the distance is known beforehand: the paper's minimal tree of tests
};

/// The models of a scenario, with trees of one kind.
class Replayer {
 public:
  Replayer(const Scenario& scenario, const ModelOptions& options);

  struct Cost {
    Counters counters;
    double seconds = 0;           ///< of all questions, the best of some repetitions
    std::vector<double> answers;  ///< per question: 0 or 1; or the distance's upper bound
    std::vector<double> lower;    ///< of distances
  };
  /// Asks every `every`-th question. `known`: the distances, which only the ideal way looks at.
  Cost ask(Ask what, const Way& way = {}, std::span<const double> known = {}, std::size_t every = 1,
           int repetitions = 3) const;

 private:
  const Scenario& scenario_;
  std::vector<Model> models_;
};

/// The distances of all questions, by the fast engine.
std::vector<double> true_distances(const Scenario& scenario);

/// Throws Error when an answer is not the one that follows from the distances: exactly, or within 10 %.
void require_right(const Scenario& scenario, std::string_view how, Ask what, const Replayer::Cost& cost,
                   std::span<const double> distances, std::size_t every = 1);

}  // namespace abut::bench::pqp
