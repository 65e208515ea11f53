"""Where can a peg be in a bent pipe? A million placements, on all cores, or on a cluster with another Client."""

import sys

import distributed
import numpy as np

import abut
import abut.dask

if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    pipe, peg = abut.Model(abut.shapes.torus(4.0, 1.0, 120, 40)), abut.Model(abut.shapes.cylinder(0.4, 1.2, 32))
    random = np.random.default_rng(1)
    turns = np.linalg.qr(random.normal(size=(count, 3, 3)))[0]  # some of them mirrored: a peg looks the same
    poses = np.concatenate([turns, random.uniform([-5, -5, -1], [5, 5, 1], (count, 3))[:, :, None]], axis=2)
    with distributed.Client(threads_per_worker=1, dashboard_address="127.0.0.1:0") as client:
        gaps = abut.dask.within(client, peg, pipe, 0.1, poses)
    print(f"{(gaps.answer == 0).mean():.1%} of {count} placements keep a distance of 0.1 from the wall")
