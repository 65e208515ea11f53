"""A claim of a paper: where it stands, what is read for it, the rule with its threshold. The verdict follows from the CSV."""

import collections.abc
import dataclasses
import math

MEASURED, GUESS = "measured", "a guess"


@dataclasses.dataclass(frozen=True)
class Rule:
    """What is asked of every value, in words and as a test."""

    words: str
    holds: collections.abc.Callable


def at_least(least, unit=""):
    return Rule(f"at least {least:g}{unit}", lambda value: value >= least)


def at_most(most, unit=""):
    return Rule(f"at most {most:g}{unit}", lambda value: value <= most)


def above(bound, unit=""):
    return Rule(f"above {bound:g}{unit}", lambda value: value > bound)


def below(bound, unit=""):
    return Rule(f"below {bound:g}{unit}", lambda value: value < bound)


def between(low, high, unit=""):
    words = f"{low:g}{unit}" if low == high else f"{low:g} to {high:g}{unit}"
    return Rule(words, lambda value: low <= value <= high)


def is_(word):
    return Rule(word, lambda value: value == word)


@dataclasses.dataclass(frozen=True)
class Claim:
    where: str  #: table, figure or section of the paper
    says: str  #: in plain words
    paper: str  #: what the paper has
    csv: str  #: the file, or files, that the values come from, in the folder of the paper
    columns: str  #: which of their columns
    rule: Rule  #: asked of every value
    values: collections.abc.Callable  #: of Results; a number or word for each case, by its name
    form: str = "{:.2f}"
    why: str = ""  #: why it does not hold, where it does not; without numbers
    basis: str = ""  #: whether that is measured, or a guess


@dataclasses.dataclass(frozen=True)
class Judgement:
    claim: Claim
    values: dict

    @property
    def measured(self):
        return bool(self.values)

    @property
    def holds(self):
        return self.measured and all(map(self.claim.rule.holds, self.values.values()))

    @property
    def verdict(self):
        if not self.measured:
            return "not measured"
        met = sum(map(self.claim.rule.holds, self.values.values()))
        if met == len(self.values):
            return "yes"
        return "**no**" if met == 0 else f"**no**, {met} of {len(self.values)}"

    @property
    def shown(self):
        form = self.claim.form
        texts = {name: form.format(value) if not isinstance(value, str) else value for name, value in self.values.items()}
        return ", ".join(f"{name} {text}".strip() for name, text in texts.items())


def judged(claim, results):
    """The claim with what its CSV has; without values where the file or a column is not there."""
    tables = [results.rows(name) for name in claim.csv.split()]
    there = all(rows and all(column in rows[0] for column in claim.columns.split()) for rows in tables)
    return Judgement(claim, claim.values(results) if there else {})


def slope(xs, ys):
    """Of the line of least squares."""
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def log_slope(points):
    """The exponent of y over x."""
    return slope([math.log(x) for x, _ in points], [math.log(y) for _, y in points])


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def by(rows, *keys):
    """Rows by the values of some columns: a word for one column, a tuple for several."""
    return {row[keys[0]] if len(keys) == 1 else tuple(row[key] for key in keys): row for row in rows}
