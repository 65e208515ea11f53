#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// CLI11 is a library of templates: only command.cpp and main.cpp read it.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace abut::cli {

/// Empty when the text given is good, otherwise what is wrong with it.
using Check = std::function<std::string(const std::string&)>;
/// Is it a whole number in [low, high]?
Check whole_number(std::uint64_t low, std::uint64_t high);
/// Is it a finite number of 0 or more? `noun` says of what kind: "length".
Check number_from_zero(const std::string& noun);
/// The number that a text is; NaN for one that is none.
double number_of(const std::string& text);
/// Ends the reading of the command line with this complaint.
[[noreturn]] void refuse(const std::string& sentence);

/// An option or argument of a command, to say more about. A handle: the command owns what it stands for.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}
  Option& required();
  /// What stands for the value in the help: FILE, LENGTH.
  Option& type_name(const std::string& name);
  Option& check(const Check& check);
  /// The value is one of these names.
  Option& one_of(const std::vector<std::string>& names);
  /// The value is a number of bytes, with a unit: 500MB, 2GiB.
  Option& bytes();
  /// May be given several times, with one value each.
  Option& repeatable();
  /// The help does not name it.
  Option& hidden();

 private:
  CLI::Option* option_;
};

/// A command whose options are being told. A handle: the program's command line owns what it stands for.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}
  Command add_subcommand(const std::string& name, const std::string& what);
  /// The value stays as it is unless the option is given. Names that begin with - are options, others arguments.
  Option add_option(const std::string& names, std::string& value, const std::string& help = "");
  Option add_option(const std::string& names, std::filesystem::path& value, const std::string& help = "");
  Option add_option(const std::string& names, std::vector<std::string>& values, const std::string& help = "");
  Option add_option(const std::string& names, double& value, const std::string& help = "");
  Option add_option(const std::string& names, int& value, const std::string& help = "");
  Option add_option(const std::string& names, std::uint64_t& value, const std::string& help = "");
  Option add_option(const std::string& names, std::optional<double>& value, const std::string& help = "");
  Option add_option(const std::string& names, std::optional<int>& value, const std::string& help = "");
  Option add_option(const std::string& names, std::optional<std::uint32_t>& value, const std::string& help = "");
  Option add_option(const std::string& names, std::optional<std::uint64_t>& value, const std::string& help = "");
  /// `take` gets the text given.
  Option add_option(const std::string& names, const std::function<void(const std::string&)>& take,
                    const std::string& help);
  void add_flag(const std::string& names, bool& value, const std::string& help);
  /// From the first word that is none of its own, all words are another command's: `remaining` has them.
  void ends_with_another();
  std::vector<std::string> remaining() const;
  /// What the help ends with.
  void footer(const std::string& text);
  /// Called once the command line has been read, if this command was chosen.
  void callback(const std::function<void()>& chosen);
  /// How often the option was given.
  std::size_t count(const std::string& option) const;

 private:
  CLI::App* app_;
};

}  // namespace abut::cli
