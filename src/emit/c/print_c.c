/* SPDX-License-Identifier: MIT */
/* print_c.c - a model as C99 that needs no header and nothing to link but libm.
 *
 * From top to bottom: a comment with counts; the contract (saltus_model.h, as plain structs); what
 * the functions need of libm and of ourselves; constants; functions; dispatchers; tables; the
 * model. Nothing is printed that is not used. The text is the same for the same model, byte for
 * byte: its hash names it in the cache (native.c). */
#include "emit/c/print.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- What is needed -------------------------------------------------------------------------- */

static void need_number(struct printer *p, double v)
{
    p->infinity |= isinf(v);
    p->nan |= isnan(v);
}

static void need_expr(void *user, struct code_expr *x)
{
    struct printer *p = user;
    bool safe = x->b && x->b->op == CODE_INT && x->b->integer != 0 && x->b->integer != -1;
    if (x->op == CODE_REAL) need_number(p, x->number);
    if (x->op == CODE_MATH1 || x->op == CODE_MATH2) p->math[x->integer] = true;
    p->int_div |= x->op == CODE_IDIV && !safe;
    p->int_mod |= x->op == CODE_IMOD && !safe;
    p->to_int |= x->op == CODE_TO_INT;
}

static void need_stmt(void *user, struct code_stmt *s)
{
    struct printer *p = user;
    code_look(s->a, need_expr, p);
    code_look(s->b, need_expr, p);
    p->lines |= s->op == CODE_LINE && s->loc;
}

static void need_function(struct printer *p, const struct code_fn *f)
{
    code_visit(&f->body, need_stmt, p);
    p->rows[f->role] |= f->rows.n > 0;
    p->counted |= f->counted;
    p->lengthy |= code_is_long(f);
    for (int64_t k = 0; k < (int64_t)f->rows.n * f->rows.n_r; k++) need_number(p, f->rows.r[k]);
}

static void need_variables(struct printer *p, const saltus_variable *v, int32_t n)
{
    for (int32_t k = 0; k < n; k++) {
        need_number(p, v[k].start);
        need_number(p, v[k].min);
        need_number(p, v[k].max);
        need_number(p, v[k].nominal);
    }
}

static void need_tables(struct printer *p)
{
    const struct code_model *m = p->m;
    need_variables(p, m->states.at, m->states.n);
    need_variables(p, m->discretes.at, m->discretes.n);
    need_variables(p, m->parameters.at, m->parameters.n);
    need_variables(p, m->outputs.at, m->outputs.n);
    need_variables(p, m->sums.at, m->sums.n);
    need_variables(p, m->delays.at, m->delays.n);
    need_number(p, m->experiment.start);
    need_number(p, m->experiment.stop);
    for (int32_t k = 0; k < m->programs.real.n; k++) need_number(p, m->programs.real.at[k]);
    for (int32_t t = 0; t < m->tables.n; t++) {
        for (int32_t k = 0; k < m->tables.at[t].n; k++) need_number(p, m->tables.at[t].at[k]);
    }
}

static bool needs_bisection(const struct code_kind *k)
{
    return k->groups.n > 8 && (int64_t)k->count > (int64_t)4 * k->groups.n + 64;
}

static void need_dispatch(struct printer *p)
{
    struct code_kind_name kinds[CODE_KINDS];
    code_kinds(p->m, kinds);
    p->find = p->m->sums.n > 1 || needs_bisection(&p->m->clock);
    for (int k = 0; k < CODE_KINDS; k++) p->find |= needs_bisection(kinds[k].kind);
}

static void list_functions(struct printer *p)
{
    static const char *const prefixes[] = {
        [CODE_EVAL] = "eval_",   [CODE_FLAT] = "flat_",     [CODE_PARTIAL] = "partial_",
        [CODE_READS] = "reads_", [CODE_NEXT] = "next_",     [CODE_HANDLE] = "on_",
        [CODE_START] = "start_", [CODE_RESIDUAL] = "loop_", [CODE_JACOBIAN] = "loop_",
        [CODE_USER] = "fn_"};
    p->functions = ARENA_ARRAY(p->m->arena, struct code_fn *, p->m->functions.n + 1);
    for (int32_t k = 0; k < p->m->functions.n; k++) {
        struct code_fn *f = p->m->functions.at[k];
        if (f->used) p->functions[f->number] = f;
        p->n_functions += f->used;
    }
    for (int32_t k = 0; k < p->n_functions; k++) {
        struct code_fn *f = p->functions[k];
        f->c_name = code_name(p, &p->globals, prefixes[f->role], f->name);
        need_function(p, f);
    }
}

/* ---- Functions ------------------------------------------------------------------------------- */

static void print_functions(struct printer *p)
{
    int users = 0;
    for (int32_t k = 0; k < p->n_functions; k++) {
        if (p->functions[k]->role != CODE_USER && !p->functions[k]->called) continue;
        code_print_prototype(p, p->functions[k]);
        users++;
    }
    if (users) code_say_text(p, "\n");
    for (int pass = 0; pass < 2; pass++) { /* those of the user first */
        for (int32_t k = 0; k < p->n_functions; k++) {
            struct code_fn *f = p->functions[k];
            if ((f->role == CODE_USER) != (pass == 0)) continue;
            code_print_rows(p, f);
            code_print_fn(p, f);
        }
    }
}

/* ---- The model ------------------------------------------------------------------------------- */

static void print_tables(struct printer *p)
{
    const struct code_model *m = p->m;
    code_print_variables(p, "states", m->states.at, m->states.n);
    code_print_variables(p, "discretes", m->discretes.at, m->discretes.n);
    code_print_variables(p, "parameters", m->parameters.at, m->parameters.n);
    code_print_variables(p, "outputs", m->outputs.at, m->outputs.n);
    code_print_variables(p, "sums", m->sums.at, m->sums.n);
    code_print_variables(p, "delays", m->delays.at, m->delays.n);
    code_print_guards(p, "guards", m->guards.at, m->guards.n);
    code_print_guards(p, "clocks", m->clocks.at, m->clocks.n);
    code_print_experiment(p);
    code_print_loops(p);
}

static void say_member(struct printer *p, bool present, const char *member, const char *value)
{
    if (present) code_say(p, "    .%s = %s,\n", member, value);
}

static void say_real(struct printer *p, const char *name, double v)
{
    if (v == 0) return;
    code_say(p, "        .%s = ", name);
    code_say_real(p, v);
    code_say_text(p, ",\n");
}

static void say_text(struct printer *p, const char *name, const char *text)
{
    if (!text) return;
    code_say(p, "        .%s = ", name);
    code_say_string(p, text);
    code_say_text(p, ",\n");
}

static void say_experiment(struct printer *p, const saltus_experiment *x)
{
    bool numbers = x->start != 0 || x->stop != 0 || x->rel != 0 || x->abs != 0 || x->interval != 0;
    if (!numbers && !x->method && !x->text && !x->rules && !x->watch) return;
    code_say_text(p, "    .experiment = {\n");
    say_text(p, "method", x->method);
    say_text(p, "text", x->text);
    say_real(p, "start", x->start);
    say_real(p, "stop", x->stop);
    say_real(p, "rel", x->rel);
    say_real(p, "abs", x->abs);
    say_real(p, "interval", x->interval);
    if (x->rules) code_say_text(p, "        .rules = rules,\n");
    if (x->watch) code_say_text(p, "        .watch = watch,\n");
    code_say_text(p, "    },\n");
}

static void say_function(struct printer *p, const char *name, const struct code_kind *k)
{
    if (!k->groups.n) return;
    code_say(p, "    .%s = {%s_eval, ", name, name);
    if (code_has_partial(k))
        code_say(p, "%s_partial, ", name);
    else
        code_say_text(p, "0, ");
    if (code_has_reads(k))
        code_say(p, "%s_reads, ", name);
    else
        code_say_text(p, "0, ");
    if (code_has_affine(k))
        code_say(p, "%s_affine},\n", name);
    else
        code_say_text(p, "0},\n");
}

static void say_events(struct printer *p)
{
    const struct code_model *m = p->m;
    bool handles = code_has_handle(&m->guard) || code_has_handle(&m->clock) || m->end;
    bool writes = code_has_writes(&m->guard) || code_has_writes(&m->clock);
    say_member(p, m->start, "start", m->start ? m->start->c_name : NULL);
    say_member(p, m->clock.groups.n, "next", "clock_next");
    say_member(p, m->clock.groups.n, "clock_reads", "clock_reads");
    say_member(p, handles, "handle", "handle");
    say_member(p, writes, "handler_writes", "handler_writes");
    say_member(p, code_has_formula(&m->guard), "formula", "formula");
    say_member(p, m->sums.n, "terms", "terms");
    say_member(p, m->lag, "lag", "lag");
}

static void print_model(struct printer *p)
{
    const struct code_model *m = p->m;
    struct code_kind_name kinds[CODE_KINDS];
    code_say(p,
             "\nconst saltus_model saltus_model_table = {\n"
             "    .abi = %uULL << 48 | %uULL << 32 | sizeof(saltus_model),\n    .name = ",
             SALTUS_ABI_MAJOR, SALTUS_ABI_MINOR);
    code_say_string(p, m->name);
    code_say_text(p, ",\n");
    say_member(p, m->states.n, "states", "states");
    say_member(p, m->discretes.n, "discretes", "discretes");
    say_member(p, m->parameters.n, "parameters", "parameters");
    say_member(p, m->outputs.n, "outputs", "outputs");
    say_member(p, m->guards.n, "guards", "guards");
    say_member(p, m->clocks.n, "clocks", "clocks");
    say_experiment(p, &m->experiment);
    code_kinds(m, kinds);
    for (int k = 0; k < CODE_KINDS; k++) say_function(p, kinds[k].name, kinds[k].kind);
    say_member(p, code_has_flat(&m->der), "derivatives", "derivatives");
    say_member(p, code_has_degree(&m->der), "degree", "der_degree");
    say_events(p);
    say_member(p, m->sums.n, "sums", "sums");
    say_member(p, m->delays.n, "delays", "delays");
    say_member(p, m->loops.n, "loops", "loops");
    say_member(p, code_has_range(m), "range", "range");
    if (m->angle.count) code_say(p, "    .angles = %" PRId32 ",\n", m->angle.count);
    say_member(p, m->angle.count, "waves", "waves");
    say_member(p, m->angle.count, "by_wave", "by_wave");
    code_say_text(p, "    .where = where,\n};\n");
}

void code_print(FILE *out, const struct code_model *m)
{
    struct printer p = {.out = out, .m = m};
    p.file = arena_format(m->arena, "%s.c", m->name);
    code_prepare(m);
    list_functions(&p);
    need_tables(&p);
    need_dispatch(&p);
    code_print_head(&p);
    code_print_constants(&p);
    print_functions(&p);
    code_print_dispatch(&p);
    print_tables(&p);
    print_model(&p);
    code_flush(&p);
}
