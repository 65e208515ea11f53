#pragma once

#include <abut/volume/inner_frame.h>

#include <cstdint>
#include <vector>

namespace abut {

/// Where the last visit of two trees ended, so that the next one, at nearly the same placement, begins there and not at
/// the roots. Every pair of triangles is below exactly one entry; an entry whose boxes were apart is left alone until
/// the models may have moved by as much since (the front of Ehmann and Lin 2001, with a term for each entry). Knows
/// placements only: its owner clears it when a tree changes.
class WideFront {
 public:
  /// Lanes of an opened node against a box that stays closed, named by its node and lane.
  struct Entry {
    std::uint32_t closed, opened;
    float expires;       ///< the travel at which the boxes may meet, rounded down; `at_once`: look every time
    std::uint8_t lanes;  ///< a bit each
    std::uint8_t side;   ///< whose box is closed: 0 A's, 1 B's
  };
  static constexpr float at_once = -std::numeric_limits<float>::infinity();

  /// How a visit goes about it.
  enum class Way {
    resume,  ///< from expired()
    record,  ///< from the roots, keeping a new front
    plain,   ///< from the roots, keeping nothing
  };

  /// Begins a visit. `hasty`: the first contact is likely to end it. `radius_b` bounds how far points of B are from the
  /// origin of its inner frame.
  Way begin(const RelativePlacement& b_in_a, double radius_b, bool hasty);
  /// The entries that a visit which resumes must look at. They are no longer part of the front.
  const std::vector<Entry>& expired() const { return expired_; }
  void add(const Entry& entry) {
    if (entry.expires < soonest_) soonest_ = entry.expires;
    entries_.push_back(entry);
  }
  /// The travel after which boxes that are `gap` apart, in A's inner frame, may meet.
  float expiry(double gap) const;
  /// Ends a visit that opened so many nodes. A front that does not pay is dropped.
  void end(Way way, std::uint64_t opened, bool complete);

  void clear();
  std::size_t size() const { return entries_.size(); }

 private:
  bool usable(const RelativePlacement& b_in_a) const;
  void take_expired();
  void give_up();

  std::vector<Entry> entries_, expired_;
  RelativePlacement last_;
  double travel_ = 0;           ///< bounds how far any point of B has moved in A's inner frame since the front began
  float soonest_ = 0;           ///< the least expiry of an entry
  std::uint64_t recorded_ = 0;  ///< nodes opened by the visit that recorded the front
  std::uint64_t spent_ = 0, visits_ = 0;  ///< nodes opened since, and by how many visits
  int patience_ = 0, waiting_ = 0;  ///< visits that go by before the next front is tried, after the last ones failed
  bool ended_early_ = false;        ///< whether the last visit from the roots found enough
};

}  // namespace abut
