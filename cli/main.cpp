#include "commands.h"
#include "guard.h"
#include "interrupt.h"
#include "output.h"
#include "ranks.h"
#include "run_files.h"
#include <abut/error.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace abut::cli {

namespace {

ExitStatus fail(std::string_view sentence) {
  say(sentence);
  return failed;
}

/// Help or the version.
ExitStatus print(const CLI::App& app, const CLI::ParseError& asked) {
  std::ostringstream text, none;
  app.exit(asked, text, none);
  Output output;
  output.text = text.str();
  output.flush();
  return done;
}

std::string unknown_command(const CLI::App& app, const std::string& name) {
  std::string names;
  for (const CLI::App* each : app.get_subcommands({})) names += (names.empty() ? "" : ", ") + each->get_name();
  return fmt::format("'{}' is not a command of abut; the commands are {}", name, names);
}

/// What CLI11 found wrong with a command line, in the words of this command.
std::string complaint(const CLI::App& app, const std::string& command, const CLI::ParseError& error,
                      const std::string& first_argument) {
  const std::string words = error.what(), option = words.substr(0, words.find(':'));
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    for (const CLI::App* chosen : app.get_subcommands())
      for (const std::string& extra : chosen->remaining())
        if (extra.starts_with("-")) return fmt::format("'{}' is not an option of {}", extra, command);
    return fmt::format("'{}' is one argument too many for {}", words.substr(words.rfind(' ') + 1), command);
  }
  if (app.get_subcommands().empty() && !first_argument.empty()) return unknown_command(app, first_argument);
  if (app.get_subcommands().empty()) return "no command is given";
  if (words.find(" missing") != words.npos) return option + " needs a value";
  if (words.find("At Most 1 required") != words.npos) return option + " is given more than once";
  return words;
}

/// One sentence, and where help is.
ExitStatus fail(const CLI::App& app, const CLI::ParseError& error, const std::string& first_argument) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "abut" : "abut " + chosen.front()->get_name();
  return fail(fmt::format("{}. See {} --help.", complaint(app, command, error, first_argument), command));
}

constexpr const char* command_examples =
    R"(Examples:
  abut collide piston.stl block.obj                 every pair of triangles that touch
  abut collide piston.stl block.obj --poses p.txt   the same at each pose of a file
  abut distance piston.stl block.obj                how far apart they are, and where
  abut within piston.stl block.obj 0.5              whether they are at most 0.5 apart
  abut depth pin.stl housing.stl                    how deep they are in each other, and a way out
  abut point housing.stl probes.csv --signed        how far points are from a model, negative inside
  abut self cloth.ply                               every pair of triangles of one mesh that cross
  abut tree block.obj                               what the tree of a model looks like
  abut ray hall.stl --from 0,0,2 --to 9,4,1         what a ray meets first between two points
  abut region hall.stl plane --regions cuts.txt     the triangles that planes go through
  abut sweep piston.stl block.obj --motion m.txt    when they first touch as they move
  abut clash engine.obj --clearance 0.5             every pair of parts that clash or are too close
  abut robot arm.urdf --configurations path.csv     which configurations of a robot are free
  abut ranks 8 clash engine.obj                     another command, shared by eight programs (MPI)
)"
#ifdef ABUT_WITH_BENCH
    R"(  abut demo                                         an engine turned, and its clashes, in out/demo
  abut bench papers --filter obbtree                the experiments of a paper
)"
#endif
    R"(
Exit status of collide, within, self, ray, region, sweep, clash and robot: 0 nothing found, 1 something found; of
the others: 0.
All commands: 2 error, 3 not known because a budget ran out, 130 interrupted (Ctrl-C, SIGTERM, SIGHUP; the answer is
not complete). abut ranks 8 ..., or mpirun -n 8 abut ..., shares the work among several programs: docs/cluster.md.
See abut COMMAND --help for more.)";

/// Throws Error for a command that several ranks would all do, each for itself.
void require_for_ranks(const CLI::App& command) {
  const std::string& name = command.get_name();
  for (const char* spread :
       {"collide", "distance", "within", "depth", "point", "ray", "region", "sweep", "robot", "clash", "bench"})
    if (name == spread) return;
  if (crew())
    throw Error(
        fmt::format("abut {} does not run on several ranks: start it without mpirun or srun, or set "
                    "ABUT_MPI=off, and each does it alone.",
                    name));
}

/// Options that name a file or a folder take no empty name, which would read as if they had not been given.
void require_names(CLI::App& command) {
  for (CLI::Option* option : command.get_options())
    if (option->get_type_name() == "FILE" || option->get_type_name() == "DIR")
      option->check([](const std::string& given) { return given.empty() ? "the name is empty" : ""; });
}

ExitStatus run(int argc, char** argv) {
  CLI::App app("abut finds where triangle meshes touch and how close they are, exactly and fast.", "abut");
  app.set_version_flag("--version", "abut " ABUT_VERSION);
  app.require_subcommand(1);
  app.footer(command_examples);
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  Work work;
  Command commands(app);
  add_collide(commands, work);
  add_distance(commands, work);
  add_within(commands, work);
  add_depth(commands, work);
  add_point(commands, work);
  add_self(commands, work);
  add_tree(commands, work);
  add_ray(commands, work);
  add_region(commands, work);
  add_sweep(commands, work);
  add_clash(commands, work);
  add_robot(commands, work);
  add_ranks(commands, work);
#ifdef ABUT_WITH_BENCH
  add_bench(commands, work);
  add_demo(commands, work);
#endif
  for (CLI::App* command : app.get_subcommands({})) {
    command->group("Commands");
    require_names(*command);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return fail(app, error, argc > 1 ? argv[1] : "");
    // CLI11 is content to help with a command that is not there.
    for (const std::string& extra : app.remaining())
      if (!extra.starts_with("-")) return fail(unknown_command(app, extra) + ". See abut --help.");
    return print(app, error);
  }
  require_for_ranks(*app.get_subcommands().front());
  return work();
}

/// Whatever happens, the status is one of ExitStatus.
ExitStatus run_safely(int argc, char** argv) {
  try {
    join_ranks(argc, argv);
    remember_arguments(argc, argv);
    return run(argc, argv);
  } catch (const Followed&) {
    return done;
  } catch (const Interrupted& stop) {
    say(stop.sentence);
    return interrupted;
  } catch (const OutputClosed&) {
    // Nobody reads any more: there is no need to say so, but the answer has not arrived.
    return failed;
  } catch (const std::bad_alloc&) {
    write_error("abut: there is not enough memory for this.\n");
    return failed;
  } catch (const std::exception& error) {
    return fail(error.what());
  } catch (...) {
    return fail("an unknown error occurred.");
  }
}

/// A standard stream that is closed would lend its number to the next file that is opened, and what is said on it would
/// land in that file. In its place comes one that can be neither read nor, for the answer's sake, written.
void keep_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    const int way = descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY;
    // It gets the lowest number that is free, which is this one.
    if (::open("/dev/null", way) < 0 && ::open("/", O_RDONLY) < 0) ::_exit(failed);
  }
}

}  // namespace

}  // namespace abut::cli

int main(int argc, char** argv) {
  abut::cli::keep_standard_descriptors();
  // Errors of write() tell of closed pipes and files that are too large; the signals would leave half a file behind.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  abut::cli::guard_rank();
  abut::cli::watch_interrupts();
  try {
    return abut::cli::leave_ranks(abut::cli::run_safely(argc, argv));
  } catch (...) {
    // There was no memory for the words.
    return abut::cli::failed;
  }
}
