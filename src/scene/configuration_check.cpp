#include "scene/configuration_check.h"

#include "math/rounding.h"
#include "shape/shape_data.h"
#include <abut/error.h>

#include <algorithm>

namespace abut {

ConfigurationCheck::ConfigurationCheck(const CheckerData& data, double margin)
    : data_(data), margin_(margin), links_(data.links), movers_(data.movers.size()) {
  // The world first: it is hit more often than the figure itself.
  const bool has_world = !data.bodies.empty();
  for (std::uint32_t i = 0; has_world && i < data.movers.size(); ++i) looks_.push_back({i, true, 0});
  for (std::uint32_t i = 0; i < data.mover_pairs.size(); ++i) looks_.push_back({i, false, 0});
}

void ConfigurationCheck::require_valid(std::span<const double> configuration) const {
  if (configuration.size() != data_.dof)
    throw Error("a configuration has " + std::to_string(data_.dof) + " numbers, not " +
                std::to_string(configuration.size()) + ".");
  for (const FigurePart& part : data_.figures)
    part.figure.require_valid(configuration.subspan(part.first_number, part.figure.dof()));
}

void ConfigurationCheck::place(std::span<const double> configuration) {
  require_valid(configuration);
  for (const FigurePart& part : data_.figures)
    part.figure.place(configuration.subspan(part.first_number, part.figure.dof()), part.base,
                      std::span(links_).subspan(part.first_link, part.figure.links().size()));
  place_movers();
}

void ConfigurationCheck::place_movers() {
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    const CheckedShape& mover = data_.movers[i];
    movers_[i] = mover.is_at_its_frame ? links_[mover.link] : links_[mover.link] * mover.at;
  }
}

bool ConfigurationCheck::is_free(std::span<const double> configuration) {
  place(configuration);
  return is_free();
}

void ConfigurationCheck::are_free(std::span<const double> configurations, std::span<char> answers) {
  rows_.resize(data_.figures.size());
  for (std::size_t first = 0; first < answers.size(); first += PlacedRows::most) {
    const std::size_t rows = std::min(PlacedRows::most, answers.size() - first);
    for (std::size_t row = 0; row < rows; ++row)
      require_valid(configurations.subspan((first + row) * data_.dof, data_.dof));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const FigurePart& part = data_.figures[i];
      rows_[i].place(part.figure, &configurations[first * data_.dof] + part.first_number, data_.dof, rows, part.base,
                     Simd::best);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < movers_.size(); ++i) {
        const CheckedShape& mover = data_.movers[i];
        const std::size_t link = mover.link - data_.figures[mover.figure].first_link;
        const Placement at = rows_[mover.figure].at(link, row);
        movers_[i] = mover.is_at_its_frame ? at : at * mover.at;
      }
      answers[first + row] = is_free();
    }
  }
}

bool ConfigurationCheck::is_free() {
  if (const QuickLook* quick = data_.quick_look())
    return !quick->surely_touches(movers_, margin_, Simd::best, quick_memory_) && is_free_where_needed();
  for (Look& look : looks_) {
    if (!hits(look)) continue;
    ++look.hits;
    constexpr int often = 64;
    if (++hits_since_sorted_ >= often) put_frequent_first();
    return false;
  }
  return true;
}

bool ConfigurationCheck::is_free_where_needed() {
  const std::vector<float>& need = quick_memory_.need_of_look;
  needed_.clear();
  for (std::uint32_t i = 0; !data_.bodies.empty() && i < need.size(); ++i)
    if (!(need[i] < 0)) needed_.push_back(i);
  std::sort(needed_.begin(), needed_.end(), [&](std::uint32_t a, std::uint32_t b) { return need[a] > need[b]; });
  for (const std::uint32_t mover : needed_)
    if (hits_likely_body(mover)) return false;
  for (const std::uint32_t mover : needed_)
    if (hits_world(mover, quick_memory_.likely_body[mover])) return false;
  for (std::size_t i = 0; i < data_.mover_pairs.size(); ++i)
    if (quick_memory_.pair_is_clear[i] == 0 && touches(data_.mover_pairs[i])) return false;
  return true;
}

bool ConfigurationCheck::hits_likely_body(std::uint32_t mover) const {
  const std::uint32_t body = quick_memory_.likely_body[mover];
  if (body == QuickMemory::no_body || data_.may_touch(data_.movers[mover].name, data_.bodies[body].name)) return false;
  return touches(mover, body);
}

void ConfigurationCheck::put_frequent_first() {
  hits_since_sorted_ = 0;
  std::stable_sort(looks_.begin(), looks_.end(), [](const Look& a, const Look& b) { return a.hits > b.hits; });
}

bool ConfigurationCheck::hits(const Look& look) {
  return look.at_world ? hits_world(look.index) : touches(data_.mover_pairs[look.index]);
}

bool ConfigurationCheck::hits_world(std::uint32_t mover, std::uint32_t known) {
  bool hit = false;
  for_each_near_body(mover, margin_, [&](std::uint32_t body) {
    hit = body != known && touches(mover, body);
    return !hit;
  });
  return hit;
}

void ConfigurationCheck::for_each_near_body(std::uint32_t mover, double reach, FunctionRef<bool(std::uint32_t)> visit) {
  const CheckedShape& shape = data_.movers[mover];
  const auto visit_if_forbidden = [&](std::uint32_t body) {
    return data_.may_touch(shape.name, data_.bodies[body].name) || visit(body);
  };
  for (std::uint32_t giant : data_.giants)
    if (!visit_if_forbidden(giant)) return;
  const Shape::Data& own = shape.shape.data();
  const double around = add_up(own.radius, add_up(reach, shape.padding));
  const Bounds box = bounds_around(own.middle, own.reach, movers_[mover], around);
  for (std::uint32_t place : data_.body_boxes.touching(data_.frame.around(box), Simd::best, memory_))
    if (!visit_if_forbidden(data_.in_tree[place])) return;
}

bool ConfigurationCheck::touches(const MoverPair& pair) const {
  return abut::touches(data_.movers[pair.a].shape, movers_[pair.a], data_.movers[pair.b].shape, movers_[pair.b],
                       pair.reach + margin_);
}

bool ConfigurationCheck::touches(std::uint32_t mover, std::uint32_t body) const {
  const CheckedShape &a = data_.movers[mover], &b = data_.bodies[body];
  return abut::touches(a.shape, movers_[mover], b.shape, b.at, (a.padding + b.padding) + margin_);
}

}  // namespace abut
