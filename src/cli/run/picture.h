/* SPDX-License-Identifier: MIT */
/* picture.h - which curves of a result are drawn, and in which panels.
 *
 * Chosen by the user, or by the model (the note "watch" of the result), or else up to
 * PICTURE_CURVES states, of long arrays a few that lie evenly. A panel holds what has one unit and
 * a comparable size. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "cli/core/cli.h"
#include "out/plot/figure.h"
#include "saltus_result.h"

enum { PICTURE_CURVES = 8, PICTURE_PANELS = 4 };

struct picture {
    const saltus_header *header;
    struct record *record;
    size_t *column; /* by curve                                                                */
    size_t *curve;  /* by column; SIZE_MAX: not drawn                                          */
    size_t n;
    double from, to;
};

struct picture_style {
    const char *title; /* NULL: what the model is about, and its name                          */
    const char *path;  /* of the result: stands for a model without a name; NULL: none           */
    const char *note;
    int log_y, marks, density;
    FILE *terminal; /* where a picture without a file goes; NULL: stdout                       */
    int panels; /* 0: by unit and size; 1: all in one; 2: one for each                         */
};

/* Only which columns; close it, too. false: no memory. */
bool picture_choose(struct picture *p, const saltus_header *h, bool chosen);
/* chosen: draw all columns (up to a limit), because someone asked for them. from, to: NaN: the
 * whole run. false: no memory (has been said). */
bool picture_open(struct picture *p, const saltus_header *h, bool chosen, double from, double to);
saltus_status picture_segment(struct picture *p, double t, size_t column, const double *poly,
                              int order);
void picture_close(struct picture *p);

/* What the model is about, with its name; or the name of the file. */
const char *picture_title(const saltus_header *h, const char *path, char *buf, size_t size);
/* Into a file (.svg, .png, .pdf) or, path NULL, as text. Exit status; what is wrong has been said. */
int picture_figure(const struct figure *f, const char *path, FILE *terminal);
/* After record_end. path as above. Exit status. */
int picture_draw(const struct picture *p, const struct picture_style *style, const char *path);

/* NULL: there is no such note. */
const char *picture_note(const saltus_header *h, const char *key);

#endif
