Manual pages: one for each command and one for the program; mandoc finds nothing to say, every option is there.

$ mkdir pages && saltus man --all pages && ls pages | wc -l
21

$ for p in pages/*; do mandoc -T lint -W style $p; done

$ saltus man | cmp - pages/saltus.1 && saltus man run | cmp - pages/saltus-run.1
$ for c in $(saltus __complete ''); do
>   saltus help $c | grep -o -e '^  .*--[a-z-]*' | grep -o -e '--[a-z-]*' | sort -u > options
>   sed 's/\\f[BIR]//g; s/\\-/-/g' pages/saltus-$c.1 > page
>   while read o; do grep -A 3 '^[.]TP' page | grep -q -e "^\(-., \)*$o\>" || echo "$c: $o is missing"; done < options
>   [ -s options ] || echo "$c: no options found"
> done
plot: --f is missing

$ saltus man check
.TH SALTUS-CHECK 1 2026-11-16 "Saltus 0.1.0" "Saltus"
.SH NAME
saltus\-check \- look for errors without running
.SH SYNOPSIS
.B saltus check
.I MODEL
[\fIOPTION\fR...]
.SH DESCRIPTION
Reports every error with its location in the text and, if
possible, a repair.
.SH OPTIONS
.TP
\fB\-\-set\fR \fINAME=VALUE\fR
Gives a parameter another value, also one that decides the
size of the model such as N. Prefixes of SI are understood:
L=47u, R=4.7k, f=1M (T G M k m u n p f).
May be repeated.
.TP
\fB\-\-class\fR \fINAME\fR
The model to take if the file has several.
Default: the only one, or the last.
.TP
\fB\-\-library\fR \fIFOLDERS\fR
Where packages are: folders, separated by \(aq:\(aq. They are searched
before those of SALTUS_PATH and the library that came with
Saltus.
May be repeated.
.TP
\fB\-\-no\-external\fR
Refuse models with functions in C, which are compiled and
run as they are.
.TP
\fB\-q\fR, \fB\-\-quiet\fR
Print only warnings and errors; given twice (\-qq) only errors.
What is asked for by an option is still printed.
May be repeated.
.TP
\fB\-h\fR, \fB\-\-help\fR
Print this help.
.SH EXIT STATUS
.TP
.B 0
All went well; also a run that the model itself has ended
(terminate).
.TP
.B 1
The run failed or reached a limit (\-\-max\-events, \-\-max\-cpu),
memory was short, or a file could not be read or written.
.TP
.B 2
The command line is wrong, or an option does not fit the model.
.TP
.B 3
The model has errors.
.TP
.B 130
Interrupted by Ctrl\-C (SIGINT). Results are complete up to
that instant.
.TP
.B 143
Ended by SIGTERM, likewise.
.SH ENVIRONMENT
.TP
.B SALTUS_MODELS
Folder of the gallery, instead of the one that came with the
program.
.TP
.B SALTUS_PATH
Folders of packages, separated by \(aq:\(aq; as \-\-library, which
comes before them.
.TP
.B SALTUS_CACHE
Folder for compiled models; else saltus in XDG_CACHE_HOME
or \(ti/.cache.
.TP
.B SALTUS_CACHE_MB
Limit of its size in MB; else 500.
.TP
.B SALTUS_CFLAGS
More flags for the C compiler, such as \-O3.
.TP
.B CC
The C compiler; else cc, gcc, clang or tcc, whichever is found
first.
.TP
.B NO_COLOR
If set and not empty, no colour, also on a terminal.
.SH EXAMPLES
All errors, or one line that says it is fine:
.PP
.RS 4
.nf
saltus check my.mo
.fi
.RE
.SH SEE ALSO
.BR saltus (1),
.BR saltus\-run (1),
.BR saltus\-compare (1),
.BR saltus\-sweep (1),
.BR saltus\-bound (1),
.BR saltus\-step (1),
.BR saltus\-explain (1),
.BR saltus\-dump (1),
.BR saltus\-export (1),
.BR saltus\-methods (1),
.BR saltus\-models (1),
.BR saltus\-blocks (1),
.BR saltus\-plot (1),
.BR saltus\-measure (1),
.BR saltus\-convert (1),
.BR saltus\-cache (1),
.BR saltus\-version (1),
.BR saltus\-help (1),
.BR saltus\-completion (1),
.BR saltus\-man (1)

$ saltus man > a; head -12 a
.TH SALTUS 1 ... "Saltus ..." "Saltus"
.SH NAME
saltus \- simulate continuous and hybrid systems by quantized\-state
methods
.SH SYNOPSIS
.B saltus
.I COMMAND
[\fIOPERAND\fR...] [\fIOPTION\fR...]
.SH DESCRIPTION
Saltus compiles a model, written in a subset of Modelica,
and simulates it by quantized\-state methods: every state makes
its own steps, when it has changed by its quantum. Data goes

$ saltus man --all nowhere
saltus: nowhere/saltus.1: No such file or directory
[1]
