#include "scene/checker_data.h"

#include "math/rounding.h"
#include "scene/quick_look.h"
#include "scene/scene_data.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

namespace abut {

namespace {

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

double checked_padding(double padding, const std::string& name) {
  if (!(padding >= 0) || std::isinf(padding))
    throw Error("the padding of " + in_quotes(name) + " must be a finite number that is not negative.");
  return padding;
}

bool has_no_end(const Bounds& box) { return box.low.x <= box.high.x && !(is_finite(box.low) && is_finite(box.high)); }

/// Fills the data of a checker.
class Builder {
 public:
  Builder(const CheckerSetup& setup, CheckerData& data) : setup_(setup), data_(data) {}

  void build() {
    for (const CheckedFigure& figure : setup_.figures) add(figure);
    data_.mover_names = data_.names.size();
    for (const CheckedBody& body : setup_.bodies) add(body);
    allow_all();
    for (std::uint32_t a = 0; a < data_.movers.size(); ++a)
      for (std::uint32_t b = a + 1; b < data_.movers.size(); ++b) pair_up(a, b);
    build_tree();
  }

 private:
  std::uint32_t add_name(const std::string& name, std::uint32_t link) {
    const auto place = static_cast<std::uint32_t>(data_.names.size());
    if (name.empty()) throw Error("a body without a name cannot be checked.");
    if (!places_.emplace(name, place).second)
      throw Error("there are two things with the name " + in_quotes(name) + ".");
    data_.names.push_back(name);
    link_of_name_.push_back(link);
    return place;
  }

  std::uint32_t place_of(const std::string& name) const {
    const auto found = places_.find(name);
    if (found == places_.end()) throw Error("there is nothing with the name " + in_quotes(name) + ".");
    return found->second;
  }

  void add(const CheckedFigure& checked) {
    const Figure& figure = checked.figure;
    const std::string prefix = checked.name.empty() ? "" : checked.name + "/";
    checked_padding(checked.padding, checked.name);
    checked_padding(checked.self_padding, checked.name);
    require_valid(checked.base, "the base of the figure");
    const auto first_link = static_cast<std::uint32_t>(data_.links);
    data_.figures.push_back({figure, checked.base, data_.links, data_.dof});
    for (std::uint32_t i = 0; i < figure.links().size(); ++i) {
      const Link& link = figure.links()[i];
      const std::uint32_t name = add_name(prefix + link.name, first_link + i);
      for (const LinkShape& shape : link.shapes) add_mover(checked, name, shape.shape, shape.at);
    }
    for (const AttachedBody& body : checked.attached) {
      const std::optional<std::size_t> link = figure.find_link(body.link);
      if (!link) throw Error(in_quotes(body.name) + " is attached to " + in_quotes(body.link) + ", which is no link.");
      require_valid(body.at, "the placement of an attached body");
      const std::uint32_t name = add_name(body.name, first_link + static_cast<std::uint32_t>(*link));
      add_mover(checked, name, body.shape, body.at);
    }
    data_.links += figure.links().size();
    data_.dof += figure.dof();
  }

  void add_mover(const CheckedFigure& figure, std::uint32_t name, const Shape& shape, const Placement& at) {
    data_.movers.push_back({.shape = shape,
                            .at = at,
                            .is_at_its_frame = at == Placement{},
                            .name = name,
                            .link = link_of_name_[name],
                            .figure = static_cast<std::uint32_t>(data_.figures.size() - 1),
                            .padding = figure.padding,
                            .self_padding = figure.self_padding});
    if (has_no_end(shape.bounds_at({})))
      throw Error(in_quotes(data_.names[name]) + " has no end: only bodies of the world may be half-spaces.");
    note_if_open(shape, name);
  }

  void add(const CheckedBody& body) {
    const std::uint32_t name = add_name(body.name, no_link);
    checked_padding(body.padding, body.name);
    require_valid(body.at, "the placement of a body");
    const auto place = static_cast<std::uint32_t>(data_.bodies.size());
    data_.bodies.push_back({.shape = body.shape, .at = body.at, .name = name, .padding = body.padding});
    const Bounds box = body.shape.bounds_at(body.at);
    if (has_no_end(box)) {
      data_.giants.push_back(place);
    } else if (box.low.x <= box.high.x) {
      finite_.push_back(place);
      boxes_.push_back(widened(box, body.padding));
    }
    note_if_open(body.shape, name);
  }

  void note_if_open(const Shape& shape, std::uint32_t name) {
    if (!shape.is_solid() && (data_.open.empty() || data_.open.back() != data_.names[name]))
      data_.open.push_back(data_.names[name]);
  }

  void allow(std::uint32_t a, std::uint32_t b) {
    if (a < data_.mover_names) data_.allowed[a * data_.names.size() + b] = 1;
    if (b < data_.mover_names) data_.allowed[b * data_.names.size() + a] = 1;
  }

  void allow_all() {
    data_.allowed.assign(data_.mover_names * data_.names.size(), 0);
    for (const NamePair& pair : setup_.allowed) allow(place_of(pair.a), place_of(pair.b));
    for (std::uint32_t a = 0; a < data_.mover_names; ++a)
      for (std::uint32_t b = 0; b <= a; ++b)
        if (may_always_touch(link_of_name_[a], link_of_name_[b])) allow(a, b);
  }

  bool may_always_touch(std::uint32_t a, std::uint32_t b) const { return a == b || parent(a) == b || parent(b) == a; }

  /// The link that carries another, if the two may touch.
  std::uint32_t parent(std::uint32_t link) const {
    const FigurePart& part = data_.figure_of(link);
    const std::optional<std::size_t> joint = part.figure.joint_of(link - part.first_link);
    const auto index = static_cast<std::size_t>(&part - data_.figures.data());
    if (!joint || !setup_.figures[index].neighbours_may_touch) return no_link;
    return static_cast<std::uint32_t>(part.first_link + part.figure.joint_places()[*joint].parent);
  }

  void pair_up(std::uint32_t a, std::uint32_t b) {
    const CheckedShape &first = data_.movers[a], &second = data_.movers[b];
    if (data_.may_touch(first.name, second.name)) return;
    data_.mover_pairs.push_back({a, b, first.self_padding + second.self_padding});
  }

  void build_tree() {
    data_.frame = frame_around(boxes_);
    std::vector<NumberedBox> numbered;
    for (std::size_t i = 0; i < boxes_.size(); ++i) numbered.push_back({finite_[i], data_.frame.around(boxes_[i])});
    // What is beyond all floats is looked at always.
    const auto beyond =
        std::partition(numbered.begin(), numbered.end(), [](const NumberedBox& each) { return each.box.is_finite(); });
    for (auto each = beyond; each != numbered.end(); ++each) data_.giants.push_back(each->id);
    numbered.erase(beyond, numbered.end());
    data_.body_boxes.build(numbered);
    for (const NumberedBox& each : numbered) data_.in_tree.push_back(each.id);
  }

  static constexpr std::uint32_t no_link = ~0u;
  const CheckerSetup& setup_;
  CheckerData& data_;
  std::unordered_map<std::string, std::uint32_t> places_;
  std::vector<std::uint32_t> link_of_name_;
  std::vector<std::uint32_t> finite_;  ///< bodies that have an end
  std::vector<Bounds> boxes_;          ///< theirs
};

}  // namespace

CheckerData::CheckerData(const CheckerSetup& setup) { Builder(setup, *this).build(); }
CheckerData::~CheckerData() { delete quick_look(); }

void CheckerData::prepare(int threads) const {
  std::call_once(is_prepared_, [&] {
    auto look = std::make_unique<const QuickLook>(*this, threads);
    if (look->is_there()) quick_look_.store(look.release(), std::memory_order_release);
  });
}

const FigurePart& CheckerData::figure_of(std::size_t link) const {
  return *std::find_if(figures.rbegin(), figures.rend(),
                       [&](const FigurePart& part) { return part.first_link <= link; });
}

}  // namespace abut
