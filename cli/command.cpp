#include "command.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

namespace abut::cli {

Check whole_number(std::uint64_t low, std::uint64_t high) {
  return [low, high](const std::string& given) -> std::string {
    std::uint64_t value = 0;
    const auto read = std::from_chars(given.data(), given.data() + given.size(), value);
    if (read.ec == std::errc() && read.ptr == given.data() + given.size() && value >= low && value <= high) return "";
    const bool bounded = high < std::numeric_limits<std::uint64_t>::max();
    return "'" + given + "' is not a whole number " +
           (bounded ? "from " + std::to_string(low) + " to " + std::to_string(high)
                    : "of " + std::to_string(low) + " or more");
  };
}

double number_of(const std::string& text) {
  double value = 0;
  return CLI::detail::lexical_cast(text, value) ? value : std::numeric_limits<double>::quiet_NaN();
}

Check number_from_zero(const std::string& noun) {
  return [noun](const std::string& given) -> std::string {
    const double value = number_of(given);
    return value >= 0 && std::isfinite(value) ? "" : "'" + given + "' is not a " + noun + " of 0 or more";
  };
}

void refuse(const std::string& sentence) { throw CLI::ValidationError(sentence); }

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::check(const Check& check) {
  option_->check(check);
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& names) {
  option_->check(CLI::IsMember(names));
  return *this;
}

Option& Option::bytes() {
  option_->transform(CLI::AsSizeValue(true));
  return *this;
}

Option& Option::repeatable() {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

Option& Option::hidden() {
  option_->group("");
  return *this;
}

Command Command::add_subcommand(const std::string& name, const std::string& what) {
  return Command(*app_->add_subcommand(name, what));
}

Option Command::add_option(const std::string& names, std::string& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::filesystem::path& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return Option(*app_->add_option(names, values, help));
}

Option Command::add_option(const std::string& names, double& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, int& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::uint64_t& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::optional<double>& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::optional<int>& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::optional<std::uint32_t>& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, std::optional<std::uint64_t>& value, const std::string& help) {
  return Option(*app_->add_option(names, value, help));
}

Option Command::add_option(const std::string& names, const std::function<void(const std::string&)>& take,
                           const std::string& help) {
  return Option(*app_->add_option_function<std::string>(names, take, help));
}

void Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  app_->add_flag(names, value, help);
}

namespace {

/// Its usage ends with the other command, which CLI11 leaves out.
class WithCommand : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    usage.insert(usage.find_last_not_of('\n') + 1, " COMMAND...");
    return usage;
  }
};

}  // namespace

void Command::ends_with_another() {
  app_->prefix_command();
  auto formatter = std::make_shared<WithCommand>();
  formatter->label("REQUIRED", "");
  app_->formatter(formatter);
}

std::vector<std::string> Command::remaining() const { return app_->remaining(); }

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::callback(const std::function<void()>& chosen) { app_->callback(chosen); }

std::size_t Command::count(const std::string& option) const { return app_->count(option); }

}  // namespace abut::cli
