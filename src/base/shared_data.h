#pragma once

#include <abut/shared.h>

#include <atomic>
#include <cstddef>

namespace abut {
namespace detail {

/// The base of what a Shared owns.
struct SharedData {
  SharedData() = default;
  SharedData(const SharedData&) {}
  SharedData& operator=(const SharedData&) = delete;
  virtual ~SharedData();

  std::atomic<std::size_t> owners{1};
};

}  // namespace detail

/// Data that may be written to: copied where it has other owners.
template <class Data>
Data& own(detail::Shared<Data>& data) {
  // Acquire the count, so that reads through destroyed copies happen before our writes.
  if (data->owners.load(std::memory_order_acquire) > 1) data = detail::Shared<Data>(new Data(*data));
  return *data;
}

}  // namespace abut
