Sweeps: a table with a row for each combination of values. What happens when processes die is tested by sweep.py.

$ saltus sweep lotka --set a=1,1.5 --set b=1:0.5:2 --observe 'prey,max(prey)' -o s.csv
6 runs, 0 failed; ... s, CPU ... s on ...; s.csv

$ cut -d, -f1-7,10,11 s.csv
cell,a,b,outcome,t_end,steps,evaluations,final(prey),max(prey)
0,1,1,ok,20,200,1204,2.8443422093556565,6.712853330918825
1,1,1.5,ok,20,201,1228,6.424290653786343,6.880946725733625
2,1,2,ok,20,205,1218,5.783379718477239,7.2511138120246414
3,1.5,1,ok,20,213,1382,1.0571545020764592,6.9063258866035095
4,1.5,1.5,ok,20,259,1349,1.0905662704466654,6.713001476075649
5,1.5,2,ok,20,213,1348,0.9668913145853528,6.835241764458244

$ saltus sweep lotka --set a=1,1.5 --set b=1:0.5:2 --observe 'prey,max(prey)' -o s.csv
saltus: s.csv: is there already
    = hint: --resume continues it, --overwrite starts again, --output writes elsewhere
[2]

$ saltus sweep lotka --set a=1,1.5 --set b=1:0.5:2 --observe 'prey,max(prey)' -o s.csv --resume
0 runs, 0 failed, 6 done before; ... s, CPU ... s on ...; s.csv

$ saltus sweep lotka --set a=1,1.5 --set b=1:0.5:3 --observe 'prey,max(prey)' -o s.csv --resume
saltus: s.csv: was made by another study: its model, settings or values differ
    = hint: --overwrite starts again, --output writes elsewhere
[2]

$ saltus sweep lotka --set a=1,1.5 -o s.csv --overwrite --quiet; wc -l < s.csv
3

$ saltus sweep lotka --set a=1 --quiet; head -1 lotka-sweep.csv
cell,a,outcome,t_end,steps,evaluations,events,cpu_seconds,final(prey),final(predators),message,study

$ saltus sweep buck --set R=0,1 -o f.csv
cell 0 (R=0) failed: nan at t = 0: VC: its derivative is not finite
2 runs, 1 failed; ... s, CPU ... s on ...; f.csv

$ cut -d, -f1-3,11 f.csv
cell,R,outcome,message
0,0,nan,VC: its derivative is not finite
1,1,ok,

$ saltus sweep buck --set R=0,1 -o f.csv --overwrite --strict --quiet
cell 0 (R=0) failed: nan at t = 0: VC: its derivative is not finite
[1]

$ saltus sweep buck --set R=1,2 --max-events 100 -o f.csv --overwrite -j 1
cell 0 (R=1) failed: max_events at t = 0.0025
cell 1 (R=2) failed: max_events at t = 0.0025
2 runs, 2 failed; ... s, CPU ... s on ...; f.csv
[1]

$ cat > study.json <<'END'
> {"model": "lotka", "method": "qss3", "tol": 1e-4, "stop": 5,
>  "sets": {"a": {"from": 1, "to": 2, "count": 3}, "b": {"random": "uniform", "from": 0.9, "to": 1.1}},
>  "samples": 2, "observe": ["mean(prey)", "steps(prey)", "stat(block_steps)"], "output": "study.csv"}
> END
> saltus sweep study.json
6 runs, 0 failed; ... s, CPU ... s on ...; study.csv

$ cut -d, -f1-6,10-12 study.csv
cell,a,b,outcome,t_end,steps,mean(prey),steps(prey),stat(block_steps)
0,1,1.0437407194626491,ok,5,213,2.6941746271209146,83,0
1,1,0.9701493632059708,ok,5,213,2.697938535340142,83,0
2,1.5,1.0437407194626491,ok,5,238,2.8946842381138294,98,0
3,1.5,0.9701493632059708,ok,5,242,2.9151955716515427,101,0
4,2,1.0437407194626491,ok,5,304,3.29792017261662,138,0
5,2,0.9701493632059708,ok,5,309,3.3135481030917466,140,0

$ saltus sweep study.json --set a=3 --method qss2 --observe prey -o other.csv --quiet; cut -d, -f1-4,6,10-11 other.csv
cell,a,b,outcome,steps,final(prey),message
0,3,1.0437407194626491,ok,2145,1.563626720194221,
1,3,0.9701493632059708,ok,2187,1.4574369369698765,

$ echo '{"model": "lotka",
>  "sets": {"a": [1, 2,]}}' > bad.json; saltus sweep bad.json
saltus: bad.json:2:22: unexpected token near ']'
[2]

$ echo '{"model": "lotka", "sts": {}, "sets": {"a": {"from": 1}, "b": "x"}, "tol": -1}' > bad.json; saltus sweep bad.json
saltus: bad.json: tol: '-1' is not REL or REL,ABS with ABS greater than 0
    = hint: for example: 1e-3 or 1e-3,1e-6
saltus: bad.json: study: unknown key 'sts'; did you mean 'sets'?
saltus: bad.json: sets.a: needs the numbers 'from' and 'to'
saltus: bad.json: sets.b: must be a number
[2]

$ echo '{"model": "lotka", "sets": {"a": 1}, "method": "qss9"}' > bad.json; saltus sweep bad.json
saltus: bad.json: method: there is no method 'qss9'
    = hint: did you mean 'qss1'? 'saltus methods' lists them all
[2]

$ saltus sweep nothing.json
saltus: unable to open nothing.json: No such file or directory
[2]

$ saltus sweep lotka
saltus: a sweep needs something to vary: --set NAME=VALUES, e.g. --set R=1:0.5:10
[2]

$ saltus sweep lotka --set A=1:3
saltus: lotka has no parameter 'A'
    = hint: did you mean 'a'?
[2]

$ saltus sweep lotka --set a=1:0:3
saltus: --set: 'a=1:0:3' is not NAME=START:STEP:STOP, NAME=V1,V2,... or NAME=VALUE
    = hint: for example: R=1:0.5:10, R=1,2,5 or R=3
[2]

$ saltus sweep lotka --set a=1 --observe 'sum(prey)'
saltus: --observe: there is no measurement 'sum'
    sum(prey)
    ^
    = hint: there are final, at, min, max, mean, rms, ac, ripple, integral, overshoot, settling, rise, frequency, thd, harmonic, phase, steps, events, stat, efficiency
[2]

$ saltus sweep lotka --set a=1 --observe pray
saltus: --observe: lotka has no variable 'pray'
    pray
    ^
    = hint: did you mean 'prey'?
[2]

$ saltus sweep lotka --set a=1 --observe 'stat(stepz)'
saltus: --observe: there is no number 'stepz'
[2]

$ saltus sweep lotka --set a=1 --shard 3/2
saltus: --shard: '3/2' is not K/N with 1 <= K <= N
    = hint: for example: 1/4
[2]

$ saltus sweep lotka --set a=1:1e-9:2
saltus: --set: 'a=1:1e-9:2' has more than 10000000 values
[2]

$ saltus sweep lotka --set a=3 --set a=1,2 -o twice.csv
saltus: --set: 'a' is given twice
    = hint: all its values in one: --set a=V1,V2,...
[2]

$ saltus sweep lotka --set prey=1:3 --start-value prey=7 -o twice.csv
saltus: --start-value: 'prey' is what the sweep varies
[2]

$ saltus sweep tyson --set N=2 --observe M -o array.csv
saltus: --observe: tyson has no variable 'M'
    M
    ^
    = hint: it is an array; 'M[*]' are all its elements
[2]

$ saltus sweep buck --set R=5 --observe 'events(V > 0)' -o guard.csv
saltus: --observe: no guard of buck fits 'V > 0'
    = hint: 'saltus explain buck' lists them
[2]

$ saltus sweep buck --set R=5 --observe 'max(*)' -o all.csv -q; head -1 all.csv
cell,R,outcome,t_end,steps,evaluations,events,cpu_seconds,max(VC),max(IL),max(closed),max(VD),max(iS),max(iD),max(RLL),max(RD),message,study

$ ln -s /dev/zero zero.csv; saltus sweep lotka --set a=1 -o zero.csv --resume
saltus: zero.csv: is not a file that could be gone on with
    = hint: --output writes elsewhere
[2]

$ ln -s /dev/stdout out.csv; saltus sweep lotka --set a=1,2 -j 1 -o out.csv --overwrite -q | cat
cell,a,outcome,...
0,1,ok,20,...
1,2,ok,20,...

$ mkdir far; ln -s far/table.csv near.csv; saltus sweep lotka --set a=1:20 -o near.csv -q; test -h near.csv && wc -l < far/table.csv
21

$ saltus sweep lotka --set a=1:2000 -o busy.csv -q 2> /dev/null & pid=$!; while ! test -s busy.csv; do :; done; saltus sweep lotka --set a=1:2000 -o busy.csv --overwrite; kill -9 $pid
saltus: busy.csv: another sweep is writing it
    = hint: --output writes elsewhere

$ echo '{"model": "lotka", "sets": {"prey": [1, 2]}, "start_values": {"prey": 3}, "seed": 1.5, "theta": 2,
> "max_events": 0.5, "stop": true}' > wrong.json; saltus sweep wrong.json
saltus: wrong.json: stop: must be a number
saltus: wrong.json: seed: '1.5' is not a whole number
    = hint: for example: 0, 20 or 1e6
saltus: wrong.json: theta: 2 is not above 0 and below 2
saltus: wrong.json: max_events: '0.5' is not a whole number
    = hint: for example: 0, 20 or 1e6
saltus: wrong.json: start_values: 'prey' is varied as well
[2]

$ echo '{"model": "lotka", "samples": 3, "sets": {"a": {"random": "uniform", "from": -1e308, "to": 1e308}}}' > wrong.json
> saltus sweep wrong.json
saltus: wrong.json: a: a value is not finite
[2]

$ echo '{"model": "lotka", "samples": 3, "sets": {"a": {"random": "normal", "mean": 1, "deviation": 1, "to": 2}}}' > wrong.json
> saltus sweep wrong.json
saltus: wrong.json: sets.a: unknown key 'to'
[2]
