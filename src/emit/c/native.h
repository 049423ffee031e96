/* SPDX-License-Identifier: MIT */
/* native.h - a model as machine code: printed as C, compiled by the C compiler of the machine,
 * kept in a cache, loaded.
 *
 * Environment:
 *   SALTUS_CACHE    folder of the cache; else $XDG_CACHE_HOME/saltus, else $HOME/.cache/saltus
 *   SALTUS_CACHE_MB how large it may become; else 500
 *   CC              the compiler, with options if need be; else cc, gcc, clang or tcc from PATH
 *   SALTUS_CFLAGS   options behind ours, for example -O3 -march=native */
#ifndef EMIT_NATIVE_H
#define EMIT_NATIVE_H

#include "emit/code.h"
#include "saltus_base.h"

struct native;

/* You own *out, which does not need m any longer. After an error it is NULL and *why, in m's arena,
 * says what went wrong: SALTUS_EIO: no compiler (*why says so), or it failed; SALTUS_ENOMEM. */
saltus_status native_load(const struct code_model *m, struct native **out, const char **why);
/* The same if it is in the cache. If not, it is made by a process of its own, and native_model is NULL until
 * it has been handed over to *ready, which native_free must not outlive. *out NULL: that cannot be done
 * here; use native_load. */
saltus_status native_load_later(const struct code_model *m, struct native **out, const char **why);
void native_wait_for(struct native *n, native_ready *ready);
/* Only its functions in C, for the interpreter: m->external_fn. */
saltus_status native_load_external(struct code_model *m, struct native **out, const char **why);
void native_free(struct native *n); /* after the last use of its model */

const saltus_model *native_model(const struct native *n);
double native_compile_ms(const struct native *n);   /* 0: it was in the cache                  */
const char *native_source(const struct native *n);  /* path of the generated C                 */
const char *native_library(const struct native *n); /* path of the compiled model              */
const char *native_note(const struct native *n);    /* NULL, or why the cache was not used     */

/* ---- Inside (native_cc.c): the compiler ------------------------------------------------------ */

struct native_cc {
    struct arena *arena;
    const char *path;        /* of the program                                                  */
    VEC(const char *) words; /* the command without what belongs to one file                    */
    const char *id;          /* differs when the program or the options differ                  */
    bool tiny;               /* tcc                                                             */
};

struct native_more {          /* besides the text of the model                                    */
    const char *const *words; /* options                                                         */
    int32_t n_words;
    const char *c; /* another text, or NULL                                           */
};

/* NULL, or why there is none. */
const char *native_cc_find(struct native_cc *cc);
/* Compiles `c` to the library `so`; debug information calls the text by its path though it calls
 * itself `name`. NULL, or what the compiler said. */
const char *native_cc_run(const struct native_cc *cc, const char *c, const char *so,
                          const char *name, const struct native_more *more);

/* ---- Inside (native_later.c): a process that makes a library while we go on -------------------- */

struct native_later;
typedef void native_make_fn(void *user);  /* in that process                        */
typedef void native_later_fn(void *user); /* in a thread of ours, when it has ended */
/* NULL: cannot be done. */
struct native_later *native_later_start(native_make_fn *make, native_later_fn *arrived, void *user);
void native_later_stop(struct native_later *l); /* after this `arrived` is not called any more */

/* ---- Inside (native_file.c): the cache ------------------------------------------------------- */

struct native_hash {
    uint64_t high, low;
};
struct native_hash native_hash(struct native_hash h, const void *data, size_t n); /* FNV-1a */
struct native_hash native_hash_start(void);

/* The folder of the cache, made if need be; NULL: none can be used, and *why says why. */
const char *native_folder(struct arena *a, const char **why);
/* A folder of our own under $TMPDIR or /tmp; NULL: failed. */
const char *native_folder_temporary(struct arena *a);
/* Writes a file under another name, then renames it. NULL, or what failed. */
const char *native_write(struct arena *a, const char *path, const char *text, size_t n);

/* ---- Inside (native_seal.c): what may be loaded ---------------------------------------------- */

#define NATIVE_KEY ".key" /* the file of the cache that has its key */

struct stat;
bool native_ours(const struct stat *st); /* a file that only we can change */
/* SipHash-2-4 of 128 bits. */
struct native_hash native_keyed(struct native_hash key, const void *data, size_t n);
/* The key of that cache, made if need be; false: it cannot be read or written. */
bool native_key(struct arena *a, const char *folder, struct native_hash *key);
/* Waits until no other process has the lock of that model: a byte of the key's file, which the kernel
 * gives back when a process ends. Close it; -1: there is no lock. */
int native_lock(struct arena *a, const char *folder, struct native_hash of);
/* A file ends with a seal, a hash of what is before, under the key of the cache; a broken one, or
 * one that is not ours, is never loaded. Sealing also takes the file from all others. */
bool native_seal(struct native_hash key, const char *path);
bool native_sealed(struct native_hash key, const char *path);

/* ---- native_cache.c: how large it is --------------------------------------------------------- */

struct native_cache {
    size_t models, left_behind; /* by killed processes */
    uint64_t bytes, limit;
};
uint64_t native_cache_limit(void); /* bytes */
/* Removes what was used longest ago until the limit is kept, but not the library `keep`. */
void native_cache_trim(const char *folder, const char *keep, uint64_t limit);
bool native_cache_look(const char *folder, struct native_cache *to); /* false: cannot be read */
bool native_cache_clear(const char *folder); /* false: something could not be removed */

#endif
