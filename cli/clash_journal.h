#pragma once

#include "cluster/crew.h"
#include "run_files.h"

#include <map>
#include <optional>

namespace abut::cli {

/// The journal of a check: pieces of rounds, whose items are numbered one round after the other. The same check has the
/// same rounds.
class ClashJournal {
 public:
  /// Begins it, or takes what an earlier run has done if that is to be resumed. The run depends on these files.
  ClashJournal(const Destination& destination, const std::vector<std::string>& files);

  /// Gives the next round what is known of it, and keeps what it finds.
  void begin_round(Gathering& gathering);
  /// "What is done is in ...".
  std::string ending() const;
  /// The run is complete, and its results are written.
  void remove();

 private:
  const Destination& destination_;
  std::optional<Journal> journal_;
  std::map<std::size_t, PieceResult> known_;  ///< by their first items
  std::size_t begun_ = 0;                     ///< items of all rounds before
};

}  // namespace abut::cli
