#include "folder.h"

#include <abut/error.h>

namespace abut::cli {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": the folder cannot be made: " + error.message() + ".");
}

}  // namespace abut::cli
