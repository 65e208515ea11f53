"""Python reaches what C++ reaches: every query of the public headers, and every option, has its name in Python."""

import inspect
import pathlib
import re

import pytest

import abut

HEADERS = pathlib.Path(__file__).resolve().parents[2] / "include" / "abut"

# What an option is called in Python, if not the same.
RENAMED = {
    "budget": ["max_tests", "max_seconds"],
    "max_contacts": ["max_contacts"],
    "progress": [],  # Python shows no progress
    "volume": ["volume"],
    "stop": [],  # Ctrl-C
    "refine": ["refine_rounds", "refine_triangles", "refine_seconds"],
}

# The options of C++ and the functions of Python that take them; the second list lacks the third of them.
TAKEN_BY = [
    ("collide.h", "CollideOptions", [abut.collide], set()),
    # One contact is enough for them; a cache serves one query at a time.
    ("collide.h", "CollideOptions", [abut.touches], {"max_contacts"}),
    ("collide.h", "CollideOptions", [abut.collide_batch, abut.collide_pairs], {"cache"}),
    ("collide.h", "CollideOptions", [abut.touches_batch], {"cache", "max_contacts"}),
    ("collide.h", "SelfOptions", [abut.self_contacts], set()),
    ("collide.h", "SelfOptions", [abut.touches_itself], {"max_contacts"}),
    # One query runs on one thread.
    ("distance.h", "DistanceOptions", [abut.distance], {"threads"}),
    ("distance.h", "DistanceOptions", [abut.distance_batch, abut.distance_pairs], {"cache"}),
    ("distance.h", "WithinOptions", [abut.within], {"threads"}),
    ("distance.h", "WithinOptions", [abut.within_batch, abut.within_pairs], {"cache"}),
    # It keeps its own caches, and asks one query at a time.
    ("collide.h", "CollideOptions", [abut.BoundPair], {"cache", "consider", "threads"}),
    ("distance.h", "DistanceOptions", [abut.BoundPair], {"cache", "threads"}),
    ("closest_point.h", "ClosestPointOptions", [abut.closest_point, abut.signed_distance], {"threads"}),
    ("closest_point.h", "ClosestPointOptions", [abut.closest_point_batch, abut.signed_distance_batch], set()),
    ("moving_features.h", "FeatureContactOptions",
     [abut.first_contact_vertex_face, abut.first_contact_edge_edge], {"threads"}),
    ("moving_features.h", "FeatureContactOptions",
     [abut.first_contacts_vertex_face, abut.first_contacts_edge_edge], set()),
    ("deforming_motion.h", "DeformingOptions",
     [abut.first_contact_deforming, abut.first_self_contact_deforming], set()),
    ("first_contact.h", "FirstContactOptions", [abut.first_contact], {"threads"}),
    ("first_contact.h", "FirstContactOptions", [abut.first_contact_batch, abut.first_contact_pairs], set()),
    # The limit is the margin.
    ("first_contact.h", "FirstContactOptions", [abut.within_along], {"margin", "threads"}),
    ("first_contact.h", "FirstContactOptions", [abut.contact_intervals], {"after_parting", "threads"}),
    ("first_contact.h", "FirstContactOptions", [abut.contact_intervals_batch], {"after_parting"}),
    ("first_contact.h", "IntervalOptions", [abut.contact_intervals, abut.contact_intervals_batch], set()),
    ("first_contact.h", "ClearanceOptions", [abut.least_clearance], {"threads"}),
    ("first_contact.h", "ClearanceOptions", [abut.least_clearance_batch], set()),
    ("bullet.h", "BulletOptions", [abut.shoot], {"threads"}),
    ("bullet.h", "BulletOptions", [abut.shoot_batch], set()),
    ("motion.h", "Screw", [abut.Motion.screw], set()),
    ("motion.h", "SpeedBound", [abut.Motion.of], set()),
    ("ray.h", "RayOptions", [abut.first_hit, abut.any_hit, abut.all_hits, abut.crossings], {"threads"}),
    ("ray.h", "RayOptions", [abut.first_hit_batch, abut.any_hit_batch, abut.all_hits_batch, abut.crossings_batch],
     set()),
    ("cast.h", "CastOptions", [abut.cast], {"threads"}),
    ("cast.h", "CastOptions", [abut.cast_batch], set()),
    ("cast.h", "CastShape", [abut.cast, abut.cast_batch], set()),
    ("solid.h", "ContainsOptions", [abut.contains, abut.locate, abut.enclosed], {"threads"}),
    ("solid.h", "ContainsOptions", [abut.contains_batch], set()),
    ("interiors.h", "InteriorsOptions", [abut.interiors_meet], set()),
    ("contact_regions.h", "ContactRegionsOptions", [abut.contact_regions], set()),
    ("overlap.h", "OverlapOptions", [abut.overlap], set()),
    ("penetration.h", "PenetrationOptions", [abut.penetration, abut.signed_gap, abut.patch_depths], {"threads"}),
    ("penetration.h", "PenetrationOptions", [abut.penetration_batch, abut.signed_gap_batch], set()),
    ("solid.h", "SolidOptions", [abut.Solid], set()),
    ("model.h", "ModelOptions", [abut.Model, abut.Model.open, abut.Model.map], set()),
    ("clash.h", "ClashOptions", [abut.clash], set()),
    ("assembly.h", "PairRules", [abut.clash], set()),
    ("load.h", "StepOptions", [abut.load_assembly], set()),
    ("load.h", "GltfOptions", [abut.load_assembly], set()),
    ("classic.h", "ModelOptions", [abut.classic.Model], set()),
    ("classic.h", "CollideMethod", [abut.collide, abut.touches, abut.collide_batch, abut.touches_batch,
                                    abut.self_contacts, abut.touches_itself, abut.classic.measure_cost], set()),
    ("classic.h", "DistanceMethod", [abut.distance, abut.distance_batch, abut.within, abut.within_batch], set()),
    ("classic.h", "PointMethod", [abut.closest_point, abut.closest_point_batch], set()),
    ("classic.h", "QualityOptions", [abut.classic.tree_quality, abut.classic.node_quality], set()),
]

# Functions of the headers of queries that are no queries, or that Python has as something else.
ELSEWHERE = {
    "name_of": "words", "is_yes": "bool()", "require_available": "simd=", "inverse": "numpy",
    "motion_from": "clash(motion=)", "at_rest": "clash()", "read_motion": "clash(motion=)", "require_fitting": "clash()",
    "find_clashes": "clash", "clash_id": "ClashFinding.id", "size_of": "Mesh.bounds", "split_into_parts": "Mesh.part",
    "compare": "ClashReport.compare", "write_json": "ClashReport.to_json", "to_json": "ClashReport.to_json",
    "write_csv": "ClashReport.to_csv", "to_csv": "ClashReport.to_csv", "to_text": "ClashReport.to_text",
    "write_page": "ClashReport.write_page", "has_page": "ClashReport.write_page",
    "doubts_of": "ClashReport.undecided, unknown_ways", "notes_of": "ClashReport.notes",
}


def code_of(header):
    return re.sub(r"//[^\n]*", "", (HEADERS / header).read_text())


def fields_of(header, struct):
    body = re.search(r"struct " + struct + r" \{(.*?)\n\};", code_of(header), re.DOTALL).group(1)
    body = re.sub(r"\{[^{}]*\}", "", body)
    fields = []
    for statement in body.split(";"):
        statement = " ".join(statement.split())
        if not statement or statement.startswith("static") or "operator" in statement:
            continue
        for declared in re.sub(r"<[^;]*>", "", statement).split(","):
            fields.append(declared.split("=")[0].split()[-1])
    return fields


def test_fields_are_found():
    assert fields_of("distance.h", "DistanceOptions") == [
        "relative_error", "absolute_error", "known_upper", "budget", "smallest_touching", "simd", "cache",
        "threads"]


@pytest.mark.parametrize("header, struct, functions, without", TAKEN_BY)
def test_every_option_has_its_name_in_python(header, struct, functions, without):
    fields = fields_of(header, struct)
    assert fields and without <= set(fields)
    for function in functions:
        parameters = inspect.signature(function).parameters
        for field in fields:
            for name in RENAMED.get(field, [field]):
                assert (name in parameters) == (field not in without), (function.__name__, name)


@pytest.mark.parametrize("header", ["collide.h", "distance.h", "closest_point.h", "ray.h", "cast.h", "moving_features.h",
                                    "deforming_motion.h", "first_contact.h", "bullet.h", "solid.h", "interiors.h",
                                    "contact_regions.h", "overlap.h", "penetration.h", "patch_depths.h", "query.h", "assembly.h", "clash.h", "report.h",
                                    "classic.h"])
def test_every_query_has_its_name_in_python(header):
    names = set(re.findall(r"^(?:[\w:<>]+(?: [\w:<>]+)?[ &]+)(\w+)\(", code_of(header), re.MULTILINE))
    assert names
    for name in names - set(ELSEWHERE):
        assert hasattr(abut, name) or hasattr(abut.classic, name), name


def test_every_field_of_the_results_of_motions_has_its_name_in_python():
    for struct, kind in [("MovingContact", abut.MovingContact), ("MotionParts", abut.MotionParts),
                         ("MotionClearance", abut.MotionClearance), ("BulletHit", abut.BulletHit)]:
        for field in fields_of("bullet.h" if struct == "BulletHit" else "first_contact.h", struct):
            for name in ["volume_tests", "triangle_tests", "exact_tests"] if field == "counters" else [field]:
                assert hasattr(kind, name), (struct, name)


def test_every_maker_and_member_of_a_motion_has_its_name_in_python():
    body = re.search(r"class Motion \{(.*?)private:", code_of("motion.h"), re.DOTALL).group(1)
    for name in re.findall(r"(\w+)\(", body):
        if name not in ["Motion", "data", "Placement"]:
            assert hasattr(abut.Motion, name), name


@pytest.mark.parametrize("option", ["nonsense", "stop"])
def test_what_is_no_option_is_refused(option):
    box = abut.Model(abut.shapes.box([1, 1, 1]))
    calls = [(abut.collide, box, box), (abut.touches, box, box), (abut.distance, box, box), (abut.within, box, box, 1.0),
             (abut.self_contacts, box), (abut.touches_itself, box), (abut.closest_point, box, [0, 0, 0]),
             (abut.contains, box, [0, 0, 0]), (abut.locate, box, [0, 0, 0]), (abut.signed_distance, box, [0, 0, 0]),
             (abut.enclosed, box, box), (abut.winding_number, box, [0, 0, 0]), (abut.collide_pairs, [(box, box)]),
             (abut.first_contact, box, box), (abut.within_along, box, box, 1.0), (abut.contact_intervals, box, box),
             (abut.least_clearance, box, box), (abut.classic.tree_quality, box), (abut.classic.measure_cost, box, box)]
    for function, *arguments in calls:
        with pytest.raises(TypeError, match=rf"{function.__name__}\(\) has no option '{option}'\."):
            function(*arguments, **{option: 1})
