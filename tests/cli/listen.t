Messages for a diagram from outside, while it runs: from a file, from a pipe, by the wall clock.

$ cat > count.json <<'END'
> {"saltus": 1, "name": "count",
>  "inputs": {"more": {"type": "event"}, "u": {"size": 2}},
>  "blocks": {"clock": {"block": "clock", "period": 1, "start": 0.5},
>             "count": {"block": "counter"},
>             "line": {"block": "gain", "k": 2, "size": 2}},
>  "wires": ["clock -> count.up", "more -> count.up", "u -> line"],
>  "experiment": {"stop": 3}}
> END

$ printf '# three of them\n1 more 1\n2 u 1 0.5\n2.25 u[2] 7\n' > messages; saltus run count.json --listen messages --no-plot --quiet --trace - > a; grep -v "clock\|start" a
t=0 n=1  count         lambda     y -> 0
t=0 n=1  count         delta_int
t=0.5 n=0  count         delta_ext  up <- 0
t=0.5 n=1  count         lambda     y -> 1
t=0.5 n=1  count         delta_int
t=1 n=0  count         delta_ext  up <- 1
t=1 n=1  count         lambda     y -> 2
t=1 n=1  count         delta_int
t=1.5 n=0  count         delta_ext  up <- 1
t=1.5 n=1  count         lambda     y -> 3
t=1.5 n=1  count         delta_int
t=2 n=0  line          delta_ext  u[:] <- 1 + 0.5 s
t=2 n=1  line          lambda     y[1] -> 2 + 1 s, y[2] -> 2 + 1 s
t=2 n=1  line          delta_int
t=2.25 n=0  line          delta_ext  u[2] <- 7
t=2.25 n=1  line          lambda     y[2] -> 14
t=2.25 n=1  line          delta_int
t=2.5 n=0  count         delta_ext  up <- 2
t=2.5 n=1  count         lambda     y -> 4
t=2.5 n=1  count         delta_int

$ printf '1 more 1\nnow more 1\n1 mor 1\n1 more\n1 u[3] 1\n1 more x\n2 more 1' > bad; saltus run count.json --listen - --no-plot --stats csv < bad > a; grep -c . a
note: line 2 of the injected messages was skipped: 'now' is not a time; write a number, or - for at once (t = 0)
note: line 3 of the injected messages was skipped: there is no input 'mor'; did you mean 'more'? (t = 0)
note: line 4 of the injected messages was skipped: a value is missing; a line is 'time port value' (t = 0)
note: line 5 of the injected messages was skipped: 'u' has 2 elements (t = 0)
note: line 6 of the injected messages was skipped: 'x' is not a finite number (t = 0)
2

$ cat > wait.json <<'END'
> {"saltus": 1, "name": "wait", "inputs": {"more": {"type": "event"}},
>  "blocks": {"count": {"block": "counter"}, "end": {"block": "stop_when"}},
>  "wires": ["more -> count.up", "more -> end.event"], "experiment": {"stop": 1e6}}
> END

$ echo '- more 1' | saltus run wait.json --listen - --speed 1 --no-plot --quiet --vars count.y -o - > a; tail -1 a | cut -d, -f2
1

$ saltus run count.json --listen nothing
saltus: --listen: nothing: No such file or directory
[2]

$ saltus run buck --listen messages
saltus: --listen is for diagrams (.json); .../buck.mo is a model as text
[2]
