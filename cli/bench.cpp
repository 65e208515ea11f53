#include "commands.h"
namespace abut::cli {
void add_bench(CLI::App&, Work&) {}
}  // namespace abut::cli
