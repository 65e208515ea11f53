#pragma once

#include "cluster/piece.h"

#include <chrono>
#include <filesystem>
#include <functional>

namespace abut {

/// The finished pieces of a run in a file beside its output, so that a run that ends early can be resumed. Each record
/// has a checksum; what was being written when the machine went is dropped.
class Journal {
 public:
  /// Which run it is about: what must be the same for its records to be of use.
  struct Identity {
    std::uint64_t sum = 0;  ///< of options and inputs
    std::uint64_t items = 0;
  };

  /// Begins a journal. Throws Error, opening with the file's name, when there is one already or it cannot be written.
  static Journal begin(const std::filesystem::path& file, const Identity& identity);
  /// Goes on with one that is there, or begins it: its records are taken one by one, and the damaged end of it, if
  /// there is one, is cut off and told to `say`. Throws Error also for a journal of another run, and for one that
  /// another program is writing.
  static Journal resume(const std::filesystem::path& file, const Identity& identity,
                        const std::function<void(PieceResult)>& take, const std::function<void(std::string)>& say);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  const std::filesystem::path& file() const { return file_; }
  /// Throws Error when it cannot be written; it then ends with the record before.
  void add(const PieceResult& result);
  /// Makes what was added last even if the machine goes. Also called by add(), once a second.
  void sync();
  /// The run is complete: removes it.
  void remove();

 private:
  Journal(const std::filesystem::path& file, int descriptor) : file_(file), descriptor_(descriptor) {}
  static Journal open(const std::filesystem::path& file, int flags);
  void write(std::string_view text, std::string_view numbers);
  void write_at(std::uint64_t offset, std::string_view bytes);
  void write_head(const Identity& identity);
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;  ///< of what is complete
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace abut
