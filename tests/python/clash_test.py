"""Assemblies: findings equal to those of single queries over all pairs, and to those of the command."""

import json
import os
import re
import subprocess

import numpy as np
import pytest

import abut
from conftest import random_placements


def shifted(x, y=0.0, z=0.0):
    at = np.eye(4)
    at[:3, 3] = x, y, z
    return at


@pytest.fixture(scope="module")
def heap():
    """Bodies of three kinds in a heap; some meet, some are close, one is inside another."""
    meshes = [abut.shapes.box([0.5, 0.4, 0.3]), abut.shapes.sphere(0.5, 3), abut.shapes.torus(0.6, 0.2, 16, 10)]
    models = [abut.Model(mesh) for mesh in meshes]
    assembly = abut.Assembly()
    for i, at in enumerate(random_placements(14, 1.5, seed=11)):
        assembly.add(f"body {i}", models[i % 3], at)
    assembly.add("shell", abut.shapes.sphere(1.0, 4), shifted(20))
    assembly.add("core", abut.shapes.box([0.1, 0.1, 0.1]), shifted(20))
    return assembly


def brute_force(assembly, clearance):
    """{(a, b): kind} from single queries."""
    found = {}
    names = assembly.names
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            query = assembly.model(a), assembly.model(b), assembly.pose(a), assembly.pose(b)
            if abut.touches(*query):
                found[a, b] = "clash"
            elif (abut.contains(query[1], (query[0].vertices @ query[2][:3, :3].T + query[2][:3, 3])[0], query[3]) or
                  abut.contains(query[0], (query[1].vertices @ query[3][:3, :3].T + query[3][:3, 3])[0], query[2])):
                found[a, b] = "inside"
            elif abut.within(query[0], query[1], clearance, query[2], query[3]):
                found[a, b] = "clearance"
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_findings_are_those_of_brute_force(heap, threads):
    report = abut.clash(heap, clearance=0.1, threads=threads)
    expected = brute_force(heap, 0.1)
    assert set(expected.values()) == {"clash", "inside", "clearance"}
    assert {(finding.a, finding.b): finding.kind for finding in report.findings} == expected
    assert report.pairs == len(heap) * (len(heap) - 1) // 2 >= report.pairs_checked
    for finding in report.findings:
        query = heap.model(finding.a), heap.model(finding.b), heap.pose(finding.a), heap.pose(finding.b)
        pairs = abut.collide(*query)
        assert finding.contacts == len(pairs)
        if finding.kind == "clash":
            assert np.array_equal(finding.triangles_a, np.unique(pairs[:, 0]))
            assert finding.region is not None and finding.gap.upper == 0 and finding.inner is None
        else:
            assert finding.region is None
        if finding.kind == "clearance":
            assert finding.gap.upper == abut.distance(*query).upper <= finding.limit == 0.1
        if finding.kind == "inside":
            assert finding.inner == "core"


def test_rules_choose_the_pairs(heap):
    report = abut.clash(heap, only=[("shell", "*")])
    assert [(finding.a, finding.b) for finding in report.findings] == [("shell", "core")]
    assert report.pairs == len(heap) - 1
    assert len(abut.clash(heap, ignore=[("*", "*")])) == 0
    wide = abut.clash(heap, only=[("shell", "body*")], clearances=[("shell", "body 1", 100.0)])
    assert [(finding.kind, finding.limit) for finding in wide.findings] == [("clearance", 100.0)]


def test_a_motion_is_checked_at_every_step():
    parts = {"still": abut.shapes.box([1, 1, 1]), "mover": abut.shapes.box([1, 1, 1])}
    motion = {"mover": np.array([shifted(x) for x in (4.0, 2.5, 1.5, 2.25, 5.0)])}
    report = abut.clash(parts, clearance=1.0, motion=motion, times=[0, 10, 20, 30, 40])
    finding, = report.findings
    assert (finding.kind, finding.worst_step, finding.worst_time) == ("clash", 2, 20)
    assert finding.spans == [("clearance", 1, 1), ("clash", 2, 2), ("clearance", 3, 3)]
    assert finding.curve.round(12).tolist() == [np.inf, 0.5, 0, 0.25, np.inf]
    assert repr(finding) == "<abut.ClashFinding: clash of 'still' and 'mover' at step 2>"
    assert len(finding.id) == 12


def test_a_motion_file_that_mirrors_a_part_warns(tmp_path):
    parts = {"still": abut.shapes.box([1, 1, 1]), "mover": abut.shapes.box([1, 1, 1])}
    file = tmp_path / "motion.txt"
    file.write_text("step 0\nmover -1 0 0 5 0 1 0 0 0 0 1 0\n")
    with pytest.warns(UserWarning, match="motion.txt: line 2: the placement mirrors 'mover'"):
        assert not abut.clash(parts, motion=file).findings


def test_the_command_finds_the_same(heap, tmp_path):
    lines = []
    offset = 1
    for name in heap.names:
        model, at = heap.model(name), heap.pose(name)
        lines.append(f"g {name.replace(' ', '_')}")
        lines += ["v %r %r %r" % tuple(point) for point in (model.vertices @ at[:3, :3].T + at[:3, 3]).tolist()]
        lines += ["f %d %d %d" % tuple(face) for face in (model.faces + offset).tolist()]
        offset += len(model.vertices)
    (tmp_path / "heap.obj").write_text("\n".join(lines) + "\n")
    done = subprocess.run([os.environ["ABUT"], "clash", tmp_path / "heap.obj", "--clearance", "0.1", "--json"],
                          capture_output=True, text=True)
    assert done.stderr == "" and done.returncode == 1
    said = json.loads(done.stdout)
    report = abut.clash(tmp_path / "heap.obj", clearance=0.1)
    parts = [part["name"] for part in said["parts"]]
    assert [(finding.id, finding.kind, {finding.a, finding.b}) for finding in report.findings] == [
        (finding["id"], finding["kind"], {parts[finding["a"]], parts[finding["b"]]}) for finding in said["findings"]]


def test_names_and_parts_of_an_assembly(tmp_path):
    assembly = abut.Assembly()
    model = abut.Model(abut.shapes.box([1, 1, 1]))
    assert assembly.add("bolt", model) == "bolt"
    assert assembly.add("bolt", model, shifted(3)) == "bolt #2"
    assert assembly.names == ["bolt", "bolt #2"] and len(assembly) == 2
    assert np.array_equal(assembly.pose("bolt #2"), shifted(3))
    with pytest.raises(KeyError, match="no part 'nut'"):
        assembly.model("nut")
    files = tmp_path / "left.stl", tmp_path / "right.stl"
    for file in files:
        abut.save(model.mesh, file)
    loaded = abut.load_assembly(list(files), threads=2)
    assert len(loaded) == 2 and len(abut.clash(loaded)) == 1
    assert len(abut.clash([str(file) for file in files])) == 1


@pytest.mark.parametrize("sentence, options", [
    ("the motion names 'nut', which is not a part of the assembly.", {"motion": {"nut": [np.eye(4)]}}),
    ("the motion has no step.", {"motion": {}}),
    ("the motion of 'b' has 2 steps; there must be 3.", {"motion": {"b": [np.eye(4)] * 2}, "times": [1, 2, 3]}),
    ("times must increase; step 1 does not.", {"motion": {"b": [np.eye(4)] * 2}, "times": [1, 1]}),
    ("times belong to a motion that is given as a dict.", {"times": [1, 2]}),
    ("the motion of 'b' must have the shape (N, 4, 4) or (N, 3, 4).", {"motion": {"b": np.eye(4)}}),
    ("the placement of 'b' in step 0: row 1, column 1 is not a number.", {"motion": {"b": [np.diag([np.nan, 1, 1, 1])]}}),
])
def test_what_is_wrong_with_a_motion_is_said(sentence, options):
    box = abut.shapes.box([1, 1, 1])
    with pytest.raises(abut.Error) as caught:
        abut.clash({"a": box, "b": box}, **options)
    assert str(caught.value) == sentence


def test_what_is_no_assembly_is_refused(tmp_path):
    with pytest.raises(TypeError, match="an assembly is expected: .*; this is int."):
        abut.clash(3)
    with pytest.raises(abut.Error, match="missing.obj"):
        abut.clash(tmp_path / "missing.obj")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """An assembly, its motion on two days, and rules, as the command reads them."""
    folder = tmp_path_factory.mktemp("assembly")
    lines, offset = [], 1
    for name, mesh in {"=slide": abut.shapes.box([1, 1, 1]), "stop, left": abut.shapes.box([1, 1, 1]),
                       "far": abut.shapes.sphere(1, 3)}.items():
        lines += [f"g {name}", *("v %r %r %r" % tuple(point) for point in mesh.vertices.tolist()),
                  *("f %d %d %d" % tuple(face) for face in (mesh.faces + offset).tolist())]
        offset += len(mesh.vertices)
    (folder / "parts.obj").write_text("\n".join(lines) + "\n")
    place = '"%s" 1 0 0 %r 0 1 0 0 0 0 1 0\n'
    (folder / "old.txt").write_text("time angle [deg]\n" + "".join(
        f"step {time}\n" + place % ("=slide", x) + place % ("far", 4.5 - x)
        for time, x in [(0, -4.0), (10, -2.25), (20, -1.5)]))
    (folder / "new.txt").write_text("".join(
        f"step {time}\n" + place % ("=slide", x) + place % ("far", y) for time, x, y in [(0, -4.0, 2.0), (5, -2.25, 9.0)]))
    (folder / "clearances.txt").write_text('"=slide" far 3\n')
    (folder / "allow.txt").write_text('nut "stop, left"\n')
    return folder


def without_times(text):
    return re.sub(r'"seconds":[0-9.e+-]+|[0-9.]+ (us|ms|s)$', "TIME", text, flags=re.MULTILINE)


def test_the_files_are_those_of_the_command(files, tmp_path):
    """JSON, CSV, text and page, without a baseline and with one; only the time that it took may differ."""
    baseline = []
    for day in ("old", "new"):
        done = subprocess.run(
            [os.environ["ABUT"], "clash", files / "parts.obj", "--motion", files / f"{day}.txt", "--clearance", "0.5",
             "--clearances", files / "clearances.txt", "--allow", files / "allow.txt", "--tolerance", "0.001", "--curves",
             "--save", tmp_path / f"{day}.json", "--csv", tmp_path / f"{day}.csv", "--report", tmp_path / f"{day}.html",
             *baseline], capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stderr == "abut: no two parts match 'nut' and 'stop, left'.\n"
        with pytest.warns(UserWarning, match="no two parts match 'nut' and 'stop, left'."):
            report = abut.clash(files / "parts.obj", motion=files / f"{day}.txt", clearance=0.5, tolerance=0.001,
                                clearances=abut.read_clearances(files / "clearances.txt"),
                                ignore=abut.read_allowed(files / "allow.txt")[0], whole_curves=True)
        assert report.unmatched == ["'nut' and 'stop, left'"]
        if baseline:
            report = report.compare(abut.read_baseline(tmp_path / "old.json"))
            assert {finding.state for finding in report.findings} == {"new", "better"} and report.gone is not None
        else:
            assert {finding.state for finding in report.findings} == {None} and report.gone is None
        assert without_times(report.to_json()) == without_times((tmp_path / f"{day}.json").read_text())
        assert report.to_csv().encode() == (tmp_path / f"{day}.csv").read_bytes()
        assert without_times(report.to_text()) == without_times(done.stdout)
        report.write_page(tmp_path / "page.html")
        assert without_times((tmp_path / "page.html").read_text()) == without_times((tmp_path / f"{day}.html").read_text())
        baseline = ["--baseline", tmp_path / "old.json"]


def test_a_baseline_tells_what_is_new_worse_better_and_gone(tmp_path):
    box = abut.Model(abut.shapes.box([1, 1, 1]))

    def report(**places):
        assembly = abut.Assembly()
        for name, x in places.items():
            assembly.add(name, box, shifted(x))
        return abut.clash(assembly, clearance=0.5)

    yesterday = report(a=0.0, b=1.5, c=10.0, d=12.25)
    (tmp_path / "yesterday.json").write_text(yesterday.to_json())
    baseline = abut.read_baseline(tmp_path / "yesterday.json")
    assert repr(baseline) == "<abut.Baseline: 2 findings>" and baseline.complete and len(baseline) == 2
    assert sorted(row[1:] for row in baseline.findings) == [("clash", "a", "b"), ("clearance", "c", "d")]
    today = report(a=0.0, b=2.25, c=10.0, d=20.0, e=21.0)
    compared = today.compare(baseline)
    assert [(f.a, f.b, f.kind, f.state, f.was) for f in compared.findings] == [
        ("d", "e", "clash", "new", None), ("a", "b", "clearance", "better", "clash")]
    assert compared.gone == [row for row in baseline.findings if row[2] == "c"]
    assert [f.state for f in today.findings] == [None, None] and today.gone is None
    assert today.closed == dict.fromkeys("abcde", True) and today.complete


def test_what_is_no_baseline_is_refused(tmp_path):
    with pytest.raises(abut.Error, match="missing.json"):
        abut.read_baseline(tmp_path / "missing.json")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(abut.Error, match="other.json: is not a report of abut clash"):
        abut.read_baseline(tmp_path / "other.json")
    with pytest.raises(abut.Error, match="nowhere"):
        abut.clash({"a": abut.shapes.box([1, 1, 1]), "b": abut.shapes.box([1, 1, 1])}).write_page(
            tmp_path / "nowhere" / "page.html")


def test_a_budget_ends_a_check(heap):
    report = abut.clash(heap, clearance=0.1, max_tests=10)
    assert not report.complete and len(report) < len(abut.clash(heap, clearance=0.1))
    assert '"complete":false' in report.to_json()


def test_mixed_units_are_noticed():
    parts = {"nut": abut.shapes.box([1, 1, 1]), "ship": abut.shapes.box([1e7, 1e7, 1e7])}
    with pytest.raises(abut.Error, match="ship"):
        abut.require_sane_sizes(parts)
    abut.require_sane_sizes({"nut": parts["nut"], "bolt": parts["nut"]}, 1.0)
    with pytest.raises(abut.Error, match="clearance"):
        abut.require_sane_sizes({"nut": parts["nut"], "bolt": parts["nut"]}, 100.0)


def test_findings_say_how_deep_and_what_is_accepted(tmp_path):
    box = abut.Model(abut.shapes.box([1, 1, 1]))
    parts = abut.Assembly()
    for name, x in [("a", 0.0), ("b", 1.5), ("c", 3.5), ("c again", 3.5)]:
        parts.add(name, box, shifted(x))
    report = abut.clash(parts)
    found = {(f.a, f.b): f for f in report.findings}
    assert found["b", "c"].kind == "touch" and found["b", "c"].depth == (0, 0) and found["b", "c"].volume == (0, 0)
    clash = found["a", "b"]
    assert clash.kind == "clash" and not clash.is_duplicate and clash.accepted == 0 and clash.stray == 0
    assert clash.depth[0] <= 0.5 + 1e-12 and clash.depth[0] > 0.47 and 0.5 - 1e-12 <= clash.depth[1] < 0.53
    assert abs(clash.volume[1] - 2) < 1e-8 and clash.volume[0] <= 2 + 1e-12
    assert clash.way_out.shape == (3,) and abs(clash.way_out[0] - 0.5) < 0.01
    assert clash.way_out_length[0] <= 0.5 + 1e-12 and clash.reach_a[1] >= clash.reach_a[0]
    assert clash.reach_b[0] <= 0.5 + 1e-12
    assert report.findings[0].is_duplicate and report.findings[0].depth[1] > 1.9
    kinds = {(f.a, f.b): f.kind for f in abut.clash(parts, allowed=[("a", "*", 0.6)]).findings}
    assert kinds["a", "b"] == "touch" and kinds["c", "c again"] == "clash"
    assert {f.kind for f in abut.clash(parts, tolerance=0.6).findings} == {"touch", "clash"}
    left = abut.clash(parts, min_depth=1.0)
    assert left.left_out == 1 and any("left out: 1 clash" in note for note in left.notes)
    assert abut.clash(parts, max_depths=0, max_volumes=0).findings[0].depth[0] == 0
    assert report.degenerate == dict.fromkeys(["a", "b", "c", "c again"], 0)


def test_what_happens_between_steps_is_found():
    plate, bullet = abut.Model(abut.shapes.box([5, 5, 0.015625])), abut.Model(abut.shapes.box([0.125, 0.125, 0.125]))

    def at(z):
        return [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, z], [0, 0, 0, 1]]

    def check(**options):
        return abut.clash({"plate": plate, "bullet": bullet}, motion={"bullet": [at(3.0), at(-3.0)]}, **options)

    [finding] = check().findings
    assert finding.is_between_steps and finding.kind == "clash" and finding.spans == []
    [(kind, begin, end)] = finding.intervals
    reach = 0.125 + 0.015625
    assert kind == "clash" and begin[0] - 1e-9 <= (3 - reach) / 6 <= begin[1] + 1e-9
    assert end[0] - 1e-9 <= (3 + reach) / 6 <= end[1] + 1e-9 and begin[1] < finding.worst_time < end[0]
    assert finding.least[:2] == (0, 0)
    assert check(between_steps=False).findings == [] and check().undecided == [] and check().unknown_ways == []
    with pytest.warns(UserWarning, match="undecided between steps: 1 pair, first 'plate' and 'bullet' from 0 to 1"):
        report = check(tests_between_steps=1)
    assert report.undecided == [("plate", "bullet", 0.0, 1.0)]
