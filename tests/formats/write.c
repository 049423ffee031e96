/* SPDX-License-Identifier: MIT */
/* write.c - one result as rows.mat, changes.mat, rows.csv, changes.csv and result.seg in the folder named; other programs then
 * read these files and compare (tests/formats/run.sh). */
#include "saltus_result.h"

#include <math.h>
#include <stdlib.h>

static const saltus_column columns[] = {
    {"x", "m", "position", SALTUS_STATE, 0},
    {"grid.u[1,2]", "V", NULL, SALTUS_STATE, 0},
    {"mass", "kg", "of the ball", SALTUS_PARAMETER, 0.1 + 0.2},
    {"on", NULL, NULL, SALTUS_DISCRETE, 0},
    {"tiny", NULL, "a very small number", SALTUS_PARAMETER, 4.9e-324},
};
static const char *const marks[] = {"hit"};
static const saltus_note notes[] = {{"method", "liqss2"}, {"rel", "0.001"}};

/* x is thrown up again and again, u is a sine in pieces, on changes at every hit. */
static void play(saltus_writer *w)
{
    for (int i = 0; i < 2000; i++) {
        double t = i / 16.0, u = 0.01 * i;
        saltus_writer_segment(w, t, 1, (double[]){sin(u), 0.16 * cos(u), -0.0128 * sin(u)}, 2);
        if (i % 32 != 0) continue;
        saltus_writer_event(w, t, 0, -1);
        saltus_writer_segment(w, t, 0, (double[]){i / 3.0, 2, -1}, 2);
        saltus_writer_segment(w, t, 3, (double[]){i / 32 % 2}, 0);
    }
}

static void write_one(const char *folder, const char *name, double interval)
{
    char path[4096];
    saltus_header h = {.struct_size = sizeof h,
                       .model = "ball",
                       .t1 = 125,
                       .columns = columns,
                       .n_columns = 5,
                       .marks = marks,
                       .n_marks = 1,
                       .notes = notes,
                       .n_notes = 2,
                       .interval = interval};
    saltus_writer *w;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (saltus_writer_open(path, &h, &w) != SALTUS_OK) exit(1);
    play(w);
    if (saltus_writer_close(w, 125, "ok") != SALTUS_OK) exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    write_one(argv[1], "rows.mat", 0.1);
    write_one(argv[1], "rows.csv", 0.1);
    write_one(argv[1], "changes.mat", 0);
    write_one(argv[1], "changes.csv", 0);
    write_one(argv[1], "result.seg", 0);
    return 0;
}
