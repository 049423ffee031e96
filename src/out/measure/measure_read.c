/* SPDX-License-Identifier: MIT */
/* measure_read.c - measurements as text.
 *
 *     formula = product { ("+" | "-") product }
 *     product = power { ("*" | "/") power }
 *     power   = ["-"] atom ["^" number]
 *     atom    = number | "(" formula ")" | ("abs" | "sqrt") "(" formula ")" | call | name
 *     call    = kind "(" signal { "," [option "="] number } ")"
 *     signal  = as formula, of numbers, names, "time" and abs; "^" takes numbers only
 *     name    = letters, digits, ".", subscripts "[1, 2]", parts in '...', or der(name)
 *
 * A name alone is its final value. Numbers may have a prefix of SI (20m). What is wrong is reported with
 * its place. A product has at most SIGNAL_FACTORS variables, so that its degree is bounded. */
#include "out/measure/program.h"

#include "out/number.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WINDOW      (1u << OPTION_FROM | 1u << OPTION_TO | 1u << OPTION_LAST)
#define PERIODS     (WINDOW | 1u << OPTION_PERIODS | 1u << OPTION_F0)
#define BIT(option) (1u << (option))

const struct program_info program_info[KINDS] = {
    [KIND_FINAL] = {"final", 0, 0, false, MEASURE_AS_VARIABLE},
    [KIND_AT] = {"at", BIT(OPTION_T), BIT(OPTION_T), false, MEASURE_AS_VARIABLE},
    [KIND_MIN] = {"min", PERIODS, 0, false, MEASURE_AS_VARIABLE},
    [KIND_MAX] = {"max", PERIODS, 0, false, MEASURE_AS_VARIABLE},
    [KIND_MEAN] = {"mean", PERIODS, 0, false, MEASURE_AS_VARIABLE},
    [KIND_RMS] = {"rms", PERIODS, 0, false, MEASURE_AS_VARIABLE},
    [KIND_AC] = {"ac", PERIODS, 0, false, MEASURE_AS_VARIABLE},
    [KIND_RIPPLE] = {"ripple", PERIODS, 0, false, MEASURE_AS_VARIABLE},
    [KIND_INTEGRAL] = {"integral", PERIODS, 0, false, MEASURE_PLAIN},
    [KIND_OVERSHOOT] = {"overshoot", WINDOW | BIT(OPTION_LEVEL), 0, false, MEASURE_PART},
    [KIND_SETTLING] = {"settling", WINDOW | BIT(OPTION_LEVEL) | BIT(OPTION_BAND), 0, true,
                       MEASURE_SECONDS},
    [KIND_RISE] = {"rise", WINDOW | BIT(OPTION_LEVEL), 0, true, MEASURE_SECONDS},
    [KIND_FREQUENCY] = {"frequency", WINDOW | BIT(OPTION_LEVEL), 0, true, MEASURE_HERTZ},
    [KIND_THD] = {"thd", PERIODS | BIT(OPTION_N), BIT(OPTION_F0), true, MEASURE_PART},
    [KIND_HARMONIC] = {"harmonic", PERIODS | BIT(OPTION_N), BIT(OPTION_F0) | BIT(OPTION_N), true,
                       MEASURE_AS_VARIABLE},
    [KIND_PHASE] = {"phase", PERIODS | BIT(OPTION_N), BIT(OPTION_F0) | BIT(OPTION_N), true,
                    MEASURE_DEGREES},
    [KIND_HARMONICS] = {"harmonics", PERIODS | BIT(OPTION_N), BIT(OPTION_F0), true, MEASURE_PLAIN},
    [KIND_XY] = {"xy", WINDOW, 0, false, MEASURE_PLAIN},
    [KIND_STEPS] = {"steps", 0, 0, false, MEASURE_PLAIN},
    [KIND_EVENTS] = {"events", 0, 0, false, MEASURE_PLAIN},
    [KIND_STAT] = {"stat", 0, 0, false, MEASURE_PLAIN},
};

static const char *const option_names[OPTIONS] = {"from", "to",    "last", "periods", "f0",
                                                  "band", "level", "n",    "t"};

const char *measure_kind(size_t k)
{
    return k < KINDS ? program_info[k].name : NULL;
}

enum { DEEPEST = 16 }; /* parentheses */

struct reader {
    const char *text, *s;
    struct measure *m;
    struct measure_error *e;
    int nested;
    bool failed;
};

/* ---- Words ----------------------------------------------------------------------------------- */

static void fail_at(struct reader *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void fail_at(struct reader *r, const char *at, const char *format, ...)
{
    va_list arguments;
    if (r->failed) return; /* the first counts */
    r->failed = true;
    r->e->at = (size_t)(at - r->text);
    va_start(arguments, format);
    vsnprintf(r->e->text, sizeof r->e->text, format, arguments);
    va_end(arguments);
}

static void skip(struct reader *r)
{
    r->s += strspn(r->s, " \t\n");
}

static bool take(struct reader *r, char c)
{
    skip(r);
    if (r->failed || *r->s != c) return false;
    r->s++;
    return true;
}

static void expect(struct reader *r, char c)
{
    if (!r->failed && !take(r, c))
        fail_at(r, r->s, "'%c' is expected here%s", c, *r->s ? "" : ", not the end");
}

static bool letter(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* A word of letters and digits; its length. */
static size_t word(const char *s)
{
    size_t n = 0;
    if (!letter(*s)) return 0;
    while (letter(s[n]) || isdigit((unsigned char)s[n])) n++;
    return n;
}

static bool is_word(const char *s, const char *what)
{
    return word(s) == strlen(what) && strncmp(s, what, strlen(what)) == 0;
}

static bool opens(const char *s) /* "word (" */
{
    s += word(s);
    return s[strspn(s, " \t")] == '(';
}

/* One part of a name in quotes or a word, then subscripts; NULL: it is not one. */
static const char *name_part(const char *s)
{
    const char *end = s + word(s);
    if (*s == '\'') {
        end = strchr(s + 1, '\'');
        if (!end || end == s + 1) return NULL;
        end++;
    } else if (end == s) {
        return NULL;
    }
    if (*end == '[') {
        end = strchr(end, ']');
        if (end) end++;
    }
    return end;
}

/* The end of a name; NULL: none begins here. */
static const char *name_end(const char *s)
{
    const char *end;
    if (is_word(s, "der") && opens(s)) {
        end = name_end(s + 3 + strspn(s + 3, " \t") + 1);
        return end && *end == ')' ? end + 1 : NULL;
    }
    end = name_part(s);
    while (end && *end == '.') end = name_part(end + 1);
    return end;
}

static bool number(struct reader *r, double *v)
{
    const char *end;
    skip(r);
    if (!isdigit((unsigned char)*r->s) && *r->s != '.') return false;
    end = number_read_si(r->s, v);
    if (!end || letter(*end) || *end == '.') {
        fail_at(r, r->s, "this is not a number; a prefix of SI may follow it, as in 20m");
        return false;
    }
    r->s = end;
    return true;
}

/* ---- Signals --------------------------------------------------------------------------------- */

struct shape {
    int factors; /* of its largest product */
    bool constant;
    double value; /* if it is constant */
};

static struct shape read_signal(struct reader *r, struct signal *s);

static void put(struct reader *r, struct signal *s, enum signal_code code, double v, size_t index)
{
    if (s->n == SIGNAL_OPERATIONS) {
        fail_at(r, r->s, "this formula is too long");
        return;
    }
    s->at[s->n++] = (struct signal_operation){code, v, index};
}

static void read_name(struct reader *r, struct signal *s)
{
    const char *end = name_end(r->s);
    size_t n = end ? (size_t)(end - r->s) : 0, k = 0;
    struct measure *m = r->m;
    if (!end) {
        fail_at(r, r->s, *r->s ? "a variable is expected here" : "a variable is missing here");
        return;
    }
    if (n >= MEASURE_NAME) {
        fail_at(r, r->s, "this name is too long");
        return;
    }
    while (k < m->n_names && (strncmp(m->name[k], r->s, n) != 0 || m->name[k][n])) k++;
    if (k == MEASURE_NAMES) {
        fail_at(r, r->s, "more than %d variables", MEASURE_NAMES);
        return;
    }
    if (k == m->n_names) {
        memcpy(m->name[k], r->s, n);
        m->name[k][n] = '\0';
        m->name_at[k] = (size_t)(r->s - r->text);
        m->n_names++;
    }
    put(r, s, SIGNAL_VARIABLE, 0, k);
    s->reads |= 1u << k;
    r->s = end;
}

static struct shape signal_atom(struct reader *r, struct signal *s)
{
    struct shape one = {.factors = 1}, inner;
    double v;
    skip(r);
    if (number(r, &v)) {
        put(r, s, SIGNAL_NUMBER, v, 0);
        return (struct shape){0, true, v};
    }
    if (r->failed) return one;
    if (take(r, '(')) {
        inner = read_signal(r, s);
        expect(r, ')');
        return inner;
    }
    if (is_word(r->s, "abs") && opens(r->s)) {
        r->s += 3;
        expect(r, '(');
        inner = read_signal(r, s);
        expect(r, ')');
        put(r, s, SIGNAL_ABS, 0, 0);
        inner.constant = false;
        return inner;
    }
    if (is_word(r->s, "time")) {
        r->s += 4;
        put(r, s, SIGNAL_TIME, 0, 0);
        return one;
    }
    if (word(r->s) && opens(r->s) && !is_word(r->s, "der")) {
        fail_at(r, r->s, "'%.*s' is not a function of signals; they have abs, +, -, * and /",
                (int)word(r->s), r->s);
        return one;
    }
    read_name(r, s);
    return one;
}

static void check_factors(struct reader *r, const char *at, int n)
{
    if (n > SIGNAL_FACTORS)
        fail_at(r, at, "a product of more than %d variables has no place here", SIGNAL_FACTORS);
}

static struct shape signal_power(struct reader *r, struct signal *s)
{
    const char *at;
    int begun = s->n, length;
    bool minus = take(r, '-');
    struct shape a = signal_atom(r, s);
    double v;
    if (!r->failed && take(r, '^')) {
        at = r->s;
        if (!number(r, &v) || v != floor(v) || v < 1 || v > SIGNAL_FACTORS) {
            fail_at(r, at, "a power is a whole number from 1 to %d here", SIGNAL_FACTORS);
            return a;
        }
        length = s->n - begun;
        check_factors(r, at, a.factors * (int)v);
        for (int k = 1; k < (int)v && !r->failed; k++) {
            for (int i = 0; i < length && !r->failed; i++)
                put(r, s, s->at[begun + i].code, s->at[begun + i].number, s->at[begun + i].index);
            put(r, s, SIGNAL_MULTIPLY, 0, 0);
        }
        a.factors *= (int)v;
        a.value = pow(a.value, v);
    }
    if (minus) {
        put(r, s, SIGNAL_NEGATE, 0, 0);
        a.value = -a.value;
    }
    return a;
}

static struct shape signal_product(struct reader *r, struct signal *s)
{
    struct shape a = signal_power(r, s), b;
    while (!r->failed) {
        const char *at;
        skip(r);
        at = r->s;
        if (take(r, '*')) {
            b = signal_power(r, s);
            put(r, s, SIGNAL_MULTIPLY, 0, 0);
            a = (struct shape){a.factors + b.factors, a.constant && b.constant, a.value * b.value};
            check_factors(r, at, a.factors);
        } else if (take(r, '/')) {
            b = signal_power(r, s);
            if (!r->failed && b.constant && b.value == 0) {
                fail_at(r, at + 1, "this is a division by 0");
                return a;
            }
            put(r, s, SIGNAL_DIVIDE, 0, 0);
            a.constant = a.constant && b.constant;
            a.value /= b.value;
        } else {
            break;
        }
    }
    return a;
}

static struct shape read_signal(struct reader *r, struct signal *s)
{
    struct shape a, b;
    if (++r->nested > DEEPEST) fail_at(r, r->s, "parentheses nest too deep");
    a = r->failed ? (struct shape){0} : signal_product(r, s);
    while (!r->failed) {
        bool plus = take(r, '+');
        if (!plus && !take(r, '-')) break;
        b = signal_product(r, s);
        put(r, s, plus ? SIGNAL_ADD : SIGNAL_SUBTRACT, 0, 0);
        a = (struct shape){a.factors > b.factors ? a.factors : b.factors, a.constant && b.constant,
                           plus ? a.value + b.value : a.value - b.value};
    }
    r->nested--;
    return a;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void formula_put(struct reader *r, enum formula_code code, double v, size_t index)
{
    struct measure *m = r->m;
    if (m->n == PROGRAM_OPERATIONS) {
        fail_at(r, r->s, "this formula is too long");
        return;
    }
    m->at[m->n++] = (struct formula_operation){code, v, index};
}

static struct program_call *new_call(struct reader *r, enum program_kind kind, const char *at)
{
    struct measure *m = r->m;
    struct program_call *c = &m->call[m->n_calls];
    if (m->n_calls == PROGRAM_CALLS) {
        fail_at(r, at, "more than %d measurements in one formula", PROGRAM_CALLS);
        return NULL;
    }
    c->kind = kind;
    c->at = (size_t)(at - r->text);
    for (int k = 0; k < OPTIONS; k++) c->option[k] = NAN;
    formula_put(r, FORMULA_CALL, 0, m->n_calls++);
    return c;
}

/* A value may be negative. */
static double option_value(struct reader *r)
{
    double v = NAN;
    bool minus = take(r, '-');
    if (!number(r, &v)) fail_at(r, r->s, "a number is expected here");
    return minus ? -v : v;
}

/* Values without a name: the instant of at, the number of a harmonic. */
static int unnamed(enum program_kind kind)
{
    if (kind == KIND_AT) return OPTION_T;
    return kind == KIND_HARMONIC || kind == KIND_PHASE ? OPTION_N : -1;
}

static void read_option(struct reader *r, struct program_call *c)
{
    const struct program_info *info = &program_info[c->kind];
    const char *at;
    int k = 0;
    skip(r);
    at = r->s;
    if (!letter(*at)) {
        k = unnamed(c->kind);
        if (k < 0 || !isnan(c->option[k])) {
            fail_at(r, at, "an option is expected here, such as from=0.1");
            return;
        }
    } else {
        while (k < OPTIONS && !is_word(at, option_names[k])) k++;
        if (k == OPTIONS || !(info->options & 1u << k)) {
            fail_at(r, at, "'%.*s' is not an option of %s", (int)word(at), at, info->name);
            return;
        }
        if (!isnan(c->option[k])) {
            fail_at(r, at, "'%s' is given twice", option_names[k]);
            return;
        }
        r->s += word(at);
        expect(r, '=');
    }
    skip(r);
    at = r->s;
    c->option[k] = option_value(r);
    if ((k == OPTION_LAST || k == OPTION_PERIODS || k == OPTION_F0 || k == OPTION_BAND) &&
        !(c->option[k] > 0))
        fail_at(r, at, "%s must be more than 0", option_names[k]);
    if (k == OPTION_N &&
        !(c->option[k] >= 1 && c->option[k] <= 10000 && c->option[k] == floor(c->option[k])))
        fail_at(r, at, "n is a whole number from 1 to 10000");
}

static void check_call(struct reader *r, const struct program_call *c)
{
    const struct program_info *info = &program_info[c->kind];
    const char *at = r->text + c->at;
    bool last = !isnan(c->option[OPTION_LAST]), periods = !isnan(c->option[OPTION_PERIODS]);
    for (int k = 0; k < OPTIONS; k++)
        if (info->needs & 1u << k && isnan(c->option[k]))
            fail_at(r, at, "%s needs %s=%s", info->name, option_names[k],
                    k == OPTION_F0 ? ", the frequency of the fundamental" : "");
    if (periods && isnan(c->option[OPTION_F0])) fail_at(r, at, "periods= needs f0=, the frequency");
    if (last && periods) fail_at(r, at, "last= and periods= exclude each other");
    if ((last || periods) && (!isnan(c->option[OPTION_FROM]) || !isnan(c->option[OPTION_TO])))
        fail_at(r, at, "last= and periods= count from the end: from= and to= do not fit them");
    if (c->option[OPTION_TO] <= c->option[OPTION_FROM]) fail_at(r, at, "to= must be after from=");
}

/* events(VD > 0): everything up to the bracket that closes. */
static void read_counted(struct reader *r, struct program_call *c)
{
    size_t n = 0;
    int open = 1;
    skip(r);
    while (r->s[n]) {
        if (r->s[n] == '(') open++;
        if (r->s[n] == ')' && --open == 0) break;
        n++;
    }
    c->at = (size_t)(r->s - r->text);
    while (n > 0 && r->s[n - 1] == ' ' && r->s[n]) n--;
    if (n == 0 || n >= MEASURE_NAME || open) {
        fail_at(r, r->s + n,
                open ? "')' is expected here" : "a name of at most %d bytes is expected here",
                MEASURE_NAME - 1);
        return;
    }
    memcpy(c->name, r->s, n);
    r->s += n;
    expect(r, ')');
}

/* The stack that a signal needs is known. */
static void check_depth(struct reader *r, const struct signal *s, size_t at)
{
    int depth = 0;
    for (int i = 0; i < s->n; i++) {
        enum signal_code code = s->at[i].code;
        if (code <= SIGNAL_TIME) depth++;
        if (code >= SIGNAL_ADD && code <= SIGNAL_DIVIDE) depth--;
        if (depth > SIGNAL_DEPTH) fail_at(r, r->text + at, "this signal nests too deep");
    }
}

static void read_signal_of(struct reader *r, struct program_call *c)
{
    read_signal(r, &c->signal);
    if (!r->failed) check_depth(r, &c->signal, c->at);
}

static void read_call(struct reader *r, enum program_kind kind)
{
    struct program_call *c = new_call(r, kind, r->s);
    r->s += word(r->s);
    expect(r, '(');
    if (!c || r->failed) return;
    if (kind >= KIND_STEPS) {
        read_counted(r, c);
        return;
    }
    read_signal_of(r, c);
    if (!r->failed && c->signal.reads == 0)
        fail_at(r, r->text + c->at + word(r->text + c->at) + 1, "this has no variable");
    if (kind == KIND_XY) {
        expect(r, ',');
        if (!r->failed) read_signal(r, &c->other);
        if (!r->failed) check_depth(r, &c->other, c->at);
        c->signal.reads |= c->other.reads;
    }
    while (!r->failed && take(r, ',')) read_option(r, c);
    expect(r, ')');
    if (!r->failed) check_call(r, c);
}

/* efficiency(out, in) is mean(out)/mean(in). */
static void read_efficiency(struct reader *r)
{
    struct program_call *a = new_call(r, KIND_MEAN, r->s), *b;
    const char *at = r->s;
    r->s += word(r->s);
    expect(r, '(');
    if (!a || r->failed) return;
    read_signal_of(r, a);
    if (!r->failed && !take(r, ','))
        fail_at(r, r->s, "',' and the power that goes in are expected here");
    if (r->failed || !(b = new_call(r, KIND_MEAN, at))) return;
    read_signal_of(r, b);
    while (!r->failed && take(r, ',')) read_option(r, b);
    expect(r, ')');
    if (!r->failed && (a->signal.reads == 0 || b->signal.reads == 0))
        fail_at(r, at, "efficiency needs the power that comes out and the power that goes in");
    memcpy(a->option, b->option, sizeof a->option);
    if (!r->failed) check_call(r, b);
    formula_put(r, FORMULA_DIVIDE, 0, 0);
}

/* ---- Formulas -------------------------------------------------------------------------------- */

static void read_formula(struct reader *r);

static void read_inner(struct reader *r)
{
    expect(r, '(');
    if (!r->failed) read_formula(r);
    expect(r, ')');
}

static void formula_atom(struct reader *r)
{
    struct program_call *c;
    double v;
    skip(r);
    if (number(r, &v)) {
        formula_put(r, FORMULA_NUMBER, v, 0);
        return;
    }
    if (r->failed) return;
    if (*r->s == '(') {
        read_inner(r);
        return;
    }
    if (opens(r->s) && word(r->s) && !is_word(r->s, "der")) {
        for (int k = 0; k < KINDS; k++)
            if (is_word(r->s, program_info[k].name)) {
                read_call(r, (enum program_kind)k);
                return;
            }
        if (is_word(r->s, "efficiency")) {
            read_efficiency(r);
        } else if (is_word(r->s, "abs") || is_word(r->s, "sqrt")) {
            enum formula_code code = is_word(r->s, "abs") ? FORMULA_ABS : FORMULA_SQRT;
            r->s += word(r->s);
            read_inner(r);
            formula_put(r, code, 0, 0);
        } else {
            fail_at(r, r->s, "there is no measurement '%.*s'", (int)word(r->s), r->s);
        }
        return;
    }
    c = new_call(r, KIND_FINAL, r->s);
    if (c) read_name(r, &c->signal);
}

static void formula_power(struct reader *r)
{
    bool minus = take(r, '-');
    formula_atom(r);
    if (!r->failed && take(r, '^')) {
        formula_put(r, FORMULA_NUMBER, option_value(r), 0);
        formula_put(r, FORMULA_POWER, 0, 0);
    }
    if (minus) formula_put(r, FORMULA_NEGATE, 0, 0);
}

static void formula_product(struct reader *r)
{
    formula_power(r);
    while (!r->failed) {
        bool times = take(r, '*');
        if (!times && !take(r, '/')) break;
        formula_power(r);
        formula_put(r, times ? FORMULA_MULTIPLY : FORMULA_DIVIDE, 0, 0);
    }
}

static void read_formula(struct reader *r)
{
    if (++r->nested > DEEPEST) fail_at(r, r->s, "parentheses nest too deep");
    if (!r->failed) formula_product(r);
    while (!r->failed) {
        bool plus = take(r, '+');
        if (!plus && !take(r, '-')) break;
        formula_product(r);
        formula_put(r, plus ? FORMULA_ADD : FORMULA_SUBTRACT, 0, 0);
    }
    r->nested--;
}

struct measure *measure_read(const char *text, struct measure_error *e)
{
    struct alloc a;
    struct reader r = {.text = text, .s = text, .e = e};
    alloc_init(&a, NULL, NULL);
    *e = (struct measure_error){0};
    r.m = alloc_array(&a, 1, sizeof *r.m);
    if (!r.m) {
        snprintf(e->text, sizeof e->text, "out of memory");
        return NULL;
    }
    r.m->alloc = a;
    r.m->begun = r.m->end = NAN;
    for (size_t k = 0; k < MEASURE_NAMES; k++) r.m->variable[k].order = -1;
    read_formula(&r);
    skip(&r);
    if (!r.failed && *r.s) fail_at(&r, r.s, "an operator is expected here");
    for (size_t k = 0; k < r.m->n_calls; k++) r.m->call[k].since = NAN;
    if (!r.failed) return r.m;
    measure_free(r.m);
    return NULL;
}
