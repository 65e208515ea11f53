#!/usr/bin/env python3
"""Makes the Python reference from the package's stubs and docstrings: docs_python.py PACKAGE_FOLDER OUTPUT_FILE

Reads *.pyi, and *.py without a stub beside them, by Python's own parser; nothing is imported, so nothing need be built.
"""

import ast
import inspect
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


def is_public(name):
    return not name.startswith("_") or name in {"__init__", "__len__", "__eq__", "__iter__", "__getitem__"}


def decorators_of(function):
    return {ast.unparse(d).split(".")[-1] for d in function.decorator_list}


def docstring(node):
    """The docstring as Markdown: examples that start with >>> become code."""
    text = inspect.cleandoc(ast.get_docstring(node) or "")
    lines, code = [], False
    for line in text.splitlines():
        starts = line.lstrip().startswith(">>>")
        if starts and not code:
            lines += ["", "```pycon"]
            code = True
        elif code and not line.strip():
            lines.append("```")
            code = False
        lines.append(line)
    return "\n".join([*lines, "```"] if code else lines)


class Page:
    def __init__(self):
        self.parts = ["# Python reference\n", "Made from the package's own stubs and docstrings.\n"]
        self.seen = set()

    def add_module(self, tree):
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and is_public(node.name):
                self.add_class(node)
            elif isinstance(node, ast.FunctionDef) and is_public(node.name):
                self.add_function(node)

    def add_heading(self, level, name):
        if name not in self.seen:  # overloads share their heading
            self.seen.add(name)
            self.parts.append(f"\n{'#' * level} {name}\n")

    def add_function(self, node):
        self.add_heading(2, node.name)
        self.parts += [f"```python\n{signature_of(node)}\n```\n", docstring(node)]

    def add_class(self, node):
        self.add_heading(2, node.name)
        bases = ", ".join(ast.unparse(b) for b in node.bases)
        self.parts += [f"```python\nclass {node.name}{f'({bases})' if bases else ''}\n```\n", docstring(node) + "\n"]
        fields = [n for n in node.body if isinstance(n, ast.AnnAssign) and is_public(n.target.id)]
        fields += [n for n in node.body if isinstance(n, ast.FunctionDef) and "property" in decorators_of(n)]
        if fields:
            self.parts.append("| attribute | meaning |\n|---|---|")
            self.parts += [self.row(node, n) for n in fields] + [""]
        for member in node.body:
            method = isinstance(member, ast.FunctionDef) and is_public(member.name)
            if method and not decorators_of(member) & {"property", "setter"}:
                self.parts += [f"```python\n{signature_of(member, node.name)}\n```\n", docstring(member) + "\n"]

    def row(self, owner, node):
        if isinstance(node, ast.FunctionDef):
            kind = ast.unparse(node.returns) if node.returns else ""
            return f"| `{node.name}: {kind}` | {' '.join(docstring(node).split())} |".replace(": `", "`")
        after = owner.body[owner.body.index(node) + 1 :][:1]
        text = after[0].value.value if after and isinstance(after[0], ast.Expr) else ""
        return f"| `{ast.unparse(node)}` | {' '.join(str(text).split())} |"


def sources_of(package):
    stubs = sorted(package.glob("*.pyi"))
    plain = [p for p in sorted(package.glob("*.py")) if not p.with_suffix(".pyi").exists()]
    return [p for p in stubs + plain if p.stem != "__main__"]


def write_reference(package, output):
    """Writes the page and says whether there was anything to write about."""
    page = Page()
    for source in sources_of(Path(package)):
        page.add_module(ast.parse(source.read_text(encoding="utf-8"), filename=str(source)))
    if not page.seen:
        return False
    Path(output).parent.mkdir(parents=True, exist_ok=True)
    Path(output).write_text("\n".join(page.parts) + "\n", encoding="utf-8")
    return True


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: docs_python.py PACKAGE_FOLDER OUTPUT_FILE")
    sys.exit(0 if write_reference(*sys.argv[1:]) else f"docs_python.py: {sys.argv[1]}: nothing to document")
