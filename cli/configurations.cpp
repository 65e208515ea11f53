#include "configurations.h"

#include "io/file.h"
#include "io/text.h"
#include "number_lines.h"
#include <abut/error.h>
#include <abut/vec3.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace abut::cli {

namespace {

/// The words of a line without comments, commas and quotes.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (const char c : line.substr(0, line.find('#'))) {
    if (is_blank(c) || c == ',')
      end_word();
    else if (c != '"')
      word += c;
  }
  end_word();
  return words;
}

/// Which column holds each number of the figure, then the time if there is one, if the words are names of numbers;
/// empty if the first number's is not there.
std::vector<std::size_t> columns_of(const std::vector<std::string>& head, const Figure& figure,
                                    const NumberLine& line) {
  std::vector<std::size_t> columns;
  const auto add = [&](std::vector<std::string>::const_iterator found) {
    columns.push_back(static_cast<std::size_t>(found - head.begin()));
  };
  for (const JointNumber& number : figure.numbers()) {
    const auto found = std::find(head.begin(), head.end(), number.name);
    if (found == head.end() && columns.empty()) return {};
    if (found == head.end()) throw Error(line.where() + "the head lacks " + in_quotes(number.name) + ".");
    add(found);
  }
  const auto time = std::find(head.begin(), head.end(), "time");
  const auto is_of_joint = [&](const JointNumber& number) { return number.name == "time"; };
  if (time != head.end() && std::none_of(figure.numbers().begin(), figure.numbers().end(), is_of_joint)) add(time);
  if (head.size() > columns.size())
    throw Error(line.where() + "the head has names that are neither joints nor 'time'.");
  return columns;
}

}  // namespace

GivenConfigurations read_configurations(const std::filesystem::path& file, const Figure& figure) {
  InputLines lines(file);
  const std::size_t dof = figure.dof();
  GivenConfigurations given;
  given.file = lines.name();
  std::vector<double> values(dof), ordered(dof);
  std::vector<std::size_t> columns;
  std::string text, needed = "a configuration of this robot has " + std::to_string(dof);
  for (NumberLine line{lines.name(), 1}; lines.next(text); ++line.number) {
    const std::string_view content = line.number == 1 ? without_mark(text) : std::string_view(text);
    if (line.number == 1) {
      columns = columns_of(words_of(content), figure, line);
      if (!columns.empty()) {
        values.resize(columns.size());
        if (columns.size() > dof)
          needed = "it needs " + std::to_string(dof + 1) + ", a configuration and its time, as the head says";
        continue;
      }
    }
    const std::size_t count = line.read(content, values, Between::commas_or_blanks);
    if (count == 0) continue;
    if (count != values.size()) throw Error(line.where() + "has " + counted(count, "number") + "; " + needed + ".");
    for (std::size_t i = 0; i < dof; ++i) ordered[i] = values[columns.empty() ? i : columns[i]];
    figure.require_valid(ordered, (line.where() + "the configuration").c_str());
    given.numbers.insert(given.numbers.end(), ordered.begin(), ordered.end());
    if (values.size() == dof) continue;
    given.times.push_back(values[columns[dof]]);
    given.lines.push_back(line.number);
    if (!(std::abs(given.times.back()) <= largest_input))
      throw Error(line.where() + "its time is not a number from -2^300 to 2^300.");
  }
  if (given.numbers.empty()) throw Error(lines.name() + ": has no configurations. Give one per line.");
  return given;
}

void GivenConfigurations::require_ascending_times() const {
  for (std::size_t i = 1; i < times.size(); ++i)
    if (!(times[i - 1] < times[i]))
      throw Error(NumberLine{file, lines[i]}.where() + "its time, " + fmt::format("{}", times[i]) +
                  ", is not after that of the configuration before it, " + fmt::format("{}", times[i - 1]) +
                  ". Put them in order of time, each time once.");
}

std::vector<Configuration> configuration_items(std::span<const double> numbers, std::size_t dof, std::size_t more) {
  std::vector<Configuration> items;
  for (std::size_t i = 0; i + (more + 1) * dof <= numbers.size(); i += dof) items.push_back(&numbers[i]);
  return items;
}

UnpackedConfigurations::UnpackedConfigurations(std::string_view bytes, std::size_t dof, std::size_t more)
    : numbers(bytes.size() / sizeof(double)) {
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  items = configuration_items(numbers, dof, more);
}

std::string packed_configurations(std::span<const Configuration> items, std::size_t dof, std::size_t more) {
  return {reinterpret_cast<const char*>(items.front()), (items.size() + more) * dof * sizeof(double)};
}

}  // namespace abut::cli
