#!/usr/bin/env python3
"""Builds the documentation: docs_site.py --abut COMMAND --out SITE

Gathers the pages in SITE_pages, beside the site: docs/, the pages of the root, the examples with their sources, and
what is made here: the command reference from --help, the C++ and Python references from headers, stubs and docstrings.
Then mkdocs makes the site of them, strictly, and every link is checked. Needs mkdocs and mkdocs-material; scripts/docs
installs them.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent))
import docs_cpp  # noqa: E402
import docs_links  # noqa: E402
import docs_python  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
# Pages from outside docs/, and where they go.
GUESTS = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md", "examples/README.md": "examples/index.md"}
# Pages that may be missing; links to them are then words.
OPTIONAL = {"docs/reference/python.md"}
PICTURE = re.compile(r"!\[([^]]*)\]\(([^)\s]*images/concepts/\w+\.svg)\)")
LINK = re.compile(r"\[([^]]*)\]\(([^)#\s]+)((?:#[^)\s]*)?)\)")
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


class Fault(Exception):
    """Something in the documentation that its writer has to mend."""


def home_of(source):
    """Where a file of the repository is found among the pages; None when it is not part of the site."""
    if source in GUESTS:
        return GUESTS[source]
    if source.startswith("docs/"):
        return source.removeprefix("docs/")
    example = re.fullmatch(r"examples/((?:python/)?\w+)\.(cpp|py)", source)
    return f"examples/{example[1]}.md" if example else None


def is_there(target, pages):
    """Is it in the repository, or one of the pages that are made here?"""
    home = home_of(target)
    return (ROOT / target).exists() or (home is not None and (pages / home).exists())


def with_links_mended(text, source, home, pages):
    """The page's text with its links, which are right in the repository, made right among the pages."""

    def mended(match):
        words, address, part = match.groups()
        if re.match(r"[a-z]+:", address):
            return match[0]
        target = os.path.normpath(os.path.join(os.path.dirname(source), address))
        if not is_there(target, pages):
            if target in OPTIONAL:
                return words
            raise Fault(f"{source}: the link to {address} leads nowhere")
        if home_of(target) is None:
            raise Fault(f"{source}: {address} is not part of the site; write its name without a link")
        return f"[{words}]({os.path.relpath(home_of(target), os.path.dirname(home) or '.')}{part})"

    def drawn(match):
        """A drawing becomes part of its page, so that its lines follow the page's colours."""
        svg = ROOT / os.path.normpath(os.path.join(os.path.dirname(source), match[2]))
        if not svg.exists():
            raise Fault(f"{source}: there is no picture {match[2]}")
        return f"<figure>\n{svg.read_text(encoding='utf-8').strip()}\n</figure>\n"

    pieces = FENCED.split(text)
    return "".join(piece if i % 2 else LINK.sub(mended, PICTURE.sub(drawn, piece)) for i, piece in enumerate(pieces))


def gather(pages):
    """Copies what people wrote; links are mended once everything is there."""
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("*.csv", "*.json", "*.in"))
    for source, home in GUESTS.items():
        (pages / home).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, pages / home)
    for source in sorted((ROOT / "examples").rglob("*.*")):
        home = home_of(source.relative_to(ROOT).as_posix())
        if home and source.suffix in {".cpp", ".py"}:
            language = source.suffix.removeprefix(".")
            text = source.read_text(encoding="utf-8")
            (pages / home).parent.mkdir(exist_ok=True)
            (pages / home).write_text(f"# {source.name}\n\n```{language}\n{text}```\n", encoding="utf-8")


def mend_links(pages):
    sources = {home: source for source, home in GUESTS.items()}
    for path in sorted(pages.rglob("*.md")):
        home = path.relative_to(pages).as_posix()
        source = sources.get(home, f"docs/{home}")
        if (ROOT / source).exists():
            text = path.read_text(encoding="utf-8")
            path.write_text(with_links_mended(text, source, home, pages), encoding="utf-8")


def help_of(abut, *arguments):
    run = subprocess.run([abut, *arguments, "--help"], capture_output=True, text=True, check=True)
    return f"```text\n{run.stdout.rstrip()}\n```\n"


def write_commands(abut, page):
    """The help of every command, as the command that is built here prints it."""
    overview = help_of(abut)
    commands = re.search(r"^Commands:\n((?:  .*\n)+)", overview, re.MULTILINE)
    names = re.findall(r"^  ([a-z]+)\s", commands[1], re.MULTILINE)
    parts = ["# Commands\n", "What `abut --help` and `abut COMMAND --help` print.\n", overview]
    parts += [f"\n## abut {name}\n\n{help_of(abut, name)}" for name in names]
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join(parts), encoding="utf-8")


def below(folder, navigation):
    """The C++ reference's navigation as mkdocs wants it."""
    return [{title: f"{folder}/{at}" if isinstance(at, str) else below(folder, at)} for title, at in navigation]


def title_of(page):
    return re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)[1]


def all_of(pages, folder):
    """Every page of a folder: its own, then those of its subfolders' READMEs."""
    found = [p for p in sorted((pages / folder).rglob("*.md")) if p.name != "index.md"]
    found.sort(key=lambda p: (p.name != "README.md", p))
    return [{title_of(p): p.relative_to(pages).as_posix()} for p in found]


def complete(navigation, pages, made):
    """The navigation of mkdocs.yml: `@name` stands for a part made here, `folder/*` for all pages of the folder."""
    whole = []
    for entry in navigation:
        (title, at), = entry.items() if isinstance(entry, dict) else {None: entry}.items()
        if isinstance(at, list):
            whole.append({title: complete(at, pages, made)})
        elif at.startswith("@"):
            whole.append({title: made[at]})
        elif f"docs/{at}" in OPTIONAL and not (pages / at).exists():
            continue
        elif at.endswith("/*"):
            whole += all_of(pages, at.removesuffix("/*"))
        else:
            whole.append(entry)
    return whole


def pages_in(navigation):
    for entry in navigation:
        for at in entry.values() if isinstance(entry, dict) else [entry]:
            yield from pages_in(at) if isinstance(at, list) else [at]


def configure(pages, made, site):
    """mkdocs.yml with its navigation completed; every page must be in it, and every entry must be there."""
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    config["nav"] = complete(config["nav"], pages, made)
    listed = set(pages_in(config["nav"]))
    there = {p.relative_to(pages).as_posix() for p in pages.rglob("*.md")}
    for missing in sorted(listed - there):
        raise Fault(f"mkdocs.yml: the navigation names {missing}, which is not there")
    for lost in sorted(there - listed):
        raise Fault(f"mkdocs.yml: {lost} is not in the navigation, so nobody would find it")
    config |= {"docs_dir": str(pages), "site_dir": str(site)}
    file = pages.with_suffix(".yml")
    file.write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
    return file


def search_from_disk(site):
    """Pages opened from disk may neither fetch the search's index nor start its worker; a script may hold both."""
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (worker,) = (site / "assets/javascripts/workers").glob("search.*.js")
    source = json.dumps(worker.read_text(encoding="utf-8"))
    (site / "search/from_disk.js").write_text(
        f"var __search = {{index: Promise.resolve({index}),\n"
        f"  worker: URL.createObjectURL(new Blob([{source}], {{type: 'text/javascript'}}))}};\n",
        encoding="utf-8",
    )
    for path in site.rglob("*.html"):
        up = os.path.relpath(site, path.parent)
        write = f"document.write('<script src=\"{up}/search/from_disk.js\"><\\/script>')"
        load = f"<script>if (location.protocol === 'file:') {write}</script>"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'(<script src="[^"]*/bundle\.)', lambda m: load + m[1], text), encoding="utf-8")


def build(abut, site):
    pages = site.with_name(site.name + "_pages")
    shutil.rmtree(pages, ignore_errors=True)
    gather(pages)
    reference = pages / "reference"
    write_commands(abut, reference / "commands.md")
    made = {"@cpp": below("reference/cpp", docs_cpp.write_reference(reference / "cpp"))}
    built = Path(abut).resolve().parent / "python"
    docs_python.write_reference(ROOT / "python" / "abut", reference / "python.md", built)
    mend_links(pages)
    config = configure(pages, made, site)
    subprocess.run(["mkdocs", "build", "--strict", "--quiet", "-f", config], check=True)
    search_from_disk(site)
    faults = sorted(set(docs_links.faults_of(site)))
    if faults:
        raise Fault("\n".join(faults))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--abut", required=True, help="the built command")
    parser.add_argument("--out", required=True, type=Path, help="folder for the site, which mkdocs empties first")
    arguments = parser.parse_args()
    try:
        build(arguments.abut, arguments.out.resolve())
    except Fault as fault:
        sys.exit(f"docs: {fault}")
    except subprocess.CalledProcessError as failed:
        sys.exit(f"docs: {failed.cmd[0]} failed with {failed.returncode}: {failed.stderr or 'see above'}")
    print(f"docs: {len(list(arguments.out.rglob('*.html')))} pages in {arguments.out}")


if __name__ == "__main__":
    main()
