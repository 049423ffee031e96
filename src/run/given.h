/* SPDX-License-Identifier: MIT */
/* given.h - an engine as it is handed over (options.engine, saltus_model.engine), perhaps by
 * another library: the beginning of a larger table, which belongs to a frame (engine/whole/host.h,
 * engine/play/play.h). */
#ifndef RUN_GIVEN_H
#define RUN_GIVEN_H

#include "saltus.h"

struct engine;

struct engine_method {
    saltus_method_info info;
    int variant; /* for the engine */
};

struct saltus_engine {
    int version;                         /* ENGINE_VERSION: of that table                    */
    const struct engine_method *methods; /* the last one has no name                         */
    const struct engine *frame;          /* NULL: engine/whole                               */
};
enum { ENGINE_VERSION = 6 };

#endif
