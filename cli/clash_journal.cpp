#include "clash_journal.h"

#include "guard.h"
#include "output.h"

#include <fmt/format.h>

namespace abut::cli {

ClashJournal::ClashJournal(const Destination& destination, const std::vector<std::string>& files)
    : destination_(destination) {
  // How many items there are turns out during the work.
  const Journal::Identity identity{sum_of_run(files), 0};
  const auto take = [&](PieceResult result) { known_.emplace(result.items.first, std::move(result)); };
  const auto tell = [](const std::string& told) { say(told); };
  if (destination.resume)
    journal_.emplace(Journal::resume(destination.journal(), identity, take, tell));
  else
    journal_.emplace(Journal::begin(destination.journal(), identity));
  leave_last_words(ending());
}

void ClashJournal::begin_round(Gathering& gathering) {
  const std::size_t end = begun_ + gathering.items();
  while (!known_.empty() && known_.begin()->first < end) {
    PieceResult result = std::move(known_.extract(known_.begin()).mapped());
    result.items = {result.items.first - begun_, result.items.last - begun_};
    gathering.take_known(std::move(result));
  }
  gathering.write_to(*journal_, begun_);
  begun_ = end;
}

std::string ClashJournal::ending() const {
  return fmt::format("What is done is in {}; --resume goes on from there.", destination_.journal().string());
}

void ClashJournal::remove() {
  journal_->remove();
  leave_last_words("");
}

}  // namespace abut::cli
