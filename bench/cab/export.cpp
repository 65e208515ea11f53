#include "cab/export.h"

#include "cab/recordings.h"
#include "experiment.h"
#include <abut/error.h>
#include <abut/load.h>

#include <fstream>
#include <sstream>

namespace abut::bench::cab {

using classic::figure::contacts;
using classic::figure::Contacts;
using classic::figure::LinkPair;
using classic::figure::Way;

namespace {

constexpr std::size_t every = 10;

void write_header(const Recording& recording, std::ostream& file) {
  file << "# Articulated figures, " << recording.name << ": " << recording.title << ", every tenth frame.\n"
       << "# A line is a link in a frame: the frame, the link, and its 3x4 matrix row by row. A line before each frame "
          "names the\n# pairs of links that touch. The links' meshes are:\n";
  for (std::size_t i = 0; i < recording.links(); ++i)
    file << "# " << i << ' ' << recording.meshes[i] << ".stl, hangs on " << recording.figures.links()[i].parent << '\n';
  file << "# Pairs that are not asked about:";
  for (std::uint32_t a = 0; a < recording.links(); ++a)
    for (std::uint32_t b = a + 1; b < recording.links(); ++b)
      if (!recording.figures.asks(a, b)) file << ' ' << a << '-' << b;
  file << '\n';
}

/// Returns how many pairs touch.
std::size_t write_frame(const Recording& recording, std::size_t frame, std::ostream& file) {
  const Contacts found = contacts(recording.figures, recording.frame(frame), Way::cab);
  file << "# touching:";
  for (const LinkPair& pair : found.touching) file << ' ' << pair.a << '-' << pair.b;
  file << '\n';
  for (std::size_t link = 0; link < recording.links(); ++link) {
    const Placement& at = recording.frame(frame)[link];
    file << frame << ' ' << link;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) file << ' ' << cell(at.linear(row, column));
      file << ' ' << cell(at.shift[row]);
    }
    file << '\n';
  }
  return found.touching.size();
}

}  // namespace

std::string export_recordings(const std::filesystem::path& folder) {
  std::ostringstream readme;
  readme
      << "Files that begin with figures are the motions of Schmidl, Walker, Lin: \"CAB: Fast Update of OBB Trees for "
         "Collision\nDetection between Articulated Bodies\" (2004), as rebuilt by abut, every tenth frame; each "
         "explains itself in its first lines.\n\n";
  for (const Recording& recording : all_recordings(10000)) {
    for (std::size_t i = 0; i < recording.links(); ++i)
      save(recording.figures.links()[i].model.mesh(), (folder / (recording.meshes[i] + ".stl")).string());
    const std::string name = "figures_" + recording.name + ".frames";
    std::ofstream file(folder / name, std::ios::binary);
    write_header(recording, file);
    std::size_t touching = 0;
    for (std::size_t frame = 0; frame < recording.count(); frame += every)
      touching += write_frame(recording, frame, file);
    if (!file.flush()) throw Error((folder / name).string() + " cannot be written.");
    readme << name << "\n  " << recording.title << ". Meshes: ";
    for (std::size_t i = 0; i < recording.links(); ++i)
      if (i == 0 || recording.meshes[i] != recording.meshes[i - 1]) readme << recording.meshes[i] << ".stl ";
    readme << "\n  frames: " << (recording.count() + every - 1) / every << ", pairs that touch in all: " << touching
           << "\n\n";
  }
  return readme.str();
}

}  // namespace abut::bench::cab
