#pragma once

#include "command.h"

#include <functional>

namespace abut::cli {

/// Exit statuses, and there are no others. A query answers with found or not, or not known when a budget ended it
/// before it found anything; everything else that went well is `done`. What was interrupted has no complete answer.
enum ExitStatus { not_found = 0, done = 0, found = 1, failed = 2, not_known = 3, interrupted = 130 };

/// What the chosen command does once its options are known to be good; returns the exit status.
using Work = std::function<ExitStatus()>;

// Each adds its command to the app; choosing it sets the work.
void add_collide(Command& app, Work& work);
void add_distance(Command& app, Work& work);
void add_within(Command& app, Work& work);
void add_depth(Command& app, Work& work);
void add_point(Command& app, Work& work);
void add_self(Command& app, Work& work);
void add_ranks(Command& app, Work& work);
void add_clash(Command& app, Work& work);
void add_tree(Command& app, Work& work);
void add_ray(Command& app, Work& work);
void add_region(Command& app, Work& work);
void add_sweep(Command& app, Work& work);
void add_robot(Command& app, Work& work);
void add_bench(Command& app, Work& work);
void add_demo(Command& app, Work& work);

}  // namespace abut::cli
