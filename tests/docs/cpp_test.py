"""The C++ reference must show what a header promises, and nothing that it keeps to itself."""

import unittest

from scripts import script

docs_cpp = script("docs_cpp.py")

HEADER = """#pragma once
#include <vector>
namespace abut {

/// A thing to ask. It has `parts`.
struct Question {
  static constexpr int all = 3;
  /// How far, in the world.
  double reach = 0, limit{1};
  std::function<bool(int a, int b)> consider{};  ///< asked first
  ///< and often
  friend bool operator==(const Question&, const Question&) = default;
  /// The answer, doubled.
  constexpr int twice() const { return 2 * (all); }
};

/// Which way.
enum class Way {
  up,    ///< against gravity
  down,
};

class Hidden;
/// Asks.
int ask(const Question& question,
        int times = 1);
int ask(int times);

class Asker {
 public:
  explicit Asker(int times) : times_(times) {}
  /// Asks once more.
  void again();
  // For the queries.
  int secret() const;

 private:
  int times_;
};

template <class T>
bool operator<(const T& a, const T& b);

namespace detail {
int inside();
}
inline constexpr double half = 0.5;
}  // namespace abut
"""


class Reading(unittest.TestCase):
    def setUp(self):
        self.items = {}
        for item in docs_cpp.Reader(HEADER).declarations():
            self.items.setdefault(item.name, []).append(item)

    def test_finds_every_public_name_and_no_other(self):
        self.assertEqual(list(self.items), ["Question", "Way", "ask", "Asker", "operator<", "half"])

    def test_keeps_contracts_with_what_they_are_about(self):
        self.assertEqual(self.items["Question"][0].contract, "A thing to ask. It has `parts`.")
        self.assertEqual([i.contract for i in self.items["ask"]], ["Asks.", ""])

    def test_shows_members_with_their_contracts_and_without_bodies(self):
        members = [(m.signature, m.contract) for m in self.items["Question"][0].members]
        self.assertEqual(members, [
            ("static constexpr int all = 3", ""),
            ("double reach = 0, limit{1}", "How far, in the world."),
            ("std::function<bool(int a, int b)> consider{}", "asked first and often"),
            ("constexpr int twice() const", "The answer, doubled."),
        ])

    def test_tells_functions_from_what_is_held(self):
        functions = [m.name for m in self.items["Question"][0].members if m.is_function]
        self.assertEqual(functions, ["twice"])

    def test_leaves_out_what_is_private_or_for_the_queries(self):
        self.assertEqual([m.signature for m in self.items["Asker"][0].members],
                         ["explicit Asker(int times)", "void again()"])

    def test_shows_the_values_of_an_enumeration(self):
        self.assertEqual([(m.signature, m.contract) for m in self.items["Way"][0].members],
                         [("up", "against gravity"), ("down", "")])

    def test_writes_a_declaration_on_one_line_whatever_the_header_did(self):
        self.assertEqual(self.items["ask"][0].signature, "int ask(const Question& question, int times = 1)")


class TheHeaders(unittest.TestCase):
    def test_all_have_a_page_with_something_on_it(self):
        reached, others = docs_cpp.headers()
        self.assertIn("abut/collide.h", reached)
        self.assertIn("abut/vec3.h", reached)
        self.assertIn("abut/eigen.h", others)
        for header in reached + others:
            self.assertIn("\n## ", docs_cpp.page_of(header), header)

    def test_the_contract_of_collide_is_on_its_page(self):
        page = docs_cpp.page_of("abut/collide.h")
        self.assertIn("All pairs of touching triangles, sorted", page)
        self.assertNotIn("identity()", docs_cpp.page_of("abut/model.h"))

    def test_the_kinds_that_a_list_names_are_on_the_page_of_the_classic_trees(self):
        self.assertIn("| `rss` | a sphere swept over a rectangle |", docs_cpp.page_of("abut/classic.h"))

    def test_prose_means_itself(self):
        self.assertEqual(docs_cpp.prose("a_b < `a_b` |x|"), "a\\_b &lt; `a_b` &#124;x&#124;")


if __name__ == "__main__":
    unittest.main()
