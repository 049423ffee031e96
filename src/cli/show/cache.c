/* SPDX-License-Identifier: MIT */
/* cache.c - saltus cache: compiled models, where they are and how much room they take. */
#include "cli/core/cli.h"
#include "emit/c/native.h"

static int show(const char *folder, const struct native_cache *n)
{
    printf("%s\n", folder);
    printf("  compiled models   %zu\n", n->models);
    printf("  size              %.1f MB of at most %g MB\n", (double)n->bytes * 1e-6,
           (double)n->limit * 1e-6);
    if (n->left_behind) printf("  left behind       %zu by killed processes\n", n->left_behind);
    return EXIT_FINE;
}

static int clear(const char *folder, const struct native_cache *n)
{
    if (!native_cache_clear(folder)) {
        talk_error("%s: not everything could be removed", folder);
        return EXIT_RUN;
    }
    talk_note("%zu compiled models removed, %.1f MB", n->models, (double)n->bytes * 1e-6);
    return EXIT_FINE;
}

static int look(const struct cli *c, struct arena *a)
{
    struct native_cache now;
    const char *why, *folder = native_folder(a, &why);
    if (!folder || !native_cache_look(folder, &now)) {
        talk_error("%s", folder ? "the cache folder cannot be read" : why);
        return EXIT_RUN;
    }
    if (cli_given(c, "path")) return printf("%s\n", folder), EXIT_FINE;
    return cli_given(c, "clear") ? clear(folder, &now) : show(folder, &now);
}

int cmd_cache(const struct cli *c)
{
    struct arena a;
    int status;
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) {
        talk_error("%s", saltus_status_text(SALTUS_ENOMEM));
        return EXIT_RUN;
    }
    status = look(c, &a);
    arena_free(&a);
    return status;
}
