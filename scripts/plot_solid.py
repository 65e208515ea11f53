#!/usr/bin/python3
"""Makes the plots of docs/results/solid from the CSV files of `abut bench papers --filter solid`: plot_solid.py DIR"""

import collections
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib import ticker
from plot import read, tidy

# Okabe and Ito's colours: told apart by colour-blind eyes.
COLOURS = {"obb": "#0072b2", "aabb": "#d55e00"}
NAMES = {"obb": "OBB", "aabb": "AABB"}
MARKERS = {"none": "o", "twist": "s", "blow-up": "^", "tear": "x"}


def plot_fig2(directory):
    exits = collections.defaultdict(lambda: [0.0] * 16)
    models = set()
    for row in read(directory / "fig2.csv"):
        exits[row["tree"], row["model"]][int(row["axis"])] = float(row["exits"])
        models.add(row["model"])
    figure, axes = plt.subplots(figsize=(8.4, 4.2))
    for offset, tree in ((-0.2, "obb"), (0.2, "aabb")):
        shares = [0.0] * 16
        for model in models:
            apart = sum(exits[tree, model][1:])
            for axis in range(1, 16):
                shares[axis] += 100 * exits[tree, model][axis] / apart / len(models)
        edges = sum(shares[7:])
        axes.bar(
            [axis + offset for axis in range(1, 16)], shares[1:], 0.38, color=COLOURS[tree], label=f"{NAMES[tree]}: edges {edges:.0f} %"
        )
    axes.axvline(6.5, color="black", linewidth=0.8, linestyle=":")
    axes.set_xticks(range(1, 16))
    axes.set_xlabel("axis: 1-3 faces of A, 4-6 faces of B, 7-15 edge of A x edge of B")
    axes.set_ylabel("% of the tests that find the boxes apart")
    axes.set_title("The axis on which the test ends (Fig. 2); mean of the three models", fontsize=11)
    axes.legend(fontsize=9)
    tidy(axes)
    figure.tight_layout()
    figure.savefig(directory / "fig2.png", dpi=130)
    plt.close(figure)


def plot_refit(directory):
    rows = read(directory / "refit.csv")
    figure, all_axes = plt.subplots(1, 2, figsize=(11, 4.6), sharey=True)
    for axes, tree in zip(all_axes, ("aabb", "obb")):
        for name, marker in MARKERS.items():
            some = [row for row in rows if row["tree"] == tree and row["deformation"] == name]
            axes.plot(
                [float(row["spread"]) for row in some],
                [float(row["all_tests"]) for row in some],
                linestyle="none",
                marker=marker,
                color=COLOURS[tree],
                markerfacecolor="white" if name != "tear" else None,
                label=name,
            )
        axes.axvline(2, color="black", linewidth=0.8, linestyle="--")
        axes.axhline(1, color="black", linewidth=0.5)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.text(2.1, 0.04, "rebuild advised →", fontsize=8.5, transform=axes.get_xaxis_transform())
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
            axis.set_major_formatter(ticker.FormatStrFormatter("%g"))
            axis.set_minor_formatter(ticker.NullFormatter())
        axes.set_xlabel("spread: what should_rebuild() looks at")
        axes.set_title(f"{NAMES[tree]} trees", fontsize=11)
        axes.legend(fontsize=9, loc="upper left")
        tidy(axes)
    all_axes[0].set_ylabel("box tests for all contacts,\nrefitted over rebuilt tree")
    figure.tight_layout()
    figure.savefig(directory / "refit.png", dpi=130)
    plt.close(figure)


def main():
    if len(sys.argv) != 2:
        print("usage: plot_solid.py DIR", file=sys.stderr)
        return 2
    directory = pathlib.Path(sys.argv[1])
    if not directory.is_dir():
        print(f"plot_solid.py: there is no folder {directory}", file=sys.stderr)
        return 2
    for table, plot in (("fig2.csv", plot_fig2), ("refit.csv", plot_refit)):
        if (directory / table).exists():
            plot(directory)
        else:
            print(f"plot_solid.py: {directory / table} is not there; its plot is left out", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
