/* SPDX-License-Identifier: MIT */
/* wire.h - messages between a run and the process in which an FMU is: numbers and texts in a row of bytes.
 *
 * Whoever writes a message does not look at failures: `bad` is set when memory is short. Whoever reads one may do so
 * beyond its end: `bad` is set, and 0 and "" are read. */
#ifndef FMI_WIRE_H
#define FMI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire {
    unsigned char *at;
    size_t n, room, read;
    bool bad;
};

void wire_free(struct wire *w);
void wire_clear(struct wire *w);
unsigned char *wire_grow(struct wire *w, size_t n); /* n more bytes, or NULL */
void wire_put(struct wire *w, uint32_t value);
void wire_put_real(struct wire *w, double value);
void wire_put_reals(struct wire *w, const double *values, size_t n);
void wire_put_text(struct wire *w, const char *text);

uint32_t wire_get(struct wire *w);
double wire_get_real(struct wire *w);
void wire_get_reals(struct wire *w, double *values, size_t n);
const char *wire_get_text(struct wire *w); /* lives as long as the message */

#endif
