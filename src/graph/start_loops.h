/* SPDX-License-Identifier: MIT */
/* start_loops.h - what start.c needs of initial equations that reach into loops. */
#ifndef GRAPH_START_LOOPS_H
#define GRAPH_START_LOOPS_H

#include "graph/graph.h"

struct start_loops *graph_start_loops_new(struct ir_model *m);
/* e with variables for the unknowns of loops. Loops over boxes of iterators stay as they are. */
struct ir *graph_start_loops_take(struct start_loops *l, struct ir *e);
/* fn(user, residual, place, text) for each equation of the loops found so far, and of those that fn finds. */
typedef void start_loops_fn(void *user, struct ir *residual, struct place at, const char *text);
void graph_start_loops_equations(struct start_loops *l, start_loops_fn *fn, void *user);
/* The variables are unknowns of the system. */
void graph_start_loops_unknowns(struct start_loops *l, struct graph_system *s);
/* After the system was solved: takes their definitions out of it, and out of the loops of the model from number `loops` on. */
void graph_start_loops_forget(struct start_loops *l, struct graph_system *s, int32_t loops);

#endif
