/* SPDX-License-Identifier: MIT */
/* exact.c - the table of the method `exact`: no quantum, but the flow of linear equations.
 *
 * The record of such a state is of second order: x is a cubic over the step of its part, q its
 * tangent at the last event. Who moves it: engine/qss/part.h; derivation: docs/math/exact.md */
#include "quant/method.h"

const struct method method_exact = {
    .info = {.name = "exact",
             .title = "from event to event by the flow of linear equations",
             .cite = "mvl03",
             .text = "Models whose equations are linear between events: switching converters, "
                     "spiking neurons, populations of heaters. Right up to rounding whatever the "
                     "tolerance, which only decides how closely curves are drawn.",
             .options = "refresh",
             .order = 2,
             .family = "exact",
             .page = "exact",
             .sections = "Equations of `flow.c`|Equations of `flow_two.c`|"
                         "Equations of `part_plan.c`|Equations of `part_form.c`",
             .example = "buck"},
    .flows = true,
};
