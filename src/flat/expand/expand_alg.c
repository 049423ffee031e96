/* SPDX-License-Identifier: MIT */
/* expand_alg.c - algorithm sections.
 *
 * The whens of a section become whens. What is left runs all the time: it stands for equations
 * between its inputs and what it assigns. Its statements are expanded first, as if they were to be
 * run; then
 *   1. if every variable is assigned once and read only afterwards, the assignments are equations
 *      as they are, loops included (expand_direct.c);
 *   2. else they are run with expressions for values, loops unrolled (expand_run.c);
 *   3. if that is impossible (while, indices or bounds that vary) or too long, they become the
 *      body of a hidden function with all that is read for inputs and all that is assigned for
 *      outputs (expand_hidden.c). */
#include "flat/expand/expand.h"

static bool has_when(const struct ast_stmt *s)
{
    if (s->kind == STMT_WHEN) return true;
    for (int32_t b = 0; b < s->n_bodies; b++)
        for (int32_t k = 0; k < s->bodies[b].n; k++)
            if (has_when(&s->bodies[b].stmts[k])) return true;
    return false;
}

static void whens(struct frame *f, const struct ast_body *body);

static void whens_of_loop(struct frame *f, const struct ast_stmt *stmt)
{
    whens(f, &stmt->bodies[0]);
}

static void whens(struct frame *f, const struct ast_body *body)
{
    for (int32_t k = 0; k < body->n && !f->w.x->stopped; k++) {
        const struct ast_stmt *s = &body->stmts[k];
        if (!has_when(s)) continue;
        f->w.x->m->at = s->at;
        if (s->kind == STMT_WHEN)
            expand_when(f, s, false);
        else if (s->kind == STMT_FOR)
            expand_for(f, s, 0, whens_of_loop);
        else if (s->kind == STMT_IF)
            expand_if(f, s, whens);
        else
            error_at(f->w.x->messages, s->at, "a when cannot be used in a while");
    }
}

static bool only_whens(const struct ast_body *body)
{
    for (int32_t k = 0; k < body->n; k++) {
        const struct ast_stmt *s = &body->stmts[k];
        if (s->kind == STMT_WHEN) continue;
        if (s->kind != STMT_FOR && s->kind != STMT_IF) return false;
        for (int32_t b = 0; b < s->n_bodies; b++)
            if (!only_whens(&s->bodies[b])) return false;
    }
    return true;
}

void expand_algorithm(struct expand *x, const struct ast_section *section, struct eq_list *eqs)
{
    struct frame f = {.w = {.x = x, .events = true, .end = -1}, .eqs = eqs};
    struct stmt_list out = {NULL, NULL};
    int errors = x->messages->errors;
    x->algorithms++;
    whens(&f, &section->body);
    if (only_whens(&section->body)) return;
    expand_stmts(&out, &f.w, &section->body);
    if (!out.first || x->stopped || x->messages->errors > errors) return;
    if (expand_direct(&f, out.first) || expand_run(&f, out.first)) return;
    expand_hidden(&f, section);
}
