#include "math/expansion.h"

#include <algorithm>

namespace abut {

void Expansion::reserve(int count) {
  size_ = 0;
  spilled_.reset(count > inline_capacity ? new double[count] : nullptr);
}

void Expansion::assign(const Expansion& other) {
  reserve(other.size_);
  std::copy_n(other.data(), other.size_, data());
  size_ = other.size_;
}

void Expansion::take(Expansion& other) noexcept {
  spilled_ = std::move(other.spilled_);
  if (!spilled_) std::copy_n(other.inline_.data(), other.size_, inline_.data());
  size_ = other.size_;
  other.size_ = 0;
}

// Shewchuk's Fast-Expansion-Sum with zeros left out: under rounding to even it keeps the strong nonoverlap.
Expansion Expansion::sum(const Expansion& a, const Expansion& b, double sign_of_b) {
  Expansion result;
  result.reserve(a.size_ + b.size_);
  const double *x = a.data(), *x_end = x + a.size_, *y = b.data(), *y_end = y + b.size_;
  const auto next_by_magnitude = [&] {
    if (y == y_end || (x != x_end && std::abs(*x) < std::abs(*y))) return *x++;
    return sign_of_b * *y++;
  };
  const int count = a.size_ + b.size_;
  if (count == 0) return result;
  double running = next_by_magnitude();
  for (int i = 1; i < count; ++i) {
    const ExactPair step = two_sum(running, next_by_magnitude());
    result.append(step.error);
    running = step.value;
  }
  result.append(running);
  return result;
}

Expansion operator+(const Expansion& a, const Expansion& b) { return Expansion::sum(a, b, 1); }
Expansion operator-(const Expansion& a, const Expansion& b) { return Expansion::sum(a, b, -1); }

// Shewchuk's Scale-Expansion with zeros left out; it keeps the strong nonoverlap as well.
Expansion operator*(const Expansion& a, double b) {
  Expansion result;
  if (a.size_ == 0 || b == 0) return result;
  result.reserve(2 * a.size_);
  const double* components = a.data();
  const ExactPair first = two_product(components[0], b);
  result.append(first.error);
  double running = first.value;
  for (int i = 1; i < a.size_; ++i) {
    const ExactPair product = two_product(components[i], b);
    const ExactPair low = two_sum(running, product.error);
    result.append(low.error);
    const ExactPair high = fast_two_sum(product.value, low.value);
    result.append(high.error);
    running = high.value;
  }
  result.append(running);
  return result;
}

Expansion operator*(const Expansion& a, const Expansion& b) {
  if (a.size_ < b.size_) return b * a;
  Expansion result;
  for (int i = 0; i < b.size_; ++i) {
    // Partial sums carry about twice the components their bits need; squeezing them keeps the cost near quadratic.
    result = compressed(result + a * b[i]);
  }
  return result;
}

// Shewchuk's Compress: one pass down gathers, one pass up spreads; the result is nonadjacent.
Expansion compressed(const Expansion& a) {
  if (a.size_ < 2) return a;
  Expansion gathered;
  gathered.reserve(a.size_);
  const double* components = a.data();
  double* slots = gathered.data();
  int bottom = a.size_;
  double running = components[a.size_ - 1];
  for (int i = a.size_ - 2; i >= 0; --i) {
    const ExactPair step = fast_two_sum(running, components[i]);
    running = step.value;
    if (step.error != 0) {
      slots[--bottom] = step.value;
      running = step.error;
    }
  }
  slots[--bottom] = running;

  Expansion result;
  result.reserve(a.size_ - bottom);
  running = slots[bottom];
  for (int i = bottom + 1; i < a.size_; ++i) {
    const ExactPair step = fast_two_sum(slots[i], running);
    result.append(step.error);
    running = step.value;
  }
  result.append(running);
  return result;
}

}  // namespace abut
