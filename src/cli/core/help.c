/* SPDX-License-Identifier: MIT */
/* help.c - help from the table: an example first, then usage, then what there is to know; no line
 * beyond column 80. */
#include "base/utf8.h"
#include "cli/core/table.h"
#include <string.h>

enum { WIDTH = 80, OPTION_COLUMN = 26 };

static int new_line(FILE *f, int indent)
{
    fprintf(f, "\n%*s", indent, "");
    return indent;
}

void help_wrap(FILE *f, const char *text, int indent, int at)
{
    bool first = true;
    while (*text) {
        size_t n = strcspn(text, " \n");
        int wide = utf8_count(text, n);
        if (!first && at + 1 + wide > WIDTH) {
            at = new_line(f, indent);
            first = true;
        }
        if (!first) fputc(' ', f), at++;
        fwrite(text, 1, n, f);
        at += wide;
        first = false;
        text += n;
        if (strncmp(text, "\n\n", 2) == 0) {
            fputc('\n', f);
            at = new_line(f, indent);
            first = true;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', f);
}

/* Lines "left\tright". The right sides stand in a column, or each below its left side if one of
 * those is long. */
static int column_of(const char *lines, int indent)
{
    int widest = 0;
    for (; *lines; lines += strcspn(lines, "\n") + 1) {
        int wide = utf8_count(lines, strcspn(lines, "\t\n"));
        if (wide > widest) widest = wide;
    }
    return widest <= 36 ? indent + widest + 3 : 0;
}

static void put_pairs(FILE *f, const char *lines, int indent)
{
    int column = column_of(lines, indent), below = indent + 4;
    for (; *lines; lines += strcspn(lines, "\n") + 1) {
        size_t n = strcspn(lines, "\n"), left = strcspn(lines, "\t\n");
        char text[512];
        fprintf(f, "%*s%.*s", indent, "", (int)left, lines);
        snprintf(text, sizeof text, "%.*s", left + 1 < n ? (int)(n - left - 1) : 0,
                 lines + left + 1);
        if (!*text)
            fputc('\n', f);
        else if (column)
            fprintf(f, "%*s", column - indent - utf8_count(lines, left), "");
        else
            new_line(f, below);
        if (*text) help_wrap(f, text, column ? column : below, column ? column : below);
    }
}

/* ---- One command ----------------------------------------------------------------------------- */

int help_option_name(char *buf, size_t size, const struct option *o)
{
    char letter[8] = "";
    const char *before = o->optional ? "[=" : " ", *after = o->optional ? "]" : "";
    if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
    if (o->type == VALUE_NONE) return snprintf(buf, size, "%s--%s", letter, o->name);
    return snprintf(buf, size, "%s--%s%s%s%s", letter, o->name, before, o->argument, after);
}

static void option_text(char *buf, size_t size, const struct option *o)
{
    size_t n = (size_t)snprintf(buf, size, "%s", o->help);
    if (o->type == VALUE_CHOICE) {
        const char *word;
        size_t length;
        n += (size_t)snprintf(buf + n, size - n, " %s: ", o->argument);
        for (size_t k = 0; (length = table_word(o->choices, k, &word)) > 0; k++)
            n += (size_t)snprintf(buf + n, size - n, "%s%.*s", k ? ", " : "", (int)length, word);
        n += (size_t)snprintf(buf + n, size - n, ".");
    }
    if (o->repeated && o->type != VALUE_NONE)
        n += (size_t)snprintf(buf + n, size - n, " May be repeated.");
    if (o->otherwise) snprintf(buf + n, size - n, " [%s]", o->otherwise);
}

static void put_option(FILE *f, const struct option *o)
{
    char name[128], text[1024];
    int n = help_option_name(name, sizeof name, o);
    option_text(text, sizeof text, o);
    fprintf(f, "  %s", name);
    if (n + 4 > OPTION_COLUMN)
        new_line(f, OPTION_COLUMN);
    else
        fprintf(f, "%*s", OPTION_COLUMN - 2 - n, "");
    help_wrap(f, text, OPTION_COLUMN, OPTION_COLUMN);
}

static void put_options(FILE *f, const struct command *c)
{
    struct option_walk w = {0};
    const struct option *first = option_next(c, &w), *o = first;
    if (!o || o->name) fprintf(f, "\nOptions%s\n", o ? " (defaults in brackets)" : "");
    for (; o; o = option_next(c, &w)) {
        if (o->name)
            put_option(f, o);
        else
            fprintf(f, "\n%s%s\n", o->help, o == first ? " (defaults in brackets)" : "");
    }
    put_option(f, &option_help);
}

void help_command(FILE *f, const struct command *c)
{
    bool options = *c->options != NULL;
    fprintf(f, "saltus %s - %s\n\n", c->name, c->summary);
    put_pairs(f, c->examples, 4);
    fprintf(f, "\nUsage: saltus %s%s%s%s\n", c->name, *c->operands.usage ? " " : "",
            c->operands.usage, options ? " [OPTION...]" : "");
    if (*c->text) {
        fputc('\n', f);
        help_wrap(f, c->text, 0, 0);
    }
    put_options(f, c);
}

/* ---- All commands ---------------------------------------------------------------------------- */

void help_overview(FILE *f)
{
    fputs("Saltus simulates continuous and hybrid systems by quantized-state methods.\n\n", f);
    put_pairs(f,
              "saltus run buck\ta first simulation: curves, and what they cost\n"
              "saltus run my.mo\ta model of your own\n"
              "saltus help run\tall about a command\n",
              4);
    fputs("\nUsage: saltus COMMAND ...\n\nCommands\n", f);
    for (const struct command *c = command_list; c->name; c++)
        fprintf(f, "  %-12s%s\n", c->name, c->summary);
}

static void put_rest(FILE *f)
{
    fputs("\nEnvironment\n", f);
    put_pairs(f, command_environment, 2);
    fputs("\nExit status\n", f);
    put_pairs(f, command_exits, 2);
}

int cmd_help(const struct cli *c)
{
    const char *name = cli_operand(c, 0);
    if (name) {
        help_command(stdout, command_find(name));
    } else {
        help_overview(stdout);
        put_rest(stdout);
    }
    return EXIT_FINE;
}
