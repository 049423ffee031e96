/* SPDX-License-Identifier: MIT */
/* options.c - the options of a run: a row each, and what follows from the rows.
 *
 * Row k has bit k of saltus_options.given and, if it is a knob, number k of saltus_options.by_name.
 * Other rows write to a member of saltus_options. The rows of released versions keep their
 * order. */
#include "run/options.h"
#include "base/contract.h"
#include "base/text.h"
#include "run/sim.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = sizeof((saltus_options *)0)->by_name / sizeof(double) };

struct row {
    saltus_option_info info;
    double otherwise;                            /* of a knob                                    */
    size_t knob;                                 /* offset in struct knobs, plus 1; 0: no knob   */
    void (*put)(saltus_options *o, double v[2]); /* NULL: a knob, or the method                  */
};

static void put_tolerance(saltus_options *o, double v[2])
{
    o->rel = v[0], o->abs = v[1];
}
static void put_start(saltus_options *o, double v[2])
{
    o->t0 = v[0];
}
static void put_max_events(saltus_options *o, double v[2])
{
    o->max_events = (uint64_t)v[0];
}
static void put_max_instant(saltus_options *o, double v[2])
{
    o->max_instant = v[0] < UINT32_MAX ? (uint32_t)v[0] : UINT32_MAX;
}
static void put_shadow(saltus_options *o, double v[2])
{
    o->shadow = v[0] != 0;
}

#define ROW(name_, type_, argument_, ...)                                                          \
    {                                                                                              \
        .name = name_, .type = type_, .argument = argument_, __VA_ARGS__                           \
    }
/* A member of struct knobs: only some methods have it. */
#define KNOB(member, otherwise_, type_, argument_, ...)                                            \
    {                                                                                              \
        ROW(#member, type_, argument_, .of_method = 1, __VA_ARGS__), otherwise_,                   \
            offsetof(struct knobs, member) + 1, NULL                                               \
    }

enum { ROW_METHOD, ROW_TOLERANCE, ROW_START };
static const struct row rows[] = {
    [ROW_METHOD] = {.info = ROW("method", SALTUS_OPTION_METHOD, "METHOD",
                                .otherwise = "the model's, else " SALTUS_METHOD,
                                .text = "Method for all states; 'saltus methods' lists them.")},
    [ROW_TOLERANCE] = {ROW("tol", SALTUS_OPTION_TOLERANCE, "REL[,ABS]",
                           .otherwise = "the model's, else 1e-3,1e-6",
                           .text = "Tolerance: the quantum of a state x is max(REL*|x|, ABS). "
                                   "Methods that move all states together keep the error of a step "
                                   "below REL*|x| + ABS. Without ABS it is REL/1000."),
                       .put = put_tolerance},
    [ROW_START] = {ROW("start", SALTUS_OPTION_REAL, "T", .otherwise = "the model's, else 0",
                       .text = "Time at which the simulation starts."),
                   .put = put_start},
    {ROW("max_events", SALTUS_OPTION_COUNT, "N", .otherwise = "no limit",
         .text =
             "Stop after so many steps and events; what there is by then is a complete result."),
     .put = put_max_events},
    {ROW("max_instant", SALTUS_OPTION_COUNT, "N", .otherwise = "10000",
         .text = "How often one state, guard or clock may act at one instant."),
     .put = put_max_instant},
    {ROW("shadow", SALTUS_OPTION_FLAG, "YES", .otherwise = "false",
         .text = "Compute every derivative again at every event and compare. Finds reads that a "
                 "model does not declare; slow."),
     .put = put_shadow},
    KNOB(refresh, 0.5, SALTUS_OPTION_REAL, "X", .range = "(0,inf]", .otherwise = "0.5",
         .text = "Quantized methods: the truncated part of a series, in quanta, that asks for a "
                 "new one."),
    KNOB(theta, 1.9, SALTUS_OPTION_REAL, "X", .range = "(0,2)", .otherwise = "1.9",
         .text = "Linearly implicit methods: how far from x, in quanta, q may be chosen."),
    KNOB(band, 2.0, SALTUS_OPTION_REAL, "X", .range = "(0,inf)", .otherwise = "2",
         .text =
             "Linearly implicit methods: how far from x, in quanta, q may drift; more than theta."),
    KNOB(contact, 1, SALTUS_OPTION_FLAG, "YES", .otherwise = "true",
         .text = "Linearly implicit methods: is x meeting q a step also if another state bent x?"),
    KNOB(max_order, 0, SALTUS_OPTION_COUNT, "N", .otherwise = "0: all that the method has",
         .text = "The highest order that the method may use."),
    KNOB(max_step, 0, SALTUS_OPTION_REAL, "H", .range = "(0,inf)", .otherwise = "no limit",
         .text = "Methods that move all states together: their longest step."),
    KNOB(detector, 0, SALTUS_OPTION_CHOICE, "HOW", .choices = "extrapolate interpolate endpoint",
         .otherwise = "extrapolate",
         .text = "How events are found: before the step, from the extrapolated guards; after it, "
                 "from interpolated ones; or by their signs at its ends, which overlooks some."),
    KNOB(gamma, NAN, SALTUS_OPTION_REAL, "X", .range = "[0,1)",
         .otherwise = "from the tolerance and the side of the guard",
         .text = "What is left of the distance to a guard after a step towards it."),
    {ROW("scale", SALTUS_OPTION_REAL, "X", .range = "(0,inf)", .otherwise = "1",
         .text = "All tolerances times X: of the run, of single states and of blocks."),
     1, offsetof(struct knobs, scale) + 1, NULL},
    KNOB(exact_parts, 1, SALTUS_OPTION_FLAG, "YES", .otherwise = "true",
         .text = "Method auto: do linear parts go from event to event by their flow?"),
    KNOB(together, 1, SALTUS_OPTION_FLAG, "YES", .otherwise = "true",
         .text = "Method auto: may all states make their steps together, by rodas4, radau5 or rk5, "
                 "where "
                 "that is less work?"),
};
enum { ROWS = sizeof rows / sizeof *rows };
_Static_assert((int)ROWS <= (int)SLOTS && (int)ROWS <= 64, "saltus_options.by_name is too short");

const saltus_option_info *saltus_option(size_t k)
{
    return k < ROWS ? &rows[k].info : NULL;
}

const saltus_option_info *option_named(const char *name)
{
    for (size_t k = 0; k < ROWS; k++)
        if (strcmp(rows[k].info.name, name) == 0) return &rows[k].info;
    return NULL;
}

/* ---- Values as text -------------------------------------------------------------------------- */

/* "[0,1)": a bracket belongs to the range, a parenthesis does not. */
static bool within(const char *range, double v)
{
    char *end;
    double low, high;
    if (!range) return isfinite(v);
    low = strtod(range + 1, &end);
    high = strtod(end + 1, &end);
    return (*range == '[' ? v >= low : v > low) && (*end == ']' ? v <= high : v < high);
}

void option_range(const saltus_option_info *row, char *buf, size_t size)
{
    char *end, upper[40] = "";
    double low, high;
    buf[0] = 0;
    if (!row->range) return;
    low = strtod(row->range + 1, &end);
    high = strtod(end + 1, &end);
    if (isfinite(high))
        snprintf(upper, sizeof upper, " and %s %g", *end == ')' ? "below" : "at most", high);
    snprintf(buf, size, "%s %g%s", *row->range == '(' ? "above" : "at least", low, upper);
}

static bool number(const char *text, double *v)
{
    char *end;
    *v = strtod(text, &end);
    return end != text && *end == 0 && !isnan(*v) && *text != ' ';
}

/* Which of the words, separated by spaces. */
static bool choice(const char *words, const char *text, double *v)
{
    size_t n = strlen(text);
    for (*v = 0; *words; ++*v) {
        size_t length = strcspn(words, " ");
        if (length == n && strncmp(words, text, n) == 0) return true;
        words += length + (words[length] == ' ');
    }
    return false;
}

bool option_tolerance(const char *text, double *rel, double *abs)
{
    char *end;
    *rel = strtod(text, &end);
    *abs = SALTUS_ABS_PER_REL * *rel;
    if (end == text || *text == ' ' || (*end && (*end != ',' || !number(end + 1, abs))))
        return false;
    return *rel >= 0 && isfinite(*rel) && *abs > 0 && isfinite(*abs);
}

bool option_value(const saltus_option_info *row, const char *text, double v[2])
{
    switch (row->type) {
    case SALTUS_OPTION_REAL: return number(text, v) && within(row->range, *v);
    case SALTUS_OPTION_COUNT: return number(text, v) && *v >= 0 && *v <= 0x1p53 && *v == floor(*v);
    case SALTUS_OPTION_FLAG: return choice("false true", text, v) || choice("0 1", text, v);
    case SALTUS_OPTION_CHOICE: return choice(row->choices, text, v);
    case SALTUS_OPTION_TOLERANCE: return option_tolerance(text, &v[0], &v[1]);
    default: return *text != 0;
    }
}

/* ---- By name --------------------------------------------------------------------------------- */

static saltus_status refuse(const saltus_options *o, const char *name, const char *text,
                            const char *hint)
{
    sim_tell(o, &(saltus_diag){
                    .status = SALTUS_EARG, .t = NAN, .var = name, .text = text, .hint = hint});
    return SALTUS_EARG;
}

static saltus_status no_option(const saltus_options *o, const char *name)
{
    char hint[100] = "";
    int best = TEXT_FAR;
    for (size_t k = 0; k < ROWS; k++)
        if (text_nearer(name, rows[k].info.name, &best))
            snprintf(hint, sizeof hint, "did you mean '%s'?", rows[k].info.name);
    return refuse(o, name, "there is no option of this name", hint[0] ? hint : NULL);
}

static saltus_status no_value(const saltus_options *o, const saltus_option_info *row)
{
    char range[80], hint[160];
    option_range(row, range, sizeof range);
    if (row->choices)
        snprintf(hint, sizeof hint, "one of: %s", row->choices);
    else
        snprintf(hint, sizeof hint, "%s%s", *range ? "a number " : row->argument, range);
    return refuse(o, row->name, "this is not a value of the option", hint);
}

saltus_status saltus_options_set(saltus_options *o, const char *name, const char *value)
{
    const saltus_option_info *info;
    double v[2];
    size_t k;
    if (!o || !name || !value ||
        o->struct_size < offsetof(saltus_options, by_name) + sizeof o->by_name)
        return SALTUS_EARG;
    info = option_named(name);
    if (!info) return no_option(o, name);
    if (!option_value(info, value, v)) return no_value(o, info);
    k = (size_t)((const struct row *)(const void *)info - rows);
    if (rows[k].knob)
        o->by_name[k] = *v;
    else if (rows[k].put)
        rows[k].put(o, v);
    else
        o->method = value;
    o->given |= (uint64_t)1 << k;
    return SALTUS_OK;
}

saltus_status saltus_options_set_number(saltus_options *o, const char *name, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    return saltus_options_set(o, name, text);
}

struct knobs options_knobs(const saltus_options *o)
{
    struct knobs to;
    for (size_t k = 0; k < ROWS; k++)
        if (rows[k].knob)
            *(double *)(void *)((char *)&to + rows[k].knob - 1) =
                o->given >> k & 1 ? o->by_name[k] : rows[k].otherwise;
    return to;
}

/* ---- All of them ----------------------------------------------------------------------------- */

bool options_take(saltus_options *to, const saltus_options *from)
{
    saltus_options plain = saltus_defaults();
    return contract_take(to, sizeof *to, from ? from : &plain) &&
           contract_sets(to->sets, to->n_sets) && (to->rules || !to->n_rules) &&
           (to->outputs || !to->n_outputs);
}

void options_start(saltus_options *o, double t)
{
    o->t0 = t;
    o->given |= (uint64_t)1 << ROW_START;
}

void options_complete(saltus_options *o, const saltus_experiment *e)
{
    if (!o->method) o->method = e->method ? e->method : SALTUS_METHOD;
    if (o->rel == 0 && o->abs == 0) o->rel = e->rel, o->abs = e->abs;
    if (o->rel == 0 && o->abs == 0) o->rel = SALTUS_REL;
    if (o->abs == 0) o->abs = e->abs > 0 ? e->abs : SALTUS_ABS_PER_REL * o->rel;
    if (o->t0 == 0 && !(o->given >> ROW_START & 1)) options_start(o, e->start);
    if (!o->max_instant) o->max_instant = 10000;
}

const char *options_wrong(const saltus_options *o)
{
    struct knobs k = options_knobs(o);
    if (!isfinite(o->t0)) return "start";
    if (!(k.band > k.theta)) return "band";
    if (o->sample && !(o->interval > 0)) return "interval";
    if (!(o->interval >= 0 && isfinite(o->interval))) return "interval";
    if (!(o->rel >= 0 && isfinite(o->rel))) return "rel";
    if (!(o->abs > 0 && isfinite(o->abs))) return "abs";
    return NULL;
}
