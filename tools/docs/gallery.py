# SPDX-License-Identifier: MIT
"""gallery.py - a page for each model of models/: its picture, the command that drew it, what the run cost, its text.

Everything is made by running the tool. The pages are part of the site only, not of docs/: times depend on the machine."""
import json
import os
import re
import subprocess

NUMBERS = (("states", "states"), ("steps", "steps of single states"), ("evaluations", "scalar evaluations"),
           ("crossing_evaluations", "evaluations of guards"), ("events", "events of guards"), ("time_events", "time events"))


def names(root):
    """The models that have a text, in the order of the alphabet."""
    folder = os.path.join(root, "models")
    return sorted(name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, name + ".mo")))


def run(program, words, **more):
    done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **more)
    if done.returncode != 0:
        raise RuntimeError(f"saltus {' '.join(words)}: exit status {done.returncode}\n{done.stderr.decode('utf-8', 'replace')}")
    return done.stdout.decode("utf-8")


def number(x):
    return f"{x:,}".replace(",", " ") if isinstance(x, int) else f"{x:.3g}"


def table(stats):
    rows = ["| | |", "|---|---|",
            f"| method | [{stats['method']}](../methods/{stats['method']}.md) |",
            f"| quantum | max({stats['rel']:g}·\\|x\\|, {stats['abs']:g}) |",
            f"| time | {stats['t_start']:g} to {stats['t_end']:g} |"]
    rows += [f"| {text} | {number(stats[key])} |" for key, text in NUMBERS]
    rows += [f"| processor time | {1000 * stats['cpu_seconds']:.3g} ms, where these pages were built |"]
    return rows


def busiest(stats):
    """The states that made most steps, if there is a choice."""
    steps = sorted(stats["steps_by_state"].items(), key=lambda item: (-item[1], item[0]))
    if len(steps) < 2:
        return []
    listed = ", ".join(f"`{name}` ({number(count)})" for name, count in steps[:3])
    return ["", f"Most steps: {listed}."]


def page(root, program, name, pictures):
    """The page, and the picture as a file in the folder `pictures`."""
    picture = os.path.join(pictures, name + ".svg")
    stats = json.loads(run(program, ["run", name, "--plot", picture, "--stats", "json", "--quiet"]))
    with open(os.path.join(root, "models", name, "README.md"), encoding="utf-8") as file:
        about = file.read()
    with open(os.path.join(root, "models", name, name + ".mo"), encoding="utf-8") as file:
        text = file.read().rstrip("\n")
    explained = run(program, ["explain", f"models/{name}/{name}.mo", "--svg", os.path.join(pictures, name + "-drives.svg")], cwd=root)
    title, _, rest = about.partition("\n")
    out = [title, "", f"![{name}](pictures/{name}.svg)", "",
           "```sh", f"saltus run {name} --plot {name}.svg", "```", ""]
    out += table(stats) + busiest(stats)
    out += ["", "## Equations", "", rest.strip("\n"), "", "## The model", "", f"`saltus models {name} --text > my.mo` gives a copy to change.",
            "", "```modelica", text, "```", "",
            "## What the compiler makes of it", "", f"`saltus explain {name} --svg drives.svg` draws who drives whom, and says:", "",
            f"![who drives whom](pictures/{name}-drives.svg)", "", "```text", explained.strip("\n"), "```", ""]
    return "\n".join(out), title


def index(titles, opening):
    """The page with all pictures, small."""
    out = [opening, "", '<div class="gallery" markdown>', ""]
    for name, title in titles:
        text = re.sub(r"^# \w+:? *", "", title)
        out += [f"[![{name}](pictures/{name}.svg) **{name}** {text}]({name}.md)", ""]
    return "\n".join(out + ["</div>", ""])


def write(root, program, folder):
    pictures = os.path.realpath(os.path.join(folder, "pictures"))
    os.makedirs(pictures, exist_ok=True)
    titles = []
    for name in names(root):
        text, title = page(root, program, name, pictures)
        titles.append((name, title))
        with open(os.path.join(folder, name + ".md"), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(root, "models", "README.md"), encoding="utf-8") as file:
        rest = file.read().split("\n", 1)[1].strip()
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(index(titles, "# Gallery\n\nEach picture is what `saltus run NAME --plot NAME.svg` draws.") +
                   "\n## The models\n\n" + rest + "\n")
    return len(titles)
