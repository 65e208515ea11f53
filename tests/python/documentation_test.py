"""What a reader of the package is told: docstrings whose examples run, stubs that name what is there."""

import ast
import doctest
import inspect
import pathlib

import numpy as np
import pytest

import abut

HERE = pathlib.Path(abut.__file__).parent


def documented():
    """Every public object with a docstring of its own, by name."""
    modules = {"abut": abut, "abut.classic": abut.classic, "abut.shapes": abut.shapes,
               "abut.small": abut.small}
    found = dict(modules)
    for module in modules.values():
        for name in module.__all__:
            thing = getattr(module, name)
            path = f"{module.__name__}.{name}"
            found[path] = thing
            if inspect.isclass(thing):
                found.update({f"{path}.{member}": getattr(thing, member) for member in public_members(thing)})
    return found


def public_members(kind):
    return [name for name in vars(kind) if not name.startswith("_")]


@pytest.mark.parametrize("name", sorted(documented()))
def test_examples_of_docstrings_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = documented()[name].__doc__ or ""
    test = doctest.DocTestParser().get_doctest(text, {"abut": abut, "np": np, "folder": tmp_path}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_examples_of_the_page_run():
    page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
    # Fences end examples as blank lines do.
    text = page.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(page), 0)
    assert len(test.examples) > 20
    runner = doctest.DocTestRunner()
    report = []
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_every_docstring_begins_with_a_sentence():
    for name, thing in documented().items():
        if callable(thing):
            assert thing.__doc__ and thing.__doc__.strip().split("\n")[0].rstrip().endswith((".", "?", ":")), name


def test_signatures_can_be_inspected():
    assert str(inspect.signature(abut.touches)) == (
        "(a, b, pose_a=None, pose_b=None, *, margin=0.0, consider=None, cache=None, max_tests=None, max_seconds=None, "
        "simd=None, threads=None, counters=None, sat=None, descent=None)")
    assert list(inspect.signature(abut.Model).parameters) == ["mesh", "threads", "rays"]
    assert list(inspect.signature(abut.classic.Model).parameters) == [
        "mesh", "volume", "fit", "split", "storage", "leaf_size", "tile"]
    assert str(inspect.signature(abut.Model.refit)) == "(vertices, threads=1)"


def stub(name):
    return ast.parse((HERE / name).read_text())


def names_of(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id, node
        elif isinstance(node, ast.Assign):
            yield node.targets[0].id, node
        elif isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, node) for alias in node.names)


@pytest.mark.parametrize("module, file", [
    (abut, "__init__.pyi"), (abut.classic, "classic.pyi"), (abut.shapes, "shapes.pyi"),
    (abut.small, "small.pyi")])
def test_stubs_name_everything_that_is_public(module, file):
    assert (HERE / "py.typed").exists()
    stubbed = dict(names_of(stub(file).body))
    assert set(module.__all__) <= set(stubbed)
    for name in module.__all__:
        thing, node = getattr(module, name), stubbed[name]
        if isinstance(node, ast.ClassDef):
            members = dict(names_of(node.body))
            assert set(public_members(thing)) == {member for member in members if not member.startswith("_")}, name
        elif isinstance(node, ast.FunctionDef):
            parameters = [argument.arg for argument in node.args.args + node.args.kwonlyargs]
            assert parameters == list(inspect.signature(thing).parameters), name


def test_the_version_is_that_of_the_library():
    assert abut.__version__.count(".") == 2
