#pragma once

#include <string_view>

namespace abut::cli {

/// One of several programs that were started together becomes two: one that works, in which this returns, and a guard,
/// which passes signals on to it and ends with its status. One that is killed or crashes leaves a guard that says so
/// and ends with the status `failed`, as mpirun and srun then do, too. A program that works alone stays alone. Once,
/// before there are threads and handlers of signals.
void guard_rank();

/// What the guard adds then, of the last call: what is missing, and where what is there is kept.
void leave_last_words(std::string_view sentence);

}  // namespace abut::cli
