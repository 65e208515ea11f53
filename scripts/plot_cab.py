#!/usr/bin/python3
"""Makes the plots of docs/results/cab from the CSV files of `abut bench papers --filter cab`: plot_cab.py DIR"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from plot import read, tidy

# Okabe and Ito's colours: told apart by colour-blind eyes.
LINES = {
    "best": ("#999999", "--", "best along the joint's axis"),
    "covariance": ("#d55e00", "-", "covariance"),
    "footnote": ("#009e73", ":", "CAB with the footnote"),
    "cab": ("#0072b2", "-", "CAB"),
}


def plot_angles(directory):
    rows = read(directory / "angles.csv")
    ratios = list(dict.fromkeys(row["ratio"] for row in rows))
    figure, all_axes = plt.subplots(1, len(ratios), figsize=(4.6 * len(ratios), 3.8), squeeze=False)
    for ratio, axes in zip(ratios, all_axes[0]):
        some = [row for row in rows if row["ratio"] == ratio]
        for column, (colour, style, name) in LINES.items():
            axes.plot([float(r["degrees"]) for r in some], [float(r[column]) for r in some], style, color=colour, label=name)
        axes.set_xticks(range(0, 181, 30))
        axes.set_xlabel("angle between the links, degrees")
        axes.set_title(f"links {float(ratio):.0f}:1", fontsize=11)
        axes.set_ylim(bottom=0)
        tidy(axes)
    all_axes[0][0].set_ylabel("volume of the box around both")
    all_axes[0][0].legend(fontsize=9)
    figure.tight_layout()
    figure.savefig(directory / "angles.png", dpi=130)
    plt.close(figure)


def main():
    if len(sys.argv) != 2:
        print("usage: plot_cab.py DIR", file=sys.stderr)
        return 2
    plot_angles(pathlib.Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
