"""The start page, seen through a browser, must have something on it: screenshot_test.py SITE"""

import struct
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "docs_screenshot"
SITE = Path(sys.argv.pop()).resolve()


def pixels_of(png):
    """Width, height, and the unpacked rows of a PNG as chromium writes it."""
    data, at, packed = png.read_bytes(), 8, b""
    width, height = struct.unpack(">II", data[16:24])
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += size + 12
    return width, height, zlib.decompress(packed)


class Screenshot(unittest.TestCase):
    def test_the_start_page_shows_its_head_and_its_picture(self):
        picture = SITE.with_name("docs_start.png")
        subprocess.run([SCRIPT, picture, SITE], check=True, stdout=subprocess.DEVNULL)
        width, height, rows = pixels_of(picture)
        self.assertEqual((width, height), (1280, 1000))
        # A blank or broken page has a handful of colours; the picture of the start page has many.
        self.assertGreater(len({rows[i : i + 3] for i in range(0, len(rows), 997)}), 200)


if __name__ == "__main__":
    unittest.main()
