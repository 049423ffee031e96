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

/* By spelling; else the shortest of those that begin with the word, if it is the only one or the
 * word has 3 letters. */
const char *talk_nearest(const char *word, const char *const *words, size_t n)
{
    char a[64], b[64];
    const char *best = NULL, *longer = NULL;
    int nearness = TEXT_FAR, begins = 0;
    fold(a, sizeof a, word);
    for (size_t k = 0; k < n; k++) {
        fold(b, sizeof b, words[k]);
        if (strcmp(a, b) == 0) return words[k];
        if (text_nearer(a, b, &nearness)) best = words[k];
        if (!*a || strncmp(a, b, strlen(a)) != 0) continue;
        if (!longer || strlen(words[k]) < strlen(longer)) longer = words[k];
        begins++;
    }
    if (best) return best;
    return begins == 1 || strlen(a) >= 3 ? longer : NULL;
}
