# SPDX-License-Identifier: MIT
"""methods.py - a page for each method: its table, its mathematics from docs/math/, its source.

The tables come from examples/methods.c, which prints them as Markdown from the lists of both libraries. Of the page of docs/math/
that derives the method, the idea and the equations are repeated here; examples, sources and differences stay there. Of methods
that move all states together only the idea is: their equations belong together, on that page."""
import re

# Pages of docs/math/ whose methods move all states together.
WHOLE = {"adams", "classic", "radau5"}


class Method:
    """One section of what examples/methods.c prints."""

    def __init__(self, name, text):
        self.name = name
        paragraph, _, facts = text.strip().partition("\n\n")
        self.title, _, self.text = paragraph.partition(". ")
        self.facts = dict(line[2:].split(": ", 1) for line in facts.split("\n"))
        source = self.facts["Source"]
        self.key = re.search(r"\[(\w+)\]", source)[1]
        self.family = (re.search(r"math/([\w-]+)\.md", source) or [None, None])[1]  # None: it has no page in docs/math/
        self.sections = source.partition(".md): ")[2].split(", ") if ".md): " in source else []


def read(printed):
    parts = re.split(r"(?m)^## (\S+)\n", printed)
    return [Method(name, text) for name, text in zip(parts[1::2], parts[2::2])]


def references(text):
    """refs.bib: key -> the reference as a line of text."""
    found = {}
    for key, body in re.findall(r"(?ms)^@\w+\{(\w+),\n(.*?)^\}", text):
        field = {name: re.sub(r"[{}]", "", value).replace("--", "–").replace("\\", "")
                 for name, value in re.findall(r"(?ms)^\s*(\w+)\s*=\s*\{(.*?)\},?$", body)}
        names = [" ".join(reversed(name.split(", "))) for name in re.split(r"\s+and\s+", field["author"])]
        where = field.get("journal") or field.get("booktitle") or field.get("school") or ""
        volume = field.get("volume", "") + (f"({field['number']})" if "number" in field else "")
        parts = [", ".join(names), f"*{field['title']}*", " ".join(part for part in (where, volume) if part)]
        parts += [f"pages {field['pages']}"] if "pages" in field else []
        found[key] = re.sub(r"\s+", " ", ", ".join(part for part in parts if part)) + f" ({field['year']})"
    return found


def idea_and_sections(page, wanted):
    """Of a page of docs/math/: what stands before its first heading, and the sections that are wanted."""
    parts = re.split(r"(?m)^## (.*)\n", page)
    sections = list(zip(parts[1::2], parts[2::2]))
    idea = re.sub(r"^# .*\n", "", parts[0]).strip()
    out = [idea, ""]
    for title in wanted:
        match = [(name, text) for name, text in sections if name.startswith(title)]
        if len(match) != 1:
            raise ValueError(f"docs/math: no section '{title}'")
        out += [f"### {match[0][0]}", "", match[0][1].strip(), ""]
    return out


def links_from_methods(text):
    """Links of a page of docs/math/, seen from docs/methods/."""
    text = re.sub(r"\]\(\.\./", "](../", text)
    return re.sub(r"\]\((?!\.\./|https?:|#)([\w-]+\.md)", r"](../math/\1", text)


def closing(method, whole):
    if not method.family:
        return "It is derived above its code, in `src/quant/`."
    if whole:
        return (f"Equations, numbers and differences from the papers: [the page of the family](../math/{method.family}.md). "
                "How all methods find and settle events: [events](../events.md). "
                "Where it is the better choice: [comparing methods](../comparing.md#where-the-classic-methods-win).")
    return (f"Examples in numbers, sources and differences from the papers: [the page of the family](../math/{method.family}.md). "
            "Letters are explained in its [notation](../math/README.md#notation); what the bound means for the error is "
            "[a page of its own](../math/error-bounds.md).")


def page(method, refs, mathematics):
    whole = method.family in WHOLE
    out = ["<!-- generated from the table of the method and docs/math/ by tools/docs/generate.py -->",
           f"# {method.name}", "", f"**{method.title}.** {method.text}", "",
           "| | |", "|---|---|",
           f"| order | {method.facts['Order']} |",
           f"| bound | {method.facts['Bound'].replace('|', chr(92) + '|')} |",
           f"| options | {method.facts['Options']} |",
           f"| source | {refs[method.key]} [{method.key}] |", "",
           "```sh", f"{method.facts['Example'].strip('`')} --quiet", f"saltus methods {method.name}", "```", "",
           "In a model: `annotation(__Saltus_method = \"%s\")`%s. In a program: `options.method = \"%s\"`%s."
           % (method.name, "" if whole else ", on the model or on a single variable", method.name,
              " and `options.engine = saltus_classic()`" if method.family == "classic" else ""), "",
           "## Mathematics", ""]
    if method.family:
        out += [links_from_methods("\n".join(idea_and_sections(mathematics[method.family], method.sections))).rstrip(), ""]
    out += [closing(method, whole), ""]
    return "\n".join(out)
