/* SPDX-License-Identifier: MIT */
/* native.c - a model as machine code.
 *
 *     C text -> hash of text, compiler and options -> NAME-HASH.so in the cache?
 *         yes, and its seal is whole: load
 *         no: write NAME-HASH.c, compile to a passing name, seal, rename, load
 *
 * Processes that do this at the same time get the same files, each as a whole. A cached file that
 * cannot be loaded is made again, once. If the cache folder cannot be used, a folder under $TMPDIR
 * takes its place until native_free.
 *
 * If the caller can do without the model for a while, the last line is done by a process of its own
 * (native_later.c). */
#include "emit/c/native.h"
#include "base/contract.h"
#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct native {
    struct arena arena;
    char *text; /* the C; from open_memstream */
    size_t n_text;
    const char *name; /* what the text calls itself */
    const char *folder, *c, *so, *note;
    struct native_hash key, hash;
    struct code_model *of;                /* (making) for its external functions alone           */
    const struct code_external *external; /* (making) functions in C                             */
    bool temporary;
    struct native_cc cc;
    double ms;
    void *library;
    const saltus_model *model;
    bool patient;               /* (making) what is not in the cache is left for later */
    struct native_later *later; /* ... and is being made                               */
    native_ready *ready;        /* ... for whom                                        */
};

/* ---- Names ----------------------------------------------------------------------------------- */

static bool print_text(struct native *n, const struct code_model *m)
{
    FILE *out = open_memstream(&n->text, &n->n_text);
    bool fine;
    if (!out) return false;
    code_print(out, m);
    fine = !ferror(out);
    return fclose(out) == 0 && fine;
}

/* The part of a file's name that people read. */
static const char *file_name(struct native *n, const char *model)
{
    char *s = arena_format(&n->arena, "%.60s", model);
    for (char *at = s; *at; at++) {
        if (!isalnum((unsigned char)*at) || (unsigned char)*at > 127) *at = '_';
    }
    return s;
}

static void name_files(struct native *n, const char *model)
{
    struct native_hash h = native_hash(native_hash_start(), n->text, n->n_text);
    const char *base;
    h = native_hash(h, n->cc.id, strlen(n->cc.id));
    if (n->external->n && !n->of)
        h = native_hash(h, n->external->text, strlen(n->external->text) + 1);
    for (int32_t k = 0; k < n->external->words.n; k++)
        h = native_hash(h, n->external->words.at[k], strlen(n->external->words.at[k]) + 1);
    base = arena_format(&n->arena, "%s/%s-%016llx%016llx", n->folder, file_name(n, model),
                        (unsigned long long)h.high, (unsigned long long)h.low);
    n->hash = h;
    n->c = arena_format(&n->arena, "%s.c", base);
    n->so = arena_format(&n->arena, "%s.so", base);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* The functions in C of a model that is interpreted. */
static const char *load_external(struct native *n)
{
    struct code_model *m = n->of;
    m->external_fn = ARENA_ARRAY(m->arena, code_external_fn *, m->external.n);
    for (int32_t k = 0; k < m->external.n; k++) {
        void *f = dlsym(n->library, arena_format(&n->arena, "saltus_external_%d", (int)k));
        if (!f) return arena_format(&n->arena, "%s", dlerror());
        memcpy(&m->external_fn[k], &f, sizeof f);
    }
    return NULL;
}

static const char *load(struct native *n)
{
    n->library = dlopen(n->so, RTLD_NOW | RTLD_LOCAL);
    if (!n->library) return arena_format(&n->arena, "%s", dlerror());
    if (n->of) return load_external(n);
    n->model = dlsym(n->library, "saltus_model_table");
    if (n->model && contract_fits(n->model)) return NULL;
    dlclose(n->library);
    n->library = NULL;
    n->model = NULL;
    return arena_format(&n->arena, "%s is not a model of this version", n->so);
}

/* A use that shows in its date, by which the oldest are told. */
static bool load_cached(struct native *n)
{
    if (!native_sealed(n->key, n->so) || load(n) != NULL) return false;
    (void)utimensat(AT_FDCWD, n->so, NULL, 0);
    return true;
}

/* ---- Making ---------------------------------------------------------------------------------- */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The passing name of the library, unique among all processes; NULL: the folder takes no files. */
static const char *passing_name(struct native *n)
{
    char *s = arena_format(&n->arena, "%s.XXXXXX", n->so);
    int fd = mkstemp(s);
    if (fd >= 0) close(fd);
    return fd >= 0 ? s : NULL;
}

/* The text of the functions in C, under a passing name; NULL: it cannot be written. */
static const char *write_external(struct native *n)
{
    const char *passing = passing_name(n);
    const char *text = n->external->text;
    return passing && !native_write(&n->arena, passing, text, strlen(text)) ? passing : NULL;
}

static const char *compile(struct native *n)
{
    const char *passing = passing_name(n), *wrong;
    struct native_more more = {n->external->words.at, n->external->words.n, NULL};
    if (!passing) return arena_format(&n->arena, "%s cannot be written", n->so);
    if (n->external->n && !n->of && !(more.c = write_external(n)))
        wrong = arena_format(&n->arena, "%s: its functions in C cannot be written", n->so);
    else
        wrong = native_cc_run(&n->cc, n->c, passing, n->name, &more);
    if (more.c) unlink(more.c);
    if (!wrong && !native_seal(n->key, passing))
        wrong = arena_format(&n->arena, "%s: not written", n->so);
    if (!wrong && rename(passing, n->so) != 0) wrong = "the compiled model cannot be renamed";
    if (wrong) unlink(passing);
    return wrong;
}

/* From the C file that is already there. */
static const char *make(struct native *n)
{
    double start = now_ms();
    const char *wrong = compile(n);
    n->ms = now_ms() - start;
    return wrong ? wrong : load(n);
}

static const char *write_c(struct native *n)
{
    return native_write(&n->arena, n->c, n->text, n->n_text);
}

/* In a folder of our own, because of `why`. */
static const char *make_elsewhere(struct native *n, const char *model, const char *why)
{
    const char *wrong;
    n->note = why;
    n->folder = native_folder_temporary(&n->arena);
    if (!n->folder)
        return arena_format(&n->arena, "%s%sno temporary folder", why ? why : "", why ? "; " : "");
    n->temporary = true;
    name_files(n, model);
    wrong = write_c(n);
    return wrong ? wrong : make(n);
}

static const char *find_or_make(struct native *n, const char *model)
{
    const char *why, *wrong = native_cc_find(&n->cc);
    if (wrong) return wrong;
    if (n->external->fresh) return make_elsewhere(n, model, NULL);
    n->folder = native_folder(&n->arena, &why);
    if (!n->folder) return make_elsewhere(n, model, why);
    if (!native_key(&n->arena, n->folder, &n->key))
        return make_elsewhere(n, model,
                              arena_format(&n->arena,
                                           "cache folder %s: its key (" NATIVE_KEY
                                           ") can be neither read nor written",
                                           n->folder));
    name_files(n, model);
    if (load_cached(n)) return NULL;
    if ((wrong = write_c(n))) return make_elsewhere(n, model, wrong);
    if (n->patient) return NULL;
    wrong = make(n);
    if (!wrong) native_cache_trim(n->folder, n->so, native_cache_limit());
    return wrong;
}

/* ---- From outside ---------------------------------------------------------------------------- */

static saltus_status run(struct native *n, const struct code_model *m, const char **why)
{
    const char *wrong;
    if (setjmp(n->arena.fail)) return SALTUS_ENOMEM;
    n->cc.arena = &n->arena;
    n->name = arena_format(&n->arena, "%s.c", m->name);
    n->external = &m->external;
    if (n->of) {
        n->text = strdup(m->external.text);
        n->n_text = n->text ? strlen(n->text) : 0;
    }
    if (n->of ? !n->text : !print_text(n, m)) return SALTUS_ENOMEM;
    wrong = find_or_make(n, m->name);
    free(n->text);
    n->text = NULL;
    if (wrong) *why = arena_format(m->arena, "%s", wrong);
    return wrong ? SALTUS_EIO : SALTUS_OK;
}

static saltus_status begin(const struct code_model *m, struct code_model *of, bool patient,
                           struct native **out, const char **why)
{
    struct native *n = calloc(1, sizeof *n);
    saltus_status status;
    *out = NULL;
    *why = NULL;
    if (!n) return SALTUS_ENOMEM;
    n->of = of;
    n->patient = patient;
    arena_init(&n->arena, NULL, NULL, (size_t)64 << 20);
    status = run(n, m, why);
    if (status == SALTUS_OK)
        *out = n;
    else
        native_free(n);
    return status;
}

saltus_status native_load(const struct code_model *m, struct native **out, const char **why)
{
    return begin(m, NULL, false, out, why);
}

/* ---- Later ----------------------------------------------------------------------------------- */

saltus_status native_load_later(const struct code_model *m, struct native **out, const char **why)
{
    return begin(m, NULL, true, out, why);
}

/* In the process that makes the library. If many runs begin at once, one of them compiles. */
static void make_later(void *user)
{
    struct native *n = user;
    int lock;
    if (setjmp(n->arena.fail)) return;
    lock = native_lock(&n->arena, n->folder, n->hash);
    if (!native_sealed(n->key, n->so) && !compile(n))
        native_cache_trim(n->folder, n->so, native_cache_limit());
    if (lock >= 0) close(lock);
}

static void take_over(void *user)
{
    struct native *n = user;
    if (setjmp(n->arena.fail)) return;
    if (load_cached(n)) atomic_store_explicit(n->ready, n->model, memory_order_release);
}

void native_wait_for(struct native *n, native_ready *ready)
{
    n->ready = ready;
    if (!n->model) n->later = native_later_start(make_later, take_over, n);
}

saltus_status native_load_external(struct code_model *m, struct native **out, const char **why)
{
    return begin(m, m, false, out, why);
}

void native_free(struct native *n)
{
    if (!n) return;
    native_later_stop(n->later);
    if (n->library) dlclose(n->library);
    if (n->temporary) {
        if (n->so) unlink(n->so);
        if (n->c) unlink(n->c);
        rmdir(n->folder);
    }
    free(n->text);
    arena_free(&n->arena);
    free(n);
}

const saltus_model *native_model(const struct native *n)
{
    return n->model;
}

double native_compile_ms(const struct native *n)
{
    return n->ms;
}

const char *native_source(const struct native *n)
{
    return n->c;
}

const char *native_library(const struct native *n)
{
    return n->so;
}

const char *native_note(const struct native *n)
{
    return n->note;
}
