#include "parts.h"
#include "pickle_values.h"
#include <abut/bullet.h>
#include <abut/cast.h>
#include <abut/classic.h>
#include <abut/contact_regions.h>
#include <abut/deforming_motion.h>
#include <abut/interiors.h>
#include <abut/overlap.h>
#include <abut/penetration.h>
#include <abut/ray.h>

namespace abut::python {

template <>
inline constexpr int count_of<Answer> = 3;
template <>
inline constexpr int count_of<Feature> = 3;
template <>
inline constexpr int count_of<MotionPartKind> = 3;
template <>
inline constexpr int count_of<FeatureKind> = 4;
template <>
inline constexpr int count_of<Face> = 3;
template <>
inline constexpr int count_of<Containment> = 4;

ABUT_FIELDS(Part, &Self::name, &Self::first, &Self::count)
ABUT_FIELDS(Nearness, &Self::answer, &Self::upper, &Self::triangle_a, &Self::triangle_b, &Self::weights_a,
            &Self::weights_b, &Self::point_a, &Self::point_b, &Self::counters, &Self::complete)
ABUT_FIELDS(ClosestPoint, &Self::lower, &Self::upper, &Self::triangle, &Self::weights, &Self::point, &Self::counters,
            &Self::complete)
ABUT_FIELDS(SignedDistance, &Self::lower, &Self::upper, &Self::side, &Self::closest, &Self::counters)
ABUT_FIELDS(Enclosure, &Self::answer, &Self::triangle, &Self::counters, &Self::complete)
ABUT_FIELDS(InteriorsMeeting, &Self::answer, &Self::triangle_a, &Self::triangle_b, &Self::a_runs_into_b,
            &Self::b_runs_into_a, &Self::sheets_cross, &Self::counters, &Self::complete)
ABUT_FIELDS(FeatureContact, &Self::found, &Self::lower, &Self::upper, &Self::weights_a, &Self::weights_b,
            &Self::point_a, &Self::point_b, &Self::normal)
ABUT_FIELDS(DeformingContact, &Self::answer, &Self::lower, &Self::upper, &Self::kind, &Self::triangle_a,
            &Self::triangle_b, &Self::weights_a, &Self::weights_b, &Self::point_a, &Self::point_b, &Self::normal,
            &Self::counters, &Self::complete)
ABUT_FIELDS(MovingContact, &Self::verdict, &Self::lower, &Self::upper, &Self::tolerance, &Self::triangle_a,
            &Self::triangle_b, &Self::distance, &Self::point_a, &Self::point_b, &Self::normal, &Self::velocity,
            &Self::feature_a, &Self::feature_b, &Self::counters, &Self::complete)
ABUT_FIELDS(MotionPart, &Self::kind, &Self::begin, &Self::end)
ABUT_FIELDS(MotionParts, &Self::parts, &Self::tolerance, &Self::counters, &Self::complete)
ABUT_FIELDS(MotionClearance, &Self::lower, &Self::upper, &Self::time, &Self::counters, &Self::complete)
ABUT_FIELDS(BulletHit, &Self::verdict, &Self::lower, &Self::upper, &Self::tolerance, &Self::target, &Self::triangle,
            &Self::distance, &Self::place, &Self::point, &Self::normal)
ABUT_FIELDS(CastHit, &Self::lower, &Self::upper, &Self::triangle, &Self::point)
ABUT_FIELDS(RayHit, &Self::t, &Self::t_error, &Self::triangle, &Self::face, &Self::weights, &Self::point, &Self::normal)
ABUT_FIELDS(ContactCurve, &Self::points, &Self::is_closed)
ABUT_FIELDS(ContactArea, &Self::outlines, &Self::area, &Self::normal)
ABUT_FIELDS(ContactPatch, &Self::pairs, &Self::curves, &Self::areas, &Self::points, &Self::centre, &Self::normal,
            &Self::area, &Self::length, &Self::extent)
ABUT_FIELDS(ContactRegions, &Self::patches, &Self::counters, &Self::complete)
ABUT_FIELDS(Overlap, &Self::volume, &Self::centre, &Self::centre_error, &Self::from_surfaces, &Self::counters,
            &Self::complete)
ABUT_FIELDS(Penetration, &Self::depth, &Self::deepest, &Self::reach_a, &Self::reach_b, &Self::way_out_length,
            &Self::way_out, &Self::counters, &Self::complete)
ABUT_FIELDS(SignedGap, &Self::lower, &Self::upper, &Self::overlaps, &Self::distance, &Self::penetration,
            &Self::counters, &Self::complete)
ABUT_FIELDS(ShapeDistance, &Self::lower, &Self::upper, &Self::touching, &Self::point_a, &Self::point_b, &Self::normal,
            &Self::counters)
ABUT_FIELDS(classic::QueryCost, &Self::volume_tests, &Self::triangle_tests, &Self::total_seconds,
            &Self::seconds_per_volume_test, &Self::seconds_per_triangle_test)

void add_pickled_results() {
  add_pickle<Part>("abut.Part");
  add_pickle<Distance>("abut.Distance");
  add_pickle<Nearness>("abut.Nearness");
  add_pickle<ClosestPoint>("abut.ClosestPoint");
  add_pickle<SignedDistance>("abut.SignedDistance");
  add_pickle<Enclosure>("abut.Enclosure");
  add_pickle<InteriorsMeeting>("abut.InteriorsMeeting");
  add_pickle<FeatureContact>("abut.FeatureContact");
  add_pickle<DeformingContact>("abut.DeformingContact");
  add_pickle<MovingContact>("abut.MovingContact");
  add_pickle<MotionParts>("abut.MotionParts");
  add_pickle<MotionClearance>("abut.MotionClearance");
  add_pickle<BulletHit>("abut.BulletHit");
  add_pickle<CastHit>("abut.CastHit");
  add_pickle<RayHit>("abut.RayHit");
  add_pickle<ContactCurve>("abut.ContactCurve");
  add_pickle<ContactArea>("abut.ContactArea");
  add_pickle<ContactPatch>("abut.ContactPatch");
  add_pickle<ContactRegions>("abut.ContactRegions");
  add_pickle<Overlap>("abut.Overlap");
  add_pickle<Penetration>("abut.Penetration");
  add_pickle<SignedGap>("abut.SignedGap");
  add_pickle<ShapeDistance>("abut.ShapeDistance");
  add_pickle<classic::QueryCost>("abut.classic.QueryCost");
}

}  // namespace abut::python
