/* SPDX-License-Identifier: MIT */
/* explain.h - what the files of `saltus explain` share. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "cli/pattern.h"
#include "cli/point.h"

struct explain {
    struct point point;
    const saltus_model *model;
    saltus_sim *sim; /* at its start */
    const saltus_env *env;
    struct decls d;
    int32_t *mode_of; /* by decl: of a discrete that is the mode of a guard or clock, that one; else -1 */
};

/* What an element of a decl reads: a derivative, a guard, a clock, the terms of a sum, a delayed expression. */
void explain_reads(void *explain, saltus_kind kind, int32_t index, saltus_reads *r);
struct patterns explain_patterns(struct explain *x, int32_t decl);
/* What the handler of a guard or clock writes. */
struct patterns explain_writes(struct explain *x, int32_t decl);

/* explain_text.c */
void explain_variables(struct explain *x);
void explain_equations(struct explain *x);
/* explain_links.c */
void explain_events(struct explain *x);
void explain_links(struct explain *x);
/* explain_graph.c: true: written */
bool explain_graph(struct explain *x, const char *dot, const char *svg);

#endif
