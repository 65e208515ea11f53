#!/usr/bin/env python3
"""Checks a built site: docs_links.py FOLDER

Every link, picture, script and style of every page must lead to a file that is there, every #part to an element that
is there, and nothing may be loaded from another machine: the site has to work without a network. Prints one line per
fault and fails if there is one.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself; a plain link may lead elsewhere.
FETCHED = {("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src"), ("object", "data")}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.fetched, self.ids = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in {"id", "name"} and value:
                self.ids.add(value)
            elif (tag, name) in FETCHED or (tag, name) == ("link", "href"):
                self.fetched.append(value or "")
            elif (tag, name) == ("a", "href"):
                self.links.append(value or "")


def faults_of(site):
    site = Path(site).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    if not pages:
        yield f"{site}: there is no page"
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        if name == "404.html":
            continue  # its links begin at the server's root, as nobody knows where it will be shown
        for address in page.fetched:
            if urlsplit(address).scheme in {"http", "https"} or address.startswith("//"):
                yield f"{name}: loads {address} from another machine"
        for address in page.links + page.fetched:
            yield from fault_of(site, pages, path, name, address)


def fault_of(site, pages, path, name, address):
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target = target / "index.html"
    if not target.is_relative_to(site):
        yield f"{name}: {address} leads out of the site"
    elif not target.exists():
        yield f"{name}: {address} leads nowhere"
    elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
        yield f"{name}: {address} names a part that is not there"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: docs_links.py FOLDER")
    faults = sorted(set(faults_of(sys.argv[1])))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
