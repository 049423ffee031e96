/* SPDX-License-Identifier: MIT */
/* sink_record.c - recorders: a file of polynomials or rows, a picture, and a look at a signal. */
#include "blocks/discrete/event.h"
#include "blocks/sink/sink.h"

#include <math.h>
#include <string.h>

#include "saltus_result.h"

enum { NAME = 256 };

static const char *path_of(const saltus_cell *c)
{
    return saltus_part_word(c->part, "file");
}

static void fails(saltus_cell *c, saltus_status st)
{
    ((struct sink *)c->state)->failed = 1;
    sink_file_fails(c, path_of(c), st);
}

/* ---- segments and samples -------------------------------------------------------------------- */

/* Columns with their names behind them, in one store. */
static saltus_column *columns(saltus_cell *c)
{
    size_t n = (size_t)sink_columns(c);
    saltus_column *col = saltus_cell_store(c, SINK_OWN, n * (sizeof *col + NAME));
    char *name = (char *)(col + n);
    for (size_t k = 0; col && k < n; k++, name += NAME) {
        sink_name(c, (int32_t)k, name, NAME);
        col[k] = (saltus_column){name, NULL, NULL, SALTUS_OUTPUT, 0};
    }
    return col;
}

extern const struct sink_type sink_samples;

static void file_open(saltus_cell *c)
{
    struct sink *s = c->state;
    saltus_header h = {.struct_size = sizeof h,
                       .model = saltus_devs_name(c->run, c->id),
                       .t0 = c->t,
                       .t1 = INFINITY};
    saltus_writer *w = NULL;
    h.columns = columns(c);
    h.n_columns = (size_t)sink_columns(c);
    h.interval = c->type == &sink_samples.block ? saltus_part_real(c->part, "interval", 0) : 0;
    if (!h.columns) return;
    if (saltus_format_of(path_of(c)) == SALTUS_NO_FORMAT) {
        event_fail(c, "file", "the ending says the format",
                   "%s ends neither with .seg nor .csv nor .mat", path_of(c));
        return;
    }
    saltus_status st = saltus_writer_open(path_of(c), &h, &w);
    s->out = w;
    if (st != SALTUS_OK) fails(c, st);
}

static void file_take(saltus_cell *c, int32_t column, const double *poly, int order)
{
    struct sink *s = c->state;
    if (!s->out) return;
    saltus_status st = saltus_writer_segment(s->out, c->t, (size_t)column, poly, order);
    if (st != SALTUS_OK) fails(c, st);
}

static void file_close(saltus_cell *c)
{
    struct sink *s = c->state;
    if (!s->out) return;
    saltus_status st = saltus_writer_close(s->out, event_stop_time(c), "ok");
    s->out = NULL;
    if (st != SALTUS_OK && !s->failed) fails(c, st);
}

/* ---- plot ------------------------------------------------------------------------------------ */

static void plot_open(saltus_cell *c)
{
    struct sink *s = c->state;
    int32_t n = sink_columns(c), *vars = saltus_cell_store(c, SINK_OWN, (size_t)n * sizeof *vars);
    saltus_traj *traj = NULL;
    for (int32_t k = 0; vars && k < n; k++) vars[k] = k;
    saltus_status st = vars ? saltus_traj_new(vars, (size_t)n, &traj) : SALTUS_ENOMEM;
    s->out = traj;
    if (st != SALTUS_OK) saltus_cell_fail(c, st, NULL, saltus_status_text(st), NULL);
}

static void plot_take(saltus_cell *c, int32_t column, const double *poly, int order)
{
    struct sink *s = c->state;
    if (!s->out || !saltus_traj_sink(s->out, c->t, column, poly, order)) return;
    s->failed = 1;
    saltus_cell_fail(c, SALTUS_ENOMEM, NULL, "no memory for the curves", NULL);
}

static void draw(saltus_cell *c, const saltus_traj *traj)
{
    size_t n = (size_t)sink_columns(c);
    const struct sink *s = c->state;
    saltus_curve *curve = saltus_cell_store(c, SINK_OWN + 1, n * (sizeof *curve + NAME));
    char *name = (char *)(curve + n);
    const char *title = saltus_part_word(c->part, "title");
    for (size_t k = 0; curve && k < n; k++, name += NAME) {
        sink_name(c, (int32_t)k, name, NAME);
        curve[k] = (saltus_curve){traj, (int32_t)k, name};
    }
    saltus_plot p = {.struct_size = sizeof p,
                     .title = title && *title ? title : NULL,
                     .xlabel = "time",
                     .t0 = s->begin,
                     .t1 = event_stop_time(c),
                     .curves = curve,
                     .n = n};
    saltus_status st = curve ? saltus_plot_svg(path_of(c), &p) : SALTUS_OK;
    if (st != SALTUS_OK) fails(c, st);
}

/* A run of no length has no picture. */
static void plot_close(saltus_cell *c)
{
    struct sink *s = c->state;
    if (s->out && !s->failed && event_stop_time(c) > s->begin) draw(c, s->out);
    saltus_traj_free(s->out);
    s->out = NULL;
}

/* ---- scope ----------------------------------------------------------------------------------- */

static void scope_open(saltus_cell *c)
{
    (void)c;
}

static void scope_take(saltus_cell *c, int32_t column, const double *poly, int order)
{
    saltus_cell_show(c, 0, column, poly, order);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static const saltus_port many[] = {{"u", SALTUS_TYPE_SIGNAL, 1, 0, "a signal"}, {0}};
static const saltus_port one[] = {{"u", SALTUS_TYPE_SIGNAL, 0, 0, "the signal"}, {0}};
static const saltus_shown scope_shows[] = {{"", SALTUS_OUTPUT, "the signal"}, {0}};

#define NAMES                                                                                      \
    TEXT_PARAM("names", "", "a name for each input, separated by commas; default: u1, u2, ...")

#define FILE_SINK(name_, title_, text_, params_)                                                   \
    {                                                                                              \
        BLOCK_NAME(name_, "sinks", title_), .text = text_, .inputs = many, .params = params_,      \
                                            .rigid = 1, SINK_FRAME                                 \
    }

static const saltus_param segments_params[] = {
    TEXT_NEEDED("file", "name of the file; .seg, .csv or .mat"), NAMES, {0}};
static const saltus_param samples_params[] = {
    TEXT_NEEDED("file", "name of the file; .csv or .mat; - is the standard output"),
    REAL_NEEDED_IN("interval", 1e-300, 1e300, "s", "time from row to row"),
    NAMES,
    {0}};
static const saltus_param plot_params[] = {TEXT_NEEDED("file", "name of the picture, .svg"),
                                           TEXT_PARAM("title", "", "the text above it"),
                                           NAMES,
                                           {0}};

const struct sink_type sink_segments = {
    FILE_SINK("segments", "Writes signals to a file, as polynomials",
              "A .seg file keeps every polynomial as it is; a .csv or .mat file has a row wherever "
              "something changes, two where a signal jumps. What could not be written is an error "
              "of the run.",
              segments_params),
    file_open, file_take, file_close};
const struct sink_type sink_samples = {
    FILE_SINK("samples", "Writes signals to a file, as rows at fixed intervals",
              "A row at the start, after every `interval`, and at the end of the run, exact values "
              "of the polynomials.",
              samples_params),
    file_open, file_take, file_close};
const struct sink_type sink_plot = {
    FILE_SINK("plot", "Draws signals",
              "Writes a picture (SVG) when the run ends, each polynomial drawn exactly.",
              plot_params),
    plot_open, plot_take, plot_close};
const struct sink_type sink_scope = {
    {BLOCK_NAME("scope", "sinks", "Makes a signal a result of the run"),
     .text = "Shows the signal under the name of this block. Where a signal is a truncated series "
             "it asks for a fresh one before the missing terms reach the quantum of the run.",
     .inputs = one, .shows = scope_shows, SINK_FRAME},
    scope_open,
    scope_take,
    scope_open};
