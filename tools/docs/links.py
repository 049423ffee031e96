# SPDX-License-Identifier: MIT
"""links.py - links between the Markdown files of the tree: are they good, and where do they lead on the site?"""
import os
import re

LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\[\]]*\])*\])\(([^()\s]+)\)")
FENCED = re.compile(r"(?ms)(^ *```.*?^ *```[ \t]*$)")
OUTSIDE = ("http://", "https://", "mailto:")


def replace(text, change):
    """The page with every link [label](target) replaced by change(label, target)."""
    return "".join(part if k % 2 else LINK.sub(lambda found: change(found[1], found[2]), part)
                   for k, part in enumerate(FENCED.split(text)))


def slug(heading):
    """The anchor that Markdown gives to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip())
    text = re.sub(r"[`*]", "", text)
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def anchors(text):
    bare = "".join(FENCED.split(text)[::2])
    return {slug(heading) for heading in re.findall(r"(?m)^#+ +(.*)$", bare)}


def resolve(page, target):
    """The path in the tree that a link of this page leads to, and its anchor."""
    path, _, anchor = target.partition("#")
    return (os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page), anchor


def broken(root, page, text):
    """Links of the page that lead nowhere, as messages."""
    found = []

    def look(label, target):
        if not target.startswith(OUTSIDE):
            path, anchor = resolve(page, target)
            full = os.path.join(root, path)
            if not os.path.exists(full):
                found.append(f"{page}: there is no {path}")
            elif anchor and path.endswith(".md"):
                with open(full, encoding="utf-8") as file:
                    if anchor not in anchors(file.read()):
                        found.append(f"{page}: {path} has no heading #{anchor}")
        return ""

    replace(text, look)
    return found
