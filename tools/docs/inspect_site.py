#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""inspect_site.py SITE - what mkdocs does not look at: links to headings, pages that are in no menu, and whether anything
would be fetched from the network."""
import html.parser
import os
import sys
import urllib.parse

FETCHED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids, self.fetched = [], set(), []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if (tag, name) in FETCHED and dict(attrs).get("rel") != "canonical":
                self.fetched.append(value or "")
            if tag == "a" and name == "href":
                self.links.append(value or "")


def read(path):
    reader = Reader()
    with open(path, encoding="utf-8") as file:
        reader.feed(file.read())
    return reader


def problems(site, path, pages):
    page = pages[path]
    name = os.path.relpath(path, site)
    for url in page.fetched:
        if urllib.parse.urlparse(url).netloc:
            yield f"{name}: would fetch {url}"
    for url in page.links + page.fetched:
        parts = urllib.parse.urlparse(url)
        if parts.scheme or parts.netloc or url.startswith("data:") or name == "404.html":
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
        if os.path.isdir(target):
            target = os.path.join(target, "index.html")
        if not os.path.exists(target):
            yield f"{name}: there is no {url}"
        elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].ids:
            yield f"{name}: no heading {url}"


def main():
    site = os.path.realpath(sys.argv[1])
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(site) for name in names if name.endswith(".html")]
    pages = {path: read(path) for path in paths}
    found = sorted({text for path in paths for text in problems(site, path, pages)})
    for text in found:
        print("docs:", text)
    print(f"docs: {len(pages)} pages of HTML in {sys.argv[1]}, {len(found)} problems")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
