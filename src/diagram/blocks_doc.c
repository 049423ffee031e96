/* SPDX-License-Identifier: MIT */
/* blocks_doc.c - the documentation of blocks, from their own tables.
 *
 * A block is documented where it is written: a title, a text, a line for every port and parameter.
 * Nothing else is known here but how groups are called. */
#include "diagram/blocks_doc.h"
#include "out/number.h"
#include <math.h>
#include <stdlib.h>
#include <stdbool.h>
#include <string.h>

#define HUGE_NUMBER 1e299

static const char *const group_names[][2] = {
    {"integrators", "Integrators and linear systems"},
    {"delays", "Delays"},
    {"functions", "Functions"},
    {"hybrid", "Discontinuities"},
    {"vectors", "Vectors"},
    {"embedded", "Expressions and models"},
    {"sources", "Sources"},
    {"sinks", "Sinks"},
    {"events", "Discrete events"},
    {"links", "Pipes and sockets"},
};

const char *blocks_doc_group(const char *group)
{
    for (size_t k = 0; group && k < sizeof group_names / sizeof *group_names; k++)
        if (strcmp(group, group_names[k][0]) == 0) return group_names[k][1];
    return group ? group : "Others";
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

void blocks_doc_title(const saltus_atomic *b, char *buf, size_t size)
{
    snprintf(buf, size, "%s", b->title ? b->title : b->name);
    if (buf[0] >= 'a' && buf[0] <= 'z') buf[0] = (char)(buf[0] - 'a' + 'A');
}

void blocks_doc_port(const saltus_port *p, char *buf, size_t size)
{
    if (p->many)
        snprintf(buf, size, "%s1, %s2, ...", p->name, p->name);
    else
        snprintf(buf, size, "%s", p->name);
}

void blocks_doc_kind(const saltus_param *p, char *buf, size_t size)
{
    static const char *const words[] = {[SALTUS_REAL] = "number",
                                        [SALTUS_INTEGER] = "whole number",
                                        [SALTUS_BOOLEAN] = "0 or 1",
                                        [SALTUS_REALS] = "list or matrix",
                                        [SALTUS_TEXT] = "text",
                                        [SALTUS_CHOICE] = "one of",
                                        [SALTUS_OBJECT] = "object of a program"};
    size_t n = (size_t)snprintf(buf, size, "%s", words[p->kind]);
    if (p->kind != SALTUS_CHOICE || !p->choices) return;
    for (const char *s = p->choices; *s && n < size;) {
        size_t length = strcspn(s, "|");
        n += (size_t)snprintf(buf + n, size - n, "%s%.*s", s == p->choices ? " " : ", ",
                              (int)length, s);
        s += length + (s[length] == '|');
    }
}

static const char *number(char buf[NUMBER_SIZE], double v)
{
    return number_exact(buf, v);
}

void blocks_doc_default(const saltus_param *p, char *buf, size_t size)
{
    char digits[NUMBER_SIZE];
    bool text = p->kind == SALTUS_TEXT || p->kind == SALTUS_CHOICE;
    if (p->needed)
        snprintf(buf, size, "required");
    else if (text)
        snprintf(buf, size, "%s", p->word && *p->word ? p->word : "none");
    else if (p->kind == SALTUS_REALS || p->kind == SALTUS_OBJECT || isnan(p->value))
        snprintf(buf, size, "none");
    else
        snprintf(buf, size, "%s", number(digits, p->value));
}

void blocks_doc_range(const saltus_param *p, char *buf, size_t size)
{
    char low[NUMBER_SIZE], high[NUMBER_SIZE];
    bool from = p->min > -HUGE_NUMBER, to = p->max < HUGE_NUMBER; /* 1e300 stands for no limit */
    buf[0] = 0;
    if (p->min == 0 && p->max == 0) return;
    if (from && to && p->min > 0 && p->min < 1e-290)
        snprintf(buf, size, "> 0, <= %s", number(high, p->max));
    else if (from && to)
        snprintf(buf, size, "%s .. %s", number(low, p->min), number(high, p->max));
    else if (from && p->min > 0 && p->min < 1e-290)
        snprintf(buf, size, "> 0");
    else if (from)
        snprintf(buf, size, ">= %s", number(low, p->min));
    else if (to)
        snprintf(buf, size, "<= %s", number(high, p->max));
}

/* ---- Markdown -------------------------------------------------------------------------------- */

/* In a cell of a table: | would end it, a line break too. */
static void put_cell(FILE *out, const char *s)
{
    fputs("| ", out);
    for (; s && *s; s++) {
        if (*s == '|') putc('\\', out);
        putc(*s == '\n' ? ' ' : *s, out);
    }
    putc(' ', out);
}

static void put_ports(FILE *out, const saltus_port *p, const char *what)
{
    char name[128];
    for (; p && p->name; p++) {
        char where[64];
        blocks_doc_port(p, name, sizeof name);
        snprintf(where, sizeof where, "%s%s", what, p->optional ? ", optional" : "");
        put_cell(out, name);
        put_cell(out, where);
        put_cell(out, p->type);
        put_cell(out, p->text);
        fputs("|\n", out);
    }
}

static void put_param(FILE *out, const saltus_param *p)
{
    char kind[512], otherwise[NUMBER_SIZE], range[2 * NUMBER_SIZE + 8];
    blocks_doc_kind(p, kind, sizeof kind);
    blocks_doc_default(p, otherwise, sizeof otherwise);
    blocks_doc_range(p, range, sizeof range);
    put_cell(out, p->name);
    put_cell(out, kind);
    put_cell(out, otherwise);
    put_cell(out, range);
    put_cell(out, p->unit);
    put_cell(out, p->text);
    fputs("|\n", out);
}

static void put_shown(FILE *out, const saltus_shown *s)
{
    if (!s || !s->name) return;
    fputs("\nIts results: ", out);
    for (const saltus_shown *k = s; k->name; k++)
        fprintf(out, "%s`%s%s` (%s)", k == s ? "" : ", ", *k->name ? "NAME." : "NAME", k->name,
                k->text ? k->text : "");
    fputs(", where NAME is the name of the block.\n", out);
}

static void put_block(FILE *out, const saltus_atomic *b)
{
    char title[256];
    blocks_doc_title(b, title, sizeof title);
    fprintf(out, "\n### %s\n\n**%s%s** %s\n", b->name, title,
            *title && strchr(".?!", title[strlen(title) - 1]) ? "" : ".", b->text ? b->text : "");
    if ((b->inputs && b->inputs->name) || (b->outputs && b->outputs->name)) {
        fputs("\n| port | | type | |\n|---|---|---|---|\n", out);
        put_ports(out, b->inputs, "input");
        put_ports(out, b->outputs, "output");
    }
    if (b->params && b->params->name)
        fputs("\n| parameter | kind | default | range | unit | |\n|---|---|---|---|---|---|\n",
              out);
    for (const saltus_param *p = b->params; p && p->name; p++) put_param(out, p);
    put_shown(out, b->shows);
}

static bool same_group(const saltus_atomic *a, const saltus_atomic *b)
{
    return strcmp(blocks_doc_group(a->group), blocks_doc_group(b->group)) == 0;
}

void blocks_doc_markdown(FILE *out)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    fputs("| group | blocks |\n|---|---|\n", out);
    for (size_t k = 0; k < n; k++) {
        bool first = k == 0 || !same_group(list[k], list[k - 1]),
             last = k + 1 == n || !same_group(list[k], list[k + 1]);
        if (first) fprintf(out, "| %s | ", blocks_doc_group(list[k]->group));
        fprintf(out, "[%s](#%s)%s", list[k]->name, list[k]->name, last ? " |\n" : " ");
    }
    for (size_t k = 0; k < n; k++) {
        if (k == 0 || !same_group(list[k], list[k - 1]))
            fprintf(out, "\n## %s\n", blocks_doc_group(list[k]->group));
        put_block(out, list[k]);
    }
}

/* ---- Is all of it there? --------------------------------------------------------------------- */

static bool empty(const char *s)
{
    return !s || !*s;
}

static const char *missing_port(const saltus_port *p, const char *what, char *buf, size_t size)
{
    for (; p && p->name; p++) {
        if (empty(p->text)) return snprintf(buf, size, "text of %s '%s'", what, p->name), buf;
        if (empty(p->type)) return snprintf(buf, size, "type of %s '%s'", what, p->name), buf;
    }
    return NULL;
}

const char *blocks_doc_missing(const saltus_atomic *b, char *buf, size_t size)
{
    const char *port;
    if (empty(b->name)) return "name";
    if (empty(b->group)) return "group";
    if (empty(b->title)) return "title";
    if (empty(b->text)) return "text";
    if ((port = missing_port(b->inputs, "input", buf, size)) ||
        (port = missing_port(b->outputs, "output", buf, size)))
        return port;
    for (const saltus_param *p = b->params; p && p->name; p++) {
        if (empty(p->text)) return snprintf(buf, size, "text of parameter '%s'", p->name), buf;
        if (p->kind == SALTUS_CHOICE && empty(p->choices))
            return snprintf(buf, size, "choices of parameter '%s'", p->name), buf;
    }
    for (const saltus_shown *s = b->shows; s && s->name; s++)
        if (empty(s->text)) return snprintf(buf, size, "text of the shown '%s'", s->name), buf;
    return NULL;
}
