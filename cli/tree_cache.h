#pragma once

#include <abut/model.h>

#include <filesystem>
#include <optional>
#include <span>

namespace abut::cli {

/// The folder of tree files that programs of this user share: trees of ABUT_CACHE or, without that, of the user's cache
/// (XDG_CACHE_HOME or ~/.cache) in abut. Empty when there is none that this user, and nobody else, writes to: what is
/// mapped is trusted.
std::filesystem::path cache_folder();

/// Tells contents from each other, for names of files: those with the same text are the same.
class ContentName {
 public:
  void add(std::span<const std::byte> bytes);
  void add_file(const std::filesystem::path& file);
  std::string text() const;

 private:
  std::uint64_t sum_ = 0, other_ = 0, bytes_ = 0;
};

/// Held by one program at a time, and given back when it ends, however it does.
class Lock {
 public:
  explicit Lock(const std::filesystem::path& file);
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

/// The model of a tree file in the folder; none when there is none of this name that can be used.
std::optional<Model> mapped(const std::filesystem::path& tree);

/// Writes a file beside its place first, and makes it last before it gets there: a file of that name is whole. Throws
/// Error when it cannot be written.
void save_whole(const Model& model, const std::filesystem::path& tree);
void save_whole(std::span<const std::byte> bytes, const std::filesystem::path& file);

}  // namespace abut::cli
