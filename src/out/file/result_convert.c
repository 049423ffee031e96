/* SPDX-License-Identifier: MIT */
/* result_convert.c - a result file of one format to a file of another, record by record.
 *
 * The writer gets what it would have got from the run itself; so a .csv made from a .seg has the
 * bytes that the run would have written. Of a file that was cut off, what is there is converted. */
#include "out/file/result.h"

#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>

struct convert {
    saltus_result *in;
    saltus_writer *out;
    struct alloc alloc;
    saltus_column *columns; /* those that are wanted */
    size_t n;
    size_t *place; /* by column of `in`: its number in `out`; SIZE_MAX: not wanted */
};

static int wanted(const char *name, const char *const *patterns, size_t n)
{
    for (size_t i = 0; patterns && i < n; i++)
        if (text_match(patterns[i], name)) return 1;
    return !patterns || n == 0;
}

static saltus_status choose(struct convert *c, const saltus_header *h, const char *const *patterns,
                            size_t n_patterns)
{
    c->columns = alloc_array(&c->alloc, h->n_columns, sizeof *c->columns);
    c->place = alloc_array(&c->alloc, h->n_columns, sizeof *c->place);
    if (!c->columns || !c->place) return SALTUS_ENOMEM;
    for (size_t k = 0; k < h->n_columns; k++) {
        c->place[k] = SIZE_MAX;
        if (!wanted(h->columns[k].name, patterns, n_patterns)) continue;
        c->place[k] = c->n;
        c->columns[c->n++] = h->columns[k];
    }
    return SALTUS_OK;
}

static int same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (strcmp(b, "-") == 0) return 0; /* standard output */
    if (stat(a, &x) != 0 || stat(b, &y) != 0) return 0;
    return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static saltus_status hand_over(struct convert *c, const saltus_record *rec)
{
    if (rec->kind == SALTUS_RECORD_EVENT)
        return saltus_writer_event(c->out, rec->t, rec->k, rec->order);
    if (c->place[rec->k] == SIZE_MAX) return SALTUS_OK;
    return saltus_writer_segment(c->out, rec->t, c->place[rec->k], rec->poly, rec->order);
}

/* All records; *said: what could not be read. */
static saltus_status copy(struct convert *c, const char **said)
{
    saltus_record rec;
    saltus_status read, written = SALTUS_OK;
    do {
        read = saltus_result_next(c->in, &rec);
        if (read != SALTUS_OK || rec.kind == SALTUS_RECORD_END) break;
        written = hand_over(c, &rec);
    } while (written == SALTUS_OK);
    if (written == SALTUS_OK) *said = saltus_result_why(c->in);
    double t_end = saltus_result_end(c->in);
    const char *outcome =
        saltus_result_complete(c->in) ? saltus_result_outcome(c->in) : "incomplete";
    saltus_status closed = saltus_writer_close(c->out, t_end, outcome);
    c->out = NULL;
    if (read == SALTUS_OK && closed != SALTUS_OK) *said = "";
    return read != SALTUS_OK ? read : closed;
}

static const char *reason(saltus_status status)
{
    if (status == SALTUS_EIO) return strerror(errno);
    if (status == SALTUS_ENOMEM) return "out of memory";
    if (status == SALTUS_ELIMIT)
        return "too many rows for this format, or an interval below rounding";
    return "the interval does not fit the times";
}

static saltus_status convert(struct convert *c, const char *out, double interval,
                             const char *const *patterns, size_t n_patterns, const char **said)
{
    saltus_header h = *saltus_result_header(c->in);
    saltus_status status = choose(c, &h, patterns, n_patterns);
    if (status != SALTUS_OK) return status;
    if (c->n == 0 && h.n_columns > 0) {
        *said = "no column matches";
        return SALTUS_EARG;
    }
    h.columns = c->columns;
    h.n_columns = c->n;
    if (!isnan(interval))
        h.interval = interval;
    else if (saltus_format_of(out) != SALTUS_SEG)
        h.interval = 0;
    status = saltus_writer_open(out, &h, &c->out);
    return status == SALTUS_OK ? copy(c, said) : status;
}

saltus_status saltus_convert(const char *in, const char *out, double interval,
                             const char *const *patterns, size_t n_patterns, const char **why)
{
    static _Thread_local char text[RESULT_WHY + 64];
    struct convert c = {0};
    const char *said = "";
    const char *nowhere;
    if (!why) why = &nowhere;
    *why = text;
    text[0] = '\0';
    if (!in || !out || (n_patterns && !patterns)) return SALTUS_EARG;
    for (size_t k = 0; k < n_patterns; k++)
        if (!patterns[k]) return SALTUS_EARG;
    alloc_init(&c.alloc, NULL, NULL);
    saltus_status status = SALTUS_EARG;
    if (saltus_format_of(out) == SALTUS_NO_FORMAT)
        said = "the result must end in .seg, .csv or .mat";
    else if (same_file(in, out))
        said = "a file cannot be converted into itself";
    else if ((status = saltus_result_open(in, &c.in, &said)) == SALTUS_OK)
        status = convert(&c, out, interval, patterns, n_patterns, &said);
    int error = errno;
    if (*said)
        snprintf(text, sizeof text, "%s", said);
    else if (status != SALTUS_OK)
        snprintf(text, sizeof text, "cannot write '%.120s': %s", out, reason(status));
    saltus_result_close(c.in);
    alloc_free(&c.alloc, c.columns);
    alloc_free(&c.alloc, c.place);
    errno = error;
    return status;
}
