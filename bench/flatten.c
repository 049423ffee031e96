/* SPDX-License-Identifier: MIT */
/* flatten.c - what it costs to have a model as parts and wires:
 *
 *   1  arrays of parts: a ladder of cells, converters on a bus, a plate of bodies, breakers on a line. Nothing but the
 *      sets of connections is looked at one by one, so time and code should hardly grow.
 *   2  the same number of parts with a name each, wired one by one: a ladder, and a random planar network. Time per
 *      part should stay.
 *   3  the C compiler and a run: the ladder as an array and part by part
 *   4  what the library costs a small model
 *
 * Each line is measured in a process of its own: CPU time of each stage, peak memory, the size of what came out.
 * "per part" is the time per part relative to the line before: 0.1 if the whole did not grow, 1 if it is linear, 10
 * if it is quadratic.
 *
 *     bench/flatten [folder of the library [largest number of parts [only this circuit]]]         */
#define _POSIX_C_SOURCE 200809L
#include "emit/code.h"
#include "emit/lower/lower.h"
#include "inst/inst.h"
#include "lang/lex.h"
#include "saltus.h"
#include "saltus_compile.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT = 120 }; /* seconds for one line */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Circuits as text: about n parts, as arrays ---------------------------------------------- */

static void ladder(FILE *f, int n)
{
    fprintf(f,
            "model ladder\n"
            "  import Saltus.Electrical.*;\n"
            "  parameter Integer N = %d;\n"
            "  model Cell\n"
            "    Interfaces.Pin a, b, n;\n"
            "    Resistor r(R = 0.1);\n"
            "    Inductor l(L = 1e-3);\n"
            "    Capacitor c(C = 1e-3);\n"
            "    Conductor leak(G = 1e-3);\n"
            "  equation\n"
            "    connect(a, r.p); connect(r.n, l.p); connect(l.n, b);\n"
            "    connect(b, c.p); connect(c.n, n); connect(b, leak.p); connect(leak.n, n);\n"
            "  end Cell;\n"
            "  Cell cell[N];\n"
            "  ConstantVoltage v(V = 1);\n"
            "  Ground g;\n"
            "equation\n"
            "  connect(v.p, cell[1].a); connect(v.n, g.p);\n"
            "  for k in 1:N - 1 loop connect(cell[k].b, cell[k + 1].a); end for;\n"
            "  for k in 1:N loop connect(cell[k].n, g.p); end for;\n"
            "end ladder;\n",
            n / 4);
}

static void converters(FILE *f, int n)
{
    fprintf(f,
            "model converters\n"
            "  import Saltus.Electrical.*;\n"
            "  parameter Integer N = %d;\n"
            "  model Stage\n"
            "    Interfaces.Pin p, n, out;\n"
            "    Switch s;\n"
            "    Diode d;\n"
            "    Inductor l(L = 1e-4);\n"
            "    Saltus.Blocks.BooleanPulse gate(period = 1e-4);\n"
            "  equation\n"
            "    connect(p, s.p); connect(s.n, l.p); connect(n, d.p); connect(d.n, l.p);\n"
            "    connect(l.n, out); connect(gate.y, s.control);\n"
            "  end Stage;\n"
            "  Stage stage[N](gate(startTime = {1e-4*(k - 1)/N for k in 1:N}));\n"
            "  ConstantVoltage v(V = 24);\n"
            "  Capacitor c(C = 1e-3);\n"
            "  Resistor load(R = 10.0/N);\n"
            "  Ground g;\n"
            "equation\n"
            "  for k in 1:N loop\n"
            "    connect(v.p, stage[k].p); connect(stage[k].n, g.p); connect(stage[k].out, c.p);\n"
            "  end for;\n"
            "  connect(v.n, g.p); connect(c.n, g.p); connect(load.p, c.p); connect(load.n, g.p);\n"
            "end converters;\n",
            n / 4);
}

/* n by n bodies with 3 n^2 parts. */
static void plate(FILE *f, int n)
{
    int side = 2;
    while (3 * (side + 1) * (side + 1) <= n) side++;
    fprintf(f,
            "model plate\n"
            "  import Saltus.Thermal.*;\n"
            "  parameter Integer N = %d;\n"
            "  HeatCapacitor body[N, N](each C = 10);\n"
            "  ThermalConductor h[N, N - 1](each G = 5), w[N - 1, N](each G = 5);\n"
            "  FixedTemperature hot(T = 400);\n"
            "  ThermalConductor into(G = 20);\n"
            "equation\n"
            "  for i in 1:N loop for j in 1:N - 1 loop\n"
            "    connect(body[i, j].port, h[i, j].port_a);\n"
            "    connect(h[i, j].port_b, body[i, j + 1].port);\n"
            "  end for; end for;\n"
            "  for i in 1:N - 1 loop for j in 1:N loop\n"
            "    connect(body[i, j].port, w[i, j].port_a);\n"
            "    connect(w[i, j].port_b, body[i + 1, j].port);\n"
            "  end for; end for;\n"
            "  connect(hot.port, into.port_a); connect(into.port_b, body[1, 1].port);\n"
            "end plate;\n",
            side);
}

static void breakers(FILE *f, int n)
{
    fprintf(f,
            "model breakers\n"
            "  import Saltus.Electrical.*;\n"
            "  parameter Integer N = %d;\n"
            "  model Cell\n"
            "    Interfaces.Pin a, b, n;\n"
            "    Inductor l(L = 1e-4);\n"
            "    Resistor r(R = 0.01);\n"
            "    Breaker br(Itrip = 50, Roff = 1e4);\n"
            "    Resistor load(R = 100);\n"
            "    Capacitor c(C = 1e-4);\n"
            "  equation\n"
            "    connect(a, l.p); connect(l.n, r.p); connect(r.n, b);\n"
            "    connect(b, c.p); connect(c.n, n);\n"
            "    connect(b, br.p); connect(br.n, load.p); connect(load.n, n);\n"
            "  end Cell;\n"
            "  Cell cell[N];\n"
            "  ConstantVoltage v(V = 100);\n"
            "  Ground g;\n"
            "equation\n"
            "  connect(v.p, cell[1].a); connect(v.n, g.p);\n"
            "  for k in 1:N - 1 loop connect(cell[k].b, cell[k + 1].a); end for;\n"
            "  for k in 1:N loop connect(cell[k].n, g.p); end for;\n"
            "end breakers;\n",
            n / 5);
}

/* ---- ... and part by part -------------------------------------------------------------------- */

static void named_ladder(FILE *f, int n)
{
    n /= 4;
    fprintf(f, "model named_ladder\n  import Saltus.Electrical.*;\n"
               "  ConstantVoltage v(V = 1);\n  Ground g;\n");
    for (int k = 1; k <= n; k++)
        fprintf(f,
                "  Resistor r%d(R = 0.1); Inductor l%d(L = 1e-3);\n"
                "  Capacitor c%d(C = 1e-3); Conductor leak%d(G = 1e-3);\n",
                k, k, k, k);
    fprintf(f, "equation\n  connect(v.n, g.p); connect(v.p, r1.p);\n");
    for (int k = 1; k <= n; k++) {
        fprintf(f, "  connect(r%d.n, l%d.p); connect(l%d.n, c%d.p);\n", k, k, k, k);
        fprintf(f, "  connect(c%d.p, leak%d.p); connect(c%d.n, g.p); connect(leak%d.n, g.p);\n", k,
                k, k, k);
        if (k < n) fprintf(f, "  connect(l%d.n, r%d.p);\n", k, k + 1);
    }
    fprintf(f, "end named_ladder;\n");
}

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Nodes on a square lattice: each has a capacitor, a resistor or a source behind a resistor to the ground, called g;
 * two neighbours are joined by a resistor or an inductor, or not at all. */
struct lattice {
    int side, parts;
    uint32_t seed;
    FILE *f, *wires;
};

static void joined(struct lattice *l, int a, int b)
{
    uint32_t kind = next(&l->seed) % 10;
    if (kind >= 9) return;
    if (kind < 5)
        fprintf(l->f, "  Resistor e%d_%d(R = %u);\n", a, b, 1 + next(&l->seed) % 20);
    else
        fprintf(l->f, "  Inductor e%d_%d(L = %u*1e-4);\n", a, b, 1 + next(&l->seed) % 20);
    fprintf(l->wires, "  connect(g%d.p, e%d_%d.p); connect(e%d_%d.n, g%d.p);\n", a, a, b, a, b, b);
    l->parts++;
}

static void node(struct lattice *l, int k)
{
    uint32_t kind = next(&l->seed) % 10, size = 1 + next(&l->seed) % 20;
    if (kind < 6)
        fprintf(l->f, "  Capacitor g%d(C = %u*1e-4);\n", k, size);
    else
        fprintf(l->f, "  Resistor g%d(R = %u);\n", k, size);
    l->parts++;
    if (kind < 9) {
        fprintf(l->wires, "  connect(g%d.n, g.p);\n", k);
        return;
    }
    fprintf(l->f, "  SineVoltage v%d(V = %u, f = 50);\n", k, size);
    fprintf(l->wires, "  connect(g%d.n, v%d.p); connect(v%d.n, g.p);\n", k, k, k);
    l->parts++;
}

static void network(FILE *f, int n)
{
    char *text = NULL;
    size_t size = 0;
    struct lattice l = {.seed = 1, .f = f, .wires = open_memstream(&text, &size)};
    if (!l.wires) exit(1);
    while (3 * (l.side + 1) * (l.side + 1) <= n) l.side++;
    fprintf(f, "model network\n  import Saltus.Electrical.*;\n  Ground g;\n");
    for (int i = 0; i < l.side; i++)
        for (int j = 0; j < l.side; j++) {
            int k = i * l.side + j;
            node(&l, k);
            if (j + 1 < l.side) joined(&l, k, k + 1);
            if (i + 1 < l.side) joined(&l, k, k + l.side);
        }
    fclose(l.wires);
    fprintf(f, "equation\n%send network;\n", text);
    free(text);
}

static const struct circuit {
    const char *name;
    void (*write)(FILE *f, int n);
    bool array;
} circuits[] = {
    {"ladder", ladder, true},
    {"converters", converters, true},
    {"plate", plate, true},
    {"breakers", breakers, true},
    {"named ladder", named_ladder, false},
    {"network", network, false},
};

static char *text_of(const struct circuit *c, int n, size_t *size)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, size);
    if (!f) exit(1);
    c->write(f, n);
    fclose(f);
    return text;
}

/* ---- Stages ------------------------------------------------------------------------------------ */

enum { PARSE, INST, CHECK, EXPAND, GRAPH, LOWER, STAGES };
static const char *const stage_names[STAGES] = {"parse",  "inst",  "check",
                                                "expand", "graph", "lower"};

struct result {
    double took[STAGES];
    long eqs, defs, nodes, code;
    long memory; /* kB, peak of the process */
    bool ok;
};

struct job {
    struct arena arena;
    struct messages messages;
    struct names names;
    struct result *r;
    double start;
};

static void lap(struct job *j, int stage)
{
    double t = seconds();
    j->r->took[stage] = t - j->start;
    j->start = t;
}

static bool front(struct job *j, const char *library, const char *text, size_t size,
                  struct ir_model **out)
{
    struct messages *m = &j->messages;
    int32_t file = source_add(m, "circuit.mo", text, (uint32_t)size);
    struct ast_file *ast = parse_file(m, &j->names, file);
    struct inst_model *inst;
    struct checked *checked;
    struct ir_model *ir;
    lap(j, PARSE);
    if (m->errors) return false;
    inst = inst_model(library_new(m, &j->names, library, ast), ast, NULL);
    lap(j, INST);
    if (!inst || m->errors) return false;
    checked = check_model(m, &j->names, inst, NULL, 0);
    lap(j, CHECK);
    if (!checked || m->errors) return false;
    ir = flat_expand(m, checked);
    lap(j, EXPAND);
    if (!ir || m->errors) return false;
    j->r->eqs = ir->eqs.n;
    if (!flat_events(ir) || m->errors || !graph_solve(ir) || m->errors) return false;
    lap(j, GRAPH);
    *out = ir;
    return true;
}

static bool back(struct job *j, struct ir_model *ir)
{
    struct code_model *code = lower_model(ir);
    char *text = NULL;
    size_t size = 0;
    FILE *out;
    if (!code || j->messages.errors) return false;
    code_share(code);
    out = open_memstream(&text, &size);
    if (!out) return false;
    code_print(out, code);
    fclose(out);
    free(text);
    lap(j, LOWER);
    j->r->code = (long)size;
    j->r->defs = ir->defs.n;
    j->r->nodes = ir->n_nodes;
    return true;
}

static void stages(const char *library, const char *text, size_t size, struct result *r)
{
    struct job j = {.r = r};
    struct ir_model *ir = NULL;
    struct rusage use;
    arena_init(&j.arena, NULL, NULL, (size_t)4 << 30); /* four times what the compiler allows */
    if (setjmp(j.arena.fail)) {
        fprintf(stderr, "out of memory\n");
        return;
    }
    messages_init(&j.messages, &j.arena);
    names_init(&j.names, &j.arena);
    j.start = seconds();
    r->ok = front(&j, library, text, size, &ir) && back(&j, ir);
    messages_print(stderr, &j.messages);
    getrusage(RUSAGE_SELF, &use);
    r->memory = use.ru_maxrss;
    arena_free(&j.arena);
}

/* In a process of its own, which may take LIMIT seconds. */
static struct result apart(const char *library, const char *text, size_t size)
{
    struct result r = {.ok = false};
    int ends[2];
    pid_t child;
    if (pipe(ends) != 0) exit(1);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        alarm(LIMIT);
        stages(library, text, size, &r);
        _exit(write(ends[1], &r, sizeof r) != (ssize_t)sizeof r);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &r, sizeof r) != (ssize_t)sizeof r) r.ok = false;
    close(ends[0]);
    if (child > 0) waitpid(child, NULL, 0);
    return r;
}

/* ---- Tables ------------------------------------------------------------------------------------ */

static double whole(const struct result *r)
{
    double sum = 0;
    for (int k = 0; k < STAGES; k++) sum += r->took[k];
    return sum;
}

static void head(const char *title)
{
    printf("\n%s, CPU ms\n%-12s %7s", title, "circuit", "parts");
    for (int k = 0; k < STAGES; k++) printf(" %7s", stage_names[k]);
    printf(" %8s %8s %7s %7s %8s %9s %6s\n", "all", "per part", "eqs", "defs", "nodes",
           "bytes of C", "MB");
}

static bool line(const struct circuit *c, const char *library, int n, double *before)
{
    size_t size;
    char *text = text_of(c, n, &size);
    struct result r = apart(library, text, size);
    double sum = whole(&r);
    free(text);
    printf("%-12s %7d", c->name, n);
    if (!r.ok) return printf(" failed, or longer than %d s\n", LIMIT), false;
    for (int k = 0; k < STAGES; k++) printf(" %7.1f", 1e3 * r.took[k]);
    printf(" %8.1f ", 1e3 * sum);
    if (*before > 0)
        printf("%8.2f", sum / n / *before);
    else
        printf("%8s", "");
    printf(" %7ld %7ld %8ld %9ld %6.0f\n", r.eqs, r.defs, r.nodes, r.code, (double)r.memory / 1024);
    *before = sum / n;
    return true;
}

static void table(const char *title, bool array, const char *library, int most, const char *only)
{
    head(title);
    for (size_t k = 0; k < sizeof circuits / sizeof circuits[0]; k++) {
        double before = 0;
        if (circuits[k].array != array || (only && strcmp(only, circuits[k].name) != 0)) continue;
        for (int n = 100; n <= most; n *= 10)
            if (!line(&circuits[k], library, n, &before)) break;
    }
}

/* ---- The C compiler and a run ---------------------------------------------------------------- */

static void run(const struct circuit *c, const char *library, int n)
{
    size_t size;
    char *text = text_of(c, n, &size);
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .library = library,
                                .backend = SALTUS_NATIVE};
    saltus_options so = saltus_defaults();
    saltus_compiled *made = NULL;
    saltus_compile_stats st;
    saltus_sim *s = NULL;
    struct stat file;
    double t, load;
    if (saltus_compile_text(c->name, text, size, &o, &made) != SALTUS_OK) exit(1);
    free(text);
    st = saltus_compiled_stats(made);
    if (!st.code || stat(st.code, &file) != 0) file.st_size = 0;
    so.method = "qss2";
    so.rel = so.abs = 1e-3;
    t = seconds();
    if (saltus_sim_new(saltus_compiled_model(made), &so, &s) != SALTUS_OK) exit(1);
    load = seconds() - t;
    t = seconds();
    if (saltus_sim_run(s, 0.1) != SALTUS_OK) exit(1);
    t = seconds() - t;
    printf("%-12s %7d %8.0f ms %8.0f ms %9lld %7.1f ms %9llu %7.0f ns\n", c->name, n, st.front_ms,
           st.native_ms, (long long)file.st_size, 1e3 * load,
           (unsigned long long)saltus_sim_stats(s).steps,
           1e9 * t / (double)saltus_sim_stats(s).steps);
    fflush(stdout);
    saltus_sim_free(s);
    saltus_compiled_free(made);
}

static void runs(const char *library, int most)
{
    printf("\n%-12s %7s %11s %11s %9s %10s %9s %10s\n", "circuit", "parts", "text to C",
           "C compiler", "bytes of C", "load", "steps", "per step");
    for (int n = 100; n <= most; n *= 10) {
        run(&circuits[0], library, n);
        run(&circuits[4], library, n);
    }
}

/* ---- The library ------------------------------------------------------------------------------- */

static void small(const char *library)
{
    static const char text[] =
        "model buck\n"
        "  import Saltus.Electrical.*;\n"
        "  ConstantVoltage source(V = 24); Switch s; Diode d; Inductor l(L = 1e-4);\n"
        "  Capacitor c(C = 1e-4); Resistor load(R = 10); Ground g;\n"
        "  Saltus.Blocks.BooleanPulse gate(period = 1e-4);\n"
        "equation\n"
        "  connect(source.p, s.p); connect(s.n, l.p); connect(d.n, l.p); connect(l.n, c.p);\n"
        "  connect(load.p, c.p); connect(gate.y, s.control); connect(source.n, g.p);\n"
        "  connect(d.p, g.p); connect(c.n, g.p); connect(load.n, g.p);\n"
        "end buck;\n";
    struct result best = {.ok = false};
    double least = 1e9;
    for (int k = 0; k < 5; k++) {
        struct result r = apart(library, text, sizeof text - 1);
        if (!r.ok || whole(&r) > least) continue;
        best = r;
        least = whole(&r);
    }
    printf("\nA buck converter of 8 parts: %.1f ms; to read and instantiate the library %.1f ms\n",
           1e3 * whole(&best), 1e3 * best.took[INST]);
}

int main(int argc, char **argv)
{
    const char *library = argc > 1 ? argv[1] : "models/lib", *only = argc > 3 ? argv[3] : NULL;
    int most = argc > 2 ? atoi(argv[2]) : 100000, named = most < 10000 ? most : 10000;
    char cache[] = "/tmp/saltus-bench-XXXXXX", command[128];
    table("Arrays of parts", true, library, most, only);
    table("Parts with names", false, library, named, only);
    if (only) return 0;
    small(library);
    if (!mkdtemp(cache)) return 1;
    setenv("SALTUS_CACHE", cache, 1);
    runs(library, named);
    snprintf(command, sizeof command, "rm -r %s", cache);
    return system(command) != 0;
}
