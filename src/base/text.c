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

/* A relation is named by its text; its elements are (x[i] > 1)[3]. */
static bool is_relation(const char *name)
{
    return *name != '\'' && strchr(name, ' ');
}

int text_element(char *buf, size_t room, const char *name, const int32_t size[SALTUS_RANK],
                 int32_t index)
{
    char at[SALTUS_RANK * 12 + 1];
    int32_t place[SALTUS_RANK];
    int rank = 0, used = 0;
    while (rank < SALTUS_RANK && size[rank] != 0) rank++;
    for (int k = rank - 1; k >= 0; k--) {
        place[k] = index % size[k] + 1;
        index /= size[k];
    }
    if (rank == 0) return snprintf(buf, room, "%s", name);
    for (int k = 0; k < rank; k++)
        used += snprintf(at + used, sizeof at - (size_t)used, "%c%d", k ? ',' : '[', place[k]);
    return snprintf(buf, room, is_relation(name) ? "(%s)%s]" : "%s%s]", name, at);
}

int32_t text_index(const char *text, const char *name, const int32_t size[SALTUS_RANK])
{
    size_t n = strlen(name);
    int64_t index = 0;
    bool wrapped = size[0] != 0 && is_relation(name);
    const char *p;
    if (wrapped && *text++ != '(') return -1;
    if (strncmp(text, name, n) != 0) return -1;
    p = text + n;
    if (wrapped && *p++ != ')') return -1;
    for (int k = 0; k < SALTUS_RANK && size[k] != 0; k++) {
        char *end;
        long v;
        if (*p != (k ? ',' : '[') || p[1] < '1' || p[1] > '9') return -1;
        v = strtol(p + 1, &end, 10);
        if (v > size[k]) return -1;
        index = index * size[k] + (v - 1);
        p = end;
    }
    if (size[0] != 0 && *p++ != ']') return -1;
    return *p ? -1 : (int32_t)index;
}

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
