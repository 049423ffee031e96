/* SPDX-License-Identifier: MIT */
/* unit.c - units of measurement.
 *
 *     unit    = product {"/" factor}          factor = "1" | "(" unit ")" | symbol [exponent]
 *     product = factor {"." factor}           exponent = ["+" | "-"] digits
 *
 * a/b.c is a/b times c nowhere in Modelica: it asks for parentheses, a/(b.c); we read from left to
 * right. A symbol is one of the table, alone or with a prefix (mV, kOhm); the table goes first, so
 * that min is a minute. */
#include "check/unit/unit.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct symbol_of {
    const char *name;
    signed char power[UNIT_BASES];
    double factor;
    bool alone; /* takes no prefix */
};

/*                   m  kg  s  A  K mol cd */
static const struct symbol_of symbols[] = {
    {"V", {2, 1, -3, -1, 0, 0, 0}, 1, false},
    {"Ohm", {2, 1, -3, -2, 0, 0, 0}, 1, false},
    {"A", {0, 0, 0, 1, 0, 0, 0}, 1, false},
    {"F", {-2, -1, 4, 2, 0, 0, 0}, 1, false},
    {"H", {2, 1, -2, -2, 0, 0, 0}, 1, false},
    {"S", {-2, -1, 3, 2, 0, 0, 0}, 1, false},
    {"Wb", {2, 1, -2, -1, 0, 0, 0}, 1, false},
    {"T", {0, 1, -2, -1, 0, 0, 0}, 1, false},
    {"C", {0, 0, 1, 1, 0, 0, 0}, 1, false},
    {"W", {2, 1, -3, 0, 0, 0, 0}, 1, false},
    {"J", {2, 1, -2, 0, 0, 0, 0}, 1, false},
    {"N", {1, 1, -2, 0, 0, 0, 0}, 1, false},
    {"Pa", {-1, 1, -2, 0, 0, 0, 0}, 1, false},
    {"Hz", {0, 0, -1, 0, 0, 0, 0}, 1, false},
    {"m", {1, 0, 0, 0, 0, 0, 0}, 1, false},
    {"g", {0, 1, 0, 0, 0, 0, 0}, 1e-3, false},
    {"s", {0, 0, 1, 0, 0, 0, 0}, 1, false},
    {"K", {0, 0, 0, 0, 1, 0, 0}, 1, false},
    {"mol", {0, 0, 0, 0, 0, 1, 0}, 1, false},
    {"cd", {0, 0, 0, 0, 0, 0, 1}, 1, false},
    {"rad", {0}, 1, false},
    {"sr", {0}, 1, false},
    {"degC", {0, 0, 0, 0, 1, 0, 0}, 1, true},
    {"deg", {0}, 3.14159265358979323846 / 180, true},
    {"rev", {0}, 2 * 3.14159265358979323846, true},
    {"min", {0, 0, 1, 0, 0, 0, 0}, 60, true},
    {"h", {0, 0, 1, 0, 0, 0, 0}, 3600, true},
    {"d", {0, 0, 1, 0, 0, 0, 0}, 86400, true},
    {"l", {3, 0, 0, 0, 0, 0, 0}, 1e-3, false},
    {"L", {3, 0, 0, 0, 0, 0, 0}, 1e-3, false},
    {"bar", {-1, 1, -2, 0, 0, 0, 0}, 1e5, false},
    {"t", {0, 1, 0, 0, 0, 0, 0}, 1e3, false},
    {"eV", {2, 1, -2, 0, 0, 0, 0}, 1.602176634e-19, false},
    {"lm", {0, 0, 0, 0, 0, 0, 1}, 1, false},
    {"lx", {-2, 0, 0, 0, 0, 0, 1}, 1, false},
    {"Bq", {0, 0, -1, 0, 0, 0, 0}, 1, false},
    {"kat", {0, 0, -1, 0, 0, 1, 0}, 1, false},
};
enum { SYMBOLS = sizeof symbols / sizeof symbols[0], NAMED = 14 /* that unit_text may choose */ };

static const struct {
    const char *name;
    double factor;
} prefixes[] = {{"da", 1e1},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},
                {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},
                {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},
                {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}};

struct unit unit_none(void)
{
    return (struct unit){.factor = 1};
}

struct unit unit_one(void)
{
    return (struct unit){.known = true, .factor = 1};
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

struct unit unit_times(struct unit a, struct unit b, int sign)
{
    if (!a.known || !b.known) return unit_none();
    for (int k = 0; k < UNIT_BASES; k++) {
        int sum = a.power[k] + sign * b.power[k];
        if (sum > INT16_MAX || sum < INT16_MIN) return unit_none();
        a.power[k] = (int16_t)sum;
    }
    a.factor = sign > 0 ? a.factor * b.factor : a.factor / b.factor;
    a.loose |= b.loose;
    a.text = NULL;
    return a;
}

struct unit unit_power(struct unit a, int numerator, int denominator)
{
    if (!a.known || denominator == 0 || abs(numerator) > 100) return unit_none();
    for (int k = 0; k < UNIT_BASES; k++) {
        int p = a.power[k] * numerator;
        if (p % denominator != 0 || p / denominator > 2000 || p / denominator < -2000)
            return unit_none();
        a.power[k] = (int16_t)(p / denominator);
    }
    a.factor = pow(a.factor, (double)numerator / denominator);
    a.text = NULL;
    return a;
}

bool unit_same_kind(struct unit a, struct unit b)
{
    return memcmp(a.power, b.power, sizeof a.power) == 0;
}

bool unit_agree(struct unit a, struct unit b)
{
    if (!a.known || !b.known) return true;
    if (!unit_same_kind(a, b)) return false;
    return a.loose || b.loose || fabs(a.factor - b.factor) <= 1e-9 * fabs(a.factor);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static struct unit of_symbol(const struct symbol_of *s, double prefix)
{
    struct unit u = unit_one();
    for (int k = 0; k < UNIT_BASES; k++) u.power[k] = (int16_t)(s->power[k] * UNIT_PART);
    u.factor = s->factor * prefix;
    return u;
}

static const struct symbol_of *find(const char *name, size_t n)
{
    for (size_t k = 0; k < SYMBOLS; k++)
        if (strlen(symbols[k].name) == n && memcmp(symbols[k].name, name, n) == 0)
            return &symbols[k];
    return NULL;
}

static struct unit symbol(const char *name, size_t n)
{
    const struct symbol_of *s = find(name, n);
    if (s) return of_symbol(s, 1);
    for (size_t k = 0; k < sizeof prefixes / sizeof prefixes[0]; k++) {
        size_t p = strlen(prefixes[k].name);
        if (n <= p || memcmp(name, prefixes[k].name, p) != 0) continue;
        s = find(name + p, n - p);
        if (s && !s->alone) return of_symbol(s, prefixes[k].factor);
    }
    return unit_none();
}

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct unit product(const char **at, int depth);

static struct unit factor(const char **at, int depth)
{
    const char *from = *at;
    struct unit u;
    int power = 0, sign = 1;
    if (*from == '(' && depth < 8) {
        ++*at;
        u = product(at, depth + 1);
        if (**at != ')') return unit_none();
        ++*at;
    } else if (*from == '1' && !digit(from[1])) {
        ++*at;
        u = unit_one();
    } else {
        while (letter(**at)) ++*at;
        u = symbol(from, (size_t)(*at - from));
    }
    if (**at == '^') ++*at;
    if ((**at == '-' || **at == '+') && digit((*at)[1])) sign = *(*at)++ == '-' ? -1 : 1;
    if (!digit(**at)) return u;
    while (digit(**at) && power < 1000) power = 10 * power + (*(*at)++ - '0');
    return unit_power(u, sign * power, 1);
}

static struct unit product(const char **at, int depth)
{
    struct unit u = factor(at, depth);
    while (u.known && (**at == '.' || **at == '*' || **at == '/')) {
        int sign = *(*at)++ == '/' ? -1 : 1;
        u = unit_times(u, factor(at, depth), sign);
    }
    return u;
}

struct unit unit_parse(const char *text)
{
    const char *at = text;
    struct unit u;
    if (!text || !*text) return unit_none();
    u = product(&at, 0);
    if (*at || !u.known) return unit_none();
    u.text = text;
    return u;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static const char *named(struct unit u)
{
    for (size_t k = 0; k < NAMED; k++)
        if (unit_same_kind(u, of_symbol(&symbols[k], 1))) return symbols[k].name;
    return NULL;
}

static const char *one_power(struct arena *a, const char *base, int power)
{
    if (power == UNIT_PART) return base;
    if (power % UNIT_PART == 0) return arena_format(a, "%s%d", base, power / UNIT_PART);
    return arena_format(a, "%s^(%d/%d)", base, power, UNIT_PART);
}

const char *unit_text(struct arena *a, struct unit u)
{
    static const char *const bases[UNIT_BASES] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    const char *over = "", *under = "";
    int n_under = 0;
    if (!u.known) return "an unknown unit";
    if (u.text) return u.text;
    if (named(u) && u.factor == 1) return named(u);
    for (int k = 0; k < UNIT_BASES; k++) {
        const char **to = u.power[k] > 0 ? &over : &under;
        if (u.power[k] == 0) continue;
        n_under += u.power[k] < 0;
        *to = arena_format(a, "%s%s%s", *to, **to ? "." : "",
                           one_power(a, bases[k], abs(u.power[k])));
    }
    if (!*over) over = "1";
    if (*under) over = arena_format(a, n_under > 1 ? "%s/(%s)" : "%s/%s", over, under);
    return u.factor == 1 || u.loose ? over : arena_format(a, "%g %s", u.factor, over);
}
