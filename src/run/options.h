/* SPDX-License-Identifier: MIT */
/* options.h - the options of a run: one row for each in options.c.
 *
 * To add one: a row in options.c, and a member of struct knobs for its value. The command line,
 * study files, notes in results and the interface by name (saltus_options_set) follow from the
 * row. */
#ifndef RUN_OPTIONS_H
#define RUN_OPTIONS_H

#include "saltus.h"
#include <stdbool.h>

/* What is set by name only. Choices are numbered in the order of the row. */
struct knobs {
    double theta, band, contact, refresh;
    double max_order, max_step, detector, gamma; /* gamma NaN: chosen by the method */
    double scale;                                /* of all tolerances */
    double exact_parts;                          /* of a method that lends its states to them */
    double together;                             /* ... to engines that move all together     */
};

/* A copy of what a program of any minor version has given; NULL: all unset. False: it is no such
 * struct, or sets something that this version does not have. */
bool options_take(saltus_options *to, const saltus_options *from);
/* What is unset: the model's suggestion, else the library's. */
void options_complete(saltus_options *o, const saltus_experiment *e);
/* The start time, also where 0 would mean unset. */
void options_start(saltus_options *o, double t);
struct knobs options_knobs(const saltus_options *o);
/* The first option outside its range; NULL: none. */
const char *options_wrong(const saltus_options *o);

/* Value of a row as a number (of a tolerance: two). False: it is none, or outside its range. */
bool option_value(const saltus_option_info *row, const char *text, double v[2]);
/* "above 0 and below 2"; "": any number. */
void option_range(const saltus_option_info *row, char *buf, size_t size);
/* NULL: there is no such option. */
const saltus_option_info *option_named(const char *name);
/* REL[,ABS]; without ABS it is a thousandth of REL. */
bool option_tolerance(const char *text, double *rel, double *abs);

#endif
