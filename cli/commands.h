#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace abut::cli {

/// Exit statuses, and there are no others. A query answers with found or not, or not known when a budget ended it
/// before it found anything; everything else that went well is `done`. What was interrupted has no complete answer.
enum ExitStatus { not_found = 0, done = 0, found = 1, failed = 2, not_known = 3, interrupted = 130 };

/// What the chosen command does once its options are known to be good; returns the exit status.
using Work = std::function<ExitStatus()>;

// Each adds its command to the app; choosing it sets the work.
void add_collide(CLI::App& app, Work& work);
void add_distance(CLI::App& app, Work& work);
void add_within(CLI::App& app, Work& work);
void add_depth(CLI::App& app, Work& work);
void add_point(CLI::App& app, Work& work);
void add_self(CLI::App& app, Work& work);
void add_ranks(CLI::App& app, Work& work);
void add_clash(CLI::App& app, Work& work);
void add_tree(CLI::App& app, Work& work);
void add_ray(CLI::App& app, Work& work);
void add_region(CLI::App& app, Work& work);
void add_sweep(CLI::App& app, Work& work);
void add_robot(CLI::App& app, Work& work);
void add_bench(CLI::App& app, Work& work);
void add_demo(CLI::App& app, Work& work);

}  // namespace abut::cli
