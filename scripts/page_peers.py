#!/usr/bin/python3
"""Makes the page and the plots of docs/results/peers from the CSV files of `abut bench peers`: page_peers.py DIR"""

import csv
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from provenance import made_by


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def plot_ratios(rows, build, target):
    labels = ["build, 70k scan"] + [row["work"] for row in rows]
    same = [float(build["fcl_over_same_tree"])] + [float(row["fcl_over_same_tree"]) for row in rows]
    ours = [float(build["fcl_over_default"])] + [float(row["fcl_over_default"]) for row in rows]
    places = range(len(labels))
    figure, axes = plt.subplots(figsize=(9, 0.42 * len(labels) + 1.4))
    axes.barh([p - 0.2 for p in places], same, 0.38, color="#0072b2", label="the same tree (vertex covariance, mean split)")
    axes.barh([p + 0.2 for p in places], ours, 0.38, color="#e69f00", label="abut's default tree")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(list(places), labels, fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel("times as fast as FCL 0.7 with OBB, one thread, same run")
    axes.legend(fontsize=8, loc="lower center", bbox_to_anchor=(0.35, 1.0), ncol=2, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(target, dpi=130)
    plt.close(figure)


def plot_growth(rows, target):
    triangles = [float(row["triangles"]) for row in rows]
    relative = [float(row["relative_to_mean"]) for row in rows]
    figure, axes = plt.subplots(figsize=(6, 3.2))
    axes.semilogx(triangles, relative, "o-", color="#0072b2")
    axes.axhspan(0.8, 1.2, color="#0072b2", alpha=0.08)
    axes.set_ylim(0, 1.5)
    axes.set_xlabel("triangles")
    axes.set_ylabel("build time / (n log n),\nrelative to the mean")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(target, dpi=130)
    plt.close(figure)


def main():
    directory = pathlib.Path(sys.argv[1])
    build = read(directory / "fcl_build.csv")[0]
    rows = read(directory / "fcl_collide.csv")
    growth = read(directory / "build_growth.csv")
    plot_ratios(rows, build, directory / "fcl.png")
    plot_growth(growth, directory / "growth.png")

    page = [f"# abut and FCL\n\n{made_by('abut bench peers')}\n"]
    page.append(
        "FCL is version 0.7 from Debian's packages with `BVHModel<OBB<double>>`. Both sides get the same meshes and the "
        "same placements; runs are interleaved, five of each, and the best is taken, in seconds of one thread's own clock. "
        "*The same tree* is ours with FCL's rules: vertex covariance and mean split. Ratios above 1 mean that abut is "
        "faster. Absolute times move from run to run on a shared machine; ratios within one run are what counts.\n"
    )
    page.append("![Bars: how many times as fast as FCL](fcl.png)\n")
    page.append("## Build\n\n| triangles | FCL, ms | same tree, ms | default tree, ms | ratio, same tree | ratio, default |\n|---|---|---|---|---|---|")
    page.append(
        f"| {build['triangles']} | {float(build['fcl_ms']):.0f} | {float(build['same_tree_ms']):.0f} | "
        f"{float(build['default_ms']):.0f} | {float(build['fcl_over_same_tree']):.2f} | {float(build['fcl_over_default']):.2f} |\n"
    )
    page.append("## Collide\n\n| work | FCL, µs | same tree, µs | default tree, µs | ratio, same tree | ratio, default | contacts, FCL | contacts, abut |\n|---|---|---|---|---|---|---|---|")
    for row in rows:
        page.append(
            f"| {row['work']} | {float(row['fcl_us']):.1f} | {float(row['same_tree_us']):.1f} | {float(row['default_us']):.1f} | "
            f"{float(row['fcl_over_same_tree']):.2f} | {float(row['fcl_over_default']):.2f} | {row['fcl_contacts']} | {row['our_contacts']} |"
        )
    differing = [row["work"] for row in rows if row["fcl_contacts"] != row["our_contacts"]]
    page.append(
        "\nContacts are summed over all placements. "
        + ("They differ on: " + ", ".join(differing) + "; ours equal brute force." if differing else "Both sides report the same number.")
        + "\n"
    )
    page.append("## Growth of the build\n\nThe same tree of bumpy scans, divided by n log2 n and by the geometric mean of all sizes; the band is 20 % either way.\n\n![Build time over n log n](growth.png)\n")
    page.append("| triangles | ms | ns per n log2 n | relative to the mean |\n|---|---|---|---|")
    for row in growth:
        page.append(f"| {row['triangles']} | {float(row['build_ms']):.1f} | {float(row['ns_per_n_log2_n']):.1f} | {float(row['relative_to_mean']):.2f} |")
    (directory / "README.md").write_text("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
