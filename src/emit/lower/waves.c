/* SPDX-License-Identifier: MIT */
/* waves.c - sine and cosine of angles that are affine in the time: saltus_model.angle and by_wave.
 *
 * What is affine in states, time and waves (reads.c) is differentiated by each wave as by a state,
 * through loops of equations, too: one of them has the slope 1, everything else has the slope 0.
 * A node of an array stands for as many waves as its box has points; waves are numbered through,
 * sine 2 k and cosine 2 k + 1 of angle k. */
#include "emit/lower/lower_group.h"
#include "emit/lower/newton.h"

static bool is_sine(const struct ir *e)
{
    return e->op == IR_MATH && e->integer == ELEMENTARY_SIN;
}

bool lower_may_wave(const struct ir *e)
{
    return is_sine(e) || (e->op == IR_MATH && e->integer == ELEMENTARY_COS);
}

static void take_angle(struct lower *l, struct ir *e)
{
    struct node_entry *known = node_map_put(l->arena, &l->angle_of, e);
    struct lower_angle a = {.of = e, .first = l->n_angles, .at = l->m->at};
    if (known->number) return;
    VEC_ADD(l->arena, &l->angles, a);
    known->number = l->angles.n;
    l->n_angles += (int32_t)lower_points(e->free, e->n_free);
}

static int find(void *user, struct ir *e)
{
    struct lower *l = user;
    if (lower_may_wave(e) && lower_is_angle(l, e->arg[0])) take_angle(l, e->arg[0]);
    if (e->op == IR_SOLVED) lower_find_loop_waves(l, lower_loop(l, e->loop));
    return 0;
}

void lower_find_waves(struct lower *l, struct ir *e)
{
    ir_visit(l->m, e, find, l);
}

void lower_find_loop_waves(struct lower *l, struct lower_loop *loop)
{
    if (loop->waves_found || !loop->still) return;
    loop->waves_found = true;
    for (int32_t k = 0; k < loop->inputs.n; k++)
        if (lower_waves(l, loop->inputs.at[k])) lower_find_waves(l, loop->inputs.at[k]);
}

const struct lower_angle *lower_angle(const struct lower *l, const struct ir *e)
{
    int64_t at = lower_may_wave(e) ? node_map_number(&l->angle_of, e->arg[0]) : 0;
    return at ? &l->angles.at[at - 1] : NULL;
}

struct ir *lower_wave_number(struct lower *l, const struct ir *e)
{
    const struct lower_angle *a = lower_angle(l, e);
    struct ir_model *m = l->m;
    struct ir *point = ir_position(m, a->of->free, a->of->n_free);
    point = ir_binary(m, IR_MUL, ir_int(m, 2), point);
    return ir_binary(m, IR_ADD, point, ir_int(m, 2 * (int64_t)a->first + !is_sine(e)));
}

/* ---- Functions ------------------------------------------------------------------------------- */

static void add_angle(struct lower *l, void *user, struct cluster *c)
{
    struct code_group g = lower_group(l, c, LOWER_ANGLE);
    (void)user;
    VEC_ADD(l->arena, &l->code->angle.groups, g);
    l->code->angle.count = g.first + g.count;
    arena_clear(l->scratch);
}

void lower_angles(struct lower *l)
{
    struct pieces pieces = {0};
    for (int32_t k = 0; k < l->angles.n; k++) {
        const struct lower_angle *a = &l->angles.at[k];
        struct piece p = {.iters = a->of->free,
                          .n_iters = a->of->n_free,
                          .value = a->of,
                          .at = a->at,
                          .name = arena_format(l->arena, "angle_%d", k + 1)};
        if (!lower_piece(l, &pieces, p, a->first, NULL)) return;
    }
    lower_clusters(l, &pieces, l->n_angles, "angle", add_angle, NULL);
}
