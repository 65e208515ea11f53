#pragma once

#include "cluster/piece.h"

#include <functional>
#include <map>

namespace abut {

/// Texts that come in any order and leave in that of their items.
class InOrder {
 public:
  explicit InOrder(std::function<void(std::string_view)> sink) : sink_(std::move(sink)) {}

  /// Each item once.
  void add(const Piece& items, std::string text);

  /// All items before this one have left.
  std::size_t reached() const { return reached_; }
  /// Bytes of text that wait for an earlier one.
  std::size_t waiting_bytes() const { return waiting_bytes_; }

 private:
  struct Waiting {
    std::size_t last = 0;
    std::string text;
  };

  std::function<void(std::string_view)> sink_;
  std::map<std::size_t, Waiting> waiting_;
  std::size_t reached_ = 0, waiting_bytes_ = 0;
};

}  // namespace abut
