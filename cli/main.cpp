#include "commands.h"
#include "output.h"
#include <abut/error.h>

#include <csignal>
#include <cstdio>
#include <new>

#include <fmt/format.h>

namespace abut::cli {

namespace {

ExitStatus fail(std::string_view sentence) {
  fmt::print(stderr, "abut: {}\n", sentence);
  return failed;
}

/// What CLI11 found wrong with a command line, in the words of this command.
std::string complaint(const CLI::App& app, const std::string& command, const CLI::ParseError& error,
                      const std::string& first_argument) {
  const std::string words = error.what(), option = words.substr(0, words.find(':'));
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    for (const CLI::App* chosen : app.get_subcommands())
      for (const std::string& extra : chosen->remaining())
        if (extra.starts_with("-")) return fmt::format("'{}' is no option of {}", extra, command);
    return fmt::format("'{}' is one argument too many for {}", words.substr(words.rfind(' ') + 1), command);
  }
  if (app.get_subcommands().empty() && !first_argument.empty()) {
    std::string names;
    for (const CLI::App* each : app.get_subcommands({})) names += (names.empty() ? "" : ", ") + each->get_name();
    return fmt::format("'{}' is no command of abut; it has {}", first_argument, names);
  }
  if (app.get_subcommands().empty()) return "say what to do";
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
  abut within piston.stl block.obj 0.5              whether they are at most so far apart
  abut self cloth.ply                               every pair of triangles of one mesh that cross
  abut tree block.obj                               what the tree of a model looks like
  abut clash engine.obj --clearance 0.5             every pair of parts that clash or are too close
)"
#ifdef ABUT_WITH_BENCH
    R"(  abut demo                                         a picture of contacts, in out/demo
  abut bench papers --filter obbtree                the experiments of a paper
)"
#endif
    R"(
Exit status of collide, within, self and clash: 0 nothing found, 1 something; of the others: 0; of all: 2 error.
abut COMMAND --help says more.)";

int run(int argc, char** argv) {
  CLI::App app("abut finds where triangle meshes touch and how close they are, exactly and fast.", "abut");
  app.set_version_flag("--version", "abut " ABUT_VERSION);
  app.require_subcommand(1);
  app.footer(command_examples);
  app.get_formatter()->label("REQUIRED", "");
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  Work work;
  add_collide(app, work);
  add_distance(app, work);
  add_within(app, work);
  add_self(app, work);
  add_tree(app, work);
  add_clash(app, work);
#ifdef ABUT_WITH_BENCH
  add_bench(app, work);
  add_demo(app, work);
#endif
  for (CLI::App* command : app.get_subcommands({})) command->group("Commands");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return fail(app, error, argc > 1 ? argv[1] : "");
  }
  try {
    return work();
  } catch (const Error& error) {
    return fail(error.what());
  } catch (const OutputClosed&) {
    return 128 + SIGPIPE;
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for this.");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace

}  // namespace abut::cli

int main(int argc, char** argv) { return abut::cli::run(argc, argv); }
