/* SPDX-License-Identifier: MIT */
/* machine.c - runs instructions: where there is no C compiler, before it is ready, and as the oracle
 * of tests.
 *
 * Frames lie one behind the other in some room on the C stack; a frame that is too large is
 * allocated. Nothing else is kept, so that any number of runs may share one model.
 *
 * Every operation is the one of the generated C, on the same doubles in the same order. What only
 * this side does is to check indices: a wrong one is a mistake of the compiler, and ends the run. */
#include "emit/interp/interp.h"
#include <stdlib.h>
#include <string.h>

enum { ROOM = 512 }; /* words of frames on the C stack */

/* One evaluation from outside. */
struct machine {
    const struct interp *in;
    const struct sight *sight;
    const int64_t *row_i;
    const double *row_r;
    int64_t turns;        /* left, for all that this evaluation calls */
    union word *at, *end; /* free room */
};

struct frame {
    struct machine *m;
    const struct machine_program *p;
    union word *r; /* register 0 */
    union word *allocated;
    int depth;
};

static union word run(struct frame *f);

/* ---- Frames ----------------------------------------------------------------------------------- */

static bool frame_open(struct frame *f)
{
    const struct machine_program *p = f->p;
    size_t n = (size_t)(p->n_constants + p->registers + p->elements);
    union word *at = f->m->at;
    double *elements;
    if (n > (size_t)(f->m->end - at)) {
        at = f->allocated = malloc(n * sizeof *at);
        if (!at) return f->m->sight->e->fault(f->m->sight->e, p->fn->loc, "out of memory"), false;
    } else
        f->m->at += n;
    for (int32_t k = 0; k < p->n_constants; k++) at[k] = p->constants[k];
    f->r = at + p->n_constants;
    for (int32_t k = 0; k < p->slots; k++) f->r[k].i = 0;
    elements = (double *)(f->r + p->registers);
    if (p->elements) memset(elements, 0, (size_t)p->elements * sizeof *elements);
    for (int32_t k = 0; k < p->n_arrays; k++) {
        f->r[p->arrays[k].at].at = elements;
        f->r[p->arrays[k].at + 1].i = p->arrays[k].size;
        elements += p->arrays[k].size;
    }
    return true;
}

static void frame_close(struct frame *f)
{
    if (f->allocated)
        free(f->allocated);
    else
        f->m->at = f->r - f->p->n_constants;
}

static void fault(const struct frame *f, const saltus_loc *at, const char *text)
{
    f->m->sight->e->fault(f->m->sight->e, at, text);
}

/* Counts a turn of a loop or a call at this depth. Says so once when there are no more. */
static bool stops(const struct frame *f, int depth, const saltus_loc *at)
{
    int64_t *turns = &f->m->turns;
    if (*turns <= 0) return true;
    if (depth >= CODE_DEPTH) {
        *turns = 0;
        fault(f, at, "recursion too deep");
    } else if (--*turns == 0) {
        fault(f, at, "loop does not end");
    }
    return *turns == 0;
}

static union word call(const struct frame *up, const struct instruction *i)
{
    struct frame f = {.m = up->m, .p = &up->m->in->programs[i->d]};
    union word result = {.i = 0};
    const union word *from = up->r + i->b;
    f.depth = up->p->fn->role == CODE_USER ? up->depth + 1 : 0;
    if (!frame_open(&f)) return result;
    for (int32_t k = 0; k < f.p->parameters; k++) f.r[k] = from[k];
    if (!f.p->fn->counted || !stops(&f, f.depth, f.p->fn->loc)) result = run(&f);
    frame_close(&f);
    return result;
}

/* ---- What is indexed -------------------------------------------------------------------------- */

/* Is 0 <= index < n? Everything that is indexed passes here. */
static inline bool inside(const struct frame *f, int64_t index, int64_t n)
{
    if (index >= 0 && index < n) return true;
    fault(f, f->p->fn->loc, "index outside an array (a mistake of the compiler)");
    return false;
}

static inline double signal(const struct frame *f, int64_t k, int32_t coefficient)
{
    const saltus_env *e = f->m->sight->e;
    return inside(f, k, f->m->in->n_signals) ? e->q[k * e->stride + coefficient] : 0;
}

static inline double entry(const struct frame *f, const double *at, int64_t k, int64_t n)
{
    return inside(f, k, n) ? at[k] : 0;
}

static double state(const struct frame *f, int64_t k)
{
    saltus_event *ev = f->m->sight->ev;
    return inside(f, k, f->m->in->n_states) ? ev->state(ev, (int32_t)k) : 0;
}

static double table(const struct frame *f, int32_t number, int64_t k)
{
    const struct code_table *t = &f->m->in->code->tables.at[number];
    return entry(f, t->at, k, t->n);
}

/* ---- Operations of the run and of events ------------------------------------------------------ */

/* What a handler tells the engine. */
static void tell(const struct frame *f, const struct code_stmt *s, int64_t k, double x)
{
    const struct sight *sight = f->m->sight;
    saltus_event *ev = sight->ev;
    switch (s->op) {
    case CODE_ASSIGN: ev->assign(ev, (int32_t)k, x); break;
    case CODE_REINIT: ev->reinit(ev, (int32_t)k, x); break;
    case CODE_MESSAGE: ev->message(ev, s->text); break;
    case CODE_TERMINATE: ev->terminate(ev, s->text); break;
    case CODE_ADVANCE: ev->advance(ev); break;
    case CODE_READ: sight->reads->add(sight->reads, (saltus_kind)s->integer, (int32_t)k); break;
    default: break;
    }
}

/* The registers of a parameter. */
static const union word *parameter(const struct frame *f, int32_t number)
{
    const union word *r = f->r;
    for (int32_t k = 0; k < number; k++) r += f->p->fn->slots.at[k].size ? 2 : 1;
    return r;
}

/* The parameters of a function with CODE_SOLVE are what the engine is given. */
static void solve(const struct frame *f, const struct code_stmt *s)
{
    const saltus_env *e = f->m->sight->e;
    e->solve(e, (int32_t)s->integer, (int32_t)parameter(f, 0)->i, (int)parameter(f, 1)->i,
             parameter(f, 2)->at, parameter(f, 3)->at, (int32_t)parameter(f, 4)->i,
             (int32_t)parameter(f, 5)->i, parameter(f, 6)->at);
}

static bool known(const struct frame *f, const struct code_stmt *s)
{
    const saltus_env *e = f->m->sight->e;
    return e->stamp &&
           e->known(e, (int32_t)s->integer, (int32_t)parameter(f, 0)->i, (int)parameter(f, 1)->i,
                    (int32_t)parameter(f, 3)->i, (int32_t)parameter(f, 4)->i, parameter(f, 5)->at);
}

static void run_extern(const struct frame *f, const struct code_stmt *s, int64_t order)
{
    const struct code_fn *fn = f->p->fn;
    double *arg[64], whole_of[64];
    for (int32_t k = 1; k < fn->n_params && k <= 64; k++) {
        const union word *r = parameter(f, k);
        arg[k - 1] = fn->slots.at[k].size == 0 ? &whole_of[k - 1] : r->at;
        if (fn->slots.at[k].size == 0) whole_of[k - 1] = (double)r->i;
    }
    f->m->in->code->external_fn[s->integer](order, arg);
}

/* ---- The machine ------------------------------------------------------------------------------ */

#define REAL(name, x)                                                                              \
    case OP_##name:                                                                                \
        r[i->a].r = (x);                                                                           \
        break
#define INT(name, x)                                                                               \
    case OP_##name:                                                                                \
        r[i->a].i = (x);                                                                           \
        break
#define RELATION(name, op)                                                                         \
    INT(name, B.r op C.r);                                                                         \
    INT(INT_##name, B.i op C.i);                                                                   \
    JUMP(IF_##name, B.r op C.r);                                                                   \
    JUMP(UNLESS_##name, !(B.r op C.r));                                                            \
    JUMP(IF_INT_##name, B.i op C.i);                                                               \
    JUMP(UNLESS_INT_##name, !(B.i op C.i))
#define JUMP(name, when)                                                                           \
    case OP_##name:                                                                                \
        if (when) i = code + i->a - 1;                                                             \
        break
#define B r[i->b]
#define C r[i->c]
#define D r[i->d]

static union word run(struct frame *f)
{
    const struct instruction *code = f->p->code;
    const struct interp *in = f->m->in;
    const saltus_env *e = f->m->sight->e;
    union word *r = f->r;
    for (const struct instruction *i = code;; i++) {
        const struct code_stmt *s;
        switch ((enum op)i->op) {
        case OP_MOVE:
            r[i->a] = B;
            break;
            REAL(ADD, B.r + C.r);
            REAL(SUB, B.r - C.r);
            REAL(MUL, B.r * C.r);
            REAL(DIV, B.r / C.r);
            REAL(NEG, -B.r);
            REAL(ADD_MUL, B.r + C.r * D.r);
            REAL(SUB_MUL, B.r - C.r * D.r);
            REAL(MUL_ADD, B.r * C.r + D.r);
            REAL(MUL_SUB, B.r * C.r - D.r);
            INT(INT_ADD, (int64_t)((uint64_t)B.i + (uint64_t)C.i));
            INT(INT_SUB, (int64_t)((uint64_t)B.i - (uint64_t)C.i));
            INT(INT_MUL, (int64_t)((uint64_t)B.i * (uint64_t)C.i));
            INT(INT_NEG, (int64_t)(0 - (uint64_t)B.i));
            INT(INT_DIV, code_int_op(CODE_IDIV, B.i, C.i));
            INT(INT_MOD, code_int_op(CODE_IMOD, B.i, C.i));
            RELATION(LT, <);
            RELATION(LE, <=);
            RELATION(EQ, ==);
            RELATION(NE, !=);
            INT(NOT, !B.i);
            REAL(TO_REAL, (double)B.i);
            INT(TO_INT, code_truncate(B.r));
            REAL(MATH, code_math_value(i->d, B.r, C.r));
            REAL(TIME, e->t);
            INT(WIDTH, e->width);
            REAL(SIGNAL, signal(f, i->b, i->d));
            REAL(D, entry(f, e->d, i->b, in->n_discretes));
            REAL(P, entry(f, e->p, i->b, in->n_parameters));
            REAL(SIGNAL_AT, signal(f, B.i, i->d));
            REAL(D_AT, entry(f, e->d, B.i, in->n_discretes));
            REAL(P_AT, entry(f, e->p, B.i, in->n_parameters));
            REAL(PRE_AT, entry(f, f->m->sight->ev->pre, B.i, in->n_discretes));
            REAL(STATE_AT, state(f, B.i));
            REAL(TABLE_AT, table(f, i->d, B.i));
            REAL(ITEM, entry(f, B.at, C.i, r[i->b + 1].i));
            REAL(BYTE, inside(f, C.i, r[i->b + 1].i) ? (double)B.bytes[C.i] : 0);
        case OP_PUT:
            if (inside(f, B.i, r[i->a + 1].i)) r[i->a].at[B.i] = C.r;
            break;
            REAL(HOLE_REAL, f->m->row_r[i->b]);
            INT(HOLE_INT, f->m->row_i[i->b]);
            JUMP(JUMP, true);
            JUMP(IF, B.i);
            JUMP(UNLESS, !B.i);
            JUMP(TURN, stops(f, 0, f->p->statements[i->d]->loc));
        case OP_CALL: r[i->a] = call(f, i); break;
        case OP_RETURN: return r[i->a];
        case OP_LEAVE: return (union word){.i = 0};
        case OP_TELL: tell(f, f->p->statements[i->d], B.i, C.r); break;
        case OP_FAULT:
            s = f->p->statements[i->d];
            fault(f, s->loc, s->text);
            break;
        case OP_SOLVE: solve(f, f->p->statements[i->d]); break;
        case OP_KNOWN:
            if (known(f, f->p->statements[i->d])) return (union word){.i = 0};
            break;
        case OP_EXTERN: run_extern(f, f->p->statements[i->d], B.i); break;
        }
    }
}

/* ---- From outside ----------------------------------------------------------------------------- */

static void give(struct frame *f, const struct cell *params)
{
    union word *r = f->r;
    for (int32_t k = 0; k < f->p->fn->n_params; k++) {
        *r++ = params[k].v;
        if (f->p->fn->slots.at[k].size) (r++)->i = params[k].n;
    }
}

double code_evaluate(const struct sight *sight, const struct code_fn *fn, int32_t row,
                     const struct cell *params)
{
    const struct interp *in = sight->e->model->data;
    union word room[ROOM], result;
    struct machine m = {.in = in, .sight = sight, .turns = CODE_TURNS, .at = room};
    struct frame f = {.m = &m, .p = &in->programs[fn->number]};
    m.end = room + ROOM;
    if (fn->rows.n) {
        m.row_i = fn->rows.i + (size_t)row * (size_t)fn->rows.n_i;
        m.row_r = fn->rows.r + (size_t)row * (size_t)fn->rows.n_r;
    }
    if (!frame_open(&f)) return 0;
    give(&f, params);
    result = run(&f);
    frame_close(&f);
    return result.r;
}
