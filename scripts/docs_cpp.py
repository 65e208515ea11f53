#!/usr/bin/env python3
"""Makes the C++ reference from the contracts in the public headers: docs_cpp.py OUTPUT_FOLDER

One page for each header of include/abut: names, signatures, and the /// sentences above or behind them. What is
private, marked "For the queries.", or in namespace detail is left out. It reads the style of this house, not all of
C++.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "include"
# Names that a list in another file stands for: #define KIND(name) name, #include <...> #undef KIND
LISTED = re.compile(r"^#define KIND\(name\) (.*)name,\n#include <(\S+)>\n#undef KIND$", re.MULTILINE)
INCLUDE = re.compile(r"^#include <(abut/[^>]+)>", re.MULTILINE)
TYPE = re.compile(r"^(?:template\s*<.*?>\s*)?(?P<kind>enum class|struct|class)\s+(?P<name>\w+)", re.DOTALL)
FORWARD = re.compile(r"^(?:template\s*<[^;{]*>\s*)?(?:struct|class)\s+(?:ABUT_PRIVATE\s+)?\w+$")
NAMESPACE = re.compile(r"^(?:inline\s+)?namespace\s+(?:ABUT_API\s+)?([\w:]+)$")
OPERATOR = re.compile(r"operator\s*(?:<=>|<<|>>|<=|>=|==|!=|\(\)|\[\]|[-+*/<>=]+|\w+)")


@dataclass
class Declaration:
    """One thing that a header offers; `members` are those of a type."""

    signature: str
    contract: str = ""
    members: list = field(default_factory=list)

    @property
    def type_name(self):
        found = TYPE.match(self.signature)
        return found and found["name"]

    @property
    def is_function(self):
        return "(" in without_angles(self.signature.split("{")[0].split(" = ")[0])

    @property
    def name(self):
        """What a reader looks for: the type, the function, the constant."""
        if self.type_name:
            return self.type_name
        text = re.sub(r"^template\s*<[^>]*>\s*", "", self.signature)
        alias = re.match(r"(?:using|concept)\s+(\w+)", text)
        operator = OPERATOR.search(text)
        before_call = re.search(r"(\w+)\s*\(", without_angles(text))
        if alias:
            return alias[1]
        if operator:
            return re.sub(r"\s+", "", operator[0])
        return before_call[1] if before_call else re.findall(r"\w+", text.split("=")[0].split("{")[0])[-1]


def listed_names(before, file):
    lines = re.findall(r"^KIND\((\w+)\)(?: *// *(.*))?$", (SOURCE / file).read_text(encoding="utf-8"), re.MULTILINE)
    return "\n".join(f"{before}{name}," + (f"  ///< {comment}" if comment else "") for name, comment in lines)


def without_angles(text):
    """Template arguments blanked, so that a function type in one of them is not taken for a call."""
    before = None
    while before != text:
        before, text = text, re.sub(r"(\w)<[^<>]*>", r"\1", text)
    return text


class Reader:
    """Goes through a header's text from declaration to declaration."""

    def __init__(self, text):
        text = LISTED.sub(lambda found: listed_names(found[1], found[2]), text)
        self.text = re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE)
        self.at = 0
        self.introduction = ""

    def declarations(self, visible=True):
        """All that is visible up to the end of the scope, whose closing brace is consumed."""
        found, contract = [], []
        while self.skip_space():
            line = self.line()
            if self.text[self.at] == "}":
                self.at += 1
                break
            if line.startswith("///<"):
                self.append_contract(found, line[4:])
            elif line.startswith("///"):
                contract.append(line[3:].strip())
                self.at += len(line)
            elif line.startswith("//"):
                visible = visible and not line.startswith("// For the quer")
                self.at += len(line)
            elif re.match(r"(public|private|protected):", line):
                visible = line.startswith("public")
                self.at += line.index(":") + 1
            else:
                item = self.declaration(" ".join(contract), visible)
                if item is None:
                    continue  # a forward declaration: the sentence is about what follows
                contract = []
                found += item if visible else []
        return found

    def declaration(self, contract, visible):
        start, angles, rounds = self.at, 0, 0
        head = None
        while self.at < len(self.text):
            c = self.text[self.at]
            if self.text.startswith("//", self.at):
                self.at += len(self.line())
                continue
            operator = OPERATOR.match(self.text, self.at)
            if operator and c == "o":
                self.at = operator.end()
                continue
            angles += (c == "<") - (c == ">" and angles > 0)
            rounds += (c == "(") - (c == ")")
            if c == ";" and rounds == 0:
                break
            if c == "{" and rounds == 0:
                head = clean(self.text[start : self.at])
                scope = self.scope(head, contract, visible)
                if scope is not None:
                    return scope
                self.skip_braces()
                continue
            self.at += 1
        signature = clean(self.text[start : self.at])
        self.at += 1
        if FORWARD.match(signature):
            return None
        return offered(signature, contract)

    def scope(self, head, contract, visible):
        """What opens with the brace here, when it is a namespace, a type or a function; None for an initialiser."""
        namespace, kind = NAMESPACE.match(head), TYPE.match(head)
        if namespace:
            self.at += 1
            self.introduction = contract or self.introduction
            inner = self.declarations()
            return [] if "detail" in namespace[1] else inner
        if kind and "(" not in without_angles(head.split(":")[0]):
            self.at += 1
            enumeration = kind["kind"] == "enum class"
            members = self.enumerators() if enumeration else self.declarations(visible=kind["kind"] == "struct")
            self.skip_past(";")
            return [Declaration(head, contract, members)]
        if "(" in OPERATOR.sub("", without_angles(head)) and "concept" not in head:
            self.skip_braces()
            return offered(re.sub(r"\)\s*:\s*\w+[({].*$", ")", head, flags=re.DOTALL), contract)
        return None

    def enumerators(self):
        found, contract = [], ""
        while self.skip_space():
            line = self.line()
            if self.text[self.at] == "}":
                self.at += 1
                return found
            if line.startswith("///<"):
                self.append_contract(found, line[4:])
            elif line.startswith("//"):
                contract += " " + line.strip("/ ") if line.startswith("///") else ""
                self.at += len(line)
            else:
                name = re.match(r"\w+", line)[0]
                found.append(Declaration(name, contract.strip()))
                contract = ""
                self.at += re.match(r"[^,/}\n]*,?", line).end()
        return found

    def append_contract(self, found, more):
        if found:
            found[-1].contract = f"{found[-1].contract} {more.strip()}".strip()
        self.at += len(self.line())

    def line(self):
        end = self.text.find("\n", self.at)
        return self.text[self.at : end if end >= 0 else len(self.text)]

    def skip_space(self):
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at < len(self.text)

    def skip_past(self, mark):
        self.at = self.text.index(mark, self.at) + 1

    def skip_braces(self):
        depth = 0
        while True:
            depth += (self.text[self.at] == "{") - (self.text[self.at] == "}")
            self.at += 1
            if depth == 0:
                return


def offered(signature, contract):
    if not signature or re.match(r"friend|static_assert|~|template\s*<>", signature) or "= delete" in signature:
        return []
    return [Declaration(signature, contract)]


def clean(text):
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r"\s+", " ", text).strip()


# What the other headers are made with; nothing in them is for users to name.
INNER = {"abut/api.h", "abut/shared.h"}


def headers():
    """The headers that abut.h reaches, in its order, and the others."""
    reached = waiting = INCLUDE.findall((SOURCE / "abut/abut.h").read_text(encoding="utf-8"))
    while waiting:
        found = [name for file in waiting for name in INCLUDE.findall((SOURCE / file).read_text(encoding="utf-8"))]
        waiting = [name for name in dict.fromkeys(found) if name not in reached]
        reached = reached + waiting
    every = sorted(f"abut/{path.name}" for path in (SOURCE / "abut").glob("*.h"))
    others = [name for name in every if name not in reached and name != "abut/abut.h"]
    return [name for name in reached if name not in INNER], [name for name in others if name not in INNER]


def prose(contract):
    """A contract as Markdown: what is not between backticks means itself."""
    pieces = contract.split("`")
    for i in range(0, len(pieces), 2):
        pieces[i] = re.sub(r"([*_])", r"\\\1", pieces[i]).replace("<", "&lt;").replace("|", "&#124;")
    return "`".join(pieces)


def wrapped(signature):
    """A declaration on lines of at most some 100 columns, broken behind commas."""
    if len(signature) <= 100:
        return signature
    opening = signature.find("(") + 1 or 4
    indent = opening if opening < 60 else 4
    lines, rest = [], signature
    while len(rest) > 100 and ", " in rest[:100]:
        cut = rest.rindex(", ", 0, 100) + 1
        lines.append(rest[:cut])
        rest = " " * indent + rest[cut:].lstrip()
    return "\n".join([*lines, rest])


def code(signatures):
    return "```cpp\n" + "\n".join(f"{wrapped(s)};" for s in signatures) + "\n```\n"


def type_section(item):
    head = item.signature
    if head.startswith("enum"):
        rows = "".join(f"| `{m.signature}` | {prose(m.contract)} |\n" for m in item.members)
        return f"{code([head])}\n{prose(item.contract)}\n\n| value | meaning |\n|---|---|\n{rows}"
    parts = [code([head]), prose(item.contract) + "\n"]
    held = [m for m in item.members if not m.members and not m.is_function]
    if held:
        rows = "".join(f"| `{in_short(m.signature)}` | {prose(m.contract)} |\n" for m in held)
        parts.append(f"| member | meaning |\n|---|---|\n{rows}")
    for group in groups([m for m in item.members if m not in held]):
        parts.append(member_entry(group))
    return "\n".join(parts)


def in_short(signature):
    """A member without what only a compiler needs to see."""
    return re.sub(r"std::numeric_limits<[^>]*>::(\w+)\(\)", r"\1", signature)


def member_entry(group):
    if group[0].members:
        return type_section(group[0])
    contract = " ".join(m.contract for m in group if m.contract)
    return code([m.signature for m in group]) + f"\n{prose(contract)}\n"


def groups(items):
    """Runs of declarations that share the contract of their first."""
    found = []
    for item in items:
        kin = found and not item.members and not found[-1][-1].members
        if kin and not item.contract and (item.name == found[-1][-1].name or not found[-1][0].contract):
            found[-1].append(item)
        else:
            found.append([item])
    return found


def page_of(header):
    """The page of a header."""
    reader = Reader((SOURCE / header).read_text(encoding="utf-8"))
    items = reader.declarations()
    sections, by_name = [], {}
    for item in items:
        if item.name not in by_name:
            by_name[item.name] = []
            sections.append(by_name[item.name])
        by_name[item.name].append(item)
    parts = [f"# {header.removeprefix('abut/')}\n", f"```cpp\n#include <{header}>\n```\n", prose(reader.introduction)]
    for section in sections:
        parts.append(f"\n## {section[0].name.replace('*', chr(92) + '*')}\n")
        for group in groups(section):
            if group[0].members or (group[0].type_name and len(group) == 1):
                parts.append(type_section(group[0]))
            else:
                contract = " ".join(i.contract for i in group if i.contract)
                parts.append(code([i.signature for i in group]) + f"\n{prose(contract)}\n")
    return "\n".join(parts)


def write_reference(folder):
    """Writes the pages and an index of them; gives the navigation: (title, path below folder) or (title, [...])."""
    reached, others = headers()
    folder = Path(folder)
    shelves = {"Included by abut.h": reached, "To include by oneself": others}
    navigation, index = [("Overview", "index.md")], ["# C++ reference\n"]
    index.append(
        "`#include <abut/abut.h>` is all that a program needs. These pages are made from the contracts in the headers; "
        "what a header does not promise is not promised.\n"
    )
    for title, shelf in shelves.items():
        entries = []
        index.append(f"\n## {title}\n")
        for header in shelf:
            page = page_of(header)
            if "## " not in page:  # for abut's own types
                continue
            path = header.removeprefix("abut/").removesuffix(".h") + ".md"
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(page, encoding="utf-8")
            entries.append((header.removeprefix("abut/"), path))
            names = [n.replace("\\", "") for n in re.findall(r"^## (.+)$", page, re.MULTILINE)]
            index.append(f"- [{entries[-1][0]}]({path}): " + ", ".join(f"`{n}`" for n in names))
        navigation.append((title, entries))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    return navigation


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: docs_cpp.py OUTPUT_FOLDER")
    write_reference(sys.argv[1])
