#include "../support/model_answers.h"
#include "../support/sealed_bytes.h"
#include "fuzz.h"
#include <abut/tree_file.h>

using namespace abut;

namespace {

/// Every query about a model from a file ends, and a copy of it answers the same.
void ask(Model model) {
  static const Model other(
      Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {}});
  const Placement at = Placement::rotation(0.9, 0.1, 0.2, 0.3, {0.25, 0.125, 0});
  const ModelAnswers answers(model, other, at);
  const std::vector<std::byte> bytes = saved_bytes(model);
  require(ModelAnswers(open_bytes(bytes), other, at) == answers, "a file that is saved again gives the same answers");
  validate(model.mesh());
  model.refit(model.mesh().points);
  model.rebuild();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> bytes(begin, begin + size);
  // Most changes are found by a checksum. Set right again, they are a forger's.
  for (const bool forges : {false, true}) {
    if (forges) bytes = sealed(std::move(bytes));
    try {
      ask(open_bytes(bytes, {}, "fuzzed"));
    } catch (const Error& error) {
      require_good_message(error.what(), "fuzzed: ");
    }
  }
  return 0;
}
