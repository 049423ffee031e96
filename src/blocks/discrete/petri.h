/* SPDX-License-Identifier: MIT */
/* petri.h - Petri nets of places and transitions as parts of their own, and the protocol between them.
 *
 * A place has tokens and announces their number as a signal, at the start and after every change. A transition knows
 * the announced numbers of the places before it. It is enabled if each has at least as many tokens as the arc takes,
 * and each inhibiting place fewer than the arc says. When it fires it sends an event `take` to every place before it
 * and `put` to every place behind it, the value being the weight of the arc.
 *
 * Conflicts are resolved within one instant by the select order of CLASSIC semantics: places have rank -1, immediate
 * transitions 0, timed ones 1. So after each firing all places concerned announce their numbers before anybody else
 * fires, immediate transitions come before timed ones, and of several enabled transitions the one with the lowest
 * `priority` of its part, then the first in the order of the parts. Nobody ever takes a token that is gone. A random
 * choice between transitions is made by the place (`weights`): it offers its tokens to one of them at a time.
 *
 * A timed transition draws its time when it becomes enabled and forgets it when it is disabled (race with enabling
 * memory, one server). PARALLEL semantics lets conflicting transitions fire in the same round; a place that is asked
 * for more tokens than it has says so and ends the run. */
#ifndef BLOCKS_PETRI_H
#define BLOCKS_PETRI_H

#include "saltus_devs.h"

extern const saltus_atomic petri_place, petri_transition, petri_timed;

#endif
