/* SPDX-License-Identifier: MIT */
/* batch.c - values of a diagram: numbers, lists, expressions (batch.h).
 *
 * The expressions of a batch become parameters of a small model, which the compiler evaluates:
 *
 *     model diagram
 *       parameter Integer m = 500;              known parameters that some expression names
 *       parameter Real v__1[:] = (
 *     {if mod(j, 2) == 1 then 1 else 5 for j in 1:m}
 *       );
 *
 * Each expression is on a line of its own, so that the place of a message in that text says which
 * expression it is about and where in it. Whether it is a number, a vector or a matrix must be
 * declared; a first model asks that with ndims(). */
#include "diagram/batch.h"
#include "base/text.h"
#include "saltus_compile.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct diagram_value batch_number(saltus_diagram *d, double x, bool whole)
{
    double *v = ARENA_NEW(&d->arena, double);
    *v = x;
    return (struct diagram_value){.rows = 1, .cols = 1, .v = v, .whole = whole};
}

/* ---- Names in expressions -------------------------------------------------------------------- */

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

void batch_names(const char *text, void (*f)(void *user, const char *name, size_t n), void *user)
{
    for (const char *p = text, *q; *p; p = q) {
        q = p + 1;
        if (!in_name(*p)) continue;
        while (in_name(*q)) q++;
        if (begins_name(*p) && (p == text || p[-1] != '.')) f(user, p, (size_t)(q - p));
        if (!begins_name(*p) && *q == '.') q++; /* 1.e3 */
    }
}

static const struct diagram_param *find_param(const struct batch *b, const char *name, size_t n)
{
    int32_t k = diagram_param_find(b->in, name, n);
    return k >= 0 && b->in->params.at[k].value.v ? &b->in->params.at[k] : NULL;
}

/* ---- Collecting ------------------------------------------------------------------------------ */

/* One line, whatever blanks it has. */
static const char *one_line(saltus_diagram *d, const char *text)
{
    char *copy = arena_text(&d->scratch, text, strlen(text));
    for (char *p = copy; *p; p++)
        if ((unsigned char)*p < 32) *p = ' ';
    return copy;
}

/* Just a number, or just the name of a parameter: no need to compile anything. */
static bool simple(const struct batch *b, const char *text, enum batch_want want,
                   struct diagram_value *to)
{
    size_t n = strlen(text);
    const struct diagram_param *p;
    char *end;
    if (want == BATCH_BOOLEAN || n == 0 || n > 60) return false;
    if (begins_name(text[0])) {
        for (size_t k = 0; k < n; k++)
            if (!in_name(text[k])) return false;
        p = find_param(b, text, n);
        if (!p || !p->value.v || (want != BATCH_ANY && p->value.rank > 0)) return false;
        if (want == BATCH_INTEGER && *p->value.v != floor(*p->value.v)) return false;
        *to = p->value;
        return true;
    }
    if (!isdigit((unsigned char)text[0]) || strspn(text, "0123456789.eE+-") != n) return false;
    double x = strtod(text, &end);
    if (*end || !isfinite(x) || (want == BATCH_INTEGER && x != floor(x))) return false;
    *to = batch_number(b->d, x, strspn(text, "0123456789") == n && fabs(x) < 0x1p31);
    return true;
}

void batch_text(struct batch *b, const struct diagram_source *s, const struct node *n,
                const char *text, uint32_t offset, enum batch_want want, struct diagram_value *to)
{
    struct batch_item item = {.at = diagram_at(s, n),
                              .text = one_line(b->d, text),
                              .pos = n->plain ? n->pos + 1 + offset : 0,
                              .want = want,
                              .to = to};
    *to = (struct diagram_value){0};
    if (simple(b, item.text, want, to)) return;
    VEC_ADD(&b->d->scratch, &b->items, item);
}

static void list_item(struct batch *b, const struct diagram_source *s, const struct node *n,
                      const char *what, double *to)
{
    if (n->kind == NODE_NUMBER) {
        *to = n->number;
    } else if (n->kind == NODE_TRUE || n->kind == NODE_FALSE) {
        *to = n->kind == NODE_TRUE;
    } else if (n->kind == NODE_TEXT) {
        struct diagram_value *v = ARENA_NEW(&b->d->arena, struct diagram_value);
        batch_text(b, s, n, n->text, 0, BATCH_REAL, v);
        if (v->v)
            *to = *v->v;
        else
            b->items.at[b->items.n - 1].number = to;
    } else {
        say_error(&b->d->say, diagram_at(s, n), "'%s': %s is in the list, not a number", what,
                  node_kind_name(n));
    }
}

/* [1, 2, 3], or [[1, 2], [3, 4]] by rows. */
static void list(struct batch *b, const struct diagram_source *s, const struct node *n,
                 const char *what, struct diagram_value *to)
{
    bool matrix = n->first && n->first->kind == NODE_LIST;
    uint32_t cols = matrix ? n->first->count : 1, k = 0;
    double *v;
    if ((double)n->count * cols > 0x1p30) {
        say_error(&b->d->say, diagram_at(s, n), "'%s': too many numbers", what);
        return;
    }
    v = ARENA_ARRAY(&b->d->arena, double, (size_t)n->count *cols + 1);
    NODE_EACH(row, n)
    {
        if (matrix && (row->kind != NODE_LIST || row->count != cols)) {
            say_error(&b->d->say, diagram_at(s, row),
                      "'%s': the rows of a matrix must be lists of one length, here %u", what,
                      cols);
            return;
        }
        if (!matrix) list_item(b, s, row, what, &v[k++]);
        NODE_EACH(x, matrix ? row : NULL) list_item(b, s, x, what, &v[k++]);
    }
    *to = (struct diagram_value){
        .rows = (int32_t)n->count, .cols = (int32_t)cols, .rank = matrix ? 2 : 1, .v = v};
}

static void whole_number(struct batch *b, struct say_place at, double x)
{
    say_error(&b->d->say, at, "a whole number is expected here, not %g", x);
}

void batch_value(struct batch *b, const struct diagram_source *s, const struct node *n,
                 enum batch_want want, const char *what, struct diagram_value *to)
{
    static const char *const wanted[] = {"a number", "a whole number",
                                         "true or false, or a list of these",
                                         "a number or a list of numbers"};
    struct say *say = &b->d->say;
    *to = (struct diagram_value){0};
    if (n->kind == NODE_TEXT) {
        batch_text(b, s, n, n->text, 0, want, to);
    } else if (n->kind == NODE_TRUE || n->kind == NODE_FALSE) {
        *to = batch_number(b->d, n->kind == NODE_TRUE, false);
        if (want != BATCH_BOOLEAN && want != BATCH_ANY)
            say_error(say, diagram_at(s, n), "'%s' must be %s", what, wanted[want]);
    } else if (n->kind == NODE_NUMBER && want == BATCH_BOOLEAN && n->number != 0 &&
               n->number != 1) {
        say_error(say, diagram_at(s, n), "'%s' must be true or false, not %g", what, n->number);
    } else if (n->kind == NODE_NUMBER) {
        if (want == BATCH_INTEGER && n->number != floor(n->number))
            whole_number(b, diagram_at(s, n), n->number);
        else
            *to = batch_number(b->d, n->number, n->plain && fabs(n->number) < 0x1p31);
    } else if (n->kind == NODE_LIST && (want == BATCH_ANY || want == BATCH_BOOLEAN)) {
        list(b, s, n, what, to);
    } else {
        say_error(say, diagram_at(s, n), "'%s' must be %s, or a text with an expression, not %s",
                  what, wanted[want], node_kind_name(n));
    }
}

/* ---- The model of a batch -------------------------------------------------------------------- */

struct writing {
    struct batch *b;
    FILE *out;
    bool *used;     /* by parameter                                                          */
    uint32_t first; /* line of the first item; each has three                                */
    const int32_t *ranks;
    bool failed;
};

static void use(void *user, const char *name, size_t n)
{
    struct writing *w = user;
    const struct diagram_param *p = find_param(w->b, name, n);
    if (p) w->used[p - w->b->in->params.at] = true;
}

static void write_value(FILE *out, const struct diagram_value *v)
{
    const char *open = v->rank == 0 ? "" : v->rank == 1 ? "{" : "[";
    fputs(open, out);
    for (int32_t i = 0; i < v->rows; i++)
        for (int32_t j = 0; j < v->cols; j++)
            fprintf(out, "%s%.17g",
                    j > 0   ? ","
                    : i > 0 ? v->rank == 1 ? "," : ";"
                            : "",
                    v->v[i * v->cols + j]);
    fputs(v->rank == 0 ? "" : v->rank == 1 ? "}" : "]", out);
}

static void write_param(FILE *out, const struct diagram_param *p)
{
    const struct diagram_value *v = &p->value;
    fprintf(out, "parameter %s %s", v->whole ? "Integer" : "Real", p->name);
    if (v->rank == 1) fprintf(out, "[%d]", v->rows);
    if (v->rank == 2) fprintf(out, "[%d,%d]", v->rows, v->cols);
    if (v->rows == 0 || v->cols == 0) {
        fprintf(out, v->rank == 1 ? " = fill(0.0, 0)" : " = fill(0.0, %d, %d)", v->rows, v->cols);
    } else {
        fputs(" = ", out);
        write_value(out, v);
    }
    fputs(";\n", out);
}

/* ranks NULL: the model that asks for them. */
static void write_item(const struct writing *w, int32_t k)
{
    static const char *const shapes[] = {"", "[:]", "[:,:]"};
    const struct batch_item *it = &w->b->items.at[k];
    if (!w->ranks)
        fprintf(w->out, "parameter Integer v__%d = ndims((\n%s\n));\n", k, it->text);
    else
        fprintf(w->out, "parameter %s v__%d%s = (\n%s\n);\n",
                it->want == BATCH_BOOLEAN ? "Boolean" : "Real", k, shapes[w->ranks[k]], it->text);
}

static char *write_model(struct writing *w, size_t *size)
{
    struct batch *b = w->b;
    char *text = NULL;
    w->out = open_memstream(&text, size);
    if (!w->out) diagram_no_memory(b->d);
    fputs("model diagram\n", w->out);
    w->first = 2;
    for (int32_t k = 0; k < b->in->params.n; k++)
        if (w->used[k]) write_param(w->out, &b->in->params.at[k]), w->first++;
    for (int32_t k = 0; k < b->items.n; k++) write_item(w, k);
    fputs("Real x__;\nequation\nx__ = 0;\nend diagram;\n", w->out);
    if (fclose(w->out) != 0) {
        free(text);
        diagram_no_memory(b->d);
    }
    return text;
}

/* ---- Messages of the compiler, and of the run that reads the values -------------------------- */

/* The item of a line, and the column if it is a line of its own text; -1: none. */
static int32_t item_of(const struct writing *w, const saltus_diag *d, bool *own)
{
    int32_t k = -1;
    *own = false;
    if (d->at.line >= w->first) {
        k = (int32_t)((d->at.line - w->first) / 3);
        *own = (d->at.line - w->first) % 3 == 1;
    } else if (d->var && strncmp(d->var, "v__", 3) == 0) {
        k = atoi(d->var + 3);
    }
    return k >= 0 && k < w->b->items.n ? k : -1;
}

/* `col` characters on. */
static uint32_t columns_on(const char *text, uint32_t col)
{
    uint32_t n = 0;
    for (; col > 0 && text[n]; col--) do
            n++;
        while (((unsigned char)text[n] & 0xc0) == 0x80);
    return n;
}

/* "unknown name 'b'", where b is a parameter whose own error has been told. */
static bool follows(const struct batch *b, const char *text)
{
    const char *open = strchr(text, '\''), *close = open ? strchr(open + 1, '\'') : NULL;
    for (int32_t k = 0; close && strncmp(text, "unknown name", 12) == 0 && k < b->in->params.n; k++)
        if (!b->in->params.at[k].value.v &&
            strlen(b->in->params.at[k].name) == (size_t)(close - open - 1) &&
            strncmp(b->in->params.at[k].name, open + 1, (size_t)(close - open - 1)) == 0)
            return true;
    return false;
}

/* The text of a message without the names v__0, v__1 ..., which no one has written. */
static const char *plain(saltus_diagram *d, const char *text)
{
    static const char *const name[] = {"parameter 'v__", "'v__"};
    for (size_t k = 0; k < 2; k++) {
        const char *p = strstr(text, name[k]);
        const char *end = p ? strchr(p + strlen(name[k]), '\'') : NULL;
        if (end) text = arena_format(&d->arena, "%.*sthis%s", (int)(p - text), text, end + 1);
    }
    return text;
}

static void pass_on(void *user, const saltus_diag *d)
{
    struct writing *w = user;
    bool own;
    int32_t k = item_of(w, d, &own);
    struct say_place at = {0};
    const char *hint = d->hint;
    if (d->status >= 0) return;
    w->failed = true;
    if (follows(w->b, d->text) && w->b->d->say.errors) return;
    if (k >= 0) {
        const struct batch_item *it = &w->b->items.at[k];
        at = it->at;
        if (own && it->pos) {
            at.pos = it->pos + columns_on(it->text, d->at.col - 1);
            at.len = d->at.len;
        }
    }
    say_error(&w->b->d->say, at, "%s%s", k >= 0 ? "" : "in the parameters: ",
              strcmp(d->text, "its value is not finite") ? plain(w->b->d, d->text)
                                                         : "the value is not finite");
    if (hint && !strstr(hint, "v__") && !strstr(hint, "line ")) say_hint(&w->b->d->say, "%s", hint);
}

/* ---- Evaluation ------------------------------------------------------------------------------ */

/* What a parameter of the small model is worth, put where it belongs. */
static void take(struct writing *w, const saltus_sim *s, const saltus_variable *v, int32_t base,
                 int32_t *ranks)
{
    int32_t k = atoi(v->name + 3), n = 1;
    struct batch_item *it = &w->b->items.at[k];
    double *to;
    struct diagram_value *value = it->to;
    if (ranks) {
        ranks[k] = (int32_t)saltus_sim_parameter(s, base);
        return;
    }
    value->rank = (int8_t)(v->size[1] ? 2 : w->ranks[k]);
    value->rows = value->rank ? v->size[0] : 1;
    value->cols = value->rank == 2 ? v->size[1] : 1;
    if (w->ranks[k] && !v->size[0]) value->rows = value->cols = 0;
    n = value->rows * value->cols;
    value->v = to = ARENA_ARRAY(&w->b->d->arena, double, n + 1);
    for (int32_t i = 0; i < n; i++) to[i] = saltus_sim_parameter(s, base + i);
    value->whole =
        value->rank == 0 && it->want != BATCH_BOOLEAN && *to == floor(*to) && fabs(*to) < 0x1p31;
    if (it->number) *it->number = *to;
    if (it->want == BATCH_INTEGER && *to != floor(*to)) {
        whole_number(w->b, it->at, *to);
        value->v = NULL;
        w->failed = true;
    }
}

static void give_sim(void *p)
{
    saltus_sim_free(p);
}

static void give_compiled(void *p)
{
    saltus_compiled_free(p);
}

static void read_back(struct writing *w, const saltus_model *m, int32_t *ranks)
{
    struct diagram_owned *held = diagram_hold(w->b->d, give_sim);
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_status st;
    int32_t base = 0;
    o.diag = pass_on;
    o.user = w;
    st = saltus_sim_new(m, &o, &s);
    held->p = s;
    if (st == SALTUS_ENOMEM) diagram_no_memory(w->b->d);
    if (st < 0) w->failed = true;
    for (const saltus_variable *v = m->parameters; s && v && v->name; v++) {
        if (strncmp(v->name, "v__", 3) == 0) take(w, s, v, base, ranks);
        base += text_elements(v->size);
    }
    diagram_drop(held);
}

static bool evaluate(struct writing *w, int32_t *ranks)
{
    struct diagram_owned *held = diagram_hold(w->b->d, give_compiled);
    size_t size = 0;
    char *text = write_model(w, &size);
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED,
                                .diag = pass_on,
                                .user = w};
    saltus_compiled *c = NULL;
    saltus_status st = saltus_compile_text("diagram", text, size, &o, &c);
    free(text);
    held->p = c;
    if (st == SALTUS_ENOMEM) diagram_no_memory(w->b->d);
    if (st == SALTUS_OK) read_back(w, saltus_compiled_model(c), ranks);
    diagram_drop(held);
    return st == SALTUS_OK && !w->failed;
}

static bool shapes_fit(struct writing *w, const int32_t *ranks)
{
    bool fine = true;
    for (int32_t k = 0; k < w->b->items.n; k++) {
        const struct batch_item *it = &w->b->items.at[k];
        if (ranks[k] == 0 || (it->want == BATCH_ANY && ranks[k] <= 2)) continue;
        say_error(&w->b->d->say, it->at,
                  it->want == BATCH_ANY ? "more than two dimensions"
                                        : "one number is expected here, this is an array");
        fine = false;
    }
    return fine;
}

bool batch_run(struct batch *b)
{
    int32_t n = b->items.n, *ranks;
    struct writing w = {.b = b};
    bool fine = true, any = false;
    if (n == 0) return true;
    ranks = ARENA_ARRAY(&b->d->scratch, int32_t, n);
    w.used = ARENA_ARRAY(&b->d->scratch, bool, b->in->params.n + 1);
    for (int32_t k = 0; k < n; k++) {
        batch_names(b->items.at[k].text, use, &w);
        any |= b->items.at[k].want == BATCH_ANY;
    }
    if (any) fine = evaluate(&w, ranks) && shapes_fit(&w, ranks);
    w.ranks = ranks;
    if (fine) fine = evaluate(&w, NULL);
    for (int32_t k = 0; fine && k < n; k++) /* arrays without elements are in no table */
        if (!b->items.at[k].to->v)
            *b->items.at[k].to = (struct diagram_value){.rank = (int8_t)ranks[k],
                                                        .v = ARENA_NEW(&b->d->arena, double)};
    b->items.n = 0;
    return fine;
}
