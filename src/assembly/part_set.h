#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace abut {

/// A bit for each part of an assembly.
class PartBits {
 public:
  explicit PartBits(std::size_t parts = 0) : words_((parts + 63) / 64) {}

  bool operator[](std::uint32_t part) const { return (words_[part / 64] >> (part % 64) & 1) != 0; }
  void set(std::uint32_t part) { words_[part / 64] |= std::uint64_t{1} << (part % 64); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  PartBits& operator|=(const PartBits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  /// How many are set here and not there.
  std::uint64_t count_without(const PartBits& other) const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < words_.size(); ++i)
      count += static_cast<std::uint64_t>(std::popcount(words_[i] & ~other.words_[i]));
    return count;
  }
  /// visit(part) in ascending order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
        visit(static_cast<std::uint32_t>(64 * i + static_cast<std::size_t>(std::countr_zero(rest))));
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// Some of the parts of an assembly: a list where they are few, bits where they are many.
class PartSet {
 public:
  PartSet() = default;
  /// `members` ascend.
  PartSet(std::vector<std::uint32_t> members, std::size_t parts) : size_(members.size()), parts_(parts) {
    if (members.size() <= parts / 32) {
      members.shrink_to_fit();
      list_ = std::move(members);
      return;
    }
    bits_ = PartBits(parts);
    for (std::uint32_t part : members) bits_.set(part);
  }

  std::size_t size() const { return size_; }
  bool is_everything() const { return size_ == parts_; }
  bool contains(std::uint32_t part) const {
    return is_list() ? std::binary_search(list_.begin(), list_.end(), part) : bits_[part];
  }
  /// visit(part) in ascending order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (is_list())
      for (std::uint32_t part : list_) visit(part);
    else
      bits_.for_each(visit);
  }
  void add_to(PartBits& bits) const {
    if (is_list())
      for (std::uint32_t part : list_) bits.set(part);
    else
      bits |= bits_;
  }

 private:
  bool is_list() const { return size_ == list_.size(); }

  std::size_t size_ = 0, parts_ = 0;
  std::vector<std::uint32_t> list_;
  PartBits bits_;
};

}  // namespace abut
