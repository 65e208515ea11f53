#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace abut {

/// Items of its own, as a vector has them, or a view of items in somebody else's memory, a mapped file's for example,
/// which outlives it. A copy of a view is a view. Reading costs the same in either case; only own items are written to.
template <class T>
class Stored {
 public:
  Stored() = default;
  Stored(std::vector<T> items) : owned_(std::move(items)), begin_(owned_.data()), size_(owned_.size()) {}
  static Stored view(std::span<const T> items) {
    Stored result;
    result.begin_ = items.data();
    result.size_ = items.size();
    return result;
  }
  Stored(const Stored& other)
      : owned_(other.owned_), begin_(other.is_view() ? other.begin_ : owned_.data()), size_(other.size_) {}
  Stored(Stored&& other) noexcept { swap(other); }
  Stored& operator=(Stored other) noexcept {
    swap(other);
    return *this;
  }

  bool is_view() const { return owned_.empty() && size_ > 0; }
  /// Makes the items its own: copies those that it views.
  void own() {
    if (is_view()) *this = Stored(std::vector<T>(begin_, begin_ + size_));
  }
  void resize(std::size_t size) {
    assert(!is_view());
    owned_.resize(size);
    begin_ = owned_.data();
    size_ = size;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* data() const { return begin_; }
  const T* begin() const { return begin_; }
  const T* end() const { return begin_ + size_; }
  const T& operator[](std::size_t i) const { return begin_[i]; }
  const T& back() const { return begin_[size_ - 1]; }
  /// The same items, wherever they are.
  friend bool operator==(const Stored& a, const Stored& b) requires std::equality_comparable<T> {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  T* data() { return writable(); }
  T* begin() { return writable(); }
  T* end() { return writable() + size_; }
  T& operator[](std::size_t i) { return writable()[i]; }

 private:
  T* writable() {
    assert(!is_view());
    return const_cast<T*>(begin_);
  }
  void swap(Stored& other) noexcept {
    // The items of a vector stay where they are when it is swapped.
    owned_.swap(other.owned_);
    std::swap(begin_, other.begin_);
    std::swap(size_, other.size_);
  }

  std::vector<T> owned_;
  const T* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace abut
