/* SPDX-License-Identifier: MIT */
/* compile.c - the compiler as a whole: the stages one after the other, each in the same arena.
 *
 *     (netlist ->) text -> parse -> inst -> check -> expand -> events -> graph -> lower -> share -> C or
 *     interpreter
 *
 * A stage runs only if those before it found no errors; its own errors are all reported. What holds
 * after each of them is in docs/compiler.md and asserted here. What is kept of a compilation is the
 * model: the arena when it is interpreted, the loaded library when it is native. */
#include "base/paint.h"
#include "base/contract.h"
#include "emit/code.h"
#include "emit/explain.h"
#include "emit/lower/lower.h"
#include "emit/c/native.h"
#include "flat/ir/ir.h"
#include "inst/inst.h"
#include "lang/lang.h"
#include "lang/lex.h"
#include "saltus_compile.h"
#include "spice/spice.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_TEXT = 64 << 20 }; /* bytes of a model text */
static const size_t MOST_MEMORY = (size_t)1 << 30;

struct saltus_compiled {
    struct arena arena;
    struct messages messages;
    struct names names;
    saltus_compile_options options;
    struct check_override *overrides;
    char *text; /* read from a file; ours */
    struct native *native;
    const saltus_model *model;
    saltus_compile_stats stats;
    struct library *library;          /* once there is one */
    struct ir_model *ir;              /* too */
    const saltus_solution *solutions; /* once they were asked for */
    const saltus_change *notes;       /* too */
    size_t n_notes;
    const bool *repeats; /* too */
    size_t n_repeats;
    struct ir_var **declared[SALTUS_OUTPUT + 1]; /* too; by kind */
    size_t n_declared[SALTUS_OUTPUT + 1];
    const char *stage; /* of a dump; NULL: compile */
    FILE *out;
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void say(const saltus_compile_options *o, saltus_status status, const char *file,
                const char *text)
{
    saltus_diag d = {.status = status, .at = {.file = file}, .t = 0, .text = text};
    FILE *out = o->log ? o->log : stderr;
    if (o->diag)
        o->diag(o->user, &d);
    else if (status < 0 || !o->only_errors)
        fprintf(out, "%s%s%s%s:%s %s\n", file ? file : "", file ? ": " : "",
                paint_code(out, status < 0 ? PAINT_ERROR : PAINT_NOTE),
                status < 0 ? "error" : "note", paint_code(out, PAINT_OFF), text);
}

static void tell(saltus_compiled *c)
{
    const struct messages *m = &c->messages;
    if (!c->options.diag) {
        messages_print(c->options.log ? c->options.log : stderr, m);
        return;
    }
    for (int32_t k = 0; k < m->list.n; k++) {
        const struct message *one = &m->list.at[k];
        saltus_diag d = {.status = one->severity == ERROR ? SALTUS_EMODEL : SALTUS_OK,
                         .text = one->text,
                         .hint = one->hint};
        if (one->at.file > 0) {
            d.at.file = m->sources.at[one->at.file].name;
            d.at.len = one->at.len;
            place_line(m, one->at, &d.at.line, &d.at.col);
        }
        c->options.diag(c->options.user, &d);
    }
}

/* ---- Stages ---------------------------------------------------------------------------------- */

static bool wants(const saltus_compiled *c, const char *stage)
{
    return c->stage && strcmp(c->stage, stage) == 0;
}

static bool fine(const saltus_compiled *c)
{
    return c->messages.errors == 0;
}

/* Text to the flat, causal model; NULL after errors, or when a dump ends here. */
static struct ir_model *front(saltus_compiled *c, int32_t file)
{
    struct messages *m = &c->messages;
    struct ast_file *ast;
    const char *library;
    struct inst_model *inst;
    struct checked *checked;
    struct ir_model *ir;
    if (wants(c, "modelica")) return fputs(m->sources.at[file].text, c->out), NULL;
    if (wants(c, "tokens")) return lex_dump(c->out, m, &c->names, file), NULL;
    ast = parse_file(m, &c->names, file);
    if (!fine(c)) return NULL;
    if (wants(c, "ast")) return ast_dump(c->out, m, ast), NULL;
    if (wants(c, "print")) return print_file(c->out, ast), NULL;
    library = c->options.library ? c->options.library : getenv("SALTUS_PATH");
    c->library = library_new(m, &c->names, library, ast);
    c->library->no_external = c->options.no_external != 0;
    if (wants(c, "parts")) return inst_parts(c->library, ast, c->options.model, c->out), NULL;
    inst = inst_model(c->library, ast, c->options.model);
    if (!inst) return NULL;
    assert(inst_is_flat(inst->flat));
    if (wants(c, "inst") && fine(c)) return print_class(c->out, inst->flat), NULL;
    checked = check_model(m, &c->names, inst, c->overrides, (int32_t)c->options.n_sets);
    if (!checked || !fine(c)) return NULL;
    assert(check_is_complete(checked));
    ir = flat_expand(m, checked);
    c->ir = ir;
    if (!ir || !fine(c)) return NULL;
    assert(ir_is_valid(ir, STAGE_EXPANDED));
    if (wants(c, "flat")) return ir_dump(c->out, ir), NULL;
    if (!flat_events(ir) || !fine(c)) return NULL;
    assert(ir_is_valid(ir, STAGE_WATCHED));
    if (!graph_solve(ir) || !fine(c)) return NULL;
    assert(ir_is_valid(ir, STAGE_SOLVED));
    if (wants(c, "structure")) return ir_dump_structure(c->out, ir), NULL;
    return ir;
}

static void warn_cache(saltus_compiled *c, const char *why)
{
    warning_at(&c->messages, (struct place){0}, "%s; the compiled model is not kept", why);
    hint_last(&c->messages,
              "SALTUS_CACHE names another folder; it must be yours alone (chmod 700)");
}

/* The C compiler, or there is none, refuses the functions in C. */
static saltus_status refuse_external(saltus_compiled *c, const struct code_model *code,
                                     saltus_status status, const char *why)
{
    const struct code_external_name *one = &code->external.names.at[0];
    if (status == SALTUS_ENOMEM) return status;
    for (int32_t k = code->external.n - 1; k >= 0 && why; k--)
        if (strstr(why, code->external.names.at[k].name)) one = &code->external.names.at[k];
    error_at(&c->messages, one->at, "%s cannot be compiled: %s", one->name,
             why ? why : "the C compiler failed");
    return SALTUS_EMODEL;
}

/* The interpreter; functions in C are compiled all the same. */
static saltus_status interpret(saltus_compiled *c, struct code_model *code)
{
    const char *why = NULL;
    saltus_status status = SALTUS_OK;
    c->stats.interpreted = 1;
    if (code->external.n) status = native_load_external(code, &c->native, &why);
    if (status != SALTUS_OK) return refuse_external(c, code, status, why);
    c->model = code_interpret(code);
    return c->model ? SALTUS_OK : SALTUS_EMODEL;
}

/* Machine code takes over when it is there. */
static void begin_interpreted(saltus_compiled *c, struct code_model *code)
{
    c->stats.interpreted = 1;
    c->stats.cached = 0;
    c->model = code_interpret(code);
    native_wait_for(c->native, code_native(c->model));
}

/* The flat model to one that runs. */
static saltus_status back(saltus_compiled *c, struct ir_model *ir)
{
    struct code_model *code = lower_model(ir);
    saltus_status status = SALTUS_EMODEL;
    const char *why = NULL;
    bool later = c->options.backend == SALTUS_AT_ONCE;
    if (!code || !fine(c)) return SALTUS_EMODEL;
    later &= code->external.n == 0;
    if (c->options.backend != SALTUS_INTERPRETED || wants(c, "c")) code_share(code);
    if (wants(c, "c")) {
        code_print(c->out, code);
        if (code->external.n) fprintf(c->out, "\n%s", code->external.text);
        return SALTUS_OK;
    }
    if (c->stage) return SALTUS_OK;
    if (c->options.backend != SALTUS_INTERPRETED) {
        double t = now_ms();
        c->stats.front_ms = t - c->stats.front_ms;
        status = (later ? native_load_later : native_load)(code, &c->native, &why);
        if (status == SALTUS_OK) {
            c->model = native_model(c->native);
            c->stats.native_ms = native_compile_ms(c->native);
            c->stats.cached = c->stats.native_ms == 0;
            c->stats.load_ms = now_ms() - t - c->stats.native_ms;
            c->stats.code = native_source(c->native);
            if (!c->model) begin_interpreted(c, code);
            if (native_note(c->native)) warn_cache(c, native_note(c->native));
            return SALTUS_OK;
        }
        if (code->external.n) return refuse_external(c, code, status, why);
        say(&c->options, c->options.backend == SALTUS_NATIVE ? status : SALTUS_OK, NULL,
            arena_format(&c->arena, "%s%s", why ? why : "the model could not be compiled",
                         c->options.backend == SALTUS_NATIVE ? "" : "; it is interpreted"));
        if (c->options.backend == SALTUS_NATIVE) return status;
    } else {
        c->stats.front_ms = now_ms() - c->stats.front_ms;
    }
    return interpret(c, code);
}

static void overrides_init(saltus_compiled *c)
{
    size_t n = c->options.n_sets;
    c->overrides = ARENA_ARRAY(&c->arena, struct check_override, n ? n : 1);
    for (size_t k = 0; k < n; k++)
        c->overrides[k] =
            (struct check_override){c->options.sets[k].name, c->options.sets[k].value, false};
}

static saltus_status stages(saltus_compiled *c, const char *name, const char *text, size_t size)
{
    struct ir_model *ir;
    saltus_status status;
    int32_t file;
    messages_init(&c->messages, &c->arena);
    c->messages.only_errors = c->options.only_errors;
    names_init(&c->names, &c->arena);
    overrides_init(c);
    c->stats.front_ms = now_ms();
    file = source_add(&c->messages, name, text, (uint32_t)size);
    if (spice_is_netlist(name))
        file = spice_convert(&c->messages, file, c->options.no_external != 0);
    ir = file ? front(c, file) : NULL;
    if (ir)
        status = back(c, ir);
    else
        status = fine(c) && c->stage ? SALTUS_OK : SALTUS_EMODEL;
    if (c->library) library_name_parts(c->library);
    return status;
}

/* Where were we? Nothing may be allocated any more. */
static void tell_too_large(const saltus_compiled *c, const char *name)
{
    char text[256] = "the model is too large for the memory allowed";
    uint32_t line = 0, col = 0;
    size_t n = strlen(text);
    if (c->ir) place_line(&c->messages, c->ir->at, &line, &col);
    if (line)
        snprintf(text + n, sizeof text - n,
                 ", at the equation in line %u; elements that depend on each other are written out "
                 "one by one: take fewer",
                 line);
    say(&c->options, SALTUS_ELIMIT, name, text);
}

/* All stages over one text. Control comes back to setjmp when memory is short. */
static saltus_status compile(saltus_compiled *c, const char *name, const char *text, size_t size)
{
    saltus_status status;
    if (setjmp(c->arena.fail)) {
        if (!c->arena.full) return SALTUS_ENOMEM;
        if (fine(c))
            tell_too_large(c, name);
        else
            tell(c);
        return SALTUS_ELIMIT;
    }
    status = stages(c, name, text, size);
    c->stats.bytes = c->arena.used;
    tell(c);
    return fine(c) ? status : SALTUS_EMODEL;
}

/* ---- From outside ---------------------------------------------------------------------------- */

static void *take(const saltus_compile_options *o, void *p, size_t n)
{
    if (o->alloc) return o->alloc(o->alloc_user, p, n);
    if (n) return realloc(p, n);
    free(p);
    return NULL;
}

static saltus_status compiled_new(const saltus_compile_options *given, saltus_compiled **out)
{
    saltus_compile_options o, plain = saltus_compile_defaults();
    saltus_compiled *c;
    if (!contract_take(&o, sizeof o, given ? given : &plain)) return SALTUS_EARG;
    if (!contract_sets(o.sets, o.n_sets)) return SALTUS_EARG;
    *out = c = take(&o, NULL, sizeof *c);
    if (!c) return SALTUS_ENOMEM;
    memset(c, 0, sizeof *c);
    c->options = o;
    arena_init(&c->arena, o.alloc, o.alloc_user, o.max_memory ? o.max_memory : MOST_MEMORY);
    return SALTUS_OK;
}

void saltus_compiled_free(saltus_compiled *c)
{
    saltus_compile_options o;
    if (!c) return;
    o = c->options;
    native_free(c->native);
    arena_free(&c->arena);
    if (c->text) take(&o, c->text, 0);
    take(&o, c, 0);
}

/* A whole file with a 0 behind it. */
static saltus_status slurp(saltus_compiled *c, const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    saltus_status status = SALTUS_EIO;
    const char *why = "cannot be read";
    size_t room = 0, n = 0;
    if (!in) return say(&c->options, SALTUS_EIO, path, "cannot be opened"), SALTUS_EIO;
    for (;;) {
        if (n + 1 >= room) {
            char *more = take(&c->options, c->text, room = room ? 2 * room : 1 << 14);
            if (!more) {
                status = SALTUS_ENOMEM, why = NULL;
                goto done;
            }
            c->text = more;
        }
        size_t got = fread(c->text + n, 1, room - n - 1, in);
        if (got == 0) break;
        n += got;
        if (n > MOST_TEXT) {
            status = SALTUS_ELIMIT, why = "is larger than 64 MB";
            goto done;
        }
    }
    if (!ferror(in)) status = SALTUS_OK, why = NULL;
    c->text[n] = 0;
    *size = n;
done:
    fclose(in);
    if (why) say(&c->options, status, path, why);
    return status;
}

static saltus_status finish(saltus_compiled *c, saltus_status status, saltus_compiled **out)
{
    if (status == SALTUS_OK && out) {
        *out = c;
        return status;
    }
    saltus_compiled_free(c);
    return status;
}

saltus_status saltus_compile_file(const char *path, const saltus_compile_options *o,
                                  saltus_compiled **out)
{
    saltus_compiled *c;
    saltus_status status;
    size_t size = 0;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    status = path ? compiled_new(o, &c) : SALTUS_EARG;
    if (status < 0) return status;
    status = slurp(c, path, &size);
    if (status == SALTUS_OK) status = compile(c, path, c->text, size);
    return finish(c, status, out);
}

saltus_status saltus_compile_text(const char *name, const char *text, size_t size,
                                  const saltus_compile_options *o, saltus_compiled **out)
{
    saltus_compiled *c;
    saltus_status status;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    status = name && text ? compiled_new(o, &c) : SALTUS_EARG;
    if (status < 0) return status;
    if (size > MOST_TEXT) return finish(c, SALTUS_ELIMIT, NULL);
    c->text = take(&c->options, NULL, size + 1);
    if (!c->text) return finish(c, SALTUS_ENOMEM, NULL);
    memcpy(c->text, text, size);
    c->text[size] = 0;
    return finish(c, compile(c, name, c->text, size), out);
}

saltus_status saltus_compile_dump(const char *path, const char *stage,
                                  const saltus_compile_options *o, FILE *out)
{
    static const char *const stages[] = {"modelica", "tokens", "ast",  "print",     "parts",
                                         "inst",     "check",  "flat", "structure", "c"};
    saltus_compiled *c;
    saltus_status status = SALTUS_EARG;
    size_t size = 0;
    if (!path || !stage || !out) return status;
    for (size_t k = 0; k < sizeof stages / sizeof stages[0]; k++)
        if (strcmp(stage, stages[k]) == 0) status = SALTUS_OK;
    if (status != SALTUS_OK) return status;
    status = compiled_new(o, &c);
    if (status < 0) return status;
    c->stage = stage;
    c->out = out;
    status = slurp(c, path, &size);
    if (status == SALTUS_OK) status = compile(c, path, c->text, size);
    return finish(c, status, NULL);
}

const saltus_model *saltus_compiled_model(const saltus_compiled *c)
{
    return c ? c->model : NULL;
}

saltus_status saltus_compiled_get_stats(const saltus_compiled *c, saltus_compile_stats *out)
{
    return c && out && contract_give(out, &c->stats, sizeof c->stats) ? SALTUS_OK : SALTUS_EARG;
}

int saltus_compiled_took(const saltus_compiled *c, size_t k)
{
    if (!c) return 0;
    return k < c->options.n_sets && c->overrides[k].used;
}

const saltus_solution *saltus_compiled_solution(saltus_compiled *c, size_t k)
{
    if (!c || !c->ir || k >= (size_t)c->ir->solutions.n || setjmp(c->arena.fail)) return NULL;
    if (!c->solutions) c->solutions = explain_solutions(c->ir);
    return &c->solutions[k];
}

const saltus_change *saltus_compiled_change(saltus_compiled *c, size_t k)
{
    if (!c || !c->ir || setjmp(c->arena.fail)) return NULL;
    if (!c->notes) c->notes = explain_changes(c->ir, &c->n_notes);
    return c->notes && k < c->n_notes ? &c->notes[k] : NULL;
}

int saltus_compiled_structural(const saltus_compiled *c, const char *parameter)
{
    return c && parameter && c->ir && explain_structural(c->ir, parameter);
}

int saltus_compiled_repeats(saltus_compiled *c, size_t k)
{
    if (!c || !c->ir || setjmp(c->arena.fail)) return 0;
    if (!c->repeats) c->repeats = explain_repeats(c->ir, &c->n_repeats);
    return k < c->n_repeats && c->repeats[k];
}

int saltus_compiled_type(saltus_compiled *c, saltus_kind kind, size_t k)
{
    static const enum ir_kind kinds[] = {VAR_STATE, VAR_DISCRETE, VAR_PARAMETER, VAR_ALGEBRAIC};
    static const saltus_type types[] = {
        [IR_R] = SALTUS_TYPE_REAL, [IR_I] = SALTUS_TYPE_INTEGER, [IR_B] = SALTUS_TYPE_BOOLEAN};
    if (!c || !c->ir || (unsigned)kind > SALTUS_OUTPUT || setjmp(c->arena.fail)) return -1;
    if (!c->declared[kind])
        c->declared[kind] = explain_declared(c->ir, kinds[kind], &c->n_declared[kind]);
    return k < c->n_declared[kind] ? (int)types[c->declared[kind][k]->type] : -1;
}

bool explain_is_output(saltus_compiled *c, saltus_kind kind, size_t k)
{
    return saltus_compiled_type(c, kind, k) >= 0 && c->declared[kind][k]->output;
}

const char *saltus_compiled_text(const saltus_compiled *c)
{
    if (!c) return NULL;
    return c->ir ? explain_text(c->ir) : NULL;
}
