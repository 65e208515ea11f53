#pragma once

#include <abut/checker.h>

#include <string>
#include <utility>
#include <vector>

namespace abut::test {

using NamesThatTouch = std::vector<std::pair<std::string, std::string>>;

/// What touches at a configuration and may not, by the names: every shape against every other, without trees or boxes
/// of a checker.
NamesThatTouch brute_force_contacts(const CheckerSetup& setup, std::span<const double> configuration, double margin);

/// The names of a checker's answer, sorted.
NamesThatTouch names_of(const Checker& checker, std::span<const CheckedPair> pairs);

}  // namespace abut::test
