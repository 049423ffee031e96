# SPDX-License-Identifier: MIT
"""nulls.py - NULL where a pointer is needed is an error, never a crash, in every function of the public headers.

    nulls.py ROOT LIBRARY WORK [CC]

The functions are read from the headers, so that none is forgotten. A program is made that calls each of them once with
valid arguments, once for every pointer with NULL in its place, and for every index with numbers that are none, each call
in a process of its own. A parameter of a type that VALID does not know is an error: add it there. INSIDE has the pointers
in structs: a list that is NULL though its length is not 0, and elements without a name, must be refused."""
import pathlib
import re
import subprocess
import sys

VALID = {
    "saltus_options *": "&g.options", "const saltus_options *": "&g.options", "const saltus_model *": "&model",
    "saltus_sim **": "&g.sim_out", "saltus_sim *": "g.sim", "const saltus_sim *": "g.sim", "char *": "g.text",
    "saltus_stats *": "&g.stats", "FILE *": "g.file", "const int32_t *": "g.vars", "saltus_traj **": "&g.traj_out",
    "saltus_traj *": "g.traj", "const saltus_traj *": "g.traj", "const double *": "g.poly", "double *": "g.poly",
    "const double **": "&g.polys", "const saltus_plot *": "&g.plot", "const saltus_diag *": "&g.diag",
    "const saltus_compile_options *": "&g.compile", "saltus_compiled **": "&g.compiled_out",
    "const saltus_compiled *": "g.compiled", "saltus_compiled *": "g.compiled", "saltus_compile_stats *": "&g.compile_stats",
    "const saltus_cell *": "g.cell", "saltus_cell *": "(saltus_cell *)(uintptr_t)g.cell", "size_t *": "&g.size",
    "const saltus_part *": "g.cell->part", "int32_t *": "g.vars", "saltus_message *": "&g.message",
    "const saltus_message *": "&g.message", "const struct saltus_wire *": "&g.wire", "const saltus_wire *": "&g.wire",
    "saltus_coupled **": "&g.coupled_out", "saltus_coupled *": "g.coupled", "const saltus_coupled *": "g.coupled",
    "saltus_atomic **": "&g.atomic_out", "saltus_atomic *": "NULL", "const char *const *": "g.names",
    "const saltus_atomic *const **": "&g.atomics", "const saltus_devs_options *": "&g.devs_options",
    "saltus_devs **": "&g.devs_out", "saltus_devs *": "g.devs", "const saltus_devs *": "g.devs", "int *": "&g.number",
    "saltus_snapshot **": "&g.snapshot_out", "const saltus_snapshot *": "g.snapshot", "saltus_snapshot *": "g.snapshot",
    "saltus_devs_stats *": "&g.devs_stats", "const saltus_diagram_options *": "&g.diagram_options",
    "saltus_diagram **": "&g.diagram_out", "saltus_diagram *": "g.diagram", "const saltus_diagram *": "g.diagram",
    "saltus_diag_fn *": "quiet", "const saltus_header *": "&g.header", "saltus_writer **": "&g.writer_out",
    "const char **": "&g.why", "saltus_writer *": "g.writer", "const saltus_writer *": "g.writer",
    "saltus_result **": "&g.result_out", "const saltus_result *": "g.result", "saltus_result *": "g.result",
    "saltus_record *": "&g.record", "void *": "g.user", "FOUND": "found",
    "double": "1.0", "int": "0", "int32_t": "0", "uint64_t": "1", "size_t": "0", "saltus_kind": "SALTUS_STATE",
    "saltus_status": "SALTUS_EARG", "saltus_loc": "(saltus_loc){NULL, 0, 0, 0}", "saltus_counted": "SALTUS_COUNT_STEP",
    "saltus_semantics": "SALTUS_DEVS_CLASSIC", "const saltus_atomic *": "saltus_block(\"constant\")",
    "const saltus_estimate_options *": "&g.estimate", "saltus_error *": "g.errors",
    "saltus_history **": "&g.history_out", "saltus_history *": "g.history", "const saltus_history *": "g.history",
    "const saltus_stats *": "&g.stats", "unsigned char *": "g.bytes",
    "saltus_engine *": "NULL", "const void *": "g.poly",
}
PATHS = {"saltus_compile_file": "m.mo", "saltus_compile_dump": "m.mo", "saltus_diagram_load": "d.json",
         "saltus_writer_open": "out.csv", "saltus_writer_append": "a.seg", "saltus_result_open": "in.csv",
         "saltus_plot_svg": "p.svg", "saltus_convert": "in.csv"}
MODEL = "model m Real x(start = 1, fixed = true); equation der(x) = -x; end m;"
DIAGRAM = '{"saltus": 1, "blocks": {"x": {"block": "integrator", "start": 1}, "u": {"block": "constant", "value": 1}}, "wires": ["u -> x"]}'

# What is set before the call, and the call, which must return an error.
SIM, COMPILE = "saltus_sim_new(&model, &g.options, &g.sim_out)", 'saltus_compile_text("m", text_m, sizeof text_m - 1, &g.compile, &g.compiled_out)'
LOAD, OPEN = 'saltus_diagram_load("d.json", &g.diagram_options, &g.diagram_out)', 'saltus_writer_open("o.%s", &g.header, &g.writer_out)'
RUN = "saltus_coupled_add(g.coupled, &g.part) < 0 ? -1 : saltus_devs_new(g.coupled, &g.devs_options, &g.devs_out)"
INSIDE = [
    ("g.options.n_sets = 1", SIM), ("g.options.sets = &unnamed, g.options.n_sets = 1", SIM),
    ("g.options.n_rules = 1", SIM), ("g.options.rules = &unruled, g.options.n_rules = 1", SIM),
    ("g.options.n_outputs = 1", SIM),
    ("g.compile.n_sets = 1", COMPILE), ("g.compile.sets = &unnamed, g.compile.n_sets = 1", COMPILE),
    ("g.compile.n_sets = 1", 'saltus_compile_file("m.mo", &g.compile, &g.compiled_out)'),
    ("g.compile.n_sets = 1", 'saltus_compile_dump("m.mo", "flat", &g.compile, g.file)'),
    ("g.diagram_options.n_sets = 1", LOAD), ("g.diagram_options.sets = &unnamed, g.diagram_options.n_sets = 1", LOAD),
    ("g.part.args = NULL", "saltus_coupled_add(g.coupled, &g.part)"), ("g.part.name = NULL", RUN),
    ("g.part.type = NULL", RUN),
] + [(change, OPEN % form) for form in ("csv", "mat", "seg") for change in (
    "g.header.columns = NULL", "g.column.name = NULL", "g.header.n_marks = 1", "g.header.n_notes = 1",
    "g.header.marks = &unmarked, g.header.n_marks = 1", "g.header.notes = &unnoted, g.header.n_notes = 1")] + [
    ("g.plot.n = 1", 'saltus_plot_svg("p.svg", &g.plot)'),
    ("g.plot.curves = &uncurved, g.plot.n = 1", 'saltus_plot_svg("p.svg", &g.plot)'),
    ("", 'saltus_convert("in.csv", "out.csv", 0, NULL, 1, NULL)'),
    ("g.names[0] = NULL", 'saltus_convert("in.csv", "out.csv", 0, g.names, 1, NULL)'),
    ("", "saltus_traj_new(NULL, 1, &g.traj_out)"), ("", "saltus_history_new(NULL, 1, &g.history_out)"),
    ("", "saltus_history_write(g.history, g.writer, NULL, 1, 0)"),
    ("g.estimate.vars = NULL", "saltus_estimate(&model, &g.options, 1, &g.estimate, g.errors)"),
]

HEAD = r"""
#include "saltus_classic.h"
#include "saltus_compile.h"
#include "saltus_diagram.h"
#include "saltus_estimate.h"
#include "saltus_history.h"
#include "saltus_result.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void eval(const saltus_env *e, int32_t i, int order, double *c)
{
    (void)e, (void)i;
    for (int k = 0; k < order; k++) c[k] = k == 0;
}
static const saltus_variable states[] = {{.name = "x"}, {.name = NULL}};
static const saltus_model model = {.abi = SALTUS_ABI, .name = "m", .states = states, .der = {.eval = eval}};
static void quiet(void *user, const saltus_diag *d) { (void)user, (void)d; }
static void found(void *user, int32_t part, int32_t element, int through) { (void)user, (void)part, (void)element, (void)through; }
static const saltus_set unnamed = {.value = 1};
static const saltus_rule unruled = {.rel = 1};
static const saltus_curve uncurved = {.label = "x"};
static const saltus_note unnoted = {.key = NULL};
static const char *const unmarked = NULL;
static const char text_m[] = "@MODEL@";

static struct {
    saltus_options options; saltus_sim *sim, *sim_out; char text[400]; saltus_stats stats; FILE *file; int32_t vars[4];
    saltus_traj *traj, *traj_out; double poly[8]; const double *polys; saltus_plot plot; saltus_diag diag;
    saltus_compile_options compile; saltus_compiled *compiled, *compiled_out; saltus_compile_stats compile_stats;
    const saltus_cell *cell; size_t size; saltus_message message; saltus_wire wire; saltus_coupled *coupled, *coupled_out;
    saltus_atomic *atomic_out; const char *names[2]; const saltus_atomic *const *atomics; saltus_devs_options devs_options;
    saltus_devs *devs, *devs_out; int number; saltus_snapshot *snapshot, *snapshot_out; saltus_devs_stats devs_stats;
    saltus_diagram_options diagram_options; saltus_diagram *diagram, *diagram_out; saltus_header header;
    saltus_column column; saltus_writer *writer, *writer_out; const char *why; saltus_result *result, *result_out;
    saltus_record record; void *user; saltus_part part; saltus_estimate_options estimate; saltus_error errors[4]; saltus_history *history, *history_out; unsigned char bytes[4];
} g;

static int must(int status, const char *what)
{
    if (status >= 0) return 0;
    fprintf(stderr, "%s: %d\n", what, status);
    exit(2);
}
static void set_up(void)
{
    g.options = saltus_defaults(), g.compile = saltus_compile_defaults(), g.devs_options = saltus_devs_defaults();
    g.diagram_options = saltus_diagram_defaults(), g.options.diag = g.compile.diag = g.devs_options.diag = quiet;
    g.diagram_options.diag = quiet, g.compile.backend = SALTUS_INTERPRETED, g.diagram_options.interpret = 1;
    g.stats.struct_size = sizeof g.stats, g.compile_stats.struct_size = sizeof g.compile_stats;
    g.devs_stats.struct_size = sizeof g.devs_stats, g.plot.struct_size = sizeof g.plot, g.plot.t1 = 1;
    g.file = tmpfile(), g.names[0] = "x", g.diag.text = "text", g.column.name = "x", g.user = &g;
    g.header = (saltus_header){.struct_size = sizeof g.header, .model = "m", .t1 = 1, .columns = &g.column, .n_columns = 1};
    g.estimate = saltus_estimate_defaults(), g.estimate.vars = g.vars, g.estimate.n_vars = 1;
    must(saltus_sim_new(&model, &g.options, &g.sim), "sim");
    must(saltus_traj_new(g.vars, 1, &g.traj), "traj");
    must(saltus_history_new(g.vars, 1, &g.history), "history");
    must(saltus_compile_file("m.mo", &g.compile, &g.compiled), "compile");
    must(saltus_diagram_load("d.json", &g.diagram_options, &g.diagram), "diagram");
    must(saltus_coupled_new("c", &g.coupled), "coupled");
    static const double one[] = {1};
    static const saltus_arg args[] = {{.name = "value", .rows = 1, .cols = 1, .v = one}};
    g.part = (saltus_part){.name = "one", .type = saltus_block("constant"), .args = args, .n_args = 1};
    must(saltus_coupled_add(g.coupled, &g.part), "part");
    must(saltus_devs_new(g.coupled, &g.devs_options, &g.devs), "devs");
    must(saltus_devs_snapshot(g.devs, &g.snapshot), "snapshot");
    g.cell = saltus_devs_cell(g.devs, 0), g.part.name = "two";
    must(saltus_writer_open("a.seg", &g.header, &g.writer), "writer");
    must(saltus_writer_close(g.writer, 1, "ok"), "close");
    must(saltus_writer_open("in.csv", &g.header, &g.writer), "writer");
    must(saltus_writer_segment(g.writer, 0, 0, g.poly, 0), "segment");
    must(saltus_writer_close(g.writer, 1, "ok"), "close");
    must(saltus_writer_open("b.seg", &g.header, &g.writer), "writer");
    must(saltus_result_open("in.csv", &g.result, NULL), "result");
}

static int bad;
static pid_t apart(void)
{
    pid_t pid;
    fflush(NULL);
    pid = fork();
    if (pid == 0 && freopen("/dev/null", "w", stderr) && freopen("/dev/null", "w", stdout)) alarm(20);
    return pid;
}
static void told(pid_t pid, const char *call)
{
    int status;
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    printf("%s: %s %d\n", call, WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : status);
    bad++;
}
#define TRY(call, text) do { pid_t pid = apart(); if (pid == 0) { call; _exit(0); } told(pid, text); } while (0)
#define REFUSED(change, call, text) do { pid_t pid = apart(); if (pid == 0) { change; _exit((call) >= 0); } told(pid, text); } while (0)
"""


def functions(include):
    for path in sorted(include.glob("*.h")):
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S)
        for m in re.finditer(r"SALTUS_API\s+[^;{]*?\b(saltus_\w+)\s*\(", text):
            depth, end = 1, m.end()
            while depth:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            yield m.group(1), split(" ".join(text[m.end():end - 1].split()))


def split(text):
    parts, depth, start = [], 0, 0
    for k, c in enumerate(text + ","):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append(text[start:k].strip())
            start = k + 1
    return [p for p in parts if p and p != "void"]


def kind(parameter):
    if "(*" in parameter:
        return "FOUND"
    return re.sub(r"\b\w+(\[\w*\])?$", "", parameter).strip() if not parameter.endswith("*") else parameter


def value(function, position, parameter, kinds):
    if kinds == "const char *":
        if position == 0 and function in PATHS:
            return f'"{PATHS[function]}"'
        names = {"stage": "flat", "out": "out.csv", "outcome": "ok", "type": "signal", "text": "text"}
        return f'"{names.get(parameter.split()[-1].strip("*"), "x")}"'
    if parameter == "void *traj":
        return "g.traj"
    if kinds not in VALID:
        sys.exit(f"{function}: nothing is known of a parameter '{parameter}' ({kinds}); add it to VALID")
    return VALID[kinds]


def indices(parameter, kinds):
    """Numbers that are no index; a length beside a list is the caller's promise and stays."""
    if parameter.split()[-1] in ("n", "size", "room", "length", "bytes") or parameter.split()[-1].startswith("n_"):
        return []
    return {"int": ["-1", "2000000000"], "int32_t": ["-1", "2000000000"], "size_t": ["7", "SIZE_MAX"], "double": ["NAN"],
            "saltus_kind": ["(saltus_kind)-1", "(saltus_kind)99"], "saltus_status": ["(saltus_status)-99"]}.get(kinds, [])


def main():
    root, library, work = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
    cc = sys.argv[4] if len(sys.argv) > 4 else "cc"
    work.mkdir(parents=True, exist_ok=True)
    lines, count, calls = [HEAD.replace("@MODEL@", MODEL), "int main(void)\n{\n    set_up();\n"], 0, 0
    for name, parameters in functions(root / "include"):
        if name in ("saltus_classic", "saltus_classic_method", "saltus_classic_version"):
            continue  # of the other library; they take no pointer
        kinds = [kind(p) for p in parameters]
        good = [value(name, k, p, kinds[k]) for k, p in enumerate(parameters)]
        pointers = [k for k, t in enumerate(kinds) if "*" in t or t == "FOUND" or t.endswith("_fn")]
        count += 1
        for k in [None] + pointers:
            args = ["NULL" if j == k else v for j, v in enumerate(good)]
            call = f"{name}({', '.join(args)})"
            text = f"{name}({', '.join('NULL' if j == k else p for j, p in enumerate(parameters))})"
            lines.append(f"    TRY((void){call}, \"{text}\");\n")
            calls += 1
        for k, wrong in [(k, w) for k, p in enumerate(parameters) for w in indices(p, kinds[k])]:
            call = f"{name}({', '.join(wrong if j == k else v for j, v in enumerate(good))})"
            lines.append(f"    TRY((void){call}, \"{call.replace(chr(34), chr(39))}\");\n")
            calls += 1
    for change, call in INSIDE:
        text = f"{change}; {call}".replace('"', "'")
        lines.append(f"    REFUSED((void)({change or 0}), {call}, \"{text}\");\n")
        calls += 1
    lines.append("    return bad != 0;\n}\n")
    (work / "nulls.c").write_text("".join(lines))
    (work / "m.mo").write_text(MODEL)
    (work / "d.json").write_text(DIAGRAM)
    subprocess.run([cc, "-std=gnu11", "-g", f"-I{root}/include", "nulls.c", "-o", "nulls", str(library), f"-Wl,-rpath,{library.parent}"],
                   cwd=work, check=True)
    done = subprocess.run(["./nulls"], cwd=work, stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="")
    if count < 100 or done.returncode:
        sys.exit(f"nulls: {done.stdout.count(chr(10))} of {calls} calls of {count} functions went wrong")
    print(f"nulls: {count} functions, {calls} calls, no crash")


main()
