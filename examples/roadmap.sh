#!/usr/bin/env bash
# Proved edges of a roadmap, on several ranks: roadmap.sh [CONFIGURATIONS] [RANKS] [ROBOTS]
# A walk through the roadmap of an arm is proved clear edge by edge; a run that ends early is resumed by the same line.
set -euo pipefail
count=${1:-1000} ranks=${2:-2} robots=${3:-robots} abut=${ABUT:-abut}
awk -v count="$count" 'BEGIN { srand(1); for (i = 0; i < count; ++i) { line = "";
  for (j = 0; j < 7; ++j) { at[j] += 0.2 * (rand() - 0.5); line = line (j ? "," : "") at[j] } print line } }' > walk.csv
mpirun -n "$ranks" --oversubscribe "$abut" robot "$robots/arm/arm.urdf" --srdf "$robots/arm/arm.srdf" \
  --configurations walk.csv --edges --json --out edges.jsonl --resume || [ $? -eq 1 ]
echo "$(grep -c '"clear"' edges.jsonl) of $(wc -l < edges.jsonl) edges are proved clear"
