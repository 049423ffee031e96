/* SPDX-License-Identifier: MIT */
/* talk.c - messages to the user, on stderr, in one tone.
 *
 *     saltus: there is no method 'liqs2'
 *         = hint: did you mean 'liqss2'? 'saltus methods' lists all
 *
 * Whether notes are wanted is the one thing that is remembered between calls. */
#include "base/paint.h"
#include "base/text.h"
#include "cli/core/cli.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int level; /* of silence */

static void say(const char *before, enum paint kind, const char *format, va_list args)
{
    fflush(stdout); /* what was said before is seen before */
    fprintf(stderr, "%s%s%s", paint_code(stderr, kind), before, paint_code(stderr, PAINT_OFF));
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void talk_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("saltus: ", PAINT_ERROR, format, args);
    va_end(args);
}

void talk_hint(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say("    = hint: ", PAINT_HINT, format, args);
    va_end(args);
}

void talk_note(const char *format, ...)
{
    va_list args;
    if (level > 0) return;
    va_start(args, format);
    say("", PAINT_OFF, format, args);
    va_end(args);
}

void talk_warning(const char *format, ...)
{
    va_list args;
    if (level > 1) return;
    va_start(args, format);
    say("saltus: warning: ", PAINT_WARNING, format, args);
    va_end(args);
}

void talk_set_silence(int silence)
{
    level = silence;
}

int talk_silence(void)
{
    return level;
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
