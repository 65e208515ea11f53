#pragma once

#include <abut/figure.h>
#include <abut/query.h>

#include <vector>

namespace abut {

/// Forward kinematics of several configurations side by side.
class PlacedRows {
 public:
  static constexpr std::size_t most = 8;

  /// `rows` configurations, `stride` numbers from each to the next, up to `most`; they are valid. The same bits as
  /// those of Figure::place().
  void place(const Figure& figure, const double* first, std::size_t stride, std::size_t rows, const Placement& base,
             Simd simd);
  /// Where a link of the figure is in one of them.
  Placement at(std::size_t link, std::size_t row) const {
    const double* numbers = &numbers_[link * 12 * most + row];
    Placement at;
    for (std::size_t i = 0; i < 9; ++i) at.linear.entries[i] = numbers[i * most];
    at.shift = {numbers[9 * most], numbers[10 * most], numbers[11 * most]};
    return at;
  }

 private:
  std::vector<double> numbers_;  ///< [link][entry of a placement][row]
};

}  // namespace abut
