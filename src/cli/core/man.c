/* SPDX-License-Identifier: MIT */
/* man.c - manual pages from the table: saltus(1), and saltus-COMMAND(1) for each command.
 *
 * The language is man(7), as plain as possible: titles, paragraphs with a tag, examples. The page
 * of the program is dated by its version alone: the same source gives the same bytes. */
#include "cli/core/table.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>

/* Changes with the version. */
static const char date[] = "2026-11-16";

/* Text in which nothing is an instruction: no backslash, hyphens are hyphens, no line begins with a
 * point. */
static void put_letter(FILE *f, char ch, bool first)
{
    if (first && (ch == '.' || ch == '\'')) fputs("\\&", f);
    if (ch == '\\')
        fputs("\\e", f);
    else if (ch == '-')
        fputs("\\-", f);
    else if (ch == '\'')
        fputs("\\(aq", f);
    else if (ch == '~')
        fputs("\\(ti", f);
    else
        fputc(ch, f);
}

static void put(FILE *f, const char *text, size_t n)
{
    for (size_t k = 0; k < n; k++) put_letter(f, text[k], k == 0);
}

static void put_text(FILE *f, const char *text)
{
    put(f, text, strlen(text));
}

/* The same where lines are filled: a new one is begun now and then, so that the page can be read as
 * it is. */
static void put_prose(FILE *f, const char *text, size_t n)
{
    int column = 0;
    for (size_t k = 0; k < n; k++) {
        if (text[k] == ' ' && column > 56) {
            fputc('\n', f);
            column = 0;
        } else {
            put_letter(f, text[k], column++ == 0);
        }
    }
    fputc('\n', f);
}

/* Paragraphs, each on a line of its own. */
static void put_paragraphs(FILE *f, const char *text)
{
    for (bool first = true; *text; first = false) {
        const char *end = strstr(text, "\n\n");
        size_t n = end ? (size_t)(end - text) : strlen(text);
        if (!first) fputs(".PP\n", f);
        put_prose(f, text, n);
        text += n + (end ? 2 : 0);
    }
}

static void put_capitals(FILE *f, const char *text)
{
    for (; *text; text++) fputc(toupper((unsigned char)*text), f);
}

static void put_head(FILE *f, const char *command, const char *summary)
{
    const char *dash = command ? "-" : "";
    if (!command) command = "";
    fputs(".TH SALTUS", f);
    fputs(dash, f);
    put_capitals(f, command);
    fprintf(f, " 1 %s \"Saltus %s\" \"Saltus\"\n.SH NAME\nsaltus", date, saltus_version());
    put_text(f, dash);
    put_text(f, command);
    fputs(" \\- ", f);
    put_prose(f, summary, strlen(summary));
}

/* Lines "tag\ttext", tags in bold. */
static void put_pairs(FILE *f, const char *lines)
{
    for (; *lines; lines += strcspn(lines, "\n") + 1) {
        size_t n = strcspn(lines, "\n"), left = strcspn(lines, "\t\n");
        fputs(".TP\n.B ", f);
        put(f, lines, left);
        fputc('\n', f);
        if (left + 1 < n) put_prose(f, lines + left + 1, n - left - 1);
    }
}

/* Lines "command\ttext": the text, then the command as it is typed. */
static void put_examples(FILE *f, const char *lines)
{
    fputs(".SH EXAMPLES\n", f);
    for (bool first = true; *lines; lines += strcspn(lines, "\n") + 1, first = false) {
        size_t n = strcspn(lines, "\n"), left = strcspn(lines, "\t\n");
        if (!first) fputs(".PP\n", f);
        if (left + 1 < n) {
            fputc(toupper((unsigned char)lines[left + 1]), f);
            put(f, lines + left + 2, n - left - 2);
            fputs(":\n.PP\n", f);
        }
        fputs(".RS 4\n.nf\n", f);
        put(f, lines, left);
        fputs("\n.fi\n.RE\n", f);
    }
}

/* ---- A command ------------------------------------------------------------------------------- */

static void put_tag(FILE *f, const struct option *o)
{
    fputs(".TP\n", f);
    if (o->letter) fprintf(f, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", f);
    put_text(f, o->name);
    fputs("\\fR", f);
    if (o->type != VALUE_NONE) {
        fputs(o->optional ? "[=\\fI" : " \\fI", f);
        put_text(f, o->argument);
        fputs(o->optional ? "\\fR]" : "\\fR", f);
    }
    fputc('\n', f);
}

static void put_choices(FILE *f, const struct option *o)
{
    const char *word;
    size_t n;
    fprintf(f, "%s is", o->argument);
    for (size_t k = 0; (n = table_word(o->choices, k, &word)) > 0; k++) {
        fprintf(f, "%s\n\\fB", k ? "," : "");
        put(f, word, n);
        fputs("\\fR", f);
    }
    fputs(".\n", f);
}

static void put_option(FILE *f, const struct option *o)
{
    char text[512];
    put_tag(f, o);
    put_prose(f, o->help, strlen(o->help));
    if (o->type == VALUE_CHOICE) put_choices(f, o);
    if (o->repeated) fputs("May be repeated.\n", f);
    if (!o->otherwise) return;
    snprintf(text, sizeof text, "Default: %s.", o->otherwise);
    put_prose(f, text, strlen(text));
}

static void put_options(FILE *f, const struct command *c)
{
    fputs(".SH OPTIONS\n", f);
    const struct option *o;
    for (struct option_walk w = {0}; (o = option_next(c, &w));) {
        if (o->name) {
            put_option(f, o);
        } else {
            fputs(".SS ", f);
            put_text(f, o->help);
            fputc('\n', f);
        }
    }
    put_option(f, &option_help);
}

static void put_see(FILE *f, const struct command *but)
{
    fputs(".SH SEE ALSO\n", f);
    if (but) fputs(".BR saltus (1)", f);
    for (const struct command *c = command_list; c->name; c++)
        if (c != but)
            fprintf(f, "%s.BR saltus\\-%s (1)", but || c != command_list ? ",\n" : "", c->name);
    fputc('\n', f);
}

static void put_command(FILE *f, const struct command *c)
{
    put_head(f, c->name, c->summary);
    fprintf(f, ".SH SYNOPSIS\n.B saltus %s\n", c->name);
    if (*c->operands.usage) {
        fputs(".I ", f);
        put_text(f, c->operands.usage);
        fputc('\n', f);
    }
    fputs("[\\fIOPTION\\fR...]\n", f);
    if (*c->text) {
        fputs(".SH DESCRIPTION\n", f);
        put_paragraphs(f, c->text);
    }
    put_options(f, c);
    fputs(".SH EXIT STATUS\n", f);
    put_pairs(f, command_exits);
    fputs(".SH ENVIRONMENT\n", f);
    put_pairs(f, command_environment);
    put_examples(f, c->examples);
    put_see(f, c);
}

/* ---- The program ----------------------------------------------------------------------------- */

static void put_program(FILE *f)
{
    put_head(f, NULL, "simulate continuous and hybrid systems by quantized-state methods");
    fputs(".SH SYNOPSIS\n.B saltus\n.I COMMAND\n[\\fIOPERAND\\fR...] [\\fIOPTION\\fR...]\n", f);
    fputs(".SH DESCRIPTION\n", f);
    put_paragraphs(f, "Saltus compiles a model, written in a subset of Modelica, and simulates it "
                      "by quantized-state methods: every state makes its own steps, when it has "
                      "changed by its quantum. Data goes to stdout, messages go to stderr.\n\n"
                      "Each command has a page of its own.");
    fputs(".SH COMMANDS\n", f);
    for (const struct command *c = command_list; c->name; c++) {
        fprintf(f, ".TP\n.B %s\n", c->name);
        put_text(f, c->summary);
        fputs(".\n", f);
    }
    fputs(".SH EXIT STATUS\n", f);
    put_pairs(f, command_exits);
    fputs(".SH ENVIRONMENT\n", f);
    put_pairs(f, command_environment);
    put_examples(f, "saltus run buck\ta first simulation\n"
                    "saltus models\twhat else there is\n");
    put_see(f, NULL);
}

static bool write_page(const char *folder, const struct command *c)
{
    char path[4096];
    FILE *f;
    bool fine;
    snprintf(path, sizeof path, "%s/saltus%s%s.1", folder, c ? "-" : "", c ? c->name : "");
    f = fopen(path, "w");
    if (f && c) put_command(f, c);
    if (f && !c) put_program(f);
    fine = f && !ferror(f);
    if (f && fclose(f) != 0) fine = false;
    if (!fine) talk_error("%s: %s", path, strerror(errno));
    return fine;
}

static int write_all(const char *folder)
{
    bool fine = write_page(folder, NULL);
    for (const struct command *c = command_list; fine && c->name; c++) fine = write_page(folder, c);
    return fine ? EXIT_FINE : EXIT_RUN;
}

int cmd_man(const struct cli *c)
{
    const char *name = cli_operand(c, 0);
    if (cli_given(c, "all")) return write_all(cli_text(c, "all"));
    if (name)
        put_command(stdout, command_find(name));
    else
        put_program(stdout);
    return EXIT_FINE;
}
