Methods side by side. Counts and errors are the same on every machine; only the CPU time is not.

$ saltus compare lotka --methods qss2,qss3 --tol 1e-2 --tol 1e-3
lotka, t = 0 to 20, 1001 samples of prey, predators
reference: ...; its own relative error is about ...

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
qss2         0.01              566         1136         0   4.20e-02   6.99e-02  6.80e-01 ... s
qss2         0.001            1814         3632         0   1.7...e-03   3.0...e-03  2.9...e-02 ... s
qss3         0.01              228          473         0   2.95e-02   4.8...e-02  4.92e-01 ... s
qss3         0.001             475          959         0   4.0...e-03   6.7...e-03  6.6...e-02 ... s

$ saltus compare stiff2 --methods bqss --tol 0,1 --reference $ROOT/tests/data/reference/lin2.csv --vars x1
stiff2, t = 0 to 1000, 501 samples of x1
reference: .../tests/data/reference/lin2.csv

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
bqss         0,1                39          118         0   5.13e-02   8.93e-01  1.20e+00 ... s

$ saltus compare inverters --methods liqss2 --reference $ROOT/tests/data/reference/inverter.csv --vars w500,w[1] --stop 10
inverters, t = 0 to 10, 101 samples of w[500], w[1]
reference: .../tests/data/reference/inverter.csv

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
liqss2       0.001            8799        21771       129   3.61e-04   7.92e-04  4.44e-03 ... s

$ saltus compare buck --methods liqss2,qss2 --max-events 10000 --reference $ROOT/tests/data/reference/buck.csv
buck, t = 0 to 0.01, 1001 samples of VC, IL
reference: .../tests/data/reference/buck.csv

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
liqss2       0.001            3023         6748       200   7.05e-04   6.05e-03  1.41e-02 ... s
qss2         0.001            9987        19991         8          -          -         -   max_events at t = 0.0002929

$ saltus compare buck --methods liqss2,qss2 --max-events 10 --reference $ROOT/tests/data/reference/buck.csv
buck, t = 0 to 0.01, 1001 samples of VC, IL
reference: .../tests/data/reference/buck.csv

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
liqss2       0.001              10           24         0          -          -         -   max_events at t = 3.99e-07
qss2         0.001              10           24         0          -          -         -   max_events at t = 2.887e-07
[1]

$ saltus compare lotka --methods qss2 --stats json > a.json; python3 -c "
> import json
> a = json.load(open('a.json'))[0]
> print(sorted(k for k in a if 'error' in k or k in ('steps', 'messages', 'reference')))
> print(a['steps'], a['messages'], a['paper_evaluations'], '%.2e' % a['error_rel'], {k: '%.2e' % v for k, v in a['error_rel_by_variable'].items()})"
['error_max', 'error_mean', 'error_mse', 'error_q_max', 'error_q_mean', 'error_rel', 'error_rel_by_variable', 'error_samples', 'messages', 'reference', 'reference_error', 'steps']
1814 1816 3632 1.7...e-03 {'prey': '1.6...e-03', 'predators': '2.1...e-03'}

$ saltus compare lotka --methods qss2,qss3 --stats csv --by-variable > a.csv; python3 -c "
> import csv
> for r in csv.DictReader(open('a.csv')): print(r['method'], r['outcome'], r['steps'], '%.2e' % float(r['error_rel']), r['messages:prey'], r['x:predators'])"
qss2 ok 1814 1.7...e-03 783 0.831490881652212
qss3 ok 475 4.0...e-03 213 0.836146229676019

$ saltus run lotka --method qss3 --output a.seg --interval 0.5 --output b.csv --no-plot --quiet
$ saltus compare lotka --methods qss3 --reference a.seg --at 1,5,7.25
lotka, t = 0 to 20, 3 samples of prey, predators
reference: a.seg

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
qss3         0.001             475          959         0   0.00e+00   0.00e+00  0.00e+00 ... s

$ saltus compare lotka --methods qss3 --reference b.csv
lotka, t = 0 to 20, 41 samples of prey, predators
reference: b.csv

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
qss3         0.001             475          959         0   0.00e+00   0.00e+00  0.00e+00 ... s

$ saltus compare lotka --methods qss2,qss3 --plot=w.svg > a; head -c 5 w.svg; grep -c "qss3" w.svg
w.svg has the picture
<?xml1

$ saltus compare lotka --methods qss2 --plot=nowhere/w.svg > a
saltus: nowhere/w.svg: No such file or directory
[1]

$ saltus compare buck --methods qss2,qss9
saltus: --methods: there is no method 'qss9'
    = hint: did you mean 'qss1'? 'saltus methods' lists them all
[2]

$ saltus compare buck --vars VC,nope
saltus: --vars: no variable of buck fits 'nope'
[2]

$ saltus compare buck --at 0.005,1
saltus: --at: 1 is not between the start, 0, and the end, 0.01
[2]

$ saltus compare buck --reference nothing.csv
saltus: nothing.csv: No such file or directory
[1]

$ saltus compare buck --reference $ROOT/tests/data/reference/lin2.csv
saltus: .../tests/data/reference/lin2.csv: no column is a variable of buck
[1]

$ echo rubbish > r.seg; saltus compare buck --reference r.seg
saltus: r.seg: not a result file: line 1 does not begin with a column 'time' or 't'
[1]

$ saltus compare buck --set r=5
saltus: model buck has no parameter or start value 'r'
    = hint: did you mean 'R'?
[1]

$ saltus compare buck --set R=0
saltus: no method came to the end of a run for the reference; the last one: liqss2, nan at t = 0: VC: its derivative is not finite
    = hint: --reference gives one, --stop ends earlier
[1]

$ saltus compare buck --stop -1
saltus: the runs would end at -1, which is not after their start at 0
[2]

$ saltus compare bukc
saltus: there is no model 'bukc', neither as a file nor in the gallery
    = hint: did you mean 'buck'? 'saltus models' lists the gallery
[2]

$ saltus compare lotka --methods qss2 > /dev/full
saltus: stdout could not be written: the disk is full, or the reader has gone
[1]

$ printf 'time,prey\n0,20\n2,3\n1,4\n' > back.csv; saltus compare lotka --methods qss2 --reference back.csv
saltus: back.csv: line 4: time goes back
[1]

$ printf 'time,prey\n0,20\n2,3\n1' > cut.csv; saltus compare lotka --methods qss2 --reference cut.csv
saltus: warning: cut.csv: cut off in line 4
lotka, t = 0 to 20, 2 samples of prey
reference: cut.csv

method       tolerance       steps  evaluations    events  error rel       mean       max     CPU time
qss2         0.001  ...

$ saltus compare lotka --methods qss2 --at 20 > one; head -1 one
lotka, t = 0 to 20, 1 sample of prey, predators

$ saltus compare oscillator --methods liqss2 --quantum x1=0.05 --method-of x2=liqss2 --stop 20 > a; grep reference: a; grep '^liqss2' a | cut -c 1-68; grep -c '^\*' a
reference: qss4, 1e-05; its own relative error is about ...e-04
liqss2       0.001             421          846         0   2.13e-01
0
[1]
