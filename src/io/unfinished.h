#pragma once

#include <filesystem>
#include <map>
#include <mutex>

namespace abut {

/// Outputs of this program that are being written. Whoever makes or finishes one holds `busy` meanwhile.
struct UnfinishedOutputs {
  enum class Removal { with_content, if_empty };

  std::mutex busy;
  std::map<std::filesystem::path, Removal> paths;
};
UnfinishedOutputs& unfinished_outputs();

/// Removes all of them and lets no other begin: for a program that ends right after it without unwinding.
void remove_unfinished_outputs();

}  // namespace abut
