#pragma once

#include "engine/obb_packet_extent.h"

namespace abut {

/// Bounds |entry of (axes axes' - I)| of a packet's boxes: the axes are orthonormal but for their rounding to float.
inline constexpr double packet_axes_defect = 0x1p-22;

/// Mass, first and second moments of a surface about the origin. A triangle weighs its area and a little more, so that
/// segments and points count where there is nothing else.
struct SurfaceMoments {
  double mass = 0;
  double sum[3] = {};
  double products[6] = {};  ///< xx, xy, xz, yy, yz, zz

  SurfaceMoments& operator+=(const SurfaceMoments& other) {
    mass += other.mass;
    for (int i = 0; i < 3; ++i) sum[i] += other.sum[i];
    for (int i = 0; i < 6; ++i) products[i] += other.products[i];
    return *this;
  }
};

/// The moments of each lane's triangles but for their factors, which are those of all: see finish_moments.
void moments_of(const PacketCorners& corners, SurfaceMoments (&to)[ObbPacket::lanes]);

/// What is left to do when all of a node's triangles are added up: first moments are a third of the sum over corners,
/// second ones a twelfth.
inline void finish_moments(SurfaceMoments& m) {
  for (double& s : m.sum) s *= 1.0 / 3;
  for (double& p : m.products) p *= 1.0 / 12;
}

/// Axes for boxes around a few triangles each: perpendicular to their mean plane, and along the edge that gives the
/// smallest box. Slivers, segments and points get axes of their own kind. Sets every lane.
void choose_axes(const PacketCorners& corners, ObbPacket& boxes);

/// Axes for a box around many triangles: those of their moments, turned to where a sample of the corners fits into the
/// smallest box. Lanes without triangles are left alone.
void choose_axes(const PacketRuns& runs, const SurfaceMoments (&moments)[ObbPacket::lanes], ObbPacket& boxes);

}  // namespace abut
