#include "export.h"

#include "cab/recordings.h"

#include <sstream>

namespace abut::bench::cab {

using classic::figure::contacts;
using classic::figure::LinkPair;
using classic::figure::Way;

namespace {

std::string about(const Recording& recording) {
  std::ostringstream text;
  text << "Articulated figures, " << recording.name << ": " << recording.title << ".\n"
       << "A line is a link in a frame: the frame, the link, and its 3x4 matrix row by row. A line before each frame "
          "names the\npairs of links that touch. The links' meshes are:\n";
  for (std::size_t i = 0; i < recording.links(); ++i)
    text << i << ' ' << recording.meshes[i] << ".stl, hangs on " << recording.figures.links()[i].parent << '\n';
  text << "Pairs that are not asked about:";
  for (std::uint32_t a = 0; a < recording.links(); ++a)
    for (std::uint32_t b = a + 1; b < recording.links(); ++b)
      if (!recording.figures.asks(a, b)) text << ' ' << a << '-' << b;
  return text.str();
}

void add_frame(const Recording& recording, std::size_t frame, std::vector<std::string>& lines) {
  std::ostringstream touching;
  touching << "# touching:";
  for (const LinkPair& pair : contacts(recording.figures, recording.frame(frame), Way::cab).touching)
    touching << ' ' << pair.a << '-' << pair.b;
  lines.push_back(touching.str());
  for (std::size_t link = 0; link < recording.links(); ++link) {
    std::ostringstream line;
    line << frame << ' ' << link << ' ' << numbers(recording.frame(frame)[link]);
    lines.push_back(line.str());
  }
}

}  // namespace

/// All frames of the motions of Tables 1 to 5.
void export_recordings(Exporter& exporter) {
  for (const Recording& recording : all_recordings(exporter.limited(10000))) {
    for (std::size_t i = 0; i < recording.links(); ++i)
      if (i == 0 || recording.meshes[i] != recording.meshes[i - 1])
        exporter.add({recording.meshes[i], recording.figures.links()[i].model.mesh()},
                     "Articulated figures, " + recording.name + ": a link.");
    std::vector<std::string> lines;
    for (std::size_t frame = 0; frame < recording.count(); ++frame) add_frame(recording, frame, lines);
    exporter.add("figures_" + recording.name + ".frames", about(recording), lines);
  }
}

}  // namespace abut::bench::cab
