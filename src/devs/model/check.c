/* SPDX-License-Identifier: MIT */
/* check.c - is a part all right by itself? Its name, its type, its size, its arguments.
 *
 * Arguments are checked against the table of parameters of the type: known, given once, of the
 * right kind and length, within their range, and none missing that is needed. */
#include "base/text.h"
#include "devs/model/flatten.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static bool is_name(const char *s)
{
    if (!s || !*s) return false;
    for (; *s; s++)
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
              *s == '_'))
            return false;
    return true;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

struct args {
    const saltus_part *p;
    check_tell *tell;
    void *user;
    int n;
};

static void __attribute__((format(printf, 4, 5)))
say(struct args *c, saltus_loc at, const char *hint, const char *format, ...)
{
    char text[FLAT_TEXT];
    va_list v;
    va_start(v, format);
    vsnprintf(text, sizeof text, format, v);
    va_end(v);
    c->n++;
    c->tell(c->user, at.line ? at : c->p->at, hint, text);
}

static void unknown(struct args *c, const saltus_arg *a)
{
    const char *best = NULL;
    int nearest = TEXT_FAR;
    char hint[FLAT_TEXT] = "";
    size_t used = 0;
    for (const saltus_param *q = c->p->type->params; q && q->name; q++)
        if (text_nearer(a->name, q->name, &nearest)) best = q->name;
    if (best) snprintf(hint, sizeof hint, "did you mean '%s'?", best);
    for (const saltus_param *q = c->p->type->params; !best && q && q->name && used < sizeof hint;
         q++)
        used += (size_t)snprintf(hint + used, sizeof hint - used, "%s%s",
                                 used ? ", " : "its parameters are ", q->name);
    say(c, a->at, hint[0] ? hint : NULL, "a %s has no parameter '%s'", c->p->type->name, a->name);
}

static bool in_choices(const char *word, const char *choices)
{
    size_t n = strlen(word);
    while (choices && *choices) {
        const char *end = strchr(choices, '|');
        size_t k = end ? (size_t)(end - choices) : strlen(choices);
        if (k == n && !strncmp(choices, word, n)) return true;
        choices = end ? end + 1 : NULL;
    }
    return false;
}

static void check_words(struct args *c, const saltus_arg *a, const saltus_param *q)
{
    char hint[FLAT_TEXT];
    if (!a->word) {
        say(c, a->at, NULL, "parameter '%s' must be a text", a->name);
    } else if (q->kind == SALTUS_CHOICE && !in_choices(a->word, q->choices)) {
        snprintf(hint, sizeof hint, "one of %s", q->choices ? q->choices : "(none)");
        say(c, a->at, hint, "'%s' is not a value of parameter '%s'", a->word, a->name);
    }
}

/* What is wrong with one number; NULL: nothing. */
static const char *number_fault(const saltus_param *q, double v)
{
    bool range = q->min != 0 || q->max != 0;
    if (isnan(v)) return "is not a number";
    if (q->kind == SALTUS_INTEGER && (v != floor(v) || fabs(v) > 9007199254740992.0))
        return "must be an integer";
    if (q->kind == SALTUS_BOOLEAN && v != 0 && v != 1) return "must be 0 or 1";
    if (range && (v < q->min || v > q->max)) return "is outside its range";
    return NULL;
}

static void check_numbers(struct args *c, const saltus_arg *a, const saltus_param *q)
{
    char hint[120] = "";
    int32_t n = saltus_part_count(c->p, a->name, NULL, NULL);
    if (!a->v || a->rows < 0 || a->cols < 0 || (n < 1 && q->kind != SALTUS_REALS)) {
        say(c, a->at, NULL, "parameter '%s' must be a number%s", a->name,
            q->kind == SALTUS_REALS ? ", a vector or a matrix" : "");
        return;
    }
    if (q->kind != SALTUS_REALS && n != 1 && n != c->p->size) {
        say(c, a->at, NULL, "parameter '%s' has %d values, but the part has %d element%s", a->name,
            (int)n, (int)c->p->size, c->p->size == 1 ? "" : "s");
        return;
    }
    for (int32_t k = 0; k < n; k++) {
        const char *fault = number_fault(q, a->v[k]);
        if (!fault) continue;
        if (q->min != 0 || q->max != 0)
            snprintf(hint, sizeof hint, "from %.9g to %.9g", q->min, q->max);
        say(c, a->at, hint[0] ? hint : NULL, "%s = %.9g %s", a->name, a->v[k], fault);
        return;
    }
}

static void check_arg(struct args *c, size_t k)
{
    const saltus_arg *a = &c->p->args[k];
    const saltus_param *q = part_param(c->p, a->name);
    if (!q) {
        unknown(c, a);
        return;
    }
    if (part_arg(c->p, a->name) != a) {
        say(c, a->at, NULL, "parameter '%s' is given twice", a->name);
        return;
    }
    if (q->kind == SALTUS_TEXT || q->kind == SALTUS_CHOICE)
        check_words(c, a, q);
    else if (q->kind != SALTUS_OBJECT)
        check_numbers(c, a, q);
    else if (!a->object)
        say(c, a->at, NULL, "parameter '%s' must be given by a program", a->name);
}

int check_args(const saltus_part *p, check_tell *tell, void *user)
{
    struct args c = {.p = p, .tell = tell, .user = user};
    for (size_t k = 0; k < p->n_args; k++) check_arg(&c, k);
    for (const saltus_param *q = p->type->params; q && q->name; q++)
        if (q->needed && !part_arg(p, q->name))
            say(&c, p->at, q->text, "parameter '%s' is missing", q->name);
    return c.n;
}

/* ---- Types ----------------------------------------------------------------------------------- */

/* The table of version 0.1 ends with `look`. A newer one may be longer. */
enum { LEAST_TABLE = offsetof(saltus_atomic, look) + sizeof(((saltus_atomic *)0)->look) };

bool check_type(const saltus_atomic *a, char *text, size_t size)
{
    const char *fault = NULL;
    bool timed = a->ta || a->due, in = a->inputs && a->inputs->name,
         out = a->outputs && a->outputs->name;
    if (a->struct_size < LEAST_TABLE) {
        snprintf(text, size, "its type does not say its struct_size, sizeof(saltus_atomic)");
        return false;
    }
    if (!a->name)
        fault = "its type has no name";
    else if (a->wire)
        fault = NULL;
    else if (a->ta && a->due)
        fault = "has both 'ta' and 'due'; one is enough";
    else if (!timed && (a->lambda || a->delta_int))
        fault = "has 'lambda' or 'delta_int', but neither 'ta' nor 'due': it would never act";
    else if (timed && !a->delta_int)
        fault = "has 'ta' or 'due', but no 'delta_int'";
    else if (in && !a->delta_ext)
        fault = "has inputs, but no 'delta_ext'";
    else if (out && !a->lambda)
        fault = "has outputs, but no 'lambda'";
    if (fault) snprintf(text, size, "%s %s", a->name ? a->name : "", fault);
    return !fault;
}

/* ---- Parts and ports of a model -------------------------------------------------------------- */

struct telling {
    struct flat *f;
    const char *var;
};

static void tell_arg(void *user, saltus_loc at, const char *hint, const char *text)
{
    struct telling *t = user;
    flat_error(t->f, at, t->var, hint, "%s", text);
}

static bool check_name(struct flat *f, const saltus_coupled *m, int32_t k)
{
    const saltus_part *p = m->part[k].part;
    int before = f->errors;
    if (!is_name(p->name))
        flat_error(f, p->at, p->name, "letters, digits and _",
                   "'%s' is not a valid name for a part", p->name);
    if (m->part[k].twin >= 0) {
        saltus_loc first = m->part[m->part[k].twin].part->at;
        char hint[100];
        snprintf(hint, sizeof hint, "the first is in line %u", (unsigned)first.line);
        flat_error(f, p->at, p->name, first.line ? hint : NULL,
                   "model '%s' has two parts with this name", m->name);
    }
    return f->errors == before;
}

static void check_sizes(struct flat *f, const saltus_part *p)
{
    if (p->size < 1)
        flat_error(f, p->at, p->name, NULL, "its size %d is not positive", (int)p->size);
    if (p->inputs < 0 || p->outputs < 0)
        flat_error(f, p->at, p->name, NULL, "a number of ports is negative");
    for (int way = 0; way < 2 && f->errors == 0; way++)
        for (int k = 0, n = devs_port_count(p, way); k < n; k++) {
            int32_t size = devs_port_size(p, way, k);
            if (size >= 0) continue;
            char port[100];
            devs_port_name(p, way, k, port, sizeof port);
            flat_error(f, p->at, p->name, NULL, "port '%s' has the impossible size %d", port,
                       (int)size);
        }
}

void check_part(struct flat *f, const saltus_coupled *m, int32_t k)
{
    const saltus_part *p = m->part[k].part;
    char text[FLAT_TEXT];
    check_name(f, m, k);
    if (m->part[k].inner) return;
    if (!p->type) {
        flat_error(f, p->at, p->name, NULL, "it has no type");
        return;
    }
    if (!check_type(p->type, text, sizeof text)) flat_error(f, p->at, p->name, NULL, "%s", text);
    int bad = check_args(p, tell_arg, &(struct telling){f, p->name});
    if (!bad) check_sizes(f, p); /* port_size may read arguments */
}

void check_ports(struct flat *f, const saltus_coupled *m)
{
    for (int way = 0; way < 2; way++)
        for (int32_t k = 0; k < m->n_ports[way]; k++) {
            const struct coupled_port *p = &m->port[way][k];
            const char *kind = way ? "output" : "input";
            if (!is_name(p->name))
                flat_error(f, p->at, p->name, NULL, "'%s' is not a valid name for an %s", p->name,
                           kind);
            if (coupled_find_port(m, way, p->name) != k)
                flat_error(f, p->at, p->name, NULL, "model '%s' has two %ss with this name",
                           m->name, kind);
            if (p->size < 1)
                flat_error(f, p->at, p->name, NULL, "its size %d is not positive", (int)p->size);
        }
}
