#pragma once

#include "../experiment.h"
#include "../workloads.h"
#include "peer.h"

namespace abut::bench::peers {

enum class Query { first_contact, all_contacts, distance };
constexpr std::string_view name_of(Query query) {
  constexpr std::string_view names[] = {"first contact", "all contacts", "distance"};
  return names[static_cast<int>(query)];
}

/// Sorted, each pair named once.
std::vector<Contact> sorted_once(std::vector<Contact> pairs);

/// How a contestant's answers differ from the exact ones.
struct Differences {
  std::size_t placements = 0;               ///< how many were compared
  std::size_t wrong_yes = 0, wrong_no = 0;  ///< placements at which it invents or denies a contact
  std::size_t pairs = 0;                    ///< pairs of triangles that touch; counted for all contacts only
  std::size_t missed = 0, extra = 0;        ///< of these left out; and pairs reported that do not touch
  std::string example;                      ///< the first difference
  double seconds = 0;                       ///< what its answers took
};

/// The contacts at all placements, by the binary tree that the tests hold against brute force.
std::vector<std::vector<Contact>> exact_contacts(const Workload& work);

/// Compares first or all contacts, placement by placement, until the contestant has used its time; at least one is
/// compared.
Differences compare_answers(const Workload& work, Query query, const std::vector<std::vector<Contact>>& exact,
                            PreparedPair& pair, double seconds);

Table answers_table();
void add_answers(const std::string& work, Query query, const std::string& contestant, const Differences& differences,
                 Table& table);

}  // namespace abut::bench::peers
