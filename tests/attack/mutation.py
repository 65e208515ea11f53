"""Damages files, the same way on every run, and looks at what the command makes of them. Standard library only.

A test names its whole files and the command line that reads them:

    class Notes(MutationTest):
        def test_damaged_notes(self):
            self.attack({"notes.txt": b"..."}, lambda name: ["clash", "a.obj", "--allow", name], of_each=100)

The environment variable ABUT_MUTATIONS says how many damaged files each seed gives, for long runs.
"""

import concurrent.futures
import os
import random
import re
import subprocess

from command import ABUT, CommandTest

# Numbers and words that are at the edge of something.
NUMBERS = [b"0", b"-1", b"1", b"2", b"255", b"65536", b"2147483648", b"4294967295", b"4294967296",
           b"9223372036854775808", b"18446744073709551616", b"1e999", b"-1e-999", b"nan", b"inf", b"0x10", b"1e90",
           b"4e90", b"3.", b".5", b"1.0000000000000002", b"+1", b"--1"]
WORDS = [b"", b" ", b"\n", b"\r\n", b"\t", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"#", b"\\\n", b"\"", b"'", b"{", b"}",
         b"[", b"]", b",", b":", b";", b"(", b")", b"*", b"$", b"/", b"\xc3\x28", b"\x1b[2J", b"null", b"true"]


def _at(chance, data):
    return chance.randrange(len(data) + 1)


def _flip_a_bit(chance, data):
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1:]


def _change_a_byte(chance, data):
    if not data:
        return data
    at = chance.randrange(len(data))
    return data[:at] + bytes([chance.choice([0, 1, 9, 10, 32, 45, 48, 57, 127, 128, 255])]) + data[at + 1:]


def _cut_the_end(chance, data):
    return data[:_at(chance, data)]


def _drop_a_piece(chance, data):
    at = _at(chance, data)
    return data[:at] + data[at + chance.choice([1, 1, 2, 4, 12, 50, 400]):]


def _repeat_a_piece(chance, data):
    at = _at(chance, data)
    piece = data[at:at + chance.choice([1, 2, 4, 12, 50, 400])]
    return data[:at] + piece * chance.choice([2, 2, 3, 40]) + data[at + len(piece):]


def _insert_a_word(chance, data):
    at = _at(chance, data)
    return data[:at] + chance.choice(WORDS + NUMBERS) + data[at:]


def _change_a_number(chance, data):
    numbers = list(re.finditer(rb"[-+]?[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?", data))
    if not numbers:
        return _change_a_byte(chance, data)
    number = chance.choice(numbers)
    return data[:number.start()] + chance.choice(NUMBERS) + data[number.end():]


def _change_a_digit(chance, data):
    digits = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return _change_a_byte(chance, data)
    at = chance.choice(digits)
    return data[:at] + bytes([chance.randrange(48, 58)]) + data[at + 1:]


def _change_lines(chance, data):
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(3)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _swap_words(chance, data):
    words = list(re.finditer(rb"[A-Za-z_#][A-Za-z0-9_.#-]*", data))
    if len(words) < 2:
        return _change_a_byte(chance, data)
    one, other = sorted(chance.sample(words, 2), key=lambda word: word.start())
    return (data[:one.start()] + other.group() + data[one.end():other.start()] + one.group() + data[other.end():])


def _set_four_bytes(chance, data):
    if len(data) < 4:
        return data
    at = chance.randrange(len(data) - 3)
    value = chance.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\0\0\0\x80", b"\xff\xff\xff\x7f", b"\0\0\x80\x7f",
                           b"\0\0\xc0\x7f", b"\1\0\0\0", b"\0\0\0\1"])
    return data[:at] + value + data[at + 4:]


WAYS = [_flip_a_bit, _change_a_byte, _cut_the_end, _drop_a_piece, _repeat_a_piece, _insert_a_word, _change_a_number,
        _change_a_digit, _change_lines, _swap_words, _set_four_bytes]


def mutations(name, data, count):
    """So many damaged copies of a file; the same for the same name and bytes."""
    chance = random.Random("%s %d" % (name, len(data)))
    for _ in range(count):
        damaged = data
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            damaged = chance.choice(WAYS)(chance, damaged)
        yield damaged


def count_of(of_each):
    """How many damaged files a seed gives: `of_each`, or what ABUT_MUTATIONS says."""
    return int(os.environ.get("ABUT_MUTATIONS", of_each))


class Outcome:
    """What a run of the command left; bytes that are no text do no harm. No status: it did not end."""

    def __init__(self, arguments, folder, patience):
        self.status, self.out, self.err = None, "", ""
        try:
            ended = subprocess.run([ABUT, *arguments], cwd=folder, capture_output=True, timeout=patience,
                                   stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return
        self.status = ended.returncode
        self.out, self.err = (text.decode(errors="replace") for text in (ended.stdout, ended.stderr))


def flaw_of(result, file):
    """What is wrong with how the command took a damaged file; None when nothing is. `file` is what it must name when it
    refuses the file."""
    if result.status is None:
        return "it did not end"
    if result.status not in (0, 1, 2):
        return "it ended with status %d" % result.status
    if result.status != 2:
        return None
    if result.out:
        return "it printed something and failed"
    if not result.err.startswith("abut: " + file + ": "):
        return "the message does not begin with the file"
    if result.err.count("\n") != 1 or not result.err.endswith("\n"):
        return "the message is not one line"
    if any(not (" " <= c or c == "\n") or "\x7f" <= c <= "\x9f" for c in result.err):
        return "the message has control characters"
    return None


# Seconds until a command that reads a small file is given up.
PATIENCE = 30 * int(os.environ.get("ABUT_SLOWDOWN", "1"))


class MutationTest(CommandTest):
    def attack(self, seeds, command, of_each, check=flaw_of):
        """Damages each of the seeds (bytes by file name) and has the command read it: command(file name) is its command
        line. A flaw that `check` finds fails the test, with the bytes that led to it."""

        def run(job):
            number, name, data = job
            file = "%d_%s" % (number, name)
            (self.folder / file).write_bytes(data)
            outcome = Outcome(command(file), self.folder, PATIENCE)
            (self.folder / file).unlink()
            flaw = check(outcome, file)
            return flaw and (flaw, outcome.err, data)

        jobs = ((number, name, data) for name, seed in seeds.items()
                for number, data in enumerate(mutations(name, seed, count_of(of_each))))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [flaw for flaw in pool.map(run, jobs) if flaw]
        self.assertEqual(wrong[:5], [], "%d damaged files were taken wrongly" % len(wrong))
