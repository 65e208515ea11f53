"""The link check must see what it is there for: each test builds a small site with one fault in it."""

import tempfile
import unittest
from pathlib import Path

from scripts import script

docs_links = script("docs_links.py")

SOUND = {"index.html": '<h1 id="top">A</h1><a href="sub/b.html#part">b</a><a href="https://example.org">out</a>',
         "sub/b.html": '<p id="part"><img src="../a.png"><a href="../index.html">up</a></p>', "a.png": ""}


class Links(unittest.TestCase):
    def faults(self, **changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**SOUND, **changes.get("files", {})}.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(docs_links.faults_of(folder))

    def test_a_sound_site_has_none(self):
        self.assertEqual(self.faults(), [])

    def test_a_link_that_leads_nowhere(self):
        self.assertEqual(self.faults(files={"c.html": '<a href="d.html">d</a>'}), ["c.html: d.html leads nowhere"])

    def test_a_part_that_is_not_there(self):
        self.assertEqual(self.faults(files={"c.html": '<a href="sub/b.html#no">d</a>'}),
                         ["c.html: sub/b.html#no names a part that is not there"])

    def test_a_picture_that_is_not_there(self):
        self.assertEqual(self.faults(files={"c.html": '<img src="d.png">'}), ["c.html: d.png leads nowhere"])

    def test_something_loaded_from_another_machine(self):
        self.assertEqual(self.faults(files={"c.html": '<script src="https://example.org/x.js"></script>'}),
                         ["c.html: loads https://example.org/x.js from another machine"])


if __name__ == "__main__":
    unittest.main()
