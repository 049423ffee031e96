/* SPDX-License-Identifier: MIT */
/* visit.c - looking through code: walks, and what both back ends must know in advance.
 *
 * A function is used if a group, `lag`, `start`, `end` or a used function refers to it. It is
 * counted if its run time has no bound in its own text: it has a CODE_WHILE, or it calls a counted
 * function, or it lies on a circle of calls. The plain ones, which call only plain ones and have no
 * CODE_WHILE, are found by induction; the others are counted. */
#include "emit/back.h"

void code_visit(const struct code_body *body, code_visit_fn *visit, void *user)
{
    for (struct code_stmt *s = body->first; s; s = s->next) {
        visit(user, s);
        code_visit(&s->body, visit, user);
        code_visit(&s->other, visit, user);
    }
}

void code_look(struct code_expr *x, code_look_fn *look, void *user)
{
    if (!x) return;
    look(user, x);
    code_look(x->a, look, user);
    code_look(x->b, look, user);
    code_look(x->c, look, user);
    for (int32_t k = 0; x->op == CODE_CALL && k < x->fn->n_params; k++) {
        code_look(x->args[k], look, user);
    }
}

enum { LONG_FUNCTION = 1000 };

bool code_is_long(const struct code_fn *f)
{
    return f->slots.n > LONG_FUNCTION;
}

const saltus_loc *code_loc(const struct code_model *m, struct place at)
{
    saltus_loc *loc;
    if (at.file <= 0 || !m->messages || at.file >= m->messages->sources.n) return NULL;
    at = place_origin(m->messages, at);
    loc = ARENA_NEW(m->arena, saltus_loc);
    loc->file = m->messages->sources.at[at.file].name;
    place_line(m->messages, at, &loc->line, &loc->col);
    loc->len = at.len;
    return loc;
}

const saltus_loc *code_loop_places(const struct code_model *m, const struct code_loop *l)
{
    saltus_loc *to = ARENA_ARRAY(m->arena, saltus_loc, l->table.n + 1);
    for (int32_t k = 0; k < l->table.n; k++) {
        const saltus_loc *at = code_loc(m, l->at[k]);
        if (at) to[k] = *at;
    }
    return to;
}

/* ---- Used functions -------------------------------------------------------------------------- */

typedef VEC(struct code_fn *) fn_list;

struct preparing {
    const struct code_model *m;
    fn_list list;       /* the used ones, in the order of their discovery */
    struct code_fn *fn; /* whose statements are looked at */
    bool plain;
};

static void use(struct preparing *p, struct code_fn *f)
{
    if (!f || f->used) return;
    f->used = true;
    f->number = p->list.n;
    f->loc = code_loc(p->m, f->at);
    VEC_ADD(p->m->arena, &p->list, f);
}

static void use_callee(void *user, struct code_expr *x)
{
    if (x->op == CODE_CALL) use(user, x->fn);
}

static void use_statement(void *user, struct code_stmt *s)
{
    struct preparing *p = user;
    bool placed = s->op == CODE_FAULT || s->op == CODE_WHILE || s->op == CODE_LINE;
    s->loc = placed ? code_loc(p->m, s->at) : NULL;
    if (s->op == CODE_WHILE && !s->loc) s->loc = p->fn->loc;
    code_look(s->a, use_callee, user);
    code_look(s->b, use_callee, user);
}

/* What only some groups have is used for clocks, where the others do nothing. */
static void use_kind(struct preparing *p, const struct code_kind *k)
{
    bool clock = k == &p->m->clock, partial = code_has_partial(k);
    bool reads = clock || code_has_reads(k), flat = code_has_flat(k);
    for (int32_t g = 0; g < k->groups.n; g++) {
        const struct code_group *at = &k->groups.at[g];
        use(p, at->eval);
        if (partial) use(p, at->partial);
        if (reads) use(p, at->reads);
        if (flat) use(p, at->flat);
        use(p, at->handle);
        use(p, at->writes);
        use(p, at->by_wave);
    }
}

static void find_used(struct preparing *p)
{
    struct code_kind_name kinds[CODE_KINDS];
    for (int32_t k = 0; k < p->m->functions.n; k++) p->m->functions.at[k]->used = false;
    code_kinds(p->m, kinds);
    for (int k = 0; k < CODE_KINDS; k++) use_kind(p, kinds[k].kind);
    use_kind(p, &p->m->clock);
    use(p, p->m->lag);
    use(p, p->m->start);
    use(p, p->m->end);
    for (int32_t k = 0; k < p->m->loops.n; k++) {
        use(p, p->m->loops.at[k].residual);
        use(p, p->m->loops.at[k].jacobian);
    }
    for (int32_t k = 0; k < p->list.n; k++) {
        p->fn = p->list.at[k];
        code_visit(&p->fn->body, use_statement, p);
    }
}

/* ---- Counted functions ----------------------------------------------------------------------- */

static void check_plain(void *user, struct code_expr *x)
{
    struct preparing *p = user;
    if (x->op == CODE_CALL && x->fn->counted) p->plain = false;
}

static void check_statement(void *user, struct code_stmt *s)
{
    struct preparing *p = user;
    if (s->op == CODE_WHILE) p->plain = false;
    code_look(s->a, check_plain, user);
    code_look(s->b, check_plain, user);
}

/* After each round, what is not counted is plain by the induction above. Callees were mostly found
 * after their callers, hence backwards. */
static void find_counted(struct preparing *p)
{
    bool changed = true;
    for (int32_t k = 0; k < p->list.n; k++) p->list.at[k]->counted = true;
    while (changed) {
        changed = false;
        for (int32_t k = p->list.n - 1; k >= 0; k--) {
            if (!p->list.at[k]->counted) continue;
            p->plain = true;
            code_visit(&p->list.at[k]->body, check_statement, p);
            p->list.at[k]->counted = !p->plain;
            changed |= p->plain;
        }
    }
}

void code_prepare(const struct code_model *m)
{
    struct preparing p = {.m = m};
    find_used(&p);
    find_counted(&p);
}

/* ---- Kinds and groups ------------------------------------------------------------------------ */

void code_kinds(const struct code_model *m, struct code_kind_name to[CODE_KINDS])
{
    to[0] = (struct code_kind_name){"der", &m->der};
    to[1] = (struct code_kind_name){"guard", &m->guard};
    to[2] = (struct code_kind_name){"output", &m->output};
    to[3] = (struct code_kind_name){"term", &m->term};
    to[4] = (struct code_kind_name){"delayed", &m->delayed};
    to[5] = (struct code_kind_name){"angle", &m->angle};
}

int32_t code_group_of(const struct code_kind *k, int32_t i)
{
    int32_t lo = 0, n = k->groups.n;
    while (n > 1) { /* the group is one of lo .. lo+n-1 */
        int32_t half = n / 2;
        if (k->groups.at[lo + half].first <= i) lo += half;
        n -= half;
    }
    return lo;
}

int32_t code_scalars(const saltus_variable *v, int32_t n)
{
    int32_t sum = 0;
    for (int32_t k = 0; k < n; k++) {
        int32_t elements = 1;
        for (int d = 0; d < SALTUS_RANK && v[k].size[d] > 0; d++) elements *= v[k].size[d];
        sum += elements;
    }
    return sum;
}

#define HAS(what, if_found)                                                                        \
    bool code_has_##what(const struct code_kind *k)                                                \
    {                                                                                              \
        for (int32_t g = 0; g < k->groups.n; g++) {                                                \
            if (!k->groups.at[g].what == !(if_found)) return if_found;                             \
        }                                                                                          \
        return !(if_found) && k->groups.n > 0;                                                     \
    }
HAS(partial, false)
HAS(reads, false)
HAS(flat, false)
HAS(handle, true)
HAS(writes, true)
HAS(affine, true)
HAS(degree, true)
HAS(formula, true)
HAS(waves, true)

bool code_has_range(const struct code_model *m)
{
    return m->programs.code.n > 0;
}
