#pragma once

#include <abut/collide.h>

namespace abut {

/// Triangles by their indices, each kept about once, however often it is added.
class DistinctTriangles {
 public:
  void add(std::uint32_t triangle);
  /// Sorted, without repeats.
  std::vector<std::uint32_t> sorted() const;

 private:
  std::vector<std::uint32_t> all_;
  std::size_t room_ = 4096;
};

/// The contacts of two placed models. They are kept while they are few, and summed up when they become many, as copies
/// of triangles make them: memory goes with the triangles, not with their pairs.
class ContactTally {
 public:
  /// No contacts, of no models.
  ContactTally() = default;
  /// The models must outlive it.
  ContactTally(const Model& a, const Model& b, const PlacementPair& at) : a_(&a), b_(&b), at_(at) {}

  void add(const Contact& contact);

  std::uint64_t count() const { return count_; }
  /// Are there more than are kept?
  bool is_many() const { return count_ > most_kept; }
  /// The least of them; meaningless without one.
  const Contact& least() const { return least_; }
  /// At most so many of them, evenly chosen from those that are kept; the least, if none is.
  std::vector<Contact> some(std::size_t most) const;
  /// The triangles that take part, sorted.
  std::vector<std::uint32_t> triangles_a() const;
  std::vector<std::uint32_t> triangles_b() const;
  /// A box in the world around where they meet; inverted without a contact.
  Bounds region() const;

  /// More than these are many.
  static constexpr std::size_t most_kept = 1 << 16;

 private:
  /// A box around where the two triangles meet, which is where their boxes overlap.
  Bounds region_of(const Contact& contact) const;
  void sum_up(const Contact& contact);

  const Model *a_ = nullptr, *b_ = nullptr;
  PlacementPair at_;
  std::uint64_t count_ = 0;
  Contact least_;
  std::vector<Contact> kept_;  ///< all of them, or, when they are many, none
  DistinctTriangles summed_a_, summed_b_;
  Bounds summed_region_;
};

}  // namespace abut
