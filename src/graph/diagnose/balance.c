/* SPDX-License-Identifier: MIT */
/* balance.c - which part of a model has an equation too many or too few.
 *
 * A part must have as many equations of its own as it has unknowns of its own:
 *
 *     unknowns     its variables, the potentials of its connectors; the flows and inputs of the parts in it, which its
 *                  connections determine; not its own flows and inputs, which the connections
 *                  around it determine
 *     equations    those between its variables and those of the parts in it, but for those that belong to one of these;
 *                  what is written in the model itself belongs to the model
 *
 * So an innermost part can be judged for itself, however deep it is; if all of these are right, the
 * model is, and has no others, the excess is in the model itself. Parts are known by the names of
 * their variables: pack.cell[2].p.v belongs to the connector p of the part pack.cell[2]. */
#include "graph/graph.h"

#include <string.h>

enum { MOST_SHOWN = 5, MOST_PARTS = 2000 };

struct balance {
    const char *part; /* its name; "": the model */
    int32_t up;
    int64_t equations, unknowns;
    struct place at;          /* of its last equation */
    const struct ir_var *var; /* the last that is nothing of a connector, or else the first */
    int32_t like;             /* others of the same text, as wrong */
};

struct balances {
    struct ir_model *m;
    struct graph_system *s;
    enum graph_kind *kind; /* by var->number */
    struct balance *at;
    int32_t n, room;
};

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Without the last component of the name. */
static size_t shorten(const char *name, size_t n)
{
    while (n > 0 && name[n - 1] != '.') n--;
    return n > 0 ? n - 1 : 0;
}

static int32_t part_named(struct balances *b, const char *name, size_t n)
{
    struct balance new = {.up = -1};
    for (int32_t k = 0; k < b->n; k++)
        if (strncmp(b->at[k].part, name, n) == 0 && b->at[k].part[n] == 0) return k;
    if (b->n >= MOST_PARTS) return 0;
    if (n > 0) new.up = part_named(b, name, shorten(name, n));
    new.part = arena_text(b->m->arena, name, n);
    VEC_ADD(b->m->arena, b, new);
    return b->n - 1;
}

/* A connector is not a part: its variables belong to that which has it. */
static int32_t part_of(struct balances *b, const struct ir_var *v, int64_t element)
{
    struct graph_span at = {.lo = element, .hi = element};
    const char *name = graph_name(b->m, v, IR_VAR, &at);
    enum graph_kind kind = b->kind[v->number];
    size_t n;
    if (*name == '\'') name++;
    n = shorten(name, strlen(name));
    if (kind == KIND_POTENTIAL || kind == KIND_FLOW) n = shorten(name, n);
    return part_named(b, name, n);
}

static int32_t up_from(const struct balances *b, int32_t part)
{
    return b->at[part].up < 0 ? part : b->at[part].up;
}

static int depth_of(const struct balances *b, int32_t part)
{
    int depth = 0;
    for (; b->at[part].up >= 0; part = b->at[part].up) depth++;
    return depth;
}

static int32_t common(const struct balances *b, int32_t p, int32_t q)
{
    int i = depth_of(b, p), j = depth_of(b, q);
    for (; i > j; i--) p = b->at[p].up;
    for (; j > i; j--) q = b->at[q].up;
    while (p != q) p = b->at[p].up, q = b->at[q].up;
    return p;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static void count_unknown(struct balances *b, const struct ir_var *v)
{
    bool outer = b->kind[v->number] == KIND_FLOW || b->kind[v->number] == KIND_INPUT;
    for (int32_t k = 0; k < v->count; k++) {
        int32_t p = part_of(b, v, k);
        if (!b->at[p].var || b->kind[v->number] == KIND_OTHER) b->at[p].var = v;
        b->at[outer ? up_from(b, p) : p].unknowns++;
    }
}

/* Is it written in the model, and not in the class of a part? */
static bool of_model(const struct balances *b, struct place at)
{
    const struct ast_class *c = b->m->checked ? b->m->checked->model->class_ : NULL;
    return c && at.file == c->at.file && at.pos >= c->at.pos && at.pos < c->at.pos + c->at.len;
}

/* What connects a part with itself, leaves its connector open, or gives its input a value is around
 * it. */
static bool is_outer(const struct balances *b, const struct graph_row *r)
{
    const struct ir_var *first = r->accesses.at[0].node->var;
    if (r->text && strncmp(r->text, "connect(", 8) == 0) return true;
    if (r->lhs->op == IR_VAR && b->kind[r->lhs->var->number] == KIND_INPUT) return true;
    return r->accesses.n == 1 && b->kind[first->number] == KIND_FLOW;
}

static void count_equation(struct balances *b, const struct graph_row *r)
{
    int32_t owner = -1, same = 1;
    for (int32_t j = 0; j < r->accesses.n; j++) {
        const struct graph_access *a = &r->accesses.at[j];
        int32_t p = part_of(b, a->node->var, a->span.lo);
        same = owner < 0 || (same && p == owner);
        owner = owner < 0 ? p : common(b, owner, p);
    }
    if (owner < 0) return;
    if (same && is_outer(b, r)) owner = up_from(b, owner);
    if (of_model(b, r->at)) owner = part_named(b, "", 0);
    b->at[owner].equations++;
    b->at[owner].at = r->at;
}

/* ---- Reporting ------------------------------------------------------------------------------- */

static struct place place_of(const struct balance *p)
{
    return p->equations < p->unknowns && p->var ? p->var->at : p->at;
}

/* A part of an array is as wrong as the others. */
static bool is_like_another(struct balances *b, int32_t k)
{
    struct place at = place_of(&b->at[k]);
    int64_t more = b->at[k].equations - b->at[k].unknowns;
    for (int32_t j = 0; j < k; j++) {
        struct place other = place_of(&b->at[j]);
        if (b->at[j].equations - b->at[j].unknowns != more || other.file != at.file) continue;
        if (other.pos != at.pos || !*b->at[j].part) continue;
        b->at[j].like++;
        return true;
    }
    return false;
}

static void report(struct balances *b, const struct balance *p)
{
    int64_t more = p->equations - p->unknowns, n = more < 0 ? -more : more;
    const char *like = "";
    if (p->like)
        like = arena_format(b->m->arena, ", and so %s %d other%s of its kind",
                            p->like > 1 ? "have" : "has", p->like, p->like > 1 ? "s" : "");
    error_at(b->m->messages, place_of(p), "component '%s' has %lld equation%s too %s%s", p->part,
             (long long)n, n == 1 ? "" : "s", more < 0 ? "few" : "many", like);
    hint_last(b->m->messages,
              "it has %lld equations of its own for %lld unknowns (without the flows of its "
              "connectors, and inputs)",
              (long long)p->equations, (long long)p->unknowns);
}

/* Connections reach through the connectors of a part that has parts, so only the innermost can be
 * judged. A connector in a connector looks like a part without equations. */
static void mark_wrong(struct balances *b, char *wrong)
{
    for (int32_t k = 0; k < b->n; k++) {
        const struct balance *p = &b->at[k];
        bool empty = !p->equations && !(p->var && b->kind[p->var->number] == KIND_OTHER);
        wrong[k] = *p->part && p->equations != p->unknowns && !is_like_another(b, k);
        if (empty && depth_of(b, k) > 1) wrong[k] = 0;
        if (depth_of(b, k) > 1) wrong[p->up] = 0;
    }
}

/* All parts are as they should be: then it is what the model adds to them. */
static bool report_model(struct balances *b)
{
    const struct graph_row *first = NULL;
    int32_t shown = 0;
    for (int32_t k = 0; k < b->n; k++)
        if (depth_of(b, k) > 1 || (k > 0 && b->at[k].equations != b->at[k].unknowns)) return false;
    if (b->n < 2 || b->at[0].equations < b->at[0].unknowns) return false;
    for (int32_t k = 0; k < b->s->rows.n && shown < MOST_SHOWN; k++) {
        const struct graph_row *r = &b->s->rows.at[k];
        uint32_t line, col;
        if (!of_model(b, r->at) || !r->text || strncmp(r->text, "connect(", 8) == 0) continue;
        if (first && r->at.pos == first->at.pos) continue;
        if (!first)
            error_at(b->m->messages, r->at,
                     "the model has %lld equation%s too many: its components and connections "
                     "determine all",
                     (long long)(b->at[0].equations - b->at[0].unknowns),
                     b->at[0].equations - b->at[0].unknowns == 1 ? "" : "s");
        place_line(b->m->messages, r->at, &line, &col);
        if (first) hint_last(b->m->messages, "or that of line %u: %s", line, r->text);
        if (!first) first = r;
        shown++;
    }
    return first != NULL;
}

bool graph_report_balances(struct graph_system *s)
{
    struct balances b = {.m = s->m, .s = s};
    char *wrong;
    int32_t shown = 0;
    b.kind = graph_kinds(b.m);
    part_named(&b, "", 0);
    for (int32_t u = 0; u < s->unknowns.n; u++) count_unknown(&b, s->unknowns.at[u].var);
    for (int32_t k = 0; k < s->rows.n; k++) count_equation(&b, &s->rows.at[k]);
    if (b.n >= MOST_PARTS) return false;
    wrong = ARENA_ARRAY(s->m->arena, char, b.n + 1);
    mark_wrong(&b, wrong);
    for (int32_t k = 0; k < b.n && shown < MOST_SHOWN; k++)
        if (wrong[k]) report(&b, &b.at[k]), shown++;
    return shown > 0 || report_model(&b);
}
