/* SPDX-License-Identifier: MIT */
/* test_sides.c - conditions and assertions with a side as functions of the contract, from both back ends. */
#include "saltus_compile.h"
#include "saltus_model.h"
#include "testing.h"
#include <math.h>

enum { MOST = 64, STRIDE = 5 };

struct world {
    saltus_compiled *c;
    const saltus_model *m;
    double q[MOST * STRIDE], x[MOST], p[MOST], d[MOST], pre[MOST];
    unsigned char given[MOST];
    int n;        /* states                                                         */
    int assigned; /* discretes, by the last handler                                 */
    saltus_env env;
    const char *fault;
    uint32_t line; /* of the fault */
};

static struct world *world_of(const saltus_env *e)
{
    return (struct world *)(uintptr_t)((const char *)e - offsetof(struct world, env));
}

static void on_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct world *w = world_of(e);
    if (!w->fault) w->line = at ? at->line : 0;
    if (!w->fault) w->fault = text;
}

static int elements(const int32_t *size)
{
    int n = 1;
    for (int k = 0; k < SALTUS_RANK && size[k]; k++) n *= size[k];
    return n;
}

static int load_table(const saltus_variable *v, double *to)
{
    int n = 0;
    for (; v && v->name; v++)
        for (int k = elements(v->size); k > 0; k--) to[n++] = v->start;
    return n;
}

/* Compiled, started, signals constant at the start values. */
static void world_open(struct world *w, const char *text, saltus_backend backend)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options), .backend = backend};
    memset(w, 0, sizeof *w);
    if (saltus_compile_text("test.mo", text, strlen(text), &o, &w->c)) FAIL("not compiled");
    w->m = saltus_compiled_model(w->c);
    w->n = load_table(w->m->states, w->x);
    load_table(w->m->discretes, w->d);
    load_table(w->m->parameters, w->p);
    w->env = (saltus_env){.q = w->q,
                          .stride = STRIDE,
                          .width = 2,
                          .d = w->d,
                          .p = w->p,
                          .model = w->m,
                          .fault = on_fault};
    if (w->m->start) w->m->start(&w->env, w->given, w->p, w->x, w->d);
    for (int k = 0; k < w->n; k++) w->q[k * STRIDE + 1] = w->x[k];
    memcpy(w->pre, w->d, sizeof w->pre);
}

/* The number of the first guard of this name and side, and its table entry. */
static int32_t guard_of(const struct world *w, const char *name, saltus_side side)
{
    int32_t first = 0;
    for (const saltus_guard *g = w->m->guards; g->name; first += elements(g->size), g++)
        if (strcmp(g->name, name) == 0 && g->side == side) return first;
    FAIL("no guard '%s' of side %d", name, (int)side);
    return 0;
}

static int32_t all_guards(const struct world *w)
{
    int32_t n = 0;
    for (const saltus_guard *g = w->m->guards; g->name; g++) n += elements(g->size);
    return n;
}

static double value(const struct world *w, int32_t k)
{
    double c[SALTUS_SERIES];
    w->m->guard.eval(&w->env, k, 1, c);
    return c[0];
}

static void set(struct world *w, int state, double x, double slope)
{
    w->q[state * STRIDE + 1] = x;
    w->q[state * STRIDE + 2] = slope;
}

/* ---- Events -------------------------------------------------------------------------------------- */

static double call_state(const saltus_event *ev, int32_t i)
{
    return world_of(ev->env)->q[i * STRIDE + 1];
}
static void call_assign(saltus_event *ev, int32_t k, double v)
{
    struct world *w = world_of(ev->env);
    w->assigned += w->d[k] != v;
    w->d[k] = v;
}
static void call_reinit(saltus_event *ev, int32_t i, double v)
{
    world_of(ev->env)->x[i] = v;
}
static void call_text(saltus_event *ev, const char *text)
{
    (void)ev, (void)text;
}
static void call_advance(saltus_event *ev)
{
    struct world *w = world_of(ev->env);
    memcpy(w->pre, w->d, sizeof w->pre);
}

static void fire(struct world *w, int32_t k, int direction)
{
    saltus_event ev = {.env = &w->env,
                       .pre = w->pre,
                       .cause = SALTUS_GUARD,
                       .index = k,
                       .direction = direction,
                       .state = call_state,
                       .assign = call_assign,
                       .reinit = call_reinit,
                       .message = call_text,
                       .terminate = call_text,
                       .advance = call_advance};
    w->assigned = 0;
    w->m->handle(&ev);
    memcpy(w->pre, w->d, sizeof w->pre);
}

/* ---- Formulas ------------------------------------------------------------------------------------- */

static const char crowd[] =
    "model crowd\n"
    "  parameter Real c = 2;\n"
    "  Real x[3](each start = 1, each fixed = true), v(start = 0, fixed = true);\n"
    "  Integer n[3](each start = 0, each fixed = true);\n"
    "  Boolean on(start = true, fixed = true);\n"
    "  Real y = if v > c then 1 else 0;\n"
    "equation\n"
    "  der(v) = 1;\n"
    "  when v > 7 then on = false; end when;\n"
    "  for i in 1:3 loop\n"
    "    der(x[i]) = -i;\n"
    "    when x[i] <= 0 and (v > c or not on) then n[i] = pre(n[i]) + 1; end when\n"
    "      annotation(__Saltus_unilateral = true);\n"
    "    assert(x[i] > -20 and v < 9, \"far out\") annotation(__Saltus_unilateral = true);\n"
    "  end for;\n"
    "end crowd;\n";

/* The formula by its parts, as the contract defines it. */
static double by_parts(const struct world *w, int32_t k)
{
    int32_t code[SALTUS_FORMULA];
    double stack[SALTUS_FORMULA];
    int n = w->m->formula(&w->env, k, code), top = 0;
    for (int j = 0; j < n; j++) {
        if (code[j] >= 0) {
            stack[top++] = value(w, code[j]);
            continue;
        }
        top--;
        stack[top - 1] = code[j] == SALTUS_AND ? fmin(stack[top - 1], stack[top])
                                               : fmax(stack[top - 1], stack[top]);
    }
    CHECK_EQ_INT(top, n ? 1 : 0);
    return n ? stack[0] : value(w, k);
}

static void check_crowd(saltus_backend backend)
{
    static const char name[] = "x[i] <= 0 and (v > c or not on)";
    struct world w;
    int32_t code[SALTUS_FORMULA], k, out;
    world_open(&w, crowd, backend);
    CHECK(w.m->formula);
    k = guard_of(&w, name, SALTUS_UNILATERAL);
    out = guard_of(&w, "x[i] > -20 and v < 9", SALTUS_UNILATERAL);
    for (int32_t i = 0; i < 3; i++) {
        CHECK_EQ_INT(w.m->formula(&w.env, k + i, code), 5);
        CHECK_EQ_INT(code[0], guard_of(&w, "x[i] <= 0", SALTUS_PART) + i);
        CHECK_EQ_INT(code[1], guard_of(&w, "v > c", SALTUS_PART) + i);
        CHECK_EQ_INT(code[2], guard_of(&w, "not on", SALTUS_PART) + i);
        CHECK(code[3] == SALTUS_OR && code[4] == SALTUS_AND);
        CHECK_EQ_INT(w.m->formula(&w.env, out + i, code), 3);
        CHECK_EQ_INT(code[2], SALTUS_OR); /* violated by either */
    }
    CHECK_EQ_INT(w.m->formula(&w.env, guard_of(&w, "v > c", SALTUS_BILATERAL), code), 0);
    for (int round = 0; round < 200; round++) {
        for (int s = 0; s < 4; s++) set(&w, s, (double)((round * 7 + s * 13) % 23) - 11, 0);
        w.d[3] = round % 2;
        for (int32_t g = 0; g < all_guards(&w); g++) CHECK(value(&w, g) == by_parts(&w, g));
    }
    saltus_compiled_free(w.c);
}

TEST(formulas_of_the_interpreter)
{
    check_crowd(SALTUS_INTERPRETED);
}

TEST(formulas_of_native_code)
{
    check_crowd(SALTUS_NATIVE);
}

TEST(home_is_negative_and_the_series_is_that_of_the_active_part)
{
    struct world w;
    double c[SALTUS_SERIES];
    int32_t k;
    world_open(&w, crowd, SALTUS_INTERPRETED);
    k = guard_of(&w, "x[i] <= 0 and (v > c or not on)", SALTUS_UNILATERAL);
    set(&w, 0, 1, -3);
    set(&w, 3, 5, 2);
    w.m->guard.eval(&w.env, k, 2, c);
    CHECK(c[0] == -1 && c[1] == 3); /* -x[1] */
    set(&w, 0, -4, -3);
    w.m->guard.eval(&w.env, k, 2, c);
    CHECK(c[0] == 3 && c[1] == 2); /* v - c */
    saltus_compiled_free(w.c);
}

/* ---- Handlers ------------------------------------------------------------------------------------- */

static int discrete_of(const struct world *w, const char *name)
{
    int first = 0;
    for (const saltus_variable *v = w->m->discretes; v->name; first += elements(v->size), v++)
        if (strcmp(v->name, name) == 0) return first;
    FAIL("no discrete %s", name);
    return 0;
}

TEST(the_body_runs_once_where_the_guard_says_so)
{
    struct world w;
    int32_t k;
    int n;
    world_open(&w, crowd, SALTUS_INTERPRETED);
    k = guard_of(&w, "x[i] <= 0 and (v > c or not on)", SALTUS_UNILATERAL);
    n = discrete_of(&w, "n");
    fire(&w, k + 1, 1); /* though x[2] is 1 still */
    CHECK(w.d[n] == 0 && w.d[n + 1] == 1 && w.d[n + 2] == 0);
    CHECK_EQ_INT(w.assigned, 2); /* n, and the mode */
    fire(&w, k + 1, 1);
    CHECK_EQ_INT(w.assigned, 0);
    fire(&w, k + 1, -1);
    CHECK(w.assigned == 1 && w.d[n + 1] == 1);
    fire(&w, k + 1, 1);
    CHECK(w.d[n + 1] == 2);
    saltus_compiled_free(w.c);
}

TEST(a_relation_elsewhere_does_not_take_part)
{
    struct world w;
    world_open(&w, crowd, SALTUS_INTERPRETED);
    fire(&w, guard_of(&w, "v > c", SALTUS_BILATERAL), 1);
    CHECK_EQ_INT(w.assigned, 1);
    fire(&w, guard_of(&w, "v > c", SALTUS_PART), 1); /* no event of its own */
    CHECK_EQ_INT(w.assigned, 0);
    saltus_compiled_free(w.c);
}

TEST(an_assertion_ends_the_run_without_looking)
{
    struct world w;
    int32_t k;
    world_open(&w, crowd, SALTUS_INTERPRETED);
    k = guard_of(&w, "x[i] > -20 and v < 9", SALTUS_UNILATERAL);
    fire(&w, k, -1);
    CHECK(!w.fault);
    fire(&w, k + 2, 1); /* far inside: what the guard says counts */
    CHECK(w.fault && strcmp(w.fault, "far out") == 0);
    CHECK_EQ_INT(w.line, 14);
    saltus_compiled_free(w.c);
}

/* ---- The start ------------------------------------------------------------------------------------ */

TEST(at_the_start_the_condition_itself_is_asked)
{
    struct world w;
    world_open(
        &w,
        "model m Real x(start = 0, fixed = true); Integer a(start = 0), b(start = 0); equation "
        "der(x) = -1; "
        "when x <= 0 then a = 1; end when annotation(__Saltus_unilateral = true); "
        "when x < 0 then b = 1; end when annotation(__Saltus_unilateral = true); "
        "assert(x >= 0, \"low\") annotation(__Saltus_unilateral = true); end m;",
        SALTUS_INTERPRETED);
    CHECK(!w.fault);
    fire(&w, guard_of(&w, "x <= 0", SALTUS_UNILATERAL), 1);
    CHECK(w.d[discrete_of(&w, "a")] == 0); /* true from the start */
    fire(&w, guard_of(&w, "x < 0", SALTUS_UNILATERAL), 1);
    CHECK(w.d[discrete_of(&w, "b")] == 1);
    saltus_compiled_free(w.c);
    world_open(&w,
               "model m Real x(start = 0, fixed = true); equation der(x) = 1; "
               "assert(x > 0, \"low\") annotation(__Saltus_unilateral = true); end m;",
               SALTUS_INTERPRETED);
    CHECK(w.fault && strcmp(w.fault, "low") == 0);
    saltus_compiled_free(w.c);
}

TEST_MAIN()
