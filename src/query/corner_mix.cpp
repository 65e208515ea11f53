#include "query/corner_mix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

namespace {

/// The simplex method (G. B. Dantzig 1947) with a dictionary: what is basic, and the bound, in terms of what is not.
/// Variables: weights of `a`, weights of `b`, then by how much each corner is below the worst one. Whatever number of
/// steps it takes, the weights are those of mixes.
class MixSearch {
 public:
  MixSearch(std::span<const CornerBounds> a, std::span<const CornerBounds> b) : a_(a), b_(b) {}

  CornerMix run() {
    start();
    for (int step = 0; step < most_steps; ++step)
      if (!improve()) break;
    return result();
  }

 private:
  static constexpr int corners = 8, row_of_a = 7, row_of_b = 8, rows = 9, most_steps = 32;
  static constexpr int most_columns = 2 * static_cast<int>(most_mixed);

  int weights() const { return static_cast<int>(a_.size() + b_.size()); }

  /// The best pair of one of each list; its worst corner sets the bound.
  void start() {
    std::size_t best_a = 0, best_b = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < a_.size(); ++i)
      for (std::size_t k = 0; k < b_.size(); ++k) {
        double most = a_[i][0] + b_[k][0];
        for (int c = 1; c < corners; ++c) most = std::max(most, a_[i][c] + b_[k][c]);
        if (most < least) least = most, best_a = i, best_b = k;
      }
    int worst = 0;
    const auto pair = [&](int c) { return a_[best_a][c] + b_[best_b][c]; };
    for (int c = 1; c < corners; ++c)
      if (pair(c) > pair(worst)) worst = c;

    const double unit = std::abs(pair(worst)), per_unit = unit > 0 ? 1 / unit : 1;
    const auto basic_of = [&](int row) { return row < worst ? weights() + row : weights() + row + 1; };
    const auto corner_of = [&](int row) { return row < worst ? row : row + 1; };
    for (int row = 0; row < corners - 1; ++row) {
      basic_[row] = basic_of(row);
      constant_[row] = (pair(worst) - pair(corner_of(row))) * per_unit;
    }
    basic_[row_of_a] = static_cast<int>(best_a), basic_[row_of_b] = static_cast<int>(a_.size() + best_b);
    constant_[row_of_a] = constant_[row_of_b] = 1;
    const auto add = [&](int variable, const CornerBounds& of, const CornerBounds& best, int row_of_best) {
      const int column = columns_++;
      other_[column] = variable;
      for (int row = 0; row < corners - 1; ++row) {
        const int c = corner_of(row);
        entry_[row][column] = ((of[worst] - of[c]) - (best[worst] - best[c])) * per_unit;
      }
      entry_[row_of_a][column] = entry_[row_of_b][column] = 0;
      entry_[row_of_best][column] = -1;
      slope_[column] = (of[worst] - best[worst]) * per_unit;
    };
    for (std::size_t i = 0; i < a_.size(); ++i)
      if (i != best_a) add(static_cast<int>(i), a_[i], a_[best_a], row_of_a);
    for (std::size_t k = 0; k < b_.size(); ++k)
      if (k != best_b) add(static_cast<int>(a_.size() + k), b_[k], b_[best_b], row_of_b);
    const int column = columns_++;
    other_[column] = weights() + worst;
    for (int row = 0; row < rows; ++row) entry_[row][column] = row < row_of_a ? 1 : 0;
    slope_[column] = 1;
  }

  bool improve() {
    int in = 0;
    for (int k = 1; k < columns_; ++k)
      if (slope_[k] < slope_[in]) in = k;
    if (!(slope_[in] < -1e-6)) return false;
    int out = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int row = 0; row < rows; ++row)
      if (entry_[row][in] < -1e-12)
        if (const double most = constant_[row] / -entry_[row][in]; most < least) least = most, out = row;
    if (out < 0) return false;
    pivot(out, in);
    return true;
  }

  void pivot(int out, int in) {
    const double by = -1 / entry_[out][in];
    std::swap(basic_[out], other_[in]);
    // x_in = by (constant + sum others - x_out)
    for (int k = 0; k < columns_; ++k) entry_[out][k] *= by;
    entry_[out][in] = -by;
    constant_[out] *= by;
    const auto replace = [&](double* row, double& constant) {
      const double factor = row[in];
      if (factor == 0) return;
      row[in] = 0;
      for (int k = 0; k < columns_; ++k) row[k] += factor * entry_[out][k];
      constant += factor * constant_[out];
    };
    for (int row = 0; row < rows; ++row)
      if (row != out) {
        replace(entry_[row], constant_[row]);
        constant_[row] = std::max(constant_[row], 0.0);
      }
    double bound = 0;
    replace(slope_, bound);
  }

  CornerMix result() const {
    CornerMix mix;
    CornerBounds sums{};
    add_mix(a_, 0, sums);
    add_mix(b_, static_cast<int>(a_.size()), sums);
    mix.bound = *std::max_element(sums.begin(), sums.end());
    // By how much the bound grows with each corner's own; together by as much as all of them.
    double sum = 0;
    for (int k = 0; k < columns_; ++k)
      if (other_[k] >= weights()) sum += mix.corners[other_[k] - weights()] = std::max(slope_[k], 0.0);
    for (double& weight : mix.corners) weight /= sum;
    return mix;
  }

  /// The mix of one list, whose weights are the variables from `first` on.
  void add_mix(std::span<const CornerBounds> list, int first, CornerBounds& sums) const {
    const auto is_weight = [&](int row) {
      return basic_[row] >= first && basic_[row] < first + static_cast<int>(list.size());
    };
    double sum = 0;
    for (int row = 0; row < rows; ++row)
      if (is_weight(row)) sum += constant_[row];
    for (int row = 0; row < rows; ++row)
      if (is_weight(row))
        for (int c = 0; c < corners; ++c) sums[c] += constant_[row] / sum * list[basic_[row] - first][c];
  }

  std::span<const CornerBounds> a_, b_;
  int columns_ = 0;
  int basic_[rows], other_[most_columns];
  double constant_[rows], entry_[rows][most_columns], slope_[most_columns];
};

}  // namespace

CornerMix least_mix(std::span<const CornerBounds> a, std::span<const CornerBounds> b) { return MixSearch(a, b).run(); }

}  // namespace abut
