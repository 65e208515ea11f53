#include "answers.h"
#include "experiments.h"

namespace abut::bench::peers {

void compare_hard_cases(const Surroundings& to) {
  const double seconds_for_answers = to.count(0.3, 0.01);
  Table answers = answers_table();
  for (const Workload& work : hard_workloads()) {
    const std::vector<std::vector<Contact>> exact = exact_contacts(work);
    for (const Peer& peer : all_contestants()) {
      const std::unique_ptr<PreparedPair> pair = peer.pair(work.a, work.b);
      for (Query query : {Query::first_contact, Query::all_contacts})
        add_answers(work.name, query, peer.name, compare_answers(work, query, exact, *pair, seconds_for_answers),
                    answers);
    }
    to.say(work.name);
  }
  answers.save(to.out / "hard_cases.csv");
}

}  // namespace abut::bench::peers
