/* SPDX-License-Identifier: MIT */
/* list.c - all blocks, in the order of the documentation. A new one is a file with its table, and a
 * line here; those of elementary functions come from their rows.
 *
 * A block is a saltus_atomic, or a struct of its frame that begins with one. */
#include "base/elementary.h"
#include "saltus_devs.h"
#include <string.h>

#define BLOCKS(X, ROW)                                                                             \
    /* Integrators, and what is made of them */                                                    \
    X(saltus_atomic, block_integrator)                                                             \
    X(saltus_atomic, block_integrate_and_fire)                                                     \
    X(saltus_atomic, block_pure_integrator)                                                        \
    X(saltus_atomic, block_transfer_function)                                                      \
    X(saltus_atomic, block_state_space)                                                            \
    X(saltus_atomic, block_pid)                                                                    \
    /* Delays */                                                                                   \
    X(saltus_atomic, block_delay)                                                                  \
    X(saltus_atomic, block_variable_delay)                                                         \
    X(saltus_atomic, block_unit_delay)                                                             \
    X(saltus_atomic, block_event_delay)                                                            \
    /* Static functions */                                                                         \
    X(struct function, block_sum)                                                                  \
    X(struct function, block_gain)                                                                 \
    X(struct function, block_offset)                                                               \
    X(struct function, block_negate)                                                               \
    X(struct function, block_product)                                                              \
    X(struct function, block_divide)                                                               \
    X(struct function, block_inverse)                                                              \
    X(struct function, block_square)                                                               \
    X(struct function, block_power)                                                                \
    X(struct function, block_polynomial)                                                           \
    SALTUS_ELEMENTARY(ROW, )                                                                       \
    X(struct piecewise, block_atan2)                                                               \
    X(struct function, block_sigmoid)                                                              \
    /* Discontinuities: switches, limits, samplers */                                              \
    X(struct piecewise, block_abs)                                                                 \
    X(struct piecewise, block_sign)                                                                \
    X(struct piecewise, block_min)                                                                 \
    X(struct piecewise, block_max)                                                                 \
    X(struct piecewise, block_saturation)                                                          \
    X(struct piecewise, block_dead_zone)                                                           \
    X(struct piecewise, block_quantizer)                                                           \
    X(struct piecewise, block_wrap)                                                                \
    X(struct piecewise, block_comparator)                                                          \
    X(struct piecewise, block_relay)                                                               \
    X(struct piecewise, block_switch)                                                              \
    X(struct piecewise, block_event_switch)                                                        \
    X(struct piecewise, block_switch_pair)                                                         \
    X(struct piecewise, block_diode)                                                               \
    X(struct piecewise, block_cross_detector)                                                      \
    X(struct piecewise, block_max_hold)                                                            \
    X(struct piecewise, block_min_hold)                                                            \
    X(struct sampler, block_zero_order_hold)                                                       \
    X(struct sampler, block_sample_and_hold)                                                       \
    X(struct sampler, block_triggered_sampler)                                                     \
    X(struct piecewise, block_pwm)                                                                 \
    X(struct piecewise, block_table1)                                                              \
    X(struct piecewise, block_table2)                                                              \
    /* Vectors: other indices, sums over elements, matrices */                                     \
    X(saltus_atomic, block_sum_over)                                                               \
    X(saltus_atomic, block_matrix_gain)                                                            \
    X(saltus_atomic, block_index_shift)                                                            \
    X(saltus_atomic, block_index_select)                                                           \
    X(saltus_atomic, block_index_map)                                                              \
    X(saltus_atomic, block_scalar_to_vector)                                                       \
    X(saltus_atomic, block_vector_to_scalar)                                                       \
    X(saltus_atomic, block_mux)                                                                    \
    X(saltus_atomic, block_demux)                                                                  \
    /* Expressions, implicit functions, whole models */                                            \
    X(saltus_atomic, block_expression)                                                             \
    X(saltus_atomic, block_implicit)                                                               \
    X(saltus_atomic, block_model)                                                                  \
    /* Sources */                                                                                  \
    X(struct source_type, source_constant)                                                         \
    X(struct source_type, source_step)                                                             \
    X(struct source_type, source_ramp)                                                             \
    X(struct source_type, source_pulse)                                                            \
    X(struct source_type, source_square)                                                           \
    X(struct source_type, source_saw)                                                              \
    X(struct source_type, source_triangle)                                                         \
    X(struct source_type, source_trapezoid)                                                        \
    X(struct source_type, source_sine)                                                             \
    X(struct source_type, source_pwm)                                                              \
    X(struct source_type, source_table)                                                            \
    X(struct source_type, source_file)                                                             \
    X(struct source_type, source_noise)                                                            \
    X(struct source_type, source_clock)                                                            \
    X(struct source_type, source_events_at)                                                        \
    X(struct source_type, source_poisson)                                                          \
    /* Sinks */                                                                                    \
    X(struct sink_type, sink_segments)                                                             \
    X(struct sink_type, sink_samples)                                                              \
    X(struct sink_type, sink_plot)                                                                 \
    X(struct sink_type, sink_scope)                                                                \
    X(saltus_atomic, sink_event_scope)                                                             \
    X(saltus_atomic, sink_print)                                                                   \
    X(saltus_atomic, sink_messages)                                                                \
    X(saltus_atomic, sink_events)                                                                  \
    X(saltus_atomic, sink_stop_when)                                                               \
    /* Logic and discrete events */                                                                \
    X(struct logic_type, logic_and)                                                                \
    X(struct logic_type, logic_or)                                                                 \
    X(struct logic_type, logic_xor)                                                                \
    X(struct logic_type, logic_nand)                                                               \
    X(struct logic_type, logic_nor)                                                                \
    X(struct logic_type, logic_not)                                                                \
    X(struct logic_type, logic_sr)                                                                 \
    X(struct logic_type, logic_d)                                                                  \
    X(struct logic_type, logic_jk)                                                                 \
    X(struct logic_type, logic_t)                                                                  \
    X(struct logic_type, logic_counter)                                                            \
    X(struct logic_type, logic_monostable)                                                         \
    X(struct logic_type, logic_hold)                                                               \
    X(struct logic_type, logic_edge)                                                               \
    X(struct logic_type, logic_change)                                                             \
    X(saltus_atomic, event_merge)                                                                  \
    X(saltus_atomic, event_router)                                                                 \
    X(saltus_atomic, event_gate)                                                                   \
    X(saltus_atomic, queue_generator)                                                              \
    X(saltus_atomic, queue_fifo)                                                                   \
    X(saltus_atomic, queue_priority)                                                               \
    X(saltus_atomic, queue_server)                                                                 \
    X(saltus_atomic, queue_station)                                                                \
    X(saltus_atomic, queue_sink)                                                                   \
    X(saltus_atomic, machine_block)                                                                \
    X(saltus_atomic, petri_place)                                                                  \
    X(saltus_atomic, petri_transition)                                                             \
    X(saltus_atomic, petri_timed)                                                                  \
    /* Pipes and sockets */                                                                        \
    X(saltus_atomic, link_pipe_in)                                                                 \
    X(saltus_atomic, link_pipe_out)                                                                \
    X(saltus_atomic, link_socket_in)                                                               \
    X(saltus_atomic, link_socket_out)

#define DECLARE(type, name) extern const type name;
#define DECLARE_ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, ...)                            \
    ELEMENTARY_JET_##SERIES##_##n(DECLARE(struct function, block_##name))
BLOCKS(DECLARE, DECLARE_ROW)

#define ENTRY(type, name) (const saltus_atomic *)&name,
#define ENTRY_ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, ...)                              \
    ELEMENTARY_JET_##SERIES##_##n(ENTRY(struct function, block_##name))
static const saltus_atomic *const all[] = {BLOCKS(ENTRY, ENTRY_ROW) NULL};

size_t saltus_blocks(const saltus_atomic *const **list)
{
    if (list) *list = all;
    return sizeof all / sizeof *all - 1;
}

const saltus_atomic *saltus_block(const char *name)
{
    if (!name) return NULL;
    for (const saltus_atomic *const *b = all; *b; b++)
        if (!strcmp((*b)->name, name)) return *b;
    return NULL;
}
