#pragma once

#include "cluster/crew.h"
#include "commands.h"

#include <string>

namespace abut::cli {

/// How many programs were started together, by what starts programs of MPI: Open MPI's mpirun, PMI (MPICH, Intel), or
/// srun, which has them in a step of their own. 1 with ABUT_MPI=off.
int started_together();
/// Which of them this one is; -1 when that is not known before MPI has begun.
int rank_by_environment();

/// Becomes one of several ranks if mpirun or srun has started the program so; otherwise, or with ABUT_MPI=off, it works
/// alone. The other ranks print nothing. Throws Error when the module for it is not there or MPI does not see the
/// others. Once, before the command line is read.
void join_ranks(int& count, char**& arguments);
/// The end on every rank: the first one's status is that of the run.
ExitStatus leave_ranks(ExitStatus status);

/// Null for a program that works alone.
Crew* crew();
/// Is this the rank that reads the items and prints the results? So it is when it works alone.
bool is_first_rank();
std::size_t rank_count();

/// The number of threads unless one is given: 0, all cores, for a program that works alone; ranks of one machine share
/// its cores, unless each is bound to its own.
int default_threads();

/// Thrown on the other ranks when the first has all results: they have nothing more to do.
struct Followed {};

}  // namespace abut::cli
