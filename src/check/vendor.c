/* SPDX-License-Identifier: MIT */
/* vendor.c - MMO_...: annotations of existing QSS models.
 *
 * Names of solvers are words without quotes. MMO_Output = {x, u[1], u[1:100:N]} lists what to
 * record, with ranges written first:step:last. */
#include "check/settings.h"

#include <string.h>

enum { MOST_WATCHED = 1000 };

static const char *const without_effect[] = {"MMO_PartitionMethod",
                                             "MMO_LPS",
                                             "MMO_Parallel",
                                             "MMO_Scheduler",
                                             "MMO_SymDiff",
                                             "MMO_DerDelta",
                                             "Jacobian",
                                             "MMO_NodeSize",
                                             "MMO_StoreData",
                                             "MMO_BDF_PDepth",
                                             "MMO_BDF_Max_Step",
                                             "MMO_ZCHyst",
                                             "MMO_MinStep",
                                             "MMO_BDF_Part",
                                             "MMO_OutputType",
                                             "MMO_Solver",
                                             "MMO_Output",
                                             "MMO_Period",
                                             "MMO_Description",
                                             "MMO_RandomSeed",
                                             NULL};

/* ---- Solvers --------------------------------------------------------------------------------- */

/* A word, or a text. */
static const char *word_of(struct check *c, const struct ast_modifier *mod)
{
    const struct ast_expr *e = mod->value;
    if (e && e->kind == EXPR_NAME && e->n_path == 1) return e->path[0].name;
    if (e && e->kind == EXPR_STRING) return e->text;
    error_at(c->m, e ? e->at : mod->at, "'%s' must be a name", mod->path[0].name);
    return NULL;
}

static void check_solver(struct check *c, const struct ast_modifier *mod)
{
    static const char *const theirs[] = {
        "QSS",    "CQSS",    "QSS2",      "QSS3",  "QSS4",  "LIQSS",     "LIQSS2",   "LIQSS3",
        "mLIQSS", "mLIQSS2", "LIQSS_BDF", "DASSL", "DOPRI", "CVODE_BDF", "CVODE_AM", "IDA"};
    static const char *const ours[] = {
        "qss1",    "cqss",    "qss2",   "qss3", "qss4",   "liqss1", "liqss2",      "liqss3",
        "mliqss1", "mliqss2", "liqss2", "ida",  "dopri5", "cvode",  "cvode-adams", "ida"};
    int32_t n = (int32_t)(sizeof theirs / sizeof *theirs);
    const char *name = word_of(c, mod), *near;
    if (!name) return;
    for (int32_t k = 0; k < n; k++) {
        if (strcmp(theirs[k], name) != 0) continue;
        c->out->settings.method = ours[k];
        if (strcmp(name, "LIQSS_BDF") == 0)
            warning_at(c->m, mod->value->at, "there is no mixed method LIQSS_BDF: liqss2 is used");
        return;
    }
    near = scope_nearest(name, theirs, n);
    error_at(c->m, mod->value->at, "unknown solver '%s'", name);
    if (near)
        hint_last(c->m, "did you mean '%s'?", near);
    else
        hint_last(c->m, "QSS to QSS4, CQSS, LIQSS to LIQSS3, mLIQSS, mLIQSS2, DASSL, DOPRI, "
                        "CVODE_BDF, CVODE_AM and IDA are known");
}

/* ---- Outputs --------------------------------------------------------------------------------- */

static void watch(struct check *c, const char *pattern)
{
    VEC_ADD(c->arena, &c->out->settings.watch, pattern);
}

/* x[:, 2:5] as patterns x[1,2], x[1,3], ...; pattern is what the dimensions before k gave. */
static void watch_elements(struct check *c, const struct ast_part *part, int32_t k,
                           const char *pattern, int32_t *left)
{
    struct value_reason why;
    struct value *v = NULL;
    const char *sep = k ? "," : "[", *end = k + 1 == part->n_sub ? "]" : "";
    if (k == part->n_sub) {
        watch(c, pattern);
        --*left;
        return;
    }
    if (part->sub[k]->kind == EXPR_COLON) {
        watch_elements(c, part, k + 1, arena_format(c->arena, "%s%s*%s", pattern, sep, end), left);
        return;
    }
    if (value_of(c->m, c, part->sub[k], &v, &why) != VALUE_OK || !v->number) return;
    for (int64_t i = 0; i<v->count && * left> 0; i++)
        watch_elements(
            c, part, k + 1,
            arena_format(c->arena, "%s%s%lld%s", pattern, sep, (long long)v->number[i], end), left);
}

static void watch_one(struct check *c, struct ast_expr *e)
{
    const struct type *t;
    int32_t left = MOST_WATCHED;
    c->in.guarded = false;
    t = check_expr(c, e);
    if (type_is_error(t)) return;
    if (e->kind != EXPR_NAME || e->symbol->kind != SYMBOL_VARIABLE) {
        warning_at(c->m, e->at, "only variables can be recorded, not expressions");
        hint_last(c->m, "give it a name: Real y = ...");
        return;
    }
    const struct ast_part *part = &e->path[e->n_path - 1];
    if (type_count(t) > MOST_WATCHED || (part->n_sub == 0 && t->rank > 0))
        watch(c, arena_format(c->arena, "%s[*]", e->symbol->name));
    else
        watch_elements(c, part, 0, e->symbol->name, &left);
}

static void check_output(struct check *c, const struct ast_modifier *mod)
{
    struct ast_expr *e = mod->value;
    if (!e) return;
    if (e->kind != EXPR_ARRAY) {
        watch_one(c, e);
        return;
    }
    for (int32_t k = 0; k < e->n_args; k++) watch_one(c, e->args[k]);
}

/* ---- All ------------------------------------------------------------------------------------- */

static void check_description(struct check *c, const struct ast_modifier *mod)
{
    struct value *v = check_setting(c, mod);
    if (v && v->text && v->count == 1)
        c->out->settings.text = v->text[0];
    else if (v)
        error_at(c->m, mod->value->at, "'MMO_Description' must be a String");
}

static void check_period(struct check *c, const struct ast_modifier *mod)
{
    double x;
    if (!check_setting_number(c, mod, &x)) return;
    if (x > 0)
        c->out->settings.interval = x;
    else
        error_at(c->m, mod->value->at, "'MMO_Period' must be positive");
}

static void check_without_effect(struct check *c, const struct ast_modifier *mod)
{
    const char *name = mod->path[0].name, *near;
    int32_t n = 0;
    for (; without_effect[n]; n++)
        if (strcmp(without_effect[n], name) == 0) return;
    if (strncmp(name, "MMO_DT_", 7) == 0) return;
    near = scope_nearest(name, without_effect, n);
    warning_at(c->m, mod->path[0].at, "unknown annotation '%s' is ignored", name);
    if (near) hint_last(c->m, "did you mean '%s'?", near);
}

void check_mmo(struct check *c, const struct ast_modifier *mod)
{
    const char *name = mod->path[0].name;
    if (strcmp(name, "MMO_Solver") == 0)
        check_solver(c, mod);
    else if (strcmp(name, "MMO_Output") == 0)
        check_output(c, mod);
    else if (strcmp(name, "MMO_Period") == 0)
        check_period(c, mod);
    else if (strcmp(name, "MMO_Description") == 0)
        check_description(c, mod);
    else if (strcmp(name, "MMO_RandomSeed") == 0)
        check_seed(c, mod);
    else
        check_without_effect(c, mod);
}
