#pragma once

#include "engine/patience.h"
#include "engine/tree.h"
#include "math/inner_frame.h"

#include <array>
#include <vector>

namespace abut {

/// Where the last visit of two trees ended, so that the next one, at nearly the same placement, begins there and not at
/// the roots. Every pair of triangles is below exactly one entry; an entry whose boxes were apart is left alone until
/// the models may have moved by as much since (the front of Ehmann and Lin 2001, with a term for each entry). B's
/// parts travel on their own accounts: where two bodies roll on each other, the near side hardly moves. The owner
/// clears the front when a tree changes. Searches for the closest triangles have a NearFront.
class WideFront {
 public:
  /// Lanes of an opened node against a box that stays closed, named by its node and lane.
  struct Entry {
    std::uint32_t closed, opened;
    float expires;       ///< the travel at which the boxes may meet, rounded down; `at_once`: look every time
    std::uint8_t lanes;  ///< a bit each
    std::uint8_t side;   ///< whose box is closed: 0 A's, 1 B's
    std::uint8_t part;   ///< the part of B that B's box or node belongs to
  };
  static constexpr float at_once = -std::numeric_limits<float>::infinity();
  /// B's parts are below the lanes of the node under its root; one more stands for all of B.
  static constexpr std::uint8_t all_of_b = ObbPacket::lanes;

  /// How a visit goes about it.
  enum class Way {
    resume,  ///< from expired()
    record,  ///< from the roots, keeping a new front
    plain,   ///< from the roots, keeping nothing
  };

  /// Begins a visit. `hasty`: the first contact is likely to end it.
  Way begin(const WideTree& b, const RelativePlacement& b_in_a, bool hasty);
  /// The entries that a visit which resumes must look at. They are no longer part of the front.
  const std::vector<Entry>& expired() const { return expired_; }
  void add(const Entry& entry) { entries_.push_back(entry); }
  /// The travel after which a part of B may meet what it is `gap` > 0 apart from, in A's inner frame.
  float expiry(std::uint8_t part, double gap) const {
    // Far beyond any travel; keeps an overflow of the gap from lasting for ever.
    constexpr double farthest = 0x1p60;
    // Two roundings to nearest, of a positive number, and the sum's, are made up for.
    return static_cast<float>(travel_[part] + (gap < farthest ? gap : farthest)) * (1 - 0x1p-21f);
  }
  /// Ends a visit that opened so many nodes. A front that does not pay is dropped.
  void end(Way way, std::uint64_t opened, bool complete);

  void clear();
  std::size_t size() const { return entries_.size(); }

 private:
  /// Contains the points of a part of B, in its inner frame.
  struct Ball {
    Vec3 centre;
    double radius = 0;
  };

  /// To resume costs more for each node than to visit anew.
  std::uint64_t worthwhile() const { return recorded_ - recorded_ / 4; }
  bool usable(const RelativePlacement& b_in_a) const;
  void divide(const WideTree& b);
  void travel_to(const RelativePlacement& b_in_a);
  void take_expired();
  void give_up();

  std::vector<Entry> entries_, expired_;
  RelativePlacement last_;
  std::array<Ball, all_of_b> parts_;
  int part_count_ = 0;
  /// Bound how far any point of a part of B has moved in A's inner frame since the front began.
  std::array<double, all_of_b + 1> travel_{};
  std::uint64_t recorded_ = 0;  ///< nodes opened by the visit that recorded the front
  Patience patience_;           ///< with visits that keep no front, after the last ones failed
  bool ended_early_ = false;    ///< whether the last visit from the roots found enough
};

}  // namespace abut
