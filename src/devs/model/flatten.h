/* SPDX-License-Identifier: MIT */
/* flatten.h - from a coupled model to cells and routes, in two stages.
 *
 * A plan is a coupled model that has been checked: its wires are links between numbered ports.
 * There is one for each model, however often that is nested (check.c, plan.c). An instance is one
 * occurrence of a plan; following the links up and down through the instances gives the routes
 * (flatten.c). Errors are counted and reported as they are found; a model with errors is not
 * flattened. */
#ifndef DEVS_FLATTEN_H
#define DEVS_FLATTEN_H

#include "devs/model/coupled.h"
#include "devs/model/map.h"
#include "devs/kernel/run.h"

enum { FLAT_DEEPEST = 1000, FLAT_TOLD = 50, FLAT_TEXT = 600 };

struct link {     /* a wire; its source is the row it is in */
    int32_t part; /* -1: the model itself */
    int32_t port;
    struct map map; /* a line */
    int32_t wire;   /* its number in the model */
};

struct plan {
    const saltus_coupled *m;
    struct plan *next; /* in the list of plans, and in its row */
    struct plan *twin;
    bool busy; /* being made: nested in itself if met again */
    int32_t *
        /* [n_parts + 1] number of the first output port of each part; own inputs come before */
        first;
    struct plan **inner; /* [n_parts] */
    struct link *link;
    int32_t *start;            /* [sources + 1] links of each source */
    double cells, nodes, fans; /* what one occurrence of it comes to, nested ones included */
};

struct flat {
    saltus_devs *run;
    struct alloc *alloc;
    int errors;
    struct plan *plans;
    struct plan *row[1024];
    const struct nesting *nesting;
    struct instance *inst;
    size_t n_inst, room_inst;
    int32_t *
        /* of part k of instance i, at inst[i].node + k: its cell, or ~instance, or FLAT_INDEX */
        node;
    size_t n_nodes;
    char *path; /* where we are: "a.b." */
    size_t n_path, room_path;
    size_t n_texts, room_texts;   /* of run->texts */
    size_t n_routes, room_routes; /* of run->routes */
};

struct instance {
    const struct plan *plan;
    int32_t parent, part; /* which part of its parent; -1: the root */
    size_t node;
};

enum { FLAT_INDEX = INT32_MIN }; /* an index block: dissolved */
#define FLAT_LARGEST 1e8         /* parts, instances, ports */

/* A model error: told unless there were too many. var: part or wire; may be NULL. */
void flat_error(struct flat *f, saltus_loc at, const char *var, const char *hint,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* check.c: one part or port of a model by itself */
void check_part(struct flat *f, const saltus_coupled *m, int32_t k);
void check_ports(struct flat *f, const saltus_coupled *m);
/* false: text says what is missing */
bool check_type(const saltus_atomic *a, char *text, size_t size);
/* The first thing wrong with the arguments of a part: told through `tell`; how many there were. */
typedef void check_tell(void *user, saltus_loc at, const char *hint, const char *text);
int check_args(const saltus_part *p, check_tell *tell, void *user);

/* plan.c */
struct plan *plan_of(struct flat *f, const saltus_coupled *m);
void plans_free(struct flat *f);

/* wire.c: ends of wires. Texts say what is wrong. */
struct wire_text {
    char text[FLAT_TEXT], hint[FLAT_TEXT];
};
void wire_name(const saltus_end *e, char *buf, size_t size);   /* "x.y[2:5]" */
void wire_names(const saltus_wire *w, char *buf, size_t size); /* "x.y -> f.u" */
bool wire_part_port(const saltus_part *p, const saltus_end *e, int way, struct devs_end *out,
                    struct wire_text *why);
bool wire_model_port(const saltus_coupled *m, const saltus_end *e, int way, struct devs_end *out,
                     struct wire_text *why); /* way: of the table of m, 0: its inputs */
bool wire_fit(const saltus_wire *w, const struct devs_end *from, const struct devs_end *to,
              struct map *map, struct wire_text *why);

/* feeds.c: every needed input element has a wire, a signal only one */
void check_feeds(struct flat *f);

#endif
