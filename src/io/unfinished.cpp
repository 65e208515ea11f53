#include "io/unfinished.h"

namespace abut {

UnfinishedOutputs& unfinished_outputs() {
  // Never destroyed: a program may be ended by another thread while its static objects go.
  static auto& outputs = *new UnfinishedOutputs;
  return outputs;
}

void remove_unfinished_outputs() {
  UnfinishedOutputs& outputs = unfinished_outputs();
  outputs.busy.lock();
  // Folders come before what is in them, so the last goes first.
  for (auto output = outputs.paths.rbegin(); output != outputs.paths.rend(); ++output) {
    std::error_code error;
    if (output->second == UnfinishedOutputs::Removal::if_empty) {
      std::filesystem::remove(output->first, error);
      continue;
    }
    // Another thread may still write into a folder.
    for (int attempts = 0; attempts < 100; ++attempts) {
      std::filesystem::remove_all(output->first, error);
      if (!error) break;
    }
  }
}

}  // namespace abut
