/* SPDX-License-Identifier: MIT */
/* event_route.h - blocks that pass events on. */
#ifndef BLOCKS_EVENT_ROUTE_H
#define BLOCKS_EVENT_ROUTE_H

#include "saltus_devs.h"

extern const saltus_atomic event_merge, event_router, event_gate;

#endif
