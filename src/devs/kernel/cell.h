/* SPDX-License-Identifier: MIT */
/* cell.h - what the blocks of the library ask a cell besides the public functions. */
#ifndef DEVS_CELL_H
#define DEVS_CELL_H

#include "saltus_devs.h"

/* The option "scale": what the tolerances of saltus_cell_options are multiplied by. */
double cell_scale(const saltus_cell *c);

/* It opens a circle of static parts (order.c): what it reads comes later, so it speaks first. */
int cell_opens(const saltus_cell *c);

#endif
