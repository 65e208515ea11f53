#!/usr/bin/python3
"""Makes the plots of docs/results/peers from the CSV files of `abut bench peers`: plot_peers.py DIR"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter
from plot import read

OURS = "abut"
COLOURS = {
    "abut (binary OBB)": "#bbbbbb",
    "FCL": "#0072b2",
    "Bullet": "#e69f00",
    "ODE": "#009e73",
    "CGAL": "#cc79a7",
    "Embree": "#d55e00",
}
CLEAR = "Nothing touches: concentric 32k spheres"
LABELS = {"abut (binary OBB)": "abut's own binary OBB tree"}


def short(ratio):
    """Two digits that count."""
    if ratio >= 10:
        return f"{ratio:,.0f}×".replace(",", " ")
    return f"{ratio:.1f}×" if ratio >= 1 else f"{ratio:.2f}×"


def panels_of(collide, build, refit):
    """Title -> list of (label, {contestant: time over ours})."""
    panels = {"First contact": {}, "All contacts": {}, CLEAR: {}, "Build": {}, "Refit": {}}
    for row in collide:
        if row["work"].startswith("spheres"):
            panel, label = CLEAR, f"gap {float(row['work'].split()[-1]):g}"
        else:
            panel, label = row["query"].capitalize(), row["work"]
        panels[panel].setdefault(label, {})[row["contestant"]] = float(row["over_abut"])
    for row in build:
        label = "1M triangles" if float(row["triangles"]) > 5e5 else "70k triangles"
        panels["Build"].setdefault(label, {})[row["contestant"]] = float(row["over_abut"])
    for row in refit:
        if row["over_abut"]:
            panels["Refit"].setdefault("70k triangles", {})[row["contestant"]] = float(row["over_abut"])
    return {title: list(works.items()) for title, works in panels.items() if works}


def draw_panel(axes, title, works, limits):
    ticks, labels, y = [], [], 0.0
    for label, ratios in works:
        shown = [name for name in COLOURS if name in ratios]
        ticks.append(y + (len(shown) - 1) / 2)
        labels.append(label)
        for name in shown:
            ratio = ratios[name]
            axes.barh(y, ratio - 1, 0.82, left=1, color=COLOURS[name])
            inside = ratio < 1
            axes.annotate(short(ratio), (ratio, y), (-3 if inside else 3, 0), textcoords="offset points", va="center",
                          ha="right" if inside else "left", fontsize=6.5, color="#333333")
            y += 1
        y += 0.9
    axes.set_xscale("log")
    axes.set_xlim(*limits)
    axes.axvline(1, color="black", linewidth=1.2)
    axes.set_yticks(ticks, labels, fontsize=9)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(y - 0.9 - 0.2, -0.8)
    axes.set_title(title, fontsize=10, loc="left", fontweight="bold")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.grid(axis="x", which="major", color="#e5e5e5", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)


def ratios(collide, build, refit, target):
    """One bar per library and work: its time over ours, on a logarithmic scale that is the same everywhere."""
    panels = panels_of(collide, build, refit)
    values = [r for works in panels.values() for _, each in works for name, r in each.items() if name in COLOURS]
    limits = (min(0.5, min(values)) / 2.2, max(values) * 3)
    left = [t for t in panels if t in ("First contact", "All contacts")]
    right = [t for t in panels if t not in left]
    rows_of = lambda titles: [sum(len([n for n in each if n in COLOURS]) + 0.9 for _, each in panels[t]) + 2.6 for t in titles]
    height = 0.145 * max(sum(rows_of(left)), sum(rows_of(right))) + 0.9
    figure = plt.figure(figsize=(12, height))
    columns = figure.subfigures(1, 2, wspace=0.0)
    for column in columns:
        column.set_facecolor("none")  # or they would hide the legend
    for column, titles in zip(columns, (left, right)):
        if not titles:
            continue
        grid = column.subplots(len(titles), 1, gridspec_kw={"height_ratios": rows_of(titles)}, squeeze=False)[:, 0]
        for axes, title in zip(grid, titles):
            draw_panel(axes, title, panels[title], limits)
        grid[-1].set_xlabel("time over abut's, logarithmic", fontsize=9)
        column.subplots_adjust(left=0.15, right=0.97, top=1 - 0.85 / height, bottom=0.55 / height, hspace=0.28)
    drawn = [name for name in COLOURS if any(name in each for works in panels.values() for _, each in works)]
    handles = [Patch(color=COLOURS[name], label=LABELS.get(name, name)) for name in drawn]
    figure.legend(handles=handles, loc="upper center", ncol=len(handles), frameon=False, fontsize=10,
                  title="How many times as long as abut each library takes: right of the black line is slower, left is faster",
                  title_fontsize=11)
    figure.savefig(target, dpi=130)
    plt.close(figure)


def growth(rows, target):
    """Queries, build and refit, and memory over the number of triangles."""
    figure, (queries, builds, memory) = plt.subplots(1, 3, figsize=(12, 3.6))
    for name, colour, style in ((OURS, "black", "o-"), ("FCL", COLOURS["FCL"], "s--")):
        mine = [row for row in rows if row["contestant"] == name]
        if not mine:
            continue
        triangles = [float(row["triangles"]) for row in mine]

        def draw(axes, key, label, marker=style, alpha=1.0):
            values = [float(row.get(key) or 0) for row in mine]
            if any(values):
                axes.plot(triangles, values, marker, color=colour, label=label, alpha=alpha, markersize=5)

        draw(queries, "first_us", f"{name}, first contact")
        draw(queries, "all_us", f"{name}, all contacts", style.replace("o", "D").replace("s", "^"), 0.6)
        draw(builds, "build_ms", f"{name}, build")
        draw(builds, "refit_ms", f"{name}, refit", style.replace("o", "D").replace("s", "^"), 0.6)
        draw(memory, "bytes_per_triangle", name)
    for axes, title, unit in ((queries, "Time per query", "µs"), (builds, "Build and refit", "ms"), (memory, "Memory", "bytes per triangle")):
        axes.set_xscale("log")
        axes.set_title(title, fontsize=10, loc="left", fontweight="bold")
        axes.set_xlabel("triangles")
        axes.set_ylabel(unit)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(color="#eeeeee")
        axes.legend(fontsize=7.5, frameon=False)
    queries.set_yscale("log")
    builds.set_yscale("log")
    memory.set_ylim(0, 1.25 * max(float(row["bytes_per_triangle"] or 0) for row in rows))
    figure.tight_layout()
    figure.savefig(target, dpi=130)
    plt.close(figure)


def clearances(rows, target):
    """What the proof of a clear motion costs, in distances of the pair, over the motion's least clearance."""
    figure, axes = plt.subplots(figsize=(6, 3.6))
    for work, marker in zip(dict.fromkeys(row["work"] for row in rows), "o^sD"):
        mine = [row for row in rows if row["work"] == work and row["verdict"] == "clear" and float(row["clearance"])]
        axes.plot([float(row["clearance"]) for row in mine], [float(row["distances"]) for row in mine], marker, markersize=4,
                  alpha=0.6, label=work)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("least clearance")
    axes.set_ylabel("time, in distances of the pair")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color="#eeeeee")
    axes.legend(fontsize=8, frameon=False)
    figure.tight_layout()
    figure.savefig(target, dpi=130)
    plt.close(figure)


def main():
    directory = pathlib.Path(sys.argv[1])
    rows = lambda name: read(directory / f"{name}.csv") if (directory / f"{name}.csv").exists() else []
    if rows("collide"):
        ratios(rows("collide"), rows("build"), rows("refit"), directory / "ratios.png")
    if rows("growth"):
        growth(rows("growth"), directory / "growth.png")
    if rows("each_motion"):
        clearances(rows("each_motion"), directory / "clearances.png")


if __name__ == "__main__":
    main()
