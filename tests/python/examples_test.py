"""The examples run, and print what their readers are told."""

import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"


def run(name, *arguments):
    done = subprocess.run([sys.executable, "-B", EXAMPLES / name, *arguments], capture_output=True, text=True)
    assert done.stderr == "" and done.returncode == 0
    return done.stdout


def test_every_example_is_tested():
    assert {path.name for path in EXAMPLES.glob("*.py")} == {
        "clash_from_python.py", "certified_edges.py", "first_robot.py", "study_on_dask.py", "trajectory_from_csv.py"}


def test_clash_from_python_says_where_the_key_jams():
    assert run("clash_from_python.py") == (
        "<abut.ClashReport: 2 findings in 3 pairs of parts>\n"
        "clearance: key and pin above, from 40 to 50 degrees\n"
        "clash: key and pin above, from 55 to 90 degrees\n"
        "clearance: key and pin behind, from 0 to 35 degrees\n")


def test_certified_edges_proves_the_way_through_the_window():
    assert run("certified_edges.py") == (
        "upright before to lying before: free, 1.41 clear at time 0.87\n"
        "lying before to lying behind: free, 0.70 clear at time 0.25\n"
        "lying behind to upright behind: free, 1.41 clear at time 0.13\n"
        "upright before to upright behind: free until 0.45000, contact at 0.45000\n"
        "lying before to upright behind: free until 0.36037, contact at 0.36037\n"
        "3 edges in a row: clear\n")


def test_first_robot_plans_a_way_that_is_proved():
    said = run("first_robot.py")
    assert "the straight way is contact" in said
    assert "all proved: True" in said


def test_a_trajectory_touches_where_its_samples_do_not():
    said = run("trajectory_from_csv.py").splitlines()
    assert said[0] == "6 of 6 configurations are free"
    assert said[1].startswith("contact between 1.") and said[1].endswith("link4 and pillar")


def test_study_on_dask_counts_placements():
    assert run("study_on_dask.py", "3000") == "22.9% of 3000 placements keep a distance of 0.1 from the wall\n"
