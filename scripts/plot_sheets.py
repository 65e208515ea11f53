#!/usr/bin/python3
"""Puts the views that experiments have drawn together into sheets with captions: plot_sheets.py DIR

NAME_views.csv lists the views of NAME.png: files, captions, how many columns there are and how many a view spans. Views are
left as they were drawn, pixel by pixel, and removed once their sheet is there.
"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from plot import read

DOTS, CAPTION, GAP = 100, 30, 8  # per inch; pixels
PAPER = (0.975, 0.975, 0.97)


def rows_of(views):
    """Views row by row: a row is full when its spans add up to the columns."""
    rows, used = [[]], 0
    for view in views:
        if used + int(view["span"]) > int(view["columns"]):
            rows.append([])
            used = 0
        rows[-1].append(view)
        used += int(view["span"])
    return rows


def draw(directory, views):
    rows = [[(view, plt.imread(directory / view["file"])) for view in row] for row in rows_of(views)]
    width = max(sum(image.shape[1] for _, image in row) + GAP * (len(row) - 1) for row in rows)
    heights = [max(image.shape[0] for _, image in row) + CAPTION for row in rows]
    figure = plt.figure(figsize=(width / DOTS, sum(heights) / DOTS), dpi=DOTS, facecolor=PAPER)
    top = 0
    for row, height in zip(rows, heights):
        left = 0
        for view, image in row:
            figure.figimage(image, left, sum(heights) - top - image.shape[0])
            middle = (left + image.shape[1] / 2) / width
            figure.text(middle, 1 - (top + image.shape[0] + CAPTION / 2) / sum(heights), view["caption"], ha="center", va="center", fontsize=10)
            left += image.shape[1] + GAP
        top += height
    figure.savefig(directory / f"{views[0]['sheet']}.png", dpi=DOTS, facecolor=PAPER)
    plt.close(figure)


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        print("usage: plot_sheets.py DIR", file=sys.stderr)
        return 2
    directory = pathlib.Path(sys.argv[1])
    for table in sorted(directory.glob("*_views.csv")):
        views = read(table)
        if all((directory / view["file"]).exists() for view in views):
            draw(directory, views)
            for view in views:
                (directory / view["file"]).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
