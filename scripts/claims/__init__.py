"""The claims of the papers as data; scripts/results computes their verdicts from the CSV files of docs/results."""
