"""The drawings in docs/images/concepts must be those that the script draws, within their frames."""

import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

from scripts import script

docs_pictures = script("docs_pictures.py")
DOCS = Path(__file__).resolve().parents[2] / "docs"


class Pictures(unittest.TestCase):
    def test_what_is_kept_is_what_the_script_draws(self):
        drawn = {f"{draw.__name__}.svg": draw().svg() for draw in docs_pictures.PICTURES}
        kept = {path.name: path.read_text(encoding="utf-8") for path in docs_pictures.FOLDER.glob("*.svg")}
        self.assertEqual(kept.keys(), drawn.keys())
        for name, text in drawn.items():
            self.assertEqual(kept[name], text, f"{name}: run scripts/docs_pictures.py")

    def test_nothing_is_drawn_outside_the_frame(self):
        for draw in docs_pictures.PICTURES:
            drawing = draw()
            for element in xml.fromstring(drawing.svg()).iter():
                for point in element.get("points", "").split():
                    x, y = map(float, point.split(","))
                    self.assertTrue(0 <= x <= 640 and 0 <= y <= drawing.height, f"{draw.__name__}: {point}")


if __name__ == "__main__":
    unittest.main()
