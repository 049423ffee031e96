# SPDX-License-Identifier: MIT
"""headers.py - a public header as a page: its sections are headings, its comments text, its declarations code.

What is private stays out: names that end in _, variants that a macro picks from (jet_add_jj ...), bodies of inline
functions, and what only the preprocessor needs."""
import re

import functions

SECTION = re.compile(r"^/\* -{3,} (.*?)\.? -+ \*/$")
PRIVATE = re.compile(r"\b(JET_\w*_|JET_ROW_\w+|jet_\w*_|SPAN_\w*_|SPAN_ROW_\w+|span_\w*_|elementary_sign|SALTUS_ENUM_|SALTUS_API|SALTUS_INLINE|jet_\w+_(?:jj|jd|dj|dd))$")
OPENS = re.compile(r"^#\s*(if|ifdef|ifndef)\b\s*(.*)$")


def without_conditions(lines):
    """The lines that a C compiler other than gcc would see, less the guard of the header and extern "C"."""
    kept, stack = [], []
    for line in lines:
        opens = OPENS.match(line)
        if opens:
            condition = opens[2]
            if opens[1] == "ifndef" and condition.endswith("_H"):
                stack.append([True, True])
            elif opens[1] == "ifndef":
                stack.append([True, False])
            else:
                stack.append([False, False])
        elif re.match(r"^#\s*else\b", line):
            stack[-1][0] = False
        elif re.match(r"^#\s*endif\b", line):
            stack.pop()
        elif all(shown for shown, _ in stack) and not re.match(r"^#\s*(include|undef)\b|^#define \w+_H$", line):
            kept.append(line)
    return kept


def comment_end(lines, k):
    while not lines[k].rstrip().endswith("*/"):
        k += 1
    return k


def macro_end(lines, k):
    while lines[k].rstrip().endswith("\\"):
        k += 1
    return k


def body_end(lines, k):
    """Last line of what begins at k and has braces, or ends with a semicolon."""
    depth = 0
    while True:
        code = re.sub(r"/\*.*?\*/", "", lines[k])
        depth += code.count("{") - code.count("}")
        if depth == 0 and (code.rstrip().endswith((";", "}")) and code.strip()):
            return k
        k += 1


def is_private(line):
    """Does this line begin the declaration of something that users do not see?"""
    return bool(PRIVATE.search(re.sub(r"^#define (\w+).*", r"\1", line) if line.startswith("#") else line.split("(")[0]))


def shown_macro(lines):
    if lines[0].startswith("#define SALTUS_STATUS_MAP"):
        return [re.sub(r"\s*\\$", " \\\\", line).rstrip() for line in lines]
    line = re.sub(r"\s*\\$", "", lines[0]).rstrip()
    return [re.sub(r"^(#define \w+\([^)]*\)) .*_\(.*", r"\1", line)]


def shown_code(lines):
    """Declarations as they are; of a function's definition the signature."""
    text = "\n".join(lines)
    definition = re.match(r"^((?:SALTUS_INLINE|static inline)\b[^{;]*?\))\s*\{", text, re.S)
    if definition:
        return [line.rstrip() for line in (re.sub(r"^(SALTUS_INLINE|static inline) ", "", definition[1]) + ";").split("\n")]
    return [re.sub(r"\s+\*/$", " */", re.sub(r"^SALTUS_API ", "", line).rstrip()) for line in lines]


def comment_text(lines):
    """The lines of a comment without its frame."""
    text = "\n".join(lines)
    text = re.sub(r"^/\*+ ?", "", text)
    text = re.sub(r"\s*\*/$", "", text)
    return [re.sub(r"^ \* ?", "", line).rstrip() for line in text.split("\n")]


def escape(text):
    """For Markdown; what stands between backquotes stays."""
    parts = text.split("`")
    return "`".join(part if k % 2 else re.sub(r"([*_<>|\[\]\\])", r"\\\1", part) for k, part in enumerate(parts))


def prose_paragraph(lines):
    if lines[0].startswith("    "):
        return ["```c"] + [line[4:] for line in lines] + ["```"]
    if any(line.startswith("  - ") for line in lines):
        return [escape(lines[0]), ""] + [escape(line[2:]) for line in lines[1:]]
    if len(lines) > 2 and lines[-1].startswith("    ") and not lines[-2].startswith(" "):
        return [escape(line) for line in lines[:-1]] + ["", "```c", lines[-1].strip(), "```"]
    if any(line.startswith("  ") for line in lines[1:]):
        return ["```text"] + lines + ["```"]
    return [escape(line) for line in lines]


def prose(lines):
    """Text of a comment as Markdown; what is indented becomes a block."""
    out, paragraph = [], []
    for line in lines + [""]:
        if line.strip():
            paragraph.append(line)
            continue
        if paragraph:
            out += prose_paragraph(paragraph) + [""]
        paragraph = []
    return out


class Writer:
    """Collects a page. Declarations with nothing but empty lines between them become one block."""

    def __init__(self):
        self.out, self.code, self.ends_in_code = [], [], False

    def flush(self):
        if self.code and self.ends_in_code:
            self.out[-2:] = [""] + self.code + ["```", ""]
        elif self.code:
            self.out += ["```c"] + self.code + ["```", ""]
        self.ends_in_code = self.ends_in_code or bool(self.code)
        self.code = []

    def text(self, lines):
        self.flush()
        self.out += lines
        self.ends_in_code = False


def page(name, text):
    """The page of the header `name`, which has this text."""
    made = functions.spans if name == "saltus_span.h" else functions.jets
    text = re.sub(r"(?m)^SALTUS_ELEMENTARY\(.*$", made(functions.read()), text)
    lines = text.split("\n")
    start = next(k for k, line in enumerate(lines) if line.startswith("/* " + name))
    end = comment_end(lines, start)
    intro = comment_text(lines[start:end + 1])
    title, _, rest = intro[0].partition(" - ")
    writer = Writer()
    writer.out = [f"<!-- generated from include/{name} by tools/docs/generate.py -->", f"# {title}", ""]
    writer.out += prose([rest[:1].upper() + rest[1:]] + intro[1:])
    put_declarations(writer, without_conditions(lines[end + 1:]))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(writer.out).rstrip() + "\n")


def group_is_private(lines, k):
    """Is everything private from line k to the next empty line?"""
    while k < len(lines) and lines[k].strip():
        end = macro_end(lines, k) if lines[k].startswith("#define") else body_end(lines, k)
        if not is_private(lines[k]):
            return False
        k = end + 1
    return True


def put_section(writer, title):
    heading, _, rest = title.partition(". ")
    writer.text([f"## {heading}", ""] + (prose([rest + "."]) if rest else []))


def put_declarations(writer, lines):
    k = 0
    while k < len(lines):
        line, end = lines[k], k
        if SECTION.match(line):
            put_section(writer, SECTION.match(line)[1])
        elif not line.strip():
            writer.flush()
        elif line.startswith("/*"):
            end = comment_end(lines, k)
            if lines[end + 1].startswith("/*") or not lines[end + 1].strip() or not group_is_private(lines, end + 1):
                writer.text(prose(comment_text(lines[k:end + 1])))
        elif line.startswith("#define"):
            end = macro_end(lines, k)
            writer.code += [] if is_private(line) else shown_macro(lines[k:end + 1])
        else:
            end = body_end(lines, k)
            writer.code += [] if is_private(line) else shown_code(lines[k:end + 1])
        k = end + 1
    writer.flush()
