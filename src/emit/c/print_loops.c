/* SPDX-License-Identifier: MIT */
/* print_loops.c - loops of equations as constant tables of the generated C: where the matrix can
 * differ from 0, and what is there. */
#include "emit/c/print.h"

static void print_entries(struct printer *p, const char *name, int32_t loop, const saltus_entry *x,
                          int32_t n)
{
    if (!n) return;
    code_say(p, "static const saltus_entry %s_%d[] = {\n", name, loop);
    for (int32_t k = 0; k < n; k++) {
        code_say(p, "%s{%d, %d, ", k % 4 ? " " : "    ", x[k].row, x[k].column);
        if (x[k].from == SALTUS_COMPUTED)
            code_say_text(p, "2147483647, ");
        else
            code_say(p, "%d, ", x[k].from);
        code_say_real(p, x[k].number);
        code_say_text(p, k + 1 == n ? "}\n};\n" : k % 4 == 3 ? "},\n" : "},");
    }
}

static void print_strings(struct printer *p, const char *name, int32_t loop,
                          const char *const *text, int32_t n)
{
    if (!text) return;
    code_say(p, "static const char *const %s_%d[] = {\n", name, loop);
    for (int32_t k = 0; k < n; k++) {
        code_say_text(p, "    ");
        code_say_string(p, text[k]);
        code_say_text(p, k + 1 == n ? "\n};\n" : ",\n");
    }
}

static void print_places(struct printer *p, int32_t loop, const saltus_loc *at, int32_t n)
{
    code_say(p, "static const saltus_loc loop_at_%d[] = {\n", loop);
    for (int32_t k = 0; k < n; k++) {
        code_say_text(p, "    ");
        code_say_loc(p, &at[k]);
        code_say_text(p, k + 1 == n ? "\n};\n" : ",\n");
    }
}

static void print_parts(struct printer *p, int32_t k)
{
    const struct code_loop *l = &p->m->loops.at[k];
    const saltus_loop *t = &l->table;
    print_entries(p, "loop_entry", k, t->entry, t->entries);
    print_entries(p, "loop_right", k, t->right, t->rights);
    print_strings(p, "loop_name", k, t->names, t->n);
    print_strings(p, "loop_text", k, t->text, t->n);
    print_places(p, k, code_loop_places(p->m, l), t->n);
}

static void say_part(struct printer *p, bool present, const char *member, const char *name,
                     int32_t k)
{
    if (present) code_say(p, ", .%s = %s_%d", member, name, k);
}

static void print_loop(struct printer *p, int32_t k)
{
    const struct code_loop *l = &p->m->loops.at[k];
    const saltus_loop *t = &l->table;
    code_say(p, "    {.n = %d, .points = %d, .inputs = %d, .values = %d", t->n, t->points,
             t->inputs, t->values);
    code_say(p, ", .entries = %d, .rights = %d", t->entries, t->rights);
    say_part(p, t->entries, "entry", "loop_entry", k);
    say_part(p, t->rights, "right", "loop_right", k);
    if (l->residual) code_say(p, ", .residual = %s", l->residual->c_name);
    if (l->jacobian) code_say(p, ", .jacobian = %s", l->jacobian->c_name);
    say_part(p, t->names, "names", "loop_name", k);
    say_part(p, t->text, "text", "loop_text", k);
    say_part(p, true, "at", "loop_at", k);
    code_say_text(p, "},\n");
}

void code_print_loops(struct printer *p)
{
    if (!p->m->loops.n) return;
    for (int32_t k = 0; k < p->m->loops.n; k++) print_parts(p, k);
    code_say_text(p, "static const saltus_loop loops[] = {\n");
    for (int32_t k = 0; k < p->m->loops.n; k++) print_loop(p, k);
    code_say_text(p, "    {.n = 0}\n};\n");
}
