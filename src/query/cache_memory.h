#pragma once

#include "engine/front.h"
#include "leaf/triangle_packet.h"
#include <abut/collide.h>
#include <abut/model.h>

#include <array>

namespace abut {

/// The last contacts, newest first, as places in the two trees' leaf orders.
class RecentContacts {
 public:
  static constexpr int most = TriangleFilter::batch;

  int size() const { return size_; }
  const std::uint32_t* a() const { return a_.data(); }
  const std::uint32_t* b() const { return b_.data(); }
  /// Makes the pair the newest; drops the oldest when there are too many.
  void renew(std::uint32_t a, std::uint32_t b);
  void clear() { size_ = 0; }

 private:
  std::array<std::uint32_t, most> a_{}, b_{};
  int size_ = 0;
};

struct CollideCache::Memory {
  /// Forgets everything unless it is about these very trees.
  void serve(const Model& a, const Model& b);

  RecentContacts recent;
  WideFront front;

 private:
  std::uint64_t a_ = 0, b_ = 0;  ///< stamps
};

}  // namespace abut
