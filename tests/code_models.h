/* SPDX-License-Identifier: MIT */
/* code_models.h - small code_models made by hand, and engines' parts to call them with. */
#ifndef CODE_MODELS_H
#define CODE_MODELS_H

#include "emit/back.h"
#include "emit/c/native.h"
#include "testing.h"
#include <dirent.h>
#include <unistd.h>

/* One compilation: everything lives in `arena`. */
struct workshop {
    struct arena arena;
    struct messages messages;
    struct code_model m;
    char *text; /* printed last */
    size_t n_text;
};

#define WORKSHOP(w) struct workshop *w = workshop_open()

static inline struct workshop *workshop_open(void)
{
    struct workshop *w = calloc(1, sizeof *w);
    if (!w) FAIL("out of memory");
    arena_init(&w->arena, NULL, NULL, (size_t)1 << 30);
    messages_init(&w->messages, &w->arena);
    w->m.arena = &w->arena;
    w->m.messages = &w->messages;
    w->m.name = "test";
    memcpy(&w->arena.fail, &testing.failed, sizeof w->arena.fail); /* no memory: the test fails */
    return w;
}

static inline void workshop_close(struct workshop *w)
{
    arena_free(&w->arena);
    free(w);
}

/* The text of the model; free it. */
static inline char *printed(struct workshop *w)
{
    FILE *out = open_memstream(&w->text, &w->n_text);
    if (!out) FAIL("out of memory");
    code_print(out, &w->m);
    fclose(out);
    return w->text;
}

/* ---- Short names ----------------------------------------------------------------------------- */

static inline struct code_expr *num(struct workshop *w, double v)
{
    return code_real(&w->m, v);
}
static inline struct code_expr *whole(struct workshop *w, int64_t v)
{
    return code_int(&w->m, v);
}
static inline struct code_expr *op2(struct workshop *w, enum code_op op, struct code_expr *a,
                                    struct code_expr *b)
{
    return code_binary(&w->m, op, a, b);
}
static inline struct code_expr *signal_of(struct workshop *w, int64_t state, int64_t k)
{
    return code_leaf(&w->m, CODE_SIGNAL, k, code_int(&w->m, state));
}

static inline struct code_group *add_group(struct workshop *w, struct code_kind *k, int32_t count)
{
    struct code_group g = {.first = k->count, .count = count};
    k->count += count;
    return VEC_ADD(&w->arena, &k->groups, g);
}

static inline void add_state(struct workshop *w, const char *name, double start)
{
    saltus_variable v = {.name = name, .start = start, .nominal = 1};
    VEC_ADD(&w->arena, &w->m.states, v);
}

/* The place of the first `text` in source `file`. */
static inline struct place place_of(const struct workshop *w, int32_t file, const char *text)
{
    const char *all = w->messages.sources.at[file].text, *at = strstr(all, text);
    if (!at) FAIL("no %s in the source", text);
    return (struct place){file, (uint32_t)(at - all), (uint32_t)strlen(text)};
}

/* ---- Van der Pol ----------------------------------------------------------------------------- */

static const char vanderpol_text[] = "model vanderpol\n"
                                     "  parameter Real mu = 10;\n"
                                     "  Real x1(start = 2), x2;\n"
                                     "equation\n"
                                     "  der(x1) = x2;\n"
                                     "  der(x2) = mu*(1 - x1^2)*x2 - x1;\n"
                                     "end vanderpol;\n";

/* slots s .. s+4 := coefficients of state i shifted to now, truncated to the signal's width. */
static inline void load_signal(struct workshop *w, struct code_fn *f, int64_t i, const char *name,
                               int32_t x[5])
{
    struct code_model *m = &w->m;
    static const double binomial[4][4] = {{1, 1, 1, 1}, {0, 1, 2, 3}, {0, 0, 1, 3}, {0, 0, 0, 1}};
    int32_t dt = code_slot_new(m, f, arena_format(&w->arena, "dt_%s", name), CODE_R, 0);
    code_set(m, &f->body, dt,
             op2(w, CODE_SUB, code_leaf(m, CODE_TIME, 0, NULL), signal_of(w, i, 0)));
    for (int k = 0; k < 4; k++) {
        struct code_expr *sum = op2(w, CODE_MUL, num(w, binomial[k][3]), signal_of(w, i, 4));
        for (int j = 2; j >= k; j--) {
            sum = op2(w, CODE_ADD, op2(w, CODE_MUL, num(w, binomial[k][j]), signal_of(w, i, j + 1)),
                      op2(w, CODE_MUL, sum, code_local(m, f, dt)));
        }
        x[k] = code_slot_new(m, f, arena_format(&w->arena, "%s[%d]", name, k), CODE_R, 0);
        code_set(m, &f->body, x[k], sum);
    }
    x[4] = code_slot_new(m, f, arena_format(&w->arena, "%s[4]", name), CODE_R, 0);
    code_set(m, &f->body, x[4], num(w, 0));
}

/* coefficient k of a product of series in slots */
static inline struct code_expr *product(struct workshop *w, struct code_fn *f, const int32_t a[5],
                                        const int32_t b[5], int k)
{
    struct code_expr *sum = NULL;
    for (int j = 0; j <= k; j++) {
        struct code_expr *x =
            op2(w, CODE_MUL, code_local(&w->m, f, a[j]), code_local(&w->m, f, b[k - j]));
        sum = sum ? op2(w, CODE_ADD, sum, x) : x;
    }
    return sum;
}

static inline void put_from_order(struct workshop *w, struct code_fn *f, int k,
                                  struct code_expr *value)
{
    struct code_stmt *s = NULL;
    if (k) {
        s = code_add(&w->m, &f->body, CODE_IF);
        s->a = op2(w, CODE_LE, code_local(&w->m, f, 1), whole(w, k));
        code_add(&w->m, &s->body, CODE_RETURN);
    }
    code_put(&w->m, &f->body, 2, whole(w, k), value);
}

static inline void line(struct workshop *w, struct code_fn *f, struct place at, const char *text)
{
    struct code_stmt *s = code_add(&w->m, &f->body, CODE_LINE);
    f->at = s->at = at;
    f->text = s->text = text;
}

static inline struct code_fn *vanderpol_x1(struct workshop *w, int32_t file)
{
    struct code_fn *f = code_fn_new(&w->m, CODE_EVAL, "x1");
    int32_t x2[5];
    line(w, f, place_of(w, file, "der(x1) = x2"), "der(x1) = x2;");
    load_signal(w, f, 1, "x2", x2);
    for (int k = 0; k < 5; k++) put_from_order(w, f, k, code_local(&w->m, f, x2[k]));
    return f;
}

static inline struct code_fn *vanderpol_x2(struct workshop *w, int32_t file)
{
    struct code_model *m = &w->m;
    struct code_fn *f = code_fn_new(m, CODE_EVAL, "x2");
    int32_t x1[5], x2[5], u[5], v[5];
    line(w, f, place_of(w, file, "der(x2) = mu*(1 - x1^2)*x2 - x1"),
         "der(x2) = mu*(1 - x1^2)*x2 - x1;");
    load_signal(w, f, 0, "x1", x1);
    load_signal(w, f, 1, "x2", x2);
    for (int k = 0; k < 5; k++) {
        struct code_expr *sqr = product(w, f, x1, x1, k);
        u[k] = code_slot_new(m, f, "u", CODE_R, 0);
        code_set(m, &f->body, u[k],
                 k ? code_unary(m, CODE_NEG, sqr) : op2(w, CODE_SUB, num(w, 1), sqr));
    }
    for (int k = 0; k < 5; k++) {
        v[k] = code_slot_new(m, f, "v", CODE_R, 0);
        code_set(m, &f->body, v[k],
                 op2(w, CODE_MUL, code_leaf(m, CODE_P, 0, whole(w, 0)), product(w, f, u, x2, k)));
    }
    for (int k = 0; k < 5; k++) {
        put_from_order(w, f, k, op2(w, CODE_SUB, code_local(m, f, v[k]), code_local(m, f, x1[k])));
    }
    return f;
}

static inline struct code_fn *vanderpol_partial(struct workshop *w)
{
    struct code_model *m = &w->m;
    struct code_fn *f = code_fn_new(m, CODE_PARTIAL, "x2");
    int32_t x1[5], x2[5];
    struct code_expr *mu = code_leaf(m, CODE_P, 0, whole(w, 0));
    struct code_stmt *s;
    load_signal(w, f, 0, "x1", x1);
    load_signal(w, f, 1, "x2", x2);
    s = code_add(m, &f->body, CODE_RETURN);
    s->a =
        code_cond(m, op2(w, CODE_EQ, code_local(m, f, 1), whole(w, 1)),
                  op2(w, CODE_MUL, mu, op2(w, CODE_SUB, num(w, 1), product(w, f, x1, x1, 0))),
                  op2(w, CODE_SUB,
                      op2(w, CODE_MUL, op2(w, CODE_MUL, num(w, -2), mu), product(w, f, x1, x2, 0)),
                      num(w, 1)));
    return f;
}

static inline struct code_fn *reads_states(struct workshop *w, const char *name, int first,
                                           int last)
{
    struct code_fn *f = code_fn_new(&w->m, CODE_READS, name);
    for (int k = first; k <= last; k++) {
        struct code_stmt *s = code_add(&w->m, &f->body, CODE_READ);
        s->integer = SALTUS_STATE;
        s->a = whole(w, k);
    }
    return f;
}

static inline void make_vanderpol(struct workshop *w)
{
    int32_t file =
        source_add(&w->messages, "vanderpol.mo", vanderpol_text, (uint32_t)strlen(vanderpol_text));
    saltus_variable mu = {.name = "mu", .start = 10};
    struct code_group *g;
    struct code_fn *one = code_fn_new(&w->m, CODE_PARTIAL, "x1");
    struct code_stmt *s = code_add(&w->m, &one->body, CODE_RETURN);
    w->m.name = "vanderpol";
    s->a = code_unary(&w->m, CODE_TO_REAL, op2(w, CODE_EQ, code_local(&w->m, one, 1), whole(w, 1)));
    add_state(w, "x1", 2);
    add_state(w, "x2", 0);
    VEC_ADD(&w->arena, &w->m.parameters, mu);
    w->m.experiment.stop = 50;
    g = add_group(w, &w->m.der, 1);
    g->at = place_of(w, file, "der(x1) = x2");
    g->eval = vanderpol_x1(w, file);
    g->partial = one;
    g->reads = reads_states(w, "x1", 1, 1);
    g->affine = 1;
    g = add_group(w, &w->m.der, 1);
    g->at = place_of(w, file, "der(x2) = mu*(1 - x1^2)*x2 - x1");
    g->eval = vanderpol_x2(w, file);
    g->partial = vanderpol_partial(w);
    g->reads = reads_states(w, "x2", 0, 1);
}

/* ---- A model with everything ----------------------------------------------------------------- */

static inline void read_one(struct workshop *w, struct code_fn *f, saltus_kind kind,
                            struct code_expr *index)
{
    struct code_stmt *s = code_add(&w->m, &f->body, CODE_READ);
    s->integer = kind;
    s->a = index;
}

static inline void text_stmt(struct workshop *w, struct code_body *to, enum code_do op,
                             const char *text)
{
    code_add(&w->m, to, op)->text = text;
}

static inline void pair_stmt(struct workshop *w, struct code_body *to, enum code_do op,
                             struct code_expr *a, struct code_expr *b)
{
    struct code_stmt *s = code_add(&w->m, to, op);
    s->a = a;
    s->b = b;
}

/* One function of each sort over `count` indices: factor*i + order, j; reads state i. */
static inline struct code_group *plain_group(struct workshop *w, struct code_kind *k, int32_t count,
                                             double factor)
{
    struct code_model *m = &w->m;
    struct code_group *g = add_group(w, k, count);
    struct code_expr *i;
    g->eval = code_fn_new(m, CODE_EVAL, "plain");
    i = code_unary(m, CODE_TO_REAL, code_local(m, g->eval, 0));
    code_put(m, &g->eval->body, 2, whole(w, 0),
             op2(w, CODE_ADD, op2(w, CODE_MUL, num(w, factor), i),
                 code_unary(m, CODE_TO_REAL, code_local(m, g->eval, 1))));
    g->partial = code_fn_new(m, CODE_PARTIAL, "plain");
    code_add(m, &g->partial->body, CODE_RETURN)->a =
        op2(w, CODE_MUL, num(w, factor), code_unary(m, CODE_TO_REAL, code_local(m, g->partial, 1)));
    g->reads = code_fn_new(m, CODE_READS, "plain");
    read_one(w, g->reads, SALTUS_STATE, code_local(m, g->reads, 0));
    g->affine = (int)factor % 3;
    return g;
}

static inline struct code_fn *handler(struct workshop *w, const char *name)
{
    struct code_model *m = &w->m;
    struct code_fn *f = code_fn_new(m, CODE_HANDLE, name);
    struct code_expr *k = code_local(m, f, 0);
    struct code_stmt *s = code_add(m, &f->body, CODE_IF);
    s->a = op2(w, CODE_LT, whole(w, 0), code_local(m, f, 1));
    pair_stmt(w, &s->body, CODE_ASSIGN, k,
              op2(w, CODE_ADD, code_leaf(m, CODE_PRE, 0, k), code_leaf(m, CODE_X, 0, k)));
    pair_stmt(w, &s->other, CODE_REINIT, whole(w, 1),
              op2(w, CODE_MUL, code_leaf(m, CODE_D, 0, k), code_leaf(m, CODE_TIME, 0, NULL)));
    code_add(m, &f->body, CODE_ADVANCE);
    s = code_add(m, &f->body, CODE_IF);
    s->a = code_local(m, f, 2);
    text_stmt(w, &s->body, CODE_MESSAGE, "a \"message\"\nwith \\ and ?\?/ and \xc3\xa9");
    text_stmt(w, &f->body, CODE_TERMINATE, name);
    return f;
}

static inline struct code_group *event_group(struct workshop *w, struct code_kind *k, int32_t count,
                                             const char *name)
{
    struct code_group *g = add_group(w, k, count);
    g->handle = handler(w, name);
    g->writes = code_fn_new(&w->m, CODE_READS, name);
    read_one(w, g->writes, SALTUS_DISCRETE, code_local(&w->m, g->writes, 0));
    return g;
}

static inline struct code_fn *instant(struct workshop *w, const char *name, double factor)
{
    struct code_model *m = &w->m;
    struct code_fn *f = code_fn_new(m, CODE_NEXT, name);
    code_add(m, &f->body, CODE_RETURN)->a =
        op2(w, CODE_ADD, code_leaf(m, CODE_TIME, 0, NULL),
            op2(w, CODE_MUL, num(w, factor), code_unary(m, CODE_TO_REAL, code_local(m, f, 0))));
    return f;
}

static inline struct code_fn *starter(struct workshop *w)
{
    struct code_model *m = &w->m;
    struct code_fn *f = code_fn_new(m, CODE_START, "values");
    struct code_stmt *s = code_add(m, &f->body, CODE_IF);
    s->a = op2(w, CODE_EQ, code_item(m, 0, whole(w, 1)), num(w, 0));
    code_put(m, &s->body, 1, whole(w, 1), num(w, 2.5));
    code_put(m, &f->body, 2, whole(w, 3),
             code_leaf(m, CODE_P, 0, whole(w, 1))); /* sees the new p */
    code_put(m, &f->body, 3, whole(w, 0),
             op2(w, CODE_SUB, code_item(m, 2, whole(w, 3)),
                 code_unary(m, CODE_NEG, code_item(m, 0, whole(w, 0)))));
    return f;
}

static inline saltus_variable variable(const char *name, int32_t n, int32_t n2)
{
    return (saltus_variable){.name = name,
                             .size = {n, n2},
                             .start = n + 0.1,
                             .unit = "m/s2",
                             .text = "what \"it\" is",
                             .nominal = 3,
                             .min = -INFINITY,
                             .max = 1e300,
                             .at = {"every.mo", 3, 4, 5}};
}

static inline void make_tables(struct workshop *w)
{
    static const saltus_rule rules[] = {{"x*", "qss2", 1e-4, 1e-7}, {NULL, NULL, 0, 0}};
    static const char *const watch[] = {"x[1]", "y*", NULL};
    saltus_guard guard = {.name = "x > 1",
                          .size = {3},
                          .direction = -1,
                          .side = SALTUS_UNILATERAL,
                          .at = {"every.mo", 7, 8, 9}};
    saltus_guard clock = {.name = "sample", .direction = 1, .side = SALTUS_MUST_CROSS};
    struct code_model *m = &w->m;
    VEC_ADD(m->arena, &m->states, variable("x", 2, 2));
    VEC_ADD(m->arena, &m->discretes, variable("d", 3, 0));
    VEC_ADD(m->arena, &m->parameters, variable("p", 2, 0));
    VEC_ADD(m->arena, &m->outputs, variable("y", 0, 0));
    VEC_ADD(m->arena, &m->sums, variable("s", 2, 0));
    VEC_ADD(m->arena, &m->sums, variable("s2", 0, 0));
    VEC_ADD(m->arena, &m->delays, variable("u", 2, 0));
    VEC_ADD(m->arena, &m->terms, 3);
    VEC_ADD(m->arena, &m->terms, 5);
    VEC_ADD(m->arena, &m->guards, guard);
    VEC_ADD(m->arena, &m->clocks, clock);
    m->experiment =
        (saltus_experiment){1, 2, 1e-5, 1e-8, 0.25, "liqss2", "an experiment", rules, watch};
}

static inline void make_everything(struct workshop *w)
{
    struct code_model *m = &w->m;
    struct code_group *g;
    m->name = "every \"thing\"";
    m->version = "0.0";
    make_tables(w);
    plain_group(w, &m->der, 3, 2);
    plain_group(w, &m->der, 1, 5);
    plain_group(w, &m->output, 1, 7);
    plain_group(w, &m->term, 11, 8);
    plain_group(w, &m->delayed, 2, 9);
    g = plain_group(w, &m->guard, 2, 4);
    g->handle = handler(w, "guard");
    g->at = (struct place){source_add(&w->messages, "every.mo", "one\ntwo", 7), 4, 3};
    event_group(w, &m->guard, 1, "other")->eval = g->eval;
    m->guard.groups.at[1].reads = m->guard.groups.at[0].reads;
    event_group(w, &m->clock, 1, "clock")->eval = instant(w, "clock", 3);
    g = event_group(w, &m->clock, 1, "second clock");
    g->eval = instant(w, "second", 4);
    g->reads = code_fn_new(m, CODE_READS, "second");
    read_one(w, g->reads, SALTUS_DISCRETE, whole(w, 1));
    m->lag = instant(w, "lag", 0.5);
    m->start = starter(w);
    m->end = handler(w, "end");
}

/* ---- Calling --------------------------------------------------------------------------------- */

/* An environment that notes faults. */
struct caller {
    saltus_env env;
    int faults;
    char text[200];
    saltus_loc at;
};

static inline void caller_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    struct caller *c = (struct caller *)(uintptr_t)e;
    if (c->faults++) return;
    snprintf(c->text, sizeof c->text, "%s", text);
    if (at) c->at = *at;
}

static inline struct caller caller_of(const saltus_model *m, const double *q, const double *d,
                                      const double *p)
{
    struct caller c = {.env = {.t = 0.5,
                               .q = q,
                               .stride = 5,
                               .width = 4,
                               .d = d,
                               .p = p,
                               .model = m,
                               .fault = caller_fault}};
    return c;
}

/* Writes down what a model tells an engine. */
struct diary {
    char text[4000];
    saltus_event ev;
    saltus_reads reads;
};

static struct diary diary; /* of the call in progress */

__attribute__((format(printf, 1, 2))) static inline void diary_note(const char *format, ...)
{
    size_t n = strlen(diary.text);
    va_list args;
    va_start(args, format);
    vsnprintf(diary.text + n, sizeof diary.text - n, format, args);
    va_end(args);
}
static inline double diary_state(const saltus_event *ev, int32_t i)
{
    (void)ev;
    return i + 0.5;
}
static inline void diary_assign(saltus_event *ev, int32_t k, double v)
{
    (void)ev;
    diary_note("assign %d %a\n", k, v);
}
static inline void diary_reinit(saltus_event *ev, int32_t k, double v)
{
    (void)ev;
    diary_note("reinit %d %a\n", k, v);
}
static inline void diary_message(saltus_event *ev, const char *text)
{
    (void)ev;
    diary_note("message %s\n", text);
}
static inline void diary_terminate(saltus_event *ev, const char *text)
{
    (void)ev;
    diary_note("terminate %s\n", text);
}
static inline void diary_advance(saltus_event *ev)
{
    (void)ev;
    diary_note("advance\n");
}
static inline void diary_add(saltus_reads *r, saltus_kind kind, int32_t index)
{
    (void)r;
    diary_note("read %d %d\n", (int)kind, index);
}

static inline void diary_event(const saltus_env *e, saltus_kind cause, int32_t k, int direction)
{
    diary.ev = (saltus_event){.env = e,
                              .pre = e->d,
                              .cause = cause,
                              .index = k,
                              .direction = direction,
                              .initial = direction == 0,
                              .state = diary_state,
                              .assign = diary_assign,
                              .reinit = diary_reinit,
                              .message = diary_message,
                              .terminate = diary_terminate,
                              .advance = diary_advance};
    e->model->handle(&diary.ev);
}

static inline int same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static char own_cache_path[] = "/tmp/saltus-test-XXXXXX";

static inline void own_cache_remove(void)
{
    DIR *dir = opendir(own_cache_path);
    for (struct dirent *d; dir && (d = readdir(dir));) unlinkat(dirfd(dir), d->d_name, 0);
    if (dir) closedir(dir);
    rmdir(own_cache_path);
}

/* A cache of this test's own, so that every run compiles. */
static inline const char *own_cache(void)
{
    static int made;
    if (!made++ && mkdtemp(own_cache_path)) atexit(own_cache_remove);
    setenv("SALTUS_CACHE", own_cache_path, 1);
    return own_cache_path;
}

#endif
