#pragma once

#include <abut/vec3.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace abut::bench::peers {

/// A library's way to find out which of many boxes touch, kept from frame to frame.
class BroadPhase {
 public:
  virtual ~BroadPhase() = default;
  virtual std::string name() const = 0;
  /// Once, first of all. Boxes are numbered in this order.
  virtual void add(std::span<const Bounds> boxes) = 0;
  /// A frame: some boxes change, and the pairs are known again.
  virtual void move(std::span<const std::uint32_t> numbers, std::span<const Bounds> boxes) = 0;
  /// The number of pairs that it has found, which may be more than touch.
  virtual std::size_t pairs() const = 0;
};

// Each in libraries/<name>_scene.cpp.
std::unique_ptr<BroadPhase> fcl_broad_phase();
std::unique_ptr<BroadPhase> bullet_broad_phase();

}  // namespace abut::bench::peers
