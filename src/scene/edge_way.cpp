#include "math/motion_data.h"
#include "scene/edge_search.h"
#include "scene/quick_look.h"

#include <algorithm>

namespace abut {

EdgeWay::EdgeWay(const EdgeData& data, std::span<const double> from, std::span<const double> to)
    : data_(data), from_(from), to_(to) {
  figures_.reserve(data.checked().figures.size());
  for (const FigurePart& part : data.checked().figures)
    figures_.emplace_back(part.figure, from.subspan(part.first_number, part.figure.dof()),
                          to.subspan(part.first_number, part.figure.dof()));
}

std::vector<double> EdgeWay::configuration(double time) const {
  if (time == 0) return {from_.begin(), from_.end()};
  std::vector<double> at;
  at.reserve(from_.size());
  for (const FigurePart& part : data_.checked().figures) {
    const std::size_t first = part.first_number, count = part.figure.dof();
    const std::vector<double> own = part.figure.between(from_.subspan(first, count), to_.subspan(first, count), time);
    at.insert(at.end(), own.begin(), own.end());
  }
  return at;
}

Motion EdgeWay::motion(const EdgeSide& side) const {
  const CheckerData& checked = data_.checked();
  const Placement base = side.from_world ? checked.figures[side.figure].base : Placement{};
  const EvenJoints::Chain chain = figures_[side.figure].chain(side.joints, checked.movers[side.mover].at);
  if (chain.steps.empty()) return Motion(base * chain.tail);
  return motion_on(std::make_unique<ChainMotion>(base, chain.steps, chain.tail));
}

double EdgeWay::moved(const EdgeSide& side, std::span<const double> by) const {
  const FigurePart& part = data_.checked().figures[side.figure];
  const MoverBall& ball = data_.balls[side.mover];
  return figures_[side.figure].moved(side.joints, length(ball.centre) + ball.radius,
                                     by.subspan(part.first_number, part.figure.dof()));
}

EvenJoints::Reach EdgeWay::reach(const EdgeSide& side, const QuickLook* quick) const {
  const MoverBall& ball = data_.balls[side.mover];
  double from_origin = length(ball.centre) + ball.radius;
  // A placement stretches by less than 1.002.
  if (quick)
    from_origin = std::max(from_origin,
                           length(data_.checked().movers[side.mover].at.shift) + 1.003 * quick->farthest[side.mover]);
  return figures_[side.figure].reach(side.joints, from_origin);
}

}  // namespace abut
