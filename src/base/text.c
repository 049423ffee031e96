/* SPDX-License-Identifier: MIT */
/* text.c - names of array elements, patterns, spelling suggestions. */
#include "base/text.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Backtracks only to the last star: linear in practice, never exponential. */
int text_match(const char *p, const char *s)
{
    const char *star = NULL, *mark = NULL;
    while (*s) {
        if (*p == '*') {
            star = ++p;
            mark = s;
        } else if (*p == '?' || *p == *s) {
            p++;
            s++;
        } else if (star) {
            p = star;
            s = ++mark;
        } else {
            return 0;
        }
    }
    while (*p == '*') p++;
    return !*p;
}

int32_t text_elements(const int32_t size[SALTUS_RANK])
{
    int64_t n = 1;
    for (int k = 0; k < SALTUS_RANK && size[k] != 0; k++) {
        if (size[k] < 0) return -1;
        n *= size[k];
        if (n > INT32_MAX) return -1;
    }
    return (int32_t)n;
}

/* ---- Names of elements ----------------------------------------------------------------------- */

const char *text_outside_quotes(const char *s, const char *letters)
{
    for (bool quoted = false; *s; s++) {
        if (quoted && *s == '\\' && s[1])
            s++;
        else if (*s == '\'')
            quoted = !quoted;
        else if (!quoted && strchr(letters, *s))
            return s;
    }
    return NULL;
}

/* A relation is named by its text; its elements are (x[i] > 1)[3]. */
static bool is_relation(const char *name)
{
    return text_outside_quotes(name, " ") != NULL;
}

const char *text_hole(const char *s)
{
    const char *p = text_outside_quotes(s, "#");
    while (p && !(p > s && (p[-1] == '[' || p[-1] == ',') && (p[1] == ']' || p[1] == ',')))
        p = text_outside_quotes(p + 1, "#");
    return p;
}

struct writing {
    char *buf;
    size_t room, n; /* n: letters so far, also those that have found no room */
};

static void put(struct writing *w, const char *text, size_t n)
{
    if (w->n < w->room) {
        size_t fits = n < w->room - w->n ? n : w->room - w->n;
        memcpy(w->buf + w->n, text, fits);
    }
    w->n += n;
}

static int finish(struct writing *w)
{
    if (w->room > 0) w->buf[w->n < w->room ? w->n : w->room - 1] = '\0';
    return (int)w->n;
}

int text_subscripted(char *buf, size_t room, const char *name, const char *const *sub, int rank)
{
    struct writing w = {buf, room, 0};
    bool wrapped = rank > 0 && is_relation(name);
    const char *gap;
    int k = 0;
    if (wrapped) put(&w, "(", 1);
    for (; !wrapped && k < rank && (gap = text_hole(name)); name = gap + 1, k++) {
        put(&w, name, (size_t)(gap - name));
        put(&w, sub[k], strlen(sub[k]));
    }
    put(&w, name, strlen(name));
    if (wrapped) put(&w, ")", 1);
    for (int first = k; k < rank; k++) {
        put(&w, k > first ? "," : "[", 1);
        put(&w, sub[k], strlen(sub[k]));
        if (k + 1 == rank) put(&w, "]", 1);
    }
    return finish(&w);
}

int text_element(char *buf, size_t room, const char *name, const int32_t size[SALTUS_RANK],
                 int32_t index)
{
    char number[SALTUS_RANK][12];
    const char *sub[SALTUS_RANK];
    int rank = 0;
    while (rank < SALTUS_RANK && size[rank] != 0) rank++;
    for (int k = rank - 1; k >= 0; k--) {
        snprintf(number[k], sizeof number[k], "%d", index % size[k] + 1);
        sub[k] = number[k];
        index /= size[k];
    }
    return text_subscripted(buf, room, name, sub, rank);
}

int text_whole(char *buf, size_t room, const char *name)
{
    struct writing w = {buf, room, 0};
    const char *gap = is_relation(name) ? NULL : text_hole(name);
    for (; gap; gap = text_hole(name)) {
        put(&w, name, (size_t)(gap - name) - 1);
        name = strchr(gap, ']') ? strchr(gap, ']') + 1 : gap + 1;
    }
    put(&w, name, strlen(name));
    return finish(&w);
}

/* A number 1..size at *p, which moves behind it; -1: there is none. */
static int64_t subscript(const char **p, int32_t size)
{
    char *end;
    long v;
    if (**p < '1' || **p > '9') return -1;
    v = strtol(*p, &end, 10);
    *p = end;
    return v > size ? -1 : v - 1;
}

static bool skip(const char **p, const char *text, size_t n)
{
    if (strncmp(*p, text, n) != 0) return false;
    *p += n;
    return true;
}

int32_t text_index(const char *text, const char *name, const int32_t size[SALTUS_RANK])
{
    int64_t index = 0, v;
    bool wrapped = size[0] != 0 && is_relation(name), inside = true;
    if (wrapped && *text++ != '(') return -1;
    for (int k = 0; k < SALTUS_RANK && size[k] != 0; k++) {
        const char *gap = inside && !wrapped ? text_hole(name) : NULL;
        bool first = inside && !gap;
        inside = gap != NULL;
        if (!skip(&text, name, gap ? (size_t)(gap - name) : strlen(name))) return -1;
        name = gap ? gap + 1 : "";
        if (first && wrapped && *text++ != ')') return -1;
        if (!gap && *text++ != (first ? '[' : ',')) return -1;
        if ((v = subscript(&text, size[k])) < 0) return -1;
        index = index * size[k] + v;
    }
    if (!skip(&text, name, strlen(name))) return -1;
    if (size[0] != 0 && !inside && *text++ != ']') return -1;
    return *text ? -1 : (int32_t)index;
}

/* ---- Spelling -------------------------------------------------------------------------------- */

static int least(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}

/* Damerau's distance (optimal alignment) on the first 40 letters, three rows at a time. */
int text_distance(const char *a, const char *b)
{
    enum { MOST = 40 };
    int row[3][MOST + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MOST) n = MOST;
    if (m > MOST) m = MOST;
    for (int j = 0; j <= m; j++) row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *old = row[(i + 2) % 3], *older = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int same = a[i - 1] == b[j - 1];
            now[j] = least(old[j] + 1, now[j - 1] + 1, old[j - 1] + !same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                older[j - 2] + 1 < now[j])
                now[j] = older[j - 2] + 1;
        }
    }
    return row[n % 3][m] > 9 ? 9 : row[n % 3][m];
}

/* r for R */
static int differ_in_case(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b;
        if (x != y) return 0;
    }
    return *a == *b;
}

int text_nearer(const char *wanted, const char *name, int *best)
{
    size_t n = strlen(wanted), common = 0, length = strlen(name);
    int most = n <= 1 ? 0 : n <= 5 ? 1 : 2, d;
    if (length == 0 || length > n + 2 || n > length + 2 || n > 64) return 0;
    d = text_distance(wanted, name);
    if (d > 0 && differ_in_case(wanted, name)) d = most = 1;
    if (d == 0 || d > most) return 0;
    while (common < n && wanted[common] == name[common]) common++;
    d = 100 * d - (int)common; /* at equal distance, the one that begins alike */
    if (d >= *best) return 0;
    *best = d;
    return 1;
}
