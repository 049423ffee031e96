/* SPDX-License-Identifier: MIT */
/* source.c - what an independent source says behind its nodes: DC, AC, and a function of time.
 *
 *     [DC] value   AC ...   PULSE(...) SIN(...) EXP(...) PWL(...) SFFM(...) */
#include "spice/netlist.h"

static const struct {
    const char *name;
    enum wave wave;
    int32_t fewest, most;
} waves[] = {{"pulse", WAVE_PULSE, 2, 8}, {"sin", WAVE_SIN, 2, 6},       {"sine", WAVE_SIN, 2, 6},
             {"exp", WAVE_EXP, 2, 6},     {"pwl", WAVE_PWL, 2, 1 << 20}, {"sffm", WAVE_SFFM, 2, 5}};

static bool read_wave(struct netlist *n, struct part *p, struct line *l, struct word w)
{
    for (size_t k = 0; k < sizeof waves / sizeof waves[0]; k++) {
        bool open;
        if (!word_is(w, waves[k].name)) continue;
        if (p->wave)
            error_at(n->m, w.at, "%.*s: a second function of time", (int)p->name.n, p->name.s);
        p->wave = waves[k].wave;
        p->numbers.n = 0;
        open = line_takes(l, '(');
        while (!line_ends(l) && !(open && line_takes(l, ')'))) {
            struct word one;
            if (!open && line_assigns(l)) break;
            one = line_word(n, l);
            if (one.s) VEC_ADD(n->arena, &p->numbers, spice_value(n, one));
        }
        if (p->numbers.n < waves[k].fewest || p->numbers.n > waves[k].most ||
            (p->wave == WAVE_PWL && p->numbers.n % 2))
            error_at(n->m, w.at, "%.*s: %s has %s numbers", (int)p->name.n, p->name.s,
                     waves[k].name,
                     p->wave == WAVE_PWL              ? "pairs of"
                     : p->numbers.n < waves[k].fewest ? "too few"
                                                      : "too many");
        return true;
    }
    return false;
}

static bool begins_number(const struct line *l)
{
    struct line rest = *l;
    double v;
    struct word w = line_word(NULL, &rest);
    return w.s && spice_number(w.s, w.n, &v) == 1;
}

void spice_read_source(struct netlist *n, struct part *p, struct line *l)
{
    while (!line_ends(l)) {
        struct word w = line_word(n, l);
        if (!w.s) break;
        if (read_wave(n, p, l, w)) continue;
        if (word_is(w, "ac")) {
            for (int k = 0; k < 2 && begins_number(l); k++) line_word(n, l);
        } else if (word_is(w, "dc")) {
            line_takes(l, '=');
            w = line_word(n, l);
            if (w.s)
                p->value = spice_value(n, w);
            else
                error_at(n->m, p->name.at, "%.*s: its value is missing", (int)p->name.n, p->name.s);
        } else if (!p->value && !p->wave && (l->pos >= l->end || l->text[l->pos] != '=')) {
            p->value = spice_value(n, w);
        } else {
            error_at(n->m, w.at, "%.*s: '%.*s' is not supported here", (int)p->name.n, p->name.s,
                     (int)w.n, w.s);
            l->pos = l->end;
        }
    }
}
