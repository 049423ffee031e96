# SPDX-License-Identifier: MIT
"""session.py - blocks of Python of one page, one after the other in one interpreter.

    session.py serve FOLDER &          waits for blocks; ends with the shell that has started it
    session.py run FOLDER FILE         hands one over, prints what it prints, and fails if it does
    session.py notebook FILE ...       runs the cells of notebooks, each in a session of its own

Names that a block defines are there for the next one, as a reader would have them.
"""
import contextlib
import io
import json
import os
import select
import sys
import time
import traceback


def execute(path, names):
    """(what it printed, whether it ran)"""
    out = io.StringIO()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    cells = ["".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "code"] if path.endswith(".ipynb") else [text]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        for k, cell in enumerate(cells):
            try:
                exec(compile(cell, f"block {k}", "exec"), names)
            except BaseException as error:
                line = next((f.lineno for f in reversed(traceback.extract_tb(error.__traceback__)) if f.filename.startswith("block ")), 0)
                print("line", line, "of this block:", "".join(traceback.format_exception_only(error)), end="")
                return out.getvalue(), False
    return out.getvalue(), True


def serve(folder):
    parent, names = os.getppid(), {"__name__": "__main__"}
    fifo = os.open(os.path.join(folder, ".python"), os.O_RDWR)
    waiting = b""
    while os.getppid() == parent:
        if not select.select([fifo], [], [], 0.5)[0]:
            continue
        waiting += os.read(fifo, 4096)
        while b"\n" in waiting:
            line, waiting = waiting.split(b"\n", 1)
            printed, fine = execute(line.decode(), names)
            with open(os.path.join(folder, ".printed.new"), "w", encoding="utf-8") as file:
                file.write(("0" if fine else "1") + printed)
            os.rename(os.path.join(folder, ".printed.new"), os.path.join(folder, ".printed"))


def run(folder, path):
    answer = os.path.join(folder, ".printed")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(answer)
    with open(os.path.join(folder, ".python"), "w", encoding="utf-8") as fifo:
        fifo.write(path + "\n")
    while not os.path.exists(answer):
        time.sleep(0.02)
    with open(answer, encoding="utf-8") as file:
        text = file.read()
    print(text[1:], end="")
    sys.exit(text[0] != "0")


def notebooks(paths):
    for path in paths:
        printed, fine = execute(path, {"__name__": "__main__"})
        print(f"{path}: {'all cells ran' if fine else 'FAILED'}\n{printed}")
        if not fine:
            sys.exit(1)
    sys.exit(not paths)


if __name__ == "__main__":
    if sys.argv[1] == "notebook":
        notebooks(sys.argv[2:])
    serve(sys.argv[2]) if sys.argv[1] == "serve" else run(*sys.argv[2:])
