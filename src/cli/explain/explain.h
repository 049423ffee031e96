/* SPDX-License-Identifier: MIT */
/* explain.h - what the files of `saltus explain` share. */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "cli/explain/pattern.h"
#include "cli/run/point.h"

struct explain {
    struct point point;
    const saltus_model *model;
    saltus_sim *sim; /* at its start */
    const saltus_env *env;
    struct decls d;
    struct patterns *reads;  /* by decl: who reads what; asked once */
    struct patterns *writes; /* by decl: what handlers write */
    int32_t *
        /* by decl: of a discrete that is the mode of a guard or clock, that one; else -1 */
        mode_of;
};

/* explain_text.c */
void explain_variables(struct explain *x);
void explain_equations(struct explain *x);
void explain_preparation(struct explain *x); /* explain_changes.c */
const char *explain_place(const struct explain *x, saltus_loc at, char *text, size_t room);
/* explain_links.c */
void explain_events(struct explain *x);
void explain_links(struct explain *x);
/* explain_graph.c: true: written */
bool explain_graph(struct explain *x, const char *dot, const char *svg);

#endif
