# SPDX-License-Identifier: MIT
"""pages.py - the blocks of a page of Markdown: what blocks.py runs.

A block is what stands between two fences, or what is indented by four blanks after an empty line. A comment
directly before it tells what it is:

    <!-- file: ball.mo -->        the block is that file; commands of the page find it
    <!-- output -->               the block is what the commands before it print
    <!-- excerpt of: COMMAND -->  its lines stand, in this order, in what COMMAND prints
    <!-- quote: examples/x.c -->  the block is that file of the tree, less its SPDX line
    <!-- refused -->              a model that must be refused
    <!-- not run: REASON -->      nobody runs it, and why
"""
import re

DIRECTIVES = {"file", "output", "excerpt of", "quote", "refused", "not run"}
FENCE = re.compile(r"^( *)(`{3,}|~{3,})\s*([^`]*)$")
COMMENT = re.compile(r"^<!-- ([a-z ]+?)(?:: (.*?))? -->$")
ITEM = re.compile(r"^ *([-*+]|[0-9]+[.)]) ")


class Block:
    def __init__(self, page, line, language, text, directive, value):
        self.page, self.line, self.language, self.text = page, line, language, text
        self.directive, self.value = directive, value

    def __str__(self):
        return f"{self.page}:{self.line}"


def directive_before(lines, k):
    """The directive in the last line before line k that is not empty: (name, value) or (None, None)."""
    k -= 1
    while k >= 0 and not lines[k].strip():
        k -= 1
    found = COMMENT.match(lines[k].strip()) if k >= 0 else None
    if not found or found[1] not in DIRECTIVES:
        return None, None
    return found[1], found[2]


def strip_indent(lines, width):
    return "".join((line[width:] if line[:width].strip() == "" else line.lstrip(" ")) + "\n" for line in lines)


def fenced_end(lines, k, fence):
    end = k + 1
    while end < len(lines) and not re.match(rf"^ *{re.escape(fence)}{fence[0]}* *$", lines[end]):
        end += 1
    return end


def indented_end(lines, k):
    """One past the last line of an indented block that begins in line k; empty lines inside belong to it."""
    end = k
    while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return end


def blocks(name, text):
    """All blocks of the page, in order."""
    lines = text.split("\n")
    found, k, in_list, after_empty = [], 0, False, True
    while k < len(lines):
        line = lines[k]
        fence = FENCE.match(line)
        if fence:
            end = fenced_end(lines, k, fence[2])
            found.append(Block(name, k + 1, fence[3].strip(), strip_indent(lines[k + 1:end], len(fence[1])),
                               *directive_before(lines, k)))
            k = end + 1
            after_empty = True
            continue
        if line.startswith("    ") and line.strip() and after_empty and not in_list:
            end = indented_end(lines, k)
            found.append(Block(name, k + 1, None, strip_indent(lines[k:end], 4), *directive_before(lines, k)))
            k = end
            continue
        if line.strip() and not line.startswith(" "):
            in_list = bool(ITEM.match(line))
        elif ITEM.match(line):
            in_list = True
        after_empty = not line.strip()
        k += 1
    return found


def matches(pattern, text):
    """Does the text match line by line? In the pattern … stands for any text in a line, a line … or ... for any lines."""
    parts = []
    for line in pattern.rstrip("\n").split("\n"):
        if line.strip() in ("…", "..."):
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append("[^\\n]*?".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ \t]*\n")
    return re.fullmatch("".join(parts), text.rstrip("\n") + "\n") is not None


def lacks(excerpt, text):
    """The first line of the excerpt that does not stand in the text after the ones before it; None: all do."""
    rest = iter(line.strip() for line in text.split("\n"))
    for line in excerpt.split("\n"):
        wanted = line.strip()
        if wanted in ("", "...", "…"):
            continue
        if not any(matches(wanted, have) for have in rest):
            return wanted
    return None


def blessed(pattern, text):
    """The text as a new pattern: a line that a line of the old one with … in it matches keeps that line."""
    dotted = [line for line in pattern.split("\n") if "…" in line and line.strip() != "…"]
    lines = [line.rstrip() for line in text.rstrip("\n").split("\n")]
    return "".join(next((old for old in dotted if matches(old, line)), line) + "\n" for line in lines)


def with_block(page, block, text):
    """The page with another text in this fenced block."""
    lines = page.split("\n")
    fence = FENCE.match(lines[block.line - 1])
    end = fenced_end(lines, block.line - 1, fence[2])
    lines[block.line:end] = [fence[1] + line if line else line for line in text.rstrip("\n").split("\n")]
    return "\n".join(lines)
