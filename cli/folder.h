#pragma once

#include <filesystem>
#include <vector>

namespace abut::cli {

/// A folder for results, into which files come all together once they are complete, or not at all. They are written
/// into a folder of their own inside of it, which goes away in either case.
class ResultFolder {
 public:
  /// Makes the folder, with those above it. Throws Error when it cannot.
  explicit ResultFolder(const std::filesystem::path& folder);
  /// Leaves no trace of what has not arrived.
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  /// Where to write.
  const std::filesystem::path& unfinished() const { return unfinished_; }
  /// Moves all that was written to the folder; files of the same name are replaced. Throws Error when it cannot.
  void finish();

 private:
  /// Whoever calls it holds the lock of the unfinished outputs.
  void remove_what_was_made();

  std::filesystem::path folder_, unfinished_;
  std::vector<std::filesystem::path> made_;  ///< folders that were not there before, outermost first
};

}  // namespace abut::cli
