/* SPDX-License-Identifier: MIT */
/* pdm.h - PowerDEVS models: from the text of a .pdm file to a diagram in JSON.
 *
 *     pdm_read.c    text -> items: words with fields and items inside, each with its line
 *     pdm_model.c   items -> coupled models: parts, ports, lines
 *     pdm_net.c     lines and the points where they meet -> wires from an output to inputs
 *     pdm_table.c   the standard library of PowerDEVS: which block is which of ours
 *     pdm_map.c     their parameters -> ours
 *     pdm_expr.c    expressions of Scilab -> the model language
 *     pdm_assign.c  assignments of Scilab -> parameters of the diagram
 *     pdm_wire.c    wires as text, with the indices that index blocks stand for
 *     pdm_write.c   coupled models -> JSON
 *
 * All memory is that of one arena. What is wrong is said with its line; errors are counted, and
 * with errors nothing is written unless a part of the model is better than none (`partial`). */
#ifndef DIAGRAM_PDM_H
#define DIAGRAM_PDM_H

#include "base/arena.h"
#include "saltus_diagram.h"
#include <stdbool.h>

struct pdm_message {
    saltus_status status;
    uint32_t line;
    int32_t order;
    const char *text, *hint;
};

struct pdm {
    struct arena arena;
    const char *path;
    saltus_diag_fn *diag;
    void *user;
    bool partial;   /* what cannot be converted is left out                                     */
    int32_t errors; /* so far                                                                  */
    uint32_t drawn; /* the last number of rand() of Scilab, which begins with 0                  */
    VEC(struct pdm_message) messages; /* reported at the end, by lines                           */
};

void pdm_error(struct pdm *p, uint32_t line, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void pdm_note(struct pdm *p, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- pdm_read.c ------------------------------------------------------------------------------ */

struct pdm_field {
    const char *key, *value; /* without the blanks around them; UTF-8                            */
    uint32_t line;
};
struct pdm_item {
    const char *word; /* "Coupled", "Atomic", "Line", "Graphic", ...                              */
    uint32_t line;
    VEC(struct pdm_field) fields;
    VEC(struct pdm_item *) items;
};

/* The one item of a file; NULL: it is not a model (has been said). */
struct pdm_item *pdm_read(struct pdm *p, const char *text, size_t size);
/* NULL: it has none of that name (of parameters: upper and lower case are the same). */
const struct pdm_field *pdm_field(const struct pdm_item *it, const char *key);
const struct pdm_item *pdm_inside(const struct pdm_item *it, const char *word);
/* Part k of "a ; b ; c" without the blanks around it; \; is a semicolon. NULL: there are fewer. */
const char *pdm_piece(struct pdm *p, const char *value, int k);
/* The same as a whole number, `otherwise` if it is none. */
int32_t pdm_number(struct pdm *p, const struct pdm_item *it, const char *key, int k,
                   int32_t otherwise);

typedef VEC(const char *) pdm_names;

/* ---- pdm_model.c ----------------------------------------------------------------------------- */

struct pdm_block; /* what a block of the library becomes */

struct pdm_value { /* a parameter of ours                                                         */
    const char *name;
    const char *text; /* an expression, or a word                                                */
    bool word;        /* a text that is not evaluated                                            */
    pdm_names reads;  /* of a variable: those that its value reads                           */
};
struct pdm_coupled;
struct pdm_part {
    const char *name; /* as the file says                                                        */
    const char *id;   /* ours: letters, digits, _                                                */
    const char *path; /* of an atomic model; NULL: a coupled one                                 */
    uint32_t line;
    int32_t inputs, outputs;
    const struct pdm_item *item;
    struct pdm_coupled *inner;
    double at[2];
    /* pdm_map.c fills in: */
    const struct pdm_block *map; /* NULL: unknown                                               */
    const saltus_atomic *block;  /* NULL: nothing of ours (a command block), or unknown         */
    const char *size;            /* expression; NULL: a scalar                                  */
    const char *index;           /* of an index block                                            */
    VEC(struct pdm_value) values;
    bool *fed; /* of each input: is there a wire?                             */
};
struct pdm_port {
    const char *name, *id;
    bool output;
    int32_t number; /* of the coupled model's inputs or outputs, from 0                           */
    uint32_t line;
    double at[2];
};
struct pdm_end {
    int32_t part; /* -1: a port of the coupled model itself                                       */
    int32_t port; /* of the part, from 0; of the coupled model: index into ports                  */
};
struct pdm_wire {
    struct pdm_end from, to;
    uint32_t line;
};
struct pdm_coupled {
    const char *name, *id, *text;
    uint32_t line;
    const struct pdm_item *item;
    VEC(struct pdm_part) parts;
    VEC(struct pdm_port) ports;
    VEC(struct pdm_wire) wires;
    VEC(struct pdm_value) values; /* parameters of the diagram                                    */
    pdm_names used;               /* names that its expressions and those inside it read          */
};

/* NULL: it cannot be understood (has been said). */
struct pdm_coupled *pdm_model(struct pdm *p, const struct pdm_item *root);
/* The name with nothing but letters, digits and _. */
char *pdm_id(struct pdm *p, const char *name);

/* ---- pdm_net.c ------------------------------------------------------------------------------- */

void pdm_wires(struct pdm *p, struct pdm_coupled *c);

/* ---- pdm_map.c ------------------------------------------------------------------------------- */

struct pdm_globals {
    VEC(struct pdm_value)
    list; /* variables of the Scilab workspace, in the order of assignment   */
};

enum pdm_role {
    PDM_BLOCK,   /* becomes a block                                                             */
    PDM_COMMAND, /* assigns variables at the start; no block                                    */
    PDM_SHIFT,   /* index blocks: no block, but wires with indices. y[i + index] = u[i]          */
    PDM_TO_VECTOR, /* y[index] = u; index -1: all                                                 */
    PDM_TO_SCALAR  /* y = u[index]                                                                */
};

struct pdm_block {
    const char *headers; /* without folder and ending, separated by blanks */
    const char *palette;
    const char *block;  /* ours                                                                   */
    const char *values; /* templates, separated by ;                                              */
    const char *idle; /* parameters without meaning here, separated by ;  "*": all               */
    /* our ports in their order; NULL: as our table has them */
    const char *in, *out;
    enum pdm_role role;
    /* Parameters in the order of the palette, which is what counts there, by the names used in
     * `values` and `idle`; NULL: not known, names decide. */
    const char *places;
};

/* pdm_table.c: the entry for a part; NULL: unknown. Is the word (n letters) the same, but for
 * capitals? Is it one of a list? */
const struct pdm_block *pdm_find(struct pdm *p, const struct pdm_part *part);
bool pdm_equal(const char *word, size_t n, const char *other);
bool pdm_listed(const char *list, char divider, const char *word);

/* Finds out what each part is; what the commands that run at the start assign goes to g. */
void pdm_recognize(struct pdm *p, struct pdm_coupled *c, struct pdm_globals *g);
/* Then every part gets its values. */
void pdm_map(struct pdm *p, struct pdm_coupled *c, const struct pdm_globals *g);
enum pdm_role pdm_role(const struct pdm_part *part);
/* Name of our port for theirs, "" if it need not be said; NULL: there is none. */
const char *pdm_port_name(struct pdm *p, const struct pdm_part *part, int way, int32_t port);
/* Does our port for theirs take or give events? */
bool pdm_port_events(struct pdm *p, const struct pdm_part *part, int way, int32_t port);
/* For tests: what entry k of the table becomes; false: there is none. */
bool pdm_map_entry(size_t k, const char **block, const char **values, const char **inputs,
                   const char **outputs);

/* ---- pdm_expr.c ------------------------------------------------------------------------------ */

/* The expression in the model language, and the names that it reads added to `used`; NULL:
 * something in it has no counterpart, *what. */
const char *pdm_expression(struct pdm *p, const char *scilab, const struct pdm_globals *g,
                           pdm_names *used, const char **what);
bool pdm_has(const pdm_names *l, const char *name);
/* pdm_assign.c: assignments "a=1,b=2*a" to g; what is not an assignment of a whole variable is an
 * error of that line. */
void pdm_assignments(struct pdm *p, uint32_t line, const char *scilab, struct pdm_globals *g);

/* ---- pdm_wire.c: events as signals, and back --------------------------------------------------- */

/* There everything is a message; here events and signals differ. What stands between the ends of a
 * wire: "event_to_signal", "signal_to_event", or NULL: nothing. */
const char *pdm_between(struct pdm *p, const struct pdm_coupled *c, const struct pdm_wire *x);
/* Is this the first wire that needs it? */
bool pdm_is_first_between(struct pdm *p, const struct pdm_coupled *c, int32_t wire);
/* Its name. */
const char *pdm_between_name(struct pdm *p, const struct pdm_coupled *c, const struct pdm_wire *x);

/* ---- pdm_write.c ----------------------------------------------------------------------------- */

struct pdm_writer {
    struct pdm *p;
    const struct pdm_globals *g;
    FILE *out;
    VEC(struct pdm_coupled *)
    inner;                       /* all nested ones                                            */
    pdm_names names;             /* of the nested ones, in the root's "diagrams"               */
    const struct pdm_coupled *c; /* the one that is being written                              */
    const char *zero;            /* name of the constant 0 in it                               */
    bool needs_zero;
    int32_t wires; /* written so far                                                              */
    const char *indent;
};

/* pdm_wire.c: of the coupled model that is being written. */
void pdm_put_wires(struct pdm_writer *w);
bool pdm_zero_needed(struct pdm_writer *w);
void pdm_note_silent(struct pdm_writer *w);
/* Elements of a port of c, as an expression; NULL: one. */
const char *pdm_port_size(struct pdm_writer *w, const struct pdm_coupled *c, int32_t port);

void pdm_write(struct pdm *p, const struct pdm_coupled *root, const struct pdm_globals *g,
               FILE *out);

/* ---- pdm.c: all of it ------------------------------------------------------------------------ */

saltus_status pdm_convert(const char *path, const char *text, size_t size, bool partial,
                          saltus_diag_fn *diag, void *user, FILE *out);

#endif
