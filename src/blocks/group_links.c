/* SPDX-License-Identifier: MIT */
/* group_links.c - Pipes and sockets. */
#include "blocks/blocks.h"
#include "blocks/embed/link.h"

const saltus_atomic *const blocks_links[] = {&link_pipe_in, &link_pipe_out, &link_socket_in,
                                             &link_socket_out, NULL};
