#pragma once

#include "query/overlap_body.h"

#include <vector>

namespace abut {

/// How the surfaces of two clean solids run through each other once B is moved as PerturbedPair says: which faces meet,
/// and which corners of either are inside the other.
class OverlapMeetings {
 public:
  struct FaceMeeting {
    std::array<std::uint32_t, 2> faces;  ///< of A and of B
    PerturbedPair::Meeting ends;
  };

  /// The bodies outlive it.
  OverlapMeetings(const OverlapBody& a, const OverlapBody& b, const OverlapOptions& options, const TieRule& rule);

  /// In the order of A's faces.
  const std::vector<FaceMeeting>& all() const { return all_; }
  /// The numbers of all in the order of one body's faces.
  std::vector<std::uint32_t> order_of(int body) const;
  /// How often the other body winds around a corner of this one: 0 or 1.
  int winding(int body, std::uint32_t corner) const { return windings_[body][corner]; }

  const Counters& counters() const { return counters_; }
  /// False when the budget ended the search; then nothing else is to be asked.
  bool is_complete() const { return is_complete_; }

 private:
  void find_meetings(const OverlapOptions& options, BudgetWatch& watch);
  void find_windings(int body, const OverlapOptions& options, BudgetWatch& watch);
  std::vector<std::int32_t> changes_along_sides(int body) const;
  int winding_at_seed(int body, std::uint32_t corner, const SolidSearch& other, BudgetWatch& watch);
  int winding_on_surface(int body, std::uint32_t corner);

  std::array<const OverlapBody*, 2> bodies_;
  TieRule rule_;
  std::vector<FaceMeeting> all_;
  std::array<std::vector<std::int8_t>, 2> windings_;
  Counters counters_;
  bool is_complete_ = true;
};

}  // namespace abut
