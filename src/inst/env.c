/* SPDX-License-Identifier: MIT */
/* env.c - the tables behind environments: members by name, environments by class.
 *
 * Both are hash tables with open addressing. Names are interned and classes are compared by
 * address, so addresses are hashed; the order of a table is never looked at. There is one
 * environment for each class, surroundings and writer; those with redeclared classes in them are
 * made again each time and are in no table. */
#include "inst/stage.h"

#include <string.h>

/* ---- Tables ---------------------------------------------------------------------------------- */

static uint32_t hash_of(const void *a, const void *b, const void *c)
{
    uint64_t h = (uint64_t)(uintptr_t)a * 0x9e3779b97f4a7c15u;
    h = (h ^ (uint64_t)(uintptr_t)b) * 0x9e3779b97f4a7c15u;
    h = (h ^ (uint64_t)(uintptr_t)c) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

static struct inst_member **slot_of(struct inst_member **slots, uint32_t room, const char *name)
{
    for (uint32_t k = hash_of(name, NULL, NULL);; k++) {
        struct inst_member **slot = &slots[k & (room - 1)];
        if (!*slot || (*slot)->name == name) return slot;
    }
}

void inst_env_put(struct inst *in, struct inst_env *env, struct inst_member *m)
{
    if (env->n * 2 >= env->room) {
        uint32_t room = env->room ? env->room * 2 : 16;
        struct inst_member **slots = ARENA_ARRAY(in->arena, struct inst_member *, room);
        for (uint32_t k = 0; k < env->room; k++)
            if (env->slots[k]) *slot_of(slots, room, env->slots[k]->name) = env->slots[k];
        env->slots = slots;
        env->room = room;
    }
    struct inst_member **slot = slot_of(env->slots, env->room, m->name);
    if (!*slot) env->n++;
    *slot = m;
}

struct inst_member *inst_env_look(const struct inst_env *env, const char *name)
{
    return env->room ? *slot_of(env->slots, env->room, name) : NULL;
}

static struct inst_env **env_slot(struct inst_env **envs, uint32_t room, const struct inst_env *key)
{
    for (uint32_t k = hash_of(key->c, key->up, key->part);; k++) {
        struct inst_env **slot = &envs[k & (room - 1)], *e = *slot;
        if (!e || (e->c == key->c && e->up == key->up && e->part == key->part)) return slot;
    }
}

struct inst_env *inst_env_of(struct inst *in, struct ast_class *c, struct inst_env *up,
                             struct inst_part *part)
{
    struct inst_env key = {.c = c, .up = up, .part = part}, **slot;
    if (in->n * 2 >= in->room) {
        uint32_t room = in->room ? in->room * 2 : 256;
        struct inst_env **envs = ARENA_ARRAY(in->arena, struct inst_env *, room);
        for (uint32_t k = 0; k < in->room; k++)
            if (in->envs[k]) *env_slot(envs, room, in->envs[k]) = in->envs[k];
        in->envs = envs;
        in->room = room;
    }
    slot = env_slot(in->envs, in->room, &key);
    if (*slot) return *slot;
    *slot = ARENA_NEW(in->arena, struct inst_env);
    **slot = key;
    in->n++;
    return *slot;
}

struct inst_env *inst_env_with(struct inst *in, struct inst_env *env,
                               const struct inst_redecl *with)
{
    struct inst_env *out;
    struct inst_redecl *first = NULL, **end = &first;
    if (!with) return env;
    for (; with; with = with->next, end = &(*end)->next) {
        *end = ARENA_NEW(in->arena, struct inst_redecl);
        **end = *with;
        (*end)->next = NULL;
    }
    *end = (struct inst_redecl *)env->redecls;
    out = ARENA_NEW(in->arena, struct inst_env);
    *out = (struct inst_env){.c = env->c, .up = env->up, .part = env->part, .redecls = first};
    out->redeclares = env->redeclares;
    return out;
}

/* ---- Names ----------------------------------------------------------------------------------- */

void inst_env_path(struct inst *in, struct inst_env *env)
{
    int32_t n = 0, k;
    if (env->path) return;
    for (const struct inst_env *e = env; e; e = e->up) n++;
    env->path = ARENA_ARRAY(in->arena, struct ast_part, n);
    env->n_path = k = n;
    for (const struct inst_env *e = env; e; e = e->up)
        env->path[--k] = (struct ast_part){.name = e->c->name, .at = e->c->name_at};
}

const char *inst_env_text(struct inst *in, struct inst_env *env)
{
    inst_env_path(in, env);
    return path_text(in->arena, env->path, env->n_path);
}
