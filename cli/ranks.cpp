#include "ranks.h"

#include "interrupt.h"
#include "io/module_file.h"
#include "output.h"
#include <abut/error.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

#include <dlfcn.h>
#include <fmt/format.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <sched.h>
#include <unistd.h>

namespace abut::cli {

namespace {

std::optional<Crew> all_ranks;

/// A number of the environment; 0 when it is not there.
int number_of(const char* name) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : 0;
}

/// How many of them are on this machine.
int started_here(int all) {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"})
    if (const int size = number_of(name); size > 0) return size;
  return all;
}

int cores_allowed() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

/// Pieces come and go by the megabyte: memory for the next one is kept, as getting it anew from the system takes a
/// tenth of the time of cheap queries.
void keep_memory_of_pieces() {
#if defined(__GLIBC__)
  constexpr int pieces = 1 << 25;
  ::mallopt(M_MMAP_THRESHOLD, pieces);
  ::mallopt(M_TRIM_THRESHOLD, 8 * pieces);
#endif
}

}  // namespace

int started_together() {
  const char* wish = std::getenv("ABUT_MPI");
  if (wish && std::string_view(wish) == "off") return 1;
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const int size = number_of(name); size > 0) return size;
  return 1;
}

int rank_by_environment() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (std::getenv(name)) return number_of(name);
  return -1;
}

void join_ranks(int& count, char**& arguments) {
  const int together = started_together();
  if (together < 2) return;
  const std::filesystem::path file = module_file("abut-mpi.so");
  if (file.empty())
    throw Error(
        fmt::format("was started as {} programs together, and the module that makes them work together is not "
                    "installed. Install the package abut-mpi; or libopenmpi-dev, and rebuild abut; or set "
                    "ABUT_MPI=off, and each works alone.",
                    together));
  // MPI's own plugins look for its symbols among those that everybody sees.
  void* module = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  const auto open = module ? reinterpret_cast<OpenLink>(::dlsym(module, link_symbol)) : nullptr;
  if (!open) throw Error(fmt::format("{}: cannot be loaded: {}.", file.string(), ::dlerror()));
  RankLink* link = open(count, arguments);
  if (link->size() != together)
    throw Error(
        fmt::format("was started as {} programs together, of which MPI sees {}. With srun, try --mpi=pmix; "
                    "ABUT_MPI=off lets each work alone.",
                    together, link->size()));
  keep_memory_of_pieces();
  all_ranks.emplace(*link);
  if (link->rank() != 0) keep_quiet();
}

ExitStatus leave_ranks(ExitStatus status) {
  using namespace std::chrono_literals;
  if (!all_ranks) return status;
  const bool is_regular = status != failed && status != interrupted;
  // A rank that is gone is waited for only if nobody has told that something is wrong; whoever started the ranks tells
  // it by a signal, and the results of this one are complete all the same.
  const auto patience = is_regular ? std::chrono::milliseconds(24h) : 3s;
  const std::string failure = is_regular || is_first_rank() ? "" : last_said();
  std::optional<Interrupt> interrupt;
  if (is_regular) interrupt.emplace();
  if (!all_ranks->leave(failure, patience, interrupt ? &interrupt->flag() : nullptr)) ::_exit(status);
  return is_first_rank() ? status : done;
}

Crew* crew() { return all_ranks ? &*all_ranks : nullptr; }
bool is_first_rank() { return !all_ranks || all_ranks->is_first(); }
std::size_t rank_count() { return all_ranks ? static_cast<std::size_t>(all_ranks->size()) : 1; }

int default_threads() {
  if (!all_ranks) return 0;
  const int allowed = cores_allowed(), all = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
  return allowed < all ? allowed : std::max(1, all / started_here(all_ranks->size()));
}

}  // namespace abut::cli
