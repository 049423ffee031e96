/* SPDX-License-Identifier: MIT */
/* diagram.h - a diagram between its text and its model.
 *
 *     file --node.c--> tree --load.c, level.c--> levels --couple.c--> saltus_coupled --model.c-->
 *     saltus_model
 *
 * A *source* is a diagram as written: an object in a file. A *level* is one with values for its
 * parameters: blocks with arguments, wires with indices. The root is a level, and so is every
 * nested diagram; two uses of a source with equal values share one level. A level becomes a coupled
 * model.
 *
 * All memory is that of one arena (and one more that is given back after loading), except what the
 * libraries below own: the coupled models, compiled expressions. When memory is short, control
 * jumps to where the arena was opened (load.c). */
#ifndef DIAGRAM_DIAGRAM_H
#define DIAGRAM_DIAGRAM_H

#include "base/dict.h"
#include "diagram/node.h"
#include "saltus_diagram.h"

struct diagram_source {
    const char *name;
    const struct say_file *file;
    const struct node *node;        /* the object                                   */
    struct diagram_source *outside; /* whose "diagrams" it is in; NULL: a file            */
    struct diagram_source *next;    /* the one made before it                             */
    struct diagram_source *asks;    /* while open: in whose level it is used              */
    bool is_file;
    uint64_t device, number; /* of the file, which may have several names                  */
    bool open;    /* a level of it is being made: nesting is cyclic if another is asked for */
    bool checked; /* its keys have been looked at                 */
};

/* A value of a parameter: rows x cols numbers, or a text. A scalar is 1 x 1 and has rank 0, a
 * vector n x 1 and rank 1. */
struct diagram_value {
    int32_t rows, cols;
    int8_t rank;
    bool whole; /* of a parameter: an Integer                                             */
    const double *v;
    const char *word; /* a text, or NULL                                                  */
};

struct diagram_param { /* of a level */
    const char *name, *text, *unit;
    struct diagram_value value;
    struct say_place at;
};

struct diagram_port { /* of a level */
    const char *name, *type, *text;
    int way; /* 0: input, 1: output                                                        */
    int32_t size;
    bool placed;
    double at[2];
    struct say_place place;
};

struct diagram_block {
    const char *name, *text;
    const saltus_atomic *type;   /* NULL: a nested diagram, or an error              */
    struct diagram_level *inner; /* NULL: a block                                    */
    const struct node *node;     /* as written                                       */
    saltus_part part;            /* with its arguments; name, type, size too         */
    saltus_arg *args;            /* part.args                                        */
    bool placed;
    double at[2];
    struct say_place place; /* of its name                                                 */
};

struct diagram_end {
    int32_t block;    /* -1: the level itself                                              */
    const char *port; /* its name                                                          */
    int32_t first, count, step; /* as in saltus_end: count 0: all                          */
};

struct diagram_wire {
    struct diagram_end from, to;
    struct say_place place;
};

struct diagram_level {
    const char *name, *text;
    struct diagram_source *source;
    VEC(struct diagram_param) params;
    VEC(struct diagram_port) ports;
    VEC(struct diagram_block) blocks;
    VEC(struct diagram_wire) wires;
    struct dict names, param_names; /* blocks, and ports behind them, by name; parameters by name */
    saltus_coupled *coupled;
    struct diagram_level *next;        /* all levels of the diagram, the last made first          */
    const struct diagram_param *given; /* what its block gave it                           */
    int32_t n_given;
    bool alone; /* has settings of its own (--set a.b.k): not shared       */
};

/* What must be given back one by one. */
struct diagram_owned {
    void *p; /* NULL: nothing                                                              */
    void (*give)(void *p);
    struct diagram_owned *next;
};

struct saltus_diagram {
    struct arena arena;
    struct arena scratch; /* for the time of loading                                       */
    struct say say;
    saltus_diagram_options opt;
    struct diagram_source *sources; /* the last made first                                 */
    struct diagram_level *levels, *root;
    int depth; /* levels that are being made                                               */
    struct diagram_owned *owned;
    bool unreadable; /* the file itself could not be read                                  */
    bool *used;      /* opt.n_sets: which settings have found their parameter                   */
    int n_made;      /* expression blocks so far                                                 */
    const saltus_atomic *last_type; /* of the library: the one looked up last              */
    struct diagram_tables *tables;
    saltus_model model;
};

/* ---- load.c ---------------------------------------------------------------------------------- */

/* A place in the file of a source: a value, its key. */
struct say_place diagram_at(const struct diagram_source *s, const struct node *n);
struct say_place diagram_key(const struct diagram_source *s, const struct node *n);
/* Unknown keys are errors; words ends with NULL. */
void diagram_keys(saltus_diagram *d, const struct diagram_source *s, const struct node *object,
                  const char *const *words, const char *what);
/* The value of a key if it is a text; else an error is said, unless it is not there. */
const char *diagram_text(saltus_diagram *d, const struct diagram_source *s,
                         const struct node *object, const char *key);
/* Is that a name: letters, digits and _, not beginning with a digit? If not, says so. */
bool diagram_name(saltus_diagram *d, struct say_place at, const char *name, const char *what);
/* The diagram that a block of `in` names; NULL: said. */
struct diagram_source *diagram_find(saltus_diagram *d, struct diagram_source *in,
                                    const struct node *name);
/* A path that is in the file of s, which is relative to that file. */
const char *diagram_path(saltus_diagram *d, const struct diagram_source *s, const char *path);
/* A place for a thing that give() gives back when the diagram is freed, made before the thing
 * itself, so that nothing is lost if memory is short. diagram_drop gives it back now. */
struct diagram_owned *diagram_hold(saltus_diagram *d, void (*give)(void *p));
void diagram_drop(struct diagram_owned *o);
void diagram_no_memory(saltus_diagram *d);

/* ---- level.c --------------------------------------------------------------------------------- */

/* A level of a source with values for some of its parameters. path: "" or "a.b." of the block,
 * which is in `in`, at that place. NULL: said. */
struct diagram_level *diagram_level(saltus_diagram *d, struct diagram_source *s,
                                    const struct diagram_param *given, int32_t n, const char *path,
                                    struct diagram_source *in, struct say_place at);
/* "at": [x, y] of an object, if it is there. */
void diagram_point(saltus_diagram *d, const struct diagram_source *s, const struct node *object,
                   bool *placed, double at[2]);
/* The block or port of a level, by name: its number, blocks before ports; -1: none. */
/* -1: none */
int32_t diagram_param_find(const struct diagram_level *l, const char *name, size_t n);
int32_t diagram_lookup(const struct diagram_level *l, const char *name, size_t len);

/* ---- block.c --------------------------------------------------------------------------------- */

void diagram_blocks(saltus_diagram *d, struct diagram_level *l, const char *path);

/* ---- wire.c ---------------------------------------------------------------------------------- */

void diagram_wires(saltus_diagram *d, struct diagram_level *l);

/* ---- couple.c -------------------------------------------------------------------------------- */

void diagram_couple(saltus_diagram *d, struct diagram_level *l);

/* ---- experiment.c ---------------------------------------------------------------------------- */

void diagram_experiment(saltus_diagram *d);

/* ---- model.c --------------------------------------------------------------------------------- */

/* The tables of the model of the whole diagram; false: said, or a message of the kernel. */
saltus_status diagram_model(saltus_diagram *d);

#endif
