#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""assemble.py - gathers what the site is made of: docs/, some pages of the tree, the gallery, and the fonts of the formulas.

    python3 tools/docs/assemble.py --root . --build build --into build/site-src

Nothing comes from the network. Links between files of the tree become links between pages; where a file has no page on the
site, its name stays as text. mkdocs then makes the site (tools/docs.sh).
"""
import argparse
import glob
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gallery
import links

PROJECT = {"ARCHITECTURE.md": "project/architecture.md", "CONTRIBUTING.md": "project/contributing.md",
           "CHANGELOG.md": "project/changes.md", "models/circuits/README.md": "circuits.md"}
FOLDERS = {"models/circuits": "circuits.md", "models/lib": "library.md", "models/lib/README.md": "library.md"}
PICTURES = {"models/lib/icons": "pictures/library", "models/circuits": "pictures/circuits"}
KATEX = "/usr/share/javascript/katex"


def place(path):
    """Where a path of the tree is on the site; None: nowhere."""
    model = re.match(r"^models/(\w+)(?:/(?:README\.md|\1\.mo))?$", path)
    header = re.match(r"^include/(\w+)\.h$", path)
    if path in PROJECT or path in FOLDERS:
        return PROJECT.get(path) or FOLDERS[path]
    if path.endswith(".svg") and os.path.dirname(path) in PICTURES:
        return f"{PICTURES[os.path.dirname(path)]}/{os.path.basename(path)}"
    if path in ("README.md", "docs"):
        return "README.md"
    if path in ("models", "models/README.md"):
        return "gallery/README.md"
    if model and model[1] != "sine":
        return f"gallery/{model[1]}.md"
    if header:
        return f"api/{header[1]}.md"
    return path[len("docs/"):] if path.startswith("docs/") else None


def with_site_links(page, site, text):
    """The text of `page` (a path of the tree), to stand at `site`."""

    def change(label, target):
        if target.startswith(links.OUTSIDE + ("#",)):
            return f"{label}({target})"
        path, anchor = links.resolve(page, target)
        there = place(path)
        if there is None:
            return label[1:-1]
        if there.endswith("/") or os.path.splitext(there)[1] == "":
            there = there.rstrip("/") + "/README.md"
        return f"{label}({os.path.relpath(there, os.path.dirname(site) or '.')}{'#' + anchor if anchor else ''})"

    return links.replace(text, change)


def with_lists(text):
    """A list may follow a line of text directly; the Markdown of mkdocs wants an empty line between them."""
    parts = links.FENCED.split(text)
    parts[::2] = [re.sub(r"(?m)^((?![-*] |\d+\. |\s|\||#|<|$).*)\n(?=[-*] |1\. )", r"\1\n\n", part) for part in parts[::2]]
    return "".join(parts)


def put(into, site, text):
    text = with_lists(text)
    path = os.path.join(into, site)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy_pages(root, into):
    for path in glob.glob(os.path.join(root, "docs", "**", "*"), recursive=True):
        page = os.path.relpath(path, root)
        if path.endswith(".md"):
            with open(path, encoding="utf-8") as file:
                put(into, page[len("docs/"):], with_site_links(page, page[len("docs/"):], file.read()))
        elif os.path.isfile(path):
            target = os.path.join(into, page[len("docs/"):])
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(path, target)
    for page, site in PROJECT.items():
        with open(os.path.join(root, page), encoding="utf-8") as file:
            put(into, site, with_site_links(page, site, file.read()))


def copy_pictures(root, into):
    for folder, site in PICTURES.items():
        os.makedirs(os.path.join(into, site), exist_ok=True)
        for path in glob.glob(os.path.join(root, folder, "*.svg")):
            shutil.copyfile(path, os.path.join(into, site, os.path.basename(path)))


def fix_gallery(into):
    """Links of pages that come from models/NAME/README.md."""
    for path in glob.glob(os.path.join(into, "gallery", "*.md")):
        name = os.path.basename(path)[:-3]
        page = "models/README.md" if name == "README" else f"models/{name}/README.md"
        with open(path, encoding="utf-8") as file:
            text = file.read()
        keep = re.compile(r"^(pictures/|\w+\.md$|\.\./methods/)")

        def change(label, target):
            return f"{label}({target})" if keep.match(target) else with_site_links(page, f"gallery/{name}.md", f"{label}({target})")

        put(into, f"gallery/{name}.md", links.replace(text, change))


def copy_katex(into):
    if not os.path.exists(os.path.join(KATEX, "katex.min.js")):
        sys.exit("docs: no KaTeX here; it is in the Debian package libjs-katex (sh tools/need.sh docs)")
    target = os.path.join(into, "assets", "katex")
    os.makedirs(os.path.join(target, "fonts"), exist_ok=True)
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copyfile(os.path.join(KATEX, name), os.path.join(target, name))
    for font in glob.glob(os.path.join(KATEX, "fonts", "*.woff2")):
        shutil.copyfile(font, os.path.join(target, "fonts", os.path.basename(font)))


def not_in_menu(root, into):
    """Pages that mkdocs.yml does not list."""
    with open(os.path.join(root, "mkdocs.yml"), encoding="utf-8") as file:
        listed = set(re.findall(r"([\w./-]+\.md)$", file.read(), re.M))
    found = {os.path.relpath(path, into) for path in glob.glob(os.path.join(into, "**", "*.md"), recursive=True)}
    return sorted(found - listed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--into", required=True)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.into, ignore_errors=True)
    os.environ.setdefault("SALTUS_MODELS", os.path.join(os.path.realpath(arguments.root), "models"))
    copy_pages(arguments.root, arguments.into)
    copy_pictures(arguments.root, arguments.into)
    models = gallery.write(arguments.root, os.path.join(os.path.realpath(arguments.build), "saltus"),
                           os.path.join(arguments.into, "gallery"))
    fix_gallery(arguments.into)
    copy_katex(arguments.into)
    missing = not_in_menu(arguments.root, arguments.into)
    if missing:
        sys.exit(f"docs: not in the menu of mkdocs.yml: {' '.join(missing)}")
    print(f"docs: {len(glob.glob(os.path.join(arguments.into, '**', '*.md'), recursive=True))} pages, {models} models run")


if __name__ == "__main__":
    main()
