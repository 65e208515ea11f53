#include "folder.h"

#include "io/unfinished.h"
#include <abut/error.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include <unistd.h>

namespace abut::cli {

namespace fs = std::filesystem;

namespace {

const std::string prefix = ".unfinished-";

/// Removes what runs that were killed have left behind.
void remove_abandoned(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> abandoned;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const pid_t process = static_cast<pid_t>(std::strtol(name.c_str() + prefix.size(), nullptr, 10));
    if (process > 0 && kill(process, 0) != 0 && errno == ESRCH) abandoned.push_back(entry.path());
  }
  for (const fs::path& path : abandoned) fs::remove_all(path, ignored);
}

}  // namespace

ResultFolder::ResultFolder(const fs::path& folder)
    : folder_(folder), unfinished_(folder / (prefix + std::to_string(getpid()))) {
  if (folder.empty()) throw Error("the name of the folder for the results is empty.");
  remove_abandoned(folder);
  UnfinishedOutputs& outputs = unfinished_outputs();
  const std::lock_guard guard(outputs.busy);
  std::error_code error;
  for (fs::path above = unfinished_; !above.empty() && !fs::exists(above, error); above = above.parent_path())
    made_.insert(made_.begin(), above);
  for (const fs::path& above : made_) outputs.paths.emplace(above, UnfinishedOutputs::Removal::if_empty);
  outputs.paths[unfinished_] = UnfinishedOutputs::Removal::with_content;
  fs::create_directories(unfinished_, error);
  if (!error) return;
  remove_what_was_made();
  throw Error(folder.string() + ": the folder cannot be made: " + error.message() + ".");
}

ResultFolder::~ResultFolder() {
  const std::lock_guard guard(unfinished_outputs().busy);
  remove_what_was_made();
}

void ResultFolder::remove_what_was_made() {
  std::error_code ignored;
  fs::remove_all(unfinished_, ignored);
  unfinished_outputs().paths.erase(unfinished_);
  // Whatever has files in it by now stays: only empty folders can be removed like this.
  while (!made_.empty()) {
    fs::remove(made_.back(), ignored);
    unfinished_outputs().paths.erase(made_.back());
    made_.pop_back();
  }
}

void ResultFolder::finish() {
  // An interrupt comes before all files or after them.
  const std::lock_guard guard(unfinished_outputs().busy);
  std::error_code error;
  std::vector<fs::directory_entry> written;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(unfinished_, error))
    written.push_back(entry);
  for (const fs::directory_entry& entry : written) {
    const fs::path to = folder_ / entry.path().lexically_relative(unfinished_);
    if (entry.is_directory())
      fs::create_directories(to, error);
    else
      fs::rename(entry.path(), to, error);
    if (error) throw Error(to.string() + ": cannot be written: " + error.message() + ".");
  }
}

}  // namespace abut::cli
