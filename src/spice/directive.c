/* SPDX-License-Identifier: MIT */
/* directive.c - directives that say how to simulate: .tran, .ic, .options, ... */
#include "spice/directive.h"
#include <string.h>

static void read_tran(struct reader *r, struct line *l)
{
    struct x **to[4] = {&r->n->step, &r->n->stop, &r->n->begin, &r->n->longest};
    struct netlist *n = r->n;
    int k = 0;
    n->tran = r->at;
    while (!line_ends(l)) {
        struct word w = line_word(n, l);
        if (!w.s) break;
        if (word_is(w, "uic"))
            n->uic = true;
        else if (word_is(w, "startup") || word_is(w, "steady") || word_is(w, "nodiscard"))
            error_at(n->m, w.at, "'%.*s' is not supported", (int)w.n, w.s);
        else if (k < 4)
            *to[k++] = spice_value(n, w);
        else
            error_at(n->m, w.at, "too many numbers: .tran step stop [start [longest step]] [uic]");
    }
    if (k == 1) n->stop = n->step, n->step = NULL;
    if (k == 0) error_at(n->m, r->at, "the time at which to stop is missing");
}

/* V(node)=value ... */
static void read_ic(struct reader *r, struct line *l, bool guess)
{
    while (!line_ends(l)) {
        struct word w = line_word(r->n, l), name, value;
        struct node *node;
        if (!word_is(w, "v")) {
            error_at(r->n->m, w.s ? w.at : r->at,
                     "only voltages of nodes, V(node)=value, can be given");
            return;
        }
        name = line_word(r->n, l);
        line_takes(l, ')');
        if (!name.s || !line_takes(l, '=')) {
            error_at(r->n->m, w.at, "this is V(node)=value");
            return;
        }
        value = line_word(r->n, l);
        if (!value.s) {
            error_at(r->n->m, w.at, "the value is missing");
            return;
        }
        node = circuit_node(r->n, r->in, name);
        if (!node) continue;
        if (guess)
            node->guess = spice_value(r->n, value);
        else
            node->start = spice_value(r->n, value);
        node->start_at = name.at;
    }
}

static bool constant(struct reader *r, const struct x *e, double *value)
{
    return e && x_constant(r->n, r->in, e, value);
}

/* What decides about a method of integration that is not ours has no effect. */
static void read_options(struct reader *r, struct line *l)
{
    static const char *const accuracy[] = {
        "abstol",    "vntol",    "chgtol", "trtol",    "method",       "maxord",      "itl1",
        "itl2",      "itl3",     "itl4",   "itl5",     "itl6",         "pivtol",      "pivrel",
        "gminsteps", "srcsteps", "noacct", "acct",     "list",         "nomod",       "nopage",
        "node",      "opts",     "numdgt", "limpts",   "savecurrents", "plotwinsize", "noopiter",
        "rawfile",   "post",     "probe",  "interp",   "autostop",     "cptime",      "rshunt",
        "klu",       "sparse",   "warn",   "maxwarns", "delmax",       "measdgt",     "nopage"};
    struct assigns all = {NULL, 0, 0};
    spice_read_assigns(r->n, l, &all);
    for (int32_t k = 0; k < all.n; k++) {
        struct word w = all.at[k].name;
        double value = 0;
        bool known = constant(r, all.at[k].value, &value), quiet = false;
        for (size_t j = 0; j < sizeof accuracy / sizeof accuracy[0]; j++)
            quiet |= word_is(w, accuracy[j]);
        if (word_is(w, "reltol") && known && value > 0 && value < 1)
            r->n->reltol = value;
        else if (word_is(w, "gmin") && known && value >= 0)
            r->n->gmin = value;
        else if (word_is(w, "temp") && known)
            r->n->temperature = value;
        else if (word_is(w, "tnom") && known)
            r->n->nominal = value;
        else if (quiet)
            warning_at(r->n->m, w.at, "the option '%.*s' has no effect", (int)w.n, w.s);
        else
            error_at(r->n->m, w.at, "the option '%.*s' is not supported, or has no such value",
                     (int)w.n, w.s);
    }
}

static void read_temp(struct reader *r, struct line *l)
{
    struct word w = line_word(r->n, l);
    double value;
    if (w.s && constant(r, spice_value(r->n, w), &value))
        r->n->temperature = value;
    else
        error_at(r->n->m, r->at, "a temperature, in degrees Celsius, is missing");
    w = line_word(r->n, l);
    if (w.s) error_at(r->n->m, w.at, "one temperature at a time");
}

void spice_read_directive(struct reader *r, struct word w, struct line l)
{
    static const char *const shown[] = {".print", ".plot", ".probe", ".four",     ".fourier",
                                        ".width", ".wave", ".save",  ".backanno", ".title"};
    static const char *const analyses[] = {".ac", ".dc",    ".op", ".noise",
                                           ".tf", ".disto", ".pz", ".sens"};
    struct netlist *n = r->n;
    if (word_is(w, ".tran")) {
        read_tran(r, &l);
    } else if (word_is(w, ".ic")) {
        read_ic(r, &l, false);
    } else if (word_is(w, ".nodeset")) {
        read_ic(r, &l, true);
    } else if (word_is(w, ".options") || word_is(w, ".option") || word_is(w, ".opt") ||
               word_is(w, ".opts")) {
        read_options(r, &l);
    } else if (word_is(w, ".temp")) {
        read_temp(r, &l);
    } else {
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
            if (word_is(w, shown[k])) {
                if (k < 7)
                    warning_at(n->m, w.at,
                               "%s has no effect: --vars, -o and --plot say what is kept",
                               shown[k]);
                return;
            }
        for (size_t k = 0; k < sizeof analyses / sizeof analyses[0]; k++)
            if (word_is(w, analyses[k])) {
                warning_at(n->m, w.at, "%s is not made: only .tran is", analyses[k]);
                return;
            }
        error_at(n->m, w.at, "'%.*s' is not supported", (int)w.n, w.s);
    }
}
