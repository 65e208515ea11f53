#pragma once

#include <abut/first_contact.h>
#include <abut/solid.h>

namespace ABUT_API abut {

/// first_contact() of two solids: they are in contact also while one is inside the other and their surfaces are apart.
/// Solids whose interiors meet when the time begins give lower = upper = that time. They cannot get into each other
/// later without a contact of their surfaces, so that otherwise the answer is that of first_contact() of their models.
/// With FirstContactOptions::after_parting the next contact is told after a time at which they are outside each other.
///
/// Of solids that are inside each other at the beginning, triangles, points, `distance`, features and velocity are
/// those of the closest two triangles of the surfaces; the distance is then above the margin and the tolerance. The
/// normal is zero, as of all contacts at the beginning. The margin, too, is measured between the surfaces.
///
/// The budget is that of each search: at the beginning, in the motion, and, with after_parting, until they are apart;
/// if one runs out, `complete` is false. Throws Error as first_contact() does, and for solids with holes.
MovingContact first_contact(const Solid& a, const Motion& motion_a, const Solid& b, const Motion& motion_b,
                            const FirstContactOptions& options = {});

/// When two moving solids first come within a limit of each other: first_contact() with the limit as its margin.
MovingContact within(const Solid& a, const Motion& motion_a, const Solid& b, const Motion& motion_b, double limit,
                     const FirstContactOptions& options = {});

/// One query of a batch. The solids are not owned.
struct MovingSolids {
  const Solid* a = nullptr;
  const Solid* b = nullptr;
  Motion motion_a, motion_b;
};
/// Many at once; results in input order, the same for every thread count.
std::vector<MovingContact> first_contact(std::span<const MovingSolids> items, const FirstContactOptions& options = {});

}  // namespace abut
