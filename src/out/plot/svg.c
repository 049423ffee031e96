/* SPDX-License-Identifier: MIT */
/* svg.c - the public plot of trajectories: a figure of one panel. */
#include "saltus.h"

#include "base/alloc.h"
#include "base/contract.h"
#include "out/plot/figure.h"

#include <math.h>

static saltus_status draw(const char *path, const saltus_plot *p, struct figure_curve *curves)
{
    struct figure_panel panel = {.ylabel = p->ylabel, .curves = curves, .n = p->n};
    struct figure f = {.title = p->title, .xlabel = p->xlabel, .panels = &panel, .n = 1};
    f.t0 = p->t0;
    f.t1 = p->t1;
    f.width = p->width;
    f.height = p->height;
    for (size_t i = 0; i < p->n; i++) {
        const saltus_curve *c = &p->curves[i];
        curves[i] = (struct figure_curve){.label = c->label, .traj = c->traj, .var = c->var};
    }
    return figure_svg(path, &f);
}

saltus_status saltus_plot_svg(const char *path, const saltus_plot *p)
{
    struct alloc a;
    saltus_plot taken;
    if (!path || !p || !contract_take(&taken, sizeof taken, p)) return SALTUS_EARG;
    p = &taken;
    if ((p->n > 0 && !p->curves) || isnan(p->t0)) return SALTUS_EARG;
    for (size_t k = 0; k < p->n; k++)
        if (!p->curves[k].traj) return SALTUS_EARG;
    alloc_init(&a, NULL, NULL);
    struct figure_curve *curves = alloc_array(&a, p->n, sizeof *curves);
    saltus_status status = curves ? draw(path, p, curves) : SALTUS_ENOMEM;
    alloc_free(&a, curves);
    return status;
}
