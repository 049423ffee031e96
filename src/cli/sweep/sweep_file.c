/* SPDX-License-Identifier: MIT */
/* sweep_file.c - the table of a sweep: CSV, a row for each cell.
 *
 *     cell, parameters ..., outcome, t_end, steps, evaluations, events, cpu_seconds, observed ...,
 *     message, study
 *
 * The last column is a hash of everything that decides the results; a table with another one is not
 * gone on with. A row is one line (messages are made to be), written at once. A line without its
 * end was cut off by the end of the program and is forgotten. A row "killed" says that its process
 * was: it is tried again. */
#include "cli/core/grow.h"
#include "cli/sweep/sweep.h"
#include "out/number.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Rows as text ---------------------------------------------------------------------------- */

/* RFC 4180, and in one line. */
static void put_text(FILE *f, const char *text)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted) fputc('"', f);
    for (; *text; text++) {
        if (*text == '"') fputc('"', f);
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, f);
    }
    if (quoted) fputc('"', f);
}

static void put_number(FILE *f, double v)
{
    char buf[NUMBER_SIZE];
    fputc(',', f);
    if (!isnan(v)) fputs(number_exact(buf, v), f);
}

static char *memory_text(FILE *f, char **text)
{
    if (fclose(f) == 0 && *text) return *text;
    talk_error("out of memory");
    exit(EXIT_RUN);
}

static FILE *memory_file(char **text, size_t *size)
{
    FILE *f = open_memstream(text, size);
    if (f) return f;
    talk_error("out of memory");
    exit(EXIT_RUN);
}

static char *header_of(const struct sweep *s)
{
    char *text = NULL;
    size_t size;
    FILE *f = memory_file(&text, &size);
    fputs("cell", f);
    for (size_t k = 0; k < s->study.n_names; k++) {
        fputc(',', f);
        put_text(f, s->study.name[k]);
    }
    fputs(",outcome,t_end,steps,evaluations,events,cpu_seconds", f);
    for (size_t k = 0; k < s->seen.n; k++) {
        fputc(',', f);
        put_text(f, s->seen.one[k].title);
    }
    fputs(",message,study\n", f);
    return memory_text(f, &text);
}

static void put_counts(FILE *f, const struct outcome *o)
{
    put_number(f, o->t_end);
    put_number(f, (double)o->stats.steps);
    put_number(f, (double)o->stats.evaluations);
    put_number(f, (double)o->stats.events);
    put_number(f, o->cpu_seconds);
}

char *sweep_row(const struct sweep *s, size_t cell, const struct outcome *o,
                const struct measured *value, const char *outcome, const char *message)
{
    char *text = NULL;
    size_t size;
    FILE *f = memory_file(&text, &size);
    fprintf(f, "%zu", cell);
    for (size_t k = 0; k < s->study.n_names; k++) put_number(f, study_value(&s->study, cell, k));
    fputc(',', f);
    put_text(f, outcome);
    if (o)
        put_counts(f, o);
    else
        fputs(",,,,,", f);
    for (size_t k = 0; k < s->seen.n; k++) put_number(f, value ? value->one[k].value : NAN);
    fputc(',', f);
    put_text(f, message);
    fprintf(f, ",%s\n", s->id);
    return memory_text(f, &text);
}

bool sweep_field(const char *line, size_t k, char *buf, size_t size)
{
    size_t n = 0;
    bool quoted = false;
    for (; *line && *line != '\n'; line++) {
        if (*line == '"') {
            if (quoted && line[1] == '"' && k == 0 && n + 1 < size) buf[n++] = '"';
            if (quoted && line[1] == '"')
                line++;
            else
                quoted = !quoted;
        } else if (*line == ',' && !quoted) {
            if (k-- == 0) break;
        } else if (k == 0 && n + 1 < size) {
            buf[n++] = *line;
        }
    }
    buf[n] = 0;
    return k == 0 || k == SIZE_MAX;
}

size_t sweep_outcome_column(const struct sweep *s)
{
    return 1 + s->study.n_names;
}

/* ---- Reading a table that is there ----------------------------------------------------------- */

/* A device or a pipe can be written to, but not read again. */
static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

struct table {
    char *header;
    char **line;
    size_t n;
    off_t end; /* of the last complete line */
};

static void table_free(struct table *t)
{
    for (size_t k = 0; k < t->n; k++) free(t->line[k]);
    free(t->line);
    free(t->header);
}

/* Complete lines only. False: cannot be read. */
static bool table_read(FILE *f, struct table *t)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    *t = (struct table){0};
    rewind(f);
    while ((n = getline(&line, &room, f)) > 0 && line[n - 1] == '\n') {
        t->end += (off_t)n;
        if (!t->header) {
            t->header = grow_text(line);
            continue;
        }
        t->line = grow_one(t->line, t->n, sizeof *t->line);
        t->line[t->n++] = grow_text(line);
    }
    free(line);
    return !ferror(f);
}

/* The cell of a row of this study; SIZE_MAX: it is none. */
static size_t cell_of(const struct sweep *s, const char *line)
{
    size_t columns = sweep_outcome_column(s) + 6 + s->seen.n + 2, cell;
    char id[64], *end;
    cell = strtoul(line, &end, 10);
    if (end == line || *end != ',' || cell >= s->study.cells) return SIZE_MAX;
    if (!sweep_field(line, columns - 1, id, sizeof id) || strcmp(id, s->id) != 0) return SIZE_MAX;
    return cell;
}

/* Marks what is done. False: a row is not of this study. */
static bool accept(struct sweep *s, const struct table *t)
{
    char outcome[64];
    for (size_t k = 0; k < t->n; k++) {
        size_t cell = cell_of(s, t->line[k]);
        if (cell == SIZE_MAX) return false;
        sweep_field(t->line[k], sweep_outcome_column(s), outcome, sizeof outcome);
        s->done[cell] = strcmp(outcome, "killed") != 0;
    }
    for (size_t k = 0; k < s->study.cells; k++) s->earlier += s->done[k] && sweep_wants(s, k);
    return true;
}

static int not_written(const struct sweep *s)
{
    talk_error("%s: %s", s->output, strerror(errno));
    return EXIT_RUN;
}

static int refuse(const struct sweep *s, const char *text, const char *hint)
{
    talk_error("%s: %s", s->output, text);
    talk_hint("%s", hint);
    return EXIT_USAGE;
}

/* Goes on with the table, behind its last complete line: what a kill left behind is cut off. */
static int go_on_with(struct sweep *s)
{
    char *header = header_of(s);
    struct table t;
    bool read = table_read(s->file, &t), same = read && t.header && !strcmp(t.header, header);
    bool empty = read && !t.header; /* cut off in its first line */
    int exit_status = EXIT_FINE;
    if (read && !empty && (!same || !accept(s, &t)))
        exit_status = refuse(s, "was made by another study: its model, settings or values differ",
                             "--overwrite starts again, --output writes elsewhere");
    else if (!read || ftruncate(fileno(s->file), t.end) != 0 || fseeko(s->file, 0, SEEK_END) != 0 ||
             (empty && fputs(header, s->file) < 0))
        exit_status = not_written(s);
    table_free(&t);
    free(header);
    return exit_status;
}

/* Two sweeps that write into one table would spoil it. Also false: another one has just replaced
 * the file. */
static bool lock(const struct sweep *s)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat here, there;
    if (fcntl(fileno(s->file), F_SETLK, &all) != 0 && (errno == EACCES || errno == EAGAIN))
        return false;
    return fstat(fileno(s->file), &here) == 0 && stat(s->output, &there) == 0 &&
           here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

static int begin_anew(struct sweep *s, bool file)
{
    char *header = header_of(s);
    bool fine = (!file || ftruncate(fileno(s->file), 0) == 0) && fputs(header, s->file) >= 0 &&
                fflush(s->file) == 0;
    free(header);
    return fine ? EXIT_FINE : not_written(s);
}

int sweep_open(struct sweep *s, bool resume, bool overwrite)
{
    bool there = access(s->output, F_OK) == 0, file = !there || is_file(s->output);
    if (there && !resume && !overwrite)
        return refuse(s, "is there already",
                      "--resume continues it, --overwrite starts again, --output writes elsewhere");
    if (!file && resume)
        return refuse(s, "is not a file that could be gone on with", "--output writes elsewhere");
    s->file = fopen(s->output, file ? "a+" : "w");
    if (!s->file) return not_written(s);
    if (file && !lock(s))
        return refuse(s, "another sweep is writing it", "--output writes elsewhere");
    return there && resume ? go_on_with(s) : begin_anew(s, file);
}

bool sweep_append(struct sweep *s, const char *row)
{
    if (fputs(row, s->file) >= 0 && fflush(s->file) == 0) return true;
    talk_error("%s: %s", s->output, strerror(errno));
    s->broken = true;
    return false;
}

/* ---- Sorting --------------------------------------------------------------------------------- */

static int by_cell(const void *a, const void *b)
{
    size_t x = strtoul(*(char *const *)a, NULL, 10), y = strtoul(*(char *const *)b, NULL, 10);
    return (x > y) - (x < y);
}

static bool is_sorted(const struct table *t)
{
    for (size_t k = 1; k < t->n; k++)
        if (by_cell(&t->line[k - 1], &t->line[k]) >= 0) return false;
    return true;
}

/* Of a cell that was tried again only the last row is left. (A stable order of equal cells: the
 * place in the list.) */
static void drop_older(struct table *t, size_t cells)
{
    size_t *newest = grow_zero(cells, sizeof *newest), n = 0;
    for (size_t k = 0; k < t->n; k++) newest[strtoul(t->line[k], NULL, 10)] = k;
    for (size_t k = 0; k < t->n; k++) {
        if (newest[strtoul(t->line[k], NULL, 10)] == k)
            t->line[n++] = t->line[k];
        else
            free(t->line[k]);
    }
    t->n = n;
    free(newest);
}

static bool write_table(const char *path, const struct table *t)
{
    FILE *f = fopen(path, "w");
    bool fine = f && fputs(t->header, f) >= 0;
    for (size_t k = 0; fine && k < t->n; k++) fine = fputs(t->line[k], f) >= 0;
    if (f && fclose(f) != 0) fine = false;
    return fine;
}

/* In another file, which then takes the place of the first (not of a link to it): at no moment is
 * there half a table. */
static bool replace_table(const char *path, const struct table *t)
{
    char *real = realpath(path, NULL), *part;
    bool fine = real != NULL;
    if (!fine) return false;
    part = grow(NULL, strlen(real) + 6, 1);
    sprintf(part, "%s.part", real);
    fine = write_table(part, t) && rename(part, real) == 0;
    if (!fine) unlink(part);
    free(part);
    free(real);
    return fine;
}

static bool sort_table(const struct sweep *s)
{
    struct table t;
    bool fine = table_read(s->file, &t);
    if (fine && !is_sorted(&t)) {
        drop_older(&t, s->study.cells);
        qsort(t.line, t.n, sizeof *t.line, by_cell);
        fine = replace_table(s->output, &t);
    }
    if (!fine) talk_error("%s: cannot be sorted: %s", s->output, strerror(errno));
    table_free(&t);
    return fine;
}

/* The lock goes with the file, so that is closed last. */
bool sweep_close(struct sweep *s)
{
    bool sorted = true;
    if (!s->file) return true;
    if (!s->broken && is_file(s->output)) sorted = sort_table(s);
    if (fclose(s->file) != 0 && !s->broken) {
        not_written(s);
        s->broken = true;
    }
    s->file = NULL;
    return sorted && !s->broken;
}
