#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""offline_search.py SITE - lets the search work without a server.

Browsers do not let a page that was opened as a file read other files or start a worker from one. search/offline.js, which
such pages load as a script, brings both along: the index, and the source of the worker."""
import glob
import json
import os
import sys

SCRIPT = """var __search = {
    index: Promise.resolve(%s),
    worker: URL.createObjectURL(new Blob([%s], {type: "text/javascript"}))
};
"""


def main():
    site = sys.argv[1]
    workers = glob.glob(os.path.join(site, "assets", "javascripts", "workers", "search.*.js"))
    if len(workers) != 1:
        sys.exit("docs: the theme has another search than expected")
    with open(os.path.join(site, "search", "search_index.json"), encoding="utf-8") as file:
        index = json.dumps(json.load(file))
    with open(workers[0], encoding="utf-8") as file:
        worker = json.dumps(file.read())
    with open(os.path.join(site, "search", "offline.js"), "w", encoding="utf-8") as file:
        file.write(SCRIPT % (index, worker))


if __name__ == "__main__":
    main()
