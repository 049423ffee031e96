/* SPDX-License-Identifier: MIT */
/* inst.c - the model is chosen and made flat.
 *
 * The model is the requested one, by its full name, or the last of the file, complete ones
 * first. */
#include "inst/stage.h"

#include <string.h>

/* ---- The model ------------------------------------------------------------------------------- */

static bool is_model(const struct ast_class *c)
{
    return c->name && (c->kind == CLASS_MODEL || c->kind == CLASS_BLOCK || c->kind == CLASS_CLASS);
}

static struct inst_env *better(struct inst *in, struct inst_env *found, struct ast_class *c,
                               struct inst_env *up)
{
    if (!is_model(c) || ((c->prefixes & PREFIX_PARTIAL) && found)) return found;
    return inst_env_of(in, c, up, NULL);
}

/* The last model of a package, or of the packages in it. */
static struct inst_env *last_inside(struct inst *in, struct inst_env *env, int depth)
{
    struct inst_env *found = NULL, *inside;
    const struct ast_class *c = env->c;
    for (int32_t k = 0; k < c->n_elements; k++)
        if (c->elements[k].kind == ELEMENT_CLASS && c->elements[k].class_)
            found = better(in, found, c->elements[k].class_, env);
    for (int32_t k = 0; !found && k < c->n_elements && depth < 20; k++) {
        struct ast_class *p = c->elements[k].kind == ELEMENT_CLASS ? c->elements[k].class_ : NULL;
        if (!p || !p->name || p->kind != CLASS_PACKAGE) continue;
        if ((inside = last_inside(in, inst_env_of(in, p, env, NULL), depth + 1))) found = inside;
    }
    return found;
}

static struct inst_env *last_of_file(struct inst *in, const struct ast_file *file)
{
    struct inst_env *found = NULL, *inside, *around = NULL;
    if (in->l->inside)
        around = inst_find_class(in, NULL, file->within, file->n_within, true, true).env;
    for (int32_t k = 0; k < file->n_classes; k++)
        found = better(in, found, file->classes[k], around);
    for (int32_t k = 0; !found && k < file->n_classes; k++) {
        struct ast_class *p = file->classes[k];
        if (!p->name || p->kind != CLASS_PACKAGE) continue;
        if ((inside = last_inside(in, inst_env_of(in, p, around, NULL), 1))) found = inside;
    }
    return found;
}

static struct inst_env *named(struct inst *in, const char *name)
{
    struct inst_env *env = NULL;
    for (const char *dot; name; name = dot ? dot + 1 : NULL) {
        dot = strchr(name, '.');
        const char *one = names_intern(in->names, name, dot ? (size_t)(dot - name) : strlen(name));
        if (!env) {
            env = inst_find_top(in, one).env;
        } else {
            const struct inst_member *m = inst_env_get(in, inst_open(in, env), one);
            env = m && m->class_ ? inst_member_env(in, m) : NULL;
        }
        if (!env) return NULL;
    }
    return env && is_model(env->c) ? env : NULL;
}

/* How far a name that is not there leads. */
static void hint_name(struct inst *in, const char *name)
{
    size_t n = strcspn(name, ".");
    const char *first = names_intern(in->names, name, n);
    struct inst_env *env = inst_find_top(in, first).env;
    if (!env) {
        library_hint(in->l, first);
        return;
    }
    while (name[n]) {
        size_t more = strcspn(name + n + 1, ".");
        const char *one = names_intern(in->names, name + n + 1, more);
        const struct inst_member *m = inst_env_get(in, inst_open(in, env), one);
        if (!m || !m->class_) {
            hint_last(in->m, "'%s' has no class '%s'", inst_env_text(in, env), one);
            return;
        }
        env = inst_member_env(in, m);
        n += 1 + more;
    }
    hint_last(in->m, "'%s' is a %s, not a model", name, class_word(env->c->kind));
}

static struct inst_env *choose(struct inst *in, const struct ast_file *file, const char *name)
{
    struct inst_env *env = name ? named(in, name) : last_of_file(in, file), *other;
    if (env || in->m->errors) return env;
    other = last_of_file(in, file);
    if (name)
        error_at(in->m, (struct place){0, 0, 0}, "there is no model '%s'", name);
    else
        error_at(in->m, (struct place){0, 0, 0}, "there is no model in %s",
                 in->m->sources.n > file->source ? in->m->sources.at[file->source].name
                                                 : "the text");
    if (name && strchr(name, '.'))
        hint_name(in, name);
    else if (name && other)
        hint_last(in->m, "there is '%s'", inst_env_text(in, other));
    if (!name && file->n_classes > 0 && file->classes[0]->name)
        hint_last(in->m, "%s '%s' is for models that import it or lie beside it",
                  class_word(file->classes[0]->kind), file->classes[0]->name);
    return NULL;
}

static bool is_mu(const struct ast_class *model)
{
    for (int32_t k = 0; k < model->n_elements; k++) {
        const struct ast_element *e = &model->elements[k];
        if (e->kind == ELEMENT_IMPORT && e->n_type_path == 1 &&
            strcmp(e->type_path[0].name, "math") == 0)
            return true;
    }
    for (int32_t k = 0; k < model->n_annotation; k++) {
        const struct ast_modifier *mod = &model->annotation[k];
        if (mod->n_path && strncmp(mod->path[0].name, "MMO_", 4) == 0) return true;
        for (int32_t i = 0; i < mod->n_inner; i++)
            if (mod->inner[i].n_path && strncmp(mod->inner[i].path[0].name, "MMO_", 4) == 0)
                return true;
    }
    return false;
}

/* ---- The flat class -------------------------------------------------------------------------- */

static void add_section(struct ast_class *c, enum section_kind kind, bool initial,
                        struct ast_stmt *stmts, int32_t n)
{
    struct ast_section s = {.kind = kind, .initial = initial};
    if (n == 0) return;
    s.at = stmts[0].at;
    s.body = (struct ast_body){stmts, n};
    c->sections[c->n_sections++] = s;
}

static struct ast_class *flat_class(struct inst *in, const struct ast_class *model)
{
    struct ast_class *c = ARENA_NEW(in->arena, struct ast_class);
    *c = (struct ast_class){
        .kind = model->kind, .name = model->name, .comment = model->comment, .at = model->at};
    c->name_at = model->name_at;
    c->annotation = model->annotation;
    c->n_annotation = model->n_annotation;
    c->annotated = model->annotated;
    c->closed = true;
    c->elements = in->elements.at;
    c->n_elements = in->elements.n;
    c->sections = ARENA_ARRAY(in->arena, struct ast_section, in->algorithms.n + 2);
    add_section(c, SECTION_EQUATION, true, in->initial.at, in->initial.n);
    add_section(c, SECTION_EQUATION, false, in->equations.at, in->equations.n);
    for (int32_t k = 0; k < in->algorithms.n; k++)
        c->sections[c->n_sections++] = in->algorithms.at[k];
    return c;
}

/* For all variables and equations: growing lists leave their shorter selves behind. */
static void make_room(struct inst *in)
{
    in->elements.room = in->leaves + 1;
    in->elements.at = ARENA_ARRAY(in->arena, struct ast_element, in->elements.room);
    in->equations.room = in->statements + 1;
    in->equations.at = ARENA_ARRAY(in->arena, struct ast_stmt, in->equations.room);
}

static struct ast_class *flatten(struct inst *in, struct inst_env *env)
{
    const struct ast_class *model = env->c;
    struct inst_part *whole;
    struct inst_type t;
    int errors = in->m->errors;
    if (!inst_type_of(in, env, &t)) return NULL;
    if (t.leaf || !is_model(t.env->c)) {
        error_at(in->m, model->name_at, "'%s' is not a model", model->name);
        return NULL;
    }
    if ((t.env->c->prefixes | model->prefixes) & PREFIX_PARTIAL)
        error_at(in->m, model->name_at, "'%s' is partial and cannot be simulated", model->name);
    in->model = t.env;
    in->whole = whole = inst_part_model(in, &t);
    make_room(in);
    inst_flatten(in, whole);
    inst_functions_of_file(in);
    while (in->made < in->functions.n || in->put < in->constants.n) {
        inst_functions_make(in);
        inst_constants_put(in);
    }
    inst_functions_put(in);
    inst_enumerations_put(in);
    return in->m->errors > errors + in->soft ? NULL : flat_class(in, model);
}

struct inst_model *inst_model(struct library *l, const struct ast_file *file, const char *name)
{
    struct inst in = {
        .l = l, .m = l->m, .names = l->names, .arena = l->arena, .file = file->source};
    struct inst_model *out = ARENA_NEW(l->arena, struct inst_model);
    struct inst_env *env;
    in.scratch = arena_scratch(l->arena);
    if (!(env = choose(&in, file, name))) return NULL;
    out->name = inst_env_text(&in, env);
    in.mu = out->mu = is_mu(env->c);
    out->flat = flatten(&in, env);
    arena_clear(in.scratch);
    if (!out->flat) return NULL;
    return out;
}

/* ---- Components and wires, for drawings ------------------------------------------------------ */

/* [2], or [#] if it is not a number. */
static void print_subscripts(FILE *out, const struct ast_part *p)
{
    for (int32_t k = 0; k < p->n_sub; k++) {
        const struct ast_expr *e = p->sub[k];
        fputs(k ? "," : "[", out);
        if (e && e->kind == EXPR_INTEGER)
            print_expr(out, e);
        else
            fputc('#', out);
    }
    if (p->n_sub) fputc(']', out);
}

static void print_path(FILE *out, const struct ast_expr *e)
{
    for (int32_t k = 0; k < e->n_path; k++) {
        fprintf(out, k ? ".%s" : " %s", e->path[k].name);
        print_subscripts(out, &e->path[k]);
    }
}

static void list_wires(const struct ast_body *b, FILE *out)
{
    for (int32_t k = 0; k < b->n; k++) {
        const struct ast_stmt *s = &b->stmts[k];
        if (s->kind == STMT_CONNECT && s->exprs[0]->kind == EXPR_NAME &&
            s->exprs[1]->kind == EXPR_NAME) {
            fputs("wire", out);
            print_path(out, s->exprs[0]);
            print_path(out, s->exprs[1]);
            fputc('\n', out);
        }
        for (int32_t i = 0; i < s->n_bodies; i++) list_wires(&s->bodies[i], out);
    }
}

void inst_parts(struct library *l, const struct ast_file *file, const char *name, FILE *out)
{
    struct inst in = {
        .l = l, .m = l->m, .names = l->names, .arena = l->arena, .file = file->source};
    struct inst_env *env, *type;
    in.scratch = arena_scratch(l->arena);
    if (!(env = choose(&in, file, name))) return;
    for (int32_t k = 0; k < env->c->n_elements; k++) {
        const struct ast_element *e = &env->c->elements[k];
        if (e->kind != ELEMENT_COMPONENT || !e->name) continue;
        type = inst_find_class(&in, env, e->type_path, e->n_type_path, e->type_absolute, true).env;
        if (type && is_model(type->c))
            fprintf(out, "part %s %s%s\n", e->name, inst_env_text(&in, type),
                    e->n_sub || e->n_type_sub ? " array" : "");
    }
    for (int32_t k = 0; k < env->c->n_sections; k++)
        if (env->c->sections[k].kind == SECTION_EQUATION && !env->c->sections[k].initial)
            list_wires(&env->c->sections[k].body, out);
    arena_clear(in.scratch);
}

/* ---- What the next stage may rely on --------------------------------------------------------- */

static bool is_flat_element(const struct ast_element *e)
{
    if (e->symbol) return false;
    if (e->kind == ELEMENT_COMPONENT)
        return e->name && e->n_type_path == 1 && !e->type_absolute && e->n_type_sub == 0;
    return e->kind == ELEMENT_CLASS &&
           (e->class_->is_enumeration ||
            (e->class_->kind == CLASS_FUNCTION && inst_is_flat(e->class_)));
}

bool inst_is_flat(const struct ast_class *c)
{
    for (int32_t k = 0; k < c->n_elements; k++)
        if (!is_flat_element(&c->elements[k])) return false;
    return !c->alias && !c->symbol;
}
