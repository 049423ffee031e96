/* SPDX-License-Identifier: MIT */
/* export_xml.c - modelDescription.xml of FMI 2.0 and 3.0, and buildDescription.xml of 3.0.
 *
 * ModelVariables has the time, states, discretes, outputs and parameters in this order, then the derivatives, and in
 * FMI 3.0 the event indicators. FMI 2.0 refers to them by their places, FMI 3.0 by value references. */
#include "base/text.h"
#include "cli/export/export.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ------------------------------------------------------------------------------------ */

static void put_escaped(FILE *out, const char *s)
{
    for (; *s; s++) {
        switch (*s) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\n':
        case '\t':
        case '\r': fputs(" ", out); break;
        default:
            if ((unsigned char)*s >= ' ') putc(*s, out);
        }
    }
}

static void put_text(FILE *out, const char *name, const char *value)
{
    if (!value || !*value) return;
    fprintf(out, " %s=\"", name);
    put_escaped(out, value);
    fputc('"', out);
}

static void put_real(FILE *out, const char *name, double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    fprintf(out, " %s=\"%s\"", name, text);
}

static const char *yes(bool b)
{
    return b ? "true" : "false";
}

/* ---- Who is there ---------------------------------------------------------------------------- */

static bool has_unit(const struct export_var *v)
{
    return v->name && v->type == FMU_REAL && v->decl->unit && *v->decl->unit;
}

static void put_units(const struct export_fmu *x, FILE *out)
{
    bool any = false;
    for (int32_t k = 0; k < x->n; k++) {
        bool seen = !has_unit(&x->var[k]);
        for (int32_t j = 0; j < k && !seen; j++)
            seen = has_unit(&x->var[j]) && strcmp(x->var[j].decl->unit, x->var[k].decl->unit) == 0;
        if (seen) continue;
        if (!any) fputs("  <UnitDefinitions>\n", out);
        any = true;
        fputs("    <Unit", out);
        put_text(out, "name", x->var[k].decl->unit);
        fputs("/>\n", out);
    }
    if (any) fputs("  </UnitDefinitions>\n", out);
}

/* The names follow the rules of names with dots and brackets. */
static bool structured(const struct export_fmu *x)
{
    for (int32_t k = 0; k < x->n; k++) {
        const char *s = x->var[k].name;
        for (; s && *s; s++)
            if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[,]", *s))
                return false;
    }
    return true;
}

static bool is_state(const struct export_var *v)
{
    return v->kind == EXPORT_STATE && !v->decl->input;
}

static bool is_output(const struct export_var *v)
{
    return v->name && strcmp(v->causality, "output") == 0;
}

static uint32_t derivative_ref(const struct export_fmu *x, int32_t i)
{
    return (uint32_t)(1 + x->n + i);
}

/* ---- Variables ------------------------------------------------------------------------------- */

static const char *initial_of(const struct export_var *v)
{
    return v->initial == EXPORT_EXACT        ? "exact"
           : v->initial == EXPORT_CALCULATED ? "calculated"
                                             : NULL;
}

static void put_common(FILE *out, const char *name, uint32_t ref, const char *text,
                       const char *causality, const char *variability, const char *initial)
{
    put_text(out, "name", name);
    fprintf(out, " valueReference=\"%u\"", (unsigned)ref);
    put_text(out, "description", text);
    put_text(out, "causality", causality);
    put_text(out, "variability", variability);
    put_text(out, "initial", initial);
}

static void put_attributes(const struct export_fmu *x, FILE *out, const struct export_var *v)
{
    bool starts = v->initial != EXPORT_CALCULATED;
    if (v->type == FMU_REAL) {
        if (has_unit(v)) put_text(out, "unit", v->decl->unit);
        if (v->decl->nominal > 0 && isfinite(v->decl->nominal))
            put_real(out, "nominal", v->decl->nominal);
        if (v->decl->min != v->decl->max) {
            if (isfinite(v->decl->min)) put_real(out, "min", v->decl->min);
            if (isfinite(v->decl->max)) put_real(out, "max", v->decl->max);
        }
        if (is_state(v) && x->exchange && (x->n_indicators || x->model->clocks))
            put_text(out, "reinit", "true");
        if (starts) put_real(out, "start", v->start);
    } else if (starts && v->type == FMU_INTEGER) {
        fprintf(out, " start=\"%.0f\"", v->start);
    } else if (starts) {
        put_text(out, "start", yes(v->start != 0));
    }
}

static void put_variable(const struct export_fmu *x, FILE *out, const struct export_var *v)
{
    static const char *const types2[] = {"Real", "Integer", "Boolean"};
    static const char *const types3[] = {"Float64", "Int64", "Boolean"};
    int type = v->type == FMU_REAL ? 0 : v->type == FMU_INTEGER ? 1 : 2;
    fprintf(out, "    <%s", x->version == 2 ? "ScalarVariable" : types3[type]);
    put_common(out, v->name, v->ref, v->decl->text, v->causality, v->variability, initial_of(v));
    if (x->version == 2) fprintf(out, "><%s", types2[type]);
    put_attributes(x, out, v);
    fputs(x->version == 2 ? "/></ScalarVariable>\n" : "/>\n", out);
}

static void put_derivative(const struct export_fmu *x, FILE *out, int32_t i)
{
    const struct export_var *v = &x->var[i];
    size_t room = strlen(v->name) + 8;
    char *name = malloc(room);
    if (!name) return;
    snprintf(name, room, "der(%s)", v->name);
    fprintf(out, "    <%s", x->version == 2 ? "ScalarVariable" : "Float64");
    put_common(out, name, derivative_ref(x, i), NULL, "local", "continuous", "calculated");
    if (x->version == 2)
        fprintf(out, "><Real derivative=\"%d\"/></ScalarVariable>\n", (int)x->row[i]);
    else
        fprintf(out, " derivative=\"%u\"/>\n", (unsigned)v->ref);
    free(name);
}

static bool is_name(const struct export_fmu *x, const char *name)
{
    for (int32_t k = 0; k < x->n; k++)
        if (x->var[k].name && strcmp(x->var[k].name, name) == 0) return true;
    return false;
}

/* A name that the model does not have. */
static void free_name(const struct export_fmu *x, char *buf, size_t size, const char *wish)
{
    snprintf(buf, size, "%s", wish);
    while (is_name(x, buf) && strlen(buf) + 2 < size) strcat(buf, "_");
}

static void put_time(const struct export_fmu *x, FILE *out)
{
    char name[64];
    free_name(x, name, sizeof name, "time");
    fprintf(out, "    <%s", x->version == 2 ? "ScalarVariable" : "Float64");
    put_common(out, name, 0, NULL, "independent", "continuous", NULL);
    fputs(x->version == 2 ? "><Real/></ScalarVariable>\n" : "/>\n", out);
}

static void put_variables(const struct export_fmu *x, FILE *out)
{
    int32_t row = 1;
    fputs("  <ModelVariables>\n", out);
    put_time(x, out);
    for (int32_t k = 0; k < x->n; k++) {
        if (!x->var[k].name) continue;
        x->row[k] = ++row;
        put_variable(x, out, &x->var[k]);
    }
    for (int32_t i = 0; i < x->n_states; i++)
        if (is_state(&x->var[i])) put_derivative(x, out, i);
    for (int32_t k = 0; x->version == 3 && k < x->n_indicators; k++) {
        char name[64], wish[48];
        snprintf(wish, sizeof wish, "eventIndicator_%d", (int)k + 1);
        free_name(x, name, sizeof name, wish);
        fputs("    <Float64", out);
        put_common(out, name, derivative_ref(x, x->n_states) + (uint32_t)k, NULL, "local",
                   "continuous", "calculated");
        fputs("/>\n", out);
    }
    fputs("  </ModelVariables>\n", out);
}

/* ---- Structure ------------------------------------------------------------------------------- */

/* Places or value references of the states and inputs that a function reads. */
static void put_dependencies(const struct export_fmu *x, FILE *out, saltus_kind kind, int32_t i)
{
    int32_t n, *list = export_reads(x, kind, i, &n);
    if (!list) return; /* all of them */
    fputs(" dependencies=\"", out);
    for (int32_t k = 0; k < n; k++)
        fprintf(out, "%s%u", k ? " " : "",
                x->version == 2 ? (unsigned)x->row[list[k]] : (unsigned)x->var[list[k]].ref);
    fputs("\"", out);
    free(list);
}

static void put_unknown(const struct export_fmu *x, FILE *out, const char *name3, int32_t row,
                        uint32_t ref)
{
    if (x->version == 2)
        fprintf(out, "      <Unknown index=\"%d\"", (int)row);
    else
        fprintf(out, "    <%s valueReference=\"%u\"", name3, (unsigned)ref);
}

static void put_outputs(const struct export_fmu *x, FILE *out)
{
    for (int32_t k = 0; k < x->n; k++) {
        const struct export_var *v = &x->var[k];
        if (!is_output(v)) continue;
        put_unknown(x, out, "Output", x->row[k], v->ref);
        if (v->kind == EXPORT_OUTPUT)
            put_dependencies(x, out, SALTUS_OUTPUT, v->index);
        else if (v->kind == EXPORT_STATE)
            fprintf(out, " dependencies=\"%u\"",
                    x->version == 2 ? (unsigned)x->row[k] : (unsigned)v->ref);
        else
            fputs(" dependencies=\"\"", out);
        fputs("/>\n", out);
    }
}

static int32_t first_derivative(const struct export_fmu *x)
{
    int32_t row = 2;
    for (int32_t k = 0; k < x->n; k++) row += x->var[k].name != NULL;
    return row;
}

static void put_derivatives(const struct export_fmu *x, FILE *out, bool dependencies,
                            const char *name3)
{
    int32_t row = first_derivative(x);
    for (int32_t i = 0; i < x->n_states; i++) {
        if (!is_state(&x->var[i])) continue;
        put_unknown(x, out, name3, row++, derivative_ref(x, i));
        if (dependencies) put_dependencies(x, out, SALTUS_STATE, i);
        fputs("/>\n", out);
    }
}

static void put_initial_unknowns(const struct export_fmu *x, FILE *out)
{
    for (int32_t k = 0; k < x->n; k++) {
        const struct export_var *v = &x->var[k];
        if (!v->name || v->initial != EXPORT_CALCULATED) continue;
        if (!is_output(v) && !is_state(v) && strcmp(v->causality, "calculatedParameter") != 0)
            continue;
        put_unknown(x, out, "InitialUnknown", x->row[k], v->ref);
        fputs("/>\n", out);
    }
    put_derivatives(x, out, false, "InitialUnknown");
}

static bool any_output(const struct export_fmu *x)
{
    for (int32_t k = 0; k < x->n; k++)
        if (is_output(&x->var[k])) return true;
    return false;
}

static bool any_state(const struct export_fmu *x)
{
    for (int32_t i = 0; i < x->n_states; i++)
        if (is_state(&x->var[i])) return true;
    return false;
}

static bool any_initial(const struct export_fmu *x)
{
    bool any = any_state(x);
    for (int32_t k = 0; k < x->n; k++) {
        const struct export_var *v = &x->var[k];
        any |= v->name && v->initial == EXPORT_CALCULATED &&
               (is_output(v) || strcmp(v->causality, "calculatedParameter") == 0);
    }
    return any;
}

static void put_structure(const struct export_fmu *x, FILE *out)
{
    bool two = x->version == 2;
    fputs("  <ModelStructure>\n", out);
    if (two && any_output(x)) fputs("    <Outputs>\n", out);
    put_outputs(x, out);
    if (two && any_output(x)) fputs("    </Outputs>\n", out);
    if (two && any_state(x)) fputs("    <Derivatives>\n", out);
    put_derivatives(x, out, true, "ContinuousStateDerivative");
    if (two && any_state(x)) fputs("    </Derivatives>\n", out);
    if (two && any_initial(x)) fputs("    <InitialUnknowns>\n", out);
    put_initial_unknowns(x, out);
    if (two && any_initial(x)) fputs("    </InitialUnknowns>\n", out);
    for (int32_t k = 0; !two && k < x->n_indicators; k++) {
        fprintf(out, "    <EventIndicator valueReference=\"%u\"",
                (unsigned)(derivative_ref(x, x->n_states) + (uint32_t)k));
        put_dependencies(x, out, SALTUS_GUARD, x->indicator[k]);
        fputs("/>\n", out);
    }
    fputs("  </ModelStructure>\n", out);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void put_source_files(const struct export_fmu *x, FILE *out, const char *element)
{
    fputs(">\n    <SourceFiles>\n", out);
    for (size_t k = 0; k < x->n_files; k++) {
        fputs("      <File", out);
        put_text(out, "name", x->files[k]);
        fputs("/>\n", out);
    }
    fprintf(out, "    </SourceFiles>\n  </%s>\n", element);
}

static void put_kinds(const struct export_fmu *x, FILE *out)
{
    const char *state = x->version == 2 ? "state" : "State", *s = x->version == 2 ? "" : "s";
    for (int cosim = 0; cosim < 2; cosim++) {
        if (!(cosim ? x->cosim : x->exchange)) continue;
        fprintf(out, "  <%s", cosim ? "CoSimulation" : "ModelExchange");
        put_text(out, "modelIdentifier", x->id);
        if (cosim) {
            put_text(out, "canHandleVariableCommunicationStepSize", "true");
            fputs(" maxOutputDerivativeOrder=\"1\"", out);
            if (x->version == 3) put_text(out, "mightReturnEarlyFromDoStep", "true");
        }
        fprintf(out, " canGetAndSetFMU%s=\"true\" canSerializeFMU%s=\"true\"", state, state);
        fprintf(out, " providesDirectionalDerivative%s=\"true\"", s);
        if (x->version == 3) put_text(out, "providesAdjointDerivatives", "true");
        if (x->version == 2 && x->n_files)
            put_source_files(x, out, cosim ? "CoSimulation" : "ModelExchange");
        else
            fputs("/>\n", out);
    }
}

static void put_experiment(const struct export_fmu *x, FILE *out)
{
    const saltus_experiment *e = &x->model->experiment;
    fputs("  <DefaultExperiment", out);
    put_real(out, "startTime", e->start);
    if (e->stop > e->start) put_real(out, "stopTime", e->stop);
    put_real(out, "tolerance", e->rel > 0 ? e->rel : SALTUS_REL);
    if (e->interval > 0) put_real(out, "stepSize", e->interval);
    fputs("/>\n", out);
}

void export_description(const struct export_fmu *x, FILE *out)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"",
            x->version);
    put_text(out, "modelName", x->model->name);
    put_text(out, x->version == 2 ? "guid" : "instantiationToken", x->token);
    put_text(out, "description", x->model->experiment.text);
    put_text(out, "generationTool", "Saltus " SALTUS_VERSION);
    put_text(out, "variableNamingConvention", structured(x) ? "structured" : "flat");
    if (x->version == 2) fprintf(out, " numberOfEventIndicators=\"%d\"", (int)x->n_indicators);
    fputs(">\n", out);
    put_kinds(x, out);
    put_units(x, out);
    fputs("  <LogCategories>\n    <Category name=\"logInfo\"/>\n    <Category "
          "name=\"logStatusWarning\"/>\n"
          "    <Category name=\"logStatusError\"/>\n  </LogCategories>\n",
          out);
    put_experiment(x, out);
    put_variables(x, out);
    put_structure(x, out);
    fputs("</fmiModelDescription>\n", out);
}

void export_build_description(const struct export_fmu *x, FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
          "  <BuildConfiguration",
          out);
    put_text(out, "modelIdentifier", x->id);
    fputs(">\n    <SourceFileSet language=\"C11\" compilerOptions=\"-ffp-contract=off -fwrapv "
          "-fvisibility=hidden\">\n",
          out);
    for (size_t k = 0; k < x->n_files; k++) {
        fputs("      <SourceFile", out);
        put_text(out, "name", x->files[k]);
        fputs("/>\n", out);
    }
    fputs("      <PreprocessorDefinition name=\"_POSIX_C_SOURCE\" value=\"200809L\"/>\n"
          "      <IncludeDirectory name=\".\"/>\n    </SourceFileSet>\n    <Library name=\"m\"/>\n"
          "  </BuildConfiguration>\n</fmiBuildDescription>\n",
          out);
}
