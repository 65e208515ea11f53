#pragma once

#include "base/shared_data.h"
#include "classic/figure/boxes.h"
#include <abut/classic_figure.h>

namespace abut::classic::figure {

/// What is known of a link before it moves, in its own frame.
struct LinkShape {
  /// Every vertex p has |axes_i . (p - centre)| <= half_i.
  Axes axes;
  bool along_link = false;  ///< the axes are the link's own: to be carried they need not be multiplied
  Vec3 centre, half;
  /// The corners of that box, rounded, which hold all vertices when the boxes around them grow by `corner_error`.
  std::array<Vec3, 8> corners;
  double corner_error = 0;
  double reach = 0;                ///< bounds |p| of vertices and corners, 1-norm
  std::span<const Vec3> vertices;  ///< the model's
};
LinkShape shape_of(const abut::Model& model);

struct Figures::Data : detail::SharedData {
  std::vector<Link> links;
  std::vector<LinkShape> shapes;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots, order;
  std::vector<std::uint32_t> depths;  ///< of nodes, below their root
  std::vector<char> asked;            ///< by pairs of nodes
  std::uint64_t pairs = 0;
};

/// Appends the inner nodes of the tree over a figure, the links from `first_link` up to `end_link`, and its root; the
/// leaves are there.
void group_links(Figures::Data& data, std::uint32_t first_link, std::uint32_t end_link);

}  // namespace abut::classic::figure
