#!/usr/bin/python3
"""Makes the plots of docs/results/pqp from the CSV files of `abut bench papers --filter pqp`: plot_pqp.py DIR"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib import ticker
from plot import read, tidy

# Okabe and Ito's colours: told apart by colour-blind eyes, and each kind has a marker of its own.
LOOKS = {
    "sphere": {"color": "#009e73", "marker": "^", "label": "sphere (PSS)"},
    "aabb": {"color": "#d55e00", "marker": "s", "label": "AABB"},
    "lss": {"color": "#e69f00", "marker": "v", "label": "LSS"},
    "obb": {"color": "#0072b2", "marker": "o", "label": "OBB"},
    "rss": {"color": "#cc79a7", "marker": "D", "label": "RSS"},
    "auto": {"color": "#000000", "marker": "*", "label": "abut's fast engine"},
}


def plain_ticks(axis):
    axis.set_major_formatter(ticker.FormatStrFormatter("%g"))
    axis.set_minor_formatter(ticker.NullFormatter())


def curve(axes, rows, x, y, kind):
    some = [row for row in rows if row["kind"] == kind]
    if some:
        axes.plot([float(r[x]) for r in some], [float(r[y]) for r in some], markersize=5, linewidth=1.2, **LOOKS[kind])


def save(figure, path):
    figure.tight_layout()
    figure.savefig(path, dpi=130)
    plt.close(figure)


def plot_fig4(directory):
    rows = read(directory / "fig4.csv")
    figure, all_axes = plt.subplots(1, 2, figsize=(11, 4.6))
    titles = {"rows": "rows of segments of length 1", "plates": "plates of squares of side 1"}
    for axes, shape in zip(all_axes, titles):
        some = [row for row in rows if row["shape"] == shape]
        for kind in LOOKS:
            curve(axes, some, "gap", "met_by_each", kind)
        if shape == "rows":
            gaps = sorted({float(row["gap"]) for row in some})
            axes.plot(gaps, [2 * (2 * gap) ** 0.5 for gap in gaps], color="#555555", linestyle="--", label="2 √(δ/r), r = 1/2")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        for axis in (axes.xaxis, axes.yaxis):
            plain_ticks(axis)
        axes.set_xlabel("separation δ")
        axes.set_title(titles[shape], fontsize=11)
        axes.legend(fontsize=9)
        tidy(axes)
    all_axes[0].set_ylabel("leaves of the other tree that each leaf meets")
    save(figure, directory / "fig4.png")


def plot_spheres(directory, name, title, log_gap):
    rows = read(directory / f"{name}.csv")
    figure, all_axes = plt.subplots(1, 2, figsize=(11, 4.6))
    for axes, column, label in zip(all_axes, ("ms_per_query", "volume_tests"), ("ms per query", "volume tests per query")):
        for kind in LOOKS:
            curve(axes, rows, "gap", column, kind)
        if log_gap:
            axes.set_xscale("log")
            plain_ticks(axes.xaxis)
        axes.set_yscale("log")
        axes.set_xlabel("separation" if log_gap else "gap")
        axes.set_ylabel(label)
        tidy(axes)
    all_axes[0].legend(fontsize=9, loc="upper left" if log_gap else "lower left")
    figure.suptitle(title, fontsize=11)
    save(figure, directory / f"{name}.png")


def plot_fig5(directory):
    plot_spheres(directory, "fig5", "Exact distance between separated spheres (Fig. 5)", True)


def plot_fig6(directory):
    plot_spheres(directory, "fig6", "Distance to 10 % between concentric spheres (Fig. 6)", False)


def plot_tolerance(directory):
    rows = read(directory / "tolerance.csv")
    scenarios = list(dict.fromkeys(row["title"] for row in rows))
    figure, all_axes = plt.subplots(1, len(scenarios), figsize=(4.6 * len(scenarios), 4.6), squeeze=False)
    for axes, scenario in zip(all_axes[0], scenarios):
        some = [row for row in rows if row["title"] == scenario]
        exact_at = 3e-5  # where an error of 0 is drawn
        for kind in ("lss", "obb", "rss", "auto"):
            points = [dict(r, at=float(r["relative_error"]) or exact_at) for r in some if r["ask"] == "distance"]
            curve(axes, points, "at", "volume_tests", kind)
            contact = [r for r in some if r["ask"] == "contact" and r["kind"] == kind]
            if contact and float(contact[0]["volume_tests"]) > 0:
                axes.axhline(float(contact[0]["volume_tests"]), color=LOOKS[kind]["color"], linewidth=0.8, linestyle=":")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks([exact_at, 1e-3, 1e-2, 1e-1, 1, 10], ["exact", "0.1 %", "1 %", "10 %", "100 %", "1000 %"], fontsize=8)
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.set_xlabel("relative error allowed")
        axes.set_title(scenario, fontsize=11)
        tidy(axes)
    all_axes[0][0].set_ylabel("volume tests per query (dotted: contact)")
    all_axes[0][0].legend(fontsize=9, loc="lower left")
    save(figure, directory / "tolerance.png")


def plot_kinds(directory):
    """Times of Tables 2 to 4, relative to RSS, one panel a table."""
    kinds = ["sphere", "aabb", "obb", "lss", "kdop18", "hybrid", "hybrid-dynamic", "auto"]
    colours = {**{k: look["color"] for k, look in LOOKS.items()}, "kdop18": "#56b4e9", "hybrid": "#f0e442", "hybrid-dynamic": "#999999"}
    figure, all_axes = plt.subplots(3, 1, figsize=(10.5, 9.6))
    for axes, (name, title) in zip(all_axes, (("table2", "contact (Table 2)"), ("table3", "exact distance (Table 3)"), ("table4", "distance to 10 % (Table 4)"))):
        rows = read(directory / f"{name}.csv")
        titles = list(dict.fromkeys(row["title"] for row in rows))
        time = {(r["title"], r["trees"]): float(r["ms_per_query"]) for r in rows}
        for k, kind in enumerate(kinds):
            places = [i + (k - 3.5) * 0.1 for i in range(len(titles))]
            ratios = [time[t, kind] / time[t, "rss"] for t in titles]
            # Bars that grow up and down from 1.
            axes.bar(places, [r - 1 for r in ratios], 0.095, bottom=1, color=colours[kind], label=LOOKS.get(kind, {}).get("label", kind))
        axes.axhline(1, color="black", linewidth=0.8)
        axes.set_yscale("log")
        plain_ticks(axes.yaxis)
        axes.set_xticks(range(len(titles)), titles)
        axes.set_ylabel("time over that of RSS")
        axes.set_title(title, fontsize=11)
        tidy(axes)
    all_axes[2].legend(fontsize=8, ncol=8, loc="upper center", bbox_to_anchor=(0.5, -0.1))
    save(figure, directory / "tables.png")


def plot_table5(directory):
    rows = [row for row in read(directory / "table5.csv") if row["kind"] == "rss"]
    techniques = list(dict.fromkeys(row["technique"] for row in rows))
    titles = list(dict.fromkeys(row["title"] for row in rows))
    tests = {(r["title"], r["technique"]): float(r["volume_tests"]) / float(r["queries"]) for r in rows}
    colours = ["#999999", "#0072b2", "#e69f00", "#009e73", "#000000", "#56b4e9", "#f0e442", "#cc79a7", "#d55e00"]
    figure, axes = plt.subplots(figsize=(10.5, 4.6))
    for k, technique in enumerate(techniques):
        places = [i + (k - (len(techniques) - 1) / 2) * 0.1 for i in range(len(titles))]
        tried = [(place, tests[t, technique] / tests[t, "ideal"]) for place, t in zip(places, titles) if (t, technique) in tests]
        axes.bar([place for place, _ in tried], [ratio for _, ratio in tried], 0.095, color=colours[k % len(colours)], label=technique)
    axes.set_yscale("log")
    axes.set_ylim(bottom=0.9)
    plain_ticks(axes.yaxis)
    axes.set_xticks(range(len(titles)), titles)
    axes.set_ylabel("volume tests over those of the ideal query")
    axes.set_title("Ways to search trees of RSS for a distance (Table 5)", fontsize=11)
    axes.legend(fontsize=8, ncol=2)
    tidy(axes)
    save(figure, directory / "table5.png")


PLOTS = [
    ("fig4.csv", plot_fig4),
    ("fig5.csv", plot_fig5),
    ("fig6.csv", plot_fig6),
    ("tolerance.csv", plot_tolerance),
    ("table2.csv", plot_kinds),
    ("table5.csv", plot_table5),
]


def main():
    if len(sys.argv) != 2:
        print("usage: plot_pqp.py DIR", file=sys.stderr)
        return 2
    directory = pathlib.Path(sys.argv[1])
    if not directory.is_dir():
        print(f"plot_pqp.py: there is no folder {directory}", file=sys.stderr)
        return 2
    for needs, plot in PLOTS:
        if (directory / needs).exists():
            plot(directory)
        else:
            print(f"plot_pqp.py: {directory / needs} is not there; its plot is left out", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
