/* SPDX-License-Identifier: MIT */
/* graph_build.h - flat models built by hand, for the tests of src/graph.
 *
 *     struct ir_model *m = build_open();
 *     struct ir_var *x = build_var(m, "x", VAR_STATE, 10);
 *     build_loop(m, 1, 10);                                  the iterator i of the next equations
 *     build_eq(m, build_der(m, x, i), build_neg(m, build_at(m, x, i)));
 *     CHECK(graph_solve(m));
 *     build_close(m);
 * Indices are flat and count from 0, as in the IR. A failing CHECK leaks the arena; the run has
 * failed then. */
#ifndef GRAPH_BUILD_H
#define GRAPH_BUILD_H

#include "flat/ir/ir.h"
#include "testing.h"

static struct arena build_arena;

static inline struct ir_model *build_open(void)
{
    struct messages *messages;
    struct ir_model *m;
    arena_init(&build_arena, NULL, NULL, 0);
    if (setjmp(build_arena.fail)) FAIL("out of memory or too many nodes");
    messages = ARENA_NEW(&build_arena, struct messages);
    messages_init(messages, &build_arena);
    m = ir_model_new(&build_arena, messages);
    m->name = "m";
    return m;
}

static inline void build_close(struct ir_model *m)
{
    (void)m;
    arena_free(&build_arena);
}

static inline struct ir_var *build_var2(struct ir_model *m, const char *name, enum ir_kind kind,
                                        int32_t rows, int32_t cols)
{
    struct ir_var *v = ARENA_NEW(m->arena, struct ir_var);
    v->name = name;
    v->kind = kind;
    v->type = IR_R;
    v->rank = (rows > 0) + (cols > 0);
    v->size[0] = rows;
    v->size[1] = cols;
    v->count = (rows > 0 ? rows : 1) * (cols > 0 ? cols : 1);
    for (int32_t k = 0; k < v->rank; k++) v->iters[k] = ir_iter_new(m, k, 1, 1, v->size[k], "i");
    v->number = m->vars.n;
    VEC_ADD(m->arena, &m->vars, v);
    return v;
}

/* n = 0: a scalar */
static inline struct ir_var *build_var(struct ir_model *m, const char *name, enum ir_kind kind,
                                       int32_t n)
{
    return build_var2(m, name, kind, n, 0);
}

static inline void build_eq_in(struct ir_model *m, struct ir_iter **iters, int32_t n,
                               struct ir *lhs, struct ir *rhs)
{
    struct ir_eq e = {.lhs = lhs, .rhs = rhs, .n_iters = n};
    e.iters = ARENA_ARRAY(m->arena, struct ir_iter *, n + 1);
    for (int32_t k = 0; k < n; k++) e.iters[k] = iters[k];
    e.text = arena_format(m->arena, "%s = %s", ir_text(m->arena, lhs), ir_text(m->arena, rhs));
    VEC_ADD(m->arena, &m->eqs, e);
}

static inline void build_eq(struct ir_model *m, struct ir *lhs, struct ir *rhs)
{
    build_eq_in(m, NULL, 0, lhs, rhs);
}

static inline struct ir *build_add(struct ir_model *m, struct ir *a, struct ir *b)
{
    return ir_binary(m, IR_ADD, a, b);
}
static inline struct ir *build_sub(struct ir_model *m, struct ir *a, struct ir *b)
{
    return ir_binary(m, IR_SUB, a, b);
}
static inline struct ir *build_mul(struct ir_model *m, struct ir *a, struct ir *b)
{
    return ir_binary(m, IR_MUL, a, b);
}
static inline struct ir *build_div(struct ir_model *m, struct ir *a, struct ir *b)
{
    return ir_binary(m, IR_DIV, a, b);
}

/* v[index], der(v[index]); index NULL: a scalar, or the first element */
static inline struct ir *build_at(struct ir_model *m, struct ir_var *v, struct ir *index)
{
    return ir_var_at(m, IR_VAR, v, index ? index : ir_int(m, 0));
}
static inline struct ir *build_der(struct ir_model *m, struct ir_var *v, struct ir *index)
{
    return ir_var_at(m, IR_DER, v, index ? index : ir_int(m, 0));
}
/* i + offset */
static inline struct ir *build_shift(struct ir_model *m, struct ir_iter *i, int64_t offset)
{
    return ir_binary(m, IR_ADD, ir_iter_value(m, i), ir_int(m, offset));
}

/* The definition of v (or its derivative) that covers element `index` first; NULL: none. */
static inline struct ir_def *build_def(struct ir_model *m, struct ir_var *v, bool der)
{
    for (int32_t k = 0; k < m->defs.n; k++)
        if (m->defs.at[k].var == v && m->defs.at[k].der == der) return &m->defs.at[k];
    return NULL;
}

static inline int32_t build_def_count(struct ir_model *m, struct ir_var *v, bool der)
{
    int32_t n = 0;
    for (int32_t k = 0; k < m->defs.n; k++) n += m->defs.at[k].var == v && m->defs.at[k].der == der;
    return n;
}

/* Value of the definition as text. */
static inline const char *build_value(struct ir_model *m, struct ir_var *v, bool der)
{
    struct ir_def *d = build_def(m, v, der);
    return d ? ir_text(m->arena, d->value) : "none";
}

#define CHECK_TEXT(a, b)                                                                           \
    do {                                                                                           \
        const char *a_ = (a), *b_ = (b);                                                           \
        if (strcmp(a_, b_) != 0) FAIL("%s: \"%s\", expected \"%s\"", #a, a_, b_);                  \
    } while (0)

/* The text of message k. */
static inline const char *build_message(struct ir_model *m, int32_t k)
{
    return k < m->messages->list.n ? m->messages->list.at[k].text : "none";
}

static inline bool build_solve(struct ir_model *m)
{
    bool good = graph_solve(m);
    if (getenv("SHOW")) {
        ir_dump_structure(stderr, m);
        messages_print(stderr, m->messages);
    }
    return good;
}

#endif
