"""What docs/results/engine/README.md.in shows of the CSV files of `abut bench engine`."""

from claims.engine import CLAIMS, DEFAULT, mean_ratio, ways  # noqa: F401, the claims are the page's
from page import table, whole
from page_peers import SECTIONS as OF_PEERS
from page_peers import goal_table


def yes_or_no(bit):
    return "yes" if bit == "1" else "no"


def goals(results):
    return {"table": goal_table(results.rows("goals.csv"))}


def choices(results):
    found = ways(results)
    body = []
    for way in sorted(found, key=lambda w: mean_ratio(results, w, "query_us")):
        mark = "**" if way == DEFAULT else ""
        body.append([f"{mark}{name}{mark}" for name in way] + [str(len(found[way]))] + [f"{mean_ratio(results, way, c):.2f}" for c in ("query_us", "volume_tests", "triangle_tests", "build_ms", "bytes")])
    return {"works": ", ".join(row["work"] for row in found[DEFAULT]), "default": ", ".join(DEFAULT),
            "table": table(["kind", "split", "fit", "storage", "works", "query time", "volume tests", "triangle tests", "build time", "bytes"], body)}


def clash(results):
    rows = results.rows("clash.csv")
    body = [[r["threads"]] + [f"{seconds:.2f} s" for seconds in (float(r["build_s"]), float(r["check_s"]), float(r["build_s"]) + float(r["check_s"]), float(r.get("plain_check_s") or "nan"))] for r in rows]
    first = rows[0]
    return {"table": table(["threads", "trees", "checks", "together", "checks without severity"], body), "parts": whole(first["parts"]), "triangles": whole(first["triangles"]),
            "pairs": whole(first["pairs_checked"]), "clash": first["clash"], "inside": first["inside"], "clearance": first["clearance"]}


def depth(results):
    body = [[r["pair"], whole(r["triangles"]), f"{float(r['depth_ms']):.2f} ms", f"{float(r['distance_us']):.0f} µs", f"{float(r['distances']):.0f}", yes_or_no(r["complete"])] for r in results.rows("depth.csv")]
    volumes = [[r["pair"], yes_or_no(r["clean"]), f"{float(r['ms']):.1f} ms"] for r in results.rows("depth_volumes.csv")]
    return {"table": table(["pair", "triangles", "depth", "one distance", "distances", "complete"], body), "volumes": table(["volume of", "clean", "time"], volumes)}


def deforming(results):
    features = [[r["scene"], r["features"], f"{100 * int(r['contacts']) / int(r['queries']):.1f} %", f"{float(r['mean_microseconds']):.2f} µs", f"{float(r['slowest_microseconds']):.0f} µs"] for r in results.rows("deforming_features.csv")]
    cloths = [[r["scene"], "none" if r["answer"] == "no" else f"{float(r['upper']):.4f}", f"{1e3 * float(r['seconds']):.1f} ms", f"{1e3 * float(r['refit_and_contacts_seconds']):.1f} ms", f"{float(r['ratio']):.1f}"] for r in results.rows("deforming_cloths.csv")]
    return {"features": table(["cloths", "features", "contacts", "mean", "slowest"], features), "cloths": table(["cloths", "first contact", "time", "refit and contacts", "ratio"], cloths)}


def bullets(results):
    return {"table": table(["models", "triangles of each", "bullets", "reach a ball", "hit", "time", "per bullet"],
                           [[r["models"], r["triangles"], r["bullets"], f"{100 * float(r['reach_a_ball']):.0f} %", r["hit"], f"{float(r['ms']):.1f} ms", f"{float(r['ns_per_bullet']):.0f} ns"] for r in results.rows("bullets.csv")])}


def edges(results):
    rows = results.rows("edges.csv")
    heads = ["work", "edges", "proof", "check", "checks, median", "checks, 95 of 100"]
    cells = [[r["work"], r["edges"], f"{float(r['proof_us']):.1f} µs", f"{float(r['check_us']):.2f} µs", f"{float(r['checks_median']):.1f}", f"{float(r['checks_p95']):.1f}"] for r in rows]
    # Earlier records do not have them.
    if rows and "prepared_proof_us" in rows[0]:
        heads += ["proof, prepared", "check, prepared"]
        for r, line in zip(rows, cells):
            line += [f"{float(r['prepared_proof_us']):.1f} µs", f"{float(r['prepared_check_us']):.2f} µs"]
    return {"table": table(heads, cells)}


def scenes(results):
    return {"table": table(["which", "bodies", "to move them", "what begins and ends", "all that touches", "pairs"],
                           [[r["crowd"], r["bodies"]] + [f"{float(r[c]):.1f} ms" for c in ("move_ms", "events_ms", "all_touching_ms")] + [r["touching"]] for r in results.rows("scene_engine.csv")])}


def voxels(results):
    return {"table": table(["thing", "where", "voxels", "which are", "triangles", "to build", "touches", "distance", "touching"],
                           [[r["thing"], r["where"], r["voxels"], r["voxels_are"], r["triangles"], f"{float(r['build_ms']):.0f} ms", f"{float(r['touches_us']):.2f} µs",
                             f"{float(r['distance_us']):.1f} µs" if r["distance_us"] else "", f"{100 * float(r['touching']):.0f} %"] for r in results.rows("voxels.csv")])}


SECTIONS = {"goals.csv": goals, "choices.csv": choices, "clash.csv": clash, "depth.csv": depth, "deforming_cloths.csv": deforming, "bullets.csv": bullets, "edges.csv": edges, "scene_engine.csv": scenes, "voxels.csv": voxels, "motions.csv": OF_PEERS["motions.csv"], "fits.csv": OF_PEERS["fits.csv"]}
