#include <abut/error.h>
#include <abut/io/file.h>
#include <abut/io/step.h>
#include <abut/io/step_module.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>

namespace abut {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> module_folders() {
  if (const char* told = std::getenv("ABUT_MODULES")) return {told};
  std::error_code ignored;
  const fs::path bin = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<fs::path> folders{bin, bin.parent_path() / ABUT_LIBRARY_FOLDER / "abut"};
  // A Python extension or a shared library that holds this code has the module beside it or in a folder there. A
  // program goes by the name it was called by, which may be relative: nothing is loaded from where a user happens to
  // stand.
  Dl_info holder;
  if (dladdr(reinterpret_cast<const void*>(&looks_like_step), &holder) && fs::path(holder.dli_fname).is_absolute()) {
    const fs::path beside = fs::path(holder.dli_fname).parent_path();
    folders.insert(folders.end(), {beside, beside / "abut"});
  }
  return folders;
}

StepReader load_reader(const fs::path& file) {
  std::error_code ignored;
  for (const fs::path& folder : module_folders()) {
    const fs::path place = folder / step_module;
    if (!fs::exists(place, ignored)) continue;
    void* const module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* const symbol = module ? dlsym(module, step_symbol) : nullptr;
    if (symbol) return reinterpret_cast<StepReader>(symbol);
    throw Error(file.string() + ": STEP files cannot be read: " + dlerror() + ".");
  }
  throw Error(
      file.string() +
      ": is a STEP file, and the module that reads them is not installed. Export the assembly as glTF; or install "
      "the package abut-step; or install libocct-data-exchange-dev and build abut anew.");
}

}  // namespace

bool looks_like_step(std::span<const std::byte> bytes) {
  constexpr std::string_view opening = "ISO-10303-21;";
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(begin).starts_with(opening);
}

MeshInstances read_step(const fs::path& file, const StepOptions& options) {
  if (!(options.deflection >= 0)) throw Error("the deflection must be 0 or more.");
  // For its messages about files that are not there.
  InputFile{file};
  const StepReader read = load_reader(file);
  MeshInstances parts;
  std::string flaw;
  read(file, options, parts, flaw);
  if (!flaw.empty()) throw Error(flaw);
  return parts;
}

}  // namespace abut
