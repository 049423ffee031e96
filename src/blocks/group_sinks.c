/* SPDX-License-Identifier: MIT */
/* group_sinks.c - Sinks. */
#include "blocks/blocks.h"
#include "blocks/sink/sink.h"

const saltus_atomic *const blocks_sinks[] = {&sink_segments.block, &sink_samples.block,
                                             &sink_plot.block,     &sink_scope.block,
                                             &sink_event_scope,    &sink_print,
                                             &sink_messages,       &sink_events,
                                             &sink_stop_when,      NULL};
