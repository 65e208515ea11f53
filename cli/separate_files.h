#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace abut::cli {

/// A file of the command line, with the option that names it.
struct NamedFile {
  std::string option;
  std::filesystem::path path;
};

/// Throws Error when an output would overwrite an input, another output or what the standard output or error is
/// redirected to, under whatever name and through whatever links. Terminals and the like may be named more than once.
void require_separate(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace abut::cli
