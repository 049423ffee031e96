/* SPDX-License-Identifier: MIT */
/* explain_changes.c - what was done to the equations before they were solved.
 *
 * Equations that bind states were differentiated, and some states are none any more; equations in a
 * `for` were written out one by one where they do not stay together; some functions have no range.
 * Nothing is printed of models to which nothing of this happened. */
#include "cli/core/grow.h"
#include "cli/explain/explain.h"
#include <stdio.h>
#include <string.h>

enum { MANY = 20, LONG = 72 };

/* "  line 12:  c1.v = c2.v" */
static void put_place(const struct explain *x, const saltus_change *n)
{
    char place[160];
    int length = n->text ? (int)strlen(n->text) : 0;
    printf("  ");
    if (n->at.line) printf("%s:  ", explain_place(x, n->at, place, sizeof place));
    printf("%.*s%s", length > LONG ? LONG : length, n->text ? n->text : "?",
           length > LONG ? "..." : "");
}

static void put_note(const struct explain *x, const saltus_change *n)
{
    put_place(x, n);
    if (n->kind == SALTUS_WRITTEN_OUT)
        printf("  (%d equations, %s)\n", n->count, n->why);
    else if (n->kind == SALTUS_NO_RANGE)
        printf("  (%s)\n", n->why);
    else if (n->times > 1)
        printf("  (%d equation%s, %d times)\n", n->count, n->count == 1 ? "" : "s", n->times);
    else
        printf(n->count > 1 ? "  (%d equations)\n" : "\n", n->count);
}

static void put_kind(const struct explain *x, const saltus_change *list, size_t n,
                     saltus_change_kind kind)
{
    size_t shown = 0, left = 0;
    for (size_t k = 0; k < n; k++) {
        if (list[k].kind != kind) continue;
        if (shown == MANY)
            left++;
        else
            put_note(x, &list[k]), shown++;
    }
    if (left) printf("  ... and %zu more\n", left);
}

/* "  No states of their own: c[2].v, c[3].v" */
static void put_lost(const saltus_change *list, size_t n)
{
    int column = 0;
    size_t shown = 0, left = 0;
    for (size_t k = 0; k < n; k++) {
        char name[160];
        if (list[k].kind != SALTUS_NO_STATE) continue;
        if (shown++ >= MANY && ++left) continue;
        snprintf(name, sizeof name, "%s%s", list[k].text, list[k].count > 1 ? "[:]" : "");
        if (shown == 1) column = printf("  Not states any more, but found from others:");
        if (shown > 1) column += printf(",");
        if (column + (int)strlen(name) > 78) column = printf("\n   ") - 1;
        column += printf(" %s", name);
    }
    if (left) printf(", ... and %zu more", left);
    if (shown) putchar('\n');
}

static bool has(const saltus_change *list, size_t n, saltus_change_kind kind)
{
    for (size_t k = 0; k < n; k++)
        if (list[k].kind == kind) return true;
    return false;
}

void explain_preparation(struct explain *x)
{
    const saltus_change *one;
    saltus_change *list = NULL;
    size_t n = 0;
    for (; (one = saltus_compiled_change(x->point.compiled, n)); n++) {
        list = grow_one(list, n, sizeof *list);
        list[n] = *one;
    }
    if (has(list, n, SALTUS_DIFFERENTIATED))
        puts("\nIndex reduction: these equations bind states, and were differentiated");
    put_kind(x, list, n, SALTUS_DIFFERENTIATED);
    put_lost(list, n);
    if (has(list, n, SALTUS_WRITTEN_OUT))
        puts("\nWritten out one by one: equations in a loop that could not stay together");
    put_kind(x, list, n, SALTUS_WRITTEN_OUT);
    if (has(list, n, SALTUS_NO_RANGE))
        puts("\nWithout ranges: what these can be over a stretch of time is not known");
    put_kind(x, list, n, SALTUS_NO_RANGE);
    free(list);
}
