#include "io/module_file.h"

#include <cstdlib>
#include <vector>

#include <dlfcn.h>

namespace abut {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> module_folders() {
  if (const char* told = std::getenv("ABUT_MODULES")) return {told};
  std::error_code ignored;
  const fs::path bin = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<fs::path> folders{bin, bin.parent_path() / ABUT_LIBRARY_FOLDER / "abut"};
  // A Python extension or a shared library that holds this code has the module beside it or in a folder there. A
  // program goes by the name it was called by, which may be relative: nothing is run from where a user happens to
  // stand.
  Dl_info holder;
  if (dladdr(reinterpret_cast<const void*>(&module_file), &holder) && fs::path(holder.dli_fname).is_absolute()) {
    const fs::path beside = fs::path(holder.dli_fname).parent_path();
    folders.insert(folders.end(), {beside, beside / "abut"});
  }
  return folders;
}

}  // namespace

fs::path module_file(const fs::path& name) {
  std::error_code ignored;
  for (const fs::path& folder : module_folders())
    if (fs::path place = folder / name; fs::exists(place, ignored)) return place;
  return {};
}

}  // namespace abut
