/* SPDX-License-Identifier: MIT */
/* instance.c - see instance.h. */
#include "fmi/import/instance.h"
#include <stdio.h>
#include <string.h>

enum { MOST_TOLD = 20 };

void fmu_instance_fail(struct fmu_instance *i, saltus_status st, const char *text, const char *hint)
{
    char all[900];
    struct sim *s = i->sim;
    snprintf(all, sizeof all, "FMU %s: %s", i->fmu->d->name, text);
    if (i->link.page && i->link.page->time > s->net.env.t) s->net.env.t = i->link.page->time;
    sim_fail(s, st, SALTUS_END, -1, all, hint);
}

/* What the FMU logs with a warning or worse is told, up to a number. */
static void told(void *user, int status, const char *text)
{
    struct fmu_instance *i = user;
    char all[900];
    saltus_diag d = {.status = SALTUS_OK, .t = i->link.page->time, .text = all};
    if (status <= 0 && !i->fmu->opt.logging) return;
    if (++i->logs > MOST_TOLD + 1) return;
    if (i->logs > MOST_TOLD)
        snprintf(all, sizeof all, "FMU %s has more to say, which is left out", i->fmu->d->name);
    else
        snprintf(all, sizeof all, "FMU %s says: %s", i->fmu->d->name, text);
    sim_tell(&i->sim->opt, &d);
}

bool fmu_instance_ask(struct fmu_instance *i)
{
    if (link_ask(&i->link) == SERVE_FINE) return true;
    fmu_instance_fail(i, SALTUS_EMODEL, i->link.text, NULL);
    return false;
}

bool fmu_instance_values(struct fmu_instance *i)
{
    wire_get_reals(&i->link.reply, i->values, (size_t)i->fmu->n_values);
    if (!i->link.reply.bad) return true;
    fmu_instance_fail(i, SALTUS_EMODEL, "its process sent a malformed reply", NULL);
    return false;
}

static bool load(struct fmu_instance *i)
{
    const struct fmu *f = i->fmu;
    struct wire *w = link_request(&i->link, SERVE_LOAD);
    wire_put(w, (uint32_t)f->d->version);
    wire_put(w, f->cs ? SERVE_CS : SERVE_ME);
    wire_put_text(w, f->library);
    wire_put_text(w, f->d->name);
    wire_put_text(w, f->d->token);
    wire_put_text(w, f->resources);
    wire_put(w, f->opt.logging);
    wire_put(w, f->kind->event_mode);
    wire_put(w, f->kind->early_return);
    wire_put(w, (uint32_t)f->n_shown);
    for (int k = 0; k < f->n_shown; k++) {
        const struct fmu_variable *v = &f->d->variables[f->shown[k].variable];
        wire_put(w, (uint32_t)v->type);
        wire_put(w, v->ref);
        wire_put(w, (uint32_t)v->elements);
    }
    wire_put(w, f->cs ? 0 : (uint32_t)f->d->n_states);
    wire_put(w, f->cs ? 0 : (uint32_t)f->d->n_indicators);
    return fmu_instance_ask(i);
}

static bool give(struct fmu_instance *i)
{
    const struct fmu *f = i->fmu;
    struct wire *w = link_request(&i->link, SERVE_SET);
    wire_put(w, (uint32_t)f->given.n);
    for (int k = 0; k < f->given.n; k++) {
        const struct fmu_variable *v = &f->d->variables[f->given.at[k].variable];
        wire_put(w, (uint32_t)v->type);
        wire_put(w, v->ref);
        wire_put(w, (uint32_t)v->elements);
        wire_put_reals(w, f->given.at[k].values, (size_t)v->elements);
    }
    return f->given.n == 0 || fmu_instance_ask(i);
}

static bool initialize(struct fmu_instance *i, double t0)
{
    const struct fmu *f = i->fmu;
    const struct sim *s = i->sim;
    bool asked = f->d->has_tolerance || s->opt.rel != SALTUS_REL;
    struct wire *w = link_request(&i->link, SERVE_BEGIN);
    wire_put(w, asked);
    wire_put_real(w, s->opt.rel);
    wire_put_real(w, t0);
    wire_put(w, f->cs);
    wire_put_real(w, f->stop);
    if (!fmu_instance_ask(i)) return false;
    link_request(&i->link, SERVE_READY);
    return fmu_instance_ask(i);
}

bool fmu_instance_open(struct fmu_instance *i, const struct fmu *f, struct sim *s, double t0)
{
    i->fmu = f;
    i->sim = s;
    i->link.fd = -1;
    i->link.limit = f->opt.limit;
    i->link.stop = &s->stop;
    i->link.log = told;
    i->link.user = i;
    i->values = sim_room(s, f->n_values, sizeof *i->values);
    if (s->status < 0) return false;
    if (!link_open(&i->link, f->folder, f->opt.in_process)) {
        fmu_instance_fail(i, SALTUS_EIO, i->link.text, NULL);
        return false;
    }
    return load(i) && give(i) && initialize(i, t0);
}

bool fmu_instance_end(struct fmu_instance *i)
{
    if (i->link.ended || !i->link.page) return true;
    link_request(&i->link, SERVE_END);
    return fmu_instance_ask(i);
}

void fmu_instance_close(struct fmu_instance *i)
{
    if (!i->fmu) return;
    link_close(&i->link);
    alloc_free(&i->sim->alloc, i->values);
    i->values = NULL;
}
