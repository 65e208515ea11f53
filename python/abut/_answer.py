import enum


class Answer(enum.IntEnum):
    """The answer to a yes-or-no question. UNKNOWN: a budget ended the query before the answer was known."""

    NO = 0
    YES = 1
    UNKNOWN = 2


Answer.__module__ = "abut"
