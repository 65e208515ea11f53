#!/usr/bin/env python3
"""Makes the Python reference from the package's stubs and docstrings: docs_python.py STUBS OUTPUT_FILE [BUILT]

Names and types come from the *.pyi of the folder STUBS. What they mean comes from docstrings: those of the package as
it is built, where BUILT is the folder to import it from; else those of the stubs.
"""

import ast
import inspect
import json
import subprocess
import sys
from pathlib import Path


def signature_of(function, owner=None):
    """def-line without body: name, parameters with types, what is returned."""
    arguments = ast.unparse(function.args)
    if owner:
        for first in ("self, ", "self", "cls, ", "cls"):
            if arguments.startswith(first):
                arguments = arguments.removeprefix(first).removeprefix("/, ")
                break
    name = owner if function.name == "__init__" else f"{owner}.{function.name}" if owner else function.name
    returns = f" -> {ast.unparse(function.returns)}" if function.returns and function.name != "__init__" else ""
    line = f"{name}({arguments}){returns}"
    if len(line) <= 90:
        return line
    return f"{name}(\n    " + arguments.replace(", *, ", ",\n    *, ") + f"\n){returns}"


# Prints the docstrings of all public names, methods and properties of abut and of its modules, as JSON.
COLLECT = """
import inspect, json, sys
sys.path.insert(0, sys.argv[1])
import abut
try:
    import abut.dask
except ImportError:  # Dask is not there.
    pass
texts = {}
def note(name, thing):
    texts[name] = inspect.getdoc(thing) or ""
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            texts[f"{name}.{member}"] = inspect.getdoc(value) or ""
for module in [abut, *[v for v in vars(abut).values() if inspect.ismodule(v)]]:
    prefix = module.__name__.removeprefix("abut").removeprefix(".")
    texts[prefix] = inspect.getdoc(module) or ""
    for name in getattr(module, "__all__", []):
        note(f"{prefix}.{name}".removeprefix("."), getattr(module, name))
print(json.dumps(texts))
"""


def docstrings_of(built):
    """By dotted name, as help() would show them; none when the package is not built."""
    if built is None or not any(Path(built).glob("abut/_abut*.so")):
        return {}
    run = subprocess.run(["/usr/bin/python3", "-c", COLLECT, built], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"docs: the package in {built} cannot be imported; is it built anew?\n{run.stderr}")
    return json.loads(run.stdout)


def without_signature(text):
    """pybind11 begins with the signature, which the stubs say better; two dashes may end it."""
    head, dashes, rest = text.partition("\n--\n")
    if dashes:
        return rest.strip()
    first, _, rest = text.partition("\n")
    return rest.strip() if "(" in first and "->" in first else text


def is_public(name):
    return not name.startswith("_") or name in {"__init__", "__len__", "__eq__", "__iter__", "__getitem__"}


def decorators_of(function):
    return {ast.unparse(d).split(".")[-1] for d in function.decorator_list}


def as_markdown(text):
    """A docstring with its examples, which start with >>>, as code."""
    lines, code = [], False
    for line in without_signature(text).splitlines():
        if line.lstrip().startswith(">>>") and not code:
            lines += ["", "```pycon"]
            code = True
        elif code and not line.strip():
            lines.append("```")
            code = False
        # A line such as "margin: so far apart counts" is about a parameter and stays a line.
        about = not code and line.split(":")[0].replace(", ", "").isidentifier() and ": " in line
        lines.append(f"{line}  " if about else line)
    return "\n".join([*lines, "```"] if code else lines)


class Page:
    def __init__(self, texts):
        self.parts = ["# Python reference\n"]
        self.texts, self.seen = texts, set()

    def text(self, name, node):
        return as_markdown(self.texts.get(name) or inspect.cleandoc(ast.get_docstring(node) or ""))

    def add_module(self, tree, prefix):
        if prefix:
            self.parts.append(f"\n## abut.{prefix}\n")
        self.parts.append(self.text(prefix, tree) + "\n")
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and is_public(node.name) and not is_protocol(node):
                self.add_class(node)
            elif isinstance(node, ast.FunctionDef) and is_public(node.name):
                self.add_function(node, f"{prefix}.{node.name}".removeprefix("."))

    def add_heading(self, name):
        if name not in self.seen:  # overloads share their heading
            self.seen.add(name)
            self.parts.append(f"\n{'###' if '.' in name else '##'} {name}\n")

    def add_function(self, node, name):
        self.add_heading(name)
        self.parts += [f"```python\n{signature_of(node)}\n```\n", self.text(name, node) + "\n"]

    def add_class(self, node):
        self.add_heading(node.name)
        bases = ", ".join(ast.unparse(b) for b in node.bases)
        head = f"```python\nclass {node.name}{f'({bases})' if bases else ''}\n```\n"
        self.parts += [head, self.text(node.name, node) + "\n"]
        functions = [n for n in node.body if isinstance(n, ast.FunctionDef) and is_public(n.name)]
        properties = [n for n in functions if "property" in decorators_of(n)]
        if properties:
            self.parts.append("| attribute | type | meaning |\n|---|---|---|")
            self.parts += [self.row(node.name, n) for n in properties] + [""]
        for method in functions:
            if not decorators_of(method) & {"property", "setter"}:
                text = self.text(f"{node.name}.{method.name}", method)
                self.parts += [f"```python\n{signature_of(method, node.name)}\n```\n", text + "\n"]

    def row(self, owner, node):
        kind = ast.unparse(node.returns) if node.returns else ""
        text = " ".join(self.text(f"{owner}.{node.name}", node).split())
        return f"| `{node.name}` | `{kind}` | {text} |".replace("| `` |", "| |")


def is_protocol(node):
    return any("Protocol" in ast.unparse(base) for base in node.bases)


def write_reference(stubs, output, built=None):
    """Writes the page and says whether there was anything to write about."""
    page = Page(docstrings_of(built))
    for source in sorted(Path(stubs).glob("*.pyi"), key=lambda p: (p.stem != "__init__", p)):
        prefix = "" if source.stem == "__init__" else source.stem
        page.add_module(ast.parse(source.read_text(encoding="utf-8"), filename=str(source)), prefix)
    if not page.seen:
        return False
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_text("\n".join(page.parts) + "\n", encoding="utf-8")
    return True


if __name__ == "__main__":
    if len(sys.argv) not in {3, 4}:
        sys.exit("usage: docs_python.py STUBS OUTPUT_FILE [BUILT]")
    sys.exit(0 if write_reference(*sys.argv[1:]) else f"docs_python.py: {sys.argv[1]}: nothing to document")
