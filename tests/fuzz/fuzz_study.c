/* SPDX-License-Identifier: MIT */
/* fuzz_study.c - the reader of study files: any bytes are a study or an error, and every cell of a study has a
 * finite value for each of its names.
 *
 *     tests/fuzz/run.sh study 60                                                              */
#include "cli/sweep/study.h"
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is said is of no interest here, but it must be sound text. */
static void say(const char *format, va_list a)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, a);
}

void talk_error(const char *format, ...)
{
    va_list a;
    va_start(a, format);
    say(format, a);
    va_end(a);
}

void talk_hint(const char *format, ...)
{
    va_list a;
    va_start(a, format);
    say(format, a);
    va_end(a);
}

/* The rest of the command and of the library. */
const struct command command_list[] = {{.name = "sweep", .options = options_sweep}, {.name = NULL}};
const struct command *command_find(const char *name)
{
    return strcmp(name, "sweep") == 0 ? command_list : NULL;
}
size_t methods_all(const saltus_method_info **list)
{
    static const saltus_method_info one = {.name = "qss3"};
    *list = &one;
    return 1;
}
bool methods_quantized(const char *name)
{
    return (void)name, true;
}
void sim_tell(const saltus_options *o, const saltus_diag *d)
{
    (void)o, (void)d;
}

const char *talk_nearest(const char *name, const char *const *words, size_t n)
{
    return n && strlen(name) == strlen(words[0]) ? words[0] : NULL;
}

static char path[64];

static void remove_file(void)
{
    unlink(path);
}

static void write_file(const uint8_t *data, size_t size)
{
    FILE *f;
    if (!*path) {
        snprintf(path, sizeof path, "/dev/shm/fuzz-study-%ld.json", (long)getpid());
        atexit(remove_file);
    }
    f = fopen(path, "wb");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0) abort();
}

static void check_cell(const struct study *s, size_t cell)
{
    for (size_t k = 0; k < s->n_names; k++)
        if (!isfinite(study_value(s, cell, k)) || study_find(s, s->name[k]) != k) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct study s = {NULL};
    write_file(data, size);
    if (study_read(path, &s)) {
        if (!s.model || given_number(&s.given, "seed", 0) < 0 ||
            given_number(&s.given, "theta", 0) >= 2)
            abort();
        if (study_close(&s)) {
            for (size_t cell = 0; cell < s.cells && cell < 1000; cell++) check_cell(&s, cell);
            check_cell(&s, s.cells - 1);
        }
    }
    study_free(&s);
    return 0;
}
