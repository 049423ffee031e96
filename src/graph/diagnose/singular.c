/* SPDX-License-Identifier: MIT */
/* singular.c - what to say when equations and unknowns do not fit together.
 *
 * A row that found no unknown, and all rows that hold what it could use, directly or through
 * others, form a part with more equations than unknowns (Dulmage and Mendelsohn's over-determined
 * part): one of these equations is too many. Elements that no row determines are reported at their
 * declaration. A row in excess that reads states and no unknown at all binds the states; if there
 * is a way to satisfy it, index.c has found it. */
#include "graph/graph.h"

#include <string.h>

enum { NAMES = 6 }; /* listed in a message before "..." */

static const char *join_name(struct ir_model *m, const char *list, const char *name, int32_t k)
{
    if (k > NAMES) return list;
    if (k == NAMES) return arena_format(m->arena, "%s, ...", list);
    return k ? arena_format(m->arena, "%s, %s", list, name) : name;
}

/* ---- Rows that have no unknown --------------------------------------------------------------- */

struct states {
    struct ir_model *m;
    const char *list;
    VEC(struct ir_var *) seen;
};

static int note_state(void *user, struct ir *e)
{
    struct states *s = user;
    if (e->op != IR_VAR || e->var->kind != VAR_STATE) return 0;
    for (int32_t k = 0; k < s->seen.n; k++)
        if (s->seen.at[k] == e->var) return 0;
    s->list = join_name(s->m, s->list, e->var->name, s->seen.n);
    VEC_ADD(s->m->arena, &s->seen, e->var);
    return 0;
}

static void report_without_unknown(struct graph_system *s, const struct graph_row *r)
{
    struct states states = {.m = s->m, .list = ""};
    const struct ir_var *input = NULL;
    ir_visit(s->m, r->lhs, note_state, &states);
    ir_visit(s->m, r->rhs, note_state, &states);
    for (int32_t k = 0; k < states.seen.n; k++)
        if (states.seen.at[k]->outside) input = states.seen.at[k];
    if (input && !s->start) {
        error_at(s->m->messages, r->at, "the equation determines nothing that is not given: %s",
                 states.list);
        hint_last(s->m->messages, "'%s' is an input without a value, so it is given from outside",
                  input->name);
    } else if (states.seen.n && !s->start)
        error_at(s->m->messages, r->at,
                 "the equation binds states only (%s), and other equations determine these already",
                 states.list);
    else if (states.seen.n) {
        error_at(s->m->messages, r->at,
                 "the initial equation has nothing to determine: %s %s fixed at %s start already",
                 states.list, states.seen.n > 1 ? "are" : "is",
                 states.seen.n > 1 ? "their" : "its");
        hint_last(s->m->messages, "without (fixed = true) a start value is only a guess");
    } else
        error_at(s->m->messages, r->at, "the equation determines nothing: no unknown in it");
}

static int is_parameter(void *user, struct ir *e)
{
    const char **name = user;
    if (e->op != IR_VAR || e->var->kind != VAR_PARAMETER || e->var->data) return 0;
    *name = e->var->name;
    return 1;
}

/* y[p[i]] = ... with a p that is known at run time only. */
static void hint_at_index(struct graph_system *s, const struct graph_row *r)
{
    const char *name = NULL;
    for (int32_t j = 0; j < r->accesses.n; j++) {
        const struct ir *e = r->accesses.at[j].node;
        if (!ir_visit(s->m, e->arg[0], is_parameter, &name)) continue;
        hint_last(
            s->m->messages,
            "which element of '%s' is meant depends on parameter '%s', known at run time only",
            e->var->name, name);
        return;
    }
}

/* ---- Too many equations ---------------------------------------------------------------------- */

struct part { /* over-determined */
    struct graph_holders *holders;
    struct graph_ends rows;
    char *in;   /* any part */
    char *held; /* unknowns of this part */
};

static void add_row(struct graph_system *s, struct part *p, int32_t r)
{
    if (p->in[r]) return;
    p->in[r] = 1;
    VEC_ADD(s->m->arena, &p->rows, r);
}

/* Adds what holds that which the rows from number `from` on read. */
static void close_part(struct graph_system *s, struct part *p, int32_t from)
{
    for (int32_t k = from; k < p->rows.n; k++) {
        struct graph_row *r = &s->rows.at[p->rows.at[k]];
        if (r->match >= 0) p->held[r->accesses.at[r->match].unknown] = 1;
        for (int32_t j = 0; j < r->accesses.n; j++) {
            struct graph_ends ends = {0};
            graph_holders_find(p->holders, &r->accesses.at[j], &ends);
            for (int32_t i = 0; i < ends.n; i++) add_row(s, p, ends.at[i]);
        }
    }
}

/* Does row r, without a match, read what the part holds? */
static bool touches(const struct graph_system *s, const struct part *p, const struct graph_row *r)
{
    for (int32_t j = 0; j < r->accesses.n; j++) {
        const struct graph_access *a = &r->accesses.at[j];
        for (int32_t k = 0; p->held[a->unknown] && k < p->rows.n; k++) {
            const struct graph_row *h = &s->rows.at[p->rows.at[k]];
            if (h->match >= 0 && h->accesses.at[h->match].unknown == a->unknown &&
                graph_span_overlap(&h->accesses.at[h->match].span, &a->span))
                return true;
        }
    }
    return false;
}

static const char *unknowns_of(struct graph_system *s, const struct part *p, int64_t *n)
{
    const char *list = "";
    int32_t shown = 0;
    *n = 0;
    for (int32_t k = 0; k < p->rows.n; k++) {
        struct graph_row *r = &s->rows.at[p->rows.at[k]];
        if (r->match < 0) continue;
        struct graph_access *a = &r->accesses.at[r->match];
        const char *name = graph_name(s->m, a->node->var, a->node->op, &a->span);
        *n += a->span.size;
        list = join_name(s->m, list, name, shown++);
    }
    return list;
}

static void note_equations(struct graph_system *s, const struct part *p)
{
    int32_t shown = 0;
    for (int32_t k = 1; k < p->rows.n && shown < NAMES; k++) {
        struct graph_row *r = &s->rows.at[p->rows.at[k]], *before = &s->rows.at[p->rows.at[k - 1]];
        uint32_t line = 0, col = 0;
        if (r->text == before->text && r->at.pos == before->at.pos) continue;
        if (r->at.file) place_line(s->m->messages, r->at, &line, &col);
        hint_last(s->m->messages, "another of them, line %u: %s", line, r->text ? r->text : "?");
        shown++;
    }
}

/* Which parts of the model its unknowns belong to. */
static void note_parts(struct graph_system *s, const struct part *p)
{
    const char *list = "", *last = NULL;
    int32_t shown = 0;
    for (int32_t k = 0; k < p->rows.n; k++) {
        struct graph_row *r = &s->rows.at[p->rows.at[k]];
        for (int32_t j = 0; j < r->accesses.n; j++) {
            const char *name = graph_part_of(s->m, r->accesses.at[j].node->var->name);
            if (!name || strstr(list, arena_format(s->m->arena, "'%s'", name))) continue;
            last = name;
            list = join_name(s->m, list, arena_format(s->m->arena, "'%s'", name), shown++);
        }
    }
    if (shown == 1) hint_last(s->m->messages, "they are equations of component '%s'", last);
    if (shown > 1) hint_last(s->m->messages, "they are equations of components %s", list);
}

static void report_part(struct graph_system *s, struct part *p)
{
    struct graph_row *r = &s->rows.at[p->rows.at[0]];
    int64_t equations = 0, unknowns;
    const char *names = unknowns_of(s, p, &unknowns);
    for (int32_t k = 0; k < p->rows.n; k++) equations += s->rows.at[p->rows.at[k]].points;
    if (unknowns == 0)
        error_at(s->m->messages, r->at, "the equation cannot be solved for any of its unknowns"),
            hint_at_index(s, r);
    else
        error_at(s->m->messages, r->at, "too many equations: %lld equations for %lld unknown%s: %s",
                 (long long)equations, (long long)unknowns, unknowns == 1 ? "" : "s", names);
    note_equations(s, p);
    note_parts(s, p);
}

enum { PARTS = 10, MERGED = 100 }; /* reported; rows without match that may join one */

void graph_report_excess(struct graph_system *s)
{
    struct part p = {.in = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1)};
    int32_t *all = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1), parts = 0;
    for (int32_t r = 0; r < s->rows.n; r++) all[r] = r;
    p.holders = graph_holders_new(s, all, s->rows.n);
    for (int32_t r = 0; r < s->rows.n && parts < PARTS; r++) {
        int32_t tried = 0;
        if (s->rows.at[r].match >= 0 || p.in[r]) continue;
        parts++;
        if (s->rows.at[r].accesses.n == 0) {
            report_without_unknown(s, &s->rows.at[r]);
            continue;
        }
        p.rows.n = 0;
        p.held = ARENA_ARRAY(s->m->arena, char, s->unknowns.n + 1);
        add_row(s, &p, r);
        close_part(s, &p, 0);
        for (int32_t q = r + 1; q < s->rows.n && tried < MERGED; q++) {
            int32_t from = p.rows.n;
            if (s->rows.at[q].match >= 0 || p.in[q]) continue;
            tried++;
            if (!touches(s, &p, &s->rows.at[q])) continue;
            add_row(s, &p, q);
            close_part(s, &p, from);
        }
        report_part(s, &p);
    }
}

/* ---- Too few --------------------------------------------------------------------------------- */

static void mark(void *user, const struct graph_span *s)
{
    unsigned char *bits = user;
    int64_t digit[GRAPH_RANK] = {0}, v = s->lo;
    for (int64_t n = 0; n < s->size; n++) {
        int32_t k = s->rank - 1;
        bits[v / 8] |= (unsigned char)(1 << v % 8);
        for (; k >= 0; k--) {
            v += s->stride[k];
            if (++digit[k] < s->count[k]) break;
            v -= s->stride[k] * s->count[k];
            digit[k] = 0;
        }
    }
}

static bool marked(const unsigned char *bits, int64_t v)
{
    return bits[v / 8] >> v % 8 & 1;
}

static void report_gaps(struct graph_system *s, struct graph_unknown *u, const unsigned char *bits)
{
    struct ir_var *v = u->var;
    struct graph_span gap = {0};
    const char *part;
    int64_t missing = 0;
    for (int64_t k = 0; k < v->count; k++) missing += !marked(bits, k);
    if (!missing) return;
    while (marked(bits, gap.lo)) gap.lo++;
    for (gap.hi = gap.lo; gap.hi + 1 < v->count && !marked(bits, gap.hi + 1);) gap.hi++;
    if (v->rank > 1) gap.hi = gap.lo;
    missing = missing < v->count || v->rank == 0 ? missing - (gap.hi - gap.lo + 1) : -1;
    error_at(s->m->messages, v->at, "no equation determines '%s'%s",
             graph_name(s->m, v, u->op, missing >= 0 ? &gap : NULL),
             missing <= 0 ? ""
                          : arena_format(s->m->arena, " and %lld more element%s of it",
                                         (long long)missing, missing > 1 ? "s" : ""));
    if ((part = graph_part_of(s->m, v->name)))
        hint_last(s->m->messages, "component '%s' has an equation too few, or is not connected",
                  part);
}

void graph_report_missing(struct graph_system *s)
{
    int64_t equations = 0, unknowns = 0;
    for (int32_t k = 0; k < s->rows.n; k++) equations += s->rows.at[k].points;
    for (int32_t u = 0; u < s->unknowns.n; u++) {
        struct ir_var *v = s->unknowns.at[u].var;
        unsigned char *bits = ARENA_ARRAY(s->m->arena, unsigned char, v->count / 8 + 1);
        unknowns += v->count;
        equations += graph_aliased(s, u, mark, bits);
        for (int32_t k = 0; k < s->rows.n; k++) {
            struct graph_row *r = &s->rows.at[k];
            if (r->match >= 0 && r->accesses.at[r->match].unknown == u)
                mark(bits, &r->accesses.at[r->match].span);
        }
        report_gaps(s, &s->unknowns.at[u], bits);
    }
    hint_last(s->m->messages, "the model has %lld equations for %lld unknowns",
              (long long)equations, (long long)unknowns);
}
