"""The Python reference must follow the stubs and the docstrings, and cope with there being none."""

import tempfile
import unittest
from pathlib import Path

from scripts import script

docs_python = script("docs_python.py")

STUB = '''
class Model:
    """A mesh."""
    def __init__(self, mesh: str, *, threads: int = ...) -> None: ...
    @property
    def bytes(self) -> int:
        """Memory."""
    def refit(self, vertices: list[float]) -> None:
        """Moves.

        >>> model.refit([0.0])
        """
    def _secret(self) -> None: ...
def touches(a: Model, b: Model) -> bool:
    """Do they?"""
'''


class Reference(unittest.TestCase):
    def page_of(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                (Path(folder) / name).write_text(text, encoding="utf-8")
            output = Path(folder) / "page.md"
            return output.read_text(encoding="utf-8") if docs_python.write_reference(folder, output) else None

    def test_there_is_no_page_without_a_package(self):
        self.assertIsNone(self.page_of({}))
        self.assertFalse(docs_python.write_reference("/nowhere", "/nowhere/page.md"))

    def test_names_types_and_sentences_are_shown(self):
        page = self.page_of({"__init__.pyi": STUB})
        for part in ("## Model\n", "Model(mesh: str, *, threads: int=...)", "| `bytes` | `int` | Memory. |",
                     "Model.refit(vertices: list[float]) -> None", "```pycon\n>>> model.refit([0.0])\n```",
                     "## touches\n", "touches(a: Model, b: Model) -> bool", "Do they?"):
            self.assertIn(part, page)
        self.assertNotIn("_secret", page)

    def test_modules_of_the_package_have_their_names_in_front(self):
        self.assertIn("### shapes.box\n", self.page_of({"shapes.pyi": "def box() -> None: ..."}))

    def test_the_signature_that_pybind11_writes_is_left_out(self):
        self.assertEqual(docs_python.without_signature("f(a, b=1)\n--\n\nAsks."), "Asks.")
        self.assertEqual(docs_python.without_signature("f(a: int) -> int\n\nAsks."), "Asks.")
        self.assertEqual(docs_python.without_signature("Asks (often)."), "Asks (often).")


if __name__ == "__main__":
    unittest.main()
