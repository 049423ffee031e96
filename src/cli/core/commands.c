/* SPDX-License-Identifier: MIT */
/* commands.c - the commands: what they are called, what they take, what they are for.
 *
 * The order is that of the overview. Texts are wrapped when they are printed; an empty line divides
 * paragraphs. Examples come first in the help, because they are what most people read. */
#include "cli/core/table.h"
#include <string.h>

#define OPERANDS(...)                                                                              \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define MODEL OPERANDS("MODEL", 1, 1, VALUE_MODEL, ".mo .json .cir .net .sp")

#define COMMAND(name_, options_, takes_, ...)                                                      \
    {                                                                                              \
        .name = #name_, .run = cmd_##name_, .options = options_, .operands = takes_, __VA_ARGS__   \
    }

const struct command command_list[] = {
    COMMAND(
        run, options_run, MODEL, .summary = "simulate a model: its curves, and what they cost",
        .text =
            "MODEL is the path of a text (.mo), of a netlist of SPICE (.cir, .net, .sp) or of a "
            "block diagram (.json), or the name of one in the gallery ('saltus models' lists "
            "them), or a class with its "
            "packages, A.B.C, found in A.mo or A/package.mo here or on the library path. "
            "Method, tolerance and "
            "times default to those that the model suggests; options override them, and "
            "the result records what was used.\n\n"
            "Ctrl-C ends the run after the current event, with a complete result and its "
            "statistics; a second Ctrl-C ends it immediately.",
        .examples = "saltus run buck\ta gallery model with its suggested settings\n"
                    "saltus run motor --method mliqss2 --tol 1e-4 --plot motor.svg\tanother "
                    "method and tolerance; a picture into a file\n"
                    "saltus run my.mo --set R=5 --stop 0.1 -o my.csv --interval 1e-4\tanother "
                    "parameter; a table of values\n"),
    COMMAND(
        compare, options_compare, MODEL,
        .summary = "run methods and tolerances side by side, with their errors",
        .text = "Runs every method with every tolerance and prints steps, scalar evaluations, "
                "events, errors and time in one table. Errors are measured against a result file, "
                "or against a much tighter run that is made first.",
        .examples =
            "saltus compare buck --methods qss3,liqss2,mliqss2\tthree methods\n"
            "saltus compare motor --tol 1e-3 --tol 1e-4 --plot work.svg\twork-precision diagram\n"),
    COMMAND(sweep, options_sweep, OPERANDS("MODEL|STUDY.json", 1, 1, VALUE_MODEL, ".mo .json"),
            .summary = "many runs of one model over ranges of its parameters",
            .text = "The model is compiled once and run for every combination of values, several "
                    "runs at a time, into one table. A failed run is listed and does not stop the "
                    "others. A study file (JSON) can replace the options.",
            .examples = "saltus sweep buck --set R=1:0.5:10\tnineteen runs\n"
                        "saltus sweep buck --set R=5,10 --set L=1e-4,2e-4 -o buck.csv\tfour runs: "
                        "all combinations\n"
                        "saltus sweep study.json --resume\tcontinue an interrupted sweep\n"),
    COMMAND(
        bound, options_bound, MODEL,
        .summary = "the global error bound of each method, from the linearized model",
        .text = "Linearizes the model at a point of its run. If the linear model is stable, prints "
                "for each method how far the solution can ever be from the exact one, and the "
                "quantum needed for a given bound. For a linear model this is a guarantee.",
        .examples = "saltus bound stiff2\twhat a tolerance of 1e-3 means for the result\n"
                    "saltus bound stiff2 --want 0.01\tthe quantum for an error of at most 0.01\n"),
    COMMAND(step, options_step, OPERANDS("DIAGRAM", 1, 1, VALUE_MODEL, ".json"),
            .summary = "step through a diagram, forward and back",
            .text = "Reads commands, one per line, from the terminal or from a script: s (step), c "
                    "(continue to a time), b (back), p (parts), t (trace of every transition), i "
                    "(inject a message), snap and restore, h (help), q (quit). In a step one block "
                    "acts, with everything that its messages trigger at once; with --parallel, a "
                    "step is one round of all blocks that are due.",
            .examples = "saltus step drive.json\tthen h\n"
                        "printf 't on\\ns 10\\np x*\\n' | saltus step drive.json\tten steps with "
                        "all their transitions, then some parts\n"),
    COMMAND(explain, options_explain, MODEL,
            .summary = "what the compiler understood, and which method to try",
            .text = "Prints states, loops of equations and how they are solved, events, "
                    "dependences, and a recommended method with the reason.",
            .examples = "saltus explain buck\tas text\n"
                        "saltus explain buck --svg buck.svg\tas a picture\n"),
    COMMAND(check, options_check, MODEL, .summary = "look for errors without running",
            .text = "Reports every error with its location in the text and, if possible, a repair.",
            .examples = "saltus check my.mo\tall errors, or one line that says it is fine\n"),
    COMMAND(dump, options_dump, MODEL, .summary = "show a stage of the compiler",
            .text = "Shows what a stage of the compiler makes of the equations.",
            .examples = "saltus dump buck --stage=flat\tequations and events\n"
                        "saltus dump buck --stage=c\tthe C code that runs\n"),
    COMMAND(
        export, options_export, MODEL, .summary = "make an FMU of a model, for other simulators",
        .text = "An FMU (Functional Mock-up Unit) is a zip archive with a description of the "
                "variables and a library that needs nothing else. Inputs of the model are inputs "
                "of the FMU, parameters can be set before it is initialized, except those on "
                "which sizes depend. A C compiler is needed.",
        .examples =
            "saltus export buck -o buck.fmu\tFMI 3.0, both kinds\n"
            "saltus export buck --fmi 2 --kind cs\tbuck.fmu for co-simulation by FMI 2.0\n"),
    COMMAND(methods, options_none, OPERANDS("[METHOD]", 0, 1, VALUE_METHOD, NULL),
            .summary = "list the methods, or describe one",
            .text = "The bound is the largest |q - x|, in quanta.",
            .examples = "saltus methods\tall, one per line\n"
                        "saltus methods liqss2\twhen to use it, its bound, its source\n"),
    COMMAND(models, options_models, OPERANDS("[MODEL]", 0, 1, VALUE_MODEL, NULL),
            .summary = "list the gallery of models, or describe one",
            .text = "The gallery is the folder SALTUS_MODELS if set, otherwise the one that came "
                    "with the program.",
            .examples = "saltus models\tall, one per line\n"
                        "saltus models buck\tits equations and their origin\n"
                        "saltus models buck --text > my.mo\ta copy to change\n"),
    COMMAND(blocks, options_blocks, OPERANDS("[BLOCK]", 0, 1, VALUE_TEXT, NULL),
            .summary = "list the blocks of diagrams, or describe one",
            .text = "Prints ports, parameters with their defaults, and what the block does.",
            .examples = "saltus blocks\tall, one per line\n"
                        "saltus blocks integrator\tits ports and parameters\n"),
    COMMAND(plot, options_plot, OPERANDS("FILE...", 1, 1000, VALUE_FILE, ".csv .mat .seg"),
            .summary = "draw result files",
            .text = "Several files are drawn into one picture; a variable in more than one file "
                    "has one curve for each.",
            .examples = "saltus plot buck.seg\tin the terminal\n"
                        "saltus plot buck.seg --vars VC,IL --from 1e-3 -o buck.svg\ttwo curves, "
                        "from 1e-3 on\n"
                        "saltus plot buck.seg --xy IL,VC -o phase.svg\tone variable over another\n"
                        "saltus plot buck.seg --spectrum IL --f0 10e3 --last 1e-3\tharmonics and "
                        "distortion\n"),
    COMMAND(
        measure, options_measure, OPERANDS("FILE [WHAT(SIGNAL)...]", 1, 1000, VALUE_TEXT, NULL),
        .summary = "numbers of a result file: means, ripple, times, harmonics",
        .text =
            "WHAT is one of\n\n"
            "final, min, max, mean, rms, ac (rms without the mean), ripple (max - min), "
            "integral; at(X, T);\n\n"
            "overshoot, settling (time into a band of 2 %, band=), rise (time from 10 to 90 %), "
            "of the way from the first to the last value (level=);\n\n"
            "frequency (upwards through the middle, level=); thd, harmonic(X, K), phase(X, K), "
            "all with f0=, the frequency of the fundamental, over whole periods;\n\n"
            "efficiency(OUT, IN), which is mean(OUT)/mean(IN).\n\n"
            "A signal is a formula of variables, as in mean(v*i), with +, -, *, /, ^ and abs; a "
            "divisor must be constant. A window is from=T, to=T, or last=T before the end, or "
            "periods=N with "
            "f0=F. Measurements are numbers that formulas may combine: "
            "rms(v)*rms(i) - mean(v*i). Names may have * and ?; a NAME alone is its final "
            "value.\n\n"
            "Values are computed from the polynomials of a .seg file, not from samples; the "
            "rows of .csv and .mat files are joined by straight lines. Without WHAT: least, "
            "greatest, mean and rms values.",
        .examples = "saltus measure buck.seg\tleast, greatest, mean and rms values\n"
                    "saltus measure buck.seg 'mean(VC, last=1m)' 'ripple(IL, last=1m)'\tover the "
                    "last millisecond\n"
                    "saltus measure grid.csv 'thd(i, f0=50)' 'harmonic(i, 5, f0=50)'\t"
                    "distortion\n"),
    COMMAND(
        convert, options_convert,
        OPERANDS("IN OUT", 2, 2, VALUE_FILE, ".csv .mat .seg .pdm .json .cir .net .sp .mo -"),
        .summary = "turn results, diagrams or netlists into another format",
        .text = "Result formats are recognized by the extensions .csv, .mat and .seg; '-' as "
                "OUT is CSV on stdout.\n\nA diagram of PowerDEVS (.pdm) becomes a diagram of "
                "our own (.json). What has no counterpart is named with its line, and nothing "
                "is written then, unless --partial is given.\n\nA netlist of SPICE (.cir, .net, "
                ".sp) becomes a model (.mo).",
        .examples = "saltus convert buck.seg buck.csv --interval 1e-5\trows at equal intervals\n"
                    "saltus convert buck.seg - --vars VC\tto stdout\n"
                    "saltus convert buck.pdm buck.json\ta diagram of PowerDEVS\n"
                    "saltus convert buck.cir buck.mo\ta netlist of SPICE\n"),
    COMMAND(cache, options_cache, OPERANDS("", 0, 0, VALUE_NONE, NULL),
            .summary = "show or clear the cache of compiled models",
            .text = "A model as text is compiled to machine code once and kept. The cache has a "
                    "limit (SALTUS_CACHE_MB); what was used longest ago goes first. Clearing it "
                    "is always safe: models are compiled again when they are needed.\n\n"
                    "The folder, and the folders above it, must not be writable for other users, "
                    "since a run executes what is in it.",
            .examples = "saltus cache\twhere it is, how many models, how large\n"
                        "saltus cache --clear\tremove all compiled models\n"),
    COMMAND(version, options_none, OPERANDS("", 0, 0, VALUE_NONE, NULL),
            .summary = "print the version", .text = "", .examples = "saltus version\t\n"),
    COMMAND(help, options_none, OPERANDS("[COMMAND]", 0, 1, VALUE_COMMAND, NULL),
            .summary = "this overview, or the help of a command", .text = "",
            .examples = "saltus help run\tthe same as: saltus run --help\n"),
    COMMAND(completion, options_none, OPERANDS("[SHELL]", 0, 1, VALUE_CHOICE, "bash zsh fish"),
            .summary = "print a script that completes words with the Tab key",
            .text = "SHELL is bash, zsh or fish. The script asks the program itself, so that it "
                    "knows all options, methods and gallery models.",
            .examples = "eval \"$(saltus completion bash)\"\tin ~/.bashrc\n"
                        "saltus completion fish | source\tin ~/.config/fish/config.fish\n"),
    COMMAND(man, options_man, OPERANDS("[COMMAND]", 0, 1, VALUE_COMMAND, NULL),
            .summary = "print a manual page, as input of man", .text = "",
            .examples = "saltus man run | man -l -\tread it\n"),
    {.name = NULL}};

const char command_environment[] =
    "SALTUS_MODELS\tFolder of the gallery, instead of the one that came with the program.\n"
    "SALTUS_PATH\tFolders of packages, separated by ':'; as --library, which comes before them.\n"
    "SALTUS_CACHE\tFolder for compiled models; else saltus in XDG_CACHE_HOME or ~/.cache.\n"
    "SALTUS_CACHE_MB\tLimit of its size in MB; else 500.\n"
    "SALTUS_CFLAGS\tMore flags for the C compiler, such as -O3.\n"
    "CC\tThe C compiler; else cc, gcc, clang or tcc, whichever is found first.\n"
    "NO_COLOR\tIf set and not empty, no colour, also on a terminal.\n";

const char command_exits[] =
    "0\tAll went well; also a run that the model itself has ended (terminate).\n"
    "1\tThe run failed or reached a limit (--max-events, --max-cpu), memory was short, or a file "
    "could not be read or written.\n"
    "2\tThe command line is wrong, or an option does not fit the model.\n"
    "3\tThe model has errors.\n"
    "130\tInterrupted by Ctrl-C (SIGINT). Results are complete up to that instant.\n"
    "143\tEnded by SIGTERM, likewise.\n";

const struct command *command_find(const char *name)
{
    for (const struct command *c = command_list; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}
