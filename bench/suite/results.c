/* SPDX-License-Identifier: MIT */
/* results.c - what the suite writes: JSON with everything, CSV with a line for each run. Where there is no number (no reference, no
 * end) JSON has null and CSV nothing. */
#define _DEFAULT_SOURCE
#include "suite.h"
#include <math.h>
#include <string.h>
#include <time.h>

#ifndef SUITE_FLAGS
#define SUITE_FLAGS ""
#endif

static const char *const families[] = {"quantized", "classic", "rival", "ngspice", "exact"};
static const char *const statuses[] = {"ok", "time limit", "failed", "skipped"};

/* The first line of a file or of what a command says that begins with key, behind its colon. */
static void line_of(char *to, size_t size, FILE *f, const char *key)
{
    char line[500];
    snprintf(to, size, "unknown");
    while (f && fgets(line, sizeof line, f)) {
        const char *p = line;
        if (strncmp(line, key, strlen(key)) != 0) continue;
        if (*key && (p = strchr(line, ':'))) p += 1 + strspn(p + 1, " \t");
        snprintf(to, size, "%.*s", p ? (int)strcspn(p, "\n") : 0, p ? p : "");
        return;
    }
}

static void machine(char *to, size_t size)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    line_of(to, size, f, "model name");
    if (f) fclose(f);
}

static void commit(char *to, size_t size, const char *root)
{
    char command[600];
    FILE *f;
    snprintf(command, sizeof command, "git -C '%s' describe --always --dirty 2>/dev/null", root);
    f = popen(command, "r");
    line_of(to, size, f, "");
    if (f) pclose(f);
}

void results_begin(FILE *json, FILE *csv, const char *root)
{
    char cpu[200], version[100], date[20];
    time_t now = time(NULL);
    machine(cpu, sizeof cpu);
    commit(version, sizeof version, root);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(
        json,
        "{\"machine\": \"%s\",\n \"compiler\": \"%s\",\n \"flags\": \"%s\",\n \"commit\": \"%s\",\n"
        " \"date\": \"%s\",\n \"cases\": [",
        cpu, __VERSION__, SUITE_FLAGS, version, date);
    fputs("problem,case,contestant,family,order,tolerance,status,seconds,ready,steps,evaluations,"
          "events,"
          "bytes,error,max,mean,repeats\n",
          csv);
}

/* A number, or what stands for none. */
static void number(FILE *f, double x, const char *none, const char *end)
{
    if (isfinite(x))
        fprintf(f, "%.5g%s", x, end);
    else
        fprintf(f, "%s%s", none, end);
}

static void run_json(FILE *f, const struct result *r, const struct entry *e)
{
    const struct contestant *k = &r->contestants[e->contestant];
    const struct outcome *o = &e->o;
    int ok = o->status == SUITE_OK;
    fprintf(f,
            "{\"who\": \"%s\", \"family\": \"%s\", \"order\": %d, \"tol\": %g, \"status\": \"%s\"",
            k->name, families[k->family], k->order, r->a->c->tolerance[e->tolerance],
            statuses[o->status]);
    if (o->status == SUITE_LIMIT) fprintf(f, ", \"seconds\": %.4g", o->seconds);
    if (ok) {
        fprintf(f,
                ", \"seconds\": %.4g, \"ready\": %.3g, \"steps\": %.0f, \"evaluations\": %.0f, "
                "\"events\": %.0f, \"bytes\": %.0f, \"repeats\": %d, \"error\": ",
                o->seconds, o->ready, o->steps, o->evaluations, o->events, o->bytes, e->repeats);
        number(f, o->error.relative, "null", ", \"max\": ");
        number(f, o->error.max, "null", ", \"mean\": ");
        number(f, o->error.mean, "null", "");
    }
    fputs("}", f);
}

static void run_csv(FILE *f, const struct result *r, const struct entry *e)
{
    const struct contestant *k = &r->contestants[e->contestant];
    const struct outcome *o = &e->o;
    fprintf(f, "%s,%s,%s,%s,%d,%g,%s,", r->a->c->problem, r->a->c->name, k->name,
            families[k->family], k->order, r->a->c->tolerance[e->tolerance], statuses[o->status]);
    if (o->status != SUITE_OK) {
        fputs(",,,,,,,,,\n", f);
        return;
    }
    fprintf(f, "%.4g,%.3g,%.0f,%.0f,%.0f,%.0f,", o->seconds, o->ready, o->steps, o->evaluations,
            o->events, o->bytes);
    number(f, o->error.relative, "", ",");
    number(f, o->error.max, "", ",");
    number(f, o->error.mean, "", ",");
    fprintf(f, "%d\n", e->repeats);
}

/* Closes the list, so that the file is whole after every case; the next one is written over that. */
static void end(FILE *json)
{
    long here = ftell(json);
    fputs("\n]}\n", json);
    fflush(json);
    fseek(json, here, SEEK_SET);
}

void results_case(FILE *json, FILE *csv, const struct result *r, int first)
{
    const struct suite_case *c = r->a->c;
    fprintf(json,
            "%s\n  {\"problem\": \"%s\", \"case\": \"%s\", \"title\": \"%s\", \"model\": \"%s\", ",
            first ? "" : ",", c->problem, c->name, c->title, c->file[0] ? c->file : c->model);
    fprintf(json, "\"source\": \"%s\", \"size\": %d, \"states\": %d, \"stop\": %g, ",
            c->text ? "text" : "c", c->size, r->a->states, c->stop);
    fprintf(json, "\"reference\": \"%s\", \"accuracy\": %.3g, \"columns\": \"%s\", ",
            c->reference[0] ? c->reference : c->maker, r->a->accuracy, c->columns);
    fprintf(json, "\"confirm\": \"%s\", \"confirmed\": ", c->confirm);
    number(json, r->a->confirmed, "null", ", ");
    fprintf(json, "\"limit\": %g, \"compile\": %.3g, \"runs\": [", c->limit, r->a->compile);
    for (int k = 0; k < r->n; k++) {
        fputs(k ? ",\n    " : "\n    ", json);
        run_json(json, r, &r->entries[k]);
        run_csv(csv, r, &r->entries[k]);
    }
    fputs("]}", json);
    fflush(csv);
    end(json);
}
