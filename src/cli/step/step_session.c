/* SPDX-License-Identifier: MIT */
/* step_session.c - a run led by commands, one a line: forward, back, look, interfere.
 *
 * Steps back repeat the run from its start, so that what the parts show is right again. Ctrl-C
 * pauses a long way forward. What is wrong with a command is said and the session goes on. */
#include "base/text.h"
#include "cli/core/grow.h"
#include "cli/step/step.h"
#include "devs/kernel/inbox.h"
#include "devs/kernel/run.h"
#include "devs/kernel/trace.h"
#include <ctype.h>
#include <math.h>
#include <signal.h>

const char step_help[] =
    "s [N]            one step, or N\n"
    "c [TIME]         on to TIME; without it to the stop time of the diagram\n"
    "b [N]            one step back, or N\n"
    "p [PATTERN]      parts: their block, last and next event, what they show; * and ? as usual\n"
    "t on|off         print every transition\n"
    "i PORT VALUE..   send a message to an input of the model, now; PORT may have an index: u[3]\n"
    "snap             remember this point\n"
    "restore          back to it\n"
    "h                this list\n"
    "q                the end\n";

enum { ACTED = 3 }; /* names that are printed for a step */

struct session {
    saltus_devs *run;
    FILE *out;
    double stop;
    bool tracing, quit;
    struct shown shown, shown_then;
    saltus_snapshot *snapshot;
    int32_t actor[ACTED]; /* of the last step */
    int actors;
    bool fed; /* a step without an actor is a message from outside */
    saltus_diag_fn *diag;
    void *user;
};

/* ---- What the run tells ---------------------------------------------------------------------- */

static void on_trace(void *user, const saltus_devs *run, const saltus_trace *tr)
{
    struct session *s = user;
    if (tr->kind == SALTUS_LAMBDA && run == s->run) {
        if (s->actors < ACTED) s->actor[s->actors] = tr->cell;
        s->actors++;
    }
    if (s->tracing) devs_trace_print(s->out, run, tr);
}

static void on_show(void *user, int32_t cell, int k, int32_t index, double t, const double *poly,
                    int order)
{
    shown_set(&((struct session *)user)->shown, cell, k, index, t, poly, order);
}

static void on_diag(void *user, const saltus_diag *d)
{
    struct session *s = user;
    fflush(s->out);
    if (s->diag)
        s->diag(s->user, d);
    else
        saltus_diag_print(stderr, d);
}

/* ---- Where it is ----------------------------------------------------------------------------- */

static void tell_next(struct session *s)
{
    double t;
    int32_t slot = sched_top(s->run->sched, &t);
    char number[DEVS_NUMBER];
    if (slot < 0 || t == INFINITY)
        fputs("nothing is due\n", s->out);
    else
        fprintf(s->out, "next %s at %s\n", s->run->order[slot]->name, devs_number(number, t));
}

static void tell_actors(struct session *s)
{
    if (s->fed && s->actors == 0) fputs(" a message from outside", s->out);
    for (int k = 0; k < s->actors && k < ACTED; k++) {
        const char *name = saltus_devs_name(s->run, s->actor[k]);
        fprintf(s->out, "%s%s", k ? ", " : " ", name ? name : "(gone)");
    }
    if (s->actors > ACTED) fprintf(s->out, " and %d more", s->actors - ACTED);
}

/* "step 12: t=1.5 n=0 x1; next x2 at 1.75" */
static void tell_place(struct session *s)
{
    char number[DEVS_NUMBER];
    fprintf(s->out, "step %llu: t=%s n=%llu",
            (unsigned long long)saltus_devs_statistics(s->run).steps,
            devs_number(number, saltus_devs_time(s->run)),
            (unsigned long long)saltus_devs_round(s->run));
    tell_actors(s);
    s->fed = false;
    fputs("; ", s->out);
    tell_next(s);
}

static void tell_status(struct session *s, saltus_status st)
{
    if (st == SALTUS_TERMINATED) fputs("the model has ended the run; b goes back\n", s->out);
    if (st == SALTUS_STOPPED) fputs("interrupted\n", s->out);
    if (st < 0) fprintf(s->out, "the run has failed: %s; b goes back\n", saltus_status_text(st));
}

/* ---- Ctrl-C ---------------------------------------------------------------------------------- */

static saltus_devs *volatile running;

static void on_interrupt(int number)
{
    (void)number;
    if (running) saltus_devs_stop(running);
}

static void watch(struct session *s, struct sigaction *before)
{
    struct sigaction a = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    running = s->run;
    sigaction(SIGINT, &a, before);
}

static void rest(const struct sigaction *before)
{
    sigaction(SIGINT, before, NULL);
    running = NULL;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void complain(struct session *s, const char *text, const char *word)
{
    fflush(s->out);
    talk_error(text, word);
}

/* 1 if there is no word; false: has been said. */
static bool read_count(struct session *s, const char *word, uint64_t *n)
{
    double v = 1;
    bool ok = !word || (arg_number(word, &v) && v >= 1 && v <= 1e15 && v == floor(v));
    if (!ok) complain(s, "'%s' is not a number of steps", word);
    *n = (uint64_t)v;
    return ok;
}

static void do_step(struct session *s, char **word, int n)
{
    enum { EACH = 50 }; /* of more steps only the last is printed */
    uint64_t steps;
    int done = 1;
    saltus_status st = SALTUS_OK;
    struct sigaction before;
    (void)n;
    if (!read_count(s, word[1], &steps)) return;
    watch(s, &before);
    for (uint64_t k = 0; k < steps && done && st == SALTUS_OK; k++) {
        s->actors = 0;
        st = saltus_devs_step(s->run, INFINITY, &done);
        s->fed = done;
        if (done && !s->tracing && steps <= EACH && st >= 0) tell_place(s);
    }
    rest(&before);
    if (!done && st == SALTUS_OK) fputs("nothing is due any more\n", s->out);
    if (done && (s->tracing || steps > EACH)) tell_place(s);
    tell_status(s, st);
}

static void do_continue(struct session *s, char **word, int n)
{
    double t = s->stop;
    struct sigaction before;
    if (n > 1 && !arg_number(word[1], &t)) {
        complain(s, "'%s' is not a time", word[1]);
        return;
    }
    if (isnan(t)) {
        complain(s, "'%s' needs a time: the diagram has no stop time", word[0]);
        return;
    }
    if (t < saltus_devs_time(s->run)) {
        complain(s, "'%s' is past; b goes back", n > 1 ? word[1] : "the stop time");
        return;
    }
    watch(s, &before);
    saltus_status st = saltus_devs_run(s->run, t);
    rest(&before);
    s->actors = 0;
    tell_place(s);
    tell_status(s, st);
}

static void do_back(struct session *s, char **word, int n)
{
    uint64_t steps;
    (void)n;
    if (!read_count(s, word[1], &steps)) return;
    shown_clear(&s->shown);
    s->actors = 0;
    saltus_status st = saltus_devs_back(s->run, steps);
    tell_place(s);
    tell_status(s, st);
}

static void print_part(struct session *s, const saltus_cell *c, int width)
{
    char last[DEVS_NUMBER], next[DEVS_NUMBER], before[16];
    double due = sched_get(s->run->sched, devs_cell_of(c)->slot);
    snprintf(last, sizeof last, "%.9g", c->last);
    snprintf(next, sizeof next, "%.9g", due);
    if (due == INFINITY) strcpy(next, "never");
    fprintf(s->out, "%-*s  %-12s  %-12s  %s", width, saltus_devs_name(s->run, c->id), c->type->name,
            last, next);
    snprintf(before, sizeof before, "%*s", (int)(strlen(next) < 12 ? 14 - strlen(next) : 2), "");
    shown_print(s->out, before, &s->shown, c, saltus_devs_time(s->run));
    fputc('\n', s->out);
}

static void do_parts(struct session *s, char **word, int n)
{
    const char *pattern = n > 1 ? word[1] : "*";
    int width = 4, found = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t id = 0; id < saltus_devs_cells(s->run); id++) {
            const char *name = saltus_devs_name(s->run, id);
            if (!name || !text_match(pattern, name)) continue;
            if (pass)
                print_part(s, saltus_devs_cell(s->run, id), width);
            else if (found++, (int)strlen(name) > width)
                width = (int)strlen(name) < 40 ? (int)strlen(name) : 40;
        }
        if (!found) break;
        if (!pass)
            fprintf(s->out, "%-*s  %-12s  %-12s  %-12s  shows\n", width, "part", "block", "last",
                    "next");
    }
    if (!found) complain(s, "no part is called '%s'", pattern);
}

static void do_trace(struct session *s, char **word, int n)
{
    if (n > 1 && strcmp(word[1], "on") == 0)
        s->tracing = true;
    else if (n > 1 && strcmp(word[1], "off") == 0)
        s->tracing = false;
    else
        complain(s, "'%s' needs on or off", word[0]);
}

/* name or name[3]: the index is cut off. */
static bool read_index(char *port, int32_t *index)
{
    char *bracket = strchr(port, '['), *end;
    *index = 0;
    if (!bracket) return true;
    long k = strtol(bracket + 1, &end, 10);
    *bracket = 0;
    *index = (int32_t)(k - 1);
    return strcmp(end, "]") == 0 && k >= 1 && k <= INT32_MAX;
}

static void do_inject(struct session *s, char **word, int n)
{
    saltus_message m = {.order = (int16_t)(n - 3)};
    if (n < 3 || n - 2 > SALTUS_SERIES) {
        complain(s, "'%s' needs a port, and one to five values", word[0]);
        return;
    }
    for (int k = 2; k < n; k++)
        if (!arg_number(word[k], &m.c[k - 2])) {
            complain(s, "'%s' is not a number", word[k]);
            return;
        }
    bool ok = read_index(word[1], &m.index);
    int32_t size;
    const char *type, *best;
    if (devs_entry_find(s->run, word[1], &size, &type, &best) < 0) {
        complain(s, "the model has no input '%s'", word[1]);
        if (best) talk_hint("did you mean '%s'?", best);
        return;
    }
    if (!ok || saltus_devs_inject(s->run, word[1], (double)NAN, &m) != SALTUS_OK) {
        complain(s, "'%s' has no such element", word[1]);
        return;
    }
    fputs("it comes with the next step\n", s->out);
}

static void do_snap(struct session *s, char **word, int n)
{
    saltus_snapshot *now;
    (void)word, (void)n;
    saltus_status st = saltus_devs_snapshot(s->run, &now);
    if (st != SALTUS_OK) {
        complain(s, "no snapshot: %s", saltus_status_text(st));
        return;
    }
    saltus_snapshot_free(s->snapshot);
    s->snapshot = now;
    shown_clear(&s->shown_then);
    shown_copy(&s->shown_then, &s->shown);
}

static void do_restore(struct session *s, char **word, int n)
{
    (void)n;
    if (!s->snapshot) {
        complain(s, "'%s' has nothing to go back to; snap remembers a point", word[0]);
        return;
    }
    s->actors = 0;
    saltus_status st = saltus_devs_restore(s->run, s->snapshot);
    shown_clear(&s->shown);
    shown_copy(&s->shown, &s->shown_then);
    tell_place(s);
    tell_status(s, st);
}

static void do_help(struct session *s, char **word, int n)
{
    (void)word, (void)n;
    fputs(step_help, s->out);
}

static void do_quit(struct session *s, char **word, int n)
{
    (void)word, (void)n;
    s->quit = true;
}

static const struct {
    const char *name, *full;
    void (*run)(struct session *s, char **word, int n);
} commands[] = {{"s", "step", do_step},    {"c", "continue", do_continue},
                {"b", "back", do_back},    {"p", "parts", do_parts},
                {"t", "trace", do_trace},  {"i", "inject", do_inject},
                {"snap", "snap", do_snap}, {"restore", "restore", do_restore},
                {"h", "help", do_help},    {"q", "quit", do_quit}};

static void obey(struct session *s, char *line)
{
    enum { WORDS = 12 };
    char *word[WORDS + 1] = {NULL}, *rest_of;
    int n = 0;
    for (char *w = strtok_r(line, " \t\r\n", &rest_of); w && n < WORDS;
         w = strtok_r(NULL, " \t\r\n", &rest_of))
        word[n++] = w;
    if (n == 0 || word[0][0] == '#') return;
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (strcmp(word[0], commands[k].name) == 0 || strcmp(word[0], commands[k].full) == 0) {
            commands[k].run(s, word, n);
            return;
        }
    complain(s, "there is no command '%s'; h lists them", word[0]);
}

/* ---- The session ----------------------------------------------------------------------------- */

static void converse(struct session *s, bool prompt, FILE *in)
{
    char line[1000];
    while (!s->quit) {
        if (prompt) fputs("> ", s->out);
        fflush(s->out);
        if (!fgets(line, sizeof line, in)) break;
        obey(s, line);
    }
    if (prompt && !s->quit) fputc('\n', s->out);
}

saltus_status step_session(const saltus_coupled *m, const saltus_devs_options *given, double stop,
                           bool prompt, FILE *in, FILE *out)
{
    struct session s = {.out = out, .stop = stop, .diag = given->diag, .user = given->user};
    saltus_devs_options o = *given;
    o.trace = on_trace, o.show = on_show, o.diag = on_diag, o.user = &s;
    o.count = NULL, o.output = NULL;
    o.speed = 0, o.history = 0;
    saltus_status st = saltus_devs_new(m, &o, &s.run);
    if (st == SALTUS_OK) {
        s.actors = 0;
        tell_place(&s);
        converse(&s, prompt, in);
        st = s.run->status;
    }
    fflush(out);
    saltus_devs_free(s.run);
    saltus_snapshot_free(s.snapshot);
    shown_clear(&s.shown);
    shown_clear(&s.shown_then);
    return st;
}
