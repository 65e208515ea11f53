#include "assembly/part_ways.h"

#include "assembly/way_box.h"
#include <abut/error.h>

namespace abut {

namespace {

template <class Make>
std::string error_of(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// Of the way to a key.
TimeSpan time_of_way(const AssemblyMotion& motion, const MotionKey& to) {
  return {motion.times[to.step - 1], motion.times[to.step]};
}

}  // namespace

PartWays::PartWays(const AssemblyMotion& motion, bool between_steps)
    : motion_(motion), between_steps_(between_steps), tracks_(motion.parts()) {}

void PartWays::place(std::size_t part, const Bounds& own) {
  Track& track = tracks_[part];
  track.own = own;
  for (const MotionKey& key : motion_.tracks[part])
    track.boxes.push_back(is_there(own) ? placed_box(own, key.at) : Bounds{});
  track.first = OrientedBox(own, motion_.tracks[part][0].at);
  if (between_steps_) place_ways(part);
}

void PartWays::place_ways(std::size_t part) {
  Track& track = tracks_[part];
  const std::vector<MotionKey>& keys = motion_.tracks[part];
  for (const MotionKey& key : keys) track.stands.push_back(error_of([&] { MotionPiece::still(key.at); }));
  for (std::size_t k = 0; k + 1 < keys.size() && keys[k + 1].step < motion_.steps(); ++k) {
    Bounds way = joined(track.boxes[k], track.boxes[k + 1]);
    track.doubts.push_back(error_of([&] {
      const MotionPiece piece = MotionPiece::screw(keys[k].at, keys[k + 1].at, time_of_way(motion_, keys[k + 1]));
      if (is_there(track.own)) way = joined(way, box_around_way(track.own, piece));
    }));
    track.ways.push_back(way);
  }
}

std::vector<Bounds> PartWays::whole() const {
  std::vector<Bounds> whole(tracks_.size());
  for (std::size_t part = 0; part < tracks_.size(); ++part) {
    for (const Bounds& box : tracks_[part].boxes) whole[part] = joined(whole[part], box);
    for (const Bounds& box : tracks_[part].ways) whole[part] = joined(whole[part], box);
  }
  return whole;
}

CloserLook PartWays::look_at_run(const NearPair& pair, double reach, std::size_t key_a, std::size_t key_b) const {
  const auto [a, b] = pair.parts;
  if (!may_be_within(tracks_[a].boxes[key_a], tracks_[b].boxes[key_b], reach)) return CloserLook::apart;
  OrientedBox room_a, room_b;
  return surely_apart(oriented(a, key_a, room_a), oriented(b, key_b, room_b), reach) ? CloserLook::boxes_near
                                                                                     : CloserLook::near;
}

Motion PartWays::motion(std::size_t part, std::size_t step) const {
  const Placement &from = motion_.at(step, part), &to = motion_.at(step + 1, part);
  if (from == to) return Motion(from);
  return Motion::screw(from, to, {motion_.times[step], motion_.times[step + 1]});
}

std::vector<UnknownWay> PartWays::unknown() const {
  std::vector<UnknownWay> unknown;
  const auto add = [&](std::size_t part, const TimeSpan& time, const std::string& why) {
    if (why.empty()) return;
    const bool goes_on = !unknown.empty() && unknown.back().part == part && unknown.back().end == time.begin &&
                         unknown.back().why == why;
    if (goes_on)
      unknown.back().end = time.end;
    else
      unknown.push_back({static_cast<std::uint32_t>(part), time.begin, time.end, why});
  };
  if (motion_.steps() < 2) return unknown;
  for (std::size_t part = 0; part < tracks_.size(); ++part) {
    const Track& track = tracks_[part];
    const std::vector<MotionKey>& keys = motion_.tracks[part];
    for (std::size_t k = 0; k < track.stands.size() && keys[k].step < motion_.steps(); ++k) {
      const bool is_last = k >= track.doubts.size();
      const std::size_t until = is_last ? motion_.steps() - 1 : keys[k + 1].step - 1;
      if (keys[k].step < until) add(part, {motion_.times[keys[k].step], motion_.times[until]}, track.stands[k]);
      if (!is_last) add(part, time_of_way(motion_, keys[k + 1]), track.doubts[k]);
    }
  }
  return unknown;
}

}  // namespace abut
