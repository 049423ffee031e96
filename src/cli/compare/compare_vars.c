/* SPDX-License-Identifier: MIT */
/* compare_vars.c - which variables enter the errors, and how columns of a reference are called.
 *
 * Other programs cannot write w[500] as the heading of a column; they write w500 or w_500. A column
 * means the variable of its name, else the element that its last digits number. */
#include "base/text.h"
#include "cli/compare/compare.h"
#include "cli/core/names.h"
#include "cli/core/grow.h"
#include <ctype.h>
#include <math.h>

enum { ENOUGH = 1000 }; /* variables, if no one chooses */

int32_t compare_variable(const saltus_model *m, const char *column, char *buf, size_t size)
{
    size_t n = strlen(column), k = n, stem;
    int32_t var = saltus_model_find(m, column);
    snprintf(buf, size, "%s", column);
    if (var >= 0) return var;
    while (k > 0 && isdigit((unsigned char)column[k - 1])) k--;
    if (k == 0 || k == n) return -1;
    stem = column[k - 1] == '_' ? k - 1 : k;
    snprintf(buf, size, "%.*s[%s]", (int)stem, column, column + k);
    return saltus_model_find(m, buf);
}

void compare_add_target(struct reference *r, const char *name, int32_t var, size_t column)
{
    r->targets = grow_one(r->targets, r->n_targets, sizeof *r->targets);
    r->targets[r->n_targets++] =
        (struct target){.name = grow_text(name), .var = var, .column = column};
}

void compare_reference_free(struct reference *r)
{
    for (size_t k = 0; k < r->n_targets; k++) free(r->targets[k].name);
    free(r->targets);
    free(r->t);
    free(r->value);
    *r = (struct reference){.error = NAN};
}

/* ---- Variables of the model by pattern ------------------------------------------------------- */

struct choice {
    const char *const *patterns;
    size_t n;
    bool *used;
    struct reference *r;
    int32_t next; /* number of the first element of the variable looked at */
};

static bool chosen(struct choice *c, const char *name)
{
    bool fits = false;
    for (size_t k = 0; k < c->n; k++)
        if (text_match(c->patterns[k], name)) c->used[k] = fits = true;
    return fits;
}

static void choose(struct choice *c, const saltus_variable *v)
{
    char name[512];
    for (; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        for (int32_t i = 0; i < n && names_presentable(v->name); i++) {
            text_element(name, sizeof name, v->name, v->size, i);
            if (chosen(c, name)) compare_add_target(c->r, name, c->next + i, SIZE_MAX);
        }
        c->next += n;
    }
}

/* False: pattern k fits nothing. */
static bool all_used(const struct choice *c, const saltus_model *m, const char *option)
{
    for (size_t k = 0; k < c->n; k++) {
        if (c->used[k]) continue;
        talk_error("%s: no variable of %s fits '%s'", option, m->name, c->patterns[k]);
        names_hint(m, NAMES_VARIABLES, c->patterns[k]);
        return false;
    }
    return true;
}

bool compare_select(const saltus_model *m, const char *option, const char *const *patterns,
                    size_t n, struct reference *r)
{
    static const char *const all[] = {"*"};
    struct choice c = {.patterns = n ? patterns : all, .n = n ? n : 1, .r = r};
    bool fine;
    c.used = grow_zero(c.n, sizeof *c.used);
    choose(&c, m->states);
    if (n) {
        choose(&c, m->discretes);
        choose(&c, m->outputs);
    }
    fine = !option || all_used(&c, m, option);
    free(c.used);
    return fine;
}

static size_t length_of(const char *const *list)
{
    size_t n = 0;
    while (list && list[n]) n++;
    return n;
}

bool compare_watched(const saltus_model *m, struct reference *r)
{
    const char *const *watch = m->experiment.watch;
    return compare_select(m, NULL, watch, length_of(watch), r);
}

void compare_thin(struct reference *r, size_t most)
{
    size_t n = r->n_targets, kept = 0;
    if (n <= most) return;
    for (size_t k = 0; k < n; k++) {
        if (kept < most && k == kept * n / most)
            r->targets[kept++] = r->targets[k];
        else
            free(r->targets[k].name);
    }
    r->n_targets = kept;
}

static void thin(const saltus_model *m, struct reference *r)
{
    size_t n = r->n_targets, kept;
    compare_thin(r, ENOUGH);
    if ((kept = r->n_targets) == n) return;
    talk_note("%zu of the %zu variables of %s are compared; --vars chooses others", kept, n,
              m->name);
}

bool compare_targets(const struct job *j, const saltus_model *m, struct reference *r)
{
    bool fine =
        j->n_vars ? compare_select(m, "--vars", j->vars, j->n_vars, r) : compare_watched(m, r);
    if (!j->n_vars) thin(m, r);
    if (!fine || r->n_targets) return fine;
    talk_error("%s has no variables to compare", m->name);
    return false;
}
