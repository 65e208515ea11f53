#include "query/batch.h"
#include "scene/curve_search.h"
#include "scene/edge_search.h"
#include <abut/edge.h>
#include <abut/error.h>

#include <string>

namespace abut {

EdgeChecker::EdgeChecker(Checker checker) : data_(new EdgeData(std::move(checker))) {}

const Checker& EdgeChecker::checker() const { return data_->checker; }
void EdgeChecker::prepare() const { data_->prepare(); }

namespace {

void require_size(const Checker& checker, std::span<const double> configuration) {
  if (configuration.size() != checker.dof())
    throw Error("a configuration has " + std::to_string(checker.dof()) + " numbers, not " +
                std::to_string(configuration.size()) + ".");
}

}  // namespace

EdgeAnswer EdgeChecker::check(std::span<const double> from, std::span<const double> to,
                              const EdgeOptions& options) const {
  require_size(checker(), from);
  require_size(checker(), to);
  data_->expect_edges(1);
  return EdgeSearch(*data_, from, to, options).run();
}

EdgeClearance EdgeChecker::clearance(std::span<const double> from, std::span<const double> to,
                                     const EdgeClearanceOptions& options) const {
  require_size(checker(), from);
  require_size(checker(), to);
  return edge_clearance(
      *data_, [&](const EdgeOptions& each) { return EdgeSearch(*data_, from, to, each).run(); }, options);
}

void EdgeChecker::require_valid(const JointCurve& curve) const {
  require_size(checker(), curve.points(0).first(curve.dof()));
  static_cast<void>(CurveSearch(*data_, curve, {}));
}

EdgeAnswer EdgeChecker::check(const JointCurve& curve, const EdgeOptions& options) const {
  require_size(checker(), curve.points(0).first(curve.dof()));
  data_->expect_edges(curve.pieces());
  return CurveSearch(*data_, curve, options).run();
}

EdgeClearance EdgeChecker::clearance(const JointCurve& curve, const EdgeClearanceOptions& options) const {
  require_size(checker(), curve.points(0).first(curve.dof()));
  return edge_clearance(
      *data_, [&](const EdgeOptions& each) { return CurveSearch(*data_, curve, each).run(); }, options);
}

FreeBall EdgeChecker::free_ball(std::span<const double> configuration, double margin) const {
  require_size(checker(), configuration);
  return abut::free_ball(*data_, configuration, margin);
}

std::vector<EdgeAnswer> EdgeChecker::check_path(std::span<const double> configurations,
                                                const EdgeOptions& options) const {
  const std::size_t dof = checker().dof();
  if (dof == 0 || configurations.size() % dof != 0 || configurations.size() < 2 * dof)
    throw Error("a path has two configurations or more, each of " + std::to_string(dof) + " numbers; " +
                std::to_string(configurations.size()) + " numbers were given.");
  const std::size_t edges = configurations.size() / dof - 1;
  data_->expect_edges(edges);
  return batch_of<EdgeAnswer>(edges, options.threads, [&](std::size_t i) {
    const std::span<const double> from = configurations.subspan(i * dof, dof),
                                  to = configurations.subspan((i + 1) * dof, dof);
    return EdgeSearch(*data_, from, to, options).run();
  });
}

}  // namespace abut
