/* SPDX-License-Identifier: MIT */
/* description.c - see description.h. One function for each element that is read; others are skipped with all they hold. */
#include "fmi/import/description.h"
#include "fmi/import/xml.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const fmu_type_names[FMU_TYPES] = {"Float64", "Float32", "Int8",   "UInt8", "Int16",
                                               "UInt16",  "Int32",   "UInt32", "Int64", "UInt64",
                                               "Boolean", "String",  "Binary", "Clock"};
static const char *const causalities[FMU_CAUSALITIES] = {
    "local",  "parameter",   "calculatedParameter", "input",
    "output", "independent", "structuralParameter"};
static const char *const variabilities[FMU_VARIABILITIES] = {"continuous", "discrete", "tunable",
                                                             "fixed", "constant"};

struct named { /* a declared type */
    const char *name, *unit;
    double min, max, nominal;
};

struct unknown {   /* an entry of ModelStructure */
    long long key; /* 2.0: 1-based index; 3.0: value reference */
    int line;
    bool indicator;
};

struct reader {
    struct xml x;
    struct arena *a;
    struct fmu_description *d;
    VEC(struct fmu_variable) v;
    VEC(struct named) types;
    VEC(struct unknown) unknowns;
    VEC(double) numbers; /* of a start value            */
    VEC(long long) dims; /* three for each: variable, size or -1, value reference */
    VEC(long long) of;   /* by variable: what it is the derivative of (index or reference); -1 */
};

/* ---- Attributes ------------------------------------------------------------------------------ */

static const char *text_of(struct reader *r, const char *name)
{
    const char *s = xml_get(&r->x, name);
    return s ? arena_text(r->a, s, strlen(s)) : NULL;
}

static const char *needed(struct reader *r, const char *name)
{
    const char *s = text_of(r, name);
    if (!s) xml_fail(&r->x, "<%s> needs the attribute '%s'", xml_name(&r->x), name);
    return s ? s : "";
}

/* A real number as XML Schema has it: no hexadecimals, "INF" and "NaN" in these letters. *end: behind it. */
static bool real(const char *s, const char **end, double *to)
{
    const char *digits = s + (*s == '-' || *s == '+');
    char *stop;
    if (strncmp(digits, "INF", 3) == 0) {
        *to = *s == '-' ? -INFINITY : INFINITY;
        *end = digits + 3;
        return true;
    }
    if (strncmp(s, "NaN", 3) == 0) {
        *to = NAN;
        *end = s + 3;
        return true;
    }
    if (!((*digits >= '0' && *digits <= '9') || *digits == '.') ||
        (digits[0] == '0' && (digits[1] | 32) == 'x'))
        return false;
    *to = strtod(s, &stop);
    *end = stop;
    return stop != s;
}

static double number(struct reader *r, const char *name, double otherwise)
{
    const char *s = xml_get(&r->x, name), *end;
    double value;
    if (!s) return otherwise;
    s += strspn(s, " ");
    if (real(s, &end, &value) && end[strspn(end, " ")] == 0) return value;
    xml_fail(&r->x, "%s=\"%.40s\" of <%s> is not a number", name, s, xml_name(&r->x));
    return otherwise;
}

static long long integer(struct reader *r, const char *name, long long low, long long high,
                         long long otherwise)
{
    const char *s = xml_get(&r->x, name);
    char *end;
    long long value;
    if (!s) return otherwise;
    errno = 0;
    value = strtoll(s, &end, 10);
    if (end != s && end[strspn(end, " ")] == 0 && errno == 0 && value >= low && value <= high)
        return value;
    xml_fail(&r->x, "%s=\"%.40s\" of <%s> is not an integer from %lld to %lld", name, s,
             xml_name(&r->x), low, high);
    return otherwise;
}

static bool truth(struct reader *r, const char *name)
{
    const char *s = xml_get(&r->x, name);
    if (!s || !strcmp(s, "false") || !strcmp(s, "0")) return false;
    if (!strcmp(s, "true") || !strcmp(s, "1")) return true;
    xml_fail(&r->x, "%s=\"%.40s\" of <%s> is not a Boolean", name, s, xml_name(&r->x));
    return false;
}

static int choice(struct reader *r, const char *name, const char *const *list, int n, int otherwise)
{
    const char *s = xml_get(&r->x, name);
    if (!s) return otherwise;
    for (int k = 0; k < n; k++)
        if (!strcmp(s, list[k])) return k;
    xml_fail(&r->x, "%s=\"%.40s\" of <%s> is unknown", name, s, xml_name(&r->x));
    return otherwise;
}

/* ---- Elements -------------------------------------------------------------------------------- */

typedef void child_fn(struct reader *r);

/* All that the element that was just opened holds: `child` is called when one of its children has been opened, and
 * reads it to its end. */
static void children(struct reader *r, child_fn *child)
{
    for (;;) {
        enum xml_event e = xml_next(&r->x);
        if (e != XML_OPEN) return;
        child(r);
        if (*r->x.error) return;
    }
}

static void skip(struct reader *r)
{
    int depth = r->x.depth;
    while (xml_next(&r->x) != XML_BAD && r->x.depth >= depth) {
    }
}

static void read_kind(struct reader *r, struct fmu_kind *k)
{
    bool three = r->d->version == 3;
    if (k->id) xml_fail(&r->x, "<%s> is there twice", xml_name(&r->x));
    k->id = needed(r, "modelIdentifier");
    if (!*k->id ||
        strspn(k->id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
            strlen(k->id))
        xml_fail(&r->x, "modelIdentifier=\"%.40s\" is not a name of C", k->id);
    k->needs_tool = truth(r, "needsExecutionTool");
    k->one_instance = truth(r, "canBeInstantiatedOnlyOncePerProcess");
    k->has_derivatives =
        truth(r, three ? "providesDirectionalDerivatives" : "providesDirectionalDerivative");
    k->variable_step = truth(r, "canHandleVariableCommunicationStepSize");
    k->early_return = truth(r, "canReturnEarlyAfterIntermediateUpdate");
    k->event_mode = truth(r, "hasEventMode");
    k->no_step_calls =
        truth(r, three ? "needsCompletedIntegratorStep" : "completedIntegratorStepNotNeeded");
    if (three)
        k->no_step_calls = xml_get(&r->x, "needsCompletedIntegratorStep") && !k->no_step_calls;
    k->fixed_step = number(r, "fixedInternalStepSize", 0);
    skip(r);
}

static void read_experiment(struct reader *r)
{
    struct fmu_description *d = r->d;
    d->has_start = xml_get(&r->x, "startTime") != NULL;
    d->has_stop = xml_get(&r->x, "stopTime") != NULL;
    d->has_tolerance = xml_get(&r->x, "tolerance") != NULL;
    d->has_step = xml_get(&r->x, "stepSize") != NULL;
    d->start = number(r, "startTime", 0);
    d->stop = number(r, "stopTime", 0);
    d->tolerance = number(r, "tolerance", 0);
    d->step = number(r, "stepSize", 0);
    if (!isfinite(d->start) || !isfinite(d->stop) || (d->has_stop && !(d->stop > d->start)))
        xml_fail(&r->x, "the default experiment goes from %g to %g", d->start, d->stop);
    else if ((d->has_tolerance && !(d->tolerance > 0)) || (d->has_step && !(d->step > 0)))
        xml_fail(&r->x, "tolerance and stepSize of the default experiment must be positive");
    skip(r);
}

/* A declared type: <SimpleType name><Real .../></SimpleType> in 2.0, <Float64Type name .../> in 3.0. */
static void note_type(struct reader *r, const char *name)
{
    struct named t = {name, text_of(r, "unit"), number(r, "min", -INFINITY),
                      number(r, "max", INFINITY), number(r, "nominal", 0)};
    VEC_ADD(r->a, &r->types, t);
}

static void read_simple(struct reader *r)
{
    r->types.at[r->types.n - 1].unit = text_of(r, "unit");
    r->types.at[r->types.n - 1].min = number(r, "min", -INFINITY);
    r->types.at[r->types.n - 1].max = number(r, "max", INFINITY);
    r->types.at[r->types.n - 1].nominal = number(r, "nominal", 0);
    skip(r);
}

static void read_type(struct reader *r)
{
    note_type(r, needed(r, "name"));
    if (r->d->version == 2)
        children(r, read_simple);
    else
        skip(r);
}

static const struct named *find_type(const struct reader *r, const char *name)
{
    for (int k = 0; name && k < r->types.n; k++)
        if (!strcmp(r->types.at[k].name, name)) return &r->types.at[k];
    return NULL;
}

/* ---- Variables ------------------------------------------------------------------------------- */

static bool is_integer(enum fmu_type t)
{
    return t >= FMU_INT8 && t <= FMU_UINT64;
}

/* start="1 2 3": all elements, or one */
static void read_start(struct reader *r, struct fmu_variable *v)
{
    const char *s = xml_get(&r->x, "start"), *end;
    double *to;
    if (!s || v->type == FMU_BINARY || v->type == FMU_CLOCK) return;
    if (v->type == FMU_STRING) {
        v->start_text = text_of(r, "start");
        return;
    }
    r->numbers.n = 0;
    for (s += strspn(s, " "); *s; s = end + strspn(end, " ")) {
        double value;
        if (v->type == FMU_BOOLEAN && !strncmp(s, "true", 4))
            value = 1, end = s + 4;
        else if (v->type == FMU_BOOLEAN && !strncmp(s, "false", 5))
            value = 0, end = s + 5;
        else if (!real(s, &end, &value) || (v->type == FMU_BOOLEAN && value != 0 && value != 1) ||
                 (is_integer(v->type) && value != floor(value)))
            end = NULL;
        if (!end || (*end && *end != ' ')) {
            xml_fail(&r->x, "start=\"%.40s\" of '%.80s' is not a value of type %s", s, v->name,
                     fmu_type_names[v->type]);
            return;
        }
        VEC_ADD(r->a, &r->numbers, value);
    }
    if (r->numbers.n == 0) {
        xml_fail(&r->x, "start of '%.80s' is empty", v->name);
        return;
    }
    v->start = to = ARENA_ARRAY(r->a, double, r->numbers.n);
    memcpy(to, r->numbers.at, (size_t)r->numbers.n * sizeof *to);
    v->elements = r->numbers.n; /* until the sizes are known */
}

/* What its type and the attributes of the element that was just opened say. */
static void read_typed(struct reader *r, struct fmu_variable *v)
{
    const char *declared = xml_get(&r->x, "declaredType");
    const struct named *t = find_type(r, declared);
    if (declared && !t)
        xml_fail(&r->x, "the declared type '%.80s' of '%.80s' is unknown", declared, v->name);
    v->unit = text_of(r, "unit");
    if (!v->unit && t) v->unit = t->unit;
    if (v->type <= FMU_UINT64) {
        v->min = number(r, "min", t ? t->min : -INFINITY);
        v->max = number(r, "max", t ? t->max : INFINITY);
        v->nominal = number(r, "nominal", t ? t->nominal : 0);
    }
    v->reinit = truth(r, "reinit");
    read_start(r, v);
}

static void read_common(struct reader *r, struct fmu_variable *v)
{
    static const char *const initials[] = {"exact", "approx", "calculated"};
    long long ref = integer(r, "valueReference", 0, 4294967295LL, -1);
    const char *initial = xml_get(&r->x, "initial");
    int how = choice(r, "initial", initials, 3, -1);
    *v = (struct fmu_variable){.name = needed(r, "name"),
                               .text = text_of(r, "description"),
                               .ref = (unsigned)ref,
                               .min = -INFINITY,
                               .max = INFINITY,
                               .elements = 1,
                               .line = r->x.line};
    if (!*v->name) xml_fail(&r->x, "a variable has an empty name");
    if (ref < 0) xml_fail(&r->x, "the variable '%.80s' has no valueReference", v->name);
    v->causality =
        (enum fmu_causality)choice(r, "causality", causalities, FMU_CAUSALITIES, FMU_LOCAL);
    v->variability = (enum fmu_variability)choice(r, "variability", variabilities,
                                                  FMU_VARIABILITIES, FMU_CONTINUOUS);
    v->exact = initial ? how < 2 : false;
}

static void default_variability(struct reader *r, struct fmu_variable *v)
{
    bool parameter = v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL ||
                     v->causality == FMU_CALCULATED;
    bool real_type = v->type == FMU_FLOAT64 || v->type == FMU_FLOAT32;
    if (xml_get(&r->x, "variability")) return;
    v->variability = parameter ? FMU_FIXED : real_type ? FMU_CONTINUOUS : FMU_DISCRETE;
}

static const struct {
    const char *name;
    enum fmu_type type;
} scalars[] = {{"Real", FMU_FLOAT64},
               {"Integer", FMU_INT32},
               {"Boolean", FMU_BOOLEAN},
               {"String", FMU_STRING},
               {"Enumeration", FMU_INT32}};

static void read_scalar(struct reader *r)
{
    struct fmu_variable *v = &r->v.at[r->v.n - 1];
    for (int k = 0; k < 5; k++) {
        if (strcmp(xml_name(&r->x), scalars[k].name) != 0) continue;
        if (v->type != FMU_TYPES) xml_fail(&r->x, "the variable '%.80s' has two types", v->name);
        v->type = scalars[k].type;
        v->enumerated = k == 4;
        if (v->type != FMU_FLOAT64 && v->variability == FMU_CONTINUOUS)
            v->variability = FMU_DISCRETE;
        r->of.at[r->of.n - 1] = integer(r, "derivative", 1, INT32_MAX, -1);
        read_typed(r, v);
        break;
    }
    skip(r);
}

static void read_scalar_variable(struct reader *r)
{
    struct fmu_variable v;
    if (strcmp(xml_name(&r->x), "ScalarVariable") != 0) {
        skip(r);
        return;
    }
    read_common(r, &v);
    default_variability(r, &v);
    v.type = FMU_TYPES;
    VEC_ADD(r->a, &r->v, v);
    VEC_ADD(r->a, &r->of, -1);
    children(r, read_scalar);
    if (r->v.at[r->v.n - 1].type == FMU_TYPES)
        xml_fail(&r->x, "the variable '%.80s' has no type", v.name);
}

static void read_dimension(struct reader *r)
{
    if (strcmp(xml_name(&r->x), "Dimension") == 0) {
        long long size = integer(r, "start", 0, FMU_ELEMENTS, -1);
        long long ref = integer(r, "valueReference", 0, 4294967295LL, -1);
        if ((size < 0) == (ref < 0))
            xml_fail(&r->x, "a <Dimension> needs one of start and valueReference");
        VEC_ADD(r->a, &r->dims, r->v.n - 1);
        VEC_ADD(r->a, &r->dims, size);
        VEC_ADD(r->a, &r->dims, ref);
    } else if (strcmp(xml_name(&r->x), "Start") == 0 && r->v.at[r->v.n - 1].type == FMU_STRING) {
        r->v.at[r->v.n - 1].start_text = text_of(r, "value");
    }
    skip(r);
}

static void read_variable(struct reader *r)
{
    struct fmu_variable v;
    int type = 0;
    if (r->d->version == 2) {
        read_scalar_variable(r);
        return;
    }
    while (type < FMU_TYPES && strcmp(xml_name(&r->x), fmu_type_names[type]) != 0) type++;
    if (type == FMU_TYPES && strcmp(xml_name(&r->x), "Enumeration") != 0) {
        xml_fail(&r->x, "a variable of the unknown type <%s>", xml_name(&r->x));
        return;
    }
    read_common(r, &v);
    v.enumerated = type == FMU_TYPES;
    v.type = v.enumerated ? FMU_INT64 : (enum fmu_type)type;
    default_variability(r, &v);
    read_typed(r, &v);
    VEC_ADD(r->a, &r->v, v);
    VEC_ADD(r->a, &r->of, integer(r, "derivative", 0, 4294967295LL, -1));
    children(r, read_dimension);
}

/* ---- ModelStructure -------------------------------------------------------------------------- */

static void note_unknown(struct reader *r, bool indicator)
{
    bool three = r->d->version == 3;
    struct unknown u = {integer(r, three ? "valueReference" : "index", 0, 4294967295LL, -1),
                        r->x.line, indicator};
    if (u.key < 0) xml_fail(&r->x, "<%s> does not say which variable", xml_name(&r->x));
    VEC_ADD(r->a, &r->unknowns, u);
    skip(r);
}

static void read_derivative(struct reader *r)
{
    note_unknown(r, false);
}

static void read_structure(struct reader *r)
{
    const char *name = xml_name(&r->x);
    if (r->d->version == 2 && !strcmp(name, "Derivatives"))
        children(r, read_derivative);
    else if (r->d->version == 3 && !strcmp(name, "ContinuousStateDerivative"))
        note_unknown(r, false);
    else if (r->d->version == 3 && !strcmp(name, "EventIndicator"))
        note_unknown(r, true);
    else
        skip(r);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void read_part(struct reader *r)
{
    const char *name = xml_name(&r->x);
    if (!strcmp(name, "ModelExchange"))
        read_kind(r, &r->d->me);
    else if (!strcmp(name, "CoSimulation"))
        read_kind(r, &r->d->cs);
    else if (!strcmp(name, "DefaultExperiment"))
        read_experiment(r);
    else if (!strcmp(name, "TypeDefinitions"))
        children(r, read_type);
    else if (!strcmp(name, "ModelVariables"))
        children(r, read_variable);
    else if (!strcmp(name, "ModelStructure"))
        children(r, read_structure);
    else
        skip(r);
}

static void read_root(struct reader *r)
{
    struct fmu_description *d = r->d;
    const char *version;
    if (strcmp(xml_name(&r->x), "fmiModelDescription") != 0) {
        xml_fail(&r->x, "the outermost element is <%s>, not <fmiModelDescription>",
                 xml_name(&r->x));
        return;
    }
    version = d->version_text = needed(r, "fmiVersion");
    d->version = !strcmp(version, "2.0") ? 2 : !strncmp(version, "3.0", 3) ? 3 : 0;
    if (!*r->x.error && !d->version)
        xml_fail(&r->x, "fmiVersion=\"%.20s\"; 2.0 and 3.0 are understood", version);
    d->name = needed(r, "modelName");
    d->token = needed(r, d->version == 3 ? "instantiationToken" : "guid");
    d->text = text_of(r, "description");
    d->tool = text_of(r, "generationTool");
    d->n_indicators = (int)integer(r, "numberOfEventIndicators", 0, FMU_ELEMENTS, 0);
    if (!*r->x.error) children(r, read_part);
}

/* Blames a line that has been passed. */
static void blame(struct reader *r, int line)
{
    r->x.line = line;
}

/* ---- What the entries mean ------------------------------------------------------------------- */

struct by_ref {
    unsigned ref;
    int variable;
};

static int compare(const void *a, const void *b)
{
    const struct by_ref *x = a, *y = b;
    if (x->ref != y->ref) return x->ref < y->ref ? -1 : 1;
    return x->variable - y->variable;
}

static struct by_ref *sort_refs(struct reader *r)
{
    struct by_ref *list = ARENA_ARRAY(r->a, struct by_ref, r->v.n + 1);
    for (int k = 0; k < r->v.n; k++) list[k] = (struct by_ref){r->v.at[k].ref, k};
    qsort(list, (size_t)r->v.n, sizeof *list, compare);
    return list;
}

/* The first variable with this reference; -1: none. */
static int find_ref(const struct reader *r, const struct by_ref *list, long long ref)
{
    int lo = 0, hi = r->v.n;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if ((long long)list[mid].ref < ref)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < r->v.n && (long long)list[lo].ref == ref ? list[lo].variable : -1;
}

static void find_sizes(struct reader *r, const struct by_ref *refs)
{
    for (int k = 0; k < r->dims.n && !*r->x.error; k += 3) {
        struct fmu_variable *v = &r->v.at[r->dims.at[k]];
        long long size = r->dims.at[k + 1];
        blame(r, v->line);
        if (size < 0) {
            int by = find_ref(r, refs, r->dims.at[k + 2]);
            if (by < 0 || !r->v.at[by].start || !(*r->v.at[by].start >= 0) ||
                *r->v.at[by].start > FMU_ELEMENTS) {
                xml_fail(&r->x, "the size of '%.80s' is no structural parameter with a start value",
                         v->name);
                return;
            }
            size = (long long)*r->v.at[by].start;
        }
        if (v->rank == FMU_RANK) {
            xml_fail(&r->x, "'%.80s' has more than %d dimensions", v->name, FMU_RANK);
            return;
        }
        v->size[v->rank++] = (int)size;
    }
}

/* Number of elements; a single start value is that of all of them. */
static void count_elements(struct reader *r)
{
    for (int k = 0; k < r->v.n && !*r->x.error; k++) {
        struct fmu_variable *v = &r->v.at[k];
        long long n = 1;
        double *all;
        int given = v->start ? v->elements : 0;
        for (int j = 0; j < v->rank; j++) n = n > FMU_ELEMENTS ? n : n * v->size[j];
        blame(r, v->line);
        if (n > FMU_ELEMENTS) {
            xml_fail(&r->x, "'%.80s' has more than %d elements", v->name, FMU_ELEMENTS);
        } else if (given && given != n && given != 1) {
            xml_fail(&r->x, "'%.80s' has %lld elements and %d start values", v->name, n, given);
        } else {
            v->elements = (int)n;
            if (given != 1 || n <= 1) continue;
            all = ARENA_ARRAY(r->a, double, n);
            for (long long j = 0; j < n; j++) all[j] = *v->start;
            v->start = all;
        }
    }
}

static void find_derivatives(struct reader *r, const struct by_ref *refs)
{
    for (int k = 0; k < r->v.n && !*r->x.error; k++) {
        long long of = r->of.at[k];
        if (of < 0) continue;
        blame(r, r->v.at[k].line);
        if (r->d->version == 2)
            of = of > r->v.n ? -1 : of - 1;
        else
            of = find_ref(r, refs, of);
        if (of < 0)
            xml_fail(&r->x, "'%.80s' is the derivative of a variable that does not exist",
                     r->v.at[k].name);
        else if (r->v.at[of].elements != r->v.at[k].elements)
            xml_fail(&r->x, "'%.80s' and its derivative '%.80s' have different sizes",
                     r->v.at[of].name, r->v.at[k].name);
        else
            r->v.at[k].derivative = (int)of + 1;
    }
}

static void find_states(struct reader *r, const struct by_ref *refs)
{
    VEC(int) states = {0}, ders = {0}, elements = {0};
    struct fmu_description *d = r->d;
    bool *listed = ARENA_ARRAY(r->a, bool, r->v.n + 1);
    for (int k = 0; k < r->unknowns.n && !*r->x.error; k++) {
        const struct unknown *u = &r->unknowns.at[k];
        int v = d->version == 2 ? u->key >= 1 && u->key <= r->v.n ? (int)u->key - 1 : -1
                                : find_ref(r, refs, u->key);
        blame(r, u->line);
        if (v < 0) {
            xml_fail(&r->x, "the model structure names variable %lld, which does not exist",
                     u->key);
        } else if (u->indicator) {
            d->n_indicators += r->v.at[v].elements;
        } else if (!r->v.at[v].derivative) {
            xml_fail(&r->x, "'%.80s' is listed among the derivatives, but is not said to be one",
                     r->v.at[v].name);
        } else if (listed[r->v.at[v].derivative - 1]) {
            xml_fail(&r->x, "the derivative of '%.80s' is listed twice",
                     r->v.at[r->v.at[v].derivative - 1].name);
        } else {
            listed[r->v.at[v].derivative - 1] = true;
            for (int j = 0; j < r->v.at[v].elements; j++) {
                VEC_ADD(r->a, &states, r->v.at[v].derivative - 1);
                VEC_ADD(r->a, &ders, v);
                VEC_ADD(r->a, &elements, j);
            }
        }
    }
    d->n_states = states.n;
    d->states = states.at;
    d->derivatives = ders.at;
    d->state_element = elements.at;
}

/* Every name is there once. */
static int by_name(const void *a, const void *b)
{
    const struct fmu_variable *const *x = a, *const *y = b;
    int c = strcmp((*x)->name, (*y)->name);
    return c ? c : (*x)->line - (*y)->line;
}

static void check_names(struct reader *r)
{
    const struct fmu_variable **list = ARENA_ARRAY(r->a, const struct fmu_variable *, r->v.n + 1);
    for (int k = 0; k < r->v.n; k++) list[k] = &r->v.at[k];
    qsort(list, (size_t)r->v.n, sizeof *list, by_name);
    for (int k = 1; k < r->v.n && !*r->x.error; k++) {
        if (strcmp(list[k - 1]->name, list[k]->name) != 0) continue;
        blame(r, list[k]->line);
        xml_fail(&r->x, "the name '%.80s' is taken; line %d has it, too", list[k]->name,
                 list[k - 1]->line);
    }
}

static void finish(struct reader *r)
{
    struct by_ref *refs = sort_refs(r);
    if (!r->d->me.id && !r->d->cs.id) {
        blame(r, 1);
        xml_fail(&r->x, "the FMU is neither for model exchange nor for co-simulation");
    }
    check_names(r);
    find_sizes(r, refs);
    count_elements(r);
    find_derivatives(r, refs);
    find_states(r, refs);
    r->d->variables = r->v.at;
    r->d->n_variables = r->v.n;
}

struct fmu_description *fmu_describe(struct arena *a, const char *text, size_t size,
                                     struct fmu_where *where)
{
    struct reader *r = ARENA_NEW(a, struct reader);
    r->a = a;
    r->d = ARENA_NEW(a, struct fmu_description);
    xml_begin(&r->x, a, text, size);
    if (xml_next(&r->x) == XML_OPEN) read_root(r);
    if (!*r->x.error) xml_next(&r->x);
    if (!*r->x.error) finish(r);
    if (!*r->x.error) return r->d;
    where->line = r->x.error_line;
    memcpy(where->text, r->x.error, strlen(r->x.error) + 1);
    return NULL;
}

int fmu_find(const struct fmu_description *d, const char *name)
{
    for (int k = 0; k < d->n_variables; k++)
        if (!strcmp(d->variables[k].name, name)) return k;
    return -1;
}
