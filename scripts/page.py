"""What the pages of docs/results are made of: tables of CSV files, verdicts, numbers as people write them."""

import csv


class Results:
    """The tables of a folder."""

    def __init__(self, directory):
        self.directory = directory

    def rows(self, name):
        path = self.directory / name
        if not path.exists():
            return None
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def picture(self, name, text):
        return f"![{text}]({name})\n" if (self.directory / name).exists() else ""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def whole(text):
    return f"{float(text):,.0f}".replace(",", " ")


def verdict(holds):
    return "yes" if holds else "**no**"


def within(value, low, high):
    return low <= value <= high
