/* SPDX-License-Identifier: MIT */
/* description.c - problem.txt to cases. A line is "key value" or "case name key=value ...": what stands
 * before the first case holds for all, what stands in a case for this one only. # begins a comment. */
#include "suite.h"
#include <stdlib.h>
#include <string.h>

static int copy(char *to, size_t size, const char *from)
{
    return snprintf(to, size, "%s", from) < (int)size;
}

static int numbers(struct suite_case *c, const char *p)
{
    char *end;
    for (c->tolerances = 0; *p && c->tolerances < SUITE_TOLERANCES;
         p = *end == ',' ? end + 1 : end) {
        c->tolerance[c->tolerances++] = strtod(p, &end);
        if (end == p) return 0;
    }
    return !*p;
}

/* "name:value" */
static int named(char *name, double *value, const char *text)
{
    const char *colon = strchr(text, ':');
    if (!colon || colon - text >= SUITE_NAME) return 0;
    snprintf(name, SUITE_NAME, "%.*s", (int)(colon - text), text);
    *value = atof(colon + 1);
    return 1;
}

static int scale(struct suite_case *c, const char *value)
{
    int k = c->scales;
    if (k == SUITE_SCALES || !named(c->scale[k].name, &c->scale[k].value, value)) return 0;
    c->scales++;
    return 1;
}

static int set_number(struct suite_case *c, const char *key, double x)
{
    struct {
        const char *key;
        double *at;
    } field[] = {{"stop", &c->stop},           {"all", &c->all},
                 {"maker_tol", &c->maker_tol}, {"maker_limit", &c->maker_limit},
                 {"limit", &c->limit},         {"classic", &c->classic},
                 {"finest", &c->finest},       {"confirm_tol", &c->confirm_tol}};
    for (size_t k = 0; k < sizeof field / sizeof *field; k++)
        if (strcmp(field[k].key, key) == 0) {
            *field[k].at = x;
            return 1;
        }
    if (strcmp(key, "size") == 0)
        c->size = (int32_t)x;
    else if (strcmp(key, "rows") == 0)
        c->rows = (int)x;
    else if (strcmp(key, "stages") == 0)
        c->stages = (int)x;
    else
        return 0;
    return 1;
}

static int set(struct suite_case *c, const char *key, const char *value)
{
    struct {
        const char *key;
        char *at;
        size_t size;
    } field[] = {{"title", c->title, sizeof c->title},
                 {"model", c->model, sizeof c->model},
                 {"file", c->file, sizeof c->file},
                 {"reference", c->reference, sizeof c->reference},
                 {"columns", c->columns, sizeof c->columns},
                 {"maker", c->maker, sizeof c->maker},
                 {"confirm", c->confirm, sizeof c->confirm},
                 {"spice", c->spice, sizeof c->spice},
                 {"without", c->without, sizeof c->without},
                 {"only", c->only, sizeof c->only},
                 {"rival", c->rival, sizeof c->rival},
                 {"also", c->also, sizeof c->also},
                 {"netlist", c->netlist, sizeof c->netlist}};
    for (size_t k = 0; k < sizeof field / sizeof *field; k++)
        if (strcmp(field[k].key, key) == 0) return copy(field[k].at, field[k].size, value);
    if (strcmp(key, "source") == 0) {
        c->text = strcmp(value, "text") == 0;
        return c->text || strcmp(value, "c") == 0;
    }
    if (strcmp(key, "set") == 0) return named(c->set.name, &c->set.value, value);
    if (strcmp(key, "scale") == 0) return scale(c, value);
    if (strcmp(key, "tolerances") == 0) return numbers(c, value);
    return set_number(c, key, atof(value));
}

/* "name key=value ...": a copy of the problem with these changes. */
static int add_case(const struct suite_case *problem, char *line, struct suite_case **list, int *n)
{
    struct suite_case *more = realloc(*list, sizeof **list * (size_t)(*n + 1)), *c;
    char *word = strtok(line, " ");
    if (!more || !word) return 0;
    *list = more;
    c = &more[(*n)++];
    *c = *problem;
    if (!copy(c->name, sizeof c->name, word)) return 0;
    while ((word = strtok(NULL, " "))) {
        char *equals = strchr(word, '=');
        if (!equals) return 0;
        *equals = 0;
        if (!set(c, word, equals + 1)) return 0;
    }
    return 1;
}

static int line_of(struct suite_case *problem, char *line, struct suite_case **list, int *n)
{
    char *value;
    line[strcspn(line, "#\n")] = 0;
    for (size_t k = strlen(line); k > 0 && line[k - 1] == ' ';) line[--k] = 0;
    if (!*line) return 1;
    value = line + strcspn(line, " ");
    if (*value) *value++ = 0;
    value += strspn(value, " ");
    return strcmp(line, "case") == 0 ? add_case(problem, value, list, n)
                                     : set(problem, line, value);
}

int suite_describe(const char *folder, const char *problem, struct suite_case **list, int *n)
{
    struct suite_case p = {
        .text = 1, .all = 1, .rows = 501, .limit = 1, .maker_limit = 100, .classic = 1};
    char path[500], line[1000];
    int number = 0, ok = 1;
    FILE *f;
    copy(p.problem, sizeof p.problem, problem);
    snprintf(path, sizeof path, "%s/%s/problem.txt", folder, problem);
    f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "suite: %s cannot be read\n", path);
        return 0;
    }
    while (ok && fgets(line, sizeof line, f)) {
        number++;
        ok = line_of(&p, line, list, n);
    }
    if (!ok) fprintf(stderr, "%s:%d: this line is not understood\n", path, number);
    fclose(f);
    return ok;
}
