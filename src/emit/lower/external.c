/* SPDX-License-Identifier: MIT */
/* external.c - functions in C: the text that is compiled with the model.
 *
 * For each there is a function of the same form, whatever the C function takes:
 *
 *     void saltus_external_3(long long order, double *const *arg)
 *
 * arg[k] is the k-th of the inputs and outputs. A Real has SALTUS_SERIES coefficients for each
 * element, of which `order` count; an Integer or Boolean has its value, as a double. The text is
 * the same for native and interpreted models and is compiled with the same options, so that both
 * compute the same bits.
 *
 * The first coefficient of an output is what the C function gives for the first ones of the inputs.
 * Of the others nothing is known. They are differences along the curve u(s) = u0 + u1 s + ...:
 *
 *     y'     = (8 (y(h) - y(-h)) - (y(2h) - y(-2h))) / 12 h                          and so on
 *
 * The right h is not known either. Steps from one that changes an argument by a tenth of its size
 * (or of 1) down to 1e-14 of that are tried, each a quarter of the one before. A coefficient is
 * taken from the step at which it differs least from that of the next smaller one, in relation to
 * its size; what is below the rounding errors of y counts as 0. */
#include "emit/lower/lower.h"
#include "flat/ir/ir.h"

#include <stdarg.h>
#include <string.h>

static const char head[] = "/* Functions in C of a model, and how the model calls them. */\n"
                           "#define _GNU_SOURCE\n"
                           "#include <float.h>\n"
                           "#include <limits.h>\n"
                           "#include <math.h>\n"
                           "#include <stdlib.h>\n"
                           "\n"
                           "static int saltus_int(double x)\n"
                           "{\n"
                           "    return x > INT_MAX ? INT_MAX : x < INT_MIN ? INT_MIN : (int)x;\n"
                           "}\n"
                           "\n";

static const char driver[] =
    "typedef void saltus_point(double *const *arg);\n"
    "struct saltus_port { int series, output; long count; };\n"
    "enum { SALTUS_SERIES = 5, SALTUS_STEPS = 24 };\n"
    "\n"
    "/* The inputs at time s, the outputs there. */\n"
    "static void saltus_at(saltus_point *f, const struct saltus_port *p, int n, int order,\n"
    "                      double *const *arg, double s, double *const *to)\n"
    "{\n"
    "    for (int k = 0; k < n; k++)\n"
    "        for (long i = 0; i < p[k].count; i++) {\n"
    "            const double *c = arg[k] + (p[k].series ? SALTUS_SERIES * i : i);\n"
    "            double x = p[k].output ? 0 : c[0];\n"
    "            if (p[k].series && !p[k].output) {\n"
    "                x = c[order - 1];\n"
    "                for (int j = order - 2; j >= 0; j--) x = x * s + c[j];\n"
    "            }\n"
    "            to[k][i] = x;\n"
    "        }\n"
    "    f(to);\n"
    "}\n"
    "\n"
    "/* A step that changes an argument by a tenth of its size; 0: none changes. */\n"
    "static double saltus_first_step(const struct saltus_port *p, int n, int order,\n"
    "                                double *const *arg)\n"
    "{\n"
    "    double rate = 0;\n"
    "    for (int k = 0; k < n; k++)\n"
    "        for (long i = 0; i < p[k].count && p[k].series && !p[k].output; i++) {\n"
    "            const double *c = arg[k] + SALTUS_SERIES * i;\n"
    "            double size = fabs(c[0]) > 1 ? fabs(c[0]) : 1;\n"
    "            for (int j = 1; j < order; j++) {\n"
    "                double r = c[j] == 0 ? 0 : exp(log(fabs(c[j]) / size) / j);\n"
    "                if (r > rate) rate = r;\n"
    "            }\n"
    "        }\n"
    "    return rate > 0 ? 0.1 / rate : 0;\n"
    "}\n"
    "\n"
    "/* Coefficients 1 to 4 from the values at -2h, -h, 0, h, 2h; noise: what rounding makes. */\n"
    "static void saltus_differences(const double y[5], double h, double c[5], double noise[5])\n"
    "{\n"
    "    double most = 0, power = 1;\n"
    "    for (int k = 0; k < 5; k++)\n"
    "        if (!(fabs(y[k]) <= most)) most = fabs(y[k]);\n"
    "    c[1] = (8 * (y[3] - y[1]) - (y[4] - y[0])) / (12 * h);\n"
    "    c[2] = (16 * (y[3] + y[1]) - (y[4] + y[0]) - 30 * y[2]) / (24 * h * h);\n"
    "    c[3] = ((y[4] - y[0]) - 2 * (y[3] - y[1])) / (12 * h * h * h);\n"
    "    c[4] = ((y[4] + y[0]) - 4 * (y[3] + y[1]) + 6 * y[2]) / (24 * h * h * h * h);\n"
    "    for (int k = 1; k < 5; k++) {\n"
    "        power *= h;\n"
    "        noise[k] = 8 * DBL_EPSILON * most / power;\n"
    "        if (fabs(c[k]) <= noise[k]) c[k] = 0;\n"
    "    }\n"
    "}\n"
    "\n";

static const char along[] =
    "static void saltus_along(saltus_point *f, const struct saltus_port *p, int n, long long "
    "given,\n"
    "                         double *const *arg)\n"
    "{\n"
    "    int order = given < SALTUS_SERIES ? (int)given : SALTUS_SERIES;\n"
    "    double h = order > 1 ? saltus_first_step(p, n, order, arg) : 0;\n"
    "    long all = 1, outputs = 0, at;\n"
    "    double *room, *to[5][64], *last, *best, y[5], c[5] = {0}, noise[5] = {0};\n"
    "    for (int k = 0; k < n; k++) {\n"
    "        all += p[k].count;\n"
    "        if (p[k].series && p[k].output) outputs += p[k].count;\n"
    "    }\n"
    "    room = malloc(sizeof *room * (size_t)(5 * all + 10 * outputs + 1));\n"
    "    if (!room) abort();\n"
    "    for (int j = 0, next = 0; j < 5; j++)\n"
    "        for (int k = 0; k < n; k++) to[j][k] = room + next, next += p[k].count;\n"
    "    last = room + 5 * all;\n"
    "    best = last + 5 * outputs;\n"
    "    saltus_at(f, p, n, order, arg, 0, to[2]);\n"
    "    at = 0;\n"
    "    for (int k = 0; k < n; k++)\n"
    "        for (long i = 0; i < p[k].count && p[k].output; i++) {\n"
    "            double *c0 = arg[k] + (p[k].series ? SALTUS_SERIES * i : i);\n"
    "            c0[0] = to[2][k][i];\n"
    "            for (int j = 1; p[k].series && j < order; j++) {\n"
    "                c0[j] = 0;\n"
    "                last[5 * at + j] = NAN;\n"
    "                best[5 * at + j] = 2;\n"
    "            }\n"
    "            if (p[k].series) at++;\n"
    "        }\n"
    "    for (int step = 0; h > 0 && step <= SALTUS_STEPS; step++, h /= 4) {\n"
    "        int worse = step > 3;\n"
    "        for (int j = 0; j < 5; j++)\n"
    "            if (j != 2) saltus_at(f, p, n, order, arg, (j - 2) * h, to[j]);\n"
    "        at = 0;\n"
    "        for (int k = 0; k < n; k++)\n"
    "            for (long i = 0; i < p[k].count && p[k].series && p[k].output; i++, at++) {\n"
    "                for (int j = 0; j < 5; j++) y[j] = to[j][k][i];\n"
    "                saltus_differences(y, h, c, noise);\n"
    "                for (int j = 1; j < order; j++) {\n"
    "                    double old = last[5 * at + j], error, size;\n"
    "                    last[5 * at + j] = c[j];\n"
    "                    size = fabs(c[j]) > fabs(old) ? fabs(c[j]) : fabs(old);\n"
    "                    error = (fabs(c[j] - old) + noise[j]) / (size + noise[j]);\n"
    "                    if (c[j] == 0 && old == 0) error = best[5 * at + j] < 2 ? 1 : 0;\n"
    "                    if (error < best[5 * at + j] / 2) {\n"
    "                        best[5 * at + j] = error;\n"
    "                        arg[k][SALTUS_SERIES * i + j] = c[j];\n"
    "                    } else if (!(best[5 * at + j] < 1e-3 && error > 100 * best[5 * at + j])) "
    "{\n"
    "                        worse = 0;\n"
    "                    }\n"
    "                }\n"
    "            }\n"
    "        if (worse) break;\n"
    "    }\n"
    "    at = 0;\n"
    "    for (int k = 0; k < n; k++)\n"
    "        for (long i = 0; i < p[k].count && p[k].series && p[k].output; i++, at++)\n"
    "            for (int j = 1; j < order && h > 0; j++)\n"
    "                if (best[5 * at + j] == 2 && !(fabs(last[5 * at + j]) <= DBL_MAX))\n"
    "                    arg[k][SALTUS_SERIES * i + j] = NAN;\n"
    "    free(room);\n"
    "}\n";

/* ---- The call -------------------------------------------------------------------------------- */

static void say(struct lower *l, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static void say(struct lower *l, const char *format, ...)
{
    struct code_external *x = &l->code->external;
    va_list list;
    va_start(list, format);
    x->text = arena_format(l->arena, "%s%s", x->text, arena_formatv(l->arena, format, list));
    va_end(list);
}

static void say_text(struct lower *l, const char *text)
{
    struct code_external *x = &l->code->external;
    x->text = arena_format(l->arena, "%s%s", x->text, text);
}

static const char *quoted(struct lower *l, const char *s)
{
    const char *out = "\"";
    for (; *s; s++) {
        bool plain = (*s >= '0' && *s <= '9') || (*s >= 'a' && *s <= 'z') ||
                     (*s >= 'A' && *s <= 'Z') || strchr(" _-+.,:;/()[]'", *s);
        out = arena_format(l->arena, plain ? "%s%c" : "%s\\%03o", out, (unsigned char)*s);
    }
    return arena_format(l->arena, "%s\"", out);
}

static int32_t port_of(const struct ir_fn *fn, const struct ir_var *v)
{
    for (int32_t k = 0; k < fn->n_inputs + fn->n_outputs; k++)
        if (fn->locals.at[k] == v) return k;
    return -1;
}

static int32_t local_of(const struct ir_fn *fn, const struct ir_var *v)
{
    int32_t k = 0;
    while (k < fn->locals.n && fn->locals.at[k] != v) k++;
    return k;
}

static bool by_value(const struct ir_fn *fn, const struct ir_var *v)
{
    int32_t k = port_of(fn, v);
    return v->rank == 0 && k >= 0 && k < fn->n_inputs;
}

/* Integers that are passed by reference, and workspace, are variables here. */
static bool is_copied(const struct ir_fn *fn, const struct ir_var *v)
{
    return port_of(fn, v) < 0 || (v->type != IR_R && !by_value(fn, v));
}

static void say_argument(struct lower *l, const struct ir_fn *fn, const struct ir_external_arg *a)
{
    int32_t k = a->var ? local_of(fn, a->var) : 0;
    if (a->kind == EXTERNAL_NUMBER)
        say(l, "%.17g%s", a->number,
            strpbrk(arena_format(l->arena, "%.17g", a->number), ".en") ? "" : ".0");
    else if (a->kind == EXTERNAL_WHOLE)
        say(l, "%.0f", a->number);
    else if (a->kind == EXTERNAL_TEXT)
        say_text(l, quoted(l, a->text));
    else if (is_copied(fn, a->var))
        say(l, "v%d", (int)k);
    else if (!by_value(fn, a->var))
        say(l, "a[%d]", (int)k);
    else
        say(l, a->var->type == IR_R ? "a[%d][0]" : "saltus_int(a[%d][0])", (int)k);
}

static void say_type(struct lower *l, const struct ir_fn *fn, const struct ir_external_arg *a)
{
    const char *type = a->var && a->var->type == IR_R ? "double" : "int";
    if (a->kind == EXTERNAL_NUMBER)
        say_text(l, "double");
    else if (a->kind == EXTERNAL_WHOLE)
        say_text(l, "int");
    else if (a->kind == EXTERNAL_TEXT)
        say_text(l, "const char *");
    else
        say(l, "%s%s", type, by_value(fn, a->var) ? "" : " *");
}

static void say_prototype(struct lower *l, const struct ir_fn *fn)
{
    const struct ir_external *x = fn->external;
    say(l, "extern %s %s(",
        !x->result                ? "void"
        : x->result->type == IR_R ? "double"
                                  : "int",
        x->name);
    for (int32_t k = 0; k < x->n; k++) {
        if (k) say_text(l, ", ");
        say_type(l, fn, &x->args[k]);
    }
    say_text(l, x->n ? ");\n" : "void);\n");
}

static void say_copies(struct lower *l, const struct ir_fn *fn, bool back)
{
    for (int32_t k = 0; k < fn->locals.n; k++) {
        const struct ir_var *v = fn->locals.at[k];
        int32_t port = port_of(fn, v), n = v->count > 0 ? v->count : 1;
        bool output = port >= fn->n_inputs;
        if (!is_copied(fn, v) || (back && !output)) continue;
        if (!back) say(l, "    %s v%d[%d] = {0};\n", v->type == IR_R ? "double" : "int", (int)k, n);
        if (port < 0 || v->count == 0) continue;
        say(l, "    for (int i = 0; i < %d; i++) ", v->count);
        if (back)
            say(l, "a[%d][i] = v%d[i]%s;\n", (int)k, (int)k, v->type == IR_B ? " != 0" : "");
        else
            say(l, "v%d[i] = saltus_int(a[%d][i]);\n", (int)k, (int)k);
    }
}

/* The C function at values. */
static void say_point(struct lower *l, const struct ir_fn *fn, int32_t number)
{
    const struct ir_external *x = fn->external;
    say(l, "static void saltus_point_%d(double *const *a)\n{\n", (int)number);
    say_copies(l, fn, false);
    say_text(l, "    ");
    if (x->result && is_copied(fn, x->result)) say(l, "v%d[0] = ", (int)local_of(fn, x->result));
    if (x->result && !is_copied(fn, x->result)) say(l, "a[%d][0] = ", (int)local_of(fn, x->result));
    say(l, "%s(", x->name);
    for (int32_t k = 0; k < x->n; k++) {
        if (k) say_text(l, ", ");
        say_argument(l, fn, &x->args[k]);
    }
    say_text(l, ");\n");
    say_copies(l, fn, true);
    say_text(l, "    (void)a;\n}\n\n");
}

static void say_series(struct lower *l, const struct ir_fn *fn, int32_t number)
{
    int32_t n = fn->n_inputs + fn->n_outputs;
    say(l, "void saltus_external_%d(long long order, double *const *arg)\n{\n", (int)number);
    say_text(l, "    static const struct saltus_port p[] = {");
    for (int32_t k = 0; k < n; k++)
        say(l, "%s{%d, %d, %d}", k ? ", " : "", fn->locals.at[k]->type == IR_R, k >= fn->n_inputs,
            fn->locals.at[k]->count);
    say(l, "};\n    saltus_along(saltus_point_%d, p, %d, order, arg);\n}\n\n", (int)number, (int)n);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void add_word(struct lower *l, const char *option, const char *value)
{
    struct code_external *x = &l->code->external;
    const char *word = arena_format(l->arena, "%s%s", option, value);
    for (int32_t k = 0; k < x->words.n; k++)
        if (strcmp(x->words.at[k], word) == 0) return;
    VEC_ADD(l->arena, &x->words, word);
}

static void say_include(struct lower *l, const char *text)
{
    struct code_external *x = &l->code->external;
    for (int32_t k = 0; k < x->included.n; k++)
        if (strcmp(x->included.at[k], text) == 0) return;
    VEC_ADD(l->arena, &x->included, text);
    say_text(l, text);
    say_text(l, "\n");
}

static void files(struct lower *l, const struct ir_external *x)
{
    for (int32_t k = 0; k < x->include_folder.n; k++) add_word(l, "-I", x->include_folder.at[k]);
    for (int32_t k = 0; k < x->library_folder.n; k++) {
        add_word(l, "-L", x->library_folder.at[k]);
        add_word(l, "-Wl,-rpath,", x->library_folder.at[k]);
    }
    for (int32_t k = 0; k < x->library.n; k++) add_word(l, "-l", x->library.at[k]);
    for (int32_t k = 0; k < x->include.n; k++) say_include(l, x->include.at[k]);
    if (x->include.n || x->library.n) l->code->external.fresh = true;
}

int32_t lower_external(struct lower *l, const struct ir_fn *fn)
{
    struct code_external *x = &l->code->external;
    int32_t number = x->n++;
    const char *name = arena_format(l->arena, "external function '%s'", fn->name);
    if (fn->n_inputs + fn->n_outputs > 64)
        error_at(l->m->messages, fn->external->at,
                 "an external function has at most 64 inputs and outputs");
    if (number == 0) x->text = arena_format(l->arena, "%s%s%s", head, driver, along);
    VEC_ADD(l->arena, &x->names, ((struct code_external_name){name, fn->external->at}));
    say(l, "\n#line 1 %s\n", quoted(l, name));
    files(l, fn->external);
    if (fn->external->include.n == 0) say_prototype(l, fn);
    say(l, "#line 1 %s\n", quoted(l, arena_format(l->arena, "the call of %s", name)));
    say_point(l, fn, number);
    say_series(l, fn, number);
    return number;
}
