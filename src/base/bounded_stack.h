#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace abut {

/// A stack that allocates only for trees of extraordinary depth. Items are plain data and not set before they are
/// pushed.
template <class T, std::size_t ordinary = 512>
class BoundedStack {
  static_assert(std::is_trivially_default_constructible_v<T>,
                "or every query would pay for setting what it may not use");

 public:
  explicit BoundedStack(std::size_t bound) {
    if (bound > ordinary) {
      large_.resize(bound);
      top_ = large_.data();
    }
  }
  BoundedStack(const BoundedStack&) = delete;
  BoundedStack& operator=(const BoundedStack&) = delete;

  bool empty() const { return count_ == 0; }
  void push(const T& item) { top_[count_++] = item; }
  /// As push, or not at all; without a branch. There must be room in either case.
  void push_if(const T& item, bool wanted) {
    top_[count_] = item;
    count_ += wanted;
  }
  T pop() { return top_[--count_]; }

  /// From the bottom to the top.
  const T* begin() const { return top_; }
  const T* end() const { return top_ + count_; }
  T* end() { return top_ + count_; }

 private:
  std::array<T, ordinary> small_;
  std::vector<T> large_;
  T* top_ = small_.data();
  std::size_t count_ = 0;
};

/// A pair of nodes, by their indices.
struct NodePair {
  std::uint32_t a, b;
};

}  // namespace abut
