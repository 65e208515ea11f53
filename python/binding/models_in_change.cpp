#include "models_in_change.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace abut::python {

namespace {

/// Never destroyed: threads may still wait while the interpreter ends.
struct Changes {
  std::mutex guard;
  std::condition_variable ended;
  std::vector<const void*> models;  // changed with both locks, so that either suffices to read it

  bool has(const void* model) const { return std::find(models.begin(), models.end(), model) != models.end(); }
};
Changes& changes() {
  static Changes* const all = new Changes;
  return *all;
}

}  // namespace

void wait_for_change(const void* model) {
  Changes& all = changes();
  // Another change may begin between the end of one and our getting the interpreter's lock back.
  while (all.has(model)) {
    const pybind11::gil_scoped_release unlocked;
    std::unique_lock lock(all.guard);
    all.ended.wait(lock, [&] { return !all.has(model); });
  }
}

ModelInChange::ModelInChange(const void* model) : model_(model) {
  wait_for_change(model);
  const std::scoped_lock lock(changes().guard);
  changes().models.push_back(model);
}

ModelInChange::~ModelInChange() {
  Changes& all = changes();
  {
    const std::scoped_lock lock(all.guard);
    std::erase(all.models, model_);
  }
  all.ended.notify_all();
}

}  // namespace abut::python
