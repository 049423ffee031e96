/* SPDX-License-Identifier: MIT */
/* test_strong.c - components against reachability, on random graphs, and a chain that no recursion
 * would survive. */
#include "base/strong.h"
#include "testing.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };

static void close_paths(int n, unsigned char reach[MOST][MOST])
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) reach[i][j] |= reach[i][k] & reach[k][j];
}

PROP(components_are_mutual_reach, 5000)
{
    int n = rng_int(g, 1, MOST), edges = rng_int(g, 0, 2 * n), of[MOST];
    int32_t start[MOST + 1] = {0}, to[2 * MOST], room[STRONG_ROOM * MOST] = {0}, node[MOST];
    int32_t first[MOST + 1], count;
    unsigned char reach[MOST][MOST] = {{0}};
    int32_t used = 0;
    for (int i = 0; i < n; i++) {
        reach[i][i] = 1;
        start[i] = used;
        for (int k = rng_int(g, 0, 2); k > 0 && used < edges; k--) {
            to[used] = (int32_t)rng_int(g, 0, n - 1);
            reach[i][to[used++]] = 1;
        }
    }
    start[n] = used;
    close_paths(n, reach);
    count = strong_components(n, start, to, room, node, first);
    CHECK_EQ_INT(first[0], 0);
    CHECK_EQ_INT(first[count], n);
    for (int32_t c = 0; c < count; c++)
        for (int32_t k = first[c]; k < first[c + 1]; k++) of[node[k]] = c;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            CHECK_EQ_INT(of[i] == of[j], reach[i][j] && reach[j][i]);
            if (reach[i][j]) CHECK(of[j] <= of[i]);
        }
}

TEST(a_long_chain)
{
    enum { N = 1000000 };
    int32_t *start = malloc((N + 1) * sizeof *start), *to = malloc(N * sizeof *to);
    int32_t *room = calloc((STRONG_ROOM + 2) * N + 1, sizeof *room);
    for (int32_t i = 0; i < N; i++) start[i] = i, to[i] = i + 1 < N ? i + 1 : i;
    start[N] = N;
    CHECK_EQ_INT(
        strong_components(N, start, to, room, room + STRONG_ROOM * N, room + (STRONG_ROOM + 1) * N),
        N);
    free(start);
    free(to);
    free(room);
}

TEST_MAIN()
