#pragma once

#include <cmath>

namespace abut::classic {

/// How often each kind of operation was done.
struct OperationCounts {
  int compare = 0, add = 0, multiply = 0, absolute = 0;

  int total() const { return compare + add + multiply + absolute; }
};

/// A double that counts what is done to it, to tally the operations of a template. Subtractions count as additions.
struct Counted {
  double value = 0;

  Counted() = default;
  constexpr explicit Counted(double v) : value(v) {}

  /// The counts of this thread since they were last set.
  static OperationCounts& counts() {
    static thread_local OperationCounts all;
    return all;
  }

  friend Counted operator+(Counted a, Counted b) { return ++counts().add, Counted(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return ++counts().add, Counted(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return ++counts().multiply, Counted(a.value * b.value); }
  friend Counted abs(Counted a) { return ++counts().absolute, Counted(std::abs(a.value)); }
  friend bool operator>(Counted a, Counted b) { return ++counts().compare, a.value > b.value; }
  friend bool operator==(Counted a, Counted b) { return ++counts().compare, a.value == b.value; }
};

}  // namespace abut::classic
