/* SPDX-License-Identifier: MIT */
/* inst.h - from parts and wires to one flat class.
 *
 * Every model becomes a class without parts (components of other classes), base classes,
 * connectors, records, packages and short type definitions. It refers to nothing outside: its
 * elements are variables of built-in types and of enumerations, these enumerations, and functions;
 * each name in it is that of an element, of an iterator, or built in. The variables are those of
 * all parts, with names such as stage.r.p.v, its equations those of all parts with these names in
 * them.
 *
 *   - An array of parts stays an array: the variable v of a part r[N] is one variable r.v[N], an
 *     equation of the part one equation in `for $1 in 1:N`, the value of a parameter of the part
 *     {value for $1 in 1:N}. Nothing here grows with N, and no size is evaluated: sizes stay
 *     expressions.
 *   - A name in an equation is found where the equation was written (the class, its base classes,
 *     the classes around it) and replaced by the flat name with all subscripts of the arrays of
 *     parts on the way. Functions, constants of packages and enumerations that are used become
 *     elements of the flat class. No later stage looks for a name elsewhere.
 *   - connect(a, b) becomes one STMT_CONNECT of pairs of variables; what equations that makes,
 *     flat/ decides when sizes are known.
 *   - A conditional part keeps its condition: its variables have it, its equations are inside `if
 *     condition then`.
 *
 *     load.c read.c near.c modelica.c   packages: folders and files, the library path; built in
 *     env.c class.c constraint.c   a class in its surroundings: its elements with those of its
 *                     base classes, redeclarations applied
 *     look.c          what a name means
 *     mod.c           modifications, from the outside in
 *     part.c kid.c    the tree of parts of a model
 *     flat.c          that tree to elements and sections of a flat class
 *     name.c expr.c   expressions with flat names
 *     constant.c      constants of packages, enumerations, and their names in the flat class
 *     connect.c       connections as pairs of variables
 *     record.c record_eq.c   records in expressions and equations
 *     function.c      functions, as functions of the flat class
 *     operator.c      operators of records
 *     table.c         tables that are external objects
 *     uses.c          messages about texts of packages name the part of the model
 *     inst.c          which model, and all of the above in order */
#ifndef INST_INST_H
#define INST_INST_H

#include "lang/lang.h"

/* ---- load.c ---------------------------------------------------------------------------------- */

/* A file that a part of the model, declared at `at`, is made of; broken: that `part`, a class, was
 * looked for in. */
struct library_use {
    int32_t file;
    const char *part;
    struct place at;
    bool broken;
};

/* The classes that can be seen from anywhere: those of the model's file, and packages found on the
 * library path. */
struct library {
    struct arena *arena;
    struct messages *m;
    struct names *names;
    const char *path;            /* folders, separated by ':'; NULL: none */
    const struct ast_file *file; /* of the model */
    bool
        /* the file lies in the package it names (within A.B;): its classes are those of A.B and not
         * at the top; library_top(A), library_member(.., B), ... lead to them */
        inside;
    VEC(struct ast_class *) top;       /* those of the file */
    VEC(struct library_entry) entries; /* (load) what was asked for */
    VEC(struct library_entry) beside;  /* (load) files that lie beside the model's */
    bool no_external;                  /* external functions are errors */
    bool is_file;                      /* (load) the model's text is a file: that one */
    uint64_t device, number;
    VEC(struct library_use) uses; /* (uses) those of a part one after the other */
    struct place asked;           /* (look) where the model's file names a class, and which */
    const char *asked_for;
};

/* The file was parsed; its text has its path as name. */
struct library *library_new(struct messages *m, struct names *names, const char *path,
                            const struct ast_file *file);
/* The top-level class `name` (interned): of the file; from the path, read now: name.mo, or
 * name/package.mo; the built-in Modelica. NULL: there is none (no message), or its file is wrong
 * (with messages). */
struct ast_class *library_top(struct library *l, const char *name);
/* import name, of a file that lies beside the model's and not on the path: its class of that name,
 * or a package of the classes that it has. NULL as above. */
struct ast_class *library_beside(struct library *l, const char *name);
/* The class `name` inside a package or class: one of its elements, or read now from its folder.
 * NULL as above. */
struct ast_class *library_member(struct library *l, struct ast_class *of, const char *name);
/* A hint to the last message, that `name` is not known: which folders were searched. */
void library_hint(struct library *l, const char *name);
void library_use(struct library *l, int32_t file, const char *part, struct place at, bool broken);
/* At the end, when all messages are there: those that lie in files of packages name the part of the
 * model. */
void library_name_parts(struct library *l);
/* The built-in package and the built-in enumeration (modelica.c), parsed at each call. */
struct ast_class *library_state_select(struct messages *m, struct names *names);
struct ast_class *library_modelica(struct messages *m, struct names *names);

/* ---- The whole ------------------------------------------------------------------------------- */

struct inst_model {
    struct ast_class *flat;
    bool mu;          /* the dialect of existing QSS models: `import math`, or MMO_ annotations */
    const char *name; /* of the model as chosen, with its packages: "Circuits.buck" */
};

/* Chooses the model (name NULL: the only one of the file, or the last) and makes it flat. NULL
 * after errors, unless the class can be checked all the same (unknown names, values given twice):
 * then check reports its own errors, too. `name` may also be a model of a package on the path. */
struct inst_model *inst_model(struct library *l, const struct ast_file *file, const char *name);
/* The components of that model which are models or blocks, and its wires, a line each:
 *     part NAME CLASS [array]   with all packages of the class
 *     wire A.p B[2].n           subscripts that are not numbers are #; those in loops, too */
void inst_parts(struct library *l, const struct ast_file *file, const char *name, FILE *out);
/* For assertions: does the class refer to its own elements and built-in names only, as far as its
 * declarations tell, and has check written nothing into it yet? */
bool inst_is_flat(const struct ast_class *c);

#endif
