// The link between ranks that MPI offers, for the command when it is started by mpirun or srun.
#include "cluster/rank_link.h"
#include <abut/error.h>

#include <cstdlib>
#include <list>
#include <string_view>

// Without the C++ bindings, which are gone from the standard and would have to be linked.
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>

namespace {

/// Ranks that mpirun has started on one machine reach each other through its memory. Open MPI would look for networks
/// between machines nevertheless, which takes most of its start: 0.2 of 0.25 s. A choice that somebody made stays.
void look_for_no_network_within_one_machine() {
  const char* here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const char* all = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (here && all && std::string_view(here) == all) ::setenv("OMPI_MCA_pml", "ob1", /*overwrite=*/0);
}

/// All calls come from one thread.
class MpiLink : public abut::RankLink {
 public:
  MpiLink(int& count, char**& arguments) {
    look_for_no_network_within_one_machine();
    int provided = 0;
    MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) throw abut::Error("this MPI does not work in a program with threads.");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, std::string bytes) override {
    // A piece of results is some megabytes; only a damaged run would send more.
    if (bytes.size() > most_bytes) throw abut::Error("a piece of results is larger than MPI can send (2 GB).");
    forget_sent();
    Sending& sending = under_way_.emplace_back(Sending{std::move(bytes), MPI_REQUEST_NULL});
    MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
              &sending.request);
  }

  std::optional<abut::Message> receive() override {
    forget_sent();
    if (!coming_ && !begin_to_receive()) return std::nullopt;
    int is_here = 0;
    MPI_Test(&coming_->request, &is_here, MPI_STATUS_IGNORE);
    if (!is_here) return std::nullopt;
    abut::Message got{coming_->from, std::move(coming_->bytes)};
    coming_.reset();
    return got;
  }

  bool is_receiving() const override { return coming_.has_value(); }

  void leave() override {
    for (Sending& sending : under_way_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
    under_way_.clear();
    MPI_Finalize();
  }

 private:
  static constexpr int tag = 1;
  static constexpr std::size_t most_bytes = (std::size_t{1} << 31) - 1;
  struct Sending {
    std::string bytes;
    MPI_Request request;
  };
  struct Receiving {
    int from;
    std::string bytes;
    MPI_Request request;
  };

  /// Large messages come bit by bit, as their sender looks after them: to wait for the rest would take processor time
  /// from those that work.
  bool begin_to_receive() {
    int is_there = 0, size = 0;
    MPI_Message message;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &message, &status);
    if (!is_there) return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    coming_.emplace(Receiving{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0'), MPI_REQUEST_NULL});
    MPI_Imrecv(coming_->bytes.data(), size, MPI_BYTE, &message, &coming_->request);
    return true;
  }

  void forget_sent() {
    for (auto at = under_way_.begin(); at != under_way_.end();) {
      int is_sent = 0;
      MPI_Test(&at->request, &is_sent, MPI_STATUS_IGNORE);
      at = is_sent ? under_way_.erase(at) : std::next(at);
    }
  }

  int rank_ = 0, size_ = 1;
  std::list<Sending> under_way_;  // addresses stay
  std::optional<Receiving> coming_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) abut::RankLink* abut_link_2(int& count, char**& arguments) {
  // Until the program ends: MPI cannot be begun twice.
  return new MpiLink(count, arguments);
}
