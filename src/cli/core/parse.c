/* SPDX-License-Identifier: MIT */
/* parse.c - the words after the command, sorted into options and operands and checked against the
 * table.
 *
 *     --name VALUE   --name=VALUE   -o FILE   -oFILE   -q   --   operand
 *
 * An option whose value is optional takes the next word only if that could be meant: one of its
 * choices, or a file with one of its endings. Lists are cut at commas here, except at those inside
 * brackets, which belong to names and measurements. The first mistake is reported, with a hint, and ends it. */
#include "cli/core/table.h"
#include <stdlib.h>
#include <string.h>

struct given {
    const struct option *option;
    const char *value; /* NULL: none */
};

struct cli {
    const struct command *command;
    struct given *given;
    const char **operands;
    size_t n_given, n_operands;
    char *pool, *used;          /* texts of values               */
    const struct option *loose; /* stood without its optional value just before the present word */
    bool help;
};

/* ---- Mistakes -------------------------------------------------------------------------------- */

static void hint_help(const struct command *c)
{
    talk_hint("'saltus %s --help' shows the options", c->name);
}

/* Another command that has this option; NULL: none. */
static const struct command *elsewhere(const char *name, size_t length)
{
    for (const struct command *c = command_list; c->name; c++)
        if (option_find(c, name, length)) return c;
    return NULL;
}

static bool unknown_option(const struct command *c, const char *word)
{
    const char *names[64], *name = word + strspn(word, "-"), *near;
    const struct option *o;
    char bare[64];
    size_t n = 0, length = strcspn(name, "=");
    snprintf(bare, sizeof bare, "%.*s", (int)length, name);
    for (struct option_walk w = {0}; (o = option_next(c, &w)) && n < 63;)
        if (o->name) names[n++] = o->name;
    names[n++] = option_help.name;
    near = talk_nearest(bare, names, n);
    talk_error("'%s' has no option '%.*s'", c->name, (int)strcspn(word, "="), word);
    if (near)
        talk_hint("did you mean '--%s'? 'saltus %s --help' shows all options", near, c->name);
    else if (elsewhere(name, length))
        talk_hint("'%s' has it; 'saltus %s --help' shows those of '%s'",
                  elsewhere(name, length)->name, c->name, c->name);
    else
        hint_help(c);
    return false;
}

static bool missing_value(const struct option *o)
{
    talk_error("--%s needs a value: --%s %s", o->name, o->name, o->argument);
    return false;
}

static bool too_many(const struct cli *c, const char *word)
{
    const struct operand_kind *kind = &c->command->operands;
    if (kind->most == 0)
        talk_error("'%s' takes no operand, but there is '%s'", c->command->name, word);
    else
        talk_error("'%s' is one too many: usage is 'saltus %s %s'", word, c->command->name,
                   kind->usage);
    if (c->loose)
        typed_tell(c->loose);
    else
        hint_help(c->command);
    return false;
}

static bool too_few(const struct cli *c)
{
    const struct operand_kind *kind = &c->command->operands;
    if (kind->type == VALUE_MODEL) {
        talk_error("%s which model?", c->command->name);
        talk_hint("for example: saltus %s buck; 'saltus models' lists the gallery",
                  c->command->name);
    } else {
        talk_error("something is missing: usage is 'saltus %s %s'", c->command->name, kind->usage);
        hint_help(c->command);
    }
    return false;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static const char *keep(struct cli *c, const char *text, size_t n)
{
    char *at = c->used;
    memcpy(at, text, n);
    at[n] = 0;
    c->used += n + 1;
    return at;
}

static bool add_value(struct cli *c, const struct option *o, const char *text, size_t n)
{
    char where[64];
    const char *value = keep(c, text, n);
    snprintf(where, sizeof where, "--%s", o->name);
    if (!typed_fits(o, where, value)) return false;
    c->given[c->n_given++] = (struct given){o, value};
    return true;
}

/* Up to the next comma that is not inside brackets. */
static size_t item_length(const char *text)
{
    size_t n = 0;
    int depth = 0;
    for (; text[n] && (text[n] != ',' || depth > 0); n++) {
        if (text[n] == '[' || text[n] == '(') depth++;
        if ((text[n] == ']' || text[n] == ')') && depth > 0) depth--;
    }
    return n;
}

static bool add_option(struct cli *c, const struct option *o, const char *text)
{
    if (!o->list) return add_value(c, o, text, strlen(text));
    for (;;) {
        size_t n = item_length(text);
        if (!add_value(c, o, text, n)) return false;
        if (!text[n]) return true;
        text += n + 1;
    }
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Option o; `joined` is the value that stood in the same word, or NULL; *k goes on if the next word
 * is used. */
static bool take_option(struct cli *c, const struct option *o, const char *joined, int argc,
                        char **argv, int *k)
{
    const char *next = *k + 1 < argc ? argv[*k + 1] : NULL;
    if (o == &option_help) return c->help = true;
    if (o->type == VALUE_NONE) {
        if (joined) {
            talk_error("--%s takes no value, but there is '%s'", o->name, joined);
            return false;
        }
        c->given[c->n_given++] = (struct given){o, NULL};
        return true;
    }
    if (joined) return add_option(c, o, joined);
    if (o->optional && (!next || next[0] == '-' || !typed_takes(o, next))) {
        c->given[c->n_given++] = (struct given){o, NULL};
        c->loose = o;
        return true;
    }
    if (!next || strncmp(next, "--", 2) == 0) return missing_value(o);
    ++*k;
    return add_option(c, o, next);
}

static bool take_word(struct cli *c, int argc, char **argv, int *k)
{
    const char *word = argv[*k], *equals = strchr(word, '=');
    const struct option *o;
    if (word[1] == '-') {
        size_t n = equals ? (size_t)(equals - word) : strlen(word);
        o = option_find(c->command, word + 2, n - 2);
        if (!o) return unknown_option(c->command, word);
        return take_option(c, o, equals ? equals + 1 : NULL, argc, argv, k);
    }
    o = option_letter(c->command, word[1]);
    if (o && o->repeated && o->type == VALUE_NONE) {
        size_t times = strspn(word + 1, (char[]){word[1], 0}); /* -qq */
        if (word[1 + times]) return unknown_option(c->command, word);
        while (times-- > 0) take_option(c, o, NULL, argc, argv, k);
        return true;
    }
    if (!o || (o->type == VALUE_NONE && word[2])) return unknown_option(c->command, word);
    return take_option(c, o, word[2] ? word + 2 + (word[2] == '=') : NULL, argc, argv, k);
}

static bool take_operand(struct cli *c, const char *word)
{
    const struct operand_kind *kind = &c->command->operands;
    const struct option as = {.type = kind->type, .choices = kind->choices};
    if (c->n_operands == (size_t)kind->most) return too_many(c, word);
    if (!typed_fits(&as, "", word)) return false;
    c->operands[c->n_operands++] = word;
    return true;
}

static bool take_all(struct cli *c, int argc, char **argv)
{
    bool options = true;
    for (int k = 0; k < argc && !c->help; k++) {
        const char *word = argv[k];
        if (options && strcmp(word, "--") == 0) {
            options = false;
        } else if (options && word[0] == '-' && word[1]) {
            c->loose = NULL;
            if (!take_word(c, argc, argv, &k)) return false;
        } else {
            if (!take_operand(c, word)) return false;
            c->loose = NULL;
        }
    }
    return c->help || c->n_operands >= (size_t)c->command->operands.least || too_few(c);
}

struct cli *cli_parse(const struct command *command, int argc, char **argv)
{
    size_t room = 1; /* of texts; there are no more items than characters */
    struct cli *c = calloc(1, sizeof *c);
    for (int k = 0; k < argc; k++) room += strlen(argv[k]) + 1;
    if (!c) goto memory;
    c->command = command;
    c->pool = c->used = malloc(room);
    c->given = malloc(room * sizeof *c->given);
    c->operands = malloc(room * sizeof *c->operands);
    if (!c->pool || !c->given || !c->operands) goto memory;
    if (take_all(c, argc, argv)) return c;
    cli_free(c);
    return NULL;
memory:
    talk_error("out of memory");
    cli_free(c);
    return NULL;
}

void cli_free(struct cli *c)
{
    if (!c) return;
    free(c->pool);
    free(c->given);
    free(c->operands);
    free(c);
}

/* ---- Asked by commands ----------------------------------------------------------------------- */

bool cli_wants_help(const struct cli *c)
{
    return c->help;
}

const struct command *cli_command(const struct cli *c)
{
    return c->command;
}

size_t cli_operands(const struct cli *c)
{
    return c->n_operands;
}

const char *cli_operand(const struct cli *c, size_t k)
{
    return k < c->n_operands ? c->operands[k] : NULL;
}

static const struct given *last(const struct cli *c, const char *option)
{
    for (size_t k = c->n_given; k > 0; k--)
        if (strcmp(c->given[k - 1].option->name, option) == 0) return &c->given[k - 1];
    return NULL;
}

bool cli_given(const struct cli *c, const char *option)
{
    return last(c, option) != NULL;
}

int cli_times(const struct cli *c, const char *option)
{
    int n = 0;
    for (size_t k = 0; k < c->n_given; k++) n += strcmp(c->given[k].option->name, option) == 0;
    return n;
}

const char *cli_text(const struct cli *c, const char *option)
{
    const struct given *g = last(c, option);
    return g ? g->value : NULL;
}

double cli_number(const struct cli *c, const char *option, double otherwise)
{
    const char *text = cli_text(c, option);
    double v = otherwise;
    if (text) arg_number(text, &v); /* it has been checked */
    return v;
}

const char *cli_value(const struct cli *c, const char *option, size_t k)
{
    for (size_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].option->name, option) == 0 && c->given[i].value && k-- == 0)
            return c->given[i].value;
    return NULL;
}

bool cli_bare(const struct cli *c, const char *option)
{
    for (size_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].option->name, option) == 0 && !c->given[i].value) return true;
    return false;
}
