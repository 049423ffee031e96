/* SPDX-License-Identifier: MIT */
/* export_build.c - the C code of an FMU, and the library made of it.
 *
 * The code is that of `saltus dump --stage=c` with a table behind it (struct fmu_about). It is compiled by the C
 * compiler that compiles models for runs, and linked with libsaltus_fmu.a and libsaltus.a, which lie beside this
 * program or in the lib folder next to it. Only the functions of the standard can be seen from outside.
 *
 * Paths of model files are cut to their last part, so that the same model gives the same bytes in any folder. */
#include "cli/export/export.h"
#include "base/arena.h"
#include "emit/c/native.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The code -------------------------------------------------------------------------------- */

/* "/a/b/c.mo" becomes "c.mo" in `#line N "..."` and {"...", line, ...}, and in comments. */
static void cut_paths(char *text)
{
    char *to = text;
    for (const char *p = text; *p;) {
        bool quoted = p[0] == '"' && p[1] == '/', bare = strncmp(p, "   /", 4) == 0;
        size_t skip = quoted ? 1 : 3, n = 0;
        const char *slash = NULL;
        if (quoted || bare) n = strcspn(p + skip, quoted ? "\"\n" : ": \n");
        for (size_t k = 0; k < n; k++)
            if (p[skip + k] == '/') slash = p + skip + k;
        if (slash && memchr(p + skip, '.', n) != NULL) {
            memmove(to, p, skip);
            to += skip;
            p = slash + 1;
        } else {
            *to++ = *p++;
        }
    }
    *to = 0;
}

static void make_token(struct export_fmu *x, const char *code)
{
    struct native_hash h = native_hash(native_hash_start(), code, strlen(code));
    h = native_hash(h, SALTUS_VERSION, sizeof SALTUS_VERSION);
    snprintf(x->token, sizeof x->token, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(h.high >> 32),
             (unsigned)(h.high >> 16 & 0xffff), (unsigned)(h.high & 0xffff),
             (unsigned)(h.low >> 48), (unsigned long long)(h.low & 0xffffffffffffu));
}

/* Rows of 100 letters. */
static void put_letters(FILE *out, const char *name, const char *s)
{
    size_t n = strlen(s);
    fprintf(out, "static const char fmu_%s[] =\n", name);
    for (size_t k = 0; k < n; k += 100) fprintf(out, "    \"%.100s\"\n", s + k);
    fputs(n ? "    ;\n" : "    \"\";\n", out);
}

bool export_code(struct export_fmu *x, const char *path, const saltus_compile_options *o,
                 char **code, size_t *n)
{
    char *body = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&body, &size);
    saltus_status st = out ? saltus_compile_dump(path, "c", o, out) : SALTUS_ENOMEM;
    bool fine = out && fclose(out) == 0 && st == SALTUS_OK;
    if (fine) {
        cut_paths(body);
        make_token(x, body);
        out = open_memstream(code, n);
        fine = out != NULL;
    }
    if (fine) {
        fputs(body, out);
        fputs("\n/* ---- What the FMU says about it (fmu/fmu.h) ---- */\n\n", out);
        put_letters(out, "types", x->types);
        put_letters(out, "roles", x->roles);
        fprintf(
            out,
            "struct fmu_about {\n    const saltus_model *model;\n    const char *token, *method, "
            "*types, *roles;\n};\nextern const struct fmu_about fmu_about;\n"
            "const struct fmu_about fmu_about = {&saltus_model_table, \"%s\", \"%s\", fmu_types, "
            "fmu_roles};\n",
            x->token, x->method);
        fine = fclose(out) == 0;
    }
    free(body);
    if (!fine && st >= 0) talk_error("out of memory");
    return fine;
}

/* ---- The library ----------------------------------------------------------------------------- */

static bool is_there(const char *folder, const char *up, const char *file, char *buf, size_t size)
{
    return (size_t)snprintf(buf, size, "%s/%s%s", folder, up, file) < size &&
           access(buf, R_OK) == 0;
}

/* Beside the program, or where an installation has it. */
bool export_folder(const char *file, char *buf, size_t size)
{
    static const char *const places[] = {"", "../lib/", "../lib/x86_64-linux-gnu/",
                                         "../lib/aarch64-linux-gnu/", "../share/saltus/"};
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    char *slash;
    exe[n > 0 ? n : 0] = 0;
    slash = strrchr(exe, '/');
    if (slash) *slash = 0;
    for (size_t k = 0; slash && k < sizeof places / sizeof *places; k++)
        if (is_there(exe, places[k], file, buf, size)) return true;
    talk_error("%s is not found beside this program (%s), nor in ../lib or ../share/saltus", file,
               slash ? exe : "?");
    return false;
}

bool export_slurp(const char *path, char **bytes, size_t *n)
{
    FILE *in = fopen(path, "rb");
    size_t room = 0;
    bool fine = in != NULL;
    *bytes = NULL;
    *n = 0;
    while (fine) {
        if (*n == room) {
            char *more = realloc(*bytes, room = 2 * room + (1 << 20));
            if (!more) {
                fine = false;
                break;
            }
            *bytes = more;
        }
        size_t got = fread(*bytes + *n, 1, room - *n, in);
        if (got == 0) break;
        *n += got;
    }
    if (in && ferror(in)) fine = false;
    if (in) fclose(in);
    return fine;
}

static bool write_file(const char *path, const char *text, size_t n)
{
    FILE *out = fopen(path, "wb");
    bool fine = out && fwrite(text, 1, n, out) == n;
    if (out && fclose(out) != 0) fine = false;
    if (!fine) talk_error("%s: %s", path, strerror(errno));
    return fine;
}

/* Compiles in a folder of its own. */
static bool build(const struct export_fmu *x, const char *folder, const char *code, size_t n,
                  char **bytes, size_t *size)
{
    char c[4200], so[4200], map[4200], glue[4200], engine[4200], option[4300], first[64];
    const char *words[] = {glue, engine, option, first, "-Wl,--build-id=none", "-Wl,-z,noexecstack",
                           "-s"};
    struct native_more more = {words, sizeof words / sizeof *words, NULL};
    struct arena arena;
    struct native_cc cc = {.arena = &arena};
    const char *why, *exports = x->version == 2 ? "{ global: fmi2*; local: *; };\n"
                                                : "{ global: fmi3*; local: *; };\n";
    volatile bool fine = false;
    snprintf(c, sizeof c, "%s/model.c", folder);
    snprintf(so, sizeof so, "%s/model.so", folder);
    snprintf(map, sizeof map, "%s/exports", folder);
    snprintf(option, sizeof option, "-Wl,--version-script=%s", map);
    snprintf(first, sizeof first, "-Wl,-u,fmi%dGetVersion", x->version);
    arena_init(&arena, NULL, NULL, (size_t)1 << 28);
    if (setjmp(arena.fail)) {
        talk_error("out of memory");
        goto done;
    }
    if (!export_folder("libsaltus_fmu.a", glue, sizeof glue) ||
        !export_folder("libsaltus.a", engine, sizeof engine) || !write_file(c, code, n) ||
        !write_file(map, exports, strlen(exports)))
        goto done;
    why = native_cc_find(&cc);
    if (!why && cc.tiny) why = "tcc cannot link the library of an FMU; set CC to gcc or clang";
    if (!why) why = native_cc_run(&cc, c, so, "model.c", &more);
    if (why)
        talk_error("the library of the FMU cannot be made: %s", why);
    else if (!(fine = export_slurp(so, bytes, size)))
        talk_error("%s: %s", so, strerror(errno));
done:
    arena_free(&arena);
    unlink(c);
    unlink(so);
    unlink(map);
    return fine;
}

bool export_library(const struct export_fmu *x, const char *code, size_t n, char **bytes,
                    size_t *size)
{
    const char *tmp = getenv("TMPDIR");
    char folder[4096];
    bool fine;
    snprintf(folder, sizeof folder, "%s/saltus-export-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        talk_error("%s: %s", folder, strerror(errno));
        return false;
    }
    fine = build(x, folder, code, n, bytes, size);
    rmdir(folder);
    return fine;
}
