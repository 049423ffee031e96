/* SPDX-License-Identifier: MIT */
/* link.h - lines of text between a run and the world: pipes, files, sockets.
 *
 *     line = time value { value } newline       empty lines and those that begin with # are skipped
 *
 * What one run writes another can read. By virtual time an input reads the next line when it has
 * dealt with the one before, and waits for it: the same lines give the same run, however slow they
 * come. Live it never waits, but looks for lines every `poll` seconds of simulated time; a line
 * whose time has passed, or is "-", counts as now. */
#ifndef BLOCKS_LINK_H
#define BLOCKS_LINK_H

#include "blocks/tables.h"

/* Opens what the part's arguments name; -1: the run has failed. write 1: to write. */
int link_open_file(const saltus_cell *c, int write);
int link_open_socket(const saltus_cell *c);
/* All n bytes; 0: it failed, and errno says why (EPIPE: nothing reads any more; no signal is
 * raised). */
int link_write(int fd, const char *text, size_t n);

/* Parameters of every socket, which link_open_socket reads. */
#define LINK_SOCKET                                                                                \
    TEXT_NEEDED("address", "host:port, or unix:/path"),                                            \
        CHOICE_PARAM("role", "connect", "connect|listen", "who waits for whom"),                   \
        REAL_IN("timeout", 10, 0, 2e6, "s", "how long the other side is waited for at the start")

#endif
