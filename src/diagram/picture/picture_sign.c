/* SPDX-License-Identifier: MIT */
/* picture_sign.c - what a box shows of its block: a symbol or a value, a note below it, a colour.
 *
 * The block is known by the name that the file gives it: the type of an expression is made from its
 * text and has a name of its own. */
#include "diagram/picture/picture.h"
#include "diagram/diagram.h"
#include "out/plot/mark.h"
#include "out/number.h"
#include <string.h>

/* Symbol of a block; a parameter that is shown instead, or below it. */
static const struct sign {
    const char *block, *symbol, *param;
    int below;
} signs[] = {
    {"integrator", "\xe2\x88\xab", "start", 1},
    {"sum", "\xce\xa3", NULL, 0},
    {"sum_over", "\xce\xa3", "over all", 0},
    {"product", "\xc3\x97", NULL, 0},
    {"divide", "\xc3\xb7", NULL, 0},
    {"gain", "k", "k", 0},
    {"gain", "k", "gain", 0},
    {"constant", "c", "value", 0},
    {"square", "u\xc2\xb2", NULL, 0},
    {"inverse", "1/u", NULL, 0},
    {"negate", "\xe2\x88\x92u", NULL, 0},
    {"sqrt", "\xe2\x88\x9au", NULL, 0},
    {"exp", "e\xe1\xb5\x98", NULL, 0},
    {"log", "ln u", NULL, 0},
    {"abs", "|u|", NULL, 0},
    {"expression", "f(u)", "y", 0},
    {"implicit", "g = 0", "y", 1},
    {"delay", "delay", "lag", 1},
    {"saturation", "saturation", NULL, 0},
    {"model", "model", "file", 1},
};

/* Colours by group: what keeps a state, what is a function, what switches, what is discrete, what
 * comes and goes. */
static const struct tint {
    const char *word, *fill, *line;
} tints[] = {
    {"ntegrat", "#dcebf7", "#0072b2"},  {"elay", "#fdf3d8", "#b8860b"},
    {"unction", "#eeeeee", "#555555"},  {"ector", "#eeeeee", "#555555"},
    {"iscontin", "#dbf0e8", "#009e73"}, {"ybrid", "#dbf0e8", "#009e73"},
    {"vent", "#fbe6d6", "#d55e00"},     {"iscrete", "#fbe6d6", "#d55e00"},
    {"ource", "#f5e3ec", "#b0568a"},    {"ink", "#f5e3ec", "#b0568a"},
};

void picture_paint(struct picture_box *b, const char *group)
{
    b->fill = "#ffffff";
    b->line = "#555555";
    for (size_t k = 0; group && k < sizeof tints / sizeof *tints; k++)
        if (strstr(group, tints[k].word)) {
            b->fill = tints[k].fill;
            b->line = tints[k].line;
            return;
        }
}

/* A parameter as the file has it; NULL: it was not given. */
static const char *written(struct arena *a, const struct diagram_block *block, const char *param)
{
    const struct node *n = node_get(block->node, param);
    char buf[NUMBER_SIZE];
    if (!n) return NULL;
    if (n->kind == NODE_TEXT) return n->text;
    if (n->kind == NODE_NUMBER) return arena_text(a, buf, strlen(number_brief(buf, n->number)));
    return n->kind == NODE_LIST ? "[\xe2\x80\xa6]" : NULL;
}

/* As the file names it: "expression". */
static const char *kind_of(const struct diagram_block *block)
{
    const struct node *n = node_get(block->node, "block");
    if (n && n->kind == NODE_TEXT) return n->text;
    return block->type ? block->type->name : "?";
}

static void label_box(struct arena *a, struct picture_box *b, const struct diagram_block *block,
                      const char *kind)
{
    b->symbol = kind;
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        const struct sign *s = &signs[k];
        const char *value;
        if (strcmp(s->block, kind) != 0) continue;
        b->symbol = s->symbol;
        value = s->param ? written(a, block, s->param) : NULL;
        if (!value || !*value) continue;
        if (s->below)
            b->note = arena_format(a, "%s = %.24s", s->param, value);
        else
            b->symbol = value;
        return;
    }
}

void picture_sign(struct arena *a, struct picture_box *b, const struct diagram_block *block)
{
    const char *kind = kind_of(block);
    const saltus_atomic *known = saltus_block(kind);
    label_box(a, b, block, kind);
    picture_paint(b, known ? known->group : block->type ? block->type->group : NULL);
    if (block->inner) b->symbol = block->inner->name ? block->inner->name : "diagram";
}

/* The weight of an input of a sum, in front of its place. */
const char *picture_weight(struct arena *a, const struct diagram_block *block, int32_t k)
{
    for (size_t i = 0; i < block->part.n_args; i++) {
        const saltus_arg *g = &block->part.args[i];
        char buf[NUMBER_SIZE], text[NUMBER_SIZE + 2];
        if (strcmp(g->name, "weights") != 0 || !g->v || k >= g->rows * g->cols) continue;
        if (g->v[k] == 1) return "+";
        if (g->v[k] == -1) return "\xe2\x88\x92";
        mark_signed(text, number_brief(buf, g->v[k]));
        return arena_text(a, text, strlen(text));
    }
    return "+";
}
