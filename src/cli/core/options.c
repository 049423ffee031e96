/* SPDX-License-Identifier: MIT */
/* options.c - every option once, then for each command the list of those it takes.
 *
 * An option that means the same to several commands is one object. HEADING entries only divide the
 * list in help and man pages. Defaults are told as text, because most of them come from the
 * model. */
#include "cli/core/table.h"
#include <string.h>

#define HEADING(text)                                                                              \
    {                                                                                              \
        .help = (text)                                                                             \
    }

/* A row of the library's table of options (saltus_option), or all rows that only some methods
 * have. */
#define ALL_OF_METHODS "*"
#define LIBRARY(row)                                                                               \
    {                                                                                              \
        .library = (row)                                                                           \
    }

/* An option with a value. */
#define VALUED(id, name_, type_, argument_, ...)                                                   \
    static const struct option id = {                                                              \
        .name = name_, .type = type_, .argument = argument_, __VA_ARGS__}

/* ---- The run --------------------------------------------------------------------------------- */

static const struct option about_run = HEADING("How to simulate");
static const struct option method = LIBRARY("method"), tol = LIBRARY("tol"),
                           start = LIBRARY("start"), of_methods = LIBRARY(ALL_OF_METHODS),
                           max_events = LIBRARY("max_events"), max_instant = LIBRARY("max_instant"),
                           shadow = LIBRARY("shadow");
VALUED(accuracy, "accuracy", VALUE_TOLERANCE, "REL[,ABS]", .setting = true,
       .help = "Choose the tolerance so that the error of every variable that is looked at, as "
               "--estimate tells it, is at most max(REL*|x|, ABS); |x| is its largest value.");
VALUED(stop, "stop", VALUE_NUMBER, "T", .setting = true, .otherwise = "the model's, else 1",
       .help = "Time at which it stops.");
VALUED(
    set, "set", VALUE_SETTING, "NAME=VALUE", .repeated = true,
    .help =
        "Gives a parameter another value, also one that decides the size of the model such as N. "
        "Prefixes of SI are understood: L=47u, R=4.7k, f=1M (T G M k m u n p f).");
VALUED(start_value, "start-value", VALUE_SETTING, "NAME=VALUE", .repeated = true,
       .help = "Gives a variable another start value.");
VALUED(quantum, "quantum", VALUE_QUANTUM, "STATE=REL[,ABS]", .repeated = true,
       .help = "Tolerance of single states; in STATE * stands for any characters, ? for one. All "
               "methods have it.");
VALUED(method_of, "method-of", VALUE_METHOD_OF, "STATE=METHOD", .repeated = true,
       .help = "Method of single states; * and ? as in --quantum. The last one that fits counts.");
VALUED(seed, "seed", VALUE_COUNT, "N", .setting = true, .otherwise = "the model's, else 0",
       .help = "Another sequence of random numbers.");

static const struct option about_diagram = HEADING("Diagrams");
static const struct option parallel = {
    .name = "parallel",
    .help = "Parallel DEVS: all blocks that are due at one instant act together, in rounds."};
VALUED(speed, "speed", VALUE_POSITIVE, "X", .otherwise = "as fast as possible",
       .help = "By the wall clock: 1 is real time, 10 ten times as fast; how late events were is "
               "in the statistics.");
VALUED(trace, "trace", VALUE_FILE, "FILE",
       .help = "Write every transition of every block, a line each; '-' is stdout.");
VALUED(listen_to, "listen", VALUE_FILE, "FILE",
       .help = "Messages for inputs of the diagram, a line 'time port value' each (time - is at "
               "once), from a pipe or file while the run goes on; '-' is stdin.");

static const struct option about_fmu = HEADING("FMUs");
VALUED(fmu_kind, "fmu", VALUE_CHOICE, "KIND", .setting = true, .choices = "cs me",
       .otherwise = "cs, if it has that",
       .help = "Run an FMU by co-simulation (cs) or model exchange (me).");
VALUED(communicate, "communicate", VALUE_POSITIVE, "DT", .setting = true,
       .otherwise = "that of the FMU, else 1/500 of the run",
       .help = "Co-simulation: time between two communication points.");
VALUED(fmu_limit, "fmu-limit", VALUE_NUMBER, "SECONDS", .otherwise = "60",
       .help = "How long a call of the FMU may take; 0: as long as it likes.");
static const struct option in_process = {
    .name = "in-process",
    .help = "Call the FMU in the process of the run: faster, but a crash of it ends all."};
static const struct option fmu_log = {
    .name = "fmu-log", .help = "Ask the FMU for its messages and print all, not only warnings."};

static const struct option about_model = HEADING("Which model");
VALUED(class_name, "class", VALUE_TEXT, "NAME", .setting = true,
       .otherwise = "the only one, or the last",
       .help = "The model to take if the file has several.");
VALUED(library, "library", VALUE_TEXT, "FOLDERS", .repeated = true,
       .help = "Where packages are: folders, separated by ':'. They are searched before those of "
               "SALTUS_PATH and the library that came with Saltus.");
static const struct option interpret = {
    .name = "interpret",
    .help = "Do not use the C compiler: starts at once, runs slower, gives the same results."};

static const struct option native = {
    .name = "native",
    .help = "Begin when the C compiler is ready. Otherwise a model that is not in the cache begins "
            "interpreted, and native code takes over as soon as it is compiled, with the same "
            "results."};

static const struct option no_external = {
    .name = "no-external",
    .help = "Refuse models with functions in C, which are compiled and run as they are."};

static const struct option about_limits = HEADING("Limits and messages");
VALUED(max_cpu, "max-cpu", VALUE_POSITIVE, "SECONDS", .setting = true, .otherwise = "no limit",
       .help = "Stop after so much processor time, likewise.");
VALUED(progress, "progress", VALUE_CHOICE, "HOW", .choices = "auto bar json off",
       .otherwise = "auto",
       .help = "Progress on stderr: a bar (auto: if that is a terminal), or a JSON object per line "
               "for other programs.");
static const struct option quiet = {
    .name = "quiet",
    .letter = 'q',
    .repeated = true,
    .help = "Print only warnings and errors; given twice (-qq) only errors. What is asked for by "
            "an option is still printed."};

/* ---- Results --------------------------------------------------------------------------------- */

static const struct option about_results = HEADING("What to keep");
VALUED(output, "output", VALUE_FILE, "FILE", .letter = 'o', .repeated = true,
       .choices = ".csv .mat .seg -",
       .help = "Write the trajectories: .csv (text), .mat (MATLAB v4, as Modelica tools write it) "
               "or .seg (the exact polynomials). '-' is CSV on stdout.");
VALUED(vars, "vars", VALUE_TEXT, "NAME,...", .repeated = true, .list = true,
       .otherwise = "files: all but repetitions at pins; pictures: what the model suggests, else "
                    "up to 8 states",
       .help = "Variables to keep and to draw; * stands for any characters, ? for one.");
VALUED(interval, "interval", VALUE_POSITIVE, "DT",
       .otherwise = "the model's, else 1/500 of the run",
       .help = "Time between two rows of a .csv or .mat file.");
static const struct option events = {
    .name = "events", .help = "A row at every change instead of at equal intervals."};
VALUED(stats, "stats", VALUE_CHOICE, "FORMAT", .optional = true,
       .choices = "table json json-all csv", .otherwise = "a table",
       .help =
           "Print what the run cost to stdout: steps, evaluations, events, time. json lists the "
           "100 busiest states and guards, json-all lists all of them.");

static const struct option estimate = {
    .name = "estimate",
    .help = "Estimate the errors by a second run with finer tolerances, also after a long run."};
static const struct option no_estimate = {.name = "no-estimate", .help = "Make no second run."};

VALUED(measure, "measure", VALUE_TEXT, "WHAT(SIGNAL),...", .repeated = true, .list = true,
       .help = "Print numbers of the trajectories, computed exactly: mean(V), rms(I, last=20m), "
               "ripple(V), settling(w), thd(I, f0=50), efficiency(Vo*Io, Vi*Ii) and so on; "
               "'saltus help measure' lists them.");

static const struct option about_plots = HEADING("Pictures");
VALUED(
    plot, "plot", VALUE_FILE, "FILE", .repeated = true, .optional = true,
    .choices = ".svg .png .pdf", .otherwise = "in the terminal, if stdout is one",
    .help = "Draw the trajectories into a file, .svg, .png or .pdf; without FILE in the terminal.");
static const struct option no_plot = {.name = "no-plot", .help = "Draw nothing."};
static const struct option log_y = {.name = "log-y", .help = "Logarithmic vertical axes."};
static const struct option marks = {.name = "marks", .help = "Mark the events below the curves."};
static const struct option density = {
    .name = "density", .help = "Add a panel that shows how many steps were made when."};

const struct option *const options_run[] = {
    &about_run,     &method,      &tol,          &accuracy,   &start,       &stop,
    &set,           &start_value, &quantum,      &method_of,  &seed,        &of_methods,
    &about_model,   &class_name,  &library,      &interpret,  &native,      &no_external,
    &about_diagram, &parallel,    &speed,        &trace,      &listen_to,   &about_fmu,
    &fmu_kind,      &communicate, &fmu_limit,    &in_process, &fmu_log,     &about_results,
    &output,        &vars,        &interval,     &events,     &measure,     &stats,
    &estimate,      &no_estimate, &about_plots,  &plot,       &no_plot,     &log_y,
    &marks,         &density,     &about_limits, &max_events, &max_instant, &shadow,
    &max_cpu,       &progress,    &quiet,        NULL};

const struct option *const options_step[] = {
    &method,    &tol,      &start,   &stop,      &set,         &seed,  &of_methods, &quantum,
    &method_of, &parallel, &library, &interpret, &no_external, &quiet, NULL};

/* What a command takes last that makes many runs. */
#define OF_MANY_RUNS                                                                               \
    &quantum, &method_of, &seed, &of_methods, &about_model, &class_name, &library, &interpret,     \
        &no_external, &about_fmu, &fmu_kind, &communicate, &fmu_limit, &in_process, &about_limits, \
        &max_events, &max_instant, &max_cpu, &progress, &quiet, NULL

/* ---- compare --------------------------------------------------------------------------------- */

static const struct option about_compare = HEADING("What to compare");
VALUED(methods, "methods", VALUE_METHOD, "METHOD,...", .repeated = true, .list = true,
       .otherwise = "the model's, auto, liqss2, liqss3, mliqss2, qss3; of a text (.mo) also cvode, "
                    "esdirk43, dopri5",
       .help = "The methods; 'saltus methods' lists them.");
VALUED(tols, "tol", VALUE_TOLERANCE, "REL[,ABS]", .repeated = true, .setting = true,
       .otherwise = "the model's, else 1e-3,1e-6; with --plot 1e-2, 1e-3 and 1e-4",
       .help = "Tolerance; given several times, every method runs with each.");
VALUED(reference, "reference", VALUE_FILE, "FILE", .choices = ".csv .mat .seg",
       .otherwise = "a run with a much tighter tolerance than all of them",
       .help = "Result file that errors are measured against, at its rows. Columns are matched by "
               "name; w500 and w_500 also mean w[500].");
VALUED(compare_vars, "vars", VALUE_TEXT, "NAME,...", .repeated = true, .list = true,
       .otherwise = "all of the reference; without a file what the model suggests, else all states",
       .help = "Variables whose errors count; * stands for any characters, ? for one.");
VALUED(at, "at", VALUE_NUMBER, "T,...", .repeated = true, .list = true,
       .help = "Instants at which errors are taken.");
VALUED(compare_interval, "interval", VALUE_POSITIVE, "DT",
       .otherwise = "rows of the reference; without a file the model's, else 1/500 of the run",
       .help = "Time between two instants at which errors are taken.");
VALUED(repeat, "repeat", VALUE_COUNT, "N",
       .otherwise = "3 if a run takes less than half a second, else 1",
       .help = "Run each N times, in turns, and report the shortest time.");
VALUED(work_plot, "plot", VALUE_FILE, "FILE", .repeated = true, .optional = true,
       .choices = ".svg .png .pdf",
       .help = "Work-precision diagram, into a file or, without FILE, in the terminal.");
VALUED(compare_stats, "stats", VALUE_CHOICE, "FORMAT", .optional = true,
       .choices = "table json json-all csv", .otherwise = "table",
       .help = "How to print the comparison.");
static const struct option by_variable = {
    .name = "by-variable",
    .help = "With --stats csv: also columns for each variable (error_rel:x, steps:x, ...)."};

const struct option *const options_compare[] = {&about_compare,
                                                &methods,
                                                &tols,
                                                &reference,
                                                &compare_vars,
                                                &at,
                                                &compare_interval,
                                                &repeat,
                                                &work_plot,
                                                &compare_stats,
                                                &by_variable,
                                                &about_run,
                                                &start,
                                                &stop,
                                                &set,
                                                &start_value,
                                                OF_MANY_RUNS};

/* ---- sweep ----------------------------------------------------------------------------------- */

static const struct option about_sweep = HEADING("What to run through");
VALUED(ranges, "set", VALUE_RANGE, "NAME=VALUES", .repeated = true,
       .help = "Values of a parameter: A:STEP:B, or V1,V2,..., or one. Several --set make all "
               "combinations, the last one changing fastest.");
VALUED(observe, "observe", VALUE_TEXT, "WHAT(SIGNAL),...", .repeated = true, .list = true,
       .otherwise = "final of what the model suggests, else of up to 20 variables",
       .help = "Columns of the table: measurements as 'saltus help measure' lists them, e.g. "
               "max(IL), mean(V*), rms(I, last=20m); a NAME alone is its final value; also "
               "steps(STATE), events(GUARD), stat(NUMBER).");
VALUED(jobs, "jobs", VALUE_COUNT, "N", .letter = 'j', .otherwise = "one per processor",
       .help = "Runs at the same time.");
VALUED(sweep_output, "output", VALUE_FILE, "FILE", .letter = 'o', .choices = ".csv",
       .otherwise = "MODEL-sweep.csv", .help = "The table: one row for each run.");
static const struct option resume = {.name = "resume",
                                     .help = "Go on with a table that is there; only missing runs "
                                             "are made. Failed ones are not tried again."};
static const struct option overwrite = {.name = "overwrite",
                                        .help = "Start again even if the table exists."};
static const struct option strict = {
    .name = "strict", .help = "Exit with 1 if any run has failed, not only if all have."};
VALUED(shard, "shard", VALUE_SHARD, "K/N", .otherwise = "1/1",
       .help = "Only part K of N of the runs, for several machines.");

const struct option *const options_sweep[] = {
    &about_sweep, &ranges,    &observe, &jobs, &sweep_output, &resume, &overwrite,   &strict,
    &shard,       &about_run, &method,  &tol,  &start,        &stop,   &start_value, OF_MANY_RUNS};

/* ---- bound, explain, check, dump ------------------------------------------------------------- */

VALUED(at_time, "at", VALUE_NUMBER, "T", .otherwise = "the start of the run",
       .help = "Simulate until T and linearise there.");
VALUED(want, "want", VALUE_POSITIVE, "BOUND",
       .help = "Also print the quantum that keeps the error of every state within BOUND.");
const struct option *const options_bound[] = {&at_time,   &tol,         &want,       &method,
                                              &set,       &start_value, &class_name, &library,
                                              &interpret, &no_external, &quiet,      NULL};

VALUED(dot, "dot", VALUE_FILE, "FILE", .help = "Who drives whom, for Graphviz; '-' is stdout.");
VALUED(graph_svg, "svg", VALUE_FILE, "FILE", .choices = ".svg -",
       .help =
           "A picture: the schematic of a model of components, the blocks of a diagram, else who "
           "drives whom.");
const struct option *const options_explain[] = {
    &dot, &graph_svg, &set, &fmu_kind, &class_name, &library, &no_external, &quiet, NULL};

const struct option *const options_check[] = {&set,         &class_name, &library,
                                              &no_external, &quiet,      NULL};

VALUED(stage, "stage", VALUE_CHOICE, "STAGE",
       .choices = "tokens ast print parts inst flat structure c", .otherwise = "flat",
       .help =
           "Which stage: tokens, ast (the tree), print (the model again), parts (components and "
           "wires), inst (as one class "
           "without components), flat (equations and events), structure (what is solved how), "
           "c (the code that runs).");
const struct option *const options_dump[] = {&stage, &set, &class_name, &library, NULL};

VALUED(fmu_output, "output", VALUE_FILE, "FILE", .letter = 'o', .choices = ".fmu",
       .otherwise = "MODEL.fmu", .help = "The FMU.");
VALUED(fmi_version, "fmi", VALUE_CHOICE, "VERSION", .choices = "2 3", .otherwise = "3",
       .help = "The version of the standard, 2.0 or 3.0.");
VALUED(export_kind, "kind", VALUE_CHOICE, "KIND", .choices = "me cs both", .otherwise = "both",
       .help = "Model exchange (me: the importer integrates), co-simulation (cs: the FMU does, by "
               "quantized states), or both.");
static const struct option fmu_sources = {
    .name = "sources",
    .help = "Also put the C sources of model and engine into the FMU, to be compiled elsewhere."};
const struct option *const options_export[] = {
    &fmu_output, &fmi_version, &export_kind, &fmu_sources, &set,
    &class_name, &library,     &no_external, &quiet,       NULL};

/* ---- models, plot, convert, man -------------------------------------------------------------- */

static const struct option path = {.name = "path", .help = "Print only where its file is."};
static const struct option text = {.name = "text", .help = "Print the model itself."};
const struct option *const options_models[] = {&path, &text, NULL};

VALUED(plot_output, "output", VALUE_FILE, "FILE", .letter = 'o', .repeated = true,
       .choices = ".svg .png .pdf", .otherwise = "in the terminal",
       .help = "Draw into a file, .svg, .png or .pdf.");
VALUED(all_vars, "vars", VALUE_TEXT, "NAME,...", .repeated = true, .list = true,
       .otherwise = "all; of a picture what the model suggests, else up to 8 states",
       .help = "Variables to take; * stands for any characters, ? for one.");
VALUED(from, "from", VALUE_NUMBER, "T", .otherwise = "the beginning",
       .help = "Time at which the picture begins.");
VALUED(to, "to", VALUE_NUMBER, "T", .otherwise = "the end", .help = "Time at which it ends.");
VALUED(last, "last", VALUE_POSITIVE, "T", .help = "Only so much time before the end.");
VALUED(xy, "xy", VALUE_TEXT, "X,Y", .repeated = true, .list = true,
       .help = "Draw Y over X in place of curves over time; signals as in 'saltus help measure'.");
VALUED(spectrum, "spectrum", VALUE_TEXT, "SIGNAL,...", .repeated = true, .list = true,
       .help = "Draw the harmonics of a signal, and its distortion, over the last whole periods.");
VALUED(f0, "f0", VALUE_POSITIVE, "F", .help = "Frequency of the fundamental, for --spectrum.");
VALUED(harmonics, "harmonics", VALUE_COUNT, "N", .otherwise = "40",
       .help = "How many harmonics --spectrum shows.");
VALUED(title, "title", VALUE_TEXT, "TEXT", .otherwise = "what the model is about, and its name",
       .help = "Heading of the picture.");
VALUED(panels, "panels", VALUE_CHOICE, "HOW", .choices = "auto one each",
       .otherwise = "auto: curves of one unit and size together",
       .help = "How curves share panels: all in one, or one for each.");
const struct option *const options_plot[] = {
    &plot_output, &all_vars,  &from,  &to,    &last,  &panels,  &xy,    &spectrum,
    &f0,          &harmonics, &title, &log_y, &marks, &density, &quiet, NULL};

static const struct option as_json = {.name = "json", .help = "Print JSON."};
const struct option *const options_measure[] = {&as_json, &quiet, NULL};

VALUED(new_interval, "interval", VALUE_POSITIVE, "DT",
       .otherwise = "that of IN; of a .seg file every change",
       .help = "Time between two rows of a .csv or .mat file.");
static const struct option partial = {
    .name = "partial",
    .help = "Of a .pdm diagram that has blocks without a counterpart: write the rest of it."};
const struct option *const options_convert[] = {&new_interval, &all_vars, &partial, &quiet, NULL};

static const struct option markdown = {.name = "markdown",
                                       .help = "All blocks as Markdown, as in the manual."};
const struct option *const options_blocks[] = {&markdown, &quiet, NULL};

static const struct option clear = {.name = "clear", .help = "Remove all compiled models."};
static const struct option where = {.name = "path", .help = "Print only where the folder is."};
const struct option *const options_cache[] = {&where, &clear, &quiet, NULL};

VALUED(all_pages, "all", VALUE_FILE, "FOLDER", .help = "Write every page into that folder.");
const struct option *const options_man[] = {&all_pages, NULL};

const struct option *const options_none[] = {NULL};
const struct option option_help = {.name = "help", .letter = 'h', .help = "Print this help."};

/* ---- Looking up ------------------------------------------------------------------------------ */

enum { MOST_ROWS = 64 };

static enum value_type type_of(const saltus_option_info *row)
{
    switch (row->type) {
    case SALTUS_OPTION_COUNT: return VALUE_COUNT;
    case SALTUS_OPTION_METHOD: return VALUE_METHOD;
    case SALTUS_OPTION_TOLERANCE: return VALUE_TOLERANCE;
    case SALTUS_OPTION_REAL: return VALUE_NUMBER;
    default: return VALUE_CHOICE;
    }
}

/* Row k of the library as an option of the command. */
static const struct option *from_library(size_t k)
{
    static struct option made[MOST_ROWS];
    static char names[MOST_ROWS][32];
    const saltus_option_info *row = saltus_option(k);
    if (made[k].name) return &made[k];
    snprintf(names[k], sizeof names[k], "%s", row->name);
    for (char *s = names[k]; *s; s++)
        if (*s == '_') *s = '-';
    made[k] = (struct option){.name = names[k],
                              .setting = true,
                              .row = row,
                              .type = type_of(row),
                              .argument = row->argument,
                              .choices = row->choices,
                              .otherwise = row->otherwise,
                              .help = row->text};
    if (row->type == SALTUS_OPTION_FLAG) made[k].choices = "true false";
    return &made[k];
}

const struct option *option_next(const struct command *c, struct option_walk *w)
{
    const struct option *o = c->options[w->k];
    const saltus_option_info *row;
    if (!o || !o->library) return w->k += o != NULL, o;
    for (; (row = saltus_option(w->row)); w->row++) {
        bool all = strcmp(o->library, ALL_OF_METHODS) == 0;
        if (all ? !row->of_method : strcmp(o->library, row->name) != 0) continue;
        return from_library(w->row++);
    }
    *w = (struct option_walk){w->k + 1, 0};
    return option_next(c, w);
}

const struct option *option_find(const struct command *c, const char *name, size_t length)
{
    const struct option *o;
    if (length == strlen(option_help.name) && strncmp(name, option_help.name, length) == 0)
        return &option_help;
    for (struct option_walk w = {0}; (o = option_next(c, &w));)
        if (o->name && strlen(o->name) == length && strncmp(o->name, name, length) == 0) return o;
    return NULL;
}

const struct option *option_letter(const struct command *c, char letter)
{
    const struct option *o;
    if (letter == option_help.letter) return &option_help;
    for (struct option_walk w = {0}; (o = option_next(c, &w));)
        if (o->name && o->letter == letter) return o;
    return NULL;
}

size_t table_word(const char *list, size_t k, const char **word)
{
    for (;; k--) {
        list += strspn(list, " ");
        *word = list;
        list += strcspn(list, " ");
        if (k == 0 || list == *word) return (size_t)(list - *word);
    }
}
