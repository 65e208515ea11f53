#include "work_time.h"

#include <ctime>

namespace abut::cli {

std::int64_t worked_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1'000'000'000 * std::int64_t{now.tv_sec} + now.tv_nsec;
}

}  // namespace abut::cli
