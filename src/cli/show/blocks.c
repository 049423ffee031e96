/* SPDX-License-Identifier: MIT */
/* blocks.c - 'saltus blocks': the library of blocks, a line each, or one of them with its ports and
 * parameters. */
#include "cli/core/table.h"
#include "diagram/blocks_doc.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 20 };

static void put_list(const saltus_atomic *const *list, size_t n)
{
    const char *before = NULL;
    for (size_t k = 0; k < n; k++) {
        const char *group = blocks_doc_group(list[k]->group);
        char title[256];
        if (!before || strcmp(before, group) != 0) printf("%s%s\n", before ? "\n" : "", group);
        before = group;
        blocks_doc_title(list[k], title, sizeof title);
        printf("  %-*s%s\n", COLUMN, list[k]->name, title);
    }
    talk_note("\n'saltus blocks NAME' describes one.");
}

/* ---- One of them ----------------------------------------------------------------------------- */

/* A name, then a text that is wrapped beside it. */
static void put_line(const char *name, const char *text)
{
    int n = printf("  %-*s", COLUMN, name);
    if (n > COLUMN + 2) printf("\n%*s", COLUMN + 2, "");
    help_wrap(stdout, text, COLUMN + 2, COLUMN + 2);
}

static void put_ports(const char *heading, const saltus_port *p)
{
    char name[128], text[1024];
    if (!p || !p->name) return;
    printf("\n%s\n", heading);
    for (; p->name; p++) {
        blocks_doc_port(p, name, sizeof name);
        snprintf(text, sizeof text, "%s%s: %s", p->type, p->optional ? ", optional" : "",
                 p->text ? p->text : "");
        put_line(name, text);
    }
}

static void put_params(const saltus_param *p)
{
    char kind[512], otherwise[512], range[1024], text[4096];
    if (!p || !p->name) return;
    puts("\nParameters (defaults in brackets)");
    for (; p->name; p++) {
        const char *unit = p->unit && *p->unit ? p->unit : NULL;
        blocks_doc_kind(p, kind, sizeof kind);
        blocks_doc_default(p, otherwise, sizeof otherwise);
        blocks_doc_range(p, range, sizeof range);
        snprintf(text, sizeof text, "%s%s%s%s%s: %s [%s]", kind, *range ? ", " : "", range,
                 unit ? ", in " : "", unit ? unit : "", p->text ? p->text : "", otherwise);
        put_line(p->name, text);
    }
}

static void put_shown(const saltus_shown *s)
{
    if (!s || !s->name) return;
    puts("\nResults (NAME is that of the block)");
    for (; s->name; s++) {
        char name[128];
        snprintf(name, sizeof name, "NAME%s%s", *s->name ? "." : "", s->name);
        put_line(name, s->text ? s->text : "");
    }
}

static void put_one(const saltus_atomic *b)
{
    char title[256];
    blocks_doc_title(b, title, sizeof title);
    printf("%s: %s\n\n", b->name, title);
    help_wrap(stdout, b->text ? b->text : "", 0, 0);
    put_ports("Inputs", b->inputs);
    put_ports("Outputs", b->outputs);
    put_params(b->params);
    put_shown(b->shows);
}

static int unknown(const char *name, const saltus_atomic *const *list, size_t n)
{
    const char **names = calloc(n + 1, sizeof *names), *near;
    for (size_t k = 0; names && k < n; k++) names[k] = list[k]->name;
    near = names ? talk_nearest(name, names, n) : NULL;
    talk_error("there is no block '%s'", name);
    if (near)
        talk_hint("did you mean '%s'?", near);
    else
        talk_hint("'saltus blocks' lists them");
    free(names);
    return EXIT_USAGE;
}

int cmd_blocks(const struct cli *c)
{
    const char *name = cli_operand(c, 0);
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    const saltus_atomic *b = name ? saltus_block(name) : NULL;
    if (name && !b) return unknown(name, list, n);
    if (b)
        put_one(b);
    else if (cli_given(c, "markdown"))
        blocks_doc_markdown(stdout);
    else
        put_list(list, n);
    return EXIT_FINE;
}
