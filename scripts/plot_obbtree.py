#!/usr/bin/python3
"""Makes the plots of docs/results/obbtree from the CSV files of `abut bench papers --filter obbtree`: plot_obbtree.py DIR"""

import math
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from plot import read, tidy

# Okabe and Ito's colours: told apart by colour-blind eyes, and each kind has a marker of its own.
LOOKS = {
    "obb": {"color": "#0072b2", "marker": "o", "name": "OBB"},
    "aabb": {"color": "#d55e00", "marker": "s", "name": "AABB"},
    "sphere": {"color": "#009e73", "marker": "^", "name": "sphere"},
}


def kinds_in(rows):
    return list(dict.fromkeys(row["volume"] for row in rows))


def counted(value):
    return f"{value / 1e6:.2f} million" if value >= 1e6 else f"{value:,.0f}".replace(",", " ")


def draw_fit(axes, slope, intercept, first, last, color):
    """A straight line over the fitted range, a little beyond it on both sides."""
    ends = [first * 1.6, last / 1.6]
    axes.plot(ends, [math.exp(intercept) * x**slope for x in ends], color=color, linewidth=1.2, linestyle="--")


def plot_fig5(directory):
    rows, fits = read(directory / "fig5.csv"), read(directory / "fig5_fit.csv")
    figure, axes = plt.subplots(figsize=(8.2, 5.4))
    for fit in fits:
        look = LOOKS[fit["volume"]]
        points = [row for row in rows if row["volume"] == fit["volume"]]
        for fitted in ("0", "1"):
            some = [row for row in points if row["fitted"] == fitted]
            axes.plot(
                [float(row["gap"]) for row in some],
                [float(row["volume_tests"]) for row in some],
                linestyle="none",
                marker=look["marker"],
                markersize=5,
                color=look["color"],
                markerfacecolor=look["color"] if fitted == "1" else "white",
            )
        first, last, slope = float(fit["gap_from"]), float(fit["gap_to"]), float(fit["slope"])
        draw_fit(axes, slope, float(fit["intercept"]), first, last, look["color"])
        axes.plot(
            [],
            [],
            color=look["color"],
            marker=look["marker"],
            linestyle="--",
            label=f"{look['name']}: slope {slope:.2f}, $R^2$ {float(fit['r_squared']):.4f}, fitted over {first:.3g} … {last:.3g}\n"
            f"(filled, {fit['points']} gaps); levels off at {counted(float(fit['level']))}",
        )
        axes.axhline(float(fit["level"]), color=look["color"], linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("gap ε between concentric spheres of radius 1 and 1 + ε, 32 000 triangles each")
    axes.set_ylabel("volume tests $N_v$")
    axes.legend(fontsize=8.5, loc="lower left", frameon=True)
    axes.set_title("Parallel close proximity (Fig. 5); dotted: where the curves level off", fontsize=11)
    tidy(axes)
    figure.tight_layout()
    figure.savefig(directory / "fig5.png", dpi=130)
    plt.close(figure)


def plot_fig6(directory):
    rows = read(directory / "fig6.csv")
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.6))
    sizes = list(dict.fromkeys(row["triangles"] for row in rows))
    for size, line, face in zip(sizes, ("-", "--"), (True, False)):
        some = [row for row in rows if row["triangles"] == size]
        gaps = [float(row["gap"]) for row in some]
        name = f"{int(size):,} triangles".replace(",", " ")
        for kind in ("aabb", "obb"):
            look = LOOKS[kind]
            left.plot(
                gaps,
                [float(row[kind]) for row in some],
                color=look["color"],
                linestyle=line,
                marker=look["marker"],
                markersize=3.5,
                markerfacecolor=look["color"] if face else "white",
                label=f"{look['name']}, {name}",
            )
        right.plot(gaps, [float(row["ratio"]) for row in some], color="#333333", linestyle=line, linewidth=1, label=name)
        rising = [row for row in some if row["rising"] == "1"]
        right.plot(
            [float(row["gap"]) for row in rising],
            [float(row["ratio"]) for row in rising],
            color="#cc79a7",
            linestyle=line,
            linewidth=2.5,
            label=f"rises without a break, {float(rising[0]['ratio']):.1f} to {float(rising[-1]['ratio']):.1f}",
        )
        right.axvline(float(rising[-1]["gap"]), color="#d55e00", linestyle=":", linewidth=1)
    left.set_ylabel("volume tests $N_v$, mean over 64 directions")
    right.set_ylabel("AABB / OBB")
    left.set_yscale("log")
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_xlabel("gap ε between equal spheres of radius 1 side by side")
        axes.legend(fontsize=8)
        tidy(axes)
    left.set_title("Point close proximity (Fig. 6)", fontsize=11)
    right.set_title("Dotted: the AABB curve is at half its final height", fontsize=11)
    figure.tight_layout()
    figure.savefig(directory / "fig6.png", dpi=130)
    plt.close(figure)


def plot_tightness(directory):
    rows, fits = read(directory / "tightness.csv"), read(directory / "tightness_fit.csv")
    panels = [
        ("circle", "tightness", "circle of 4096 segments:\ntightness τ (the paper's plane curve)"),
        ("sphere", "reach", "sphere of 32 000 triangles:\nfarthest from the whole surface"),
        ("sphere", "tightness", "sphere of 32 000 triangles:\ntightness τ, from the node's own patch"),
    ]
    figure, all_axes = plt.subplots(1, 3, figsize=(13.5, 5))
    for axes, (geometry, measure, title) in zip(all_axes, panels):
        for fit in (f for f in fits if f["geometry"] == geometry and f["measure"] == measure):
            look = LOOKS[fit["volume"]]
            points = [row for row in rows if row["geometry"] == geometry and row["volume"] == fit["volume"]]
            for fitted in ("0", "1"):
                # The last levels of oriented boxes on segments are exact but for rounding.
                some = [row for row in points if row["fitted"] == fitted and float(row[f"{measure}_lower"]) > 1e-9]
                axes.plot(
                    [(float(row["diameter_lower"]) + float(row["diameter_upper"])) / 2 for row in some],
                    [(float(row[f"{measure}_lower"]) + float(row[f"{measure}_upper"])) / 2 for row in some],
                    linestyle="none",
                    marker=look["marker"],
                    markersize=5,
                    color=look["color"],
                    markerfacecolor=look["color"] if fitted == "1" else "white",
                )
            first, last = float(fit["diameter_from"]), float(fit["diameter_to"])
            draw_fit(axes, float(fit["slope"]), float(fit["intercept"]), first, last, look["color"])
            axes.plot(
                [],
                [],
                color=look["color"],
                marker=look["marker"],
                linestyle="--",
                label=f"{look['name']}: slope {float(fit['slope']):.2f}, {last:.2g} ≤ d ≤ {first:.2g}",
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("diameter d of the geometry below a node")
        axes.set_title(title, fontsize=10)
        axes.legend(fontsize=8, loc="lower right")
        tidy(axes)
    all_axes[0].set_ylabel("mean over the nodes of a level")
    figure.tight_layout()
    figure.savefig(directory / "tightness.png", dpi=130)
    plt.close(figure)


def main():
    if len(sys.argv) != 2:
        print("usage: plot_obbtree.py DIR", file=sys.stderr)
        return 2
    directory = pathlib.Path(sys.argv[1])
    if not directory.is_dir():
        print(f"plot_obbtree.py: there is no folder {directory}", file=sys.stderr)
        return 2
    for table, plot in (("fig5.csv", plot_fig5), ("fig6.csv", plot_fig6), ("tightness.csv", plot_tightness)):
        if (directory / table).exists():
            plot(directory)
        else:
            print(f"plot_obbtree.py: {directory / table} is not there; its plot is left out", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
