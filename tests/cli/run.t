saltus run: tables, files, pictures, limits, errors. Times and memory vary; everything else does not.

$ saltus run inverters --set N=300 --stop 1 --stats=json > a; python3 -c "
> import json
> a = json.load(open('a')); b = sorted(a['steps_by_state'].values())
> print(a['states'], len(b), b[0] <= b[-1])"
300 100 True

$ saltus run inverters --set N=300 --stop 1 --stats=json-all > b; python3 -c "
> import json
> a, b = (json.load(open(f))['steps_by_state'] for f in 'ab')
> print(len(b), all(b[k] == v for k, v in a.items()), sorted(b.values())[-100:] == sorted(a.values()))"
300 True True

$ saltus run lotka
lotka: Predators and prey
auto, quantum max(0.001 |x|, 1e-06), t = 0 .. 20

  states                              2
  steps                             213   106.5 per state
  of all together                    79   steps, first at t = 3.62391, by rodas4, radau5 or rk5, 1 change
  rejected                           13
  evaluations                      1382   6.49 per step
  partial derivatives               172
  factorizations                     10
  refreshed series                    4
  CPU time...
  compiling...
  loading...
  memory of the run...

estimated errors            largest |x|       error    relative  tolerances
  predators                       4.578     2.1e-03     4.6e-04        0.46
  prey                            6.906     2.6e-03     3.8e-04        0.38

$ saltus run bounce --stats=csv --method=qss2 --tol=1e-4,1e-6 > a; cut -d, -f1-8,10-14 a
model,method,rel,abs,t_start,t_stop,t_end,outcome,states,steps,initial,evaluations,crossing_evaluations
bounce,qss2,0.0001,1e-06,0,3,3,ok,2,1766,2,22,1792

$ saltus run bounce --stats json > a; sed -E 's/_seconds": .*/_seconds": .../; s/_bytes": .*/_bytes": .../' a
{
  "model": "bounce",
  "method": "qss3",
  "rel": 0.001,
  "abs": 1e-06,
  "t_start": 0,
  "t_stop": 3,
  "t_end": 3,
  "outcome": "ok",
  "message": "",
  "states": 2,
  "steps": 18,
  "initial": 2,
  "evaluations": 24,
  "crossing_evaluations": 43,
  "term_evaluations": 0,
  "range_evaluations": 0,
  "partials": 0,
  "events": 12,
  "time_events": 0,
  "block_steps": 0,
  "refreshes": 0,
  "uncertified": 0,
  "uncertain": 0,
  "exact_parts": 0,
  "exact_modes": 0,
  "together_steps": 0,
  "together_from": null,
  "changes": 0,
  "rejected": 0,
  "restarts": 0,
  "iterations": 0,
  "factorizations": 0,
  "queue_operations": 51,
  "last_step": 2.880191505081285,
  "cpu_seconds": ...
  "compile_seconds": ...
  "load_seconds": ...
  "peak_bytes": ...
  "process_bytes": ...
  "steps_by_state": {"h": 12, "v": 6},
  "events_by_guard": {"h < 0": 12},
  "estimate": {"made": true, "why_not": "", "errors": {
    "h": {"size": ...
    "v": {"size": ...
}

$ saltus run bounce -o a.csv --interval=0.5 --quiet && cat a.csv
time,h,v
0,1,0
0.5,0.1602528662630182,3.068004452526037
1,0.4680050925260364,-1.8369955474739643
1.5,0.4028629592228317,-0.3635887962521478
2,0.26074265495758725,-0.16586084391263345
2.5,0.11795218354172259,-0.9886764409503566
3,0.06870791625266606,-0.015326655213316664

$ saltus run bounce -o - --interval=1 --vars=h,v --stop=2
time,h,v
0,1,0
1,0.4680050925260364,-1.8369955474739643
2,0.26074265495758725,-0.16586084391263345
bounce: A ball that falls, bounces off the floor and loses speed each time
qss3, quantum max(0.001 |x|, 1e-06), t = 0 .. 2

  states                              2
  steps                               9   4.5 per state
  evaluations                        15   1.67 per step
  of crossings                       22
  events                              6
  CPU time...
  compiling...
  loading...
  memory of the run...

busiest states                                  steps    share
  h                                                 6   66.7 %
  v                                                 3   33.3 %

busiest guards                                 events    share
  h < 0                                             6  100.0 %

estimated errors            largest |x|       error    relative  tolerances
  v                               4.429     4.6e-05     1.0e-05        0.01
  h                                   1     1.8e-06     1.8e-06      0.0018

$ saltus run bounce -o - --events --vars=h --stop=0.5 --quiet > a; wc -l < a; head -3 a
5
time,h
0,1
0.4515236409857309,0

$ saltus run inverters --set N=4 --vars 'w[*]' --stop=1 --interval=0.5 -o - --quiet
time,w[1],w[2],w[3],w[4]
0,0.006247,5,0.006247,5
0.5,1.9710986485949786,0.026466310750449435,0.3898493526059818,5
1,3.1629222687174128,0.011613568063424265,2.203788042457728,0.02103206203457466

$ saltus run buck --quantum 'I*=1e-2,1e-3' --method-of VC=liqss3 --stop=1e-3 --stats=csv > a; cut -d, -f2,11 a
method,steps
auto,187

$ saltus run lotka --start-value 'prey=2' -o - --interval=100 --quiet || true
time,prey,predators
0,2,1
20,3.8235766375233435,2.4850558736995265

$ saltus run lotka -o x.seg -o x.csv -o x.mat --plot=x.svg --quiet && ls x.*
x.csv
x.mat
x.seg
x.svg

$ saltus run lotka --plot --quiet
     Predators and prey (lotka)
     auto, tolerance 0.001, 213 steps, 0 events
     * prey   + predators
    |      **          **          **          **          **          ***
  6 +     ***          **          ***         ***         ***         * *
    |     * **        ****        ** *        ** *        ** *        ** *
    |    **  ++       *  ++       *  ++       *  ++       *  ++       *  ++
  4 +    *  +++      **  ++      **  ++      **  +++     **  +++     **  +++
    |   **  +*++    **  ++++    **  ++++     *  ++*+     *   +*+     *   +*+
    |  **   +**+   **   +**+    *   + *+    **  + *++   **  ++*++   **  ++*++
  2 + **   ++ *++ **    + *++ ***   + *++ ***   + **+ ***   + **+  **   + **++
    |+*    +  **++*    ++ **+++    ++  *+++    ++  *+++    ++  *+++*   ++  **+
  0 ++++++++     +++++++      ++++++      ++++++      ++++++      ++++++
    ++-----------------+-----------------+-----------------+-----------------+
     0                 5                10                15                 20
                                     time [s]

$ saltus run lotka --plot --plot=both.svg --quiet > a; wc -l < a; ls both.svg
16
both.svg

$ saltus run lotka --progress=json --max-cpu=100 --quiet 2> a; grep -v '^{"progress": ' a
[1]

$ saltus run buck --max-events=100 > a 2>&1; echo $?; grep -v CPU a | head -4
1
error: max_events steps and events have been made (t = 0.00075)
buck: A converter from 24 V to about 15 V, as a circuit
auto, quantum max(0.001 |x|, 1e-06), t = 0 .. 0.00075 of 0.01: max_events

$ saltus run lotka --stop=-1
saltus: the run would end at -1, which is not after its start at 0
    = hint: --start and --stop set them
[2]

$ saltus run lotka --vars nobody
saltus: --vars: no variable of the model fits 'nobody'
    = hint: 'saltus explain lotka' lists them
[2]

$ saltus run lotka --set a=1
lotka: Predators and prey
auto, quantum max(0.001 |x|, 1e-06), t = 0 .. 20

  states                              2
  steps                             200   100.0 per state
  of all together                    65   steps, first at t = 4.19062, by rodas4, radau5 or rk5, 1 change
  rejected                           12
  evaluations                      1204   6.02 per step
  partial derivatives               170
  factorizations                      9
  refreshed series                    2
  CPU time...
  compiling...
  loading...
  memory of the run...

estimated errors            largest |x|       error    relative  tolerances
  predators                       3.569     2.2e-03     6.1e-04        0.61
  prey                            6.712     3.3e-03     4.9e-04        0.49

$ saltus run lotka --quantum 'q*=1e-3'
error: q*: this pattern matches no state
[2]

$ saltus run lotka -o x.xls
saltus: --output: 'x.xls' does not end in .csv, .mat or .seg
    = hint: the ending says which format it is
[2]

$ saltus run lotka --plot x.jpg
saltus: 'x.jpg' is one too many: usage is 'saltus run MODEL'
    = hint: --plot takes a file that ends in .svg, .png or .pdf
[2]

$ saltus run lotka --method liqs2
saltus: --method: there is no method 'liqs2'
    = hint: did you mean 'liqss2'? 'saltus methods' lists them all
[2]

$ saltus run nothing.mo
saltus: there is no file 'nothing.mo'
    = hint: 'saltus models' lists the gallery
[2]

$ saltus run
saltus: run which model?
    = hint: for example: saltus run buck; 'saltus models' lists the gallery
[2]

$ printf 'model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1/x;\nend M;\n' > m.mo; saltus run m.mo --stop=2 --quiet
m.mo:4: error: x: its steps have become too small to advance the clock (t = 0.500404485)
    = hint: a larger absolute quantum, or a method for stiff models (auto)
[1]

$ printf 'model M\n  Real x(start = 1);\nequation\n  der(x) = -y;\nend M;\n' > m.mo; saltus run m.mo
m.mo:4:13: error: unknown name 'y'
    4 |   der(x) = -y;
      |             ^
[3]

$ saltus run bounce --interval 1e300 -o - -q
time,h,v
0,1,0
3,0.06870791625266606,-0.015326655213316664

$ saltus run bounce --interval 1e-12 -o x.csv -q
saltus: x.csv would have 3e+12 rows, one every 1e-12
    = hint: a larger --interval, or --events for a row at every change
[2]

$ saltus run bounce --start -1e308 --stop 1e308
saltus: from -1e+308 to 1e+308 is more than a double holds
    = hint: --start and --stop set them
[2]

$ saltus run bounce -o x.csv -o x.csv
saltus: --output: 'x.csv' is given twice
[2]

$ saltus run bounce -o nowhere/x.csv
saltus: nowhere/x.csv: No such file or directory
[1]

$ saltus run bounce -o size.seg --stats csv > a
size.seg has the results (1.4 kB)

$ saltus run bounce --theta 2
saltus: --theta: 2 is not above 0 and below 2
[2]

$ saltus run bounce --seed 5 --stats csv > a
saltus: warning: --seed has no effect: this model draws no random numbers

$ saltus run bounce -o - --interval 2 --plot -q 2> a; grep -c '^ *time \[s\]$' a
time,h,v
0,1,0
2,0.26074265495758725,-0.16586084391263345
3,0.06870791625266606,-0.015326655213316664
1

$ saltus run bounce -o p.seg -o p.csv --interval 2 >&- 2>&-; echo $?; cat p.csv
1
time,h,v
0,1,0
2,0.26074265495758725,-0.16586084391263345
3,0.06870791625266606,-0.015326655213316664

$ printf 'model M\n  parameter Integer k = 1;\n  parameter Boolean b = true;\n  Real x(start = 1);\nequation\n  der(x) = if b then -k*x else 0;\nend M;\n' > i.mo; saltus run i.mo --set k=2.5
i.mo:2:21: error: Integer 'k' cannot be set to 2.5
    2 |   parameter Integer k = 1;
      |                     ^
[3]

$ saltus run i.mo --set b=2
i.mo:3:21: error: Boolean 'b' cannot be set to 2
    3 |   parameter Boolean b = true;
      |                     ^
[3]

$ printf 'model E\n  parameter Real a = 1;\nend E;\n' > e.mo; saltus run e.mo
the model does not say when to stop; it runs for 1 s (--stop T)
error: E: the model is empty: it has no variables
[3]

$ saltus run cuk --method liqss2 --max-events 2000000 2>&1 > a; grep 'To try' a
error: max_events steps and events have been made (t = ...)
To try: --method auto, because iL...

$ saltus run vanderpol > a; grep -c 'To try' a
0
[1]

$ saltus run lotka --method mliqss1 > a; grep 'To try' a
saltus: warning: the error of prey is about 0.52, 75 times its tolerance, between t = 18 and 19; of 1 more it is above 10
    = hint: --tol 5e-06 is about what it needs; --accuracy 0.001 looks for it by itself
To try: --method liqss2: steps of order 1 grow with 1/quantum, of order 2 with its square root

$ saltus run stiff2 --method qss2 > a; grep 'To try' a
To try: --method liqss2, because x2 is stiff: in one of its steps it would decay 0.76 times, and it takes 99.9 % of all steps

$ saltus run buck --set r=2
saltus: model buck has no parameter or start value 'r'
    = hint: did you mean 'R'?
[2]

$ saltus run buck --vars vc -o -
saltus: --vars: no variable of the model fits 'vc'
    = hint: did you mean 'VC'?
    = hint: 'saltus explain buck' lists them
[2]

$ saltus run buck --method liqss2 --theta 1.5 --band 2.5 --refresh 0.25 --contact false --max-events 1e6 -q --no-plot -o n.seg
$ for k in theta band refresh contact max_events; do grep -a -o $k n.seg | head -n 1; done
theta
band
refresh
contact
max_events

$ saltus run buck -q -o rough.csv --interval 3e-4

$ saltus run buck -q -o rough.csv; saltus run buck -qq -o rough.csv; saltus run buck -q -o fine.csv --events
saltus: warning: rough.csv has a row every 1e-05 and misses what happens between: RD goes 1e+06 beyond its rows, others likewise
    = hint: --events writes a row at every change, -o FILE.seg the exact curves; a smaller --interval shows more

$ echo 'model first Integer n(start = 0, fixed = true); equation when sample(0, 1) then n = pre(n) + 1; end when; end first;' > first.mo
$ saltus run first.mo -q --stop 0.9 -o first.csv; head -n 2 first.csv
time,n
0,1

$ saltus run lotka -q -o smooth.csv -o smooth.mat; grep -c -e ',-0,' -e ',-0$' rough.csv
0
[1]

$ saltus run buck --set L=0.1m --stop 1e-4 -q --stats=csv > a; saltus run buck --set L=1e-4 --stop 1e-4 -q --stats=csv > b; cut -d, -f8-16 a > c; cut -d, -f8-16 b | cmp - c && echo the same
the same

$ saltus run buck --set L=47x -q
saltus: --set: 'L=47x' is not NAME=VALUE with a number
    = hint: write L=47: its unit is that of the parameter
[2]

$ saltus sweep buck --set L=50u:50u:0.2m --observe 'final(VC)' -o l.csv -q; cut -d, -f2 l.csv | tail -4; saltus sweep buck --set C=47µ,0.1m -o c.csv -q; cut -d, -f2 c.csv | tail -2
5e-05
0.0001
0.00015000000000000001
0.0002
4.7e-05
0.0001

$ saltus run inverters --set N=3 --vars 'w[3],w[*]' -o - -q --interval 5 --stop 5 > a; head -1 a; saltus run buck --vars closed,IL,VC -o x.seg -q; saltus convert x.seg - --interval 5e-3 > a; head -1 a
time,w[3],w[1],w[2]
time,closed,IL,VC

$ cat > pkg.mo <<'END'
> package pkg
>   model Slow
>     Real x(start = 1, fixed = true);
>   equation
>     der(x) = -x;
>   end Slow;
>   package fast
>     model Fast
>       Real x(start = 1, fixed = true);
>     equation
>       der(x) = -10*x;
>     end Fast;
>   end fast;
> end pkg;
> END
> mkdir -p lib/Own/Sub; echo 'within ; package Own end Own;' > lib/Own/package.mo
> echo 'within Own; package Sub end Sub;' > lib/Own/Sub/package.mo
> echo 'within Own.Sub; model M Real x(start = 2, fixed = true); equation der(x) = -x; end M;' > lib/Own/Sub/M.mo
> saltus run pkg.Slow -q --measure x; saltus run pkg.fast.Fast -q --measure x
final(x)    0.367879       at 1 s
final(x) 4.53999e-05       at 1 s

$ saltus run Own.Sub.M --library lib -q --measure x; SALTUS_PATH=lib saltus check Own.Sub.M
final(x)    0.735759       at 1 s
lib/Own/package.mo: fine (model M: 1 state)

$ mkdir std && cat > std/Modelica.mo <<'END'
> within ;
> package Modelica "replaces the built-in one; what is not used is not complained about"
>   expandable connector Bus
>   end Bus;
>   model M
>     parameter Real k = 3;
>     Real x = k*time;
>   end M;
>   annotation(version = "4.0.0", uses(Other(version = "1")), conversion(noneFromVersion = "3.2"));
> end Modelica;
> END
> saltus run Modelica.M --library std -q --measure x
final(x)           3       at 1 s

$ saltus run pkg.Medium -q
error: there is no model 'pkg.Medium'
      = hint: 'pkg' has no class 'Medium'
[3]

$ saltus run Own.Sub.M -q
saltus: there is no model 'Own.Sub.M', neither as a file nor in the gallery
    = hint: 'saltus models' lists the gallery
[2]

$ saltus run buck -q --set L=100u --stop 2m --measure 'max(IL, from=1m)'
max(IL, from=1m)     4.15893 A     0.001 .. 0.002 s

$ saltus run buck -q --set L=47uH; saltus run buck -q --set R=4k7; saltus run buck -q --set R=1meg; saltus run buck -q --set R=10K
saltus: --set: 'L=47uH' is not NAME=VALUE with a number
    = hint: write L=47u: its unit is that of the parameter
saltus: --set: 'R=4k7' is not NAME=VALUE with a number
    = hint: write R=4.7k
saltus: --set: 'R=1meg' is not NAME=VALUE with a number
    = hint: write R=1M: M is 1000000, m is 1/1000
saltus: --set: 'R=10K' is not NAME=VALUE with a number
    = hint: write R=10k: k is 1000
[2]
