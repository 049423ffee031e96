Help goes to stdout; an example comes first, defaults are shown, lines end before column 81;
every example is one that the command takes.

$ saltus help
Saltus simulates continuous and hybrid systems by quantized-state methods.

    saltus run buck    a first simulation: curves, and what they cost
    saltus run my.mo   a model of your own
    saltus help run    all about a command

Usage: saltus COMMAND ...

Commands
  run         simulate a model: its curves, and what they cost
  compare     run methods and tolerances side by side, with their errors
  sweep       many runs of one model over ranges of its parameters
  bound       the global error bound of each method, from the linearized model
  step        step through a diagram, forward and back
  explain     what the compiler understood, and which method to try
  check       look for errors without running
  dump        show a stage of the compiler
  export      make an FMU of a model, for other simulators
  methods     list the methods, or describe one
  models      list the gallery of models, or describe one
  blocks      list the blocks of diagrams, or describe one
  plot        draw result files
  measure     numbers of a result file: means, ripple, times, harmonics
  convert     turn results, diagrams or netlists into another format
  cache       show or clear the cache of compiled models
  version     print the version
  help        this overview, or the help of a command
  completion  print a script that completes words with the Tab key
  man         print a manual page, as input of man

Environment
  SALTUS_MODELS     Folder of the gallery, instead of the one that came with the
                    program.
  SALTUS_PATH       Folders of packages, separated by ':'; as --library, which
                    comes before them.
  SALTUS_CACHE      Folder for compiled models; else saltus in XDG_CACHE_HOME or
                    ~/.cache.
  SALTUS_CACHE_MB   Limit of its size in MB; else 500.
  SALTUS_CFLAGS     More flags for the C compiler, such as -O3.
  CC                The C compiler; else cc, gcc, clang or tcc, whichever is
                    found first.
  NO_COLOR          If set and not empty, no colour, also on a terminal.

Exit status
  0     All went well; also a run that the model itself has ended (terminate).
  1     The run failed or reached a limit (--max-events, --max-cpu), memory was
        short, or a file could not be read or written.
  2     The command line is wrong, or an option does not fit the model.
  3     The model has errors.
  130   Interrupted by Ctrl-C (SIGINT). Results are complete up to that instant.
  143   Ended by SIGTERM, likewise.

$ saltus help > a; saltus --help > b; saltus -h > c; cmp a b && cmp a c
$ saltus run --help > a; saltus help run > b; saltus run buck -h > c; saltus run buck --stop 1 --help > d; cmp a b; cmp a c; cmp a d; head -24 a
saltus run - simulate a model: its curves, and what they cost

    saltus run buck
        a gallery model with its suggested settings
    saltus run motor --method mliqss2 --tol 1e-4 --plot motor.svg
        another method and tolerance; a picture into a file
    saltus run my.mo --set R=5 --stop 0.1 -o my.csv --interval 1e-4
        another parameter; a table of values

Usage: saltus run MODEL [OPTION...]

MODEL is the path of a text (.mo), of a netlist of SPICE (.cir, .net, .sp) or of
a block diagram (.json), or the name of one in the gallery ('saltus models'
lists them), or a class with its packages, A.B.C, found in A.mo or A/package.mo
here or on the library path. Method, tolerance and times default to those that
the model suggests; options override them, and the result records what was used.

Ctrl-C ends the run after the current event, with a complete result and its
statistics; a second Ctrl-C ends it immediately.

How to simulate (defaults in brackets)
  --method METHOD         Method for all states; 'saltus methods' lists them.
                          [the model's, else auto]
  --tol REL[,ABS]         Tolerance: the quantum of a state x is max(REL*|x|,

$ saltus check --help
saltus check - look for errors without running

    saltus check my.mo   all errors, or one line that says it is fine

Usage: saltus check MODEL [OPTION...]

Reports every error with its location in the text and, if possible, a repair.

Options (defaults in brackets)
  --set NAME=VALUE        Gives a parameter another value, also one that decides
                          the size of the model such as N. Prefixes of SI are
                          understood: L=47u, R=4.7k, f=1M (T G M k m u n p f).
                          May be repeated.
  --class NAME            The model to take if the file has several. [the only
                          one, or the last]
  --library FOLDERS       Where packages are: folders, separated by ':'. They
                          are searched before those of SALTUS_PATH and the
                          library that came with Saltus. May be repeated.
  --no-external           Refuse models with functions in C, which are compiled
                          and run as they are.
  -q, --quiet             Print only warnings and errors; given twice (-qq) only
                          errors. What is asked for by an option is still
                          printed.
  -h, --help              Print this help.

$ saltus methods --help
saltus methods - list the methods, or describe one

    saltus methods          all, one per line
    saltus methods liqss2   when to use it, its bound, its source

Usage: saltus methods [METHOD]

The bound is the largest |q - x|, in quanta.

Options
  -h, --help              Print this help.

$ for c in run compare sweep bound explain check dump methods models plot convert version help completion man; do saltus help $c || echo $c fails; done | awk 'length > 80'

$ for c in $(saltus __complete ''); do
>   saltus help $c > text; sed -n '/^Usage/q; s/^    \(saltus .*\)/\1/p' text | sed 's/   .*//; s/ [|>].*//' > examples
>   while read line; do eval "$line --help" > /dev/null || echo "wrong: $line"; done < examples
>   [ -s examples ] || echo "$c: no example"
> done
