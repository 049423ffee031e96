/* SPDX-License-Identifier: MIT */
/* talk.c - messages to the user, on stderr, in one tone.
 *
 *     saltus: there is no method 'liqs2'
 *         = hint: did you mean 'liqss2'? 'saltus methods' lists all
 *
 * Whether notes are wanted is the one thing that is remembered between calls. */
#include "base/text.h"
#include "cli/core/cli.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool be_quiet;

bool talk_colour(FILE *f)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no && *no) return false;
    if (term && strcmp(term, "dumb") == 0) return false;
    return isatty(fileno(f)) == 1;
}

static void say(const char *before, const char *colour, const char *format, va_list args)
{
    bool coloured = talk_colour(stderr);
    fflush(stdout); /* what was said before is seen before */
    fprintf(stderr, "%s%s%s", coloured ? colour : "", before, coloured ? "\033[0m" : "");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void talk_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("saltus: ", "\033[1;31m", format, args);
    va_end(args);
}

void talk_hint(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("    = hint: ", "\033[36m", format, args);
    va_end(args);
}

void talk_note(const char *format, ...)
{
    va_list args;
    if (be_quiet) return;
    va_start(args, format);
    say("", "", format, args);
    va_end(args);
}

void talk_quiet(bool quiet)
{
    be_quiet = quiet;
}

bool talk_is_quiet(void)
{
    return be_quiet;
}

/* Small letters, and _ for -: these are not what a person meant to say. */
static void fold(char *to, size_t size, const char *from)
{
    size_t n = 0;
    for (; from[n] && n + 1 < size; n++)
        to[n] = from[n] == '-' ? '_' : (char)tolower((unsigned char)from[n]);
    to[n] = 0;
}

/* A third of the letters may be wrong; or the word is the beginning of exactly one. */
const char *talk_nearest(const char *word, const char *const *words, size_t n)
{
    char a[64], b[64];
    const char *best = NULL, *longer = NULL;
    int least = 9, begins = 0;
    fold(a, sizeof a, word);
    for (size_t k = 0; k < n; k++) {
        int d;
        fold(b, sizeof b, words[k]);
        d = text_distance(a, b);
        if (d < least) least = d, best = words[k];
        if (*a && strncmp(a, b, strlen(a)) == 0) longer = words[k], begins++;
    }
    if (best && least <= (int)(strlen(a) + 2) / 3 && least < (int)strlen(a)) return best;
    return begins == 1 ? longer : NULL;
}
