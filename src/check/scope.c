/* SPDX-License-Identifier: MIT */
/* scope.c - what is declared in a class, by name.
 *
 * A scope is a hash table of symbols with open addressing; names are interned, so their
 * addresses are hashed and compared. The members of the flat class are its variables, functions
 * and enumerations; they have a kind, a name and a place, but no type yet (declare.c). */
#include "check/stage.h"

#include <string.h>

struct symbol *symbol_new(struct arena *a, enum symbol_kind kind, const char *name, struct place at)
{
    struct symbol *s = ARENA_NEW(a, struct symbol);
    s->kind = kind;
    s->name = name;
    s->at = at;
    return s;
}

struct scope *scope_new(struct arena *a, struct symbol *owner, struct scope *up)
{
    struct scope *s = ARENA_NEW(a, struct scope);
    s->owner = owner;
    s->up = up;
    s->room = 8;
    s->slots = ARENA_ARRAY(a, struct symbol *, s->room);
    return s;
}

static struct symbol **slot_of(struct symbol **slots, uint32_t room, const char *name)
{
    uint64_t h = (uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u >> 32;
    for (uint32_t k = (uint32_t)h;; k++) {
        struct symbol **slot = &slots[k & (room - 1)];
        if (!*slot || (*slot)->name == name) return slot;
    }
}

struct symbol *scope_get(const struct scope *s, const char *name)
{
    return *slot_of(s->slots, s->room, name);
}

static void grow(struct arena *a, struct scope *s)
{
    uint32_t room = s->room * 2;
    struct symbol **slots = ARENA_ARRAY(a, struct symbol *, room);
    for (uint32_t k = 0; k < s->room; k++)
        if (s->slots[k]) *slot_of(slots, room, s->slots[k]->name) = s->slots[k];
    s->slots = slots;
    s->room = room;
}

void scope_put(struct arena *a, struct scope *s, struct symbol *symbol)
{
    struct symbol **slot;
    if (s->n * 2 >= s->room) grow(a, s);
    slot = slot_of(s->slots, s->room, symbol->name);
    if (!*slot) {
        *slot = symbol;
        s->n++;
    }
    VEC_ADD(a, &s->members, symbol);
}

static void enter(struct check *c, struct scope *s, struct symbol *symbol)
{
    symbol->parent = s->owner;
    scope_put(c->arena, s, symbol);
}

static enum variability declared_variability(const struct ast_element *e)
{
    if (e->prefixes & PREFIX_CONSTANT) return VARY_CONSTANT;
    if (e->prefixes & PREFIX_PARAMETER) return VARY_PARAMETER;
    return e->prefixes & PREFIX_DISCRETE ? VARY_DISCRETE : VARY_CONTINUOUS;
}

static void enter_component(struct check *c, struct scope *into, struct ast_element *e)
{
    struct symbol *s;
    s = symbol_new(c->arena, SYMBOL_VARIABLE, e->name, e->name_at);
    s->element = e;
    s->comment = e->comment;
    s->binding = e->value;
    s->variability = declared_variability(e);
    s->causality = e->prefixes & PREFIX_INPUT    ? CAUSE_INPUT
                   : e->prefixes & PREFIX_OUTPUT ? CAUSE_OUTPUT
                                                 : CAUSE_NONE;
    s->is_protected = (e->prefixes & PREFIX_PROTECTED) != 0;
    s->is_final = (e->prefixes & PREFIX_FINAL) != 0;
    s->discrete_prefix = (e->prefixes & PREFIX_DISCRETE) != 0;
    s->label = e->label ? e->label : e->name;
    s->flow = (e->prefixes & PREFIX_FLOW) != 0;
    s->pin_of = e->pin_of;
    s->connector = (e->prefixes & PREFIX_CONNECTOR) != 0;
    s->pin = (e->prefixes & PREFIX_PIN) != 0;
    s->part_input = (e->prefixes & PREFIX_PART_INPUT) != 0;
    s->part_output = (e->prefixes & PREFIX_PART_OUTPUT) != 0;
    s->number = into->members.n;
    e->symbol = s;
    enter(c, into, s);
}

static void enter_literals(struct check *c, struct scope *into, struct symbol *type)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    t->base = TYPE_ENUM;
    t->enumeration = type;
    for (int32_t k = 0; k < type->class_->n_literals; k++) {
        const struct ast_literal *literal = &type->class_->literals[k];
        struct symbol *s = symbol_new(c->arena, SYMBOL_LITERAL, literal->name, literal->at);
        s->type = t;
        s->comment = literal->comment;
        s->number = k + 1;
        s->value = ARENA_NEW(c->arena, struct value);
        s->value->type = t;
        s->value->count = 1;
        s->value->number = ARENA_NEW(c->arena, double);
        *s->value->number = k + 1;
        enter(c, into, s);
    }
    type->type = t;
}

static void enter_elements(struct check *c, struct scope *into, struct ast_class *class_);

/* A function or an enumeration. */
static void enter_class(struct check *c, struct scope *into, struct ast_class *class_)
{
    struct symbol *s = symbol_new(c->arena, class_->is_enumeration ? SYMBOL_TYPE : SYMBOL_FUNCTION,
                                  class_->name, class_->name_at);
    s->class_ = class_;
    s->comment = class_->comment;
    class_->symbol = s;
    enter(c, into, s);
    s->scope = scope_new(c->arena, s, into);
    if (class_->is_enumeration)
        enter_literals(c, s->scope, s);
    else
        enter_elements(c, s->scope, class_);
}

static void enter_elements(struct check *c, struct scope *into, struct ast_class *class_)
{
    for (int32_t k = 0; k < class_->n_elements; k++) {
        struct ast_element *e = &class_->elements[k];
        if (e->kind == ELEMENT_COMPONENT) enter_component(c, into, e);
        if (e->kind == ELEMENT_CLASS) enter_class(c, into, e->class_);
    }
}

struct symbol *scope_model(struct check *c, struct ast_class *class_)
{
    struct symbol *s = symbol_new(c->arena, SYMBOL_CLASS, class_->name, class_->name_at);
    s->class_ = class_;
    s->comment = class_->comment;
    class_->symbol = s;
    s->scope = scope_new(c->arena, s, c->library);
    enter_elements(c, s->scope, class_);
    return s;
}
