/* SPDX-License-Identifier: MIT */
/* index.c - equations that bind states: index reduction.
 *
 * Two capacitors in parallel have two states and one voltage: v1 = v2 is an equation without
 * unknowns. Its derivative v1' = v2' has some. After Pantelides, rows that match no unknown are
 * differentiated, together with all rows that hold what these could use, until all rows match:
 *
 *  1. Match. A row r without match, and the rows that can be reached from it (from an unknown in a row
 *     to the row that determines it, and so on), are n + 1 rows for n unknowns.
 *  2. If these have states in them: put their derivatives in their place, and keep the rows themselves
 *     as what is *below* these. The unknowns in them are replaced by their derivatives. Go to 1.
 *  3. Choose as many derivatives as there are rows that have something below (Mattsson and
 *     Soderlind): these become unknowns of their own (*dummy derivatives*), and what they are
 *     derivatives of is no longer a state, but determined by the rows below.       index_choose.c
 *
 * Rolled rows stay rolled if each variable in them is a whole array, element by element; otherwise
 * rows are written out, and arrays of which some elements are concerned are split.  index_split.c
 *
 * A row that changes at events cannot be differentiated: a state would have to jump. */
#include "base/text.h"
#include "graph/alias.h"
#include "graph/index.h"

#include <string.h>

/* ---- Variables ------------------------------------------------------------------------------- */

struct index_var *index_of(struct index *x, const struct ir_var *v)
{
    if (x->m->vars.n > x->room) {
        int32_t room = 2 * x->m->vars.n;
        struct index_var *wider = ARENA_ARRAY(x->m->arena, struct index_var, room);
        if (x->room) memcpy(wider, x->of, sizeof *wider * (size_t)x->room);
        x->of = wider;
        x->room = room;
    }
    return &x->of[v->number];
}

/* The system's tables of unknowns get room for the last variable. */
static void widen(struct index *x)
{
    struct graph_system *s = x->s;
    int32_t n = s->m->vars.n - 1;
    for (int32_t k = 0; k < 3; k++) {
        if (n >= x->numbers) {
            int32_t *wider = ARENA_ARRAY(s->m->arena, int32_t, 2 * n + 8);
            memcpy(wider, s->number[k], sizeof *wider * (size_t)n);
            s->number[k] = wider;
        }
        s->number[k][n] = -1;
    }
    if (n >= x->numbers) x->numbers = 2 * n + 8;
}

struct ir_var *index_add(struct index *x, const char *name, const struct ir_var *like)
{
    struct ir_var *v = ARENA_NEW(x->m->arena, struct ir_var);
    v->name = name;
    v->type = IR_R;
    v->kind = VAR_ALGEBRAIC;
    v->rank = like->rank;
    memcpy(v->size, like->size, sizeof v->size);
    memcpy(v->iters, like->iters, sizeof v->iters);
    v->count = like->count;
    v->at = like->at;
    v->number = x->m->vars.n;
    VEC_ADD(x->m->arena, &x->m->vars, v);
    widen(x);
    return v;
}

/* der(x[#]): names of elements are der(x[1]), der(x[2]) ... */
static const char *label_of(struct index *x, const struct ir_var *v)
{
    const char *label = v->label ? v->label : v->name, *hole = label;
    int32_t holes = 0;
    if (v->rank == 0 && !v->label) return NULL;
    while ((hole = text_hole(hole))) holes++, hole++;
    for (int32_t k = holes; k < v->rank; k++)
        label = arena_format(x->m->arena, "%s%s", label, k == holes ? "[#" : ",#");
    return arena_format(x->m->arena, "der(%s%s)", label, holes < v->rank ? "]" : "");
}

struct ir_var *index_next(struct index *x, struct ir_var *v)
{
    struct ir_var *next = index_of(x, v)->next;
    if (next) return next;
    next = index_add(x, arena_format(x->m->arena, "der(%s)", v->name), v);
    next->label = label_of(x, v);
    index_of(x, next)->before = v;
    index_of(x, next)->order = index_of(x, v)->order + 1;
    index_of(x, v)->next = next;
    return next;
}

bool index_is_variable(const struct ir *e)
{
    return (e->op == IR_VAR || e->op == IR_DER) &&
           (e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC);
}

/* ---- Derivatives of rows --------------------------------------------------------------------- */

static struct ir *as_variable(void *user, struct ir *e)
{
    struct index *x = user;
    return e->op == IR_DER ? ir_var_at(x->m, IR_VAR, index_next(x, e->var), e->arg[0]) : e;
}

static struct ir *as_derivative(void *user, struct ir *e)
{
    struct index *x = user;
    struct ir_var *before = e->op == IR_VAR ? index_of(x, e->var)->before : NULL;
    return before ? ir_var_at(x->m, IR_DER, before, e->arg[0]) : e;
}

static struct ir *differentiate(struct index *x, struct ir *e)
{
    struct ir *d = ir_time_derivative(x->m, ir_map(x->m, e, as_variable, x));
    return d ? ir_map(x->m, d, as_derivative, x) : NULL;
}

/* The unknown u is replaced by its derivative. */
static bool raise(struct index *x, int32_t u)
{
    struct graph_system *s = x->s;
    struct graph_unknown *unknown = &s->unknowns.at[u];
    struct ir_var *v = unknown->var, *base = v;
    if (unknown->op == IR_DER) {
        s->number[1][v->number] = -1;
        v = index_next(x, v);
    } else {
        s->number[0][v->number] = -1;
    }
    *unknown = (struct graph_unknown){v, IR_DER, 0};
    s->number[1][v->number] = u;
    while (index_of(x, base)->before) base = index_of(x, base)->before;
    return ++index_of(x, base)->top <= INDEX_ORDER;
}

/* ---- Rows in excess -------------------------------------------------------------------------- */

enum mark {
    APART,
    CERTAIN,
    DOUBTFUL
}; /* DOUBTFUL: matching of rolled rows may have missed something */

struct excess {
    struct index *x;
    struct graph_holders *holders;
    char *mark;             /* by row */
    struct graph_ends rows; /* those that are CERTAIN */
    struct graph_ends now;  /* of the row being looked at */
};

static bool covered(struct excess *e, const struct graph_access *a, const struct graph_ends *by)
{
    struct graph_system *s = e->x->s;
    int64_t size = 0;
    for (int32_t k = 0; k < by->n; k++) {
        const struct graph_row *h = &s->rows.at[by->at[k]];
        const struct graph_span *span = &h->accesses.at[h->match].span;
        if (graph_span_within(&a->span, span)) return true;
        if (graph_span_within(span, &a->span)) size += span->size;
    }
    return a->span.exact && size == a->span.size;
}

/* Collects what can be reached from row r. False if something is free there. */
static bool reach(struct excess *e, int32_t r)
{
    struct graph_system *s = e->x->s;
    bool certain = true;
    e->now.n = 0;
    e->mark[r] = CERTAIN;
    VEC_ADD(s->m->arena, &e->now, r);
    for (int32_t k = 0; k < e->now.n; k++) {
        const struct graph_row *row = &s->rows.at[e->now.at[k]];
        for (int32_t j = 0; j < row->accesses.n; j++) {
            struct graph_ends ends = {0};
            graph_holders_find(e->holders, &row->accesses.at[j], &ends);
            if (!covered(e, &row->accesses.at[j], &ends)) certain = false;
            for (int32_t i = 0; i < ends.n; i++) {
                if (e->mark[ends.at[i]] == DOUBTFUL) certain = false;
                if (e->mark[ends.at[i]] != APART) continue;
                e->mark[ends.at[i]] = CERTAIN;
                VEC_ADD(s->m->arena, &e->now, ends.at[i]);
            }
        }
    }
    return certain;
}

static void find_excess(struct excess *e)
{
    struct graph_system *s = e->x->s;
    int32_t *all = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1);
    for (int32_t r = 0; r < s->rows.n; r++) all[r] = r;
    e->holders = graph_holders_new(s, all, s->rows.n);
    e->mark = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1);
    for (int32_t r = 0; r < s->rows.n; r++) {
        bool certain;
        if (s->rows.at[r].match >= 0) continue;
        certain = reach(e, r);
        for (int32_t k = 0; k < e->now.n; k++) {
            if (!certain) e->mark[e->now.at[k]] = DOUBTFUL;
            if (certain) VEC_ADD(s->m->arena, &e->rows, e->now.at[k]);
        }
    }
}

/* ---- May they be differentiated? ------------------------------------------------------------- */

struct census {
    struct index *x;
    VEC(char) seen; /* by id of a node */
    int64_t elements, states;
    const struct ir_var *outside;
    const struct ir *jumps;
};

static int count_variable(void *user, struct ir *e)
{
    struct census *c = user;
    struct ir_var *v = e->var;
    struct ir *node;
    if ((e->op == IR_VAR || e->op == IR_PRE) && v->kind == VAR_DISCRETE && !c->jumps) c->jumps = e;
    if (e->op == IR_FLOOR && !c->jumps) c->jumps = e;
    if (!index_is_variable(e)) return 0;
    while (index_of(c->x, v)->before) v = index_of(c->x, v)->before;
    if (v->outside) c->outside = v;
    node = ir_var_at(c->x->m, IR_VAR, v, e->arg[0]);
    while (c->seen.n <= (int32_t)node->id) VEC_ADD(c->x->m->arena, &c->seen, 0);
    if (c->seen.at[node->id]) return 0;
    c->seen.at[node->id] = 1;
    if (!v->outside) c->elements += v->count;
    if (v->kind == VAR_STATE && !v->outside) c->states++;
    return 0;
}

struct parts {
    struct index *x;
    VEC(const char *) seen;
    const char *list;
};

enum { MOST_PARTS = 8 };

/* The part of a model to which a variable belongs: the first name of its path. */
static int note_part(void *user, struct ir *e)
{
    struct parts *p = user;
    const char *name = e->var ? e->var->name : NULL;
    size_t n;
    if (!index_is_variable(e) || (p->states && e->var->kind != VAR_STATE)) return 0;
    while (strncmp(name, "der(", 4) == 0) name += 4;
    if (*name == '\'') name++;
    n = strcspn(name, ".[)'");
    for (int32_t k = 0; k < p->seen.n; k++)
        if (strlen(p->seen.at[k]) == n && !strncmp(p->seen.at[k], name, n)) return 0;
    name = arena_format(p->x->m->arena, "%.*s", (int)n, name);
    if (p->seen.n == MOST_PARTS) p->list = arena_format(p->x->m->arena, "%s, ...", p->list);
    if (p->seen.n < MOST_PARTS)
        p->list = arena_format(p->x->m->arena, "%s%s'%s'", p->list ? p->list : "",
                               p->list ? ", " : "", name);
    VEC_ADD(p->x->m->arena, &p->seen, name);
    return 0;
}

static const struct graph_row *lowest(const struct graph_row *r)
{
    while (r->below) r = r->below;
    return r;
}

static const char *parts_of(struct index *x, const struct excess *e)
{
    struct parts p = {.x = x, .states = true};
    for (int32_t turn = 0; turn < 2 && !p.list; turn++, p.states = false)
        for (int32_t k = 0; k < e->rows.n; k++) {
            const struct graph_row *r = &x->s->rows.at[e->rows.at[k]];
            ir_visit(x->m, r->lhs, note_part, &p);
            ir_visit(x->m, r->rhs, note_part, &p);
        }
    return p.list ? p.list : "?";
}

static bool refuse_jump(struct index *x, const struct excess *e, const struct graph_row *r,
                        const struct ir *jumps)
{
    const char *what = "a condition in it";
    if (jumps->op != IR_FLOOR && !jumps->var->hidden)
        what = arena_format(x->m->arena, "'%s'", jumps->var->name);
    error_at(x->m->messages, lowest(r)->at,
             "a state of %s would have to jump: equations bind it to a source or to other states, "
             "and %s changes at events",
             parts_of(x, e), what);
    hint_last(x->m->messages,
              "a small resistance in series with a capacitor, a large one parallel to an inductor, "
              "damping in mechanics lets go; what is continuous in spite of the condition can be "
              "said with noEvent(...)");
    return false;
}

static bool refuse_input(struct index *x, const struct graph_row *r, const struct ir_var *v)
{
    error_at(x->m->messages, lowest(r)->at,
             "the equation determines nothing that is not given, and has no derivative: '%s' in it "
             "is given from outside",
             v->name);
    hint_last(x->m->messages, "an input may jump, and what is bound to it would have to jump, too");
    return false;
}

/* Of more equations than variables, no derivative makes a solution. */
static bool hopeless(struct excess *e)
{
    struct census c = {.x = e->x};
    int64_t points = 0;
    for (int32_t k = 0; k < e->rows.n; k++) {
        const struct graph_row *r = &e->x->s->rows.at[e->rows.at[k]];
        points += r->points;
        ir_visit(e->x->m, r->lhs, count_variable, &c);
        ir_visit(e->x->m, r->rhs, count_variable, &c);
    }
    return points > c.elements || c.states == 0;
}

struct arrays {
    struct index *x;
    char *seen; /* by var->number */
    int64_t elements;
};

static int count_array(void *user, struct ir *e)
{
    struct arrays *a = user;
    struct ir_var *v = e->var;
    if (!index_is_variable(e)) return 0;
    while (index_of(a->x, v)->before) v = index_of(a->x, v)->before;
    if (!a->seen[v->number]) a->elements += v->count;
    a->seen[v->number] = 1;
    return 0;
}

/* The same, of rolled rows: more equations than all arrays in them have elements. */
static bool crowded(struct excess *e)
{
    struct arrays a = {.x = e->x};
    int64_t points = 0;
    a.seen = ARENA_ARRAY(e->x->m->arena, char, e->x->m->vars.n + 1);
    for (int32_t k = 0; k < e->rows.n; k++) {
        const struct graph_row *r = &e->x->s->rows.at[e->rows.at[k]];
        points += r->points;
        ir_visit(e->x->m, r->lhs, count_array, &a);
        ir_visit(e->x->m, r->rhs, count_array, &a);
    }
    return points > a.elements;
}

static bool may_differentiate(struct excess *e)
{
    struct index *x = e->x;
    struct census c = {.x = x};
    for (int32_t k = 0; k < e->rows.n; k++) {
        const struct graph_row *r = &x->s->rows.at[e->rows.at[k]];
        ir_visit(x->m, r->lhs, count_variable, &c);
        ir_visit(x->m, r->rhs, count_variable, &c);
        if (c.outside) return refuse_input(x, r, c.outside);
        if (c.jumps) return refuse_jump(x, e, r, c.jumps);
    }
    return true;
}

/* ---- One step -------------------------------------------------------------------------------- */

static bool differentiate_row(struct index *x, struct graph_row *r)
{
    struct ir *lhs = differentiate(x, r->lhs), *rhs = differentiate(x, r->rhs);
    struct graph_row *below;
    if (!lhs || !rhs) {
        error_at(x->m->messages, lowest(r)->at,
                 "the equation binds states, so its derivative is needed, and is not known");
        hint_last(x->m->messages,
                  "functions, delays, minima and maxima over arrays have none here");
        return false;
    }
    below = ARENA_NEW(x->m->arena, struct graph_row);
    *below = *r;
    *r = graph_row_make(x->s, r->iters, r->n_iters, lhs, rhs, r->at, r->text);
    r->below = below;
    return true;
}

static void make_again(struct index *x, struct graph_row *r)
{
    const struct graph_row *below = r->below;
    bool of_pieces = r->of_pieces;
    *r = graph_row_make(x->s, r->iters, r->n_iters, r->lhs, r->rhs, r->at, r->text);
    r->below = below;
    r->of_pieces = of_pieces;
}

/* The rows of e, which are plain, make room for their derivatives. */
static bool step_up(struct excess *e)
{
    struct index *x = e->x;
    struct graph_system *s = x->s;
    char *raised = ARENA_ARRAY(s->m->arena, char, s->unknowns.n + 1);
    char *in = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1);
    for (int32_t k = 0; k < e->rows.n; k++) {
        struct graph_row *r = &s->rows.at[e->rows.at[k]];
        in[e->rows.at[k]] = 1;
        for (int32_t j = 0; j < r->accesses.n; j++) raised[r->accesses.at[j].unknown] = 1;
    }
    for (int32_t u = 0; u < s->unknowns.n; u++)
        if (raised[u] && !raise(x, u)) return false;
    for (int32_t k = 0; k < s->rows.n; k++) {
        struct graph_row *r = &s->rows.at[k];
        bool touched = false;
        for (int32_t j = 0; j < r->accesses.n; j++) touched |= raised[r->accesses.at[j].unknown];
        if (in[k] && !differentiate_row(x, r)) return false;
        if (!in[k] && touched) make_again(x, r);
    }
    x->steps++;
    return true;
}

enum result { DONE, AGAIN, FAILED };

static enum result step(struct index *x)
{
    struct excess e = {.x = x};
    bool plain = true;
    find_excess(&e);
    if (e.rows.n == 0) return DONE;
    for (int32_t k = 0; k < e.rows.n; k++)
        plain = plain && index_plain(x, &x->s->rows.at[e.rows.at[k]]);
    if (!plain && crowded(&e)) return FAILED;
    if (!plain) return index_take_apart(x, e.rows.at, e.rows.n) ? AGAIN : FAILED;
    if (hopeless(&e) || !may_differentiate(&e)) return FAILED;
    return step_up(&e) ? AGAIN : FAILED;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool unmatched(const struct graph_system *s)
{
    for (int32_t r = 0; r < s->rows.n; r++)
        if (s->rows.at[r].match < 0) return true;
    return false;
}

static struct index *index_new(struct graph_system *s)
{
    struct index *x = ARENA_NEW(s->m->arena, struct index);
    x->s = s;
    x->m = s->m;
    x->vars = x->numbers = s->m->vars.n;
    for (int32_t k = 0; k < s->m->vars.n; k++) {
        struct ir_var *v = s->m->vars.at[k];
        index_of(x, v)->state = v->kind == VAR_STATE;
        index_of(x, v)->top = v->kind == VAR_STATE;
    }
    return x;
}

static struct graph_system *copy_of(const struct graph_system *s)
{
    struct graph_system *copy = ARENA_NEW(s->m->arena, struct graph_system);
    *copy = *s;
    memset(&copy->rows, 0, sizeof copy->rows);
    memset(&copy->unknowns, 0, sizeof copy->unknowns);
    for (int32_t k = 0; k < s->rows.n; k++) VEC_ADD(s->m->arena, &copy->rows, s->rows.at[k]);
    for (int32_t k = 0; k < s->unknowns.n; k++)
        VEC_ADD(s->m->arena, &copy->unknowns, s->unknowns.at[k]);
    if (s->aliases) copy->aliases = ARENA_NEW(s->m->arena, struct graph_aliases);
    if (s->aliases) *copy->aliases = *s->aliases;
    for (int32_t k = 0; s->aliases && k < s->aliases->pieces.n; k++) {
        if (k == 0) memset(&copy->aliases->pieces, 0, sizeof copy->aliases->pieces);
        VEC_ADD(s->m->arena, &copy->aliases->pieces, s->aliases->pieces.at[k]);
    }
    for (int32_t k = 0; k < 3; k++) {
        copy->number[k] = ARENA_ARRAY(s->m->arena, int32_t, s->m->vars.n + 1);
        memcpy(copy->number[k], s->number[k], sizeof **s->number * (size_t)s->m->vars.n);
    }
    return copy;
}

enum { MOST_TURNS = 100 };

/* Steps until all rows have found what they determine. */
static enum result go_on(struct index *x)
{
    bool apart = false;
    for (int32_t turn = 0; turn < MOST_TURNS; turn++) {
        enum result result;
        if (graph_match_rolled(x->s)) return DONE;
        result = step(x);
        if (result == FAILED || (result == DONE && apart)) return result;
        if (result == AGAIN) continue;
        if (!graph_match_apart(x->s)) return FAILED;
        if (!unmatched(x->s)) return DONE;
        apart = true;
    }
    return FAILED;
}

/* ---- Equations that were hidden --------------------------------------------------------------- */

static bool same_equation(const struct graph_row *r, const struct graph_hidden *h)
{
    return r->lhs == h->lhs && r->rhs == h->rhs;
}

/* It may have been rewritten on the way to the loop, but it determined the same. */
static bool same_place(const struct graph_row *r, const struct graph_hidden *h)
{
    if (r->at.pos != h->at.pos || r->at.file != h->at.file) return false;
    for (int32_t k = 0; k < r->accesses.n; k++)
        if (r->accesses.at[k].node == h->unknown) return true;
    return false;
}

static bool reveal_here(struct graph_system *s, int32_t from, bool loosely)
{
    const struct graph_hidden *h = s->hidden;
    for (int32_t k = from; k < s->rows.n; k++) {
        struct graph_row *r = &s->rows.at[k];
        if (r->n_iters || !(same_equation(r, h) || (loosely && same_place(r, h)))) continue;
        *r = graph_row_make(s, NULL, 0, h->zero, ir_real(s->m, 0), h->at, h->text);
        return true;
    }
    return false;
}

void graph_report_hidden(struct graph_system *s)
{
    struct place nowhere = {0};
    error_at(s->m->messages, s->hidden ? s->hidden->at : nowhere,
             "equations of a loop depend on each other: together they bind states only");
}

bool graph_reveal(struct graph_system *s)
{
    const struct graph_hidden *h = s->hidden;
    int32_t *which = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1), n = 0;
    bool found = reveal_here(s, 0, false);
    for (int32_t k = 0; !found && k < s->rows.n; k++)
        if (s->rows.at[k].n_iters && s->rows.at[k].at.pos == h->at.pos &&
            s->rows.at[k].at.file == h->at.file)
            which[n++] = k;
    if (n > 0 && graph_unroll(s, which, n, GRAPH_CHAIN, "to find what they determine"))
        found = reveal_here(s, s->rows.n - s->n_unrolled, false);
    found = found || reveal_here(s, 0, true);
    for (int32_t k = 0; k < s->rows.n; k++) s->rows.at[k].match = -1;
    s->hidden = NULL;
    return found;
}

bool graph_reduce(struct graph_system *s)
{
    struct graph_system *old;
    struct index *x;
    enum result result;
    int errors = s->m->messages->errors;
    s->whole = s;
    if (graph_match_rolled(s)) return true;
    old = copy_of(s);
    x = index_new(s);
    result = go_on(x);
    if (result == DONE && x->steps == 0 && x->split.n == 0) return true;
    if (result == DONE && x->steps > 0 && !unmatched(s) && index_choose(x)) return true;
    for (int32_t k = 0; k < x->split.n; k++)
        if (index_of(x, x->split.at[k])->state) x->split.at[k]->kind = VAR_STATE;
    *s = *old;
    s->m->vars.n = x->vars;
    return s->m->messages->errors == errors;
}
