/* SPDX-License-Identifier: MIT */
/* embed.h - a model as an atomic model: what the files embed*.c share.
 *
 * The type (embed_type.c) has the tables: ports from the `input` variables and the chosen outputs,
 * parameters, what is shown. A part (embed.c) has a run of the model whose inputs are moved from
 * outside (run/outside/outside.h). */
#ifndef BLOCKS_EMBED_H
#define BLOCKS_EMBED_H

#include "blocks/tables.h"
#include "run/outside/outside.h"

struct embed_port {
    int32_t first, count; /* inputs: states; outputs: lines */
};

struct embed_shown {
    saltus_kind kind;
    int32_t first, count; /* variables of that kind */
};

struct embed_type {
    saltus_atomic atomic; /* first */
    struct alloc alloc;
    const saltus_model *model;
    saltus_model completed; /* if it is of an older contract */
    struct embed_port *in, *out;
    int32_t n_in, n_out, n_shown;
    struct outside_line *line;
    int32_t *port_of; /* line -> output port                                              */
    int32_t n_lines;
    int32_t *show_of; /* variable (states, discretes, outputs), then guard -> shows[k], -1: none */
    int32_t *in_of;   /* state -> input port, -1: none                                    */
    struct embed_shown *shown;
    int32_t n_states, n_discretes, n_outputs, n_guards;
    uint8_t *through; /* n_in times n_out                                                 */
    bool still;       /* static: no states of its own                                     */
    char *names;      /* of arrays inside arrays of parts: stage.c.v, one behind the other */
    size_t n_names;   /* letters there                                                    */
};

struct embedded { /* a part; S is a pointer to it */
    const struct embed_type *type;
    struct outside *o;
    struct alloc alloc;
    const saltus_cell *cell; /* while one of its functions runs                            */
    uint8_t *heard;          /* state: it is an input, and a message has come               */
    uint64_t *counted;       /* state: steps that have been told                           */
    saltus_stats told;       /* of these, too                                               */
    int32_t waiting;         /* inputs with a wire that have not been heard; -1: not counted yet */
    bool hello;              /* states have been told to no one                              */
};

static inline const struct embed_type *embed_type_of(const saltus_part *p)
{
    return (const struct embed_type *)(const void *)p->type;
}
static inline struct embedded *embedded_of(const saltus_cell *c)
{
    return *(struct embedded **)c->state;
}

/* embed.c: the functions of the type */
void embed_functions(saltus_atomic *a, bool is_static, bool is_through);
/* embed_say.c: what the run inside says */
/* sets the functions that hear it */
void embed_listen(struct embedded *e, saltus_options *o);
void embed_listen_outside(struct embedded *e);
void embed_show(struct embedded *e, int32_t var, const double *poly, int order);
void embed_show_outputs(struct embedded *e); /* those whose x have changed */
void embed_count_initial(struct embedded *e);
void embed_count_steps(struct embedded *e);
void embed_count_work(struct embedded *e);
/* embed_options.c: the options of the run inside */
saltus_status embed_open(saltus_cell *c, struct embedded *e, saltus_options *o);

#endif
