#include "classic/figure/hierarchy.h"

#include <abut/error.h>

#include <string>
#include <utility>

namespace abut::classic::figure {

namespace {

Hierarchy::Boxes* boxes_of(const Figures& figures, Way way) {
  switch (way) {
    case Way::brute:
      return new NoBoxes(figures);
    case Way::aabb_vertices:
      return new FittedBoxes<FitVertices>(figures);
    case Way::aabb_corners:
      return new FittedBoxes<FitCorners>(figures);
    case Way::aabb_partial:
      return new PartialBoxes(figures);
    case Way::covariance:
      return new FittedBoxes<FitCovariance>(figures);
    case Way::cab:
      return new FittedBoxes<FitMajorAxis<false>>(figures);
    case Way::cab_footnote:
      return new FittedBoxes<FitMajorAxis<true>>(figures);
  }
  throw Error("There is no such way to fit boxes to figures.");
}

}  // namespace

void NoBoxes::collect(std::vector<LinkPair>& pairs, double) {
  const auto links = static_cast<std::uint32_t>(data.links.size());
  for (std::uint32_t a = 0; a < links; ++a)
    for (std::uint32_t b = a + 1; b < links; ++b)
      if (figures.asks(a, b)) pairs.push_back({a, b});
}

Hierarchy::Hierarchy(const Figures& figures, Way way) : boxes_(boxes_of(figures, way)) {}
Hierarchy::~Hierarchy() { delete boxes_; }
Hierarchy::Hierarchy(Hierarchy&& other) noexcept : boxes_(std::exchange(other.boxes_, nullptr)) {}
Hierarchy& Hierarchy::operator=(Hierarchy&& other) noexcept {
  std::swap(boxes_, other.boxes_);
  return *this;
}

void Hierarchy::place(std::span<const Placement> at) {
  const std::size_t links = boxes_->data.links.size();
  if (at.size() != links)
    throw Error("There are " + std::to_string(at.size()) + " placements for " + std::to_string(links) + " links.");
  for (std::size_t i = 0; i < links; ++i) {
    const std::string what = "The placement of link " + std::to_string(i);
    require_valid(at[i], what.c_str());
    if (!is_rigid(at[i])) throw Error(what + " is not rigid: boxes are carried by turns and shifts only.");
  }
  boxes_->at.assign(at.begin(), at.end());
}
void Hierarchy::update() { boxes_->update(); }
void Hierarchy::collect(std::vector<LinkPair>& pairs, double within) {
  if (!(within >= 0 && within <= largest_input))
    throw Error("the distance within which pairs of links are looked for must be from 0 to 2^300.");
  pairs.clear();
  boxes_->collect(pairs, within);
}
const Effort& Hierarchy::effort() const { return boxes_->effort; }
small::Box Hierarchy::box(std::uint32_t node) { return boxes_->box(node); }

}  // namespace abut::classic::figure
