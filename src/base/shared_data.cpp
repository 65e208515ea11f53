#include "base/shared_data.h"

namespace abut::detail {

SharedData::~SharedData() = default;

void retain(SharedData* data) {
  if (data) data->owners.fetch_add(1, std::memory_order_relaxed);
}

void release(SharedData* data) {
  if (data && data->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete data;
}

}  // namespace abut::detail
