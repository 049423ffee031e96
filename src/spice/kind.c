/* SPDX-License-Identifier: MIT */
/* kind.c - the tables of .model types, and the values of constant expressions. */
#include "spice/kind.h"
#include <math.h>
#include <string.h>

/* What only matters at other temperatures, for noise, or for people. */
#define OF_OTHER_TEMPERATURES                                                                      \
    {                                                                                              \
        "eg xti xtb tnom tref kf af mfg type iave vpk vceo icrating tikf trs1 tcv tbv1 trs", NULL  \
    }

static const struct kind_param diode[] = {
    {"is js", "IS"}, {"n", "N"},     {"rs", "RS"},    {"cjo cj0 cj", "CJO"},
    {"vj pb", "VJ"}, {"m mj", "M"},  {"tt", "TT"},    {"fc", "FC"},
    {"bv vb", "BV"}, {"ibv", "IBV"}, {"level", NULL}, OF_OTHER_TEMPERATURES,
    {NULL, NULL}};

static const struct kind_param ideal[] = {
    {"ron", "Ron"}, {"roff", "1/Goff"}, {"vfwd", "Vknee"}, OF_OTHER_TEMPERATURES, {NULL, NULL}};

static const struct kind_param bipolar[] = {
    {"is", "IS"},      {"bf", "BF"},          {"br", "BR"},      {"nf", "NF"},      {"nr", "NR"},
    {"vaf va", "VAF"}, {"var vb", "VAR"},     {"ikf ik", "IKF"}, {"ikr", "IKR"},    {"ise", "ISE"},
    {"ne", "NE"},      {"isc", "ISC"},        {"nc", "NC"},      {"rb", "RB"},      {"rc", "RC"},
    {"re", "RE"},      {"cje", "CJE"},        {"vje pe", "VJE"}, {"mje me", "MJE"}, {"cjc", "CJC"},
    {"vjc pc", "VJC"}, {"mjc mc", "MJC"},     {"fc", "FC"},      {"tf", "TF"},      {"tr", "TR"},
    {"level", NULL},   OF_OTHER_TEMPERATURES, {NULL, NULL}};

static const struct kind_param mos[] = {
    {"vto vt0", "VTO"},    {"kp", "KP"},     {"gamma", "GAMMA"}, {"phi", "PHI"},
    {"lambda", "LAMBDA"},  {"l", "L"},       {"w", "W"},         {"ld", "LD"},
    {"rd", "RD"},          {"rs", "RS"},     {"is", "IS"},       {"cbd", "CBD"},
    {"cbs", "CBS"},        {"pb", "PB"},     {"mj", "MJ"},       {"fc", "FC"},
    {"cgso", "CGSO"},      {"cgdo", "CGDO"}, {"cgbo", "CGBO"},   {"level", NULL},
    OF_OTHER_TEMPERATURES, {NULL, NULL}};

static const struct kind_param by_voltage[] = {
    {"vt", "VT"}, {"vh", "VH"}, {"ron", "RON"}, {"roff", "ROFF"}, {NULL, NULL}};
static const struct kind_param by_current[] = {
    {"it", "IT"}, {"ih", "IH"}, {"ron", "RON"}, {"roff", "ROFF"}, {NULL, NULL}};

static const struct kind kinds[] = {
    {"d", "D", "Spice.Diode", NULL, diode},
    {"d", "D", "Electrical.IdealDiode", NULL, ideal},
    {"npn", "Q", "Spice.BJT", NULL, bipolar},
    {"pnp", "Q", "Spice.BJT", "polarity = -1", bipolar},
    {"nmos", "M", "Spice.MOSFET", NULL, mos},
    {"pmos", "M", "Spice.MOSFET", "polarity = -1", mos},
    {"sw", "S", "Spice.Switch", NULL, by_voltage},
    {"csw", "W", "Spice.CurrentSwitch", NULL, by_current},
};

static bool listed(const char *names, struct word w)
{
    while (*names) {
        size_t n = strcspn(names, " ");
        if (word_same(w, (struct word){.s = names, .n = (uint32_t)n})) return true;
        names += n + (names[n] == ' ');
    }
    return false;
}

const struct kind_param *kind_param(const struct kind *k, struct word name)
{
    for (const struct kind_param *p = k->params; p->names; p++)
        if (listed(p->names, name)) return p;
    return NULL;
}

static bool is_ideal(const struct model *m)
{
    return !assigns_find(&m->params, "is") &&
           (assigns_find(&m->params, "ron") || assigns_find(&m->params, "roff") ||
            assigns_find(&m->params, "vfwd"));
}

/* Parameters that the class does not have. */
static void check(struct netlist *n, struct model *m)
{
    const struct assign *level = assigns_find(&m->params, "level");
    double value = 1;
    if (level && (!level->value || !x_constant(n, m->in, level->value, &value) || value != 1))
        error_at(n->m, level->name.at, "only level 1 is supported");
    for (int32_t k = 0; k < m->params.n; k++) {
        struct word w = m->params.at[k].name;
        if (!m->params.at[k].value)
            error_at(n->m, w.at, "'%.*s' has no value", (int)w.n, w.s);
        else if (!kind_param(m->kind, w))
            warning_at(n->m, w.at, "the parameter '%.*s' of the model has no effect", (int)w.n,
                       w.s);
    }
}

void kind_find(struct netlist *n, struct model *m)
{
    if (m->checked) return;
    m->checked = true;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0] && !m->kind; k++)
        if (word_is(m->type, kinds[k].type)) m->kind = &kinds[k + (k == 0 && is_ideal(m))];
    if (m->kind)
        check(n, m);
    else
        error_at(n->m, m->type.at, "models of the type '%.*s' are not supported", (int)m->type.n,
                 m->type.s);
}

double kind_number(struct netlist *n, const struct model *m, const char *name, double otherwise,
                   double unknown)
{
    double value;
    for (int32_t k = m->params.n - 1; k >= 0; k--) {
        const struct kind_param *p = m->kind ? kind_param(m->kind, m->params.at[k].name) : NULL;
        if (!p || !p->to || strcmp(p->to, name) != 0 || !m->params.at[k].value) continue;
        return x_constant(n, m->in, m->params.at[k].value, &value) ? value : unknown;
    }
    return otherwise;
}
