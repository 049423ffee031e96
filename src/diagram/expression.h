/* SPDX-License-Identifier: MIT */
/* expression.h - the blocks `expression`, `implicit` and `model`: text becomes a compiled model,
 * and that an atomic model. */
#ifndef DIAGRAM_EXPRESSION_H
#define DIAGRAM_EXPRESSION_H

#include "saltus_devs.h"

struct expression_output {
    const char *name;
    const char *text;  /* its value; implicit: what must be 0, or an equation a = b             */
    const char *start; /* implicit: a guess, an expression; NULL: 0                           */
};

struct expression_parameter { /* of the diagram around */
    const char *name;
    int32_t rows, cols; /* 1 x 1: a scalar; n x 1: a vector                                  */
    int rank;           /* 0, 1, 2                                                           */
    int whole;          /* 1: an Integer                                                     */
    const double *v;
};

/* An error in the text of an output: `at` bytes from its beginning, len bytes long. output -1: not
 * of one. */
typedef void expression_error_fn(void *user, int32_t output, uint32_t at, uint32_t len,
                                 saltus_status st, const char *text, const char *hint);

struct expression_spec {
    const char *name; /* of the block                                                        */
    int implicit;
    const char *const *inputs;
    size_t n_inputs;
    const struct expression_output *outputs;
    size_t n_outputs;
    int32_t size; /* elements of every port                                                   */
    const struct expression_parameter *parameters; /* those that no text names are left out      */
    size_t n_parameters;
    int interpret; /* 1: not to native code                                                  */
    expression_error_fn *error;
    void *user;
};

struct expression; /* a compiled text and its type */

/* For i in 1:size, output[i] = text, where names of inputs and outputs without an index mean their
 * element i. You own *out. */
saltus_status expression_make(const struct expression_spec *spec, struct expression **out);
/* The text that is compiled; you free() it. NULL: no memory, or an error that was reported. at[k]:
 * where in it the text of output k begins. */
char *expression_text(const struct expression_spec *spec, size_t *at);
/* The byte of an output's text from which byte k of what became of it was made; SIZE_MAX: it is
 * beyond its end. */
size_t expression_place(const struct expression_spec *spec, const char *text, size_t k);

/* A model in a file; model NULL: the last one in it. outputs as in saltus_model_atomic, each must
 * be a variable of it; sets for parameters that decide sizes. */
struct expression_model {
    const char *path, *model;
    const char *const *outputs;
    const saltus_set *sets;
    size_t n_sets;
    int interpret, no_external;
    const char *library;        /* as in saltus_compile_options */
    saltus_diag_fn *diag;       /* for messages about the file */
    expression_error_fn *error; /* output: number of the name that is wrong */
    void *user;
};
saltus_status expression_model(const struct expression_model *spec, struct expression **out);

const saltus_atomic *expression_type(const struct expression *e);
const saltus_model *expression_compiled(const struct expression *e);
/* was set k of expression_model built in? */
int expression_took(const struct expression *e, size_t k);
void expression_free(struct expression *e); /* NULL is fine */

#endif
