/* SPDX-License-Identifier: MIT */
/* fmu.h - an FMU as a model: open it, hand fmu_model to any run, close it.
 *
 * Co-simulation (cs.c) is a model with an engine of its own: the FMU makes steps of a communication interval. Model
 * exchange (me.c) is a model with functions, which ask the FMU. Each run has an instance of its own, by default in a
 * process of its own (link.h). */
#ifndef FMI_FMU_H
#define FMI_FMU_H

#include "fmi/import/description.h"
#include "saltus_base.h"

struct fmu;

struct fmu_options {
    const char *kind;       /* "cs" or "me"; NULL: cs if the FMU has it                          */
    const saltus_set *sets; /* parameters, inputs and start values; borrowed for the call   */
    size_t n_sets;
    double step; /* communication interval; 0: that of the FMU, else 1/500 of its experiment */
    double start, stop; /* of the run; NaN: those of the FMU, else 0 and 1 after the start  */
    double limit; /* seconds for an answer of the FMU; 0: no limit                            */
    bool in_process, logging;
    bool look_only;       /* its description is enough: it cannot be run */
    saltus_diag_fn *diag; /* is told what is wrong */
    void *user;
};

saltus_status fmu_open(const char *path, const struct fmu_options *o, struct fmu **out);
void fmu_close(struct fmu *f); /* after all its runs */
const saltus_model *fmu_model(const struct fmu *f);
const struct fmu_description *fmu_description_of(const struct fmu *f);
bool fmu_took(const struct fmu *f, const char *name); /* was it among the sets? */
bool fmu_is_cs(const struct fmu *f);
double fmu_step(const struct fmu *f);
bool fmu_settable(const struct fmu_variable *v);

#endif
