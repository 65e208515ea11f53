#include "cluster/crew.h"

#include "cluster/bytes.h"
#include "cluster/piece_worker.h"

#include <algorithm>
#include <thread>

namespace abut {

namespace {

// From the others: ready for pieces, a result, a failure, interrupted, gone. From the first: a piece, all done, the
// end.
constexpr char ready = 'a', result = 'r', failure_kind = 'f', interrupted = 'i', gone = 'b';
constexpr char piece_kind = 'p', all_done = 'e', the_end = 's';

// A rank that was interrupted waits no longer for the first one, which may be gone.
constexpr std::chrono::seconds longest_answer{5};

/// Grows while nothing happens: looking for messages takes processor time away from the work.
class Pause {
 public:
  std::chrono::microseconds after(bool was_active) {
    length_ = was_active ? shortest : std::min(longest, 2 * length_);
    return length_;
  }

 private:
  static constexpr std::chrono::microseconds shortest{50}, longest{2000};
  std::chrono::microseconds length_ = shortest;
};

// The letter of a message is its last one, and what is large comes first: it is not copied.
std::string with_kind(std::string bytes, char kind) { return std::move(bytes += kind); }

char taken_kind(Message& message) {
  if (message.bytes.empty()) throw Error("a message of a run on several ranks is empty.");
  const char kind = message.bytes.back();
  message.bytes.pop_back();
  return kind;
}

constexpr std::size_t bytes_of_task = 2 * sizeof(std::uint64_t) + sizeof(double);

std::string piece_message(const Piece& piece, double seconds, std::string items) {
  ByteWriter writer{std::move(items)};
  writer.put(std::uint64_t{piece.first});
  writer.put(std::uint64_t{piece.last});
  writer.put(seconds);
  return with_kind(std::move(writer.bytes), piece_kind);
}

PieceWorker::Task task_of(std::string message) {
  ByteReader reader(numbers_behind(message, bytes_of_task));
  const auto first = reader.get<std::uint64_t>(), last = reader.get<std::uint64_t>();
  const auto seconds = reader.get<double>();
  message.resize(message.size() - bytes_of_task);
  return {{first, last}, seconds, std::move(message)};
}

// Twice as long as it should take, a piece ends with what is done of it.
double most_seconds(const Gathering& gathering) { return 2 * gathering.seconds(); }

bool is_set(const std::atomic<bool>* flag) { return flag && *flag; }

}  // namespace

LeadEnd work_alone(ItemWork& work, Gathering& gathering, const LeadOptions& options) {
  while (!gathering.is_complete()) {
    const double seconds = most_seconds(gathering);
    const Piece piece = gathering.next();
    gathering.take(piece, work.run(piece, nullptr, seconds));
    if (options.on_results) options.on_results();
    if (is_set(options.stop)) return LeadEnd::stopped;
    if (options.verdict_only && gathering.sums().any_found) return LeadEnd::verdict;
  }
  return LeadEnd::complete;
}

/// One run of the first rank.
class Crew::Lead {
 public:
  Lead(Crew& crew, ItemWork& work, Gathering& gathering, const LeadOptions& options)
      : crew_(crew), work_(work), gathering_(gathering), options_(options), own_(work) {}

  LeadEnd run() {
    Pause pause;
    crew_.ready_[0].is_ready = true;
    for (;;) {
      const bool was_active = take_results();
      if (was_active && options_.on_results) options_.on_results();
      if (is_set(options_.stop) || was_interrupted_) return LeadEnd::stopped;
      if (gathering_.is_complete()) return LeadEnd::complete;
      if (options_.verdict_only && gathering_.sums().any_found) return LeadEnd::verdict;
      hand_out();
      own_.wait(pause.after(was_active || crew_.link_.is_receiving()));
    }
  }

 private:
  bool take_results() {
    bool was_active = false;
    while (auto found = own_.take()) {
      take(0, std::move(*found));
      was_active = true;
    }
    while (auto message = crew_.link_.receive()) {
      hear(std::move(*message));
      was_active = true;
    }
    return was_active;
  }

  void take(int rank, PieceResult found) {
    std::deque<Piece>& pieces = crew_.ready_[static_cast<std::size_t>(rank)].pieces;
    if (pieces.empty()) throw Error("a rank has answered what it was not asked.");
    const Piece piece = pieces.front();
    pieces.pop_front();
    gathering_.take(piece, std::move(found));
  }

  void hear(Message message) {
    switch (taken_kind(message)) {
      case ready:
        crew_.ready_[static_cast<std::size_t>(message.from)].is_ready = true;
        break;
      case result:
        take(message.from, PieceResult::unpacked(std::move(message.bytes)));
        break;
      case interrupted:
        was_interrupted_ = true;
        break;
      case failure_kind:
        throw Error("rank " + std::to_string(message.from) + ": " + message.bytes);
      default:
        break;
    }
  }

  void hand_out() {
    for (std::size_t load = 0; load < options_.pieces_per_rank; ++load)
      for (std::size_t rank = 0; rank < crew_.ready_.size(); ++rank) {
        HandedOut& to = crew_.ready_[rank];
        if (!to.is_ready || to.pieces.size() > load) continue;
        const double seconds = most_seconds(gathering_);
        const Piece piece = gathering_.next();
        if (piece.is_empty()) return;
        to.pieces.push_back(piece);
        if (rank == 0)
          own_.give({piece, seconds, std::nullopt});
        else
          crew_.link_.send(static_cast<int>(rank), piece_message(piece, seconds, work_.packed(piece)));
      }
  }

  Crew& crew_;
  ItemWork& work_;
  Gathering& gathering_;
  const LeadOptions& options_;
  bool was_interrupted_ = false;
  PieceWorker own_;
};

void Crew::send_to_all(char kind) {
  for (int rank = 1; rank < size(); ++rank) link_.send(rank, std::string(1, kind));
}

LeadEnd Crew::lead(ItemWork& work, Gathering& gathering, const LeadOptions& options) {
  const LeadEnd end = Lead(*this, work, gathering, options).run();
  if (end == LeadEnd::complete) send_to_all(all_done);
  return end;
}

bool Crew::follow(ItemWork& work, const std::atomic<bool>& stop) {
  PieceWorker worker(work);
  Pause pause;
  std::optional<std::chrono::steady_clock::time_point> told;
  for (link_.send(0, std::string(1, ready));;) {
    bool was_active = false;
    while (auto message = link_.receive()) {
      was_active = true;
      const char kind = taken_kind(*message);
      if (kind == all_done) return true;
      if (kind == the_end) {
        is_dismissed_ = true;
        return false;
      }
      worker.give(task_of(std::move(message->bytes)));
    }
    while (auto found = worker.take()) {
      was_active = true;
      link_.send(0, with_kind(std::move(*found).packed(), result));
    }
    if (stop && !told) {
      told = std::chrono::steady_clock::now();
      link_.send(0, std::string(1, interrupted));
    }
    if (told && std::chrono::steady_clock::now() - *told > longest_answer) return false;
    worker.wait(pause.after(was_active || link_.is_receiving()));
  }
}

bool Crew::leave(const std::string& failure, std::chrono::milliseconds patience, const std::atomic<bool>* stop) {
  const auto begin = std::chrono::steady_clock::now();
  Pause pause;
  const auto waits = [&](bool was_active) {
    std::this_thread::sleep_for(pause.after(was_active));
    return std::chrono::steady_clock::now() - begin < patience && !is_set(stop);
  };
  if (is_first()) {
    send_to_all(the_end);
    for (int others = size() - 1; others > 0;) {
      auto message = link_.receive();
      if (message && taken_kind(*message) == gone) --others;
      if (!message && !waits(false)) return false;
    }
  } else {
    if (!failure.empty()) link_.send(0, with_kind(failure, failure_kind));
    while (!is_dismissed_) {
      auto message = link_.receive();
      if (message && taken_kind(*message) == the_end) is_dismissed_ = true;
      if (!message && !waits(false)) return false;
    }
    link_.send(0, std::string(1, gone));
  }
  link_.leave();
  return true;
}

}  // namespace abut
