/* SPDX-License-Identifier: MIT */
/* print.h - inside the C printer. print_c.c makes the file from the parts that the others print. */
#ifndef EMIT_PRINT_H
#define EMIT_PRINT_H

#include "base/dict.h"
#include "emit/back.h"

/* Names that are taken; a set inside another one sees that one's names, too. */
struct name_set {
    const struct name_set *outer;
    struct dict
        /* value: name_2 ... up to this one, excluded, are taken, too; 0: not asked for yet */
        taken;
};

struct printer {
    FILE *out;
    const struct code_model *m;
    char buffer[1 << 14]; /* what has not been written to out                             */
    size_t n_buffer;
    const char *file; /* what #line calls the generated text                          */
    int32_t line;     /* complete lines so far                                        */
    struct name_set globals;
    struct code_fn **functions; /* the used ones, by number                                     */
    int32_t n_functions;
    bool rows[CODE_USER + 1];   /* functions of this role get rows                              */
    bool math[CODE_MATH_COUNT]; /* what the text needs:                                         */
    bool int_div, int_mod, to_int, infinity, nan, counted, lines, find, known, lengthy;
};

/* ---- print_text.c ---------------------------------------------------------------------------- */

/* printf that counts lines. */
void code_say(struct printer *p, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* as it is */
void code_say_text(struct printer *p, const char *text);
void code_say_char(struct printer *p, int c);
void code_flush(struct printer *p);
/* reads back exactly; looks like a double */
void code_say_real(struct printer *p, double v);
void code_say_int(struct printer *p, int64_t v);
void code_say_string(struct printer *p, const char *s); /* in quotes; NULL: 0                     */
/* without the marks around it */
void code_say_comment(struct printer *p, const char *s);
/* {"file", line, col, len} */
void code_say_loc(struct printer *p, const saltus_loc *at);
/* What follows is at line `at->line` of at->file; NULL: in the generated text. */
void code_say_line(struct printer *p, const saltus_loc *at);

/* A C identifier like `name` that is new in the set, and goes into it. */
const char *code_name(struct printer *p, struct name_set *set, const char *prefix,
                      const char *name);

/* ---- print_head.c ---------------------------------------------------------------------------- */

/* What is above the functions: title, contract, libm, helpers. */
void code_print_head(struct printer *p);

/* ---- print_vars.c ---------------------------------------------------------------------------- */

/* A block, to find the innermost one around all mentions of a slot. */
struct block {
    const struct block *up;
    int depth;
};

struct mention {
    int32_t reads, writes;
    const struct code_stmt *first;
    const struct block *first_in, *around;
    bool first_reads; /* the first mention reads it */
};

struct writer {
    struct printer *p;
    struct code_fn *f;
    struct mention *of; /* per slot */
    const struct block *block;
    const struct code_stmt *stmt;
    bool sees_env, sees_event, sees_reads, sees_row_i, sees_row_r;
    bool astray; /* the line directive in force is one of the model's, outside EQUATION */
    int indent;
};

/* Looks through w->f; fills in w->of and w->sees_... */
void code_see(struct writer *w);
bool code_is_param(const struct writer *w, int32_t slot);
/* Is it declared by the statement that mentions it first? */
bool code_declared_there(const struct writer *w, int32_t slot);
/* Has a statement no effect but that of its calls? (A value that nothing reads.) */
bool code_is_idle(const struct writer *w, const struct code_stmt *s);
bool code_is_printed(const struct writer *w, const struct code_stmt *s);

/* ---- print_fn.c ------------------------------------------------------------------------------ */

/* The parameter list of a role's functions as in C, for function pointers. */
void code_print_prototype(struct printer *p, const struct code_fn *f);
void code_print_fn(struct printer *p, struct code_fn *f);

/* ---- print_expr.c ---------------------------------------------------------------------------- */

/* What the context asks of an expression: that it binds at least as tightly as this. */
enum code_binding { ANY, OR, AND, EQUAL, LESS, SUM, PRODUCT, PREFIX, PRIMARY };
void code_print_expr(struct printer *p, const struct code_fn *f, const struct code_expr *x,
                     enum code_binding need);
/* The same as the condition of if, while, ?:, && and ||. */
void code_print_truth(struct printer *p, const struct code_fn *f, const struct code_expr *x,
                      enum code_binding need);

/* ---- print_tables.c -------------------------------------------------------------------------- */

void code_print_constants(struct printer *p); /* code_model.tables             */
void code_print_rows(struct printer *p, const struct code_fn *f); /* of a shared function         */
void code_print_variables(struct printer *p, const char *name, const saltus_variable *v, int32_t n);
void code_print_guards(struct printer *p, const char *name, const saltus_guard *g, int32_t n);
void code_print_experiment(struct printer *p);

/* ---- print_range.c --------------------------------------------------------------------------- */

/* The programs for ranges and the function that runs them; nothing if all functions are opaque. */
void code_print_range(struct printer *p);

/* ---- print_loops.c --------------------------------------------------------------------------- */

void code_print_loops(struct printer *p);

/* ---- print_dispatch.c ------------------------------------------------------------------------ */

/* Everything that takes the number of a function and finds its group. */
void code_print_dispatch(struct printer *p);
/* NAME_WHAT[n], numbers. */
void code_print_ints(struct printer *p, const char *type, const char *name, const char *what,
                     const int32_t *v, int32_t n);
/* The expression for the group of function i of a kind. */
void code_say_group(struct printer *p, const char *name, const struct code_kind *k);

#endif
