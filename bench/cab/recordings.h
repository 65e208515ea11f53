#pragma once

#include <abut/classic_figure.h>

#include <string>

/// The motions of the paper's Tables 1 to 5, rebuilt: the same on every machine.
namespace abut::bench::cab {

struct Recording {
  std::string name, title;
  classic::figure::Figures figures;
  std::vector<std::string> meshes;  ///< a name for each link's mesh
  std::vector<Placement> frames;    ///< those of all links, frame by frame

  std::size_t links() const { return figures.links().size(); }
  std::size_t count() const { return links() == 0 ? 0 : frames.size() / links(); }
  std::span<const Placement> frame(std::size_t i) const { return std::span(frames).subspan(i * links(), links()); }
};

/// Two chains of eight links that swing side by side: convex at 3:1 and 6:1, dented; braided; then the hand,
/// whose motion is in hand_motion.csv.
Recording table1(std::size_t frames), table2(std::size_t frames), table3(std::size_t frames),
    table4(std::size_t frames), table5(std::size_t frames);

/// All five at the paper's numbers of frames, 10 000 and 4001; at `at_most` of each.
std::vector<Recording> all_recordings(std::size_t at_most);

}  // namespace abut::bench::cab
