/* SPDX-License-Identifier: MIT */
/* measured.c - measurements against names; see measured.h. */
#include "cli/run/measured.h"
#include "base/paint.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include "cli/core/names.h"
#include <math.h>

/* Names of numbers as in `run --stats`. */
#define STATS(X)                                                                                   \
    X(states, o->states)                                                                           \
    X(initial, o->stats.initial)                                                                   \
    X(crossing_evaluations, o->stats.guard_evaluations)                                            \
    X(term_evaluations, o->stats.term_evaluations)                                                 \
    X(range_evaluations, o->stats.range_evaluations)                                               \
    X(partials, o->stats.partials)                                                                 \
    X(time_events, o->stats.clocks)                                                                \
    X(block_steps, o->stats.pair_steps)                                                            \
    X(refreshes, o->stats.refreshes)                                                               \
    X(queue_operations, o->stats.queue_operations)                                                 \
    X(peak_bytes, o->peak_bytes)                                                                   \
    X(load_seconds, o->load_seconds)

#define STAT_NAME(name, value) #name,
static const char *const stats[] = {STATS(STAT_NAME)};
enum { N_STATS = sizeof stats / sizeof *stats };

static double stat_of(const struct outcome *o, const char *name)
{
#define STAT_VALUE(word, value)                                                                    \
    if (!strcmp(name, #word)) return (double)(value);
    STATS(STAT_VALUE)
    return NAN;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Without spaces in subscripts. */
static char *plain_name(const char *name)
{
    char *out = grow_text(name), *to = out;
    int depth = 0;
    for (const char *s = name; *s; s++) {
        depth += (*s == '[') - (*s == ']');
        if (depth == 0 || *s != ' ') *to++ = *s;
    }
    *to = 0;
    return out;
}

/* Column of that name; SIZE_MAX: none. A file may have names that need quotes here. */
static size_t column_of(const saltus_header *h, const char *name)
{
    char *plain = plain_name(name);
    size_t n = strlen(plain), k, inner = SIZE_MAX;
    for (k = 0; k < h->n_columns; k++) {
        const char *c = h->columns[k].name;
        if (!strcmp(c, plain) || !strcmp(c, name)) break;
        if (*plain == '\'' && n > 2 && plain[n - 1] == '\'' && strlen(c) == n - 2 &&
            !strncmp(c, plain + 1, n - 2))
            inner = k;
    }
    free(plain);
    return k < h->n_columns ? k : inner;
}

static bool is_known(const struct measured_names *names, const char *name)
{
    char *plain;
    bool known;
    if (names->header) return column_of(names->header, name) != SIZE_MAX;
    plain = plain_name(name);
    known =
        saltus_model_find(names->of, plain) >= 0 || names_has(names->of, NAMES_PARAMETERS, plain);
    free(plain);
    return known;
}

static void hint_name(const struct measured_names *names, const char *name)
{
    const char **list;
    const char *near;
    if (!names->header) {
        names_hint(names->of, NAMES_VARIABLES | NAMES_PARAMETERS, name);
        return;
    }
    list = grow(NULL, names->header->n_columns, sizeof *list);
    for (size_t k = 0; k < names->header->n_columns; k++) list[k] = names->header->columns[k].name;
    near = talk_nearest(name, list, names->header->n_columns);
    if (near) talk_hint("did you mean '%s'?", near);
    free(list);
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* The text, and a mark below byte `at`. */
static void point_at(const char *text, size_t at)
{
    int before = utf8_count(text, at);
    fprintf(stderr, "    %s\n    %*s%s^%s\n", text, before, "", paint_code(stderr, PAINT_MARK),
            paint_code(stderr, PAINT_OFF));
}

static void list_kinds(void)
{
    char line[500] = "";
    size_t n = 0;
    const char *kind;
    for (size_t k = 0; (kind = measure_kind(k)) && n < sizeof line; k++)
        if (strcmp(kind, "harmonics") != 0 && strcmp(kind, "xy") != 0)
            n += (size_t)snprintf(line + n, sizeof line - n, "%s%s", k ? ", " : "", kind);
    talk_hint("there are %s, efficiency", line);
}

static bool complain(const struct measured_names *names, const char *text,
                     const struct measure_error *e)
{
    talk_error("%s: %s", names->where, e->text);
    point_at(text, e->at);
    if (strstr(e->text, "there is no measurement")) list_kinds();
    return false;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static void add(struct measured *l, const char *text, const char *title)
{
    struct measure_error e;
    for (size_t k = 0; k < l->n; k++)
        if (!strcmp(l->one[k].title, title)) return;
    l->one = grow_one(l->one, l->n, sizeof *l->one);
    l->one[l->n++] =
        (struct measured_one){grow_text(text), grow_text(title), measure_read(text, &e), NAN};
}

static bool fits_a_guard(const saltus_model *m, const char *pattern)
{
    char name[512];
    for (const saltus_guard *g = m->guards; g && g->name; g++)
        for (int32_t i = 0; i < text_elements(g->size); i++) {
            text_element(name, sizeof name, g->name, g->size, i);
            if (text_match(pattern, name)) return true;
        }
    return !strcmp(pattern, "*"); /* of none: 0 */
}

static bool check_count(const struct measured_names *names, enum measure_count kind,
                        const char *name)
{
    const saltus_model *m = names->of;
    const char *near;
    if (!m) {
        talk_error("%s: steps, events and stat are known of runs only", names->where);
        return false;
    }
    if (kind == MEASURE_STAT && isnan(stat_of(&(struct outcome){0}, name))) {
        near = talk_nearest(name, stats, N_STATS);
        talk_error("%s: there is no number '%s'", names->where, name);
        if (near) talk_hint("did you mean '%s'?", near);
        return false;
    }
    if (kind == MEASURE_EVENTS && !fits_a_guard(m, name)) {
        talk_error("%s: no guard of %s fits '%s'", names->where, m->name, name);
        talk_hint("'saltus explain %s' lists them", names->model);
        return false;
    }
    return true;
}

/* Part of a text that has one name with * or ?: before it, the name, and what follows. */
struct pattern {
    size_t begin, end;
};

static bool find_pattern(const char *text, struct pattern *p)
{
    size_t n = strlen(text), open = strcspn(text, "(");
    p->begin = 0;
    p->end = n;
    if (text[open] == '(') {
        if (n == 0 || text[n - 1] != ')') return false;
        p->begin = open + 1;
        p->end = p->begin + strcspn(text + p->begin, ",");
        if (p->end > n - 1) p->end = n - 1;
    }
    while (p->begin < p->end && text[p->begin] == ' ') p->begin++;
    while (p->end > p->begin && text[p->end - 1] == ' ') p->end--;
    for (size_t k = p->begin; k < p->end; k++)
        if (text[k] == '*' || text[k] == '?') return true;
    return false;
}

/* As text, a name with its own spelling in it; NULL: it cannot be said. */
static char *with_name(const char *text, const struct pattern *p, const char *name, bool quoted)
{
    size_t n = strlen(text) + strlen(name) + 16;
    char *out = grow(NULL, n, 1);
    bool bare = p->begin == 0;
    snprintf(out, n, "%.*s%s%s%s%s%s", (int)p->begin, text, bare ? "final(" : "", quoted ? "'" : "",
             name, quoted ? "'" : "", bare ? ")" : text + p->end);
    return out;
}

static bool add_named(struct measured *l, const char *text, const struct pattern *p,
                      const char *name)
{
    struct measure_error e;
    char *plain = with_name(text, p, name, false), *quoted = with_name(text, p, name, true);
    struct measure *m = measure_read(plain, &e);
    const char *read = m ? measure_name(m, 0, NULL) : NULL;
    bool fine, as_is = m && (!read || !strcmp(read, name)); /* a count has no variable */
    measure_free(m);
    m = as_is ? NULL : measure_read(quoted, &e);
    fine = as_is || m;
    if (fine) add(l, as_is ? plain : quoted, plain);
    measure_free(m);
    free(plain);
    free(quoted);
    return fine;
}

/* Does any variable fit? */
static bool fits(const struct measured_names *names, const char *pattern)
{
    struct reference found = {.error = NAN};
    size_t hits = 0;
    if (names->header) {
        for (size_t k = 0; k < names->header->n_columns; k++)
            hits += names->header->columns[k].kind != SALTUS_PARAMETER &&
                    text_match(pattern, names->header->columns[k].name);
        return hits > 0;
    }
    compare_select(names->of, NULL, &pattern, 1, &found);
    hits = found.n_targets;
    compare_reference_free(&found);
    return hits > 0;
}

static bool has_pattern(const struct measured_names *names, const char *text, struct pattern *p)
{
    char *pattern;
    bool fine;
    if (!find_pattern(text, p)) return false;
    pattern = grow_text(text + p->begin);
    pattern[p->end - p->begin] = 0;
    fine = fits(names, pattern);
    free(pattern);
    return fine;
}

/* One measurement for each variable that fits. */
static bool add_pattern(struct measured *l, const char *text, const struct pattern *p,
                        const struct measured_names *names)
{
    char *pattern = grow_text(text + p->begin);
    const char *list = pattern;
    bool fine = true, of_states = !strncmp(text, "steps(", 6); /* nothing else steps */
    pattern[p->end - p->begin] = 0;
    if (!fits(names, pattern)) {
        talk_error("%s: no variable of %s fits '%s'", names->where,
                   names->header ? "the file" : names->of->name, pattern);
        fine = false;
    } else if (names->header) {
        for (size_t k = 0; fine && k < names->header->n_columns; k++) {
            const saltus_column *c = &names->header->columns[k];
            if (c->kind != SALTUS_PARAMETER && text_match(pattern, c->name))
                fine = add_named(l, text, p, c->name);
        }
    } else {
        struct reference found = {.error = NAN};
        compare_select(names->of, NULL, &list, 1, &found);
        for (size_t k = 0; fine && k < found.n_targets; k++)
            if (!of_states || names_has(names->of, NAMES_STATES, found.targets[k].name))
                fine = add_named(l, text, p, found.targets[k].name);
        compare_reference_free(&found);
    }
    free(pattern);
    return fine;
}

/* The first name that is not known; NULL: all are. */
static const char *unknown_name(const struct measure *m, const struct measured_names *names,
                                size_t *at)
{
    const char *name;
    for (size_t k = 0; (name = measure_name(m, k, at)); k++)
        if (!is_known(names, name)) return name;
    return NULL;
}

static bool add_measure(struct measured *l, const char *text, const struct measure *m,
                        const struct measured_names *names)
{
    enum measure_count kind;
    const char *counted;
    size_t at;
    char *title;
    for (size_t k = 0; (counted = measure_counted(m, k, &kind, &at)); k++)
        if (!check_count(names, kind, counted)) return false;
    title = grow(NULL, strlen(text) + 16, 1);
    sprintf(title,
            measure_name(m, 0, NULL) && !strcmp(measure_name(m, 0, NULL), text) ? "final(%s)"
                                                                                : "%s",
            text);
    add(l, text, title);
    free(title);
    return true;
}

/* A formula of known names; else a pattern, if it is one; else what is wrong with the formula. */
bool measured_add(struct measured *l, const char *text, const struct measured_names *names)
{
    struct measure_error e;
    struct pattern p;
    size_t at = 0;
    struct measure *m = measure_read(text, &e);
    const char *unknown = m ? unknown_name(m, names, &at) : NULL;
    bool fine, counts = m && !measure_name(m, 0, NULL);
    if (m && counts && !strncmp(text, "steps", 5) && find_pattern(text, &p)) {
        fine = add_pattern(l, text, &p, names);
    } else if (m && !unknown) {
        fine = add_measure(l, text, m, names);
    } else if (unknown ? has_pattern(names, text, &p) : find_pattern(text, &p)) {
        fine = add_pattern(l, text, &p, names);
    } else if (unknown) {
        talk_error("%s: %s has no variable '%s'", names->where,
                   names->header ? "the file" : names->of->name, unknown);
        point_at(text, at);
        hint_name(names, unknown);
        fine = false;
    } else {
        fine = complain(names, text, &e);
    }
    measure_free(m);
    return fine;
}

void measured_again(struct measured *l, const struct measured *from)
{
    *l = (struct measured){0};
    for (size_t k = 0; k < from->n; k++) add(l, from->one[k].text, from->one[k].title);
}

void measured_free(struct measured *l)
{
    for (size_t k = 0; k < l->n; k++) {
        free(l->one[k].text);
        free(l->one[k].title);
        measure_free(l->one[k].m);
    }
    free(l->one);
    free(l->slot);
    free(l->first);
    *l = (struct measured){0};
}

bool measured_looks(const struct measured *l)
{
    for (size_t k = 0; k < l->n; k++)
        if (measure_looks(l->one[k].m)) return true;
    return false;
}

void measured_variables(const struct measured *l, const saltus_model *m, char ***names, size_t *n)
{
    const char *name;
    for (size_t k = 0; k < l->n; k++)
        for (size_t i = 0;
             measure_looks(l->one[k].m) && (name = measure_name(l->one[k].m, i, NULL)); i++) {
            char *plain = plain_name(name);
            size_t seen = 0;
            while (seen < *n && strcmp((*names)[seen], plain) != 0) seen++;
            if (seen == *n && saltus_model_find(m, plain) >= 0) {
                *names = grow_one(*names, *n, sizeof **names);
                (*names)[(*n)++] = grow_text(plain);
            }
            free(plain);
        }
}

/* ---- Along a run or a file ------------------------------------------------------------------- */

struct measured_slot {
    size_t one, variable;
};

void measured_open(struct measured *l, const saltus_header *h)
{
    size_t n = 0;
    const char *name;
    l->n_columns = h->n_columns;
    l->first = grow_zero(h->n_columns + 2, sizeof *l->first);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < l->n; k++)
            for (size_t i = 0; (name = measure_name(l->one[k].m, i, NULL)); i++) {
                size_t c = column_of(h, name);
                if (c == SIZE_MAX) continue;
                if (h->columns[c].kind == SALTUS_PARAMETER) {
                    if (pass) measure_segment(l->one[k].m, i, h->t0, &h->columns[c].value, 0);
                } else if (pass == 0) {
                    l->first[c + 2]++;
                    n++;
                } else {
                    l->slot[l->first[c + 1]++] = (struct measured_slot){k, i};
                }
            }
        if (pass == 0) {
            l->slot = grow(l->slot, n + 1, sizeof *l->slot);
            for (size_t c = 2; c < h->n_columns + 2; c++) l->first[c] += l->first[c - 1];
        }
    }
}

void measured_segment(struct measured *l, double t, size_t column, const double *poly, int order)
{
    if (column >= l->n_columns) return;
    for (size_t k = l->first[column]; k < l->first[column + 1]; k++)
        measure_segment(l->one[l->slot[k].one].m, l->slot[k].variable, t, poly, order);
}

struct counted {
    const struct outcome *o;
    const saltus_sim *sim;
};

static double count(void *user, enum measure_count kind, const char *name)
{
    const struct counted *c = user;
    const struct outcome *o = c->o;
    double n = 0;
    char guard[512];
    int32_t var;
    if (kind == MEASURE_STAT) return stat_of(o, name);
    if (kind == MEASURE_STEPS) {
        var = saltus_sim_find(c->sim, name);
        return var >= 0 && var < o->states ? (double)o->steps_by_state[var] : NAN;
    }
    for (int32_t k = 0; k < o->guards; k++) {
        saltus_sim_name(c->sim, SALTUS_GUARD, k, guard, sizeof guard);
        if (text_match(name, guard)) n += (double)o->events_by_guard[k];
    }
    return n;
}

/* What looks at nothing but the end gets its values from there. */
static void final_values(struct measure *m, double t, const saltus_sim *sim)
{
    const char *name;
    for (size_t i = 0; (name = measure_name(m, i, NULL)); i++) {
        char *plain = plain_name(name);
        int32_t var = saltus_sim_find(sim, plain);
        double v = saltus_sim_value(sim, var, t);
        if (var >= 0) measure_segment(m, i, t, &v, 0);
        free(plain);
    }
}

void measured_finish(struct measured *l, double t_end, const struct outcome *o,
                     const saltus_sim *sim)
{
    struct counted c = {o, sim};
    for (size_t k = 0; k < l->n; k++) {
        struct measure *m = l->one[k].m;
        if (sim && !measure_looks(m)) final_values(m, t_end, sim);
        measure_end(m, t_end);
        l->one[k].value = measure_value(m, sim && o ? count : NULL, &c);
    }
}
