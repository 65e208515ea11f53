#include "scene/moving_boxes.h"

#include <algorithm>
#include <bit>

namespace abut {

namespace {

/// So many boxes are not worth a new tree.
constexpr std::size_t few = 64;
/// A tree is built again when so many of its boxes were put elsewhere since, in parts of their number.
constexpr std::size_t loose = 16;

/// The room on each side of a box, in parts of its largest side, and how many steps like the last one there is room
/// for. More room lets boxes move farther before the tree changes, and makes more pairs that do not touch.
constexpr float room = 0.05f, steps_ahead = 4;
/// Boxes that move farther, in parts of their largest side, would need too much of it.
constexpr float long_step = 0.25f;

/// A box with room around it for its next steps: never smaller, since rounding is monotone.
FloatBox with_room(const FloatBox& box, const float (&step)[3]) {
  float side = 0, length = 0;
  for (int k = 0; k < 3; ++k) {
    side = std::max(side, box.high[k] - box.low[k]);
    length = std::max(length, std::abs(step[k]));
  }
  const float ahead = length <= long_step * side ? steps_ahead : 0;
  FloatBox roomy = box;
  for (int k = 0; k < 3; ++k) {
    roomy.low[k] -= room * side + (step[k] < 0 ? -ahead * step[k] : 0);
    roomy.high[k] += room * side + (step[k] > 0 ? ahead * step[k] : 0);
  }
  return roomy;
}

/// Up to about a thousand finite boxes from all over the list.
template <class Bodies>
std::vector<Bounds> sample(const Bodies& bodies) {
  std::vector<Bounds> boxes;
  const std::size_t step = bodies.size() / 1000 + 1;
  for (std::size_t i = 0; i < bodies.size(); i += step) {
    const Bounds& box = bodies[i].box;
    if (box.low.x <= box.high.x && is_finite(box.low) && is_finite(box.high)) boxes.push_back(box);
  }
  return boxes;
}

/// Do floats of the one frame resolve clearly less than those of the other?
bool is_coarser(const FloatFrame& frame, const FloatFrame& than) {
  const double off = largest(abs(frame.middle - than.middle)) * than.scale, ratio = frame.scale / than.scale;
  return !(off < 16 && ratio > 0x1p-20 && ratio < 0x1p20);
}

/// Sorts numbers below `end` and drops those that are there twice.
void put_in_order(std::vector<std::uint32_t>& numbers, std::size_t end, std::vector<std::uint64_t>& bits) {
  bits.assign(end / 64 + 1, 0);
  for (const std::uint32_t number : numbers) bits[number / 64] |= std::uint64_t{1} << (number % 64);
  numbers.clear();
  for (std::size_t word = 0; word < bits.size(); ++word)
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      numbers.push_back(static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(std::countr_zero(rest))));
}

}  // namespace

std::uint32_t MovingBoxes::new_id() {
  std::uint32_t id = static_cast<std::uint32_t>(slot_of_.size());
  if (free_.empty()) {
    slot_of_.push_back(id);
    bodies_.push_back({{}, {}, id});
    seen_.push_back(0);
    pairs_.resize(bodies_.size());
  } else {
    id = free_.back();
    free_.pop_back();
  }
  bodies_[slot_of_[id]].kind = Kind::empty;
  return id;
}

std::uint32_t MovingBoxes::add(const Bounds& box) {
  const std::uint32_t id = new_id();
  move(id, box);
  return id;
}

std::vector<std::uint32_t> MovingBoxes::add(std::span<const Bounds> boxes) {
  std::vector<std::uint32_t> ids(boxes.size());
  for (std::uint32_t& id : ids) id = new_id();
  move(ids, boxes);
  return ids;
}

void MovingBoxes::remove(std::uint32_t id) {
  const std::uint32_t slot = slot_of_[id];
  pairs_.visit(slot, [&](std::uint32_t pair, std::uint32_t) { pairs_.remove(pair); });
  set_kind(slot, Kind::removed);
  bodies_[slot].box = {};
  bodies_[slot].roomy = {};
  free_.push_back(id);
}

/// Puts boxes into their slots. Lists those that moved, and those that have left their room and have a new one, in
/// order where there are many: then what comes next goes through memory in order.
void MovingBoxes::list_moved(std::span<const std::uint32_t> ids, std::span<const Bounds> boxes) {
  moved_.clear();
  left_.clear();
  for (const std::uint32_t id : ids) moved_.push_back(slot_of_[id]);
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    if (i + 8 < moved_.size()) __builtin_prefetch(&bodies_[moved_[i + 8]], 1);
    Body& body = bodies_[moved_[i]];
    const Vec3 step = body.kind == Kind::in_tree ? boxes[i].low - body.box.low : Vec3{};
    body.box = boxes[i];
    if (renew_room(body, step)) left_.push_back(moved_[i]);
  }
  if (moved_.size() <= bodies_.size() / 64) return;
  put_in_order(moved_, bodies_.size(), bits_);
  put_in_order(left_, bodies_.size(), bits_);
}

/// Has a box left its room? Then it gets another one.
bool MovingBoxes::renew_room(Body& body, const Vec3& step) const {
  const FloatBox box = frame_.around(body.box);
  if (!box.is_empty() && body.roomy.holds(box)) return false;
  const Vec3 inside = step * frame_.scale;
  const FloatBox roomy =
      with_room(box, {static_cast<float>(inside.x), static_cast<float>(inside.y), static_cast<float>(inside.z)});
  body.roomy = box.is_finite() ? roomy : box;
  return true;
}

void MovingBoxes::move(std::span<const std::uint32_t> ids, std::span<const Bounds> boxes) {
  list_moved(ids, boxes);
  tree_is_old_ = left_.size() > few && left_.size() > in_tree_ / 2;
  for (const std::uint32_t slot : left_) put_in_place(slot);
  if (tree_is_old_ || arrived_ > few + in_tree_ / 2 || tree_.inserted() > (few + in_tree_) * loose) rebuild();
  for (const std::uint32_t slot : left_) renew_pairs(slot);
  for (const std::uint32_t slot : moved_) renew_overlaps(slot);
}

/// Puts a box whose room has changed where it belongs.
void MovingBoxes::put_in_place(std::uint32_t slot) {
  const Body& body = bodies_[slot];
  const Kind kind = body.roomy.is_empty() ? Kind::empty : body.roomy.is_finite() ? Kind::in_tree : Kind::giant;
  if (kind != body.kind)
    set_kind(slot, kind);
  else if (kind == Kind::in_tree && !tree_is_old_)
    tree_.move(slot, body.roomy);
}

/// Takes a body out of where it is, and puts it where it belongs.
void MovingBoxes::set_kind(std::uint32_t slot, Kind kind) {
  Body& body = bodies_[slot];
  if (body.kind == Kind::in_tree) {
    --in_tree_;
    if (!tree_is_old_) tree_.remove(slot);
  }
  if (body.kind == Kind::giant) std::erase(giants_, slot);
  if (kind == Kind::in_tree) {
    ++in_tree_, ++arrived_;
    if (!tree_is_old_) tree_.insert(slot, body.roomy);
  }
  if (kind == Kind::giant) giants_.push_back(slot);
  body.kind = kind;
}

/// Pairs with what the roomy box of a body touches now.
void MovingBoxes::renew_pairs(std::uint32_t slot) {
  if (round_ > 0xfffffff0u) std::fill(seen_.begin(), seen_.end(), 0), round_ = 0;
  const std::uint32_t found = ++round_, known = ++round_;
  const FloatBox& roomy = bodies_[slot].roomy;
  const std::span<const std::uint32_t> touching = tree_.touching(roomy, simd_, memory_);
  found_.assign(touching.begin(), touching.end());
  for (const std::uint32_t giant : giants_)
    if (bodies_[giant].roomy.touches(roomy)) found_.push_back(giant);
  for (const std::uint32_t other : found_) seen_[other] = found;
  seen_[slot] = known;
  pairs_.visit(slot, [&](std::uint32_t pair, std::uint32_t other) {
    if (seen_[other] == found)
      seen_[other] = known;
    else
      pairs_.remove(pair);
  });
  for (const std::uint32_t other : found_)
    if (seen_[other] == found) pairs_.add(slot, other);
}

void MovingBoxes::renew_overlaps(std::uint32_t slot) {
  const Bounds& box = bodies_[slot].box;
  pairs_.visit(slot, [&](std::uint32_t pair, std::uint32_t other) {
    const bool overlaps = boxes_touch(box, bodies_[other].box);
    if (overlaps != pairs_[pair].overlaps) pairs_.set_overlaps(pair, overlaps);
  });
}

/// Builds the tree from where boxes are. Where most of them are far from the middle of the frame, or much smaller or
/// larger than its unit, there is a new frame, and everything is looked at again.
void MovingBoxes::rebuild() {
  tree_is_old_ = true;
  const FloatFrame frame = frame_around(sample(bodies_));
  if (is_coarser(frame_, frame)) {
    frame_ = frame;
    left_.clear();
    for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot)
      if (Body& body = bodies_[slot]; body.kind != Kind::removed) {
        left_.push_back(slot);
        body.roomy = {};
        renew_room(body, {});
        put_in_place(slot);
      }
  }
  std::vector<NumberedBox> boxes;
  boxes.reserve(in_tree_);
  std::vector<std::uint32_t> others;
  for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot)
    if (bodies_[slot].kind == Kind::in_tree)
      boxes.push_back({slot, bodies_[slot].roomy});
    else
      others.push_back(slot);
  tree_.build(boxes);
  arrived_ = 0;
  std::vector<std::uint32_t> old_slots;
  old_slots.reserve(bodies_.size());
  for (const NumberedBox& each : boxes) old_slots.push_back(each.id);
  old_slots.insert(old_slots.end(), others.begin(), others.end());
  give_slots(old_slots);
  tree_is_old_ = false;
}

/// Slots in the order of the tree, which has them already.
void MovingBoxes::give_slots(std::span<const std::uint32_t> old_slots) {
  std::vector<Body> bodies;
  bodies.reserve(bodies_.size());
  std::vector<std::uint32_t> new_slot(bodies_.size());
  for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot) {
    bodies.push_back(bodies_[old_slots[slot]]);
    new_slot[old_slots[slot]] = slot;
    slot_of_[bodies.back().id] = slot;
  }
  bodies_ = std::move(bodies);
  pairs_.renumber(new_slot, old_slots);
  for (std::vector<std::uint32_t>* list : {&giants_, &moved_, &left_})
    for (std::uint32_t& slot : *list) slot = new_slot[slot];
  put_in_order(moved_, bodies_.size(), bits_);
  put_in_order(left_, bodies_.size(), bits_);
}

void MovingBoxes::list_touching(const Bounds& box, BoxTreeMemory& memory, std::vector<std::uint32_t>& found) const {
  const auto list = [&](std::uint32_t slot) {
    if (boxes_touch(bodies_[slot].box, box)) found.push_back(bodies_[slot].id);
  };
  for (const std::uint32_t slot : tree_.touching(frame_.around(box), simd_, memory)) list(slot);
  for (const std::uint32_t slot : giants_) list(slot);
}

}  // namespace abut
