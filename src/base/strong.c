/* SPDX-License-Identifier: MIT */
/* strong.c - Tarjan's algorithm. A depth-first search numbers the nodes as it meets
 * them. low[v] is the least number that v can reach through nodes which belong to no component yet;
 * if that is the number of v itself, v and all that were met after it are one component. The search
 * keeps its own stack: a chain of a million nodes is as deep as it is long. */
#include "base/strong.h"

struct search {
    const int32_t *start, *to;
    int32_t *number, *low; /* numbers from 1 on; 0: not met yet; low: INT32_MAX: done */
    int32_t *next;         /* the edge to be followed next                          */
    int32_t *open, *path;  /* met and in no component yet; from the root to here    */
    int32_t *node, *first; /* the result                                            */
    int32_t met, n_open, n_path, n_node, n_first;
};

static void enter(struct search *s, int32_t v)
{
    s->number[v] = s->low[v] = ++s->met;
    s->next[v] = s->start[v];
    s->open[s->n_open++] = v;
    s->path[s->n_path++] = v;
}

/* All that v leads to is known. */
static void leave(struct search *s, int32_t v)
{
    int32_t w, up = --s->n_path > 0 ? s->path[s->n_path - 1] : -1;
    if (up >= 0 && s->low[v] < s->low[up]) s->low[up] = s->low[v];
    if (s->low[v] != s->number[v]) return;
    s->first[s->n_first++] = s->n_node;
    do {
        w = s->open[--s->n_open];
        s->low[w] = INT32_MAX;
        s->node[s->n_node++] = w;
    } while (w != v);
}

static void search_from(struct search *s, int32_t root)
{
    enter(s, root);
    while (s->n_path > 0) {
        int32_t v = s->path[s->n_path - 1], w;
        if (s->next[v] == s->start[v + 1]) {
            leave(s, v);
            continue;
        }
        w = s->to[s->next[v]++];
        if (!s->number[w])
            enter(s, w);
        else if (s->low[w] != INT32_MAX && s->number[w] < s->low[v])
            s->low[v] = s->number[w];
    }
}

int32_t strong_components(int32_t n, const int32_t *start, const int32_t *to, int32_t *room,
                          int32_t *node, int32_t *first)
{
    size_t m = (size_t)n;
    struct search s = {.start = start, .to = to, .node = node, .first = first};
    s.number = room, s.low = room + m, s.next = room + 2 * m;
    s.open = room + 3 * m, s.path = room + 4 * m;
    for (int32_t v = 0; v < n; v++)
        if (!s.number[v]) search_from(&s, v);
    first[s.n_first] = n;
    return s.n_first;
}
