"""What the plots of docs/results have in common."""

import csv


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def tidy(axes):
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(True, which="major", linewidth=0.4, color="#dddddd")
    axes.set_axisbelow(True)
