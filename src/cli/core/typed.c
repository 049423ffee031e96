/* SPDX-License-Identifier: MIT */
/* typed.c - is a text a value of its type? If not, a message that says what would be.
 *
 * A type is a predicate and two texts: what such a value is, and an example. Words from a list
 * (methods, choices, commands) are looked up, and the nearest one is proposed. */
#include "cli/core/table.h"
#include "out/number.h"
#include "run/options.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64 };

/* ---- Numbers and names ----------------------------------------------------------------------- */

static bool is_number(const char *text)
{
    double v;
    return arg_number(text, &v) && isfinite(v);
}

static bool is_positive(const char *text)
{
    double v;
    return is_number(text) && arg_number(text, &v) && v > 0;
}

static bool is_count(const char *text)
{
    double v = -1;
    if (is_number(text)) arg_number(text, &v);
    return v >= 0 && v <= 9007199254740992.0 && v == floor(v);
}

static bool is_tolerance(const char *text)
{
    double rel, abs;
    return option_tolerance(text, &rel, &abs);
}

static bool is_setting(const char *text)
{
    size_t name;
    double v;
    return arg_setting(text, &name, &v) && isfinite(v);
}

static bool is_range(const char *text)
{
    const char *rest;
    struct arg_range r;
    return arg_name(text, &rest) && arg_range(rest, &r);
}

static bool is_quantum(const char *text)
{
    const char *rest;
    return arg_name(text, &rest) && is_tolerance(rest);
}

static bool is_named(const char *text)
{
    const char *rest;
    return arg_name(text, &rest) > 0;
}

static bool is_shard(const char *text)
{
    char *end;
    long k = strtol(text, &end, 10), n = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    return *end == 0 && k >= 1 && k <= n;
}

static bool is_text(const char *text)
{
    return *text != 0;
}

static const struct {
    bool (*is)(const char *text);
    const char *what, *example;
} types[] = {
    [VALUE_NUMBER] = {is_number, "is not a number", "0.5, 10 or 1e-3"},
    [VALUE_POSITIVE] = {is_positive, "is not a number greater than 0", "0.5, 10 or 1e-3"},
    [VALUE_COUNT] = {is_count, "is not a whole number", "0, 20 or 1e6"},
    [VALUE_TOLERANCE] = {is_tolerance, "is not REL or REL,ABS with ABS greater than 0",
                         "1e-3 or 1e-3,1e-6"},
    [VALUE_SETTING] = {is_setting, "is not NAME=VALUE with a number",
                       "R=5, L=47u, k[2]=1e-3 or on=true"},
    [VALUE_RANGE] = {is_range, "is not NAME=START:STEP:STOP, NAME=V1,V2,... or NAME=VALUE",
                     "R=1:0.5:10, R=1,2,5 or R=3"},
    [VALUE_QUANTUM] = {is_quantum, "is not STATE=REL or STATE=REL,ABS with ABS greater than 0",
                       "VC=1e-4 or 'x[*]=1e-3,1e-6'"},
    [VALUE_METHOD_OF] = {is_named, "is not STATE=METHOD", "VC=qss3 or 'x[*]=liqss2'"},
    [VALUE_SHARD] = {is_shard, "is not K/N with 1 <= K <= N", "1/4"},
    [VALUE_FILE] = {is_text, "is not the name of a file", "result.csv"},
    [VALUE_MODEL] = {is_text, "is not the name of a model", "buck or my.mo"},
    [VALUE_TEXT] = {is_text, "is not a name", "x"},
};

/* L=47uH, R=4k7, R=1meg, R=10K: what to write instead. */
static bool hint_setting(const char *text)
{
    const char *value, *end;
    double v;
    size_t n = arg_name(text, &value);
    end = n ? number_read_si(value, &v) : NULL;
    if (!end || !*end) return false;
    if (isdigit((unsigned char)*end) && !isdigit((unsigned char)end[-1]))
        talk_hint("write %.*s=%.*s.%s%c", (int)n, text, (int)(end - 1 - value), value, end,
                  end[-1]);
    else if (strcmp(end, "K") == 0)
        talk_hint("write %.*sk: k is 1000", (int)(end - text), text);
    else if (end[-1] == 'm' && (strcmp(end, "eg") == 0 || strcmp(end, "EG") == 0))
        talk_hint("write %.*sM: M is 1000000, m is 1/1000", (int)(end - 1 - text), text);
    else if (isalpha((unsigned char)*end) || (unsigned char)*end >= 0x80)
        talk_hint("write %.*s: its unit is that of the parameter", (int)(end - text), text);
    else
        return false;
    return true;
}

/* 1,5 for 1.5 */
static void hint_number(enum value_type type, const char *text)
{
    char point[32];
    size_t n = strcspn(text, ",");
    if (text[n] && strlen(text) < sizeof point && type <= VALUE_COUNT) {
        strcpy(point, text);
        point[n] = '.';
        if (is_number(point)) {
            talk_hint("write a point, not a comma: %s", point);
            return;
        }
    }
    if (type == VALUE_SETTING && is_range(text))
        talk_hint("one value at a time; 'saltus sweep' runs through ranges");
    else if (type != VALUE_SETTING || !hint_setting(text))
        talk_hint("for example: %s", types[type].example);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static size_t method_names(const char **names)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    for (size_t k = 0; k < n && k < MOST_WORDS; k++) names[k] = list[k].name;
    return n < MOST_WORDS ? n : MOST_WORDS;
}

static bool one_of(const char *text, const char *const *words, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(words[k], text) == 0) return true;
    return false;
}

static bool fits_method(const char *where, const char *text)
{
    const char *names[MOST_WORDS], *near;
    size_t n = method_names(names);
    if (one_of(text, names, n)) return true;
    near = talk_nearest(text, names, n);
    talk_error("%s%sthere is no method '%s'", where, *where ? ": " : "", text);
    if (near)
        talk_hint("did you mean '%s'? 'saltus methods' lists them all", near);
    else
        talk_hint("'saltus methods' lists them all");
    return false;
}

static bool fits_method_of(const char *where, const char *text)
{
    const char *rest;
    arg_name(text, &rest);
    if (!fits_method(where, rest)) return false;
    if (methods_quantized(rest)) return true;
    talk_error("%s: '%s' moves all states together; it cannot be the method of single ones", where,
               rest);
    talk_hint("--method %s is for all states", rest);
    return false;
}

static bool fits_command(const char *text)
{
    const char *names[MOST_WORDS], *near;
    size_t n = 0;
    if (command_find(text)) return true;
    for (; command_list[n].name; n++) names[n] = command_list[n].name;
    near = talk_nearest(text, names, n);
    talk_error("there is no command '%s'", text);
    if (near)
        talk_hint("did you mean '%s'? 'saltus help' lists them all", near);
    else
        talk_hint("'saltus help' lists them all");
    return false;
}

/* The words of `choices` one by one, ended by 0s, in buf. */
static size_t cut_words(const char *choices, char *buf, size_t size, const char **words)
{
    size_t n = 0, length;
    const char *word;
    for (; n < MOST_WORDS && (length = table_word(choices, n, &word)) > 0 && length < size; n++) {
        memcpy(buf, word, length);
        buf[length] = 0;
        words[n] = buf;
        buf += length + 1;
        size -= length + 1;
    }
    return n;
}

/* "a, b or c" */
static void join(char *buf, size_t size, const char *const *words, size_t n)
{
    size_t used = 0;
    buf[0] = 0;
    for (size_t k = 0; k < n && used < size; k++)
        used += (size_t)snprintf(buf + used, size - used, "%s%s",
                                 k == 0       ? ""
                                 : k + 1 == n ? " or "
                                              : ", ",
                                 words[k]);
}

static bool fits_choice(const char *choices, const char *where, const char *text)
{
    char buf[256], list[256];
    const char *words[MOST_WORDS], *near;
    size_t n = cut_words(choices, buf, sizeof buf, words);
    if (one_of(text, words, n)) return true;
    join(list, sizeof list, words, n);
    near = talk_nearest(text, words, n);
    talk_error("%s%s'%s' is not %s%s", where, *where ? ": " : "", text, n > 1 ? "one of " : "",
               list);
    if (near) talk_hint("did you mean '%s'?", near);
    return false;
}

static bool ends_in(const char *text, const char *ending)
{
    size_t n = strlen(text), m = strlen(ending);
    if (strcmp(ending, "-") == 0) return strcmp(text, "-") == 0;
    return n > m && strcmp(text + n - m, ending) == 0;
}

static bool has_ending(const char *choices, const char *text)
{
    char buf[256];
    const char *words[MOST_WORDS];
    size_t n = cut_words(choices, buf, sizeof buf, words);
    for (size_t k = 0; k < n; k++)
        if (ends_in(text, words[k])) return true;
    return false;
}

static bool fits_file(const char *choices, const char *where, const char *text)
{
    char buf[256], list[256];
    const char *words[MOST_WORDS];
    size_t n;
    if (!choices || has_ending(choices, text)) return true;
    n = cut_words(choices, buf, sizeof buf, words);
    if (n > 0 && strcmp(words[n - 1], "-") == 0) n--;
    join(list, sizeof list, words, n);
    talk_error("%s%s'%s' does not end in %s", where, *where ? ": " : "", text, list);
    if (n > 1) talk_hint("the ending says which format it is");
    return false;
}

static bool fits_range(const saltus_option_info *row, const char *where, const char *text)
{
    char range[80];
    double v[2];
    if (option_value(row, text, v)) return true;
    option_range(row, range, sizeof range);
    talk_error("%s: %s is not %s", where, text, range);
    return false;
}

/* ---- All together ---------------------------------------------------------------------------- */

bool typed_fits(const struct option *o, const char *where, const char *text)
{
    if (o->type == VALUE_METHOD) return fits_method(where, text);
    if (o->type == VALUE_CHOICE) return fits_choice(o->choices, where, text);
    if (o->type == VALUE_COMMAND) return fits_command(text);
    if (o->type == VALUE_NONE) return true;
    if (!types[o->type].is(text)) {
        talk_error("%s%s'%s' %s", where, *where ? ": " : "", text, types[o->type].what);
        hint_number(o->type, text);
        return false;
    }
    if (o->row && o->row->range && !fits_range(o->row, where, text)) return false;
    if (o->type == VALUE_METHOD_OF) return fits_method_of(where, text);
    return o->type != VALUE_FILE || fits_file(o->choices, where, text);
}

void typed_tell(const struct option *o)
{
    char buf[256], list[256];
    const char *words[MOST_WORDS];
    join(list, sizeof list, words, cut_words(o->choices, buf, sizeof buf, words));
    talk_hint("--%s takes %s %s", o->name, o->type == VALUE_FILE ? "a file that ends in" : "one of",
              list);
}

bool typed_takes(const struct option *o, const char *word)
{
    char buf[256];
    const char *words[MOST_WORDS];
    if (o->type == VALUE_FILE) return has_ending(o->choices, word);
    return one_of(word, words, cut_words(o->choices, buf, sizeof buf, words));
}
