/* SPDX-License-Identifier: MIT */
/* expression.c - the blocks that are made of text, for the documentation.
 *
 * Their text is compiled by whoever loads a diagram, and the part gets the type that
 * saltus_model_atomic makes of it. A program does the same with saltus_compile_text. The tables
 * here have names and documentation; a part of such a type does not start. */
#include "blocks/tables.h"

static void no_text(saltus_cell *c)
{
    saltus_cell_fail(
        c, SALTUS_EARG, NULL,
        "this block is made of text, which only the loader of diagrams compiles",
        "in a program: saltus_compile_text, then saltus_model_atomic gives the type of the part");
}

static void ignore(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)c, (void)e, (void)x, (void)n;
}

static int through_all(const saltus_part *p, int in, int out)
{
    return (void)p, (void)in, (void)out, 1;
}

static const saltus_port any_inputs[] = {{.name = "u",
                                          .type = SALTUS_TYPE_SIGNAL,
                                          .many = 1,
                                          .optional = 1,
                                          .text = "what the text names; the names are in `inputs`"},
                                         {0}};
static const saltus_port one_output[] = {SIGNAL_PORT("y", "its value; other names by `outputs`"),
                                         {0}};

static const saltus_param expression_params[] = {
    TEXT_NEEDED(
        "y",
        "expression of the model language over inputs, parameters of the diagram, `time`, and `i`"),
    {0}};

const saltus_atomic block_expression = {
    BLOCK_NAME("expression", "embedded", "any expression of its inputs"),
    .text = "`{\"block\": \"expression\", \"inputs\": [\"u\", \"v\"], \"y\": \"k*u^2 - max(v, "
            "0)\"}`\n\n"
            "The expression is written in the model language and may name the inputs, the "
            "parameters of the diagram and `time`. It is compiled: the output is its exact Taylor "
            "series along the inputs, and its partial derivatives are symbolic. Relations, `if`, "
            "`abs`, `max`, `min`, `floor` and the like are events, found exactly, which end a "
            "series where a piece ends. Several outputs: `\"outputs\": [\"y\", \"z\"], \"y\": "
            "\"...\", \"z\": \"...\"`; they may use each other.\n\n"
            "With a `size` the block is a vector: for `i` from 1 to `size` the expression gives "
            "element `i`, and the name of an input without an index means its element `i`. Others "
            "are written as in the language, such as `u[i - 1]`; all of them are `u[:]`. Only "
            "elements whose inputs have changed are evaluated.\n\n"
            "A result that is not finite ends the run with a message. An expression that is affine "
            "in its inputs gives polynomials of their degree; of all others five coefficients are "
            "sent, and a block that needs the series for longer requests it again.",
    BLOCK_TABLES(any_inputs, one_output, expression_params, NULL),
    .struct_size = sizeof(saltus_atomic),
    .state_size = 1,
    .rank = -2,
    BLOCK_STEPS(no_text, NULL, NULL, NULL, ignore),
    .through = through_all};

static const saltus_param implicit_params[] = {
    TEXT_NEEDED("y", "expression that must be 0, or an equation a = b, in which y is unknown"),
    TEXT_PARAM("start", "0", "where the search begins, an expression of parameters and `i`"),
    {0}};

const saltus_atomic block_implicit = {
    BLOCK_NAME("implicit", "embedded", "the y with g(u, y) = 0"),
    .text = "`{\"block\": \"implicit\", \"inputs\": [\"u\"], \"y\": \"u - y - R*y^3\", \"start\": "
            "\"1\"}`\n\n"
            "y is found by Newton's method with the exact derivative of g, from the last solution "
            "on, or from `start` at first. Its Taylor series follows from that of g, its partial "
            "derivatives are -g_u/g_y. If g is linear in y, no iteration is needed. Several "
            "unknowns: `\"outputs\": [\"y\", \"z\"], \"y\": \"...\", \"z\": \"...\"`, as many "
            "equations. Where no solution is found, the run ends with a message that names the "
            "block, the time and what is left of g.",
    BLOCK_TABLES(any_inputs, one_output, implicit_params, NULL),
    .struct_size = sizeof(saltus_atomic),
    .state_size = 1,
    .rank = -2,
    BLOCK_STEPS(no_text, NULL, NULL, NULL, ignore),
    .through = through_all};

static const saltus_port model_inputs[] = {
    {.name = "u",
     .type = SALTUS_TYPE_SIGNAL,
     .many = 1,
     .optional = 1,
     .text = "the `input` variables of the model that have no value, by their names"},
    {0}};
static const saltus_port model_outputs[] = {{.name = "y",
                                             .type = SALTUS_TYPE_SIGNAL,
                                             .many = 1,
                                             .text = "the chosen variables, by their names"},
                                            {0}};
static const saltus_param model_params[] = {
    TEXT_NEEDED("file", "model text, relative to the diagram"),
    TEXT_PARAM("class", NULL, "which model of the file; not given: the last one"),
    TEXT_PARAM("method", NULL, "method of its states; not given: that of the run"),
    REAL_PARAM("rel", -1, NULL, "relative quantum or tolerance; negative: that of the run"),
    REAL_PARAM("abs", -1, NULL, "absolute quantum or tolerance; negative: that of the run"),
    {0}};

const saltus_atomic block_model = {
    BLOCK_NAME("model", "embedded", "a whole model of the language"),
    .text = "`{\"block\": \"model\", \"file\": \"motor.mo\", \"outputs\": [\"speed\"], \"method\": "
            "\"cvode\"}`\n\n"
            "Its `input` variables are inputs; states, discretes and outputs may be outputs "
            "(`outputs` lists them; not given: all outputs of the model, or else all states). "
            "Other keys are parameters of the model. Its states are integrated by the method of "
            "the run, or by its own, and others see their quantized values. With a method that "
            "moves all states together (`cvode`, `abm` ...) its steps go from one message to the "
            "next; others see the polynomials of each step. A model without states is a static "
            "block, like an expression.\n\n"
            "It starts when every input with a wire has had a first value. `der` of an input is "
            "not allowed: inputs may jump.",
    BLOCK_TABLES(model_inputs, model_outputs, model_params, NULL),
    .struct_size = sizeof(saltus_atomic),
    .state_size = 1,
    .rank = 1,
    BLOCK_STEPS(no_text, NULL, NULL, NULL, ignore)};
