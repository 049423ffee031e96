/* SPDX-License-Identifier: MIT */
/* print_fn.c - one function as C: its head, its variables, its statements.
 *
 * Variables are declared where they get their first value, if every mention of them lies in that
 * block and behind it; the others at the top. Values that nothing reads are not computed.
 *
 * Lines. For a debugger an equation is one line of the model, though here it has many:
 *
 *     #line 7 "pump.mo"
 *         EQUATION(
 *             ...
 *         )
 *     #line 120 "pump.c"
 *
 * EQUATION(x) is x; compilers give everything inside a macro call the line where it begins. No
 * directive may be inside; statements that contain others with lines of their own stay outside. */
#include "emit/c/print.h"
#include <string.h>

static void print_body(struct writer *w, const struct code_body *body);

/* ---- The head -------------------------------------------------------------------------------- */

static const char *c_type(enum code_type type)
{
    return type == CODE_V ? "void" : type == CODE_R ? "double" : "long long";
}

static void user_params(struct printer *p, const struct code_fn *f, bool named)
{
    if (f->counted)
        code_say_text(p, named ? ", int depth, long long *turns" : ", int, long long *");
    for (int32_t k = 0; k < f->n_params; k++) {
        const struct code_slot *s = &f->slots.at[k];
        code_say(p, ", %s%s", s->size ? "double *" : c_type(s->type), s->size ? "" : " ");
        if (named) code_say_text(p, s->c_name);
    }
}

static void role_params(struct printer *p, const struct code_fn *f)
{
    const struct code_slot *s = f->slots.at;
    switch (f->role) {
    case CODE_EVAL:
        code_say(p, ", long long %s, long long %s, double *restrict %s", s[0].c_name, s[1].c_name,
                 s[2].c_name);
        break;
    case CODE_FLAT: code_say(p, ", double *restrict %s", s[0].c_name); break;
    case CODE_PARTIAL: code_say(p, ", long long %s, long long %s", s[0].c_name, s[1].c_name); break;
    case CODE_READS: code_say(p, ", long long %s, saltus_reads *r", s[0].c_name); break;
    case CODE_NEXT: code_say(p, ", long long %s", s[0].c_name); break;
    case CODE_HANDLE:
        code_say(p, ", long long %s, long long %s, long long %s", s[0].c_name, s[1].c_name,
                 s[2].c_name);
        break;
    case CODE_START:
        code_say(p, ", const unsigned char *%s, double *%s, double *%s, double *%s", s[0].c_name,
                 s[1].c_name, s[2].c_name, s[3].c_name);
        break;
    case CODE_RESIDUAL:
        code_say(p, ", int %s, const double *%s, const double *%s, const double *%s, int %s",
                 s[0].c_name, s[1].c_name, s[2].c_name, s[3].c_name, s[4].c_name);
        code_say(p, ", double *%s", s[5].c_name);
        break;
    case CODE_JACOBIAN:
        code_say(p, ", int %s, const double *%s, const double *%s, const double *%s", s[0].c_name,
                 s[1].c_name, s[2].c_name, s[3].c_name);
        code_say(p, ", double *%s", s[4].c_name);
        break;
    case CODE_USER: break;
    }
}

static bool sees_events(const struct code_fn *f)
{
    return f->role == CODE_HANDLE || f->event;
}

static void head(struct printer *p, const struct code_fn *f)
{
    if (code_is_long(f)) code_say_text(p, "LONG ");
    code_say(p, "static %s %s(%s", c_type(f->type), f->c_name,
             sees_events(f) ? "saltus_event *ev" : "const saltus_env *e");
    if (f->role == CODE_USER)
        user_params(p, f, true);
    else
        role_params(p, f);
    if (p->rows[f->role]) code_say_text(p, ", const long long *a, const double *k");
    code_say_text(p, ")");
}

void code_print_prototype(struct printer *p, const struct code_fn *f)
{
    code_say(p, "static %s %s(%s *", c_type(f->type), f->c_name,
             sees_events(f) ? "saltus_event" : "const saltus_env");
    if (f->role == CODE_USER)
        user_params(p, f, false);
    else
        code_say(p, ", long long, saltus_reads *%s",
                 p->rows[CODE_READS] ? ", const long long *, const double *" : "");
    code_say_text(p, ");\n");
}

/* ---- Variables ------------------------------------------------------------------------------- */

static void name_slots(struct writer *w)
{
    struct name_set local = {.outer = &w->p->globals};
    for (int32_t k = 0; k < w->f->slots.n; k++) {
        struct code_slot *s = &w->f->slots.at[k];
        if (code_is_param(w, k) || w->of[k].first) s->c_name = code_name(w->p, &local, "", s->name);
    }
}

static bool is_unused(const struct writer *w, int32_t slot)
{
    return !w->of[slot].reads && !w->of[slot].writes;
}

static void ignore(struct writer *w, bool unused, const char *name)
{
    if (unused) code_say(w->p, "    (void)%s;\n", name);
}

static void ignore_unused(struct writer *w)
{
    bool rows = w->p->rows[w->f->role], event = sees_events(w->f);
    ignore(w, !event && !w->sees_env, "e");
    ignore(w, event && !w->sees_event && !w->sees_env, "ev");
    ignore(w, w->f->role == CODE_READS && !w->sees_reads, "r");
    for (int32_t k = 0; k < w->f->n_params; k++) {
        ignore(w, is_unused(w, k), w->f->slots.at[k].c_name);
    }
    ignore(w, rows && !w->sees_row_i, "a");
    ignore(w, rows && !w->sees_row_r, "k");
}

static bool calls_counted(const struct code_fn *f)
{
    return f->role != CODE_USER && f->counted;
}

static void declare(struct writer *w)
{
    for (int32_t k = w->f->n_params; k < w->f->slots.n; k++) {
        const struct code_slot *s = &w->f->slots.at[k];
        if (!w->of[k].reads || code_declared_there(w, k)) continue;
        code_say(w->p, "    %s %s", s->size ? "double" : c_type(s->type), s->c_name);
        if (s->size)
            code_say(w->p, "[%d]%s", s->size, w->f->role == CODE_USER ? " = {0}" : "");
        else
            code_say_text(w->p, " = 0");
        code_say_text(w->p, ";\n");
    }
    if (sees_events(w->f) && w->sees_env) {
        code_say_text(w->p, "    const saltus_env *e = ev->env;\n");
    }
    if (calls_counted(w->f)) code_say(w->p, "    long long turns = %d;\n", CODE_TURNS);
}

/* ---- Statements ------------------------------------------------------------------------------ */

static void come_back(struct writer *w)
{
    if (w->astray) code_say_line(w->p, NULL);
    w->astray = false;
}

static void indent(struct writer *w)
{
    code_say(w->p, "%*s", 4 * w->indent, "");
}

static void expr(struct writer *w, const struct code_expr *x)
{
    code_print_expr(w->p, w->f, x, ANY);
}

static const char *slot_name(const struct writer *w, int32_t slot)
{
    return w->f->slots.at[slot].c_name;
}

/* Only the calls in it matter. */
static void print_idle(struct writer *w, const struct code_stmt *s)
{
    const struct code_expr *both[] = {s->a, s->b};
    for (int k = 0; k < 2; k++) {
        if (!code_calls(both[k])) continue;
        indent(w);
        code_say_text(w->p, "(void)");
        code_print_expr(w->p, w->f, both[k], PREFIX);
        code_say_text(w->p, ";\n");
    }
}

static void print_set(struct writer *w, const struct code_stmt *s)
{
    bool first = w->of[s->slot].first == s && code_declared_there(w, s->slot);
    indent(w);
    if (first) code_say(w->p, "%s ", c_type(w->f->slots.at[s->slot].type));
    code_say(w->p, "%s = ", slot_name(w, s->slot));
    expr(w, s->a);
    code_say_text(w->p, ";\n");
}

static void print_put(struct writer *w, const struct code_stmt *s)
{
    indent(w);
    code_say(w->p, "%s[", slot_name(w, s->slot));
    expr(w, s->a);
    code_say_text(w->p, "] = ");
    expr(w, s->b);
    code_say_text(w->p, ";\n");
}

static void print_block(struct writer *w, const struct code_body *body)
{
    code_say_text(w->p, " {\n");
    come_back(w);
    w->indent++;
    print_body(w, body);
    w->indent--;
    indent(w);
    code_say_text(w->p, "}");
}

static void print_return(struct writer *w, const struct code_stmt *s)
{
    code_say_text(w->p, s->a ? "return " : "return");
    if (s->a) expr(w, s->a);
    code_say_text(w->p, ";\n");
}

/* The only statement of its block? */
static bool is_jump(const struct code_stmt *s)
{
    return s && !s->next && (s->op == CODE_RETURN || s->op == CODE_BREAK);
}

static void print_jump(struct writer *w, const struct code_stmt *s)
{
    if (s->op == CODE_RETURN)
        print_return(w, s);
    else
        code_say_text(w->p, "break;\n");
}

static void print_if(struct writer *w, const struct code_stmt *s)
{
    const struct code_stmt *other = s->other.first;
    code_say_text(w->p, "if (");
    code_print_truth(w->p, w->f, s->a, ANY);
    code_say_text(w->p, ")");
    if (!other && is_jump(s->body.first)) {
        code_say_text(w->p, " ");
        print_jump(w, s->body.first);
        return;
    }
    print_block(w, &s->body);
    if (!other) {
        code_say_text(w->p, "\n");
    } else if (other->op == CODE_IF && !other->next) {
        code_say_text(w->p, " else ");
        print_if(w, other);
    } else {
        code_say_text(w->p, " else");
        print_block(w, &s->other);
        code_say_text(w->p, "\n");
    }
}

static void print_stops(struct writer *w, const char *depth, const saltus_loc *at)
{
    bool user = w->f->role == CODE_USER;
    code_say(w->p, "if (stops(e, %s, %s, ", depth, user ? "turns" : "&turns");
    code_say_text(w->p, at ? "&at)) " : "0)) ");
}

static void print_while(struct writer *w, const struct code_stmt *s)
{
    indent(w);
    code_say_text(w->p, "while (");
    code_print_truth(w->p, w->f, s->a, ANY);
    code_say_text(w->p, ") {\n");
    come_back(w);
    w->indent++;
    if (s->loc) {
        indent(w);
        code_say_text(w->p, "static const saltus_loc at = ");
        code_say_loc(w->p, s->loc);
        code_say_text(w->p, ";\n");
    }
    indent(w);
    print_stops(w, "0", s->loc);
    code_say_text(w->p, "break;\n");
    print_body(w, &s->body);
    w->indent--;
    indent(w);
    code_say_text(w->p, "}\n");
}

static void print_for(struct writer *w, const struct code_stmt *s)
{
    const char *i = slot_name(w, s->slot);
    bool first = w->of[s->slot].first == s && code_declared_there(w, s->slot);
    code_say(w->p, "for (%s%s = ", first ? "long long " : "", i);
    expr(w, s->a);
    code_say(w->p, "; %s %s ", i, s->integer > 0 ? "<=" : ">=");
    code_print_expr(w->p, w->f, s->b, SUM);
    if (s->integer == 1)
        code_say(w->p, "; %s++)", i);
    else if (s->integer == -1)
        code_say(w->p, "; %s--)", i);
    else
        code_say(w->p, "; %s += ", i), code_say_int(w->p, s->integer), code_say_text(w->p, ")");
    print_block(w, &s->body);
    code_say_text(w->p, "\n");
}

static void print_event(struct writer *w, const char *what, const struct code_stmt *s)
{
    code_say(w->p, "ev->%s(ev", what);
    if (s->a) {
        code_say_text(w->p, ", ");
        expr(w, s->a);
        code_say_text(w->p, ", ");
        expr(w, s->b);
    } else if (s->op != CODE_ADVANCE) {
        code_say_text(w->p, ", ");
        code_say_string(w->p, s->text ? s->text : "");
    }
    code_say_text(w->p, ");\n");
}

static void print_read(struct writer *w, const struct code_stmt *s)
{
    static const char *const kinds[] = {"STATE", "DISCRETE", "PARAMETER", "OUTPUT",
                                        "GUARD", "CLOCK",    "SUM",       "DELAY",
                                        "TIME",  "END",      "ANGLE"};
    code_say(w->p, "r->add(r, SALTUS_%s, ", kinds[s->integer]);
    if (s->a)
        expr(w, s->a);
    else
        code_say_text(w->p, "0");
    code_say_text(w->p, ");\n");
}

static void print_fault(struct writer *w, const struct code_stmt *s)
{
    if (s->loc) {
        code_say_text(w->p, "{ static const saltus_loc at = ");
        code_say_loc(w->p, s->loc);
        code_say_text(w->p, "; ");
    }
    code_say(w->p, "e->fault(e, %s, ", s->loc ? "&at" : "0");
    code_say_string(w->p, s->text ? s->text : "");
    code_say_text(w->p, s->loc ? "); }\n" : ");\n");
}

static void print_solve(struct writer *w, const struct code_stmt *s)
{
    const struct code_slot *p = w->f->slots.at;
    code_say(w->p, "e->solve(e, %d, (int)%s, (int)%s, %s, %s", (int)s->integer, p[0].c_name,
             p[1].c_name, p[2].c_name, p[3].c_name);
    code_say(w->p, ", (int)%s, (int)%s, %s);\n", p[4].c_name, p[5].c_name, p[6].c_name);
}

/* { double n[1] = {(double)n}; double *const arg[] = {x, n, y}; saltus_external_3(order, arg); } */
static void print_extern(struct writer *w, const struct code_stmt *s)
{
    const struct code_slot *p = w->f->slots.at;
    code_say_text(w->p, "{ ");
    for (int32_t k = 1; k < w->f->n_params; k++)
        if (p[k].size == 0)
            code_say(w->p, "double whole_%d[1] = {(double)%s}; ", (int)k, p[k].c_name);
    code_say_text(w->p, "double *const arg[] = {");
    for (int32_t k = 1; k < w->f->n_params; k++)
        if (p[k].size == 0)
            code_say(w->p, "%swhole_%d", k > 1 ? ", " : "", (int)k);
        else
            code_say(w->p, "%s(double *)%s", k > 1 ? ", " : "", p[k].c_name);
    code_say(w->p, "}; saltus_external_%d(", (int)s->integer);
    code_print_expr(w->p, w->f, s->a, ANY);
    code_say_text(w->p, ", arg); }\n");
}

static void print_known(struct writer *w, const struct code_stmt *s)
{
    const struct code_slot *p = w->f->slots.at;
    code_say(w->p, "if (e->stamp && e->known(e, %d, (int)%s, (int)%s", (int)s->integer, p[0].c_name,
             p[1].c_name);
    code_say(w->p, ", (int)%s, (int)%s, %s)) return;\n", p[3].c_name, p[4].c_name, p[5].c_name);
}

static void print_note(struct writer *w, const char *text)
{
    code_say_text(w->p, "/* ");
    code_say_comment(w->p, text ? text : "");
    code_say_text(w->p, " */\n");
}

static void print_stmt(struct writer *w, const struct code_stmt *s)
{
    if (!code_is_printed(w, s)) return;
    if (code_is_idle(w, s)) {
        print_idle(w, s);
        return;
    }
    switch (s->op) {
    case CODE_SET: print_set(w, s); return;
    case CODE_PUT: print_put(w, s); return;
    case CODE_WHILE: print_while(w, s); return;
    default: indent(w);
    }
    switch (s->op) {
    case CODE_DO: expr(w, s->a), code_say_text(w->p, ";\n"); break;
    case CODE_IF: print_if(w, s); break;
    case CODE_FOR: print_for(w, s); break;
    case CODE_BREAK:
    case CODE_RETURN: print_jump(w, s); break;
    case CODE_ASSIGN: print_event(w, "assign", s); break;
    case CODE_REINIT: print_event(w, "reinit", s); break;
    case CODE_MESSAGE: print_event(w, "message", s); break;
    case CODE_TERMINATE: print_event(w, "terminate", s); break;
    case CODE_ADVANCE: print_event(w, "advance", s); break;
    case CODE_READ: print_read(w, s); break;
    case CODE_FAULT: print_fault(w, s); break;
    case CODE_SOLVE: print_solve(w, s); break;
    case CODE_KNOWN: print_known(w, s); break;
    case CODE_EXTERN: print_extern(w, s); break;
    case CODE_NOTE: print_note(w, s->text); break;
    default: break;
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void see_line(void *user, struct code_stmt *s)
{
    if (s->op == CODE_LINE) *(bool *)user = true;
}

static bool has_lines(const struct code_stmt *s)
{
    bool found = false;
    code_visit(&s->body, see_line, &found);
    code_visit(&s->other, see_line, &found);
    return found;
}

/* The first statement from s on that does not belong into one EQUATION with s. */
static const struct code_stmt *end_of_run(const struct writer *w, const struct code_stmt *s,
                                          int *printed)
{
    for (*printed = 0; s && s->op != CODE_LINE && !has_lines(s); s = s->next) {
        *printed += code_is_printed(w, s);
    }
    return s;
}

static void print_run(struct writer *w, const struct code_stmt *s, const struct code_stmt *end)
{
    for (; s != end; s = s->next) print_stmt(w, s);
}

static void print_equation(struct writer *w, const saltus_loc *at, const struct code_stmt *s,
                           const struct code_stmt *end, bool one)
{
    code_say_line(w->p, at);
    if (!one) indent(w), code_say_text(w->p, "EQUATION(\n");
    w->indent += !one;
    print_run(w, s, end);
    w->indent -= !one;
    if (!one) indent(w), code_say_text(w->p, ")\n");
    code_say_line(w->p, NULL);
}

static bool is_compound(const struct code_stmt *s)
{
    return s->op == CODE_IF || s->op == CODE_WHILE || s->op == CODE_FOR || s->op == CODE_NOTE;
}

/* s, if it has lines inside, or the statements up to the next that has; all from `at`. */
static const struct code_stmt *print_some(struct writer *w, const struct code_stmt *s,
                                          const saltus_loc *at)
{
    int printed;
    const struct code_stmt *end = end_of_run(w, s, &printed);
    if (s == end) {
        if (at) code_say_line(w->p, at);
        w->astray = at != NULL;
        print_stmt(w, s);
        come_back(w);
        return s->next;
    }
    if (at && printed)
        print_equation(w, at, s, end, printed == 1 && !is_compound(s));
    else
        print_run(w, s, end);
    return end;
}

static void print_source(struct writer *w, const char *text)
{
    if (!text || (w->f->text && strcmp(text, w->f->text) == 0)) return;
    indent(w);
    print_note(w, text);
}

static void print_body(struct writer *w, const struct code_body *body)
{
    const struct code_stmt *s = body->first;
    const saltus_loc *at = NULL;
    while (s) {
        if (s->op == CODE_LINE) {
            at = s->loc;
            print_source(w, s->text);
            s = s->next;
        } else {
            s = print_some(w, s, at);
        }
    }
}

/* ---- The function ---------------------------------------------------------------------------- */

static void print_comment(struct printer *p, const struct code_fn *f)
{
    if (!f->text && !f->loc) return;
    code_say_text(p, "/* ");
    if (f->text) code_say_comment(p, f->text);
    if (f->text && f->loc) code_say_text(p, "   ");
    if (f->loc) code_say_comment(p, f->loc->file), code_say(p, ":%u", f->loc->line);
    code_say(p, "%s */\n", f->rows.n > 1 ? " and others" : "");
}

/* Counted functions of the model end here when they have run for too long. */
static void print_limit(struct writer *w)
{
    if (w->f->role != CODE_USER || !w->f->counted) return;
    if (w->f->loc) {
        code_say_text(w->p, "    static const saltus_loc at = ");
        code_say_loc(w->p, w->f->loc);
        code_say_text(w->p, ";\n");
    }
    code_say_text(w->p, "    ");
    print_stops(w, "depth", w->f->loc);
    code_say_text(w->p, w->f->type == CODE_V ? "return;\n" : "return 0;\n");
}

/* A function that runs off its end gives 0. */
static bool runs_off(const struct code_body *body)
{
    const struct code_stmt *s = body->first;
    while (s && s->next) s = s->next;
    return !s || s->op != CODE_RETURN;
}

void code_print_fn(struct printer *p, struct code_fn *f)
{
    struct writer w = {.p = p, .f = f, .indent = 1};
    code_see(&w);
    name_slots(&w);
    print_comment(p, f);
    head(p, f);
    code_say_text(p, "\n{\n");
    declare(&w);
    print_limit(&w);
    ignore_unused(&w);
    print_body(&w, &f->body);
    if (f->type != CODE_V && runs_off(&f->body)) code_say_text(p, "    return 0;\n");
    code_say_text(p, "}\n\n");
}
