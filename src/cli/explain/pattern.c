/* SPDX-License-Identifier: MIT */
/* pattern.c - who reads whom, array by array.
 *
 * Elements are asked one after the other. What one reads becomes slots; the next element joins the
 * pattern of the one before if its slots are the same but for their places, and these go on as they
 * began. When a pattern ends, it is joined to an earlier one that reads the same relative to itself
 * (the rows of a grid). Work and memory are proportional to what is read, of which one element is
 * kept at a time; beyond MOST patterns elements are only counted. */
#include "cli/explain/pattern.h"
#include "base/text.h"
#include "cli/core/grow.h"

enum { MOST = 64, RUN = 4 };

/* ---- Decls ----------------------------------------------------------------------------------- */

static void add_decl(struct decls *d, struct decl one)
{
    int32_t last = d->from[one.kind] + d->number[one.kind] - 1;
    one.first = d->number[one.kind] ? d->at[last].first + d->at[last].count : 0;
    one.count = text_elements(one.size);
    while (one.rank < SALTUS_RANK && one.size[one.rank] > 0) one.rank++;
    d->at = grow_one(d->at, (size_t)d->n, sizeof *d->at);
    if (!d->number[one.kind]) d->from[one.kind] = d->n;
    d->at[d->n++] = one;
    d->number[one.kind]++;
}

static void add_variables(struct decls *d, saltus_kind kind, const saltus_variable *v)
{
    for (; v && v->name; v++)
        add_decl(d, (struct decl){.kind = kind,
                                  .name = v->name,
                                  .unit = v->unit,
                                  .text = v->text,
                                  .size = v->size,
                                  .at = v->at});
}

static void add_guards(struct decls *d, saltus_kind kind, const saltus_guard *g)
{
    for (; g && g->name; g++)
        add_decl(d, (struct decl){.kind = kind, .name = g->name, .size = g->size, .at = g->at});
}

struct decls decls_of(const saltus_model *m)
{
    struct decls d = {0};
    add_variables(&d, SALTUS_STATE, m->states);
    add_variables(&d, SALTUS_DISCRETE, m->discretes);
    add_variables(&d, SALTUS_PARAMETER, m->parameters);
    add_variables(&d, SALTUS_OUTPUT, m->outputs);
    add_guards(&d, SALTUS_GUARD, m->guards);
    add_guards(&d, SALTUS_CLOCK, m->clocks);
    add_variables(&d, SALTUS_SUM, m->sums);
    add_variables(&d, SALTUS_DELAY, m->delays);
    return d;
}

void decls_free(struct decls *d)
{
    free(d->at);
    memset(d, 0, sizeof *d);
}

int32_t decls_find(const struct decls *d, saltus_kind kind, int32_t index)
{
    int32_t lo = d->from[kind], hi = lo + d->number[kind] - 1;
    if (hi < lo || index < 0) return -1;
    while (lo < hi) {
        int32_t mid = lo + (hi - lo + 1) / 2;
        if (d->at[mid].first <= index)
            lo = mid;
        else
            hi = mid - 1;
    }
    return index - d->at[lo].first < d->at[lo].count ? lo : -1;
}

void decls_element(const struct decl *d, int32_t element, char *buf, size_t size)
{
    text_element(buf, size, d->name, d->size, element);
}

/* ---- What one element reads ------------------------------------------------------------------ */

struct read {
    int32_t decl, element;
};

struct reading {
    saltus_reads reads;
    const struct decls *d;
    struct read *list;
    size_t n, room;
    bool time;
};

static void add_read(saltus_reads *r, saltus_kind kind, int32_t index)
{
    struct reading *a = (struct reading *)r;
    int32_t k;
    if (kind == SALTUS_TIME) a->time = true;
    if (kind >= SALTUS_TIME || kind == SALTUS_PARAMETER) return;
    if ((k = decls_find(a->d, kind, index)) < 0) return;
    if (a->n == a->room)
        a->list = grow(a->list, a->room = a->room ? 2 * a->room : 64, sizeof *a->list);
    a->list[a->n++] = (struct read){k, index - a->d->at[k].first};
}

static int by_place(const void *a, const void *b)
{
    const struct read *x = a, *y = b;
    if (x->decl != y->decl) return x->decl < y->decl ? -1 : 1;
    return x->element < y->element ? -1 : x->element > y->element;
}

static void sort_reads(struct reading *a)
{
    size_t n = 0;
    if (a->n) qsort(a->list, a->n, sizeof *a->list, by_place);
    for (size_t k = 0; k < a->n; k++)
        if (n == 0 || by_place(&a->list[n - 1], &a->list[k]) != 0) a->list[n++] = a->list[k];
    a->n = n;
}

/* One slot per run of elements; short runs are single elements. False: there are too many. */
static bool make_slots(const struct reading *a, struct pattern *p)
{
    p->n = 0;
    for (size_t k = 0; k < a->n;) {
        const struct read *r = &a->list[k];
        size_t length = 1;
        while (k + length < a->n && a->list[k + length].decl == r->decl &&
               a->list[k + length].element == r->element + (int32_t)length)
            length++;
        if (length < RUN && (int32_t)length < a->d->at[r->decl].count) length = 1;
        if (p->n == PATTERN_SLOTS) return false;
        p->slot[p->n++] = (struct slot){r->decl, r->element, (int32_t)length, PATTERN_NO_STEP, 0};
        k += length;
    }
    return true;
}

/* How many of each decl. */
static void count_slots(const struct reading *a, struct pattern *p)
{
    p->n = 0;
    for (size_t k = 0; k < a->n; k++) {
        struct slot *last = p->n ? &p->slot[p->n - 1] : NULL;
        if (last && last->decl == a->list[k].decl)
            last->number++;
        else if (p->n < PATTERN_SLOTS)
            p->slot[p->n++] = (struct slot){a->list[k].decl, 0, 0, 0, 1};
    }
}

/* ---- Growing and joining --------------------------------------------------------------------- */

/* Does e, the element behind p's last, go on as p does? Then the steps are known. */
static bool goes_on(struct pattern *p, const struct pattern *e, int rank)
{
    int32_t far = e->first - p->first;
    if (p->n != e->n || p->time != e->time) return false;
    for (int k = 0; k < p->n; k++) {
        const struct slot *a = &p->slot[k], *b = &e->slot[k];
        if (a->decl != b->decl || a->length != b->length || a->number != b->number) return false;
        if (a->length == 0) continue;
        if (rank > 1 && b->lo - a->lo != 0 && b->lo - a->lo != far) return false;
        if (a->step == PATTERN_NO_STEP ? far != 1 : b->lo - a->lo != (int64_t)far * a->step)
            return false;
    }
    for (int k = 0; k < p->n; k++)
        if (p->slot[k].length && p->slot[k].step == PATTERN_NO_STEP)
            p->slot[k].step = e->slot[k].lo - p->slot[k].lo;
    p->last = e->last;
    p->count += e->count;
    return true;
}

static bool could_be(const struct slot *s, int32_t step)
{
    return s->step == step || s->step == PATTERN_NO_STEP;
}

/* Do two slots say the same: a place that moves along, or a fixed one? The step that both could
 * have. */
static bool same_slot(const struct pattern *p, const struct pattern *q, int k, int32_t *step)
{
    const struct slot *a = &p->slot[k], *b = &q->slot[k];
    if (a->decl != b->decl || a->length != b->length || a->number != b->number) return false;
    if (a->length == 0) return *step = 0, true;
    for (*step = 1; *step >= 0; --*step)
        if (could_be(a, *step) && could_be(b, *step) &&
            b->lo - a->lo == *step * (q->first - p->first))
            return true;
    return false;
}

/* q is joined to p if they say the same; p's readers then have gaps. */
static bool join(struct pattern *p, const struct pattern *q)
{
    int32_t step[PATTERN_SLOTS];
    if (p->n != q->n || p->time != q->time) return false;
    for (int k = 0; k < p->n; k++)
        if (!same_slot(p, q, k, &step[k])) return false;
    for (int k = 0; k < p->n; k++) p->slot[k].step = step[k];
    p->last = q->last;
    p->count += q->count;
    return true;
}

/* Two elements are no evidence of a stride. */
static bool doubtful(const struct pattern *p)
{
    for (int k = 0; k < p->n && p->count == 2; k++)
        if (p->slot[k].length && p->slot[k].step != 0 && p->slot[k].step != 1) return true;
    return false;
}

static void keep(struct patterns *ps, const struct pattern *q, int32_t reads)
{
    for (int32_t k = 0; k < ps->n; k++)
        if (join(&ps->at[k], q)) return;
    if (ps->n < MOST) {
        ps->at = grow_one(ps->at, (size_t)ps->n, sizeof *ps->at);
        ps->at[ps->n++] = *q;
        return;
    }
    if (ps->rest == 0 || reads < ps->least) ps->least = reads;
    if (reads > ps->most) ps->most = reads;
    ps->rest += q->count;
}

static void keep_all(struct patterns *ps, const struct pattern *q, int32_t reads)
{
    struct pattern one = *q;
    if (!doubtful(q)) {
        keep(ps, q, reads);
        return;
    }
    for (int32_t e = 0; e < 2; e++) {
        one.first = one.last = q->first + e;
        one.count = 1;
        for (int k = 0; k < q->n; k++) {
            one.slot[k].lo = q->slot[k].lo + (q->slot[k].length ? e * q->slot[k].step : 0);
            one.slot[k].step = PATTERN_NO_STEP;
        }
        keep(ps, &one, reads);
    }
}

struct patterns patterns_of(const struct decls *d, int32_t decl, pattern_ask *ask, void *user)
{
    struct patterns ps = {.decl = decl};
    struct reading a = {.reads = {add_read}, .d = d};
    struct pattern open = {0}, one = {0};
    int32_t reads = 0;
    for (int32_t e = 0; e < d->at[decl].count; e++) {
        a.n = 0;
        a.time = false;
        ask(user, d->at[decl].first + e, &a.reads);
        sort_reads(&a);
        if (!make_slots(&a, &one)) count_slots(&a, &one);
        one.time = a.time;
        one.first = one.last = e;
        one.count = 1;
        if (e > 0 && goes_on(&open, &one, d->at[decl].rank)) continue;
        if (e > 0) keep_all(&ps, &open, reads);
        open = one;
        reads = (int32_t)a.n;
    }
    if (d->at[decl].count > 0) keep_all(&ps, &open, reads);
    free(a.list);
    return ps;
}

void patterns_free(struct patterns *p)
{
    free(p->at);
    memset(p, 0, sizeof *p);
}

/* ---- As text --------------------------------------------------------------------------------- */

static const char *const letters[SALTUS_RANK] = {"i", "j", "k", "l", "m", "n", "o", "p"};

static void subscripts(const struct decl *d, int32_t element, int32_t *to)
{
    for (int k = d->rank - 1; k >= 0; k--) {
        to[k] = element % d->size[k];
        element /= d->size[k];
    }
}

static bool same_shape(const struct decl *a, const struct decl *b)
{
    return a->rank == b->rank &&
           (a->rank == 1 || memcmp(a->size, b->size, (size_t)a->rank * sizeof *a->size) == 0);
}

static void add(char *buf, size_t size, const char *text)
{
    size_t n = strlen(buf);
    if (n + 1 < size) snprintf(buf + n, size - n, "%s", text);
}

static void add_shift(char *buf, size_t size, const char *letter, int32_t shift)
{
    char text[40];
    if (shift)
        snprintf(text, sizeof text, "%s %c %d", letter, shift < 0 ? '-' : '+', abs(shift));
    else
        snprintf(text, sizeof text, "%s", letter);
    add(buf, size, text);
}

void pattern_reader(const struct decls *d, const struct patterns *ps, const struct pattern *p,
                    char *buf, size_t size)
{
    const struct decl *x = &d->at[ps->decl];
    char more[64] = "";
    if (p->count == 1 || x->rank == 0) {
        decls_element(x, p->first, buf, size);
        return;
    }
    text_subscripted(buf, size, x->name, letters, x->rank);
    if (p->count == x->count) return;
    if (x->rank == 1 && p->last - p->first + 1 == p->count)
        snprintf(more, sizeof more, ", i in %d:%d", p->first + 1, p->last + 1);
    else
        snprintf(more, sizeof more, ", %d of %d", p->count, x->count);
    add(buf, size, more);
}

/* y[i - 1] of arrays of one shape. */
static void moving(const struct decl *x, const struct decl *y, int32_t reader, const struct slot *s,
                   char *buf, size_t size)
{
    int32_t from[SALTUS_RANK] = {0}, to[SALTUS_RANK] = {0};
    char text[SALTUS_RANK][64];
    const char *sub[SALTUS_RANK];
    subscripts(x, reader, from);
    subscripts(y, s->lo, to);
    for (int k = 0; k < y->rank; k++) {
        sub[k] = text[k];
        text[k][0] = 0;
        add_shift(text[k], sizeof text[k], letters[k], to[k] - from[k]);
        if (k + 1 < y->rank || s->length == 1) continue;
        add(text[k], sizeof text[k], ":");
        add_shift(text[k], sizeof text[k], letters[k], to[k] - from[k] + s->length - 1);
    }
    text_subscripted(buf, size, y->name, sub, y->rank);
}

/* y[2*i - 1], of an array with one index. */
static void striding(const struct decl *y, int32_t reader, const struct slot *s, char *buf,
                     size_t size)
{
    int32_t c0 = s->lo + 1 - s->step * (reader + 1);
    char head[24], text[64] = "";
    const char *sub = text;
    snprintf(head, sizeof head, "%d*i", s->step);
    if (s->step == -1)
        snprintf(text, sizeof text, "%d - i", c0);
    else
        add_shift(text, sizeof text, head, c0);
    text_subscripted(buf, size, y->name, &sub, 1);
}

static void fixed(const struct decl *y, const struct slot *s, char *buf, size_t size)
{
    char last[160];
    const char *sub = last;
    if (s->length == y->count && y->count > 1) {
        text_whole(last, sizeof last, y->name);
        snprintf(buf, size, "all of %s", last);
    } else if (s->length == 1) {
        decls_element(y, s->lo, buf, size);
    } else if (y->rank == 1) {
        snprintf(last, sizeof last, "%d:%d", s->lo + 1, s->lo + s->length);
        text_subscripted(buf, size, y->name, &sub, 1);
    } else {
        decls_element(y, s->lo, buf, size);
        decls_element(y, s->lo + s->length - 1, last, sizeof last);
        add(buf, size, " .. ");
        add(buf, size, last);
    }
}

const char *pattern_indices(const struct decl *d, const char *text)
{
    const char *gap = text_hole(d->name);
    size_t n = gap ? (size_t)(gap - d->name) - 1 : strlen(d->name);
    bool wrapped = *text == '(' && *d->name != '(';
    if (strncmp(text + wrapped, d->name, n) != 0) return NULL;
    text += wrapped + n;
    text += wrapped && *text == ')';
    return *text == '[' ? text : NULL;
}

void pattern_slot(const struct decls *d, const struct patterns *ps, const struct pattern *p,
                  const struct slot *s, char *buf, size_t size)
{
    const struct decl *x = &d->at[ps->decl], *y = &d->at[s->decl];
    bool whole = s->length == y->count;
    char name[300];
    text_whole(name, sizeof name, y->name);
    if (s->length == 0)
        snprintf(buf, size, "%d of the %d %s", s->number, y->count, name);
    else if (p->count == 1 || s->step == 0 || s->step == PATTERN_NO_STEP || whole)
        fixed(y, s, buf, size);
    else if (s->step == 1 && same_shape(x, y))
        moving(x, y, p->first, s, buf, size);
    else if (y->rank == 1 && x->rank == 1 && s->length == 1)
        striding(y, p->first, s, buf, size);
    else
        snprintf(buf, size, "%d of the %d %s each", s->length, y->count, name);
}
