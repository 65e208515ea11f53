#include "cluster/in_order.h"

namespace abut {

void InOrder::add(const Piece& items, std::string text) {
  if (items.is_empty()) return;
  waiting_bytes_ += text.size();
  waiting_.emplace(items.first, Waiting{items.last, std::move(text)});
  while (!waiting_.empty() && waiting_.begin()->first == reached_) {
    const auto next = waiting_.extract(waiting_.begin());
    waiting_bytes_ -= next.mapped().text.size();
    reached_ = next.mapped().last;
    sink_(next.mapped().text);
  }
}

}  // namespace abut
