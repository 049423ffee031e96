/* SPDX-License-Identifier: MIT */
/* serve.h - does with an FMU what messages say. The only file that calls its functions is serve.c.
 *
 * A server has one instance of an FMU. It is the same in the process of the run and in one of its own (link.h). A
 * request is the number of an action and what belongs to it; the reply is how it went, what the FMU has logged, and
 * what the action gives.
 *
 *   action          request                                          reply
 *   LOAD            version, kind, library, instance, token,         -
 *                   resources, logging, event mode, early return;
 *                   entries (type, ref, elements), states, indicators
 *   SET             entries (type, ref, elements; values or text)    -
 *   BEGIN           has tolerance, tolerance, start, has stop, stop  -             setup, initialization mode
 *   READY           -                                                -             initialization is over
 *   GET             -                                                values        of the entries of LOAD
 *   STEP            time, step                                       reached, event, end, values; after an event: end, values
 *   EVENT           is it the start? else time, x                    end, has next, next, new x?, x, nominals, values
 *   POINT           time, x, wants slopes                            der, indicators
 *   LOOK            time, x                                          values
 *   DONE            time, x                                          event, end
 *   END             -                                                -             terminate, free, close
 */
#ifndef FMI_SERVE_H
#define FMI_SERVE_H

#include "fmi/import/wire.h"

enum serve_action {
    SERVE_LOAD = 1,
    SERVE_SET,
    SERVE_BEGIN,
    SERVE_READY,
    SERVE_GET,
    SERVE_STEP,
    SERVE_EVENT,
    SERVE_POINT,
    SERVE_LOOK,
    SERVE_DONE,
    SERVE_END
};
enum serve_kind { SERVE_ME, SERVE_CS };
enum serve_answer { SERVE_FINE, SERVE_DISCARDED, SERVE_FAILED };

/* What the server does now, for those who outlive it, in memory that both see. */
struct serve_page {
    char
        function[64]; /* of the FMU, that is being called; "" : none                              */
    double time;
};

struct serve;

/* page may be shared with another process; NULL: the server is out of memory */
struct serve *serve_new(struct serve_page *page);
void serve_free(struct serve *s);
/* request is read from its beginning, reply written from its beginning. */
void serve_act(struct serve *s, struct wire *request, struct wire *reply);

#endif
