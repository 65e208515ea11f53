#include "math/motion_data.h"
#include "math/rounding.h"
#include "scene/edge_search.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// What rounding takes from the balls' tests: placements of links are within 2^-40 of the lengths at hand.
constexpr double outward = 1 + 0x1p-20, unsure = 0x1p-40;

}  // namespace

EdgeWay::EdgeWay(const EdgeData& data, std::span<const double> from, std::span<const double> to)
    : data_(data), from_(from), to_(to) {
  figures_.reserve(data.checked().figures.size());
  for (const FigurePart& part : data.checked().figures)
    figures_.emplace_back(part.figure, from.subspan(part.first_number, part.figure.dof()),
                          to.subspan(part.first_number, part.figure.dof()));
}

std::vector<double> EdgeWay::configuration(double time) const {
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

double EdgeWay::way(const EdgeSide& side) const {
  const MoverBall& ball = data_.balls[side.mover];
  // A base stretches by less than 1.002.
  return figures_[side.figure].way(side.joints, length(ball.centre) + ball.radius) * 1.002;
}

std::vector<Vec3> EdgeWay::centres(double time) const {
  const CheckerData& checked = data_.checked();
  std::vector<Placement> links(checked.links);
  const std::vector<double> numbers = configuration(time);
  for (const FigurePart& part : checked.figures)
    part.figure.place(std::span(numbers).subspan(part.first_number, part.figure.dof()), part.base,
                      std::span(links).subspan(part.first_link, part.figure.links().size()));
  std::vector<Vec3> centres;
  for (std::size_t i = 0; i < checked.movers.size(); ++i)
    centres.push_back(links[checked.movers[i].link] * data_.balls[i].centre);
  return centres;
}

// Until the ends of a part of the edge, points move by no more than half of their ways in it away from where they are
// in its middle; all parts have the same share of the ways, as all joints move evenly.
std::vector<EdgeCandidate> EdgeWay::candidates(double margin) const {
  std::array<std::vector<Vec3>, parts> centres;
  for (std::size_t part = 0; part < parts; ++part)
    centres[part] = this->centres((static_cast<double>(part) + 0.5) / parts);
  std::vector<EdgeCandidate> list;
  list_pairs(margin, centres, list);
  list_world(margin, centres, list);
  std::stable_sort(list.begin(), list.end(),
                   [](const EdgeCandidate& a, const EdgeCandidate& b) { return a.gap < b.gap; });
  return list;
}

namespace {

/// Takes the part of an edge in which something may touch into a candidate.
void include(EdgeCandidate& candidate, std::size_t part, double gap) {
  const double begin = static_cast<double>(part) / EdgeWay::parts;
  candidate.begin = std::min(candidate.begin, begin);
  candidate.end = begin + 1.0 / EdgeWay::parts;
  candidate.gap = std::min(candidate.gap, gap);
}

}  // namespace

void EdgeWay::list_pairs(double margin, const Centres& centres, std::vector<EdgeCandidate>& list) const {
  for (std::uint32_t i = 0; i < data_.pairs.size(); ++i) {
    const EdgePair& pair = data_.pairs[i];
    const std::uint32_t a = pair.a.mover, b = pair.b.mover;
    const double ways = way(pair.a) + way(pair.b);
    // Nothing changes between them: the check of the first configuration is enough.
    if (ways == 0) continue;
    const double sizes = data_.balls[a].radius + data_.balls[b].radius;
    EdgeCandidate candidate{EdgeCandidate::Kind::movers, i};
    for (std::size_t part = 0; part < parts; ++part) {
      const Vec3 &at_a = centres[part][a], &at_b = centres[part][b];
      const double gap =
          length(at_a - at_b) - (sizes + pair.reach + margin + unsure * (length(at_a) + sizes)) * outward;
      if (!(gap > ways / (2 * parts))) include(candidate, part, gap);
    }
    if (candidate.begin < candidate.end) list.push_back(candidate);
  }
}

void EdgeWay::list_world(double margin, const Centres& centres, std::vector<EdgeCandidate>& list) const {
  for (std::uint32_t mover = 0; mover < data_.movers.size(); ++mover) {
    const double moves = way(data_.movers[mover]) / (2 * parts);
    if (moves == 0) continue;
    const double around = data_.balls[mover].radius + moves + data_.checked().movers[mover].padding + margin;
    for (std::uint32_t i = 0; i < data_.worlds.size(); ++i) {
      const EdgeWorld& world = data_.worlds[i];
      if (data_.may_touch(mover, world.bodies[0])) continue;
      EdgeCandidate candidate{EdgeCandidate::Kind::world, i, mover};
      for (std::size_t part = 0; part < parts; ++part) {
        const Vec3& centre = centres[part][mover];
        const double reach = (around + world.reach + unsure * length(centre)) * outward;
        world.near.visit_near({centre, centre}, reach, 0,
                              [&](std::uint32_t) { return include(candidate, part, -1), false; });
      }
      if (candidate.begin < candidate.end) list.push_back(candidate);
    }
    for (std::uint32_t i = 0; i < data_.half_spaces.size(); ++i) {
      const EdgeHalfSpace& half_space = data_.half_spaces[i];
      if (data_.may_touch(mover, half_space.body)) continue;
      EdgeCandidate candidate{EdgeCandidate::Kind::half_space, i, mover};
      for (std::size_t part = 0; part < parts; ++part) {
        const Vec3& centre = centres[part][mover];
        const double off = unsure * (std::abs(half_space.height) + length(centre));
        const double gap =
            dot(half_space.normal, centre) - half_space.height - (half_space.reach + around + off) * outward;
        if (!(gap > 0)) include(candidate, part, gap + moves);
      }
      if (candidate.begin < candidate.end) list.push_back(candidate);
    }
  }
}

}  // namespace abut
