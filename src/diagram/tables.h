/* SPDX-License-Identifier: MIT */
/* tables.h - from what a part shows to the variables of the model (model.c), and the engine that
 * moves it (player.c). */
#ifndef DIAGRAM_TABLES_H
#define DIAGRAM_TABLES_H

#include "diagram/diagram.h"
#include "engine/play/play.h"

struct shown { /* what one shows[k] of one part became */
    int8_t kind;
    int32_t base; /* its first element among all of its kind; -1: it has none                 */
    int32_t size;
};

struct table {
    saltus_variable *row; /* the last one has no name                                         */
    int32_t rows, elements;
};

struct origin {               /* of an output: who can compute it again */
    int32_t base, cell, port; /* port -1: no one                                              */
};

struct diagram_tables {
    int32_t n_cells;
    int32_t *first; /* n_cells + 1: of each part, its first entry in shown               */
    struct shown *shown;
    struct table states, discretes, outputs, guards; /* guards: row is not used              */
    saltus_guard *guard;
    struct origin *origin; /* by row of outputs                                              */
};

extern const struct play_engine diagram_engine;

#endif
