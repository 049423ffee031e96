/* SPDX-License-Identifier: MIT */
/* write_part.c - one part of a netlist as a component of Modelica, and its wires. */
#include "spice/write.h"
#include <string.h>

static void put_area(struct out *o, struct scope *in, const struct part *p, const char *name,
                     bool *first)
{
    const struct assign *area = assigns_find(&p->params, "area"),
                        *m = assigns_find(&p->params, "m");
    if (!area && !m) return;
    put_text(o, "%s%s = ", *first ? "" : ", ", name);
    *first = false;
    if (area) put_factor(o, in, area->value);
    if (area && m) put_text(o, "*");
    if (m) put_factor(o, in, m->value);
}

static void put_named(struct out *o, struct scope *in, const char *name, const struct x *e,
                      bool *first)
{
    put_text(o, "%s%s = ", *first ? "" : ", ", name);
    *first = false;
    put_x(o, in, e);
}

static void put_circuit_wide(struct out *o, const struct model *m, bool *first)
{
    double t = o->n->temperature;
    if (strcmp(m->kind->class_name, "Electrical.IdealDiode") == 0 || strchr("SW", m->kind->part[0]))
        return;
    if (o->n->gmin != 1e-12) {
        put_text(o, "%sGMIN = ", *first ? "" : ", ");
        put_number(o, o->n->gmin);
        *first = false;
    }
    if (t != 27) {
        put_text(o, "%sVT = ", *first ? "" : ", ");
        put_number(o, 8.617333262e-5 * (t + 273.15));
        *first = false;
    }
}

bool kind_is_plain(const struct model *m)
{
    for (int32_t k = 0; k < m->params.n; k++)
        if (x_has_names(m->params.at[k].value)) return false;
    return true;
}

void put_model_values(struct out *o, struct scope *in, const struct model *m, bool *first)
{
    if (m->kind->first) put_text(o, "%s", m->kind->first), *first = false;
    for (int32_t k = 0; k < m->params.n; k++) {
        const struct assign *a = &m->params.at[k];
        const struct kind_param *to = kind_param(m->kind, a->name);
        if (!to || !to->to || !a->value) continue;
        if (strcmp(to->to, "1/Goff") == 0) {
            put_text(o, "%sGoff = 1/", *first ? "" : ", ");
            put_factor(o, in, a->value);
            *first = false;
        } else {
            put_named(o, in, to->to, a->value, first);
        }
    }
    put_circuit_wide(o, m, first);
}

/* ---- Devices --------------------------------------------------------------------------------- */

static void put_sizes(struct out *o, struct scope *in, const struct part *p, bool *first)
{
    static const char *const sizes[] = {"l", "L", "w", "W"};
    for (size_t k = 0; k < 4; k += 2) {
        const struct assign *a = assigns_find(&p->params, sizes[k]);
        if (a) put_named(o, in, sizes[k + 1], a->value, first);
    }
    if (assigns_find(&p->params, "m")) put_area(o, in, p, "M", first);
}

static const struct model *model_of(struct out *o, struct scope *in, const struct part *p)
{
    struct model *m = circuit_model(in, p->of);
    if (!m) {
        error_at(o->n->m, p->of.at, "there is no model '%.*s'", (int)p->of.n, p->of.s);
        return NULL;
    }
    kind_find(o->n, m);
    if (m->kind && strchr(m->kind->part, p->kind)) return m;
    if (m->kind)
        error_at(o->n->m, p->of.at, "'%.*s' is a model of the type '%.*s', which does not fit",
                 (int)p->of.n, p->of.s, (int)m->type.n, m->type.s);
    return NULL;
}

static void say_idle(struct out *o, const struct part *p, bool ideal)
{
    static const char *const of_mosfet[] = {"ad", "as", "pd", "ps", "nrd", "nrs", NULL},
                             *const of_ideal[] = {"area", "m", NULL};
    const char *const *name = ideal ? of_ideal : of_mosfet;
    for (; (p->kind == 'M' || ideal) && *name; name++) {
        const struct assign *a = assigns_find(&p->params, *name);
        if (a)
            warning_at(o->n->m, a->name.at, "%s of %.*s has no effect", *name, (int)p->name.n,
                       p->name.s);
    }
}

static void put_device(struct out *o, struct scope *in, const struct part *p)
{
    const struct model *m = model_of(o, in, p);
    bool first = true, ideal;
    if (!m) return;
    ideal = strcmp(m->kind->class_name, "Electrical.IdealDiode") == 0;
    say_idle(o, p, ideal);
    if (p->kind == 'Q' && p->nodes.n > 3)
        warning_at(o->n->m, p->nodes.at[3].at, "the substrate has no effect");
    if (p->kind == 'M' && p->nodes.n < 4)
        error_at(o->n->m, p->name.at, "%.*s: a MOSFET has four nodes: drain, gate, source, bulk",
                 (int)p->name.n, p->name.s);
    if (assigns_find(&p->params, "ic"))
        error_at(o->n->m, p->name.at, "%.*s: IC is supported for C and L only", (int)p->name.n,
                 p->name.s);
    put_text(o, "  %s %s(", m->ident ? m->ident : m->kind->class_name, p->ident);
    if (!m->ident) put_model_values(o, in, m, &first);
    if (p->kind == 'M')
        put_sizes(o, in, p, &first);
    else if (strchr("DQ", p->kind) && !ideal)
        put_area(o, in, p, "area", &first);
    if (strchr("SW", p->kind) && assigns_find(&p->params, "on")) {
        put_text(o, "%sON = true", first ? "" : ", ");
        first = false;
    }
    if (p->kind == 'W') {
        struct x control = {.kind = X_CURRENT, .at = p->others.at[0].at, .word = p->others.at[0]};
        put_named(o, in, "ic", &control, &first);
    }
    if (first) o->text.n--; /* no () */
    put_text(o, "%s;\n", first ? "" : ")");
}

static void put_use(struct out *o, struct scope *in, const struct part *p)
{
    const struct scope *sub = circuit_subcircuit(in, p->of);
    bool first = true;
    if (!sub) {
        error_at(o->n->m, p->of.at, "there is no subcircuit '%.*s'", (int)p->of.n, p->of.s);
        return;
    }
    if (sub->ports != p->nodes.n)
        error_at(o->n->m, p->name.at, "%.*s has %d nodes, the subcircuit '%.*s' has %d",
                 (int)p->name.n, p->name.s, (int)p->nodes.n, (int)sub->name.n, sub->name.s,
                 (int)sub->ports);
    put_text(o, "  %s %s(", sub->ident, p->ident);
    for (int32_t k = 0; k < p->params.n; k++) {
        const struct assign *a = &p->params.at[k], *to = NULL;
        for (int32_t j = 0; j < sub->params.n; j++)
            if (sub->params.at[j].ident && word_same(sub->params.at[j].name, a->name))
                to = &sub->params.at[j];
        if (!to || !a->value)
            error_at(o->n->m, a->name.at, "the subcircuit '%.*s' has no parameter '%.*s'",
                     (int)sub->name.n, sub->name.s, (int)a->name.n, a->name.s);
        else
            put_named(o, in, to->ident, a->value, &first);
    }
    for (int32_t k = 0; k < sub->outer.n; k++) {
        struct x e = {.kind = X_NAME, .at = p->name.at, .word = sub->outer.at[k].name};
        put_named(o, in, sub->outer.at[k].ident, &e, &first);
    }
    if (first) o->text.n--;
    put_text(o, "%s;\n", first ? "" : ")");
}

/* ---- Sources --------------------------------------------------------------------------------- */

static const char *const pulse_names[] = {"V1", "V2", "TD", "TR", "TF", "PW", "PER", "NP", NULL};
static const char *const sine_names[] = {"VO", "VA", "FREQ", "TD", "THETA", "PHASE", NULL};
static const char *const exp_names[] = {"V1", "V2", "TD1", "TAU1", "TD2", "TAU2", NULL};
static const char *const sffm_names[] = {"VO", "VA", "FC", "MDI", "FS", NULL};

/* Is number k of the wave given, and not a plain 0? */
static bool given(const struct part *p, int32_t k)
{
    return k < p->numbers.n &&
           !(p->numbers.at[k]->kind == X_NUMBER && p->numbers.at[k]->number == 0);
}

/* A number of .tran; it has been checked that it is one. */
static void put_of_run(struct out *o, const struct x *of, double otherwise)
{
    double value;
    put_number(o, of && x_constant(o->n, o->n->top, of, &value) ? value : otherwise);
}

static void put_default(struct out *o, const char *name, const struct x *of, double otherwise,
                        bool *first)
{
    put_text(o, "%s%s = ", *first ? "" : ", ", name);
    *first = false;
    put_of_run(o, of, otherwise);
}

/* What SPICE takes where a number is not given or 0: the step for edges, the end for lengths. */
static void put_pulse(struct out *o, struct scope *in, const struct part *p, bool *first)
{
    const struct x *step = o->n->step, *stop = o->n->stop;
    double delay;
    for (int32_t k = 0; k < 8; k++) {
        bool edge = k == 3 || k == 4, length = k == 5 || k == 6;
        if (given(p, k))
            put_named(o, in, pulse_names[k], p->numbers.at[k], first);
        else if (edge)
            put_default(o, pulse_names[k], step, 1e-9, first);
        else if (length) { /* a second period would begin after the end */
            put_default(o, pulse_names[k], stop, 1, first);
            if (k == 6) put_text(o, "*2");
        } else if (k < 2)
            put_default(o, pulse_names[k], NULL, 0, first);
    }
    if (given(p, 2) && x_constant(o->n, in, p->numbers.at[2], &delay) && delay < 0)
        error_at(o->n->m, p->numbers.at[2]->at, "a delay below 0 is not supported");
}

static void put_exp(struct out *o, struct scope *in, const struct part *p, bool *first)
{
    for (int32_t k = 0; k < 6; k++) {
        if (given(p, k)) {
            put_named(o, in, exp_names[k], p->numbers.at[k], first);
        } else if (k == 3 || k == 5) {
            put_default(o, exp_names[k], o->n->step, 1e-9, first);
        } else if (k == 4) { /* TD1 + step */
            put_default(o, "TD2", o->n->step, 1e-9, first);
            if (given(p, 2)) {
                put_text(o, " + ");
                put_factor(o, in, p->numbers.at[2]);
            }
        } else {
            put_default(o, exp_names[k], NULL, 0, first);
        }
    }
}

static void put_points(struct out *o, struct scope *in, const struct part *p)
{
    double last = -1e300;
    put_text(o, "table = [");
    for (int32_t k = 0; k < p->numbers.n; k++) {
        double t;
        put_text(o, "%s", k == 0 ? "" : k % 2 ? ", " : "; ");
        put_x(o, in, p->numbers.at[k]);
        if (k % 2 || !x_constant(o->n, in, p->numbers.at[k], &t)) continue;
        if (t <= last) error_at(o->n->m, p->numbers.at[k]->at, "the times of PWL do not rise");
        last = t;
    }
    put_text(o, "]");
}

/* A sine from the beginning, without damping, is a part of its own. */
static bool put_plain_sine(struct out *o, struct scope *in, const struct part *p, const char *what)
{
    bool first = true;
    if (given(p, 3) || given(p, 4)) return false;
    put_text(o, "  Electrical.Sine%s %s(", what, p->ident);
    if (given(p, 0)) put_named(o, in, "offset", p->numbers.at[0], &first);
    put_named(o, in, what[0] == 'V' ? "V" : "I", p->numbers.at[1], &first);
    if (given(p, 2))
        put_named(o, in, "f", p->numbers.at[2], &first);
    else
        put_text(o, ", f = 1/"), put_of_run(o, o->n->stop, 1);
    if (given(p, 5)) {
        put_text(o, ", phase = ");
        put_factor(o, in, p->numbers.at[5]);
        put_text(o, "*3.141592653589793/180");
    }
    put_text(o, ");\n");
    return true;
}

static void put_wave(struct out *o, struct scope *in, const struct part *p, const char *what)
{
    static const char *const classes[] = {[WAVE_PULSE] = "Pulse",
                                          [WAVE_SIN] = "Sine",
                                          [WAVE_EXP] = "Exponential",
                                          [WAVE_PWL] = "Straight",
                                          [WAVE_SFFM] = "Modulated"};
    bool first = true;
    if (p->wave == WAVE_SIN && put_plain_sine(o, in, p, what)) return;
    put_text(o, "  Spice.%s%s %s(", classes[p->wave], what, p->ident);
    if (p->wave == WAVE_PULSE) put_pulse(o, in, p, &first);
    if (p->wave == WAVE_EXP) put_exp(o, in, p, &first);
    if (p->wave == WAVE_PWL) put_points(o, in, p);
    if (p->wave == WAVE_SIN || p->wave == WAVE_SFFM) {
        const char *const *names = p->wave == WAVE_SIN ? sine_names : sffm_names;
        bool fm = p->wave == WAVE_SFFM;
        for (int32_t k = 0; names[k]; k++) {
            if (given(p, k)) {
                put_named(o, in, names[k], p->numbers.at[k], &first);
            } else if (k == 2 || (fm && k == 4)) {
                put_text(o, "%s%s = 1/", first ? "" : ", ", names[k]);
                put_of_run(o, o->n->stop, 1);
                first = false;
            } else {
                put_default(o, names[k], NULL, 0, &first);
            }
        }
    }
    put_text(o, ");\n");
}

static void put_source(struct out *o, struct scope *in, const struct part *p)
{
    const char *what = p->kind == 'V' ? "Voltage" : "Current";
    bool first = true;
    if (p->wave) {
        put_wave(o, in, p, what);
        return;
    }
    put_text(o, "  Electrical.Constant%s %s(", what, p->ident);
    if (p->value)
        put_named(o, in, p->kind == 'V' ? "V" : "I", p->value, &first);
    else
        put_text(o, "%s = 0", p->kind == 'V' ? "V" : "I");
    put_text(o, ");\n");
}

static void put_controlled(struct out *o, struct scope *in, const struct part *p)
{
    bool voltage = p->kind == 'E' || p->kind == 'H' || (p->kind == 'B' && word_is(p->of, "v"));
    put_text(o, "  Electrical.Signal%s %s(%s = ", voltage ? "Voltage" : "Current", p->ident,
             voltage ? "v" : "i");
    put_x(o, in, p->value);
    put_text(o, ");\n");
}

/* ---- The rest -------------------------------------------------------------------------------- */

/* What other windings induce in an inductor: + k*sqrt(L1.L*L2.L)*der(L2.i) */
static bool put_induced(struct out *o, struct scope *in, const struct part *l)
{
    bool any = false;
    for (int32_t k = 0; k < in->parts.n; k++) {
        const struct part *c = in->parts.at[k];
        bool mine = false;
        if (c->kind != 'K') continue;
        for (int32_t j = 0; j < c->others.n; j++) mine |= word_same(c->others.at[j], l->name);
        for (int32_t j = 0; mine && j < c->others.n; j++) {
            const struct part *other = circuit_part(in, c->others.at[j]);
            if (!other || other == l) continue;
            put_text(o, any ? " + " : ", induced = ");
            put_factor(o, in, c->value);
            put_text(o, "*sqrt(%s.L*%s.L)*der(%s.i)", l->ident, other->ident, other->ident);
            any = true;
        }
    }
    return any;
}

static void check_coupling(struct out *o, struct scope *in, const struct part *p)
{
    double k;
    for (int32_t j = 0; j < p->others.n; j++) {
        const struct part *l = circuit_part(in, p->others.at[j]);
        if (!l || l->kind != 'L')
            error_at(o->n->m, p->others.at[j].at, "there is no inductor '%.*s'",
                     (int)p->others.at[j].n, p->others.at[j].s);
    }
    if (x_constant(o->n, in, p->value, &k) && !(k > -1 && k < 1)) {
        error_at(o->n->m, p->value->at, "the coupling must be between -1 and 1, without them");
        hint_last(o->n->m, "a transformer without leakage: 0.9999, or E and F sources");
    }
}

static void put_inductor(struct out *o, struct scope *in, const struct part *p)
{
    const struct assign *m = assigns_find(&p->params, "m");
    bool coupled = false;
    for (int32_t k = 0; k < in->parts.n && !coupled; k++)
        for (int32_t j = 0; in->parts.at[k]->kind == 'K' && j < in->parts.at[k]->others.n; j++)
            coupled |= word_same(in->parts.at[k]->others.at[j], p->name);
    put_text(o, "  %s %s(L = ", coupled ? "Spice.Winding" : "Electrical.Inductor", p->ident);
    put_x(o, in, p->value);
    if (m) put_text(o, "/"), put_factor(o, in, m->value);
    if (coupled) put_induced(o, in, p);
    put_text(o, ");\n");
}

static void put_passive(struct out *o, struct scope *in, const struct part *p,
                        const char *class_name)
{
    const struct assign *m = assigns_find(&p->params, "m");
    double value = 1;
    put_text(o, "  %s %s(%c = ", class_name, p->ident, p->kind);
    if (p->kind == 'R' && x_constant(o->n, in, p->value, &value) && value == 0) {
        warning_at(o->n->m, p->value->at, "a resistance of 0 is taken as a milliohm");
        put_text(o, "0.001");
    } else if (m) {
        put_factor(o, in, p->value);
        put_text(o, p->kind == 'C' ? "*" : "/");
        put_factor(o, in, m->value);
    } else {
        put_x(o, in, p->value);
    }
    put_text(o, ");\n");
}

static void put_line_part(struct out *o, struct scope *in, const struct part *p)
{
    const struct assign *z = assigns_find(&p->params, "z0"), *td = assigns_find(&p->params, "td"),
                        *f = assigns_find(&p->params, "f"), *nl = assigns_find(&p->params, "nl");
    bool first = true;
    if (!z) z = assigns_find(&p->params, "zo");
    if (!z || (!td && !f)) {
        error_at(o->n->m, p->name.at, "%.*s: Z0 and TD, or Z0 and F, are needed", (int)p->name.n,
                 p->name.s);
        return;
    }
    put_text(o, "  Spice.Line %s(", p->ident);
    put_named(o, in, "Z0", z->value, &first);
    if (td) {
        put_named(o, in, "TD", td->value, &first);
    } else {
        put_text(o, ", TD = ");
        if (nl)
            put_factor(o, in, nl->value);
        else
            put_text(o, "0.25");
        put_text(o, "/");
        put_factor(o, in, f->value);
    }
    put_text(o, ");\n");
}

void put_part(struct out *o, struct scope *in, struct part *p)
{
    put_from(o, p->name.at);
    switch (p->kind) {
    case 'R': put_passive(o, in, p, "Electrical.Resistor"); return;
    case 'C': put_passive(o, in, p, "Electrical.Capacitor"); return;
    case 'L': put_inductor(o, in, p); return;
    case 'K': check_coupling(o, in, p); return;
    case 'V':
    case 'I': put_source(o, in, p); return;
    case 'E':
    case 'G':
    case 'F':
    case 'H':
    case 'B': put_controlled(o, in, p); return;
    case 'T': put_line_part(o, in, p); return;
    case 'X': put_use(o, in, p); return;
    default: put_device(o, in, p); return;
    }
}

/* ---- Wires ----------------------------------------------------------------------------------- */

static const char *pin(const struct part *p, const struct scope *sub, int32_t k)
{
    static const char *const two[] = {"p", "n"}, *const q[] = {"c", "b", "e"},
                             *const m[] = {"d", "g", "s", "b"}, *const s[] = {"p", "n", "cp", "cn"},
                             *const t[] = {"p1", "n1", "p2", "n2"};
    switch (p->kind) {
    case 'X': return k < sub->ports ? sub->nodes.at[k]->ident : NULL;
    case 'Q': return k < 3 ? q[k] : NULL;
    case 'M': return k < 4 ? m[k] : NULL;
    case 'S': return k < 4 ? s[k] : NULL;
    case 'T': return k < 4 ? t[k] : NULL;
    default: return k < 2 ? two[k] : NULL;
    }
}

void put_connections(struct out *o, struct scope *in, struct part *p)
{
    const struct scope *sub = p->kind == 'X' ? circuit_subcircuit(in, p->of) : NULL;
    if (p->kind == 'K' || (p->kind == 'X' && !sub) || p->nodes.n == 0) return;
    put_from(o, p->name.at);
    put_text(o, " ");
    for (int32_t k = 0; k < p->nodes.n && pin(p, sub, k); k++)
        put_text(o, " connect(%s.%s, %s);", p->ident, pin(p, sub, k),
                 node_pin(o, in, p->nodes.at[k]));
    put_text(o, "\n");
}
